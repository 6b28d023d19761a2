"""The checks of the digest's phrases, against direct sums, fractions and the literature."""

import itertools
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awasthi2024.digest.checks.alternation import (
    fixed_pattern_fit,
)
from awasthi2024.digest.checks.deep_networks import (
    DeepNetwork,
    deep_extremal,
    evaluate,
    random_deep_network,
)
from awasthi2024.digest.checks.goldreich_levin import (
    estimated_coefficients,
    large_coefficients,
)
from awasthi2024.digest.checks.neurons import equal_weights_spectrum
from awasthi2024.digest.checks.queries import draw_target
from awasthi2024.digest.checks.sizes import measure_sizes
from awasthi2024.digest.checks.uniform_approximation import uniform_error
from awasthi2024.shared.active_sets import (
    chain_masses,
    joint_activity,
    matched_share,
)
from sparseact import bounds
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


def points(n):
    return list(itertools.product((1, -1), repeat=n))


def weight_above(f, n, d):
    """Return the weight of f above degree d, from the definition."""
    total = Fraction(0)
    for size in range(d + 1, n + 1):
        for subset in itertools.combinations(range(n), size):
            mean = sum(Fraction(f(x)) * prod(x[i] for i in subset) for x in points(n))
            total += (mean / 2**n) ** 2
    return total


def best_share(true, found):
    """Try every one-to-one matching for the number of equal states; ties share the same count."""
    size = max(true.shape[1], found.shape[1])
    a = np.pad(true, ((0, 0), (0, size - true.shape[1])))
    b = np.pad(found, ((0, 0), (0, size - found.shape[1])))
    scored = [
        ((a == b[:, list(order)]).sum(), (a == b[:, list(order)]).all(axis=1).mean())
        for order in itertools.permutations(range(size))
    ]
    best = max(score for score, _ in scored)
    return {share for score, share in scored if score == best}


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 2)])
def test_matching_by_all_permutations(shape):
    for seed in range(20):
        rng = generator(seed, "matching")
        true, found = (rng.random((30, s)) < 0.4 for s in shape)
        assert matched_share(true, found) in best_share(true, found)


def test_joint_activity_by_a_loop():
    network = SparseReLUNetwork([[1, 0], [1, 1], [0, -1]], [0, 0.5, -3], [1, 1, 1])
    masses = chain_masses(2, Fraction(1, 2))
    joint = joint_activity(network, masses)
    # Active sets at (1,1), (-1,1), (1,-1), (-1,-1): {0,1,2}, {2}, {0,2}, {2}; the masses are
    # 3/8, 1/8, 1/8, 3/8.
    assert joint == [
        [Fraction(1, 2), Fraction(3, 8), Fraction(1, 2)],
        [Fraction(3, 8), Fraction(3, 8), Fraction(3, 8)],
        [Fraction(1, 2), Fraction(3, 8), Fraction(1)],
    ]


def test_fixed_pattern_fit_is_least_squares():
    m, rng = 200, generator(200, "fit")
    x = 2 * rng.integers(0, 2, size=(m, 4)) - 1
    active = rng.random((m, 3)) < 0.5
    y = rng.standard_normal(m)
    wide = np.hstack([x, np.ones((m, 1))])
    design = np.hstack([active[:, [j]] * wide for j in range(3)])
    expected = np.linalg.lstsq(design, y)[0]
    found = fixed_pattern_fit(x, y, active).ravel()
    np.testing.assert_allclose(design @ found, design @ expected, atol=1e-7)


@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=4),
    st.integers(-8, 8),
    st.integers(0, 4),
)
def test_the_bound_of_one_neuron(w, b, d):
    def neuron(x):
        return max(sum(i * j for i, j in zip(w, x, strict=True)) - b, 0)

    assert weight_above(neuron, len(w), d) <= bounds.neuron_tail(sum(v * v for v in w), d)


def test_the_bound_of_one_neuron_is_attained():
    assert weight_above(lambda x: max(x[0] + x[1], 0), 2, 1) == bounds.neuron_tail(Fraction(2), 1)
    assert weight_above(lambda x: max(x[0] + 1, 0), 1, 0) == bounds.neuron_tail(Fraction(1), 0)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_spectrum_of_equal_weights(n):
    weights = equal_weights_spectrum(n)
    for d in range(-1, n + 1):
        assert sum(weights[d + 1 :]) == weight_above(lambda x: max(sum(x), 0), n, d)


def test_errors_known_from_the_literature():
    """Varga and Carpenter, Constructive Approximation 1 (1985), table of E_{2n}(|x|)."""
    assert uniform_error(0) == uniform_error(1) == Fraction(1, 2)
    assert uniform_error(2) == uniform_error(3) == Fraction(1, 8)
    assert float(uniform_error(4)) == pytest.approx(0.0676208, abs=1e-6)
    # 2n·E_2n rises to 0.28016949…
    products = [2 * m * float(uniform_error(2 * m)) for m in range(1, 21)]
    assert products == sorted(products)
    assert 0.28 < products[-1] < 0.2801695


@pytest.mark.parametrize(
    ("kind", "p"),
    [("parity", 3), ("noisy parity", 2), ("junta", 3), ("forest", 2), ("forest", 1)],
)
def test_targets_have_the_coefficients_they_say(kind, p):
    n = 5
    for seed in range(4):
        target = draw_target(kind, n, p, 0.25, generator(seed, "target"))
        x = np.array(points(n))
        repeats = 4000 if kind == "noisy parity" else 1
        answers = np.mean([target.query(x) for _ in range(repeats)], axis=0)
        assert np.all(np.abs(target.query(x)) <= target.size)
        for mask in range(2**n):
            chosen = [i for i in range(n) if mask >> i & 1]
            mean = np.mean(answers * np.prod(x[:, chosen], axis=1))
            expected = target.coefficients.get(mask, 0.0)
            tolerance = 0.02 if kind == "noisy parity" else 1e-12
            assert mean == pytest.approx(expected, abs=tolerance)
            assert expected / target.grid == round(expected / target.grid)


def real(x):
    """Two large coefficients and a small one, of a function that is not of values ±1."""
    x = np.asarray(x, dtype=float)
    return 1.5 * x[:, 0] * x[:, 3] - x[:, 1] + 0.25 * x[:, 0] * x[:, 1] * x[:, 2]


def test_the_large_coefficients_of_a_real_function():
    size = 2.75
    samples = bounds.search_samples(4, 1.0, size, 0.01)
    search = large_coefficients(real, 4, 1.0, samples, generator(1, "search"))
    assert search.masks == [0b0010, 0b1001]
    assert search.queries == 2 * 4 * samples
    assert search.most_followed == 2
    means = estimated_coefficients(real, 4, search.masks, 20000, generator(2, "search"))
    np.testing.assert_allclose(means, [-1, 1.5], atol=0.1)


def deep_value(network, x):
    """Evaluate by the definition, in Python integers, and list the active neurons by layer."""
    z, active = list(x), []
    for w, b in network.layers:
        rows = zip(w.tolist(), b.tolist(), strict=True)
        z = [max(sum(i * j for i, j in zip(row, z, strict=True)) - c, 0) for row, c in rows]
        active.append(sum(value > 0 for value in z))
    return sum(i * j for i, j in zip(network.u.tolist(), z, strict=True)), active


def deep_sensitivity(network, n):
    """Return AS from the definition."""
    total = 0
    for x in points(n):
        for i in range(n):
            y = [-v if j == i else v for j, v in enumerate(x)]
            total += (deep_value(network, x)[0] - deep_value(network, y)[0]) ** 2
    return Fraction(total, 4 * 2**n)


@pytest.mark.parametrize("seed", range(30))
def test_the_bound_for_deep_networks_by_the_definition(seed):
    rng = generator(seed, "deep")
    n, widths = int(rng.integers(1, 4)), rng.integers(1, 5, size=rng.integers(1, 4)).tolist()
    network = random_deep_network(n, widths, 3, rng)
    run = evaluate(network, n)
    # evaluate has the order of the cube: coordinate 0 changes first.
    cube = [x[::-1] for x in points(n)]
    assert run.values.tolist() == [deep_value(network, x)[0] for x in cube]
    most = np.max([deep_value(network, x)[1] for x in cube], axis=0).tolist()
    assert run.most_active == most
    norms = [max(sum(v * v for v in row) for row in w.tolist()) for w, _ in network.layers]
    U2, product = max(v * v for v in network.u.tolist()), 1
    for k, square in zip(most, norms, strict=True):
        product *= 2 * k * square
    assert deep_sensitivity(network, n) <= 2 * U2 * most[-1] * product


@pytest.mark.parametrize(
    ("p", "active"), [(1, [1, 1]), (1, [2, 1, 3]), (2, [1, 2]), (2, [2, 1, 1])]
)
def test_extremal_deep_networks_by_the_definition(p, active):
    network = deep_extremal(p, active)
    values = {deep_value(network, x)[0] * prod(x) for x in points(p)}
    assert len(values) == 1  # a multiple of the parity of all bits
    assert all(deep_value(network, x)[1] == active for x in points(p))
    product = Fraction(4 * active[-1])
    for k, (w, _) in zip(active, network.layers, strict=True):
        product *= k * max(sum(v * v for v in row) for row in w.tolist())
    share = Fraction(2**p, 2**p - 1) ** (len(active) - 1)
    assert deep_sensitivity(network, p) == share * product


def test_one_hidden_layer_is_theorem_a():
    assert bounds.depth_sensitivity(1, [3], [5]) == bounds.theorem_a(3, bounds.Root(5))
    assert bounds.depth_sensitivity(3, [1], [2]) == bounds.theorem_a(1, bounds.Root(18))


def test_deep_networks_that_are_not_exact_are_refused():
    large = np.array([[1 << 52]])
    network = DeepNetwork([(large, np.array([1]))], np.array([1]))
    with pytest.raises(InexactError, match="leave the exact integers"):
        evaluate(DeepNetwork([*network.layers, (np.array([[4]]), np.array([0]))], network.u), 1)
    with pytest.raises(InexactError, match="leave the exact integers"):
        evaluate(DeepNetwork(network.layers, np.array([4])), 1)


def test_sizes():
    sizes = {"n": 6, "few": 0.5, "enough": 4, "steps": 200, "starts": 1, "seed": 1, "level": 0.1}
    measurement = measure_sizes(sizes=[2, 4], trials=4, largest_trials=6, **sizes)
    table = measurement.table
    assert (table["learned"] <= table["trials"]).all()
    most = table[(table["s"] == 4) & (table["c"] == 4)]
    assert set(most["trials"]) == {6}
    assert set(table.drop(most.index)["trials"]) == {4}
    made = {r.statement: r.instance["trials"] for r in measurement.records}
    assert made == {"enough": 8, "few": 8, "printed": 6, "regressor": 6, "given": 6}
    with pytest.raises(ValueError, match="largest_trials must be at least trials = 4, got 3"):
        measure_sizes(sizes=[2], trials=4, largest_trials=3, **sizes)
