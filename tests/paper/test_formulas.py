"""The paper's formulas against values by hand, enumeration and limits; the least constants."""

import math
from fractions import Fraction as F
from itertools import combinations, product

import numpy as np
import pytest

from awasthi2024.bounds import appendices, section_2, section_3, section_5
from balls import compare, exact, log, sqrt
from sparseact import bounds


def test_claim_2_1_tail():
    assert section_2.claim_2_1_tail(F(3, 8), F(-1, 2), 1) == F(1, 2)
    assert section_2.claim_2_1_tail(F(3, 8), F(1, 2), 2) == 1


def test_appendix_a_gamma():
    assert appendices.appendix_a_gamma([[1, -2], [0.5, 0.25]]) == F(3, 2)


def test_lemma_6_and_lemma_7():
    assert compare(section_2.lemma_6(8, F(1, 2)), "==", sqrt(2 * log(F(2)))) is None
    assert section_2.lemma_6(8, 0.5) == pytest.approx(math.sqrt(2 * math.log(2)))
    assert section_2.lemma_6_sharp(8, 0.5) == pytest.approx(math.sqrt(math.log(2)))
    found = section_2.lemma_7_samples(5, 2, sqrt(F(7)), F(1, 10), F(1, 20))
    assert float(found) == pytest.approx(25 * 70 * math.log(20))


def test_steps_of_lemma_9():
    n, s, k, W, B = map(exact, (50, 30, 2, 3, 5))
    pr = 4 * math.sqrt(2) * math.sqrt(math.log(15) / 50)
    threshold = 2 * (3 * math.sqrt(10 * math.log(3000)) + 5)
    sup = 2 * (3 * math.sqrt(50) + 5)
    printed = math.sqrt(2) * 6 * math.sqrt(math.log(1500)) * 7 + 10
    for found, expected in (
        (section_3.lemma_9_step_pr(n, s, k), pr),
        # Below s/k = √e the maximum of p√ln(1/p), at p = e^{-1/2}, takes over.
        (section_3.lemma_9_step_pr(n, k, k), 0.4 * math.sqrt(2)),
        (section_3.lemma_9_step_pr_printed(n, s, k), pr / math.sqrt(8)),
        (section_3.lemma_9_step_tail_threshold(n, s, k, W, B), threshold),
        (section_3.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=7), printed),
        (section_3.lemma_9_step_v(n, s, k, W, B), 50 * (pr * threshold**2 + sup**2 / 1500**4)),
    ):
        assert float(found) == pytest.approx(expected)
    assert section_3.lemma_9_step_tail_probability(2, 3) == F(1, 1296)


def largest_sensitivity(n, s, k, B):
    """Return what docs/proofs.md proves AS(h) to be at most, for W = 1."""
    return min(2, 1 + B) ** 2 if n == k == 1 < s else min(2 * k, s) ** 2


def test_constants_of_lemmas_9_and_10_are_the_least():
    C, D = section_3.lemma_9_constant, section_3.lemma_10_constant
    every = section_3.lemma_10_all_rho_constant
    bias = sqrt(log(F(2)))  # where Lemma 9 is attained, at n = 1 and s = 2
    for n, s, k in product((1, 2, 50), (1, 2, 40), (1, 2)):
        sizes = exact(n), exact(s), k
        for B in (0, F(1, 4), bias, 1, 5) if n * s >= 2 and k <= s else ():
            most = largest_sensitivity(n, s, k, B)
            if (n, s) != (1, 2) or B is not bias:
                assert compare(most, "<=", C * bounds.lemma_9(*sizes, 1, B)) is True
            for rest in (F(1), F(1, 2), F(1, 2**40)):
                bound = bounds.lemma_10_of_rest(*sizes, 1, B, rest)
                assert compare(rest * most / 2, "<=", D * bound)
            if n * s >= 3:
                bound = bounds.lemma_10_of_rest(*sizes, 1, B, F(2))
                assert compare(most, "<=", every * bound) is not False
    attained = (1 + bias) ** 2 - C * bounds.lemma_9(F(1), F(2), 1, 1, bias)
    assert compare(abs(attained), "<", F(1, 10**1000))


# ------------------------------------------------------------------ Section 5


def test_the_paper_s_logarithms_can_be_zero_or_undefined():
    assert section_5.theorem_19(3, 8, 1, 1, 1, 0) == 0.0
    with pytest.raises(ValueError, match="the root of -"):
        section_5.theorem_19(3, 8, 1, F(1, 2), 1, 0)
    with pytest.raises(ValueError, match="the logarithm of 0"):
        section_5.eq_15(3, 8, 1, 1, 0, 1, 0)


def test_the_closed_form_of_theorem_19_is_never_below_the_sharp_one():
    for n, m in product((1, 2, 3, 10, 100), [*range(1, 200, 3), 10**3, 10**4]):
        sharp = bounds.theorem_19_sharp(n, 4, 2, m, 2, 1, 1)
        shape = bounds.conj_20(4, 2, m, 2, 1, 1) * math.sqrt(n * math.log(2 * m))
        assert sharp <= section_5.theorem_19_constant * shape
    assert section_5.theorem_19_constant >= 1 / math.sqrt(math.log(4)) + math.sqrt(2)


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


@pytest.mark.parametrize(
    ("s", "k", "m"),
    [(1, 1, 1), (1, 1, 4), (2, 1, 4), (3, 1, 4), (4, 1, 5), (2, 2, 3), (3, 2, 4), (4, 2, 4)],
)
def test_theorem_f_returns_the_mean_over_all_families_of_sets(s, k, m):
    total = 0.0
    for signs in product((1, -1), repeat=m):
        halves = [[i for i in range(m) if signs[i] == sign] for sign in (1, -1)]
        sets = [
            c for half in halves for r in range(1, len(half) + 1) for c in combinations(half, r)
        ]
        total += heaviest(sets, s, 0, [k] * m)
    value = section_5.theorem_f(s, k, m, 1, 1)
    assert value == pytest.approx(total / 2**m / m, rel=1e-12)
    assert section_5.theorem_f_closed(s, k, m, 1, 1) <= value


def test_lemma_18_and_theorem_g_return_the_least_sample_size():
    # With R(m) = a/√m the inequality is solved by hand.
    C, a, epsilon, delta = 2.0, 3.0, 0.25, 0.05
    by_hand = math.ceil(((C * a + math.sqrt(math.log(20))) / epsilon) ** 2)
    assert section_5.lemma_18_samples(C, lambda m: a / math.sqrt(m), epsilon, delta) == by_hand
    with pytest.raises(ValueError, match="2\\^1000"):
        section_5.lemma_18_samples(1.0, lambda m: 1.0, 0.5, 0.5)
    # M = 3, so R_m² = (√(8 ln 8m) + 1.76)²·9·16/m, by Theorem J.
    m = section_5.theorem_g(8, 2, 2, 1, 1, 0.01, 0.05)
    for size, enough in ((m - 1, False), (m, True), (4 * m, True)):
        logs = math.log(size) ** 3 * (math.sqrt(8 * math.log(8 * size)) + 1.76) ** 2
        assert ((9 * 16 * logs + 2 * 36 * math.log(20)) / size <= 0.01) is enough
    decreasing = [math.log(x) ** 3 * math.log(2 * x) / x for x in range(50, 2000)]
    assert (np.diff(decreasing) < 0).all()


@pytest.mark.parametrize("number", [F, float])
def test_theorem_17_and_theorem_5_reject_a_loss_whose_logarithm_is_negative(number):
    # k(R + B) = 4: at ε = 4 only ln(1/δ)/ε² is left.
    at = 3, 2, 2, 1, 1, 1
    assert float(section_5.theorem_17(*at, number(4), F(1, 2))) == pytest.approx(math.log(2) / 16)
    with pytest.raises(ValueError, match="epsilon must be at most 4, where the logarithm"):
        section_5.theorem_17(*at, number(5), F(1, 2))
    with pytest.raises(ValueError, match="epsilon must be at most 2,"):
        section_5.theorem_17_scaled(2, 1, number(3), 1)
    with pytest.raises(ValueError, match="epsilon must be at most 4,"):
        section_5.theorem_17_derived_lower(*at, number(5))
    assert float(section_5.theorem_5(exact(9), 2, 1, number(3), F(1, 2))) > 0
    with pytest.raises(ValueError, match="epsilon must be at most 3,"):
        section_5.theorem_5(exact(9), 2, 1, number(4), F(1, 2))


def test_numbers_that_suffice_reject_a_loss_above_the_largest():
    # kM = 4 and 2k²M² = 32.
    assert min(section_5.theorem_m_samples(2, 2, 1, 1, 1, 32, F(1, 2))) > 0
    with pytest.raises(ValueError, match="epsilon must be at most 32, the largest loss, got 33"):
        section_5.theorem_m_samples(2, 2, 1, 1, 1, 33, F(1, 2))
    with pytest.raises(ValueError, match="epsilon must be at most 32, the largest loss, got 33"):
        section_5.theorem_t_samples(2, 2, 2, 33, F(1, 2))


def test_confidence_lower_returns_a_negative_number_for_a_loss_above_an_eighth():
    assert section_5.confidence_lower(2, 1, 1 / 4) == pytest.approx(-math.log(2) / 2)
