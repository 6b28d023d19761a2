"""The checks of Section 6's questions, against enumeration and closed forms."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from sparseact.checks.section_6 import average_case
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity


@pytest.mark.parametrize(("clusters", "size"), [(1, 1), (2, 2), (3, 3), (2, 5), (4, 2)])
def test_mean_of_the_largest_sum_by_all_signs(clusters, size):
    total = 0
    for signs in itertools.product([1, -1], repeat=clusters * size):
        total += np.abs(np.reshape(signs, (clusters, size)).sum(axis=1)).max()
    assert average_case.largest_sum(clusters, size) == Fraction(int(total), 2 ** (clusters * size))


def test_the_grid_moves_weights_by_little_and_makes_values_exact():
    rng = np.random.default_rng(1)
    w, b = rng.normal(size=(4, 6)), rng.normal(size=4)
    rounded = average_case.on_a_grid(SparseReLUNetwork(w, b, np.ones(4)))
    assert np.abs(rounded.w - w).max() <= 2.0**-13
    assert rounded.is_exact()


def test_digits_of_sixteen_pixels_are_majorities_of_blocks():
    large, labels = average_case.small_digits(8)
    small, same = average_case.small_digits(4)
    assert small.shape == (len(large), 16)
    assert np.array_equal(labels, same)
    image = large[5].reshape(8, 8)
    for row, column in itertools.product(range(4), repeat=2):
        block = image[2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        assert small[5, 4 * row + column] == (1 if (block > 0).sum() >= 2 else -1)


def test_sampled_sensitivities_have_the_mean_of_the_cube():
    rng = np.random.default_rng(2)
    network = SparseReLUNetwork(rng.normal(size=(5, 4)), rng.normal(size=5), np.ones(5))
    counts, sensitivities = average_case._sampled(network, 4000, rng)
    expected = average_sensitivity(network.values())
    error = sensitivities.std() / np.sqrt(len(sensitivities))
    assert abs(sensitivities.mean() - expected) < 5 * error
    assert abs(counts.mean() - network.active_counts().mean()) < 0.2


def test_limits_by_hand():
    records, table = average_case.measure_limits(roots=[2], halves=[4])
    # Of two sums of two signs each is ±2 or 0: the larger is 2 with probability 3/4.
    assert table["ratio"].tolist() == pytest.approx([1.5 / 2**0.5])
    assert {r.statement: (r.left, r.right) for r in records} == {
        "complexity": (2.25, 2),
        "average-one": (1, 1),
        "sup": (32, 14),
    }
