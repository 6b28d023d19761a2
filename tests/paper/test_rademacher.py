"""The checks of Theorem 19 against brute force, known counts and hand values."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import combinations_with_replacement, product
from operator import mul

import numpy as np
import pytest

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.cells import best_network, line, line_values, strict_cells
from awasthi2024.rademacher.checks.complexities import compare_bounds, make_points
from awasthi2024.rademacher.checks.steps import compare_network, compare_sizes, weights_above
from balls import between
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.rademacher import rademacher_interval


@pytest.mark.parametrize(("n", "count"), [(1, 4), (2, 14), (3, 104)])
def test_cells_of_the_cube_are_the_threshold_functions(n, count):
    cells = strict_cells(points(n).tolist(), F(1), F(2 * n))
    assert len(cells) == len({cell.members for cell in cells}) == count


def test_cells_of_points_on_a_circle_meet_covers_formula():
    circle = [(4, 3), (3, 4), (-3, 4), (-4, 3), (0, -5), (3, -4)]
    cells = strict_cells(circle, F(1), F(20))
    assert len(cells) == bounds.affine_dichotomies(2, 6) == 32


def test_cells_in_the_plane_have_the_vertices_of_their_closures():
    x = [(F(1, 3), F(-2)), (F(1, 2), F(5, 7)), (F(-1), F(1, 3)), (F(0), F(2, 5))]
    W, B = F(2, 3), F(1, 2)
    cells = {cell.members: cell.vertices for cell in strict_cells(x, W, B)}
    rng = np.random.default_rng(0)
    for numbers in rng.integers(-64, 65, size=(3000, 3)).tolist():
        w, b = [W * F(v, 64) for v in numbers[:2]], B * F(numbers[2], 64)
        assert tuple(i for i in range(4) if sum(map(mul, w, x[i])) > b) in cells
    for members, vertices in cells.items():
        for *w, b in vertices:
            signs = [sum(map(mul, w, point)) - b for point in x]
            assert all(z >= 0 if i in members else z <= 0 for i, z in enumerate(signs))
            tight = signs.count(0) + sum(abs(v) == W for v in w) + (abs(b) == B)
            assert tight >= 3
            assert max(map(abs, w)) <= W
            assert abs(b) <= B


def test_best_network_against_all_multisets():
    rng = np.random.default_rng(5)
    sets = [(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)]
    for _ in range(20):
        values = [(members, int(rng.integers(-2, 9))) for members in sets]
        for s, k in [(1, 1), (2, 1), (3, 2), (4, 3)]:
            expected = max(
                sum(value for _, value in chosen)
                for count in range(s + 1)
                for chosen in combinations_with_replacement(values, count)
                if all(sum(i in members for members, _ in chosen) <= k for i in range(3))
            )
            assert best_network(values, s, k, 3) == expected


def test_the_printed_counterexample_by_hand():
    # At {1, −1} two neurons of opposite weights reach both points: E max = 1.
    values = line_values(line([1, -1], 2, 1, 1, 0))
    assert values.complexity == 1
    assert section_5.theorem_19(1, 2, 2, 1, 1, 0) == pytest.approx(math.sqrt(math.log(2)))
    # One neuron reaches one point: ½.
    assert line_values(line([1, -1], 1, 1, 1, 0)).complexity == F(1, 2)


def test_the_exchange_of_max_and_mean_by_hand():
    values = line_values(line([1, 2], 1, 1, 1, 1))
    # E max(|ζ_1 + 2ζ_2|, 2)/2 against max(E|ζ_1 + 2ζ_2|, 2)/2.
    assert values.first == F(5, 4)
    assert values.exchanged == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ([1, -1], 2, 1, 1, 0.5),
        ([1, 2, 4], 2, 1, 1, 3),
        ([-2, 0, 1, 1], 3, 2, 0.5, 1),
        ([-3, -1, 1, 2, 3], 2, 1, 1, 2),
        ([1, 2, 3], 2, 2, 1, 1),
    ],
)
def test_line_values_lie_in_the_certified_interval(arguments):
    xs, s, k, W, B = arguments
    value = float(line_values(line(*arguments)).complexity)
    found = rademacher_interval([[x] for x in xs], s=s, k=k, W=W, B=B)
    assert found.lower - 1e-12 <= value <= found.upper + 1e-12
    assert found.upper - found.lower <= 0.02 * value


def test_compare_bounds_leaves_out_the_paper_s_bound_where_it_is_undefined():
    recorder = Recorder("eq-15", {})
    compare_bounds(recorder, (2, 4, 1, 3), (F(1, 4), F(1), F(0)), between(0.1, 0.1))
    keys = [(r.claim, r.statement) for r in recorder.records]
    assert ("eq-15", "printed") not in keys
    assert ("theorem-19", "closed") in keys


def test_points_have_the_stated_shape_and_norm():
    rng = np.random.default_rng(3)
    for kind in ("sphere", "cube", "orthonormal", "equicorrelated", "repeated"):
        x = make_points(kind, 4, 5, rng)
        assert x.shape == (4, 5)
        assert np.linalg.norm(x, axis=1) == pytest.approx(np.ones(4))
    gram = make_points("equicorrelated", 4, 5, rng)
    assert (gram @ gram.T)[~np.eye(4, dtype=bool)] == pytest.approx(0.4 * np.ones(12))


def test_compare_network_finds_equal_sides_and_few_active_neurons():
    at = Recorder("theorem-19", {})
    for number in range(30):
        compare_network(at, number, np.random.default_rng(number))
    assert all(record.holds for record in at.records)
    assert {record.statement for record in at.records} == {"eq-3", "eq-11", "sizes-strict"}
    assert len({record.left for record in at.records if record.statement == "eq-3"}) > 9


def test_compare_sizes_finds_sums_of_0_and_2():
    at = Recorder("theorem-19", {})
    compare_sizes(at)
    assert [r.left for r in at.records if r.statement == "sizes" and not r.holds] == [0, 2]


def test_weights_above_by_hand():
    # Two opposite points: both signs as the points, or the other two; one set or two.
    assert float(weights_above([[1], [-1]], 2)) == pytest.approx(1)
    assert float(weights_above([[1], [-1]], 1)) == pytest.approx((1 + 2) / 4)
    # Two orthogonal points of norm √2, whose signed sums have norm 2.
    assert float(weights_above([[1, 1], [1, -1]], 2)) == pytest.approx(math.sqrt(2))
    assert float(weights_above([[1, 1], [1, -1]], 1)) == pytest.approx(1)


@pytest.mark.parametrize("m", [1, 2, 3, 8])
def test_theorem_f_returns_more_for_sparse_networks_than_for_dense_ones_of_their_range(m):
    for k, extra in product((1, 2, 5), (1, 2, 9)):
        s = k + extra
        sparse = section_5.theorem_f(s, k, m, 1, 1)
        # Dense networks of scale kW/s, by hand: k·E max(√p, √(m − p))/m.
        roots = [math.comb(m, p) * math.sqrt(max(p, m - p)) for p in range(m + 1)]
        dense = k * sum(roots) / 2**m / m
        assert section_5.theorem_f(s, s, m, 1, k / s) == pytest.approx(dense)
        assert sparse == pytest.approx(dense) if m == 1 else sparse > 1.01 * dense
