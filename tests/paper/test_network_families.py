"""The network families: what they state of their networks; and what one more needs: itself."""

from __future__ import annotations

import copy
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from read_yaml import read_yaml

from awasthi2024 import constructions
from awasthi2024.average_sensitivity.figures import draw_sweep, draw_tightness
from awasthi2024.definitions.figures import draw_active
from awasthi2024.shared.family_styles import FAMILY_STYLES, FamilyStyle, family_style
from awasthi2024.shared.instances import load_instances, save_instances
from awasthi2024.shared.network_families import (
    NETWORK_FAMILIES,
    NetworkFamily,
    network_family,
)
from awasthi2024.shared.parameters import Dimension
from awasthi2024.shared.style import COLOURS
from paperclaims.checks.configuration import (
    check_configuration,
    config_paper,
    job_data,
    job_parameters,
)
from paperclaims.checks.parameters import NonEmpty
from paperclaims.errors import ClaimsError
from paperclaims.reporting.drawing import svg
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork

CONFIG = read_yaml(Path(__file__).resolve().parents[2] / "config/config.yaml")

#: Parameters of small networks; a family that has none here takes the configuration's.
SMALL = CONFIG["networks"] | {
    "junta": {"variables": [1, 3], "dimensions": [1, 4], "truth_tables": ["random", "parity"]},
    "forest": {"trees": [1, 2], "depths": [0, 2], "dimensions": [3, 5]},
    "appendix_a": {"address_bits": [0, 2], "data_bits": [1, 5], "factors": [1, 1.5]},
    "random": {
        "dimensions": [5, 3],
        "neurons": [8, 4],
        "sparsities": [2, 1],
        "weight_bounds": [1, 0.5],
        "bias_bounds": [1, 0],
        "repeats": 2,
    },
    "extremal": {"variables": [2, 1], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [4]},
    "average_case": {"address_bits": [2], "data_bits": [4, 5], "factors": [0.25]},
}


THEOREM_B = [name for name, family in NETWORK_FAMILIES.items() if family.theorem_b]


@pytest.mark.parametrize("family", NETWORK_FAMILIES)
def test_instances_keep_their_promises(family):
    found = network_family(family).generate(seed=3, **SMALL[family])
    assert len({instance.name for instance in found}) == len(found)
    for instance in found:
        network = instance.network
        x = points(network.n).astype(float)
        active = (x @ network.w.T > network.b).sum(axis=1)  # dyadic, so exact
        assert active.max() <= instance.k
        assert network.is_exact()
        assert (instance.parameters["n"], instance.parameters["s"]) == (network.n, network.s)
        assert instance.family == family


@pytest.mark.parametrize("name", NETWORK_FAMILIES)
def test_sharp_bounds_are_attained(name):
    """Sparsity and scale from the arrays, in fractions, beside what the family states."""
    family = network_family(name)
    for instance in family.generate(seed=3, **SMALL[name]):
        stated, net = family.scale_squared(instance.parameters), instance.network
        if stated is None:
            assert "smallest" in instance.parameters
            continue
        u2 = max(Fraction(v) ** 2 for v in net.u.tolist())
        W2 = u2 * max(sum(Fraction(v) ** 2 for v in row) for row in net.w.tolist())
        B2 = u2 * max(Fraction(v) ** 2 for v in net.b.tolist())
        assert stated[0] >= W2
        assert stated[1] >= B2
        if family.attained:
            assert stated == (W2, B2)
            assert net.active_counts().max() == instance.k


def test_every_family_has_its_name_and_a_style():
    assert [family.name for family in NETWORK_FAMILIES.values()] == list(NETWORK_FAMILIES)
    assert list(FAMILY_STYLES) == list(NETWORK_FAMILIES)
    assert THEOREM_B == ["extremal"]


@pytest.mark.parametrize("attribute", FamilyStyle._fields)
def test_no_two_families_look_the_same(attribute):
    assert len({getattr(style, attribute) for style in FAMILY_STYLES.values()}) == len(
        FAMILY_STYLES
    )


def test_generators_of_networks_do_not_import_styles():
    """So a new colour makes no networks anew; `awasthi2024.data` is what makes them."""
    script = (
        "import sys, awasthi2024.data; print('awasthi2024.shared.family_styles' in "
        "sys.modules, 'matplotlib' in sys.modules)"
    )
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert made.stdout == "False False\n", made.stderr


@pytest.mark.parametrize("name", THEOREM_B)
def test_theorem_b_is_attained_by_the_families_that_say_so(name):
    """AS against (2 − δ)²k²W², by brute force over all edges."""
    for instance in network_family(name).generate(seed=3, **SMALL[name]):
        values, n = instance.network.values(), instance.network.n
        edges = [(x, x ^ 1 << i) for x in range(2**n) for i in range(n)]
        total = sum((Fraction(values[x]) - Fraction(values[y])) ** 2 for x, y in edges)
        delta = Fraction(instance.parameters["delta"])
        bound = (2 - delta) ** 2 * instance.k**2 * instance.network.scale_squared[0]
        assert total / 4 / 2**n == bound


def test_one_at_a_time_sweeps_cover_every_value():
    found = network_family("random").generate(seed=0, **SMALL["random"])
    swept = [i.parameters for i in found if "W" in i.parameters]
    assert len(swept) == 2 * 6
    assert {p["n"] for p in swept} == {3, 5}
    assert {p["B"] for p in swept} == {0, 1}


def test_average_case_networks_are_not_1_sparse_on_all_inputs_but_on_most():
    for instance in network_family("average_case").generate(seed=1, **SMALL["average_case"]):
        counts = instance.network.active_counts()
        assert instance.k == counts.max() > 1
        assert np.mean(counts <= 1) > 0.5


def test_appendix_a_weights_are_dense_and_of_norm_at_most_one():
    for instance in network_family("appendix_a").generate(seed=1, **SMALL["appendix_a"]):
        b, q = instance.parameters["b"], instance.parameters["q"]
        rows = instance.network.w[:, b:]
        assert np.all(rows != 0)
        assert 0.25 <= (rows[0] ** 2).sum() <= 1
        assert q == rows.shape[1]


def test_the_smallest_networks_are_there():
    found = {
        instance.parameters["smallest"]: instance.network
        for instance in network_family("random").generate(seed=0, **SMALL["random"])
        if "smallest" in instance.parameters
    }
    assert found["relu"].values().tolist() == [1, 0]
    assert found["shifted"].values().tolist() == [3, 1]
    assert found["opposite"].values().tolist() == [1, -1]
    assert found["dead"].active_counts().tolist() == [0, 0]


def test_another_seed_gives_other_networks():
    one, two = (
        network_family("forest").generate(seed=seed, **SMALL["forest"])[-1].network
        for seed in (0, 1)
    )
    assert not np.array_equal(one.w, two.w)


def test_unknown_families_are_refused():
    with pytest.raises(
        ClaimsError, match=r"^there is no network family 'trees'; there are junta, "
    ):
        network_family("trees")


def test_a_construction_that_breaks_its_promise_is_caught(monkeypatch):
    monkeypatch.setattr(constructions, "junta", lambda *_: constructions.extremal(1, 0, 2))
    with pytest.raises(ValueError, match="at most 1 neurons must be active"):
        network_family("junta").generate(
            seed=0, variables=[1], dimensions=[1], truth_tables=["random"]
        )


def test_no_norm_is_lost_in_the_name():
    names = [i.name for i in network_family("random").generate(seed=0, **SMALL["random"])]
    assert "random-n5-s8-k2-W0.5-B1-repeat0" in names
    assert all(math.prod(c.isalnum() or c in "-." for c in name) for name in names)


# ------------------------------------------------------------- one more family


class Dictator(NetworkFamily):
    """σ(2x_1): made up, and known to nothing but the registry."""

    name = "dictator"

    def networks(self, *, seed: int, dimensions: NonEmpty[Dimension]):
        for n in dimensions:
            yield {"n": n}, SparseReLUNetwork(2 * np.eye(1, n), np.zeros(1), np.ones(1))

    def sparsity(self, given):
        return 1

    def scale_squared(self, given):
        return Fraction(4), Fraction(0)


#: The jobs that read all network families.
JOBS = [
    (claim_family, job)
    for claim_family, jobs in CONFIG.items()
    if isinstance(jobs, dict)
    for job, section in jobs.items()
    if isinstance(section, dict) and "all" in section.get("network_families", [])
]


@pytest.fixture
def dictator(monkeypatch):
    monkeypatch.setitem(NETWORK_FAMILIES, "dictator", Dictator)
    style = FamilyStyle("made-up dictators", "#123456", "*")
    monkeypatch.setitem(FAMILY_STYLES, "dictator", style)


def measured(claim_family, job, folder):
    """Run a job as the workflow does, on a tiny configuration with the made-up family."""
    config = copy.deepcopy(CONFIG)
    config["networks"] = {**SMALL, "dictator": {"dimensions": [2, 4]}}
    check_configuration(config)
    networks = []
    for name in job_data(config, claim_family, job):
        generated = network_family(name).generate(seed=1, **config["networks"][name])
        save_instances(folder / job / name, generated)
        networks += load_instances(folder / job / name)
    parameters = job_parameters(config, claim_family, job)
    measure = config_paper(config).checks(claim_family)[job]
    drawn = {"seed": 1} if "seed" in measure.parameters else {}
    return measure(**drawn, **parameters["arguments"] | {"networks": networks})


def test_five_jobs_show_all_families():
    assert JOBS == [
        ("definitions", "sparsity"),
        ("average_sensitivity", "networks"),
        ("average_sensitivity", "proof"),
        ("noise_sensitivity", "noise"),
        ("low_degree", "degrees"),
    ]


@pytest.mark.parametrize(("claim_family", "job"), JOBS)
def test_one_more_family_is_in_every_table_of_all(dictator, tmp_path, claim_family, job):
    found = measured(claim_family, job, tmp_path)
    always_sparse = [name for name in NETWORK_FAMILIES if name != "average_case"]
    assert set(found.table["family"]) == set(always_sparse)
    mine = found.table[found.table["family"] == "dictator"]
    assert set(mine["n"]) == {2, 4}


def test_one_more_family_is_held_to_what_it_states(dictator, tmp_path, monkeypatch):
    def made_up(records, statement):
        return [
            record.holds
            for record in records
            if (record.claim, record.statement) == statement
            and record.instance["network"].startswith("dictator")
        ]

    records = measured("definitions", "sparsity", tmp_path).records
    assert made_up(records, ("def-1", "printed")) == [True] * 2
    assert made_up(records, ("def-2", "printed")) == [True] * 4
    monkeypatch.setattr(Dictator, "scale_squared", lambda *_: (Fraction(2), Fraction(0)))
    records = measured("definitions", "sparsity", tmp_path / "again").records
    assert made_up(records, ("def-2", "printed")) == [False, True] * 2


NO_STYLE = r"^figures have no style for the network family 'dictator'; there are those of junta, "

#: A figure that shows network families, and the job whose table it is drawn from.
FIGURES = [
    (draw_active, "definitions", "sparsity"),
    (draw_sweep, "average_sensitivity", "networks"),
    (draw_tightness, "average_sensitivity", "networks"),
]


@pytest.mark.parametrize(("draw", "claim_family", "job"), FIGURES)
def test_one_more_family_is_in_every_figure(dictator, tmp_path, draw, claim_family, job):
    tables = {job: measured(claim_family, job, tmp_path).table}
    figure = draw(tables)
    texts = [text.get_text() for axes in figure.axes for text in axes.get_yticklabels()]
    texts += [text.get_text() for axes in figure.axes for text in axes.get_xticklabels()]
    texts += [axes.get_title(loc="left") for axes in figure.axes]
    for legend in [*figure.legends, *(axes.get_legend() for axes in figure.axes)]:
        texts += [text.get_text() for text in legend.get_texts()] if legend else []
    for name in set(tables[job]["family"]) - {"extremal"}:  # in draw_tightness a row for each δ
        label = family_style(name).label
        assert any(text.casefold().startswith(label.casefold()) for text in texts), name
    assert "made-up dictators" in svg(figure).casefold()
    if draw in (draw_active, draw_sweep):
        looks = {(line.get_color(), line.get_marker()) for line in figure.axes[0].get_lines()}
        assert ("#123456" if draw is draw_active else COLOURS["measured"], "*") in looks


@pytest.mark.parametrize(("draw", "claim_family", "job"), FIGURES)
def test_no_figure_leaves_out_a_family_that_has_no_style(
    monkeypatch, tmp_path, draw, claim_family, job
):
    monkeypatch.setitem(NETWORK_FAMILIES, "dictator", Dictator)
    table = measured(claim_family, job, tmp_path).table
    with pytest.raises(ClaimsError, match=NO_STYLE):
        draw({job: table})
