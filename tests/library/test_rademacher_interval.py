"""Certified Rademacher intervals, against a mixed-integer solver and exact enumerations."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_fractions import correlation
from pyscipopt import Model, quicksum
from scipy import optimize

from sparseact.cube import points as cube_points
from sparseact.rademacher import (
    neuron,
    outwards,
    packing,
    rademacher_interval,
    rademacher_upper_end,
    supremum,
)
from sparseact.rademacher.clock import Clock
from sparseact.rademacher.suprema import threshold_sets
from sparseact.randomness import generator

BIASES = (0.0, 0.01, 0.2, 1.0, 20.0)


def drawn_points(rng, m, n):
    kind = rng.integers(4)
    if kind == 0:
        return rng.standard_normal((m, n))
    if kind == 1:
        return rng.choice([-1.0, 1.0], (m, n))
    if kind == 2:
        return rng.integers(-2, 3, (m, n)).astype(float)
    return rng.standard_normal((m, n)) + 3


def drawn_problem(rng, most=5):
    m, n = int(rng.integers(1, most + 1)), int(rng.integers(1, 4))
    s = int(rng.integers(1, 4))
    limits = {"s": s, "k": int(rng.integers(1, s + 1)), "W": 1.5, "B": float(rng.choice(BIASES))}
    return drawn_points(rng, m, n), rng.choice([-1, 1], m), limits


# ------------------------------------------------ an independent method


def scip_bounds(x, signs, s, k, W, B, rows=None):
    """Return SCIP's (primal, dual) bounds: activity per neuron and row in binaries, big-M.

    `rows` are the points where sparsity is asked; the sample unless given.
    """
    rows = x if rows is None else np.concatenate([x, rows])
    model = Model()
    model.hideOutput()
    model.setParam("limits/gap", 1e-5)
    reach = W * np.linalg.norm(rows, axis=1) + B
    objective, active = [], []
    for _ in range(s):
        w = [model.addVar(lb=-W, ub=W) for _ in range(x.shape[1])]
        b = model.addVar(lb=-B, ub=B)
        model.addCons(quicksum(v * v for v in w) <= W * W)
        positive = model.addVar(vtype="B")
        active.append([model.addVar(vtype="B") for _ in rows])
        for i, (row, r) in enumerate(zip(rows.tolist(), reach.tolist(), strict=True)):
            z = quicksum(t * v for t, v in zip(row, w, strict=True)) - b
            a = active[-1][i]
            model.addCons(z <= r * a)
            if i >= len(x):
                continue
            h, y = model.addVar(lb=0, ub=r), model.addVar(lb=-r, ub=r)
            model.addCons(h >= z)
            model.addCons(h <= z + 2 * r * (1 - a))
            model.addCons(h <= r * a)
            model.addCons(y <= h)
            model.addCons(y >= -h)
            model.addCons(y <= -h + 2 * r * positive)
            model.addCons(y >= h - 2 * r * (1 - positive))
            objective.append(int(signs[i]) * y)
    for i in range(len(rows)):
        model.addCons(quicksum(neuron[i] for neuron in active) <= k)
    total = model.addVar(lb=None)
    model.addCons(total <= quicksum(objective))
    model.setObjective(total, "maximize")
    model.optimize()
    return model.getPrimalbound(), model.getDualbound()


@pytest.mark.parametrize("batch", range(6))
def test_a_mixed_integer_solver_agrees(batch):
    rng = generator(11, "scip", batch)
    for trial in range(11):
        x, signs, limits = drawn_problem(rng, most=4)
        limits["B"] = float(rng.choice([0.0, 0.2, 1.0]))
        sparsity, rows = "sample", None
        if trial % 4 == 3:
            x = rng.choice([-1.0, 1.0], (len(x), min(x.shape[1], 2)))
            sparsity, rows = "cube", cube_points(x.shape[1]).astype(float)
        ours = supremum(x, signs, **limits, sparsity=sparsity)
        primal, dual = scip_bounds(x, signs, **limits, rows=rows)
        # SCIP meets constraints to 1e-6, each with a weight of at most 2·reach here.
        room = 1e-4 * (1 + dual)
        assert dual - primal <= room
        assert ours.upper - ours.lower <= 1e-5 * (1 + dual)
        assert primal - room <= ours.upper
        assert ours.lower <= dual + room


# ---------------------------------------------------- published numbers


@pytest.mark.parametrize(("m", "B", "ratio"), [(4, 0.19, 1.0234), (8, 0.23, 1.0899)])
def test_ratios_to_the_conjecture_on_orthonormal_points(m, B, ratio):
    found = rademacher_interval(np.eye(m), s=2, k=1, W=1, B=B)
    assert (found.n_signs, found.exhaustive, found.sampling_halfwidth) == (2**m, True, 0.0)
    bound = (1 + B) * math.sqrt(2 / m)
    assert ratio <= found.lower / bound <= found.upper / bound < ratio + 2e-4
    assert len(found.networks) == m // 2 + 1


# ------------------------------------------------------- the lower end


def assert_confirmed(x, found, rows=None, **limits):
    """Confirm the lower end in rationals from the networks alone."""
    total = sum(
        weight * correlation(network, signs, x, **limits, rows=rows)
        for signs, weight, network in found.networks
    )
    assert sum(weight for _, weight, _ in found.networks) == found.n_signs
    assert found.lower <= total / (len(x) * found.n_signs) <= found.upper


@pytest.mark.parametrize("seed", range(30))
def test_networks_confirm_the_lower_end(seed):
    rng = generator(14, "confirm", seed)
    x, _, limits = drawn_problem(rng, most=6)
    found = rademacher_interval(x, **limits)
    assert_confirmed(x, found, **limits)
    assert found.upper - found.lower <= 0.01 * found.upper + 1e-6


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("B", [0, 0.5])
def test_networks_confirm_the_lower_end_on_the_cube(n, B):
    # At B = 0 opposite vertices outside the active set ask for pre-activations of exactly 0.
    x, limits = cube_points(n), {"s": 3, "k": 1, "W": 1, "B": B}
    found = rademacher_interval(x, **limits, sparsity="cube")
    assert_confirmed(x, found, **limits, rows=x)
    assert found.upper - found.lower <= 1e-5


def test_networks_confirm_the_lower_end_for_drawn_signs():
    """On a cube of four coordinates, and beyond sixteen points."""
    rng = generator(15, "drawn")
    limits = {"s": 4, "k": 2, "W": 1, "B": 1}
    x = rng.choice([-1, 1], (7, 4))
    found = rademacher_interval(x, **limits, sparsity="cube", signs=3, rng=rng)
    assert_confirmed(x, found, **limits, rows=cube_points(4))
    free = rademacher_interval(x, **limits, signs=[row for row, _, _ in found.networks])
    assert found.lower <= free.upper
    assert found.upper - found.lower <= 1e-4
    x = rng.normal(size=(20, 2))
    found = rademacher_interval(x, **limits, signs=3, rng=rng)
    assert_confirmed(x, found, **limits)
    assert found.lower > 0


def test_points_without_a_float_that_is_orthogonal_to_them():
    # Opposite points, B = 0, k = 1: a neuron inactive at both needs ⟨w, x⟩ = 0 exactly.
    rng = generator(16, "opposite")
    x = rng.standard_normal((2, 3))
    x = np.concatenate([x, -x, rng.standard_normal((2, 3))])
    limits = {"s": 4, "k": 1, "W": 1, "B": 0}
    assert_confirmed(x, rademacher_interval(x, **limits), **limits)


# ---------------------------------------------------------- properties


@st.composite
def problems(draw):
    return drawn_problem(generator(draw(st.integers(0, 10**6)), "property"))


@settings(max_examples=40)
@given(problems())
def test_the_supremum_grows_with_the_class(problem):
    x, signs, limits = problem
    here = supremum(x, signs, **limits)
    assert 0 <= here.lower <= here.upper
    for change in ({"s": limits["s"] + 1}, {"W": 2 * limits["W"]}, {"B": 2 * limits["B"] + 0.1}):
        assert here.lower <= supremum(x, signs, **limits | change).upper
    if limits["k"] < limits["s"]:
        assert here.lower <= supremum(x, signs, **limits | {"k": limits["k"] + 1}).upper


@settings(max_examples=40)
@given(problems(), st.integers(0, 1000))
def test_the_supremum_is_homogeneous_and_invariant(problem, seed):
    x, signs, limits = problem
    rng = generator(seed, "invariance")
    here = supremum(x, signs, **limits)
    room = 1e-4 * (1 + here.upper)

    def same(other, factor=1.0):
        assert factor * here.lower <= other.upper + room
        assert other.lower <= factor * here.upper + room

    same(supremum(x, signs, **limits | {"W": 3 * limits["W"], "B": 3 * limits["B"]}), 3.0)
    same(supremum(x, -signs, **limits))
    order = rng.permutation(len(x))
    same(supremum(x[order], signs[order], **limits))
    rotation = np.linalg.qr(rng.standard_normal((x.shape[1], x.shape[1])))[0]
    same(supremum(x @ rotation, signs, **limits))
    # The same points in a larger space.
    wide = np.linalg.qr(rng.standard_normal((8, 8)))[0][: x.shape[1]]
    same(supremum(x @ wide, signs, **limits))


@pytest.mark.parametrize(
    ("x", "sparsity"),
    [
        (np.eye(5), "sample"),
        (np.eye(4) + 1, "sample"),
        ([[1, 0], [1, 0], [1, 0], [0, 2], [0, 2]], "sample"),
        ([[1, 2], [1, 2], [-1, 1], [0.5, 0.25]], "sample"),
        (cube_points(2), "cube"),
        ([[1, 1], [1, 1], [1, -1], [-1, 1]], "cube"),
        (cube_points(3)[[0, 1, 2, 4]], "cube"),
        (cube_points(3)[[0, 1, 2, 7]], "cube"),
    ],
)
@pytest.mark.parametrize("k", [1, 2])
def test_symmetry_leaves_the_mean_as_it_is(x, sparsity, k):
    m, limits = len(x), {"s": 3, "k": k, "W": 1, "B": 0.3}
    found = rademacher_interval(x, **limits, sparsity=sparsity)
    every = list(itertools.product([-1, 1], repeat=m))
    plain = rademacher_interval(x, **limits, sparsity=sparsity, signs=every)
    assert found.n_signs == plain.n_signs == 2**m
    assert len(found.networks) < len(plain.networks)
    assert found.lower <= plain.upper
    assert plain.lower <= found.upper
    assert found.upper - found.lower < 1e-5
    assert math.isnan(plain.sampling_halfwidth)


def test_a_near_symmetry_is_none():
    x = np.array([[1, 0], [0, 1 + 2**-40], [-1, 0.5]])
    assert len(rademacher_interval(x, s=2, k=1, W=1, B=0.3).networks) == 4


def test_neurons_beyond_those_that_fit_leave_the_upper_end():
    points = [[1, 1, 1], [1, -1, 1], [-1, 1, 1], [-1, -1, 1], [1, 1, -1]]
    few, many = (supremum(points, [1, -1, 1, 1, -1], s=s, k=1, W=1, B=1) for s in (5, 10**6))
    assert many.upper == pytest.approx(few.upper, rel=1e-6)


def test_drawn_signs():
    x, limits = np.eye(9) * 2, {"s": 3, "k": 2, "W": 1, "B": 0.5}
    found = rademacher_interval(x, **limits, signs=40, rng=generator(1, "signs"))
    again = rademacher_interval(x, **limits, signs=40, rng=generator(1, "signs"))
    assert (found.n_signs, found.exhaustive) == (40, False)
    assert found[:5] == again[:5]
    # |h(x_i)| ≤ 2·2.5, so the maximum has bounded differences 10/9.
    assert found.sampling_halfwidth == pytest.approx(
        math.sqrt(9 * (10 / 9) ** 2 * math.log(2 / 0.001) / (2 * 40)), rel=1e-12
    )
    every = rademacher_interval(x, **limits)
    assert every.lower <= found.upper + found.sampling_halfwidth
    assert found.lower - found.sampling_halfwidth <= every.upper


def test_threshold_sets_of_the_cube():
    assert [int(threshold_sets(n).sum()) for n in (1, 2, 3, 4)] == [4, 14, 104, 1882]


# -------------------------------------------------- size and conditioning


@pytest.mark.parametrize(
    ("m", "n", "s", "k"), [(16, 4, 4, 1), (14, 4, 5, 1), (13, 13, 4, 2), (12, 3, 6, 3)]
)
def test_many_points(m, n, s, k):
    rng = generator(17, "many", m)
    x, signs = rng.standard_normal((m, n)), rng.choice([-1, 1], m)
    found = supremum(x, signs, s=s, k=k, W=1, B=0.4)
    assert found.upper - found.lower <= 0.01 * found.upper


@pytest.mark.parametrize("B", [0, 1e-6, 1e-3, 0.01, 0.1, 1e3, 1e6])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_any_ratio_of_bias_to_weights(B, n):
    rng = generator(18, "bias", n)
    x, signs = rng.standard_normal((8, n)), rng.choice([-1, 1], 8)
    found = supremum(x, signs, s=3, k=1, W=1, B=B)
    assert found.upper - found.lower <= 0.01 * found.upper


@pytest.mark.parametrize("B", [1e-50, 1e-30, 1e-20])
def test_a_tiny_bias_takes_nothing_away(B):
    x, signs = cube_points(3), [-1, -1, 1, 1, 1, -1, -1, -1]
    least = supremum(x, signs, s=3, k=1, W=1, B=0).lower
    assert supremum(x, signs, s=3, k=1, W=1, B=B).lower >= least * (1 - 1e-12)


@pytest.mark.parametrize("B", [0, 1e-50, 1e50])
@pytest.mark.parametrize("W", [1e-50, 1e50])
def test_networks_of_the_smallest_and_largest_numbers(W, B):
    x = [[1, 1], [1, -1], [1e-45, 0], [0, -1]]
    lower, upper, network = supremum(x, [1, -1, 1, 1], s=3, k=2, W=W, B=B)
    assert lower <= upper
    assert lower <= network(x) @ [1, -1, 1, 1] * (1 + 1e-9)


# ------------------------------------------------------- hostile numbers


def near_ties(rng, m):
    """Values of sets, never below a subset's, that differ by parts in 2^40, times 2^±40."""
    values = np.zeros(1 << m)
    for a in range(1, 1 << m):
        subsets = max(values[a ^ (1 << i)] for i in range(m) if a >> i & 1)
        fresh = float(rng.integers(1, 4)) + float(rng.integers(-2, 3)) * 2.0**-40
        values[a] = max(subsets, fresh * a.bit_count() / (1 + float(rng.integers(0, 3))))
    return values * 2.0 ** float(rng.choice([-40, 0, 40]))


@pytest.mark.parametrize("prices", ["solved", "random", "none", "broken"])
@pytest.mark.parametrize("seed", range(6))
def test_packing_is_bounded_whatever_the_prices(seed, prices, monkeypatch):
    """The exact best of all multisets in fractions is never above the upper end."""
    rng = generator(22, "prices", seed)
    m, s = int(rng.integers(2, 4)), int(rng.integers(2, 5))
    k = int(rng.integers(1, s + 1))
    values = near_ties(rng, m)
    exact = [Fraction(v) for v in values.tolist()]
    best = max(
        sum((exact[a] for a in sets), Fraction(0))
        for sets in itertools.combinations_with_replacement(range(1 << m), s)
        if all(sum(a >> i & 1 for a in sets) <= k for i in range(m))
    )
    needed = values > 0
    solve = optimize.linprog

    def changed(*args, **kwargs):
        solution = solve(*args, **kwargs)
        marginals = solution.ineqlin.marginals
        if prices == "random":
            marginals[:] = -rng.random(m + 1) * values.max() * 3
        elif prices == "none":
            solution.ineqlin.marginals = None
        elif prices == "broken":
            marginals[:] = rng.choice([math.nan, math.inf, -math.inf, -1e300, 1.0], m + 1)
        return solution

    monkeypatch.setattr(optimize, "linprog", changed)
    for quick, nodes in ((20_000, 0), (0, 20_000_000), (0, 5)):
        monkeypatch.setattr(packing, "_QUICK_NODES", quick)
        monkeypatch.setattr(packing, "_NODES", nodes)
        upper, sets = packing.Packing(m, s, k, Clock())(values, needed)
        total = sum((exact[a] for a in sets), Fraction(0))
        assert total <= best <= upper < math.inf
        if quick or (nodes > 5 and prices == "solved"):
            assert upper * (1 - 1e-7) <= best <= float(total) * (1 + 1e-7)
        assert len(sets) <= s
        assert all(sum(a >> i & 1 for a in sets) <= k for i in range(m))


@pytest.mark.parametrize("scale", [2.0**-40, 1.0, 2.0**40])
@pytest.mark.parametrize("seed", range(4))
def test_intervals_at_repeated_and_nearly_equal_points(seed, scale, monkeypatch):
    """The lower end is attained in fractions; random dual points leave a valid upper end."""
    rng = generator(23, "hostile", seed)
    x = rng.integers(-2, 3, (4, 3)).astype(float)
    x[2] = x[0]
    x[3] = x[1] * (1 + 2.0**-50) if seed % 2 else -x[1]
    x[:, 0] *= 2.0**-30
    x, signs = x * scale, rng.choice([-1, 1], 4)
    k, B = int(rng.integers(1, 4)), float(rng.choice([0, 0.5]))
    limits = {"s": 3, "k": k, "W": 1 / scale, "B": B}
    found = supremum(x, signs, **limits)
    total = correlation(found.network, signs, x, **limits)
    assert found.lower <= total <= found.upper
    solve = neuron._solve_all

    def spoilt(*args):
        largest = solve(*args)
        args[-1][:] = rng.normal(size=args[-1].shape) * rng.choice([0.0, 1e-3, 1.0, 1e6])
        return largest

    monkeypatch.setattr(neuron, "_solve_all", spoilt)
    assert total <= supremum(x, signs, **limits).upper


# -------------------------------------------------------------- errors

GOOD = {"s": 2, "k": 1, "W": 1.0, "B": 0.5}


@pytest.mark.parametrize(
    ("points", "change", "message"),
    [
        ([[1.0, math.nan]], {}, "points must be finite; row 0 holds nan in column 1"),
        (np.empty((0, 2)), {}, "points must have shape (m, n) with m, n of at least 1, got (0, 2)"),
        ([["a"]], {}, "points must hold real numbers, got <U1"),
        ([[1e51]], {}, "points, W and B must be 0 or between 1e-50 and 1e50"),
        ([[1.0]], {"s": 0}, "s must be an integer of at least 1, got 0"),
        ([[1.0]], {"k": 3}, "k must be at most s = 2, the number of neurons, got 3"),
        ([[1.0]], {"W": -1}, "W must be a finite number of at least 0, got -1.0"),
        ([[1.0]], {"W": np.ones(2)}, "W must be a finite number of at least 0, got [1.0, 1.0]"),
        ([[1.0]], {"B": 10**400}, "B holds a number beyond the range of floats"),
        ([[1.0], [1.0, 2.0]], {}, "points must be an array, with all rows of one length"),
        (np.eye(2), {"signs": [[1, 1], [1]]}, "signs must be an array, with all rows of one"),
        (np.eye(2), {"signs": [1, -1]}, "not (2,); write one row signs=[row]"),
        (np.eye(2), {"s": 10**9}, "1 networks of s = 1000000000 neurons in 2 dimensions do not"),
        ([[1.0]], {"sparsity": "all"}, 'sparsity must be "sample" or "cube", got \'all\''),
        ([[0.5]], {"sparsity": "cube"}, 'with sparsity="cube" all points must be ±1'),
        (np.eye(2), {"time_limit": 0}, "time_limit must be a positive number of seconds, got 0"),
        (
            [[1.0]],
            {"signs": 0},
            "signs must be None, an integer from 1 to 16777216 for m = 1 points",
        ),
        (np.eye(8), {"signs": 10**8}, "an integer from 1 to 2097152 for m = 8 points or an array"),
        ([[1.0]], {"signs": [[1, -1]]}, "signs must have m = 1 columns and at least one row"),
        ([[1.0]], {"signs": [[2]]}, "signs must be ±1"),
    ],
)
def test_bad_input_gives_one_sentence(points, change, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        rademacher_interval(points, **GOOD | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("points", "change", "message"),
    [
        (np.ones((1, 5)), {"sparsity": "cube"}, 'n at most 4 for sparsity="cube"'),
        (np.eye(17), {}, "at most 16 distinct ones, 18 if k = s"),
        (np.arange(13)[:, None] ** 2, {}, "all signs of these m = 13 points make 4096 classes"),
        (np.eye(19), {"k": 2}, "at most 16 distinct ones, 18 if k = s"),
    ],
)
def test_the_upper_end_alone_has_a_reach_of_points(points, change, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        rademacher_upper_end(points, **GOOD | change)


@pytest.mark.parametrize("signs", [[[1, 1]], [1], 1])
def test_one_sign_vector_has_one_axis(signs):
    message = re.escape("signs must have shape (m,) = (2,), got")
    with pytest.raises(ValueError, match=message):
        supremum(np.eye(2), signs, **GOOD)


@pytest.mark.parametrize("value", [1.0, 0.5, 0.2, 9.9995, 1234567.0, 3.3e-5])
def test_rounding_outwards_hides_where_the_solver_stopped(value):
    ends = {
        outwards(value * (1 - low * 1e-7), value * (1 + high * 1e-7))
        for low in range(3)
        for high in range(3)
    }
    ((low, high),) = ends
    assert low < value < high
    assert high - low < 2.1e-4 * value


def test_rounding_outwards_keeps_five_digits_and_zero():
    assert outwards(0.123454, 0.123457) == (0.12345, 0.12346)
    assert outwards(1.23454, 345.674) == (1.23, 345.68)
    assert outwards(0.0, 0.0) == (0.0, 0.0)
    assert outwards(0.0, 1.00005)[0] == 0.0
