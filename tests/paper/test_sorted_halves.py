"""Theorem H* against enumeration."""

import itertools
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from awasthi2024.constructions.rectangles import squared_ratio_below
from awasthi2024.constructions.sorted_halves import SortedHalves, explicit_square, growing_sizes
from paperclaims.registry.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parents[2]
CONFIG = read_yaml(ROOT / "config/config.yaml")
JOB = CONFIG["conjecture_20"]["rectangles"]


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
    assert math.sqrt(squared_ratio_below(sizes)) == pytest.approx(ratio, abs=1e-8)


@pytest.mark.parametrize("sample", JOB["halves"][:4], ids=lambda sample: str(sample["above"]))
def test_explicit_square_returns_less_than_the_exact_form(sample):
    h, a, b, N = (sample[key] for key in ("h", "a", "b", "N"))
    sizes = SortedHalves(2 * h, N, h, a, b, sample["agreeing"])
    fitting = SortedHalves(2 * h, N, h, a, math.ceil(N * sizes.probability), sample["agreeing"])
    assert 0.5 * squared_ratio_below(fitting) < explicit_square(fitting)
    assert explicit_square(fitting) <= squared_ratio_below(fitting)
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
