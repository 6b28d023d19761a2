"""The cube's points and the transform, against the definitions."""

from __future__ import annotations

import os
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparseact import cube
from sparseact.cube import MemoryBoundError, points, popcounts, walsh_transform


def character(mask: int, t: int) -> int:
    return -1 if (mask & t).bit_count() % 2 else 1


@pytest.mark.parametrize("n", range(6))
def test_point_t_has_coordinate_minus_one_where_bit_i_is_set(n):
    x = points(n)
    assert x.shape == (2**n, n)
    assert x.dtype == np.int8
    assert x.tolist() == [[-1 if t >> i & 1 else 1 for i in range(n)] for t in range(2**n)]


@settings(max_examples=40)
@given(n=st.integers(0, 5), data=st.data())
def test_transform_is_the_sum_over_points(n, data):
    values = data.draw(st.lists(st.integers(-99, 99), min_size=2**n, max_size=2**n))
    expected = [
        Fraction(sum(v * character(mask, t) for t, v in enumerate(values)), 2**n)
        for mask in range(2**n)
    ]
    given = np.array(values, dtype=float)
    assert [Fraction(c) for c in walsh_transform(given).tolist()] == expected
    assert given.tolist() == values
    assert walsh_transform(np.full(8, 1e308))[0] == 1e308
    assert popcounts(n).tolist() == [mask.bit_count() for mask in range(2**n)]


def in_order(values: np.ndarray) -> np.ndarray:
    """Return the transform by whole stages, of the strides from 2^14 on and then the others."""
    v = values.copy()
    n = v.size.bit_length() - 1
    for i in [*range(14, n), *range(min(n, 14))]:
        pairs = v.reshape(-1, 2, 1 << i)
        pairs[:, 0], pairs[:, 1] = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
    return v


@pytest.mark.parametrize("n", [*range(19), 20, 22])
def test_the_bits_are_those_of_one_order_of_stages(n):
    rng = np.random.default_rng(n)
    values = rng.standard_normal(2**n)
    assert np.array_equal(walsh_transform(values), in_order(values * 2.0**-n))
    integers = rng.integers(-(2**38), 2**38, 2**n)
    expected = in_order(integers)
    cube.transform_in_place(integers)
    assert np.array_equal(integers, expected)


def test_transform_in_place_rejects_a_length_that_is_no_power_of_two():
    with pytest.raises(ValueError, match=r"must have shape \(2\^n,\)"):
        cube.transform_in_place(np.ones(3))


def test_a_transform_takes_one_copy_beside_the_values():
    values = np.zeros(2**20)
    walsh_transform(values)  # compiles
    tracemalloc.start()
    walsh_transform(values)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.2 * values.nbytes


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 2**15 - 1])
def test_values_that_are_not_finite_are_refused(bad, place):
    values = np.zeros(2**15)
    values[place] = bad
    with pytest.raises(ValueError, match="must be finite"):
        walsh_transform(values)
    values[3] = -bad
    with pytest.raises(ValueError, match="must be finite"):
        walsh_transform(values)


@pytest.mark.parametrize("n", [34, 62, 63, 10**12])
@pytest.mark.parametrize("table", [points, popcounts])
def test_rejects_tables_that_would_not_fit_before_allocation(n, table):
    tracemalloc.start()
    with pytest.raises(MemoryBoundError, match=f"n = {n} takes"):
        table(n)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


def test_the_limit_follows_the_machine(monkeypatch):
    monkeypatch.delattr(os, "sysconf", raising=False)  # which Windows lacks
    assert cube.memory_limit() == cube.MEMORY_CAP // 2
    monkeypatch.setattr(os, "sysconf", lambda _: 1 << 10, raising=False)  # 1 MiB in all
    points(14)  # 14·2^14 bytes, less than half of it
    with pytest.raises(MemoryBoundError):
        points(16)
    with pytest.raises(MemoryBoundError):
        walsh_transform(np.zeros(2**17))
