"""Neurons in integers, against fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sparseact.activity import all_in_integers

_ANY = st.floats(allow_nan=False, allow_infinity=False)
_COARSE = st.integers(-40, 40).map(lambda v: v / 8)
_MIXED = st.tuples(st.integers(-9, 9), st.integers(-70, 70)).map(lambda v: v[0] * 2.0 ** v[1])


@given(
    st.sampled_from([_ANY, _COARSE, _MIXED]).flatmap(
        lambda numbers: st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=4)
    )
)
def test_integers_times_the_unit_are_the_floats(rows):
    numbers = np.array(rows)
    neurons = all_in_integers(numbers[:, :-1], numbers[:, -1])
    assert len(neurons) == len(rows)
    for row, (w, b, grid) in zip(rows, neurons, strict=True):
        assert [Fraction(v) * Fraction(2) ** -grid for v in [*w, b]] == [Fraction(v) for v in row]
        # The unit is the largest that does: an integer is odd, or all are 0.
        assert any(v % 2 for v in [*w, b]) or (grid == 0 and not any(row))
