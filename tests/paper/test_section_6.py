"""The checks of Section 6's questions, against enumeration and closed forms."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from awasthi2024.section_6.checks import average_case, exhaustive, greedy, rare
from awasthi2024.shared.distributions import uniform
from sparseact import bounds
from sparseact.constructions import forest
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity


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


def test_the_average_network_exceeds_the_bound_in_every_even_dimension():
    records, _ = average_case.measure_limits(roots=[2], halves=[1, 2, 3])
    assert [r.left for r in records if r.statement == "sup"] == [4, 8, 16]
    assert all(r.holds for r in records)


def test_the_mean_square_may_give_less_than_the_mean_where_most_inputs_have_one_neuron():
    # The example of docs/proofs-section_6.md, 1; s < 2k, and few neurons are active on most inputs.
    def neurons(x):
        return [max(0, x[0] + 2), *2 * [max(0, sum(x) - 3)]]

    cube = list(itertools.product([1, -1], repeat=4))
    counts = [sum(z > 0 for z in neurons(x)) for x in cube]
    assert sorted(counts) == [*15 * [1], 3]
    mean, mean_square = Fraction(sum(counts), 16), Fraction(sum(c * c for c in counts), 16)
    flips = [(*x[:i], -x[i], *x[i + 1 :]) for x in cube for i in range(4)]
    ends = [sum(neurons(x)) for x in cube for _ in range(4)]
    changes = (a - sum(neurons(y)) for a, y in zip(ends, flips, strict=True))
    sensitivity = Fraction(sum(change**2 for change in changes), 4 * 16)
    by_square, by_mean = bounds.theorem_a_average(2, mean_square), 2 * 3 * 4 * mean
    assert sensitivity <= by_square == 24 < 27 == by_mean
    assert bounds.theorem_a_min_average(3, 3, 2, mean) == by_mean


# --------------------------------------------------------------- Theorem S


@pytest.mark.parametrize("sizes", [(), ((0, 3),), ((1, 5),), ((0, 1), (2, 3), (4, 2)), ((3, 4),)])
@pytest.mark.parametrize("threshold", [-0.5, 0.0, 2.9, 4.0, 30.0])
def test_tails_by_all_signs(sizes, threshold):
    steps = [size for size, number in sizes for _ in range(number)]
    sums = [
        sum(v * size for v, size in zip(signs, steps, strict=True))
        for signs in itertools.product([1, -1], repeat=len(steps))
    ]
    # A sum that is the threshold itself is counted, but at 0, to which nothing rounds.
    expected = sum(value > 0 if threshold == 0 else value >= threshold for value in sums) / len(
        sums
    )
    assert rare.tail(sizes, threshold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("m", "used"), [(1, 1), (3, 3), (4, 2), (4, 4)])
def test_correlations_by_networks_that_are_built(m, used):
    n, bias = 6, 0.8
    x = rare.sample("drawn", n, m, np.random.default_rng(m))
    cube, total, rarest = points(n), 0.0, 0.0
    for signs in itertools.product([1, -1], repeat=m):
        z = sum(sign * point for sign, point in zip(signs[:used], x, strict=False))
        if not z.any():
            continue
        w = z / np.linalg.norm(z)
        built = [SparseReLUNetwork([u * w], [bias], [u]) for u in (1, -1)]
        chosen = max(built, key=lambda network: np.dot(signs[:used], network(x[:used])))
        total += np.dot(signs, chosen(x)) / m
        rarest = max(rarest, chosen.active(cube).mean())
    mean, probability = rare.correlation(x, used, bias)
    assert mean == pytest.approx(total / 2**m)
    assert probability == pytest.approx(rarest)


def test_theorem_s_by_hand():
    # m_0 = 64/(16·2) = 2 at δ = e^−2: √64·3·5/(4√2·√m) at m ≤ 2, and with √2/m beyond.
    delta = np.exp(-2)
    assert bounds.theorem_s_samples(64, delta) == pytest.approx(2)
    assert bounds.theorem_s_samples(64, 0.25) == pytest.approx(64 / (32 * np.log(2)))
    assert bounds.theorem_s(65, 3, 1, 5, delta) == pytest.approx(65**0.5 * 15 / 32**0.5)
    assert bounds.theorem_s(65, 3, 2, 5, delta) == pytest.approx(65**0.5 * 15 / 8)
    assert bounds.theorem_s(65, 3, 6, 5, delta) == pytest.approx(65**0.5 * 15 / 24)
    assert bounds.theorem_s(10, 3, 6, 5, delta) == 0
    with pytest.raises(ValueError, match="divides by zero"):
        bounds.theorem_s_samples(4, 1)
    golden = (1 + 5**0.5) / 2
    assert golden ** bounds.halfspace_excess(2, 3) == pytest.approx(2 * 6**2)
    assert bounds.theorem_s_sparsity(2, 7, 0.5, 3) == pytest.approx(
        1 + 7 / 3 * bounds.halfspace_excess(2, 3)
    )


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 3), (2, 1), (2, 3), (3, 2)])
@pytest.mark.parametrize("kind", ["uniform", "halving"])
def test_excess_by_all_samples(n, m, kind):
    cube = list(itertools.product([1, -1], repeat=n))
    cuts = itertools.product(itertools.product(range(-2, 3), repeat=n), range(-6, 7))
    sets = {tuple(sum(a * v for a, v in zip(w, x, strict=True)) > b for x in cube) for w, b in cuts}
    masses = exhaustive.distribution(kind, 2**n)
    # The masses stand in the order of sparseact.cube.points.
    order = [tuple(x) for x in points(n).tolist()]
    mass = dict(zip(order, masses, strict=True))
    total = Fraction(0)
    for chosen in itertools.product(range(2**n), repeat=m):
        best = max(
            sum(inside[i] for i in chosen)
            - 2 * m * sum((mass[x] for x, on in zip(cube, inside, strict=True) if on), Fraction(0))
            for inside in sets
        )
        weight = Fraction(1)
        for i in chosen:
            weight *= mass[cube[i]]
        total += weight * best
    assert rare.excess(n, m, masses) == total


def test_more_samples_than_the_limit_are_judged_by_the_other_bound():
    systems = [
        {"n": 60, "m": m, "delta": 0.25, "points": kind}
        for m in (1, 2, 4)
        for kind in ("drawn", "equal")
    ]
    records, table = rare.measure_rare(seed=2, systems=systems)
    assert {(r.statement, r.instance["m"]) for r in records} == {
        ("dense", 1), ("dense", 2), ("dense-more", 4), ("rare", 1), ("rare", 2), ("rare", 4),
    }  # fmt: skip
    assert all(record.holds for record in records)
    assert (table["value"] <= table["dense"]).all()


# ------------------------------------------------------------------- greedy


def test_monomials_are_the_characters():
    x = points(4)
    design = greedy.monomials(x, 2)
    sets = [(), *itertools.combinations(range(4), 1), *itertools.combinations(range(4), 2)]
    expected = np.stack([x[:, list(chosen)].prod(axis=1) for chosen in sets], axis=1)
    assert np.array_equal(design, expected)


def solved(matrix, right):
    """Return the fractions x with matrix·x = right, for a regular matrix of fractions."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next(j for j in range(i, len(rows)) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for j in range(len(rows)):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def selected_in_fractions(design, y):
    """Return what is taken and its coefficients, and at how many steps several columns tied."""
    columns = [[Fraction(int(v)) for v in column] for column in design.T]
    labels = [Fraction(float(v)) for v in y]

    def inner(a, b):
        return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))

    taken, coefficients, residual, ties = [], [], labels, 0
    while any(residual):
        sizes = [abs(inner(column, residual)) for column in columns]
        if not any(sizes):
            break
        ties += sizes.count(max(sizes)) > 1
        taken.append(sizes.index(max(sizes)))
        gram = [[inner(columns[i], columns[j]) for j in taken] for i in taken]
        coefficients = solved(gram, [inner(columns[i], labels) for i in taken])
        fitted = [inner(coefficients, [columns[i][t] for i in taken]) for t in range(len(y))]
        residual = [a - b for a, b in zip(labels, fitted, strict=True)]
    return dict(zip(taken, map(float, coefficients), strict=True)), ties


@pytest.mark.parametrize("seed", range(6))
def test_selection_is_that_of_fractions_though_columns_tie(seed):
    rng = np.random.default_rng(seed)
    x = uniform(12, 6, rng)
    design, y = greedy.monomials(x, 2), forest(2, 2, 6, rng)(x)
    expected, ties = selected_in_fractions(design, y)
    found = greedy.select(design, y)
    assert ties
    assert np.flatnonzero(found).tolist() == sorted(i for i, c in expected.items() if c)
    assert {i: found[i] for i in expected} == pytest.approx(expected, abs=1e-9)


def test_selection_stops_where_no_column_has_a_part_in_what_is_left():
    x = points(3)
    design, parity = greedy.monomials(x, 2), x.prod(axis=1).astype(float)
    assert not greedy.select(design, parity).any()
    found = greedy.select(design, 2 * design[:, 1] + parity)
    np.testing.assert_allclose(found, 2 * np.eye(7)[1], atol=1e-12)


def test_the_flat_junta_by_its_bits():
    network = greedy.flat_junta(4, [3, 0, 2, 1], 4)
    x = points(4)
    bits = (x < 0).astype(int)
    expected = (-1) ** (bits[:, 3] * bits[:, 0] + bits[:, 2] * bits[:, 1])
    assert np.array_equal(network.values(), expected)
    assert np.array_equal(np.abs(walsh_transform(network.values())), np.full(16, 0.25))
    assert network.max_active() == (1, 1)


GREEDY = {
    "seed": 1, "level": 1e-2, "dimensions": [12], "trees": 1, "depth": 2, "samples": [6],
    "flat_dimension": 8,
}  # fmt: skip


def test_greedy_learns_from_fewer_samples_than_monomials():
    records, table = greedy.measure_greedy(**GREEDY, enough=60, trials=16)
    found = {(r.target, r.learner, r.m): r.successes for r in table.itertuples()}
    assert found["forest", "greedy", 60] > 12 > 4 > found["forest", "regression", 60]
    assert found["forest", "greedy", 6] < 8
    assert {r.statement for r in records} == {"greedy", "regression", "flat-samples"}


def test_as_many_samples_as_monomials_are_refused():
    with pytest.raises(ValueError, match="must be below the 79 monomials"):
        greedy.measure_greedy(**GREEDY, enough=79, trials=2)


# --------------------------------------------------------------- exhaustive


@pytest.mark.parametrize(("n", "number"), [(1, 4), (2, 14), (3, 104)])
def test_numbers_of_threshold_functions(n, number):
    """OEIS A000609."""
    assert len(exhaustive.threshold_sets(n)) == number


def test_unseen_mass_by_all_samples():
    masses = exhaustive.distribution("halving", 4)
    assert sum(masses) == 1
    total = Fraction(0)
    for sample in itertools.product(range(4), repeat=3):
        chance = masses[sample[0]] * masses[sample[1]] * masses[sample[2]]
        total += chance * sum(p for t, p in enumerate(masses) if t not in sample)
    assert exhaustive.unseen(masses, 3) == total


def test_the_search_finds_what_is_there_and_nothing_else():
    found = exhaustive.search(np.array([3.0, 1.0]), 1, 1)
    assert found.network.values() == pytest.approx([3, 1])
    assert found.candidates == 8
    # The parity of two bits takes three neurons.
    none = exhaustive.search(np.array([1.0, -1.0, -1.0, 1.0]), 2, 1)
    assert none == (None, 28, 28)
