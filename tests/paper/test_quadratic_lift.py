"""The quadratic lift and its networks, against fractions and loops."""

from itertools import product

import numpy as np
import pytest

from awasthi2024.constructions import lift, lifted_parity, lwr, lwr_lift
from awasthi2024.constructions.quadratic_lift import binary_code, lwr_labels
from sparseact.cube import points


def test_lift_returns_rows_first():
    x = lift([1, -1, -1])
    assert x.dtype == np.int8
    assert x.tolist() == [1, -1, -1, -1, -1, 1, -1, 1, -1]


def test_lift_returns_the_leading_axes():
    y = points(3).reshape(2, 4, 3)
    x = lift(y)
    assert x.shape == (2, 4, 9)
    assert np.array_equal(x.reshape(8, 9), lift(points(3)))


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_lifted_parity_returns_the_parity_by_counting(m):
    y = points(m)
    for subset in ([i for i in range(m) if mask >> i & 1] for mask in range(1 << m)):
        network = lifted_parity(subset, m)
        even = [sum(row[i] == -1 for i in subset) % 2 == 0 for row in y.tolist()]
        assert network(lift(y)).tolist() == even
        assert network.s == len(subset) // 2 + 1
        assert network.n == m * m
        assert network.is_exact()
        assert network.max_active(lift(y))[1] <= 1
        constant = lifted_parity(subset, m, as_printed=True)(lift(y))
        assert set(constant.tolist()) == {float(len(subset) % 2 == 0)}


def test_binary_code_returns_the_lowest_bit_first():
    assert binary_code([6, 1], 7).tolist() == [-1, 1, 1, 1, -1, -1]


@pytest.mark.parametrize(("q", "p", "m"), [(2, 2, 3), (3, 2, 2), (4, 3, 2), (5, 7, 2), (6, 4, 2)])
def test_lwr_returns_definition_15(q, p, m):
    y = list(product(range(q), repeat=m))
    for w in y:
        expected = [sum(a * b for a, b in zip(w, row, strict=True)) % q % p for row in y]
        network = lwr(w, q, p)
        x = lwr_lift(y, q)
        assert network(x).tolist() == expected
        assert lwr_labels(w, y, q, p).tolist() == expected
        assert network.is_exact()
        assert network.max_active(x)[1] <= 1
        assert network.s <= max(1, sum(a % q % p != 0 for a in range((q - 1) * sum(w) + 1)))


def test_lwr_returns_one_silent_neuron_for_a_constant():
    for secret, p in (([0, 0], 2), ([1, 2], 1)):
        network = lwr(secret, 3, p)
        assert network.s == 1
        assert network.max_active() == (0, 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        *((lambda y=y: lift(y), "other than") for y in ([1, 0], [1.0, np.nan], ["a"], [True])),
        (lambda: lift(1), "m >= 1"),
        *(
            (lambda subset=subset: lifted_parity(subset, 3), "subset")
            for subset in ([0, 0], [3], [-1])
        ),
        (lambda: lifted_parity(range(2000), 2000), "must be at most"),
        (lambda: lwr([3], 3, 2), "0..2"),
        (lambda: lwr([[1]], 3, 2), r"\(m,\)"),
        (lambda: lwr([], 3, 2), "m >= 1"),
        (lambda: lwr([1], 2**17, 2), "at most 65536"),
        (lambda: lwr([65535] * 40, 2**16, 2), "must be at most"),
        (lambda: lwr_lift([4], 4), "0..3"),
        (lambda: lwr_lift(1, 4), "m >= 1"),
        (lambda: lwr_labels([1], [[1, 0]], 2, 2), "must agree"),
    ],
)
def test_lifts_reject_impossible_parameters(call, said):
    with pytest.raises(ValueError, match=said):
        call()
