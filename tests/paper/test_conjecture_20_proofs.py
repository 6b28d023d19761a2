"""The constants and bounds of Theorems J, K and L, by other routes."""

import itertools
import math

import numpy as np
import pytest

from sparseact import bounds

# ------------------------------------------------------------------ constants


def test_constants_of_theorem_k():
    """The last lines of the proof, without its simplifications, are below the theorem's."""
    for x in np.geomspace(5000, 1e12, 60):
        beta = x**0.25
        for log_share in (0.0, x / 3, x - math.log(2)):  # ln(s/k) ≤ ln m
            first = log_share + 1 + math.log(5) + 1.75 * math.log(x)
            kappa = max(first, 64 * math.sqrt(x))
            alpha = 2 * beta / math.sqrt(kappa)
            assert alpha <= 0.25 * (1 + 1e-12)
            last = math.ceil((x - math.log(2)) / 2 / math.log1p(alpha))
            exceptions = 11 * (last + 1) * math.exp(first - kappa) / (5 * x**1.75)  # over r_*
            omega = 3 / kappa
            known = math.sqrt(2 * kappa * ((1 + alpha) ** 4 + 2 * omega + exceptions))
            share = omega / alpha**2  # of listed samples that are inactive
            assert share < 0.5
            steps, closing = x + math.log((1 + alpha) / alpha), math.log1p(alpha)
            paid = kappa + 4 * steps * (1 + alpha) ** 2 + closing / (1 - (1 + alpha) ** -2)
            negative = math.sqrt(2 * paid * (2 * share + 2 * omega)) + math.sqrt(2 * share)
            rest = 2 * share + 1 + alpha + 2.6 / (5 * x**1.75)
            total = known + math.sqrt(2) + negative + rest
            assert total <= math.sqrt(2 * log_share) + 25 * beta
    for x in np.linspace(math.log(2), 5000, 4000):  # Theorem J is enough
        assert math.sqrt(8 * (x + math.log(4))) + 1.76 <= 25 * x**0.25


def test_constants_of_theorem_l():
    for log_share, levels in itertools.product(np.linspace(0, 60, 121), range(1, 60)):
        X = log_share + 2 * math.log(levels) + 1 + 3 * math.log(2)
        rest = 2 * math.sqrt(2) + 0.5 * (1 + 1 / levels) + 8 / 7 / levels**2
        first = math.sqrt((32 * X + 2) * (1 + 7 / levels))
        second = math.sqrt(4 / 3 * (32 * X + 2) * 8 / levels)
        logs = log_share + 2 * math.log(levels) + 3.1
        assert first + second + rest <= 40 * math.sqrt(logs)
    for j, X in itertools.product(range(30), (3.07, 5, 50)):  # the cost of a step
        assert X + 5 * j * math.log(2) <= 4**j * X


def test_theorems_k_and_l_by_hand():
    m = 2**7  # k = 1, s = 2, r_* = 64, L = 4
    shape = 3 * math.sqrt(2 / m)
    assert bounds.theorem_k(2, 1, m, 2, 1, 1) == pytest.approx(
        shape * (math.sqrt(2 * math.log(2)) + 25 * math.log(2**8) ** 0.25)
    )
    logs = math.log(2) + 2 * math.log(4) + 3.1
    assert bounds.theorem_l(2, 1, m, 2, 1, 1) == pytest.approx(40 * shape * math.sqrt(logs))
    # More than km neurons are no more than km.
    assert bounds.theorem_l(500, 1, m, 2, 1, 1) == bounds.theorem_l(m, 1, m, 2, 1, 1)
    with pytest.raises(ValueError, match=r"at most s = 1, got 2"):
        bounds.theorem_k(1, 2, m, 2, 1, 1)
    with pytest.raises(ValueError, match="k must be at most s = 1, got 2"):
        bounds.theorem_l(1, 2, m, 2, 1, 1)


def test_which_bound_is_smaller():
    def largest(bound, m):  # over s/k
        return max(bound(c, 1, m, 1, 1, 0) / bounds.conj_20(c, 1, m, 1, 1, 0) for c in (1, m))

    for exponent in (3, 30, 150):
        m = 10**exponent
        assert largest(bounds.theorem_j, m) < largest(bounds.theorem_k, m)
    # For fixed s/k Theorem L is below Theorem J in the end.
    ratio = [
        bounds.theorem_l(2, 1, 10**e, 1, 1, 0) / bounds.theorem_j(2, 1, 10**e, 1, 1, 0)
        for e in (10, 100, 150)
    ]
    assert ratio[0] > ratio[1] > ratio[2]
