"""Certificates at the corners of the domain of networks, against fractions."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from in_fractions import coefficients, counts, values

from sparseact import SparseReLUNetwork, inspect
from sparseact.attribution import attribution
from sparseact.cube import points
from sparseact.layers import Chain, neurons_of
from sparseact.simplify import simplify

#: Numbers of few and of many digits near the ends, and in between.
NUMBER = st.builds(
    lambda sign, digits, power: sign * math.ldexp(digits, power),
    st.sampled_from([-1, 1]),
    st.sampled_from([1.0, 1.5, 1 + 2.0**-52, 2 - 2.0**-52]),
    st.sampled_from([-200, -199, -130, -101, -1, 0, 1, 60, 101, 150, 195, 199]),
)
NUMBERS = st.one_of(st.just(0.0), NUMBER)


@st.composite
def networks(draw):
    n, s = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def several(many):
        return draw(st.lists(NUMBERS, min_size=many, max_size=many))

    w, b, u = [several(n) for _ in range(s)], several(s), several(s)
    try:
        return SparseReLUNetwork(w, b, u, draw(NUMBERS))
    except ValueError:
        assume(False)


@settings(max_examples=150, deadline=None)
@given(networks())
def test_certificates_hold_at_the_corners(network):
    x = points(network.n)
    active, exact = counts(network.w, network.b, x), coefficients(values(network, x))
    report = inspect(network, samples=128, top=2)
    found = report.measured
    assert (found.lower, found.k) == (max(active), max(active))
    used = int(network.w.any(axis=0).sum())
    for t, (weight, error) in enumerate(
        zip(found.uniform.weights, found.uniform.errors, strict=True)
    ):
        true = sum(value**2 for chosen, value in exact.items() if len(chosen) == t)
        assert abs(weight - true) <= error
    assert len(found.uniform.weights) == max(used, 1) + 1
    for t, one in enumerate(found.sampled.weights):
        true = sum(value**2 for chosen, value in exact.items() if len(chosen) == t)
        rounding = Fraction(1e-9) * Fraction(network.largest_value) ** 2
        assert one.lower - rounding <= true <= one.upper + rounding
    json.dumps(report.to_dict(), allow_nan=False)
    assert "inf" not in str(report)
    assert "nan" not in str(report)


@settings(max_examples=150, deadline=None)
@given(networks())
def test_influences_and_coefficients_hold_at_the_corners(network):
    exact = coefficients(values(network, points(network.n)))
    found = attribution(network, 4)
    for one in found.coefficients:
        true = exact[tuple(sorted(int(name[1:]) for name in one.names))]
        assert one.lower <= true <= one.upper
    for one in found.influences:
        i = int(one.name[1:])
        true = sum(value**2 for chosen, value in exact.items() if i in chosen)
        assert one.lower <= true <= one.upper


@settings(max_examples=150, deadline=None)
@given(networks())
def test_simplify_keeps_its_promises_at_the_corners(network):
    simple = simplify(network)
    x, size = points(network.n), Fraction(network.largest_value)
    pairs = zip(values(network, x), values(simple, x), strict=True)
    assert all(abs(a - b) <= size / 2**45 for a, b in pairs)
    assert max(counts(simple.w, simple.b, x)) <= max(counts(network.w, network.b, x))
    assert all(a <= b for a, b in zip(simple.scale_squared, network.scale_squared, strict=True))


def test_trained_weights_below_the_domain_become_0():
    """Adam with a penalty leaves such weights at pixels that are always 0."""
    W1, b1 = np.array([[1e-90, 1.0], [3.0, -1e-45]]), np.array([1e-300, 0.5])
    chain = Chain(((W1, b1), (np.array([[1.0, 1e-20]]), np.array([1e-80]))), 2.0**-53)
    w, b, u, c, _ = neurons_of(chain, "pm1")
    assert (w.tolist(), b.tolist()) == ([[0.0, 1.0], [3.0, 0.0]], [0.0, -0.5])
    assert (u.tolist(), c) == ([1.0, 1e-20], 0.0)
    assert SparseReLUNetwork(w, b, u, c).s == 2
