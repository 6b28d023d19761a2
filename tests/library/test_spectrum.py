"""Spectra against the definitions, in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparseact.cube import InexactError, walsh_transform
from sparseact.spectrum import (
    average_sensitivity,
    average_sensitivity_exact,
    degree_weights,
    degree_weights_exact,
    noise_sensitivity,
)


def sensitivity_by_definition(values):
    """AS(f) from differences, in fractions."""
    size = len(values)
    n = size.bit_length() - 1
    pairs = ((t, t ^ 1 << i) for t in range(size) for i in range(n))
    return sum(((values[t] - values[s]) ** 2 for t, s in pairs), Fraction(0)) / 4 / size


def noise_by_definition(values, rho):
    """NS_ρ(f) from all pairs of points, in fractions."""
    size = len(values)
    n = size.bit_length() - 1
    flip, keep = (1 - rho) / 2, (1 + rho) / 2
    total = Fraction(0)
    for t in range(size):
        for s in range(size):
            flips = (t ^ s).bit_count()
            total += flip**flips * keep ** (n - flips) * (values[t] - values[s]) ** 2
    return total / 4 / size


def weights_by_definition(values):
    """Degree weights from sums over points, in fractions."""
    size = len(values)
    weights = [Fraction(0)] * size.bit_length()
    for mask in range(size):
        signed = (v if (mask & t).bit_count() % 2 == 0 else -v for t, v in enumerate(values))
        weights[mask.bit_count()] += (sum(signed, Fraction(0)) / size) ** 2
    return weights


@st.composite
def functions(draw, largest=2**20, most=5):
    n = draw(st.integers(0, most))
    numbers = st.lists(st.integers(-largest, largest), min_size=2**n, max_size=2**n)
    return [Fraction(v, 64) for v in draw(numbers)]


@settings(max_examples=100)
@given(functions() | functions(largest=2**52))
def test_exact_companions_against_the_definitions(values):
    """The squares of some need twice the 53 bits of a float."""
    floats = [float(v) for v in values]
    assert average_sensitivity_exact(floats) == sensitivity_by_definition(values)
    assert degree_weights_exact(floats) == weights_by_definition(values)


@settings(max_examples=50)
@given(functions())
def test_floats_against_the_definitions(values):
    floats = [float(v) for v in values]
    exact = weights_by_definition(values)
    total = float(sum(exact))
    assert average_sensitivity(floats) == pytest.approx(
        float(sensitivity_by_definition(values)), rel=1e-13
    )
    assert degree_weights(floats) == pytest.approx([float(w) for w in exact], abs=1e-13 * total)


@pytest.mark.parametrize("rho", [Fraction(0), Fraction(1, 2), Fraction(-3, 4), Fraction(1)])
@settings(max_examples=15)
@given(values=functions(most=4))
def test_noise_sensitivity_against_all_pairs(values, rho):
    floats = [float(v) for v in values]
    expected = float(noise_by_definition(values, rho))
    scale = float(sum(weights_by_definition(values)))
    assert noise_sensitivity(floats, float(rho)) == pytest.approx(expected, abs=1e-13 * scale)
    for wrong in (-1.01, 1.01, np.nan):
        with pytest.raises(ValueError, match=r"rho must lie in \[-1, 1\]"):
            noise_sensitivity(floats, wrong)


@pytest.mark.parametrize("n", [7, 12, 13, 15, 16, 20])
def test_larger_cubes(n):
    """Across blocks and regions: AS from differences is Σ t·weight from the transform."""
    values = np.random.default_rng(n).integers(-1000, 1000, 2**n) / 16
    exact = degree_weights_exact(values)
    sensitivity = sum(t * weight for t, weight in enumerate(exact))
    assert average_sensitivity_exact(values) == sensitivity
    assert sum(exact) == Fraction(int(((values * 16) ** 2).sum()), 256 * 2**n)
    assert average_sensitivity(values) == pytest.approx(float(sensitivity), rel=1e-12)
    assert degree_weights(values) == pytest.approx([float(w) for w in exact], rel=1e-9)


@pytest.mark.parametrize("value", [0.0, 3.0, 2.0**-1074, 2.0**-500])
def test_constants(value):
    assert degree_weights_exact([value] * 8) == [Fraction(value) ** 2, 0, 0, 0]
    assert average_sensitivity_exact([value] * 8) == 0
    assert average_sensitivity([value] * 8) == 0


def test_degree_weights_exact_returns_fractions_of_any_denominators():
    values = [Fraction(1, 2), Fraction(1, 3)]
    assert degree_weights_exact(values) == [Fraction(5, 12) ** 2, Fraction(1, 12) ** 2]


def test_rejects_inexact_values():
    spread = [1.0, 2.0**-61, 0.0, 0.0]
    with pytest.raises(InexactError, match="61 bits that are exact at n = 2"):
        average_sensitivity_exact(spread)
    with pytest.raises(InexactError, match="60 bits that are exact at n = 2"):
        degree_weights_exact(spread)
    # The transform adds n bits, the differences one.
    spread = [1.0, 2.0**-60, 0.0, 0.0]
    assert average_sensitivity_exact(spread) == sensitivity_by_definition(
        [Fraction(v) for v in spread]
    )
    with pytest.raises(InexactError):
        degree_weights_exact(spread)
    assert degree_weights_exact([1.0, 2.0**-59, 0, 0])[0] == (1 + Fraction(1, 2**59)) ** 2 / 16
    with pytest.raises(InexactError):
        degree_weights_exact(np.array([2**62, 1]))
    with pytest.raises(InexactError):
        degree_weights_exact([1.0, 5e-324])


@pytest.mark.parametrize(
    "function",
    [
        walsh_transform, average_sensitivity, degree_weights,
        average_sensitivity_exact, degree_weights_exact,
    ],
)  # fmt: skip
def test_bad_values_are_refused(function):
    for shape in ([], [1.0, 2.0, 3.0], [[1.0, 2.0]], 1.0):
        with pytest.raises(ValueError, match=r"shape \(2\^n,\)"):
            function(shape)
    for value in (np.nan, np.inf):
        with pytest.raises(ValueError, match="must be finite"):
            function([1.0, value])


@pytest.mark.parametrize(
    "function",
    [
        average_sensitivity,
        degree_weights,
        lambda values: noise_sensitivity(values, 0.5),
    ],
)
# At 1.3e154 each weight is a float, and their sum is none.
@pytest.mark.parametrize("size", [1.3e154, 1e155, 1e200, 1e308])
def test_values_whose_squares_leave_the_floats_are_refused_everywhere(function, size):
    with pytest.raises(ValueError, match="values and their squares must be finite"):
        function([size, -size, size, 1.5 * size])
    square = Fraction(size) ** 2  # the exact functions have no largest number
    assert degree_weights_exact([size, -size, size, size]) == [square / 4, square / 2, square / 4]
    assert average_sensitivity_exact([size, -size, size, size]) == square
