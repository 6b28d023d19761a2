"""Networks against brute force in fractions."""

from __future__ import annotations

import copy
import errno
import io
import math
import os
import pickle
import tracemalloc
import zipfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_fractions import preactivations
from in_fractions import values as values_in_fractions

from sparseact.cube import MemoryBoundError, points
from sparseact.network import SparseReLUNetwork


def random_network(rng, kind, n, s):
    """Small integers, dyadic numbers with many ties at 0, decimals likewise, or any floats."""
    if kind == "integer":
        w, b = rng.integers(-3, 4, (s, n)), rng.integers(-3, 6, s)
    elif kind == "ties":
        w = rng.integers(-6, 7, (s, n)) / 4
        b = w @ rng.choice([-1, 1], n)  # one point at least lies on the boundary
    elif kind == "decimals":
        w = rng.integers(-9, 10, (s, n)) / 10
        b = w @ rng.choice([-1, 1], n)  # on one side of it, which floats do not tell
    else:
        w, b = rng.standard_normal((s, n)), rng.standard_normal(s)
    u = rng.standard_normal(s) if kind in ("float", "decimals") else rng.integers(-8, 9, s) / 8
    return SparseReLUNetwork(w, b, u, [u[0] / 4])


@pytest.mark.parametrize("kind", ["integer", "ties", "decimals", "float"])
@pytest.mark.parametrize(("n", "s"), [(1, 1), (2, 5), (4, 3), (6, 9), (9, 4), (10, 7)])
def test_network_against_fractions(kind, n, s):
    net = random_network(np.random.default_rng([n, s]), kind, n, s)
    x = points(n)
    expected = values_in_fractions(net, x)
    active = [[z > 0 for z in row] for row in preactivations(net.w, net.b, x)]
    assert net.active(x).tolist() == active
    assert net.active_counts().tolist() == [sum(row) for row in active]
    assert net.max_active() == (max(map(sum, active)),) * 2
    assert net.max_active(enumerate_up_to=0) == net.max_active()
    if kind in ("float", "decimals"):
        scale = float(np.abs(net.u) @ (np.abs(net.w).sum(axis=1) + np.abs(net.b)))
        for computed in (net.values(), net(x)):
            errors = [
                abs(Fraction(v) - e) for v, e in zip(computed.tolist(), expected, strict=True)
            ]
            assert max(errors) <= 4 * (n + s) * 2.0**-53 * scale
    else:
        assert net.is_exact()
        assert [Fraction(v) for v in net.values().tolist()] == expected
        assert [Fraction(v) for v in net(x).tolist()] == expected


@pytest.mark.parametrize(("n", "s"), [(8, 511), (8, 512), (8, 513), (8, 1030), (14, 3)])
def test_groups_of_neurons(n, s):
    """More neurons than one group of tables holds, and points than one tile."""
    net = random_network(np.random.default_rng(s), "integer", n, s)
    x = points(n).astype(np.int64)
    z = x @ net.w.astype(np.int64).T - net.b.astype(np.int64)
    assert np.array_equal(net.values(), np.maximum(z, 0) @ net.u + net.c)
    assert np.array_equal(net.active_counts(), (z > 0).sum(axis=1))


@pytest.mark.parametrize(
    ("w", "b", "u", "c", "exact"),
    [
        ([[2.0**52]], [1 - 2.0**52], [1], 0, True),  # h(1) = 2^53 − 1, in units of 1
        ([[2.0**52], [0]], [-(2.0**52), -1], [1, 1], 0, False),  # 2^53 + 1, which no float is
        ([[1 + 2.0**-30]], [0], [1 + 2.0**-20], 0, True),
        ([[1 + 2.0**-30]], [0], [1 + 2.0**-29], 0, False),  # of u·w, though both fit
        ([[1.0]], [0], [1], 2.0**53 - 1, True),
        ([[1.0]], [0], [1], 2.0**53, False),
        ([[1.0]], [0], [1], -(2.0**53), True),
        ([[1.0]], [0], [1], 2.0**-53, False),
    ],
)
def test_is_exact_returns_whether_all_values_fit_floats(w, b, u, c, exact):
    network = SparseReLUNetwork(w, b, u, c)
    assert network.is_exact() is exact
    expected = values_in_fractions(network, points(1))
    assert ([Fraction(v) for v in network.values().tolist()] == expected) is exact


@settings(max_examples=60)
@given(data=st.data())
def test_values_that_the_guard_passes_are_exact(data):
    """Numbers with large mantissas, so that it goes both ways."""
    number = st.builds(math.ldexp, st.integers(-(2**17), 2**17), st.integers(-6, 6))
    rows = data.draw(st.lists(st.tuples(*[number] * 5), min_size=3, max_size=3))
    net = SparseReLUNetwork([row[:3] for row in rows], *np.transpose(rows)[3:])
    if net.is_exact():
        expected = values_in_fractions(net, points(3))
        assert [Fraction(v) for v in net.values().tolist()] == expected
        assert [Fraction(v) for v in net(points(3)).tolist()] == expected


def test_largest_value_bounds_every_sum():
    network = SparseReLUNetwork([[1, -2], [0, 1]], [3, -1], [2, -1], c=-5)
    assert network.largest_value == 2 * (3 + 3) + (1 + 1) + 5


def test_activity_at_real_points_is_exact():
    """By Fractions, at points that rounding puts on the wrong side, and on the line itself."""
    rng = np.random.default_rng(17)
    x = np.vstack([rng.normal(size=(60, 5)), np.zeros((2, 5)), rng.choice([0, 1], (20, 5))])
    w = np.vstack([rng.normal(size=(40, 5)), np.zeros((1, 5))])
    # The first neurons have their biases where a point's pre-activation is 0 but for rounding.
    b = np.concatenate([(x @ w.T)[np.arange(30), np.arange(30)], rng.normal(size=9), [0, 0]])
    x[-5:] *= 2.0 ** rng.integers(-300, 300, (5, 1))
    net = SparseReLUNetwork(w, b, rng.normal(size=41))
    z = preactivations(net.w, net.b, x)
    expected = np.array([[value > 0 for value in row] for row in z])
    assert net.active(x).tolist() == expected.tolist()
    assert ((x @ w.T - b > 0) != expected).any()
    assert net.max_active(x) == (expected.sum(axis=1).max(),) * 2
    h = list(map(float, values_in_fractions(net, x)))
    np.testing.assert_allclose(net(x), h, rtol=1e-11, atol=1e-11)
    tiny = SparseReLUNetwork([[1e-50, 0]], [0], [1])  # the product is below all floats
    assert tiny.active([[1e-300, 7], [-1e-300, 7]]).tolist() == [[True], [False]]
    halves = SparseReLUNetwork([[4, 2]], [3], [1])
    assert halves.active(np.array([[0.5, 0.5], [0.75, 0.25]])).tolist() == [[False], [True]]


def test_inputs_without_weight_cost_nothing():
    w = np.zeros((4, 200))
    w[:, [3, 77, 150]] = [[1, 1, 1], [1, -1, 1], [-1, 1, 1], [1, 1, -1]]
    assert SparseReLUNetwork(w, np.full(4, 2.0), np.ones(4)).max_active() == (1, 1)
    assert SparseReLUNetwork(np.zeros((3, 99)), [-1, 0, 1], np.ones(3)).max_active() == (1, 1)


def test_scale_is_the_product_of_the_maxima():
    net = SparseReLUNetwork([[3, 4], [0, 1]], [0.5, -2], [0.25, -0.75])
    assert net.scale_squared == (Fraction(9, 16) * 25, Fraction(9, 16) * 4)
    assert net.scale == (3.75, 1.5)


def test_scale_of_extreme_numbers():
    net = SparseReLUNetwork([[2.0**199, 0.1]], [2.0**-200], [1])
    assert net.scale_squared[0] == Fraction(2**398) + Fraction(0.1) ** 2
    assert net.scale == (2.0**199, 2.0**-200)
    assert SparseReLUNetwork([[0, 0]], [0], [0]).scale == (0, 0)
    # The norm of the second row is larger in floats, but not in fact.
    rows = [[1, *[2.0**-27] * 5], [1, 0.8 * 2.0**-26, 0, 0, 0, 0]]
    near = SparseReLUNetwork(rows, [0, 0], [1, 1])
    assert near.scale_squared[0] == 1 + Fraction(5, 2**54)


@pytest.mark.parametrize(
    ("w", "b", "u", "message"),
    [
        ([1, 2], [0], [1], r"w must have shape \(s, n\)"),
        (np.zeros((0, 3)), [], [], "s, n of at least 1"),
        ([[1, 2]], [0, 0], [1], r"b must have shape \(1,\)"),
        ([[1, 2]], [0], [[1]], r"u must have shape \(1,\)"),
        ([[1, np.nan]], [0], [1], "w must be finite"),
        ([[1j, 2]], [0], [1], "w must hold real numbers"),
        ([[1e70]], [0], [1], r"w holds 1e\+70; numbers that are not 0 must be between 2\^-200 and"),
        ([[1, 1e-70]], [0], [1], "w holds 1e-70; numbers"),
        ([[1, 1e-40]], [0], [1e-40], "a product of u and w or b is 1e-80; products"),
        ([[1e40]], [0], [1e40], r"h may be as large as 1e\+80; values"),
    ],
)
def test_bad_networks_are_refused(w, b, u, message):
    with pytest.raises(ValueError, match=message):
        SparseReLUNetwork(w, b, u)
    for c, said in (([1, 2], "one number"), (np.nan, "finite"), ("1", "real")):
        with pytest.raises(ValueError, match=said):
            SparseReLUNetwork([[1.0]], [0], [1], c)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([[1, -1, 1]], r"points must have shape \(m, 2\)"),
        ([[1, -1], [1, np.inf]], "row 1 holds inf in column 1"),
        ([[1, np.nan]], "row 0 holds nan in column 1"),
        ([[1e301, 1e301]], "points are so large that h could leave the range"),
        ([[1, None]], "points must hold real numbers"),
        ([[True, False]], "must be numbers"),
    ],
)
@pytest.mark.parametrize("method", ["__call__", "active", "max_active"])
def test_bad_points_are_refused(x, message, method):
    net = SparseReLUNetwork([[1, 2]], [0], [1])
    with pytest.raises(ValueError, match=message):
        getattr(net, method)(x)


def test_no_points():
    net = SparseReLUNetwork([[1, 2]], [0], [1])
    nothing = np.empty((0, 2))
    assert net(nothing).shape == (0,)
    assert net.active(nothing).shape == (0, 1)
    with pytest.raises(ValueError, match="at least one point"):
        net.max_active(nothing)


def test_a_cube_that_does_not_fit_is_refused_before_allocation():
    net = SparseReLUNetwork(np.ones((1, 40)), [0], [1])
    tracemalloc.start()
    for table in (net.values, net.active_counts):
        with pytest.raises(MemoryBoundError, match="at n = 40 takes"):
            table()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


def contents(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a network file"),
        (b"w, b, u\n1, 2, 3\n", "not a network file"),
        (contents(w=np.ones((1, 2)), b=[0.0], u=[1.0])[:200], "not a network file"),
        (contents(w=np.ones((1, 2)), b=[0.0]), "no array u"),
        (contents(w=np.ones((1, 2)), b=[0.0, 1.0], u=[1.0]), r"b must have shape \(1,\)"),
        (contents(w=np.array([[None]]), b=[0.0], u=[1.0]), "not a network file"),
    ],
)
def test_damaged_files_are_refused(tmp_path, data, message):
    path = tmp_path / "net.npz"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as caught:
        SparseReLUNetwork.load(path)
    assert str(path) in str(caught.value)
    assert "pickle" not in str(caught.value)  # no unsafe advice
    assert "\n" not in str(caught.value)


def test_a_failed_save_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "net.npz"
    SparseReLUNetwork([[1.0]], [0], [1]).save(path)
    before = path.read_bytes()

    def fill_the_disk(part, _):
        part.open("wb").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(OSError, match=r"No space left on device: '.*net\.npz'"):
        SparseReLUNetwork([[2.0]], [0], [1]).save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["net.npz"]


def test_a_network_and_its_copies_do_not_change():
    """A deep copy was writable, and gave new values beside the old k and scale."""
    given = np.array([[1.0, 1], [-1, 1]])
    network = SparseReLUNetwork(given, [1, 0], [1, -2], 3)
    given[0] = 7
    for one in (network, copy.deepcopy(network), pickle.loads(pickle.dumps(network))):
        for name in ("w", "b", "u"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(one, name)[0] = 5
            with pytest.raises(ValueError, match="WRITEABLE"):
                getattr(one, name).flags.writeable = True
        for name in ("w", "scale_squared", "other"):
            with pytest.raises(AttributeError, match="a network does not change"):
                setattr(one, name, 1)
        assert one([[1, 1], [-1, 1]]).tolist() == [4, -1]


def test_a_file_with_two_arrays_of_one_name_is_refused(tmp_path):
    path = tmp_path / "net.npz"
    SparseReLUNetwork([[1.0, -2.0]], [0.5], [3.0]).save(path)
    with zipfile.ZipFile(path) as archive:
        first = archive.read("b.npy")
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("b.npy", first)
    with pytest.raises(ValueError, match="names of arrays must be different"):
        SparseReLUNetwork.load(path)


def test_load_rejects_names_that_would_command_a_terminal(tmp_path):
    path = tmp_path / "net.npz"
    np.savez(path, w=[[1.0]], b=[0.0], u=[1.0], **{"\x1b[2J": [0.0]})
    with pytest.raises(ValueError, match=r"must be printable, got '\\x1b\[2J.npy'"):
        SparseReLUNetwork.load(path)


def test_save_and_load_take_pipes(tmp_path):
    network = SparseReLUNetwork([[1.5, -2.0]], [0.25], [3.0], 1.0)
    os.mkfifo(tmp_path / "pipe")
    end = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    network.save(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(os.read(end, 1 << 16))
    os.close(end)
    receiver, sender = os.pipe()
    network.save(f"/dev/fd/{sender}")  # a link to a pipe without a name
    os.close(sender)
    for path in (tmp_path / "file", f"/dev/fd/{receiver}"):
        loaded = SparseReLUNetwork.load(path)
        assert loaded([[1, 1], [1, -1]]).tolist() == network([[1, 1], [1, -1]]).tolist()
    os.close(receiver)


def test_save_keeps_permissions_and_links(tmp_path):
    network = SparseReLUNetwork([[1.0]], [0.0], [1.0])
    file, link = tmp_path / "net.npz", tmp_path / "link.npz"
    network.save(file)
    file.chmod(0o640)
    link.symlink_to(file)
    network.save(link)
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    second, long = tmp_path / "second.npz", tmp_path / ("a" * 251 + ".npz")
    second.hardlink_to(file)
    network.save(second)
    network.save(long)
    assert second.samefile(file)
    assert long.read_bytes() == file.read_bytes()
