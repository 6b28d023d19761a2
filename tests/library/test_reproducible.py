"""A network's values by fractions: each operation rounded once, in the order of the index."""

from fractions import Fraction

import numpy as np
import pytest

from sparseact.reproducible import network_values


def exact(value):
    """Round a fraction to float64, once."""
    return float(Fraction(value))


def added(terms):
    """Return the float64 sum of products of fractions, each operation rounded on its own."""
    total = 0.0
    for factors in terms:
        a, b = map(Fraction, factors)
        total = exact(Fraction(total) + Fraction(exact(a * b)))
    return total


@pytest.mark.parametrize(("m", "n", "s"), [(1, 1, 1), (5, 3, 4), (64, 6, 5), (67, 5, 9)])
def test_values_of_a_network_by_fractions(m, n, s):
    rng = np.random.default_rng([m, n, s])
    x, w = rng.normal(size=(m, n)), rng.normal(size=(s, n))
    b, u = rng.normal(size=s), rng.normal(size=s)
    z = [
        [
            exact(Fraction(added(zip(row, v, strict=True))) - Fraction(c))
            for v, c in zip(w, b, strict=True)
        ]
        for row in x
    ]
    expected = [added((a, max(t, 0.0)) for a, t in zip(u, row, strict=True)) for row in z]
    np.testing.assert_array_equal(network_values(x, w, b, u), expected)
    for array in (w, b, u):
        array.flags.writeable = False
    np.testing.assert_array_equal(network_values(x, w, b, u), expected)
