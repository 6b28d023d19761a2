"""The checks of the digest's phrases, against direct sums and values from the literature."""

import itertools
from fractions import Fraction
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awasthi2024.outside_claims.checks import uniform_approximation
from awasthi2024.outside_claims.checks.deep_networks import (
    DeepNetwork,
    deep_extremal,
    evaluate,
    extremal_share,
    random_deep_network,
)
from awasthi2024.outside_claims.checks.depth import measure_depth
from awasthi2024.outside_claims.checks.exact_queries import (
    exact_search,
    measure_exact_queries,
    restricted_weights,
    summed_weights,
)
from awasthi2024.outside_claims.checks.neurons import (
    equal_weight,
    equal_weights_spectrum,
    measure_neurons,
)
from awasthi2024.outside_claims.checks.queries import draw_target, measure_queries
from awasthi2024.outside_claims.checks.uniform_approximation import uniform_error
from sparseact import bounds
from sparseact.cube import InexactError
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


def outcomes(measurement):
    found = {}
    for record in measurement.records:
        assert record.claim.startswith("digest-")
        found.setdefault((record.claim, record.statement), set()).add(record.holds)
    return found


# ------------------------------------------------------------ one ReLU neuron


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


@pytest.mark.parametrize("d", [1, 2, 3, 10, 100, 1000])
def test_the_power_lies_above_the_bound_and_close_to_it(d):
    ratio = float(bounds.neuron_tail(Fraction(1), d)) / bounds.neuron_tail_power(Fraction(1), d)
    assert 0.55 < ratio < 1
    if d > 100:
        assert ratio > 0.99


@pytest.mark.parametrize("theta", [0, 1, 2])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_step_for_halfspaces(theta, d):
    """The weight of a halfspace from degree d on, in the proof's first step."""
    bound = bounds.neuron_tail(Fraction(1), d) * (d + 1)
    for w in itertools.product(range(-2, 3), repeat=4):
        f = {x: sum(i * j for i, j in zip(w, x, strict=True)) > theta for x in points(4)}
        assert weight_above(lambda x, f=f: int(f[x]), 4, d - 1) <= bound


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_spectrum_of_equal_weights(n):
    weights = equal_weights_spectrum(n)
    for d in range(-1, n + 1):
        assert sum(weights[d + 1 :]) == weight_above(lambda x: max(sum(x), 0), n, d)


@pytest.mark.parametrize("n", [2, 4, 10])
def test_the_closed_form_of_equal_weights(n):
    for t in range(2, n + 1, 2):
        # The coefficient of a symmetric function, by the definition with one set.
        mean = sum(
            Fraction(comb(t, i) * comb(n - t, j) * (-1) ** i * max(n - 2 * (i + j), 0), 2**n)
            for i in range(t + 1)
            for j in range(n - t + 1)
        )
        assert equal_weight(n, t) == comb(n, t) * mean**2


def test_the_lower_bound_is_of_the_right_order():
    weights = equal_weights_spectrum(200)
    for d in (2, 6, 20):
        ratio = float(sum(weights[d + 1 :])) / bounds.neuron_tail_lower(200, d)
        assert 1 <= ratio < 3


def test_chebyshevs_series_has_even_degrees():
    with pytest.raises(ValueError, match="even degrees alone, not d = 3"):
        bounds.chebyshev_tail(Fraction(1), 3)


# -------------------------------------------------------- uniform approximation


def test_errors_known_from_the_literature():
    """Varga and Carpenter, Constructive Approximation 1 (1985), table of E_{2n}(|x|)."""
    assert uniform_error(0) == uniform_error(1) == Fraction(1, 2)
    assert uniform_error(2) == uniform_error(3) == Fraction(1, 8)
    assert float(uniform_error(4)) == pytest.approx(0.0676208, abs=1e-6)
    # 2n·E_2n rises to 0.28016949…
    products = [2 * m * float(uniform_error(2 * m)) for m in range(1, 21)]
    assert products == sorted(products)
    assert 0.28 < products[-1] < 0.2801695


@pytest.mark.parametrize("d", [2, 6, 12])
def test_the_exchange_comes_next_to_the_best_error(d):
    """A linear programme over a grid gives a value between a grid's and the interval's."""
    from scipy.optimize import linprog

    t = np.unique(np.concatenate([np.linspace(0, 1, 600), np.linspace(0, 0.1, 300)]))
    basis = np.polynomial.chebyshev.chebvander(2 * t * t - 1, d // 2)
    ones = np.ones((len(t), 1))
    system = np.vstack([np.hstack([basis, -ones]), np.hstack([-basis, -ones])])
    cost = np.zeros(d // 2 + 2)
    cost[-1] = 1
    best = linprog(cost, A_ub=system, b_ub=np.concatenate([t, -t]), bounds=(None, None)).fun
    assert float(uniform_error(d)) == pytest.approx(best, rel=1e-3)


def test_any_points_give_a_lower_bound():
    exact = float(uniform_error(6))
    for shift in (0.9, 0.97):
        t = [Fraction(shift) * Fraction(k, 4) for k in range(4, -1, -1)]
        assert float(uniform_approximation._levelled(t)) < exact


# ------------------------------------------------------------ membership queries


def test_restricted_weights_by_direct_sums():
    values = np.array([3, -1, 0, 2, 5, 5, -2, 1])
    n = 3
    for j in range(n + 1):
        expected = []
        for alpha in range(2**j):
            total = Fraction(0)
            for z in range(2 ** (n - j)):
                inner = sum(
                    Fraction(int(values[y | z << j])) * (-1) ** (y & alpha).bit_count()
                    for y in range(2**j)
                )
                total += (inner / 2**j) ** 2
            expected.append(total / 2 ** (n - j))
        assert restricted_weights(values, j) == expected
        assert summed_weights(values, j) == expected


def test_the_search_with_exact_weights():
    values = [3 * x[0] - 2 * x[1] * x[2] for x in ((1 - 2 * (t & 1), 1 - (t & 2), 1 - (t >> 1 & 2))
                                                   for t in range(8))]  # fmt: skip
    assert exact_search(np.array(values), Fraction(2)) == ([1, 6], 2)
    assert exact_search(np.array(values), Fraction(3)) == ([1], 1)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_error_of_averages_over_all_samples(m):
    """All samples of m points of {±1}², for a function of known coefficients."""
    values = {x: 2 * x[0] + x[0] * x[1] for x in points(2)}
    subsets = [(), (0,), (1,)]
    truth = {(): 0, (0,): 2, (1,): 0}
    total = Fraction(0)
    for sample in itertools.product(points(2), repeat=m):
        for subset in subsets:
            mean = Fraction(sum(values[x] * prod(x[i] for i in subset) for x in sample), m)
            total += (mean - truth[subset]) ** 2
    assert bounds.averages_error(2, 1, Fraction(5), Fraction(4), m) == total / 4**m


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


# ------------------------------------------------------------------------- depth


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
    assert extremal_share(p, len(active)) == share / 2 ** (len(active) - 1)


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


# ------------------------------------------------------------------- the checks

NEURONS = {
    "exhaustive": [1, 2],
    "largest_weight": 2,
    "random": [5],
    "repeats": 2,
    "equal": [3, 4, 16],
    "largest_degree": 6,
    "errors": [1, 2],
}


def test_neurons_hold():
    measurement = measure_neurons(seed=1, **NEURONS)
    found = outcomes(measurement)
    assert all(holds == {True} for holds in found.values())
    assert {statement for _, statement in found} == {
        "printed", "chebyshev", "uniform-lower", "neuron", "neuron-power", "reached",
        "equal-weights",
    }  # fmt: skip
    assert sorted(measurement.table["n"].unique()) == [3, 4, 16]


QUERIES = {
    "targets": [{"kind": "parity", "n": 6, "p": 2}, {"kind": "forest", "n": 4, "p": 1}],
    "noise": 0.1,
    "delta": 0.4,
    "trials": 30,
    "shares": [0.1],
    "curve_trials": 3,
}
EXACT_QUERIES = {
    "patterns": [1],
    "dimensions": [4],
    "thresholds": [0.5],
    "lifted": [1, 3],
    "parities": [{"n": 20, "p": 5}],
    "delta": 0.3,
    "equal": [16],
    "threshold": 0.125,
}


def test_queries_hold():
    searched = measure_queries(seed=1, level=0.1, **QUERIES)
    assert outcomes(searched) == {
        ("digest-queries", "counted"): {True},
        ("digest-queries", "found"): {True},
        ("digest-queries", "learned"): {True},
    }
    exact = measure_exact_queries(seed=1, **EXACT_QUERIES)
    found = outcomes(exact)
    assert found.pop(("digest-queries", "printed")) == {True, False}
    assert all(holds == {True} for holds in found.values())
    assert len(found) == 8


DEPTH = {
    "depths": [1, 2, 3],
    "variables": [1, 2],
    "active": [1, 2],
    "shapes": [{"n": 1, "widths": [2, 2]}, {"n": 2, "widths": [2, 2, 2]}],
    "repeats": 3,
    "restarts": 1,
    "steps": 30,
    "largest_weight": 2,
}


def test_depth_holds():
    measurement = measure_depth(seed=1, **DEPTH)
    found = outcomes(measurement)
    assert found.pop(("digest-depth", "free")) == {True, False}
    assert all(holds == {True} for holds in found.values())
    assert len(found) == 9
    assert (measurement.table["multiple"] <= measurement.table["bound"]).all()
