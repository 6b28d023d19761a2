"""The checks of Section 6's questions, against enumeration and closed forms."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.datasets import load_digits

from awasthi2024.constructions import forest
from awasthi2024.section_6.checks import activity, learners
from awasthi2024.shared.distributions import uniform
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork


def test_on_a_grid_returns_nearby_weights_with_exact_values():
    rng = np.random.default_rng(1)
    w, b = rng.normal(size=(4, 6)), rng.normal(size=4)
    rounded = activity.on_a_grid(SparseReLUNetwork(w, b, np.ones(4)))
    assert np.abs(rounded.w - w).max() <= 2.0**-13
    assert rounded.is_exact()


def test_small_digits_returns_majorities_of_blocks():
    images, numbers = load_digits(return_X_y=True)
    x, y = activity.small_digits()
    assert np.array_equal(y > 0, numbers % 2 == 0)
    image = images[5].reshape(8, 8)
    for row, column in itertools.product(range(4), repeat=2):
        block = image[2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        assert x[5, 4 * row + column] == (1 if (block > 8).sum() >= 2 else -1)


def test_limits_returns_the_ratio_by_hand():
    records, table = activity.limits(roots=[2])
    # Of two sums of two signs each is ±2 or 0: the larger is 2 with probability 3/4.
    assert table["ratio"].tolist() == pytest.approx([1.5 / 2**0.5])
    assert [(r.statement, r.left, r.right) for r in records] == [("complexity", 2.25, 2)]


@pytest.mark.parametrize("sizes", [(), ((0, 3),), ((1, 5),), ((0, 1), (2, 3), (4, 2)), ((3, 4),)])
@pytest.mark.parametrize("threshold", [-0.5, 0.0, 2.9, 4.0, 30.0])
def test_tail_returns_the_share_of_all_signs(sizes, threshold):
    steps = [size for size, number in sizes for _ in range(number)]
    sums = [
        sum(v * size for v, size in zip(signs, steps, strict=True))
        for signs in itertools.product([1, -1], repeat=len(steps))
    ]
    # A sum that is the threshold itself is counted, but at 0, to which nothing rounds.
    expected = sum(value > 0 if threshold == 0 else value >= threshold for value in sums) / len(
        sums
    )
    assert activity.tail(sizes, threshold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("m", [1, 3, 4])
def test_correlation_returns_the_values_of_networks_that_are_built(m):
    n, bias = 6, 0.8
    x = uniform(m, n, np.random.default_rng(m)).astype(int)
    cube, total, rarest = points(n), 0.0, 0.0
    for signs in itertools.product([1, -1], repeat=m):
        z = sum(sign * point for sign, point in zip(signs, x, strict=True))
        if not z.any():
            continue
        w = z / np.linalg.norm(z)
        built = [SparseReLUNetwork([u * w], [bias], [u]) for u in (1, -1)]
        chosen = max(built, key=lambda network: np.dot(signs, network(x)))
        total += np.dot(signs, chosen(x)) / m
        rarest = max(rarest, chosen.active(cube).mean())
    mean, probability = activity.correlation(x, bias)
    assert mean == pytest.approx(total / 2**m)
    assert probability == pytest.approx(rarest)


def test_rare_rejects_more_samples_than_the_limit():
    system = {"n": 60, "eta": 0.25, "points": "drawn"}  # m_0 = 60/(16 ln 4) = 2.7
    records, table = activity.rare(seed=2, systems=[{**system, "m": 2}])
    assert [record.statement for record in records] == ["dense", "rare"]
    assert all(record.holds for record in records)
    assert (table["value"] <= table["dense"]).all()
    with pytest.raises(ValueError, match=r"m must be at most m_0 = 2.705, got 3"):
        activity.rare(seed=2, systems=[{**system, "m": 3}])


def test_monomials_returns_the_characters():
    x = points(4)
    design = learners.monomials(x, 2)
    sets = [(), *itertools.combinations(range(4), 1), *itertools.combinations(range(4), 2)]
    expected = np.stack([x[:, list(chosen)].prod(axis=1) for chosen in sets], axis=1)
    assert np.array_equal(design, expected)


@pytest.mark.parametrize("seed", range(6))
def test_select_returns_the_first_of_columns_that_tie(seed):
    """By least squares, and products that are equal when rounded."""
    rng = np.random.default_rng(seed)
    x = uniform(12, 6, rng)
    design, y = learners.monomials(x, 2), forest(2, 2, 6, rng)(x)
    taken, residual, expected, ties = [], y, np.zeros(design.shape[1]), 0
    while not np.allclose(residual, 0, atol=1e-6):
        sizes = np.abs(residual @ design).round(6)
        ties += (sizes == sizes.max()).sum() > 1
        taken.append(int(sizes.argmax()))
        expected[taken] = np.linalg.lstsq(design[:, taken], y, rcond=None)[0]
        residual = y - design @ expected
    assert ties
    assert learners.select(design, y) == pytest.approx(expected, abs=1e-9)


def test_select_returns_zero_where_no_column_has_a_part():
    x = points(3)
    design, parity = learners.monomials(x, 2), x.prod(axis=1).astype(float)
    assert not learners.select(design, parity).any()
    found = learners.select(design, 2 * design[:, 1] + parity)
    np.testing.assert_allclose(found, 2 * np.eye(7)[1], atol=1e-12)


def test_flat_junta_returns_its_bits():
    network = learners.flat_junta(4, [3, 0, 2, 1], 4)
    x = points(4)
    bits = (x < 0).astype(int)
    expected = (-1) ** (bits[:, 3] * bits[:, 0] + bits[:, 2] * bits[:, 1])
    assert np.array_equal(network.values(), expected)
    assert np.array_equal(np.abs(walsh_transform(network.values())), np.full(16, 0.25))
    assert network.max_active() == (1, 1)


GREEDY = {
    "seed": 1, "level": 1e-2, "dimensions": [12], "trees": 1, "depth": 2, "samples": [6],
}  # fmt: skip


def test_greedy_returns_success_below_the_number_of_monomials():
    records, table = learners.greedy(**GREEDY, enough=60, trials=16)
    found = dict(zip(table["m"], table["successes"], strict=True))
    assert found[60] > 12 > 8 > found[6]
    assert [(r.statement, r.instance["m"]) for r in records] == [("greedy", 60)]
