"""Theorems H, H* and H′, against enumeration, exact fractions and networks by hand."""

import itertools
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from awasthi2024.constructions import rectangles, whole_cube
from awasthi2024.constructions.rectangles import Rectangles
from awasthi2024.constructions.sorted_halves import SortedHalves, explicit_square, growing_sizes
from paperclaims.registry.yaml_files import read_yaml

CONFIG = read_yaml(Path(__file__).resolve().parents[2] / "config/config.yaml")

SMALL = Rectangles(n=3, N=2, h=2, a=2, b=1)


def expected_minimum(trials, probability, b):
    """E min(X, b) as a sum of fractions."""
    return sum(
        min(x, b) * math.comb(trials, x) * probability**x * (1 - probability) ** (trials - x)
        for x in range(trials + 1)
    )


@pytest.mark.parametrize(("trials", "b"), [(1, 1), (5, 2), (12, 7), (30, 40)])
def test_expected_minimum_below_returns_hardly_less(trials, b):
    probability = Fraction(3, 11)
    exact = expected_minimum(trials, probability, b)
    found = rectangles.expected_minimum_below(trials, probability, b)
    assert exact - Fraction(1, 10**60) < found <= exact


def mean_over_all_signs(sizes):
    """m·(mean of the network's Σζh/m) over all signs and all choices of the sets P, exactly."""
    total = Fraction(0)
    matrices = list(itertools.product((1, -1), repeat=sizes.n * sizes.N))
    for entries in matrices:
        signs = np.array(entries).reshape(sizes.n, sizes.N)
        for sign in (1, -1):
            choices = []
            for column in signs.T:
                rows = np.flatnonzero(column == sign).tolist()
                choices.append(list(itertools.combinations(rows, min(sizes.h, len(rows)))))
            number = math.prod(len(choice) for choice in choices)
            for chosen in itertools.product(*choices):
                for rows in itertools.combinations(range(sizes.n), sizes.a):
                    usable = sum(set(rows) <= set(one) for one in chosen)
                    total += Fraction(sizes.a * min(usable, sizes.b), number)
    return total / len(matrices)


@pytest.mark.parametrize(
    "sizes", [SMALL, Rectangles(n=3, N=3, h=1, a=1, b=2), Rectangles(n=4, N=2, h=2, a=2, b=2)]
)
def test_squared_ratio_below_returns_the_mean_over_all_signs(sizes):
    mean = sizes.a * expected_minimum(sizes.N, sizes.probability, sizes.b) * sizes.s
    assert mean == mean_over_all_signs(sizes)
    scale = math.sqrt(sizes.a) + math.sqrt(sizes.b) + 1
    ratio = float(mean) / (scale * math.sqrt(sizes.s * sizes.k * sizes.m))
    found = math.sqrt(rectangles.squared_ratio_below(sizes))
    assert found == pytest.approx(ratio, abs=1e-8)
    assert found <= ratio + 1e-15


def test_build_network_returns_a_network_of_the_class():
    sizes = Rectangles(n=6, N=9, h=3, a=2, b=3)
    rng = np.random.default_rng(3)
    signs = rng.choice([-1, 1], size=(6, 9))
    built = rectangles.build_network(sizes, signs, rng)
    p, q = 1.0, (sizes.b / sizes.a) ** 0.25
    w = np.hstack([built.rows / p, built.columns / q])
    points = [(u, v) for u in range(6) for v in range(9)]
    x = np.zeros((len(points), 15))
    for i, (u, v) in enumerate(points):
        x[i, u], x[i, 6 + v] = p, q
    # A bias a little above 1 keeps rounding from making a neuron active at 0.
    z = x @ w.T - (1 + 1e-9)
    assert (z > 0).sum(axis=1).max() <= sizes.k
    values = np.maximum(z, 0) @ built.u
    # All signs of a rectangle agree.
    assert signs.ravel() @ values == pytest.approx(sizes.a * built.columns.sum(), abs=1e-6)
    assert built.columns.sum(axis=1).max() == sizes.b
    W, R = np.linalg.norm(w, axis=1).max(), np.linalg.norm(x, axis=1).max()
    assert math.sqrt(sizes.a) + math.sqrt(sizes.b) + 1 + 1e-12 >= W * R + 1
    assert len(built.u) == sizes.s


@pytest.mark.parametrize("bad", [{"a": 0}, {"a": 3}, {"h": 4}, {"N": 0}, {"b": 0}])
def test_rectangles_reject_sizes_outside_their_range(bad):
    with pytest.raises(ValueError, match="1 <= a <= h <= n"):
        Rectangles(**{"n": 3, "N": 2, "h": 2, "a": 2, "b": 1, **bad})


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 3), (16, 81), (5, 200)])
def test_scale_above_returns_hardly_more(a, b):
    exact = math.sqrt(a) + math.sqrt(b) + 1
    assert exact - 1e-12 < float(rectangles.scale_above(a, b)) < exact + 1e-12
    if (a, b) == (16, 81):
        assert rectangles.scale_above(a, b) == 14


def test_squared_ratio_for_every_constant_returns_less_than_the_counts():
    """R_S ≥ k/4 against C·M√(sk/m), with s and k as they are and n = 2h, h = a²."""
    for a in (2, 5, 12):
        h, b = a * a, 3
        s, k, m = 2 * math.comb(2 * h, a), math.comb(h - 1, a - 1), 2 * h * b * 2**a
        scale = math.sqrt(a) + math.sqrt(b) + 1
        ratio = (k / 4) / (scale * math.sqrt(s * k / m))
        assert math.sqrt(rectangles.squared_ratio_for_every_constant(a, b)) <= ratio


@pytest.mark.parametrize("q", [1, 2, 3, 4])
def test_moments_return_means_by_enumeration(q):
    signs = np.array(list(itertools.product((1, -1), repeat=4 * q))).reshape(-1, 4, q).sum(axis=2)
    kappa = Fraction(int(np.abs(signs[:, 0]).sum()), len(signs))
    tau = Fraction(int(np.abs(signs[:, 0] + signs[:, 1]).sum()), len(signs))
    joined = np.abs(2 * signs[:, 0] + signs[:, 1] + signs[:, 2]).sum()
    apart = np.abs(signs.sum(axis=1)).sum()
    assert whole_cube.moments(q) == (kappa, Fraction(int(max(joined, apart)), 2 * len(signs)), tau)


def sizes_of_cliques(**changed):
    found = whole_cube.moments(65)
    beta = found.theta + Fraction(1, 20) * (found.tau - found.theta)
    sizes = {"d": 140, "n": 2**77, "q": 65, "through": 15 * 10**12, "limit": 15_045 * 10**9}
    return whole_cube.CliqueSizes(**{**sizes, "beta": beta, **changed})


def test_squared_ratio_below_returns_more_than_1_on_the_whole_cube():
    sizes = sizes_of_cliques()
    assert 2**152 < sizes.m < 2**153
    assert 1 < whole_cube.squared_ratio_below(sizes) < 1.1
    # In floating point, by the display of the conclusion with all its factors.
    d, root = 140, math.sqrt(65)
    kappa, theta, tau = (float(value) / root for value in whole_cube.moments(65))
    beta = float(sizes.beta) / root
    extra = d**3 / ((beta - theta) * (beta - kappa) * beta) ** 2
    mean = sizes.through * sizes.m / math.comb(d, 2)
    share = float(sizes.expected_sets / Fraction(mean))
    assert 0.9 < share < 1
    ratio = (tau - beta) / (math.sqrt(d) + beta) * math.comb(d, 2) * share * mean
    ratio /= math.sqrt(float(sizes.s) * (sizes.limit + extra) * float(sizes.m))
    assert math.sqrt(whole_cube.squared_ratio_below(sizes)) == pytest.approx(ratio, rel=1e-6)


def test_expected_sets_return_less_than_drawn_families():
    """Choose, keep and delete as the proof does, on 14 vertices, and count what is left."""
    n, through, limit, left = 14, 3, 6, []
    beta = sum(whole_cube.moments(3)[1:]) / 2
    sizes = whole_cube.CliqueSizes(3, n, 3, through, limit, beta)
    number = {pair: i for i, pair in enumerate(itertools.combinations(range(n), 2))}
    triples = itertools.combinations(range(n), 3)  # two of them share at most two vertices
    own = np.array([[number[pair] for pair in itertools.combinations(a, 2)] for a in triples])
    rng = np.random.default_rng(3)
    for _ in range(400):
        alike = np.ptp(rng.integers(0, 2, len(number))[own], axis=1) == 0
        kept = own[alike & (rng.random(len(own)) < through * 4 / (n - 2))]
        counts = np.bincount(kept.ravel(), minlength=len(number))
        left.append(len(kept) - np.maximum(counts - limit, 0).sum())
    assert np.mean(left) + 4 * np.std(left) / 20 > float(sizes.expected_sets)
    # So only the last term is lost.
    assert sizes.expected_sets == 91 - Fraction(91 * 3, 4 * 3)


def test_expected_sets_return_the_sum_by_enumeration():
    """Given that one set is kept, add up how likely each other one that shares three is kept."""
    d, n, through = 4, 40, 1
    beta = sum(whole_cube.moments(3)[1:]) / 2
    sizes = whole_cube.CliqueSizes(d, n, 3, through, 2, beta)
    p = Fraction(through * 2 ** (math.comb(d, 2) - 1), math.comb(n - 2, d - 2))
    sharing = Fraction(0)
    for other in itertools.combinations(range(n), d):
        common = sum(v < d for v in other)
        if 3 <= common < d:
            sharing += p * Fraction(2) ** (math.comb(common, 2) - math.comb(d, 2))
    mean = Fraction(through * sizes.m, math.comb(d, 2))
    excess = through * (1 + sharing) / 4
    assert sizes.expected_sets == mean * (1 - sharing) - sizes.m * excess


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"n": 2**60}, "n is too small"),
        ({"limit": 10}, "1 <= through < limit"),
        ({"d": 2}, "3 <= d < n"),
        ({"beta": Fraction(1)}, "beta must be between"),
    ],
)
def test_clique_sizes_reject_sizes_outside_their_range(changed, said):
    with pytest.raises(ValueError, match=said):
        sizes_of_cliques(**changed)


def halves(column):
    """Return all sets P^+ of a column, by every order of its rows within a sign."""
    plus, minus = (np.flatnonzero(column == sign).tolist() for sign in (1, -1))
    orders = itertools.product(itertools.permutations(plus), itertools.permutations(minus))
    return [set([*one, *other][: len(column) // 2]) for one, other in orders]


def correlation(sizes, signs, upper):
    """Return Σζh of the network for these sets P^+, and the most neurons active at a point."""
    total, active = 0, np.zeros(signs.shape, dtype=int)
    everything = set(range(sizes.n))
    for rows in map(set, itertools.combinations(range(sizes.n), sizes.a)):
        for sign in (1, -1):
            own = [half if sign == 1 else everything - half for half in upper]
            usable = [v for v in range(sizes.N) if len(rows & own[v]) >= sizes.agreeing]
            for u, v in itertools.product(rows, usable[: sizes.b]):
                total += sign * int(signs[u, v])
                active[u, v] += 1
    return total, active.max()


def scaled(sizes, mean):
    scale = math.sqrt(sizes.a) + math.sqrt(sizes.b) + 1
    return float(mean) / (scale * math.sqrt(sizes.s * sizes.k * sizes.m))


@pytest.mark.parametrize(
    "sizes",
    [
        SortedHalves(n=4, N=2, h=2, a=2, b=1, agreeing=2),
        SortedHalves(n=4, N=2, h=2, a=1, b=2, agreeing=1),
        SortedHalves(n=6, N=1, h=3, a=3, b=1, agreeing=2),
        SortedHalves(n=6, N=1, h=3, a=2, b=2, agreeing=2),
    ],
)
def test_squared_ratio_below_returns_the_mean_over_all_signs_and_orders(sizes):
    total, most = Fraction(0), 0
    for entries in itertools.product((1, -1), repeat=sizes.m):
        signs = np.array(entries).reshape(sizes.n, sizes.N)
        columns = [halves(column) for column in signs.T]
        number = math.prod(len(found) for found in columns)
        for upper in itertools.product(*columns):
            found, active = correlation(sizes, signs, upper)
            total += Fraction(found, number)
            most = max(most, active)
    assert most == sizes.k
    ratio = scaled(sizes, total / 2**sizes.m)
    assert math.sqrt(rectangles.squared_ratio_below(sizes)) == pytest.approx(ratio, abs=1e-8)


@pytest.mark.parametrize("sample", CONFIG["conjecture_20"]["rectangles"]["halves"][:4])
def test_explicit_square_returns_less_than_the_exact_form(sample):
    h, a, b, N = (sample[key] for key in ("h", "a", "b", "N"))
    sizes = SortedHalves(2 * h, N, h, a, b, sample["agreeing"])
    fitting = SortedHalves(2 * h, N, h, a, math.ceil(N * sizes.probability), sample["agreeing"])
    assert 0.5 * rectangles.squared_ratio_below(fitting) < explicit_square(fitting)
    assert explicit_square(fitting) <= rectangles.squared_ratio_below(fitting)
    with pytest.raises(ValueError, match="Nπ must be at least 1"):
        explicit_square(SortedHalves(2 * h, N, h, a, 1, sample["agreeing"]))


def test_growing_sizes_return_the_stated_growth():
    for g in (2, 3):
        sizes = growing_sizes(g)
        assert math.log(sizes.m) <= g**2 + 36 * math.log(g) + 7.3
        assert math.sqrt(explicit_square(sizes)) >= math.sqrt(2) * g * (1 - 1.5 / g**6)
    with pytest.raises(ValueError, match="at least 2"):
        growing_sizes(1)


@pytest.mark.parametrize("bad", [{"agreeing": 2}, {"agreeing": 5}, {"h": 6}, {"h": 4}, {"a": 0}])
def test_sorted_halves_rejects_sizes_outside_their_range(bad):
    with pytest.raises(ValueError, match="must have"):
        SortedHalves(**{"n": 10, "N": 2, "h": 5, "a": 4, "b": 1, "agreeing": 3, **bad})
