"""The largest number of active neurons by branch and bound, against enumeration."""

from __future__ import annotations

import math
import time
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from forests import forest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparseact import most_active
from sparseact.activity import IntegerNeuron, all_in_integers
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork

search = most_active.most_active


def near_ties(rng, n, s, bits):
    """Neurons whose thresholds are within 1 of their values at random points."""
    w = rng.integers(-(2**bits), 2**bits, size=(s, n), endpoint=True)
    b = (w * rng.choice([-1, 1], (s, n))).sum(axis=1) + rng.integers(-1, 2, s)
    return w, b


def in_integers(w, b):
    return [
        IntegerNeuron(row, c, 0)
        for row, c in zip(np.asarray(w).tolist(), np.asarray(b).tolist(), strict=True)
    ]


CUBES = {n: points(n).astype(np.int64) for n in range(1, 7)}


def by_enumeration(w, b):
    return int((CUBES[w.shape[1]] @ w.T > b).sum(axis=1).max())


def test_a_network_on_which_a_solver_in_floating_point_is_wrong():
    """HiGHS's integer programme says that four neurons at most are active."""
    w = [
        (-492943, -43918, 254057, 256427), (-517139, -462685, -797747, 736591),
        (-750951, -967814, -599470, -339465), (-894917, 606770, 11331, -408026),
        (838142, 437804, 216476, 115221), (543223, -682507, -29598, -261697),
        (536655, -522774, -780778, -93421), (1029838, 250315, -744434, -622755),
    ]  # fmt: skip
    b = [26375, 1040980, 1978770, 1104990, -1377203, 430577, 860317, 87036]
    net = SparseReLUNetwork(w, b, np.ones(8))
    assert net.active([[1, -1, -1, 1]]).sum() == 5
    assert net.max_active() == net.max_active(enumerate_up_to=0) == (5, 5)


@pytest.mark.parametrize("guessed", [False, True])
@pytest.mark.parametrize("lucky", [False, True])
def test_most_active_returns_k_whatever_the_multipliers(monkeypatch, guessed, lucky):
    """Points that are tried find k at once in small networks, which would hide a lost part."""
    rng = np.random.default_rng(1)

    def guess(part, deadline):
        size = rng.choice([0.0, 1e-3, 1.0, 1e9])
        shapes = part.a.shape[1], len(part.weight), len(part.a), len(part.cliques)
        y, z, multipliers, prices = (rng.random(m) for m in shapes)
        return y, z, multipliers * size, prices * size

    for luck in () if lucky else ("_try", "_walk"):
        monkeypatch.setattr(most_active._Search, luck, lambda *arguments, **options: None)
    if guessed:
        monkeypatch.setattr(most_active, "_relaxation", guess)
    for _ in range(300 if guessed else 80):
        n, s, bits = (int(rng.integers(a, b)) for a, b in ((2, 7), (3, 9), (2, 41)))
        copies = rng.integers(1, 3, s)
        w, b = (np.repeat(part, copies, axis=0) for part in near_ties(rng, n, s, bits))
        k = by_enumeration(w, b)
        for leaf in (0, 3):
            assert search(in_integers(w, b), leaf=leaf) == (k, k), (w.tolist(), b.tolist())


@settings(max_examples=60)
@given(data=st.data())
def test_numbers_of_any_range_and_repeated_neurons(data):
    """Weights times 2^±40, within a neuron and between them: integers beyond int64."""
    n, s = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    number = st.builds(math.ldexp, st.integers(-99, 99), st.sampled_from([-40, 0, 1, 40]))
    w = np.array(
        data.draw(st.lists(st.lists(number, min_size=n, max_size=n), min_size=s, max_size=s))
    )
    x = data.draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=n, max_size=n))
    copies = data.draw(st.lists(st.integers(1, 3), min_size=s, max_size=s))
    b = w @ np.array(x)
    net = SparseReLUNetwork(
        np.repeat(w, copies, axis=0), np.repeat(b, copies), np.ones(sum(copies))
    )
    k = int(net.active(points(n)).sum(axis=1).max())
    assert net.max_active(enumerate_up_to=0) == (k, k)


@pytest.mark.parametrize(("trees", "depth", "n"), [(1, 6, 40), (4, 5, 48), (8, 5, 60)])
def test_wide_forests_are_settled_at_once(trees, depth, n):
    net = forest(trees, depth, n, np.random.default_rng(7))
    assert net.max_active(enumerate_up_to=0, node_limit=1) == (trees, trees)


def dense(n, s, seed=9):
    rng = np.random.default_rng(seed)
    w = rng.integers(-99, 100, (s, n))
    return SparseReLUNetwork(w, 60 * np.sqrt(n) + np.zeros(s), np.ones(s))


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_a_limit_on_parts_leaves_an_honest_interval(limit):
    net = dense(20, 20)
    k, _ = net.max_active()
    lower, upper = net.max_active(enumerate_up_to=2, node_limit=limit)
    assert lower <= k <= upper
    assert lower < upper
    assert net.max_active(enumerate_up_to=2, node_limit=limit) == (lower, upper)
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="node_limit must be a positive number"):
            net.max_active(node_limit=wrong)


def test_enumeration_beyond_the_ranks_is_refused():
    with pytest.raises(ValueError, match="at most 31 coordinates, got 32"):
        SparseReLUNetwork(np.ones((1, 32)), [0], [1]).max_active(enumerate_up_to=40)


def test_short_walks_activate_all_neurons_at_once():
    rng = np.random.default_rng(0)
    for n, s in ((40, 16), (48, 20), (64, 16)):
        w, b = rng.integers(-9, 10, (s, n)), rng.integers(0, 40, s)
        assert SparseReLUNetwork(w, b, np.ones(s)).max_active(node_limit=1) == (s, s)


def test_walks_raise_the_lower_end(monkeypatch):
    network = dense(40, 64)
    with_walks = network.max_active(node_limit=3)
    monkeypatch.setattr(most_active._Search, "_walk", lambda *arguments, **options: None)
    without = network.max_active(node_limit=3)
    assert with_walks[0] > without[0]
    assert with_walks[1] <= without[1]


def test_most_active_returns_in_time_from_points_near_ties(monkeypatch):
    """Decimals, whose sums floats leave in doubt: with 3 seconds it took 249 at s = 2048."""
    monkeypatch.setattr(most_active, "time", SimpleNamespace(monotonic=time.thread_time))
    w = np.random.default_rng(0).integers(-9, 10, (1024, 400)) / 10
    neurons = all_in_integers(w, np.zeros(1024))
    begin = time.thread_time()
    lower, upper = search(neurons, time_limit=1.0)
    assert 0 < lower <= upper <= 1024
    assert time.thread_time() - begin < 2


@pytest.mark.parametrize("largest", [3, 2**70])
def test_sums_of_wide_rows_that_floats_leave_in_doubt(largest):
    """A row of 2^70 beside one of ±1: sums are rounded, and what is near r is decided exactly."""
    rng = np.random.default_rng(8)
    for _ in range(40):
        w = rng.integers(-2, 3, (6, 5)).astype(object)
        w[0] = largest * w[0] + 1
        b = rng.integers(-1, 3, 6).astype(object)
        rows = Counter(map(most_active._covering_row, in_integers(w, b)))
        problem = most_active._Search(rows, 0, math.inf)
        assert problem.kind is (object if largest > 3 else np.int64)
        y = (1 - CUBES[5]) // 2
        problem._try(y)
        assert problem.best == by_enumeration(w, b)


def test_a_search_that_has_no_time_says_what_is_certain():
    w, b = np.ones((300, 40), dtype=int) * np.arange(1, 301)[:, None], np.full(300, 80)
    assert search(in_integers(w, b), time_limit=1e-12) == (0, 298)


def test_max_active_warns_of_a_long_search_once(monkeypatch):
    monkeypatch.setattr("sparseact.network._PATIENCE", -1.0)
    with pytest.warns(UserWarning, match=r"still searching; .* certified in \[\d+, \d+\]") as seen:
        lower, upper = dense(12, 12).max_active(enumerate_up_to=2)
    assert lower == upper
    assert len([w for w in seen if "searching" in str(w.message)]) == 1


def test_max_active_returns_a_good_lower_end_in_a_short_time():
    """Random points have about half of the neurons, and a climb of single flips has many more."""
    rng = np.random.default_rng(31)
    net = SparseReLUNetwork(rng.normal(size=(700, 60)), rng.normal(size=700), np.ones(700))
    lower, upper = net.max_active(time_limit=1.0)
    drawn = net.active(rng.choice([-1, 1], (2000, 60))).sum(axis=1)
    assert drawn.max() + 30 < lower <= upper <= 700
