"""Simplified networks: the same function, by brute force, in fewer neurons and less scale."""

from __future__ import annotations

import re
import time
from fractions import Fraction

import numpy as np
import pytest

from sparseact.inspector.attribution import attribution
from sparseact.inspector.cli import main
from sparseact.inspector.simplify import largest_difference, simplify, simplify_in_time
from sparseact.network import SparseReLUNetwork


def within(simple, net):
    """Whether neither W nor B is larger."""
    pairs = zip(simple.scale_squared, net.scale_squared, strict=True)
    return all(v <= most for v, most in pairs)


def test_neurons_are_merged_dropped_and_rebalanced():
    """Neurons 0 and 1 are one, 2 is three times it, 3 is dead, 4 has u = 0, 5 and 6 cancel."""
    w = [[1, 1], [1, 1], [3, 3], [1, 0], [0, 1], [1, -1], [1, -1]]
    net = SparseReLUNetwork(w, [0, 0, 0, 1, 0, 1, 1], [2, 4, -1, 9, 0, 0.25, -0.25])
    simple = simplify(net)
    # 2 + 4 − 3 = 3 goes into the weights: no product is rounded, though two points are at 0.
    assert (simple.w.tolist(), simple.b.tolist(), simple.u.tolist()) == ([[3, 3]], [0], [1])
    assert net.scale_squared[0] == 81 * 18
    assert simple.scale_squared[0] == 18


def test_the_scale_of_a_trained_network_is_the_largest_product():
    rng = np.random.default_rng(0)
    w, b, u = rng.standard_normal((9, 7)), rng.standard_normal(9), rng.standard_normal(9)
    net = SparseReLUNetwork(w, b, u)
    alive = np.abs(w).sum(axis=1) > b
    W = (np.abs(u) * np.linalg.norm(w, axis=1))[alive].max()
    simple = simplify(net)
    assert simple.scale[0] == pytest.approx(W)
    assert np.abs(simple.values() - net.values()).max() < 1e-12
    assert np.array_equal(simple.active_counts(), net.active_counts())


def test_biases_of_17_digits_that_meet_a_boundary_or_miss_it():
    """k went from 1 to 0 where the bias is just below the largest sum."""
    for seed in range(300):
        rng = np.random.default_rng(seed)
        n, s = int(rng.integers(1, 7)), int(rng.integers(1, 4))
        w = rng.standard_normal((s, n))
        signs = rng.choice([-1.0, 1.0], (s, n))
        sums = [sum(Fraction(v) for v in row) for row in (w * signs).tolist()]
        b = np.nextafter(np.array(sums, dtype=float), rng.choice([-9, 9], s))
        net = SparseReLUNetwork(w, b, rng.standard_normal(s) * 3)
        simple = simplify(net)
        assert np.array_equal(simple.active_counts(), net.active_counts())
        assert within(simple, net)


def test_neither_k_nor_the_scale_is_raised():
    for seed in range(1000):
        rng = np.random.default_rng([3, seed])
        n, s = int(rng.integers(1, 6)), int(rng.integers(1, 7))
        w, b = rng.integers(-2, 3, (s, n)) * 0.3, rng.integers(-2, 3, s) * 0.3
        net = SparseReLUNetwork(w, b, rng.choice([-1, -0.7, 0.3, 1, 2], s))
        simple = simplify(net)
        assert simple.max_active()[1] <= net.max_active()[1]
        assert within(simple, net)
        assert np.abs(simple.values() - net.values()).max() < 1e-13


def test_equal_neurons_stay_where_one_would_be_larger():
    """W went from 1 to 2."""
    net = SparseReLUNetwork([[1, 0], [1, 0]], [0, 0], [1, 1])
    assert (simplify(net).s, simplify(net).scale[0]) == (2, 1)
    asked = simplify(net, larger_scale=True)
    assert (asked.s, asked.scale[0]) == (1, 2)
    assert asked.values().tolist() == net.values().tolist()


def test_a_timeout_leaves_neurons_as_they_are():
    rng = np.random.default_rng(7)
    w = rng.standard_normal((200, 6))
    net = SparseReLUNetwork(w, rng.standard_normal(200), rng.standard_normal(200))
    found, untouched = simplify_in_time(net, 1e-12)
    assert untouched == found.s
    assert np.array_equal(found.w, net.w[np.abs(w).sum(axis=1) > net.b])
    assert simplify_in_time(net, 60)[1] == 0


def test_the_command_ends_in_time_and_says_what_it_left(tmp_path, capsys):
    """A look at all pre-activations of a neuron, by halves, takes 10 ms here."""
    s, rng = 2000, np.random.default_rng(0)
    parts = rng.standard_normal((s, 32)), rng.standard_normal(s), rng.standard_normal(s)
    path = tmp_path / "net.npz"
    SparseReLUNetwork(*parts).save(path)
    begin = time.thread_time()
    assert main(["simplify", "--time-limit", "1", str(path), str(tmp_path / "out.npz")]) == 0
    assert time.thread_time() - begin < 5
    *_, k, _, _, _, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"k +\d+ to \d+ +\d+ to \d+", k)
    assert re.fullmatch(r"1\d\d\d neurons were not rebalanced: time was over .*", last)


def test_nothing_is_left():
    simple = simplify(SparseReLUNetwork([[1.0, 0], [1, 1]], [1, 0], [1, 0], 2.5))
    assert (simple.s, simple.n, simple.values().tolist()) == (1, 2, [2.5] * 4)


def test_the_largest_difference():
    one = SparseReLUNetwork([[1.0, 0, 2]], [0], [1])
    other = SparseReLUNetwork([[1.0, 0, 2]], [0], [1], 0.5)
    assert largest_difference(one, other, 2, 10) == (0.5, None)
    assert largest_difference(one, other, 1, 10) == (0.5, 10)
    assert largest_difference(one, other, 2, 1000, time_limit=1e-12) == (0.5, 256)


def test_the_command(tmp_path, capsys):
    path, out = tmp_path / "net.npz", tmp_path / "out.npz"
    SparseReLUNetwork([[1, 1], [1, 1], [1, 0]], [1, 1, 1], [2, 4, 9]).save(path)
    assert main(["simplify", str(path), str(out)]) == 0
    cells = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert cells[:5] == [
        ["before", "after"],
        ["neurons", "3", "1"],
        ["k", "2", "1"],
        ["W", "12.7279", "8.48528"],
        ["B", "9", "6"],
    ]
    assert cells[5][-5:] == ["on", "the", "whole", "cube:", "0"]
    assert SparseReLUNetwork.load(out).s == 1
    before = path.read_bytes()
    assert main(["simplify", str(path), str(path)]) == 2
    assert capsys.readouterr().err.endswith("is the file that is read; --force overwrites it\n")
    assert path.read_bytes() == before
    assert main(["simplify", "--force", "--time-limit", "5", str(path), str(path)]) == 0
    assert SparseReLUNetwork.load(path).s == 1
    capsys.readouterr()
    assert main(["simplify", str(tmp_path / "none.npz"), str(out)]) == 2
    assert capsys.readouterr().err.endswith("none.npz: No such file or directory\n")


@pytest.mark.parametrize("function", [simplify, attribution])
def test_functions_of_a_network_reject_what_is_none(function):
    with pytest.raises(TypeError, match="network must be a SparseReLUNetwork, got str"):
        function("a")
