"""Theorem H with biased signs against enumeration; the search against committed rows."""

import itertools
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from read_yaml import read_yaml

from sparseact.rademacher.biased_rectangles import BiasedRectangles
from sparseact.rademacher.rectangle_search import (
    _best,
    _biased_shape,
    _least_points,
    _shape,
    least_rectangles,
)
from sparseact.rademacher.rectangles import Rectangles, squared_ratio_below

ROOT = Path(__file__).resolve().parents[1]
CONFIG = read_yaml(ROOT / "config/config.yaml")
JOB = CONFIG["conjecture_20"]["rectangles"]


def choices(column, h):
    """Return all (P^+, P^−) of a column; none if it is not used."""
    plus, minus = (np.flatnonzero(column == sign).tolist() for sign in (1, -1))
    if min(len(plus), len(minus)) < h:
        return []
    pairs = itertools.product(itertools.combinations(plus, h), itertools.combinations(minus, h))
    return [(set(one), set(other)) for one, other in pairs]


def admissible(rows, own, other, agreeing):
    return rows <= own | other and len(rows & own) >= agreeing


def correlation(sizes, signs, chosen):
    """Return Σζh of the network for these sets, and the most neurons active at a point."""
    total, active = 0, np.zeros(signs.shape, dtype=int)
    for rows in map(set, itertools.combinations(range(sizes.n), sizes.a)):
        for half, sign in enumerate((1, -1)):
            columns = [
                v
                for v, sets in chosen.items()
                if admissible(rows, sets[half], sets[1 - half], sizes.agreeing)
            ][: sizes.b]
            for u, v in itertools.product(rows, columns):
                total += sign * int(signs[u, v])
                active[u, v] += 1
    return total, active.max()


@pytest.mark.parametrize(
    "sizes",
    [
        BiasedRectangles(n=4, N=2, h=2, a=2, b=1, agreeing=2),
        BiasedRectangles(n=5, N=2, h=2, a=2, b=2, agreeing=2),
        BiasedRectangles(n=6, N=1, h=3, a=3, b=1, agreeing=2),
        BiasedRectangles(n=7, N=1, h=3, a=3, b=2, agreeing=2),
    ],
)
def test_it_is_the_mean_over_all_signs_and_sets(sizes):
    total, most = Fraction(0), 0
    for entries in itertools.product((1, -1), repeat=sizes.m):
        signs = np.array(entries).reshape(sizes.n, sizes.N)
        by_column = {v: found for v in range(sizes.N) if (found := choices(signs[:, v], sizes.h))}
        number = math.prod(len(found) for found in by_column.values())
        for sets in itertools.product(*by_column.values()):
            found, active = correlation(sizes, signs, dict(zip(by_column, sets, strict=True)))
            total += Fraction(found, number)
            most = max(most, active)
    mean = total / 2**sizes.m
    assert most == sizes.k
    scale = math.sqrt(sizes.a) + math.sqrt(sizes.b) + 1
    ratio = float(mean) / (scale * math.sqrt(sizes.s * sizes.k * sizes.m))
    assert math.sqrt(squared_ratio_below(sizes)) == pytest.approx(ratio, abs=1e-8)


def test_if_all_signs_must_agree_it_is_the_exact_form_with_fewer_columns():
    biased = BiasedRectangles(n=20, N=500, h=9, a=3, b=60, agreeing=3)
    exact = Rectangles(n=20, N=500, h=9, a=3, b=60)
    assert biased.k == exact.k
    assert biased.gain == exact.gain == 3
    assert 0.3 * exact.probability < biased.probability < exact.probability


@pytest.mark.parametrize("bad", [{"agreeing": 2}, {"agreeing": 5}, {"h": 6}, {"a": 0}])
def test_sizes_outside_their_range(bad):
    with pytest.raises(ValueError, match="allowed are"):
        BiasedRectangles(**{"n": 10, "N": 2, "h": 5, "a": 4, "b": 1, "agreeing": 3, **bad})


# ------------------------------------------------------------------ the search


@pytest.mark.parametrize(
    ("sizes", "shape"),
    [
        (Rectangles(n=7, N=795, h=4, a=2, b=154), _shape(7, 4, 2)),
        (Rectangles(n=26, N=5956, h=13, a=4, b=220), _shape(26, 13, 4)),
        (BiasedRectangles(90, 4000, 40, 8, 300, 7), _biased_shape(90, 40, 8, 7)),
    ],
)
def test_the_ratio_in_floating_point_is_the_certified_one(sizes, shape):
    found, b = _best(shape, sizes.N)
    best = type(sizes)(**{**vars_of(sizes), "b": b})
    assert math.sqrt(squared_ratio_below(best)) == pytest.approx(found, rel=1e-8)
    for other in (b - 1, b + 1):
        worse = type(sizes)(**{**vars_of(sizes), "b": other})
        assert squared_ratio_below(worse) <= squared_ratio_below(best)


def vars_of(sizes):
    return {name: getattr(sizes, name) for name in sizes.__dataclass_fields__}


def test_the_search_finds_a_row_as_good_as_the_smallest_committed_one():
    sample = JOB["samples"][0]
    committed = Rectangles(*(sample[key] for key in ("n", "N", "h", "a", "b")))
    found = least_rectangles(Fraction(str(sample["above"])))
    assert found.m <= committed.m
    assert squared_ratio_below(found) > Fraction(str(sample["above"]))


@pytest.mark.parametrize("sample", JOB["samples"][1:6], ids=lambda sample: str(sample["above"]))
def test_no_neighbour_of_a_committed_row_has_fewer_points(sample):
    n, h, a, ratio = sample["n"], sample["h"], sample["a"], math.sqrt(sample["above"])
    for rows, most, sets in itertools.product(
        (n - 1, n, n + 1), (h - 1, h, h + 1), (a - 1, a, a + 1)
    ):
        points = _least_points(_shape(rows, most, sets), ratio, n * sample["N"])
        assert points > n * (sample["N"] - 1) - 1


@pytest.mark.parametrize("sample", JOB["biased"][:2], ids=lambda sample: str(sample["above"]))
def test_the_committed_rows_of_biased_signs_have_the_least_columns(sample):
    shape = _biased_shape(*(sample[key] for key in ("n", "h", "a", "agreeing")))
    m = sample["n"] * sample["N"]
    assert _least_points(shape, math.sqrt(sample["above"]), 2 * m) == pytest.approx(m, rel=1e-5)


def test_a_squared_ratio_below_1_is_refused_in_one_sentence():
    script = ROOT / "workflow/sparse_activations/search_rectangles.py"
    for text in ("0.5", "much"):
        ran = subprocess.run(
            [sys.executable, str(script), text], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 1
        assert ran.stderr.startswith(f"search_rectangles: {text!r} is no squared ratio")
        assert ran.stderr.count("\n") == 1


def test_sizes_that_are_not_found(monkeypatch):
    monkeypatch.setattr("sparseact.rademacher.rectangle_search._candidates", lambda ratio: [])
    with pytest.raises(ValueError, match="no sizes were found"):
        least_rectangles(Fraction(9))
