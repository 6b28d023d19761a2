"""Influences and coefficients against fractions, and the report as an object."""

import json
from fractions import Fraction as F
from importlib.resources import files

import jsonschema
import numpy as np
import pytest
from in_fractions import coefficients as exact_coefficients
from in_fractions import values

from sparseact import SparseReLUNetwork, inspect
from sparseact.cube import points
from sparseact.inspector import attribution, sparse_spectrum
from sparseact.inspector.attribution import attribution as attribute
from sparseact.inspector.cli import main


def networks():
    rng = np.random.default_rng(44)
    for turn in range(24):
        n, s = int(rng.integers(1, 7)), int(rng.integers(1, 6))
        w, b, u = rng.normal(size=(s, n)), rng.normal(size=s), rng.normal(size=s)
        if turn % 2:
            w, b, u = (np.round(2 * array) for array in (w, b, u))
        if turn % 5 == 0:
            w[:, 0] = 0
        yield SparseReLUNetwork(w, b, u, float(turn % 3))


@pytest.mark.parametrize("route", ["table", "few weights", "random points"])
def test_intervals_hold_what_fractions_say(route, monkeypatch):
    if route != "table":
        monkeypatch.setattr(attribution, "TABULATED", -1)
    if route == "random points":
        monkeypatch.setattr(sparse_spectrum, "fits", lambda *_: False)
    for turn, net in enumerate(networks()):
        coefficients = exact_coefficients(values(net, points(net.n)))
        influences = [sum(v * v for t, v in coefficients.items() if i in t) for i in range(net.n)]
        found = attribute(net, 5, [f"f{i}" for i in range(net.n)], samples=400, seed=turn)
        assert (found.samples is not None) == (route == "random points")
        for one, true in zip(found.influences, influences, strict=True):
            assert F(one.lower) <= true <= F(one.upper), (route, turn)
        for one in found.coefficients:
            true = coefficients[tuple(int(name[1:]) for name in one.names)]
            assert F(one.lower) <= true <= F(one.upper), (route, turn, one)
            if turn % 2 and route != "random points":
                assert F(one.lower) == F(one.value) == true == F(one.upper)
        if route != "random points":
            largest = sorted(map(abs, coefficients.values()), reverse=True)[:5]
            sizes = [abs(one.value) for one in found.coefficients]
            expected = [float(v) for v in largest[: len(sizes)]]  # the others are of no neuron
            np.testing.assert_allclose(sizes, expected, atol=1e-12)
            assert not any(largest[len(sizes) :])


def test_a_network_without_weights_has_no_influence():
    found = attribute(SparseReLUNetwork(np.zeros((1, 30)), [-1], [2]), 3)
    assert all(one.value == 0 for one in found.influences)
    assert len(found.influences) == 30
    assert found.coefficients[0] == ((), 2.0, 2.0, 2.0)


def test_the_report_is_what_the_command_prints(tmp_path, capsys):
    net = SparseReLUNetwork([[1, 1, 0], [2, -1, 1]], [1, 0], [1, -1], 0.5)
    net.save(tmp_path / "net.npz")
    report = inspect(net, top=3)
    assert main(["inspect", str(tmp_path / "net.npz"), "--top", "3"]) == 0
    assert capsys.readouterr().out == f"{report}\n"
    assert main(["inspect", str(tmp_path / "net.npz"), "--top", "3", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written == report.to_dict()
    schema = json.loads(
        files("sparseact.inspector").joinpath("inspection.schema.json").read_text("utf-8")
    )
    jsonschema.validate(written, schema)
    assert len(written["attribution"]["coefficients"]) == 3
    page = inspect(net, top=3, feature_names=["<b>", "y", "z"])._repr_html_()
    assert page.count("<table>") == page.count("</table>") > 3
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
