"""The bounds of Section 5 against enumeration, fractions, decimals and limits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction as F
from itertools import combinations, product

import numpy as np
import pytest

from sparseact import bounds
from sparseact.bounds import Root


def decimal_log(value: F) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).ln()


def close(value: float, expected: Decimal) -> bool:
    return abs(Decimal(value) - expected) <= Decimal("1e-14") * abs(expected)


@pytest.mark.parametrize(
    ("n", "s", "k", "m", "R", "W", "B"),
    [(1, 2, 1, 2, 1, 1, 0), (3, 8, 2, 50, 2, F(1, 2), F(1, 4)), (2, 5, 5, 7, F(3, 2), 4, 1)],
)
def test_complexities_against_decimals(n, s, k, m, R, W, B):
    with localcontext() as context:
        context.prec = 50
        M = F(W) * F(R) + F(B)
        top = Decimal(M.numerator) / Decimal(M.denominator)
        conjecture = top * (Decimal(s * k) / m).sqrt()
        assert close(bounds.conj_20(s, k, m, R, W, B), conjecture)
        printed = bounds.theorem_19(n, s, m, R, W, B)
        assert printed == bounds.eq_15(n, s, 1, m, R, W, B)
        log = decimal_log(F(2 * m))
        closed = min(Decimal("2.27") * Decimal(n).sqrt(), Decimal("3.6")) * conjecture * log.sqrt()
        assert close(bounds.theorem_19_closed(n, s, k, m, R, W, B), closed)
        dense = top * s / Decimal(m).sqrt()
        assert close(bounds.dense_rademacher(s, m, R, W, B), dense)
        assert close(bounds.dense_rademacher_sharp(s, m, R, W, B), dense * 3 / 2)


def test_roots_and_constants_go_through():
    assert bounds.conj_20(4, 1, 4, Root(4), 1, 1) == 3.0
    assert bounds.conj_20(4, 1, 4, Root(4), 1, 1, constant=2) == 6.0
    assert bounds.eq_15(1, 4, 2, 8, Root(4), 1, Root(1)) == bounds.eq_15(1, 4, 2, 8, 2, 1, 1)
    assert bounds.dense_rademacher(3, 4, 2, 1, 0, constant=2) == 6.0


def test_the_printed_logarithms_can_be_zero_negative_or_undefined():
    assert bounds.theorem_19(3, 8, 1, 1, 1, 0) == 0.0
    with pytest.raises(ValueError, match="square root"):
        bounds.theorem_19(3, 8, 1, F(1, 2), 1, 0)
    with pytest.raises(ValueError, match="logarithm"):
        bounds.eq_15(3, 8, 1, 1, 0, 1, 0)
    with pytest.raises(ValueError, match="m = 0"):
        bounds.conj_20(1, 1, 0, 1, 1, 1)
    with pytest.raises(ValueError, match="square root"):
        bounds.theorem_j(1, 1, F(1, 4), 1, 1, 1)


def cut_off_on_a_line(xs):
    """Return the strict active sets of sorted distinct numbers: prefixes and suffixes."""
    m = len(xs)
    return {frozenset(range(i)) for i in range(m + 1)} | {
        frozenset(range(i, m)) for i in range(m + 1)
    }


def test_dichotomies_against_enumeration():
    for m in range(1, 7):
        assert bounds.affine_dichotomies(1, m) == len(cut_off_on_a_line(range(m))) == 2 * m
        assert bounds.affine_dichotomies(0, m) == 2
        assert bounds.affine_dichotomies(m - 1, m) == bounds.affine_dichotomies(m + 3, m) == 2**m
    # On a circle the strict active sets are the arcs.
    for m in range(1, 8):
        arcs = {
            frozenset((a + i) % m for i in range(size)) for a in range(m) for size in range(m + 1)
        }
        assert bounds.affine_dichotomies(2, m) == len(arcs)
    # Cover's recurrence.
    for n in range(1, 6):
        for m in range(1, 12):
            left = bounds.affine_dichotomies(n, m + 1)
            assert left == bounds.affine_dichotomies(n, m) + bounds.affine_dichotomies(n - 1, m)
    with pytest.raises(ValueError, match="m must be at least 1"):
        bounds.affine_dichotomies(2, 0)


def test_theorem_19_with_explicit_constants():
    # One point: one set, no logarithm.
    assert bounds.theorem_19_sharp(5, 4, 1, 1, 2, 1, 1) == 6.0
    # Two points on a line: three sets.
    expected = math.sqrt(2 / 2) * (1 + math.sqrt(2 * math.log(3)))
    assert bounds.theorem_19_sharp(1, 2, 1, 2, 1, 1, 0) == pytest.approx(expected)
    # Dimension-consistent: both sides scale as M.
    one, ten = (bounds.theorem_19_sharp(2, 4, 2, 9, c, 1, c / 2) for c in (1, 10))
    assert ten == pytest.approx(10 * one)


def test_the_closed_form_is_never_below_the_sharp_one():
    for n in (1, 2, 3, 10, 100):
        for m in [*range(1, 200), 10**3, 10**4]:
            sharp = bounds.theorem_19_sharp(n, 4, 2, m, 2, 1, 1)
            shape = bounds.conj_20(4, 2, m, 2, 1, 1) * math.sqrt(n * math.log(2 * m))
            assert sharp <= bounds.theorem_19_constant * shape
    assert bounds.theorem_19_constant >= 1 / math.sqrt(math.log(4)) + math.sqrt(2)


def least_bracket_of_j(m: int) -> float:
    """Return the least √(8x′/q² + 2c′/(1 − q²)) + 1 of the proof of Theorem J, at w = ¾."""
    squared = np.arange(1, 20_000) / 20_000
    steps, closing = math.log(8 * m), math.log(4 / 3)
    return math.sqrt((8 * steps / squared + 2 * closing / (1 - squared)).min()) + 1


def test_constants_of_theorem_j():
    for m in [*range(1, 7000, 7), 6735, *(4**j + d for j in range(6, 30) for d in (0, 1))]:
        best, root = least_bracket_of_j(m), math.sqrt(math.log(2 * m))
        assert best == pytest.approx(math.sqrt(8 * math.log(8 * m)) + 1.7585, abs=1e-4)
        assert min(best, math.sqrt(1.5 * math.sqrt(m))) <= 3.6 * root
        assert bounds.theorem_j(1, 1, m, 1, 1, 0) * math.sqrt(m) == pytest.approx(
            min(3.6 * root, math.sqrt(8 * math.log(8 * m)) + 1.76)
        )
    # With the bracket alone 3.6 would not do, nor with the bound by contraction.
    assert least_bracket_of_j(6000) > 3.6 * math.sqrt(math.log(12000))
    assert math.sqrt(1.5 * math.sqrt(7000)) > 3.6 * math.sqrt(math.log(14000))


def test_where_theorem_j_begins_to_say_something():
    for ratio in (1, 2, 7.5, 64, 10**4):
        first = bounds.theorem_j_first(ratio)
        values = [bounds.theorem_j(ratio, 1, m, 1, 1, 0) for m in (first - 1, first, 2 * first)]
        assert values[0] >= 1 > values[1] > values[2]
    assert all(bounds.theorem_j(1, 1, m, 1, 1, 0) >= 1 for m in range(1, bounds.theorem_j_first(1)))
    with pytest.raises(ValueError, match="s/k"):
        bounds.theorem_j_first(F(1, 2))


def heaviest(sets, remaining, start, capacity):
    """Return the largest Σ√|I| over `remaining` of the sets, each point at most so often."""
    value = 0.0
    if remaining:
        for at in range(start, len(sets)):
            if all(capacity[i] for i in sets[at]):
                less = [c - (i in sets[at]) for i, c in enumerate(capacity)]
                more = math.sqrt(len(sets[at])) + heaviest(sets, remaining - 1, at, less)
                value = max(value, more)
    return value


def brute_force_f(s: int, k: int, m: int) -> float:
    """Return E_ζ max Σ_j √|I_j|/m over s sets of one sign, each point in at most k of them."""
    total = 0.0
    for signs in product((1, -1), repeat=m):
        halves = [[i for i in range(m) if signs[i] == sign] for sign in (1, -1)]
        sets = [
            c for half in halves for r in range(1, len(half) + 1) for c in combinations(half, r)
        ]
        total += heaviest(sets, s, 0, [k] * m)
    return total / 2**m / m


@pytest.mark.parametrize(
    ("s", "k", "m"),
    [(1, 1, 1), (1, 1, 4), (2, 1, 4), (3, 1, 4), (4, 1, 5), (2, 2, 3), (3, 2, 4), (4, 2, 4)],
)
def test_theorem_f_against_all_families_of_sets(s, k, m):
    assert bounds.theorem_f(s, k, m, 1, 1) == pytest.approx(brute_force_f(s, k, m), rel=1e-12)


def test_theorem_f_stays_below_the_conjecture_and_above_its_closed_form():
    for s, k in [(2, 1), (4, 1), (8, 1), (4, 2), (8, 2), (12, 3)]:
        for m in (1, 2, 5, 8, 13, 60, 1100):
            value = bounds.theorem_f(s, k, m, 1, 1)
            assert bounds.theorem_f_closed(s, k, m, 1, 1) <= value
            assert value <= bounds.conj_20(s, k, m, 1, 1, 0) * (1 + 1e-12)
    ratio = bounds.theorem_f_closed(8, 2, 10**8, 3, 2) / bounds.conj_20(8, 2, 10**8, 3, 2, 0)
    assert 0.9999 < ratio < 1


@pytest.mark.parametrize(("s", "k", "m"), [(1, 2, 3), (2, 0, 3), (2, 1, 0)])
def test_theorem_f_refuses_what_is_no_class(s, k, m):
    with pytest.raises(ValueError, match=r"1 <= k <= s|k must be at most s = 1"):
        bounds.theorem_f(s, k, m, 1, 1)


def test_lemma_18_finds_the_least_sample_size():
    # With R(m) = a/√m the inequality is solved by hand.
    C, a, epsilon, delta = 2.0, 3.0, 0.25, 0.05
    by_hand = math.ceil(((C * a + math.sqrt(math.log(20))) / epsilon) ** 2)
    assert bounds.lemma_18_samples(C, lambda m: a / math.sqrt(m), epsilon, delta) == by_hand
    assert bounds.lemma_18_samples(0.0, lambda m: 1.0, 10.0, 0.5) == 1
    with pytest.raises(ValueError, match="2\\^1000"):
        bounds.lemma_18_samples(1.0, lambda m: 1.0, 0.5, 0.5)
    with pytest.raises(ValueError, match="epsilon"):
        bounds.lemma_18_samples(1.0, lambda m: 1.0, 0, 0.5)


def test_theorem_g():
    arguments = (8, 2, 2, 1, 1)
    m = bounds.theorem_g(*arguments, 0.01, 0.05)
    error = [bounds.theorem_g_error(8, 2, size, 2, 1, 1, 0.05) for size in (m - 1, m, 4 * m)]
    assert error[0] > 0.01 >= error[1] > error[2]
    # By hand: M = 3, so R_m² = (√(8 ln 8m) + 1.76)²·9·16/m, by Theorem J.
    size = 10**6
    logs = math.log(size) ** 3 * (math.sqrt(8 * math.log(8 * size)) + 1.76) ** 2
    expected = (9 * 16 * logs + 2 * 36 * math.log(20)) / size
    assert bounds.theorem_g_error(8, 2, size, 2, 1, 1, 0.05) == pytest.approx(expected)
    # Up to logarithms 1/ε, not 1/ε².
    assert bounds.theorem_g(*arguments, 0.001, 0.05) < 20 * m
    decreasing = [math.log(x) ** 3 * math.log(2 * x) / x for x in range(50, 2000)]
    assert (np.diff(decreasing) < 0).all()
    with pytest.raises(ValueError, match="epsilon"):
        bounds.theorem_g(*arguments, 0, 0.05)
