"""Certified ends beyond the reach of suprema over all points, and when the time is over."""

import itertools
import math
import time

import numpy as np
import pytest
from in_fractions import correlation

from sparseact.rademacher import interval, rademacher_interval, supremum
from sparseact.rademacher import parts as parts_module
from sparseact.rademacher.parts import Clock, Parts, closed_ends
from sparseact.randomness import generator

CLASSES = [(1, 1), (3, 1), (3, 2), (2, 2)]


def over(limit=None):
    """Return a clock whose time is over after so many steps."""
    clock = Clock()
    count = itertools.count()
    has_time = clock.has_time

    def stopped():
        clock.over = clock.over or next(count) >= (math.inf if limit is None else limit)
        return has_time()

    clock.has_time = stopped
    return clock


@pytest.mark.parametrize(("s", "k"), CLASSES)
@pytest.mark.parametrize("seed", range(4))
def test_parts_hold_the_interval_of_all_points(s, k, seed, monkeypatch):
    """Within reach, where the exact method tells: the ends from parts enclose it."""
    monkeypatch.setattr(parts_module, "_PART", 3)
    rng = generator(seed, "parts", s, k)
    x = rng.normal(size=(7, 1 + seed % 3))
    limits = {"s": s, "k": k, "W": 1.5, "B": (0.0, 0.3, 2.0, 0.1)[seed]}
    exact = rademacher_interval(x, **limits)
    for clock in (over(), over(1), over(0)):
        lower, upper = Parts(x, **limits).mean(clock)
        assert 0 < lower <= exact.upper
        assert exact.lower <= upper
    signs = rng.choice([-1, 1], (6, 7))
    exact = [rademacher_interval(x, **limits, signs=[row]) for row in signs]
    for clock in (over(), over(4), over(0)):
        rough = Parts(x, **limits).suprema(signs, clock)
        for one, found in zip(exact, rough, strict=True):
            assert found.lower <= 7 * one.upper
            assert 7 * one.lower <= found.upper


@pytest.mark.parametrize(("s", "k"), CLASSES)
def test_one_part_of_all_points_has_their_upper_end(s, k):
    x, signs = generator(4, "one part").normal(size=(5, 2)), np.array([1, -1, 1, 1, -1])
    limits = {"s": s, "k": k, "W": 1, "B": 0.3}
    parts = Parts(x, **limits, size=5)
    (found,) = parts.suprema(signs[None], Clock())
    assert found.upper == pytest.approx(supremum(x, signs, **limits).upper, rel=1e-9)


def orthonormal_supremum(plus, minus, s, k):
    """Return the supremum at W = 1 and B = 0 on unit vectors with so many signs of each kind.

    A neuron on a of them is worth √a, so t neurons are best on nearly equal sets.
    """

    def best(p, t):
        each, left = divmod(p * min(k, t), max(t, 1))
        return (t - left) * math.sqrt(each) + left * math.sqrt(each + 1)

    return max(best(plus, t) + best(minus, s - t) for t in range(s + 1))


@pytest.mark.parametrize(("m", "s", "k"), [(17, 2, 1), (24, 4, 2), (40, 3, 3), (1200, 2, 1)])
def test_orthonormal_points_whose_complexity_is_known(m, s, k):
    lower, upper = Parts(np.eye(m), s, k, 1.0, 0.0).mean(Clock())
    mean = sum(math.comb(m, p) / 2**m * orthonormal_supremum(p, m - p, s, k) for p in range(m + 1))
    exact = mean / m
    assert lower <= exact <= upper
    assert lower >= 0.35 * exact * math.sqrt(k / s)
    assert upper <= min(k, 3.6 * math.sqrt(s * k * math.log(2 * m) / m)) * (1 + 1e-9)


@pytest.mark.parametrize("m", [1, 2, 5, 8])
def test_closed_ends_are_at_most_k_times_one_neurons_mean(m):
    """At W = 0 a neuron is a constant, so the lower end is k·B·E|Σζ|/m; at B = 0 see Khinchine."""
    x, signs = (
        generator(4, "norms").normal(size=(m, 3)),
        np.array([*itertools.product((-1, 1), repeat=m)]),
    )
    lower, _ = closed_ends(x, 3, 2, 0.0, 0.5)
    assert lower == pytest.approx(np.abs(signs.sum(axis=1)).mean() / m, rel=1e-9)
    lower, _ = closed_ends(x, 4, 2, 1.0, 0.0)
    assert lower <= np.linalg.norm(signs @ x, axis=1).mean() / m * (1 + 1e-9)


def test_beyond_the_reach_there_is_an_interval():
    limits = {"s": 2, "k": 1, "W": 1, "B": 1}
    rng = generator(5, "reach")
    for x, more in (
        (np.eye(17), {}),
        (np.arange(13)[:, None] ** 2, {}),
        (rng.choice([-1, 1], (6, 5)), {"sparsity": "cube"}),
    ):
        found = rademacher_interval(x, **limits, **more)
        assert 0 < found.lower < found.upper
        assert (found.n_signs, found.exhaustive) == (2 ** len(x), False)
        assert found.networks == []
    # More sparsity is asked on the cube, so its supremum is at most the sample's.
    x = rng.choice([-1, 1], (6, 5))
    sample = rademacher_interval(x, **limits)
    cube = rademacher_interval(x, **limits, sparsity="cube")
    assert cube.lower <= sample.upper


@pytest.mark.parametrize("signs", [None, 30])
def test_the_interval_is_valid_when_the_time_is_over(signs, monkeypatch):
    x, limits = generator(6, "time").normal(size=(6, 2)), {"s": 3, "k": 2, "W": 1, "B": 0.5}
    whole = rademacher_interval(x, **limits, signs=signs, rng=1)
    for steps in (0, 3, 25):
        clock = over(steps)
        monkeypatch.setattr(interval, "Clock", lambda *_: clock)  # noqa: B023
        found = rademacher_interval(x, **limits, signs=signs, rng=1)
        assert found.lower <= whole.lower <= whole.upper <= found.upper
        assert found.n_signs == whole.n_signs
    monkeypatch.undo()
    assert rademacher_interval(x, **limits, signs=signs, rng=1, time_limit=1e9)[:5] == whole[:5]
    assert rademacher_interval(np.eye(20), **limits, time_limit=1e-9).lower > 0


@pytest.mark.parametrize("m", [17, 20, 21, 24, 40])
@pytest.mark.parametrize("limit", [None, 1e-9, 1.0])
def test_supremum_encloses_that_of_orthonormal_points(m, limit):
    signs = np.where(np.arange(m) % 3 == 0, 1, -1)
    limits = {"s": 2, "k": 1, "W": 1.5, "B": 0}
    found = supremum(np.eye(m), signs, **limits, time_limit=limit)
    true = 1.5 * orthonormal_supremum((signs == 1).sum(), (signs == -1).sum(), 2, 1)
    assert 0 < found.lower <= true * (1 + 1e-12)
    assert true * (1 - 1e-12) <= found.upper
    if m <= 20 and limit is None:
        assert found.upper <= found.lower * (1 + 1e-5)
    assert found.lower <= correlation(found.network, signs, np.eye(m), **limits)


@pytest.mark.parametrize("sparsity", ["sample", "cube"])
@pytest.mark.parametrize("steps", [0, 1, 4, None])
def test_stages_hold_the_supremum_of_all_points(sparsity, steps, monkeypatch):
    """All stages of a small problem, cut off after so many steps, enclose its supremum."""
    monkeypatch.setattr(parts_module, "_STAGES", (2, 3, 5))
    rng = generator(5, "stages")
    x = rng.choice([-1.0, 1.0], (9, 3 if sparsity == "cube" else 4))
    signs, limits = rng.choice([-1, 1], 9), (3, 2, 1.5, 0.3)
    s, k, W, B = limits
    exact = supremum(x, signs, s=s, k=k, W=W, B=B, sparsity=sparsity)
    clock = over(steps)
    monkeypatch.setattr(type(clock), "left", 1e9)
    found = parts_module.one_supremum(x, signs, limits, sparsity, clock)
    assert found.lower <= exact.upper
    assert exact.lower <= found.upper
    if steps is None:
        first = next(iter(Parts(x, *limits, 2).suprema(signs[None], over())))
        assert found.upper < first.upper


@pytest.mark.parametrize(
    ("m", "s", "k", "given"),
    [
        (13, 24, 18, None),
        (16, 20, 9, 6),
        (90, 24, 18, None),
        (1000, 10, 3, None),
        (20, 2, 1, "one"),
    ],
)
def test_a_time_limit_is_kept(m, s, k, given):
    """Packings of many neurons and an eigenvalue of 1000 points take minutes, 20 points 10 s.

    What is not solved has proved ends.
    """
    limit = 0.1 if given == "one" else 1
    x = generator(7, "time limit", m).normal(size=(m, 3))
    limits = {"s": s, "k": k, "W": 1, "B": 0.25, "time_limit": limit}

    def bounded(x):
        if given == "one":
            return supremum(x, np.resize([1, -1, -1], len(x)), **limits)
        return rademacher_interval(x, **limits, signs=given, rng=2)

    bounded(x[:5])  # compiles
    begin = time.process_time()
    found = bounded(x)
    assert time.process_time() - begin < limit + (0.9 if given == "one" else 2)
    # 0 where a busy machine has left no time for any supremum.
    assert 0 <= found.lower < found.upper
    assert given == "one" or not found.exhaustive


def test_supremum_rejects_a_time_limit_of_0():
    with pytest.raises(ValueError, match="time_limit must be a positive number of seconds"):
        supremum(np.eye(2), [1, 1], s=2, k=1, W=1, B=0.5, time_limit=0)
