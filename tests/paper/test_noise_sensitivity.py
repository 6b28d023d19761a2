"""Noise sensitivity and Appendix B's coupling, against brute force and closed forms."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from awasthi2024.noise_sensitivity.checks import appendix_b
from awasthi2024.noise_sensitivity.checks.appendix_b import measure_appendix_b
from awasthi2024.noise_sensitivity.checks.concentration import measure_concentration
from awasthi2024.noise_sensitivity.checks.coupling import (
    bucketed_network,
    buckets,
    draw_coupling,
    enumerate_coupling,
    joint_counts,
    noise_probability,
    total_variation,
)
from awasthi2024.noise_sensitivity.checks.lemma import measure_noise
from awasthi2024.noise_sensitivity.checks.pairs import measure_coupling
from awasthi2024.noise_sensitivity.checks.signed_sums import (
    beyond,
    mean_of_max,
    norm_distribution,
)
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import network_family
from paperclaims.checks.recorder import Recorder
from sparseact import bounds, constructions
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights

RHOS = ["-1", "-1/2", "0", "1/4", "1/2", "15/16"]
COUPLING = {
    "enumerated": [[1, 4], [2, 4], [3, 3]],
    "resolution": 12,
    "level": 5e-5,
    "trials": 20000,
    "tolerance": 0.04,
    "juntas": [{"n": 30, "p": 3, "table": "parity", "rho": "1/4"}],
    "forests": [{"n": 30, "trees": 2, "depth": 3, "rho": "63/64"}],
}
CONCENTRATION = {
    "level": 5e-5,
    "sizes": [1, 2, 8],
    "rhos": ["-1", "0", "1/8"],
    "cases": [
        {"n": 40, "s": 2, "r": 2, "weights": "equal", "support": "disjoint", "partition": "single"}
    ],
    "norms": [{"n": 32, "s": 1, "r": 1, "q": 6}],
}


# ----------------------------------------------------------- ingredients


@pytest.mark.parametrize(
    ("rho", "r"),
    [("-1", 1), ("-1/2", 1), ("0", 2), ("1/4", 2), ("1/3", 3), ("1/2", 4), ("9/10", 20)],
)
def test_number_of_buckets(rho, r):
    assert buckets(Fraction(rho)) == r


@pytest.mark.parametrize("rho", ["-1", "-1/3", "0", "3/4", "1"])
def test_noise_sensitivity_is_its_definition(rho):
    rho = Fraction(rho)
    h = [Fraction(v) for v in generator(5, "noise").integers(-8, 9, size=8).tolist()]
    direct = sum(
        noise_probability(3, (x ^ y).bit_count(), rho) * (h[x] - h[y]) ** 2 / 4
        for x in range(8)
        for y in range(8)
    )
    weights = degree_weights_exact(np.array([float(v) for v in h]))
    assert noise_of_weights(weights, rho) == direct


def test_joint_counts_by_hand():
    n, r = 2, 2
    brute = Counter()
    for z in product((1, -1), repeat=n):
        for assignment in product(range(r), repeat=n):
            for v in product((1, -1), repeat=r):
                for b in range(r):
                    flipped = [-sign if e == b else sign for e, sign in enumerate(v)]
                    x = tuple(z[i] * v[assignment[i]] for i in range(n))
                    y = tuple(z[i] * flipped[assignment[i]] for i in range(n))
                    brute[x, y] += 1
    cube = [tuple(row) for row in points(n).tolist()]
    counts = joint_counts(n, r)
    assert {(cube[x], cube[y]): counts[x, y] for x in range(4) for y in range(4)} == dict(brute) | {
        (x, y): 0 for x in cube for y in cube if (x, y) not in brute
    }


@pytest.mark.parametrize(("n", "r"), [(1, 1), (2, 3), (3, 2), (4, 3)])
@pytest.mark.parametrize("rho", ["-1", "-1/4", "1/4", "1/2"])
def test_total_variation_is_that_of_the_number_of_flips(n, r, rho):
    """Both laws are exchangeable and x is uniform, so only the number of flips counts."""
    rho = Fraction(rho)

    def flips(p):
        return [comb(n, d) * p**d * (1 - p) ** (n - d) for d in range(n + 1)]

    pairs = zip(flips(Fraction(1, r)), flips((1 - rho) / 2), strict=True)
    assert total_variation(n, r, rho) == sum(abs(a - b) for a, b in pairs) / 2


@pytest.mark.parametrize("r", [1, 2, 3])
def test_enumeration_by_networks_one_at_a_time(r):
    network = SparseReLUNetwork(
        np.array([[1, 0.5, -0.25], [-1, 0.75, 0.5]]), np.array([0.25, -0.5]), np.array([1, -0.5])
    )
    h, cube = network.values(), points(3)
    found = enumerate_coupling(network, r)
    sensitivities, squares, scales, cases = [], [], [], set()
    largest_active = 0
    for assignment in product(range(r), repeat=3):
        means = []
        for z in cube:
            H = bucketed_network(network, z, assignment, r)
            largest_active = max(largest_active, H.max_active()[1])
            sensitivities.append(average_sensitivity_exact(H.values()))
            norms = [sum(Fraction(v) ** 2 for v in row) for row in H.w.tolist()]
            means.append(max(norms))
            squares.append(max(norms))
            scales.append(max(norms[0], norms[1] / 4))
            cases.add((sensitivities[-1], scales[-1]))
            for i, v in enumerate(points(r)):
                x = z * v[list(assignment)]
                assert H.values()[i] == h[(cube == x).all(axis=1)][0]
        assert found.mean_max_norm >= sum(means) / 8
    worlds = 8 * r**3
    assert found.rewrite_gap == 0
    assert found.max_active == largest_active
    assert found.average == sum(sensitivities) / worlds
    assert found.max_norm == max(squares)
    assert found.mean_scale == sum(scales) / worlds
    assert set(found.cases) == cases
    weights = degree_weights_exact(h)
    expected = 4 * noise_of_weights(weights, 1 - Fraction(2, r))
    assert found.pairs == found.differences == expected
    assert found.norm_mean_gap == 0


def test_enumeration_refuses_weights_of_many_bits():
    network = SparseReLUNetwork(np.array([[0.1]]), np.zeros(1), np.ones(1))
    with pytest.raises(ValueError, match="too many bits"):
        enumerate_coupling(network, 2)


def test_noise_refuses_weights_that_are_not_dyadic():
    network = SparseReLUNetwork(np.full((2, 4), 0.1), np.full(2, 1e-30), np.ones(2))
    with pytest.raises(ValueError, match="does not add exactly"):
        measure_noise(networks=[Instance("odd", "random", {}, network, 2)], rhos=["0"])


def test_drawn_pairs_differ_in_one_bucket():
    x, y = draw_coupling(50, 3, 4000, generator(1, "pairs"))
    assert x.shape == y.shape == (4000, 50)
    assert set(np.unique(x)) == set(np.unique(y)) == {-1, 1}
    flips = (x != y).sum(axis=1)
    # Binomial(50, 1/3): mean 16.7, variance 11.1; five standard errors.
    assert abs(flips.mean() - 50 / 3) < 5 * math.sqrt(100 / 9 / 4000)
    assert 10 < flips.var() < 12.3
    again, _ = draw_coupling(50, 3, 4000, generator(1, "pairs"))
    assert (x == again).all()


def test_one_bucket_flips_everything():
    x, y = draw_coupling(7, 1, 100, generator(1, "pairs"))
    assert (x == -y).all()


@pytest.mark.parametrize("groups", [[[1, 1, 1]], [[1, 2], [3]], [[2, 2], [], [1]]])
def test_distribution_of_norms(groups):
    brute = Counter(
        sum(
            sum(w * z for w, z in zip(group, signs, strict=True)) ** 2
            for group, signs in zip(groups, choice, strict=True)
        )
        for choice in product(*(list(product((1, -1), repeat=len(group))) for group in groups))
    )
    assert norm_distribution(groups) == brute


def test_mean_of_the_largest():
    counts = {0: 1, 4: 2, 9: 5}
    values = [value for value, number in counts.items() for _ in range(number)]
    brute = Fraction(sum(max(three) for three in product(values, repeat=3)), len(values) ** 3)
    assert mean_of_max(counts, 3) == brute


def test_tail_at_a_threshold_that_cannot_be_told_is_refused():
    with pytest.raises(ValueError, match="too near"):
        beyond({4: 1, 0: 1}, 1, 4 * (1 + 1e-12))


# ---------------------------------------------------------------- checks


def test_rounding_constants_are_near_their_limits():
    """r = ⌊2/(1 − ρ)⌋ makes ¾(1 − ρ) tight just below 1/3; other constants are used up too."""
    rho = Fraction(333333, 1000000)
    assert Fraction(1, buckets(rho)) > Fraction(7499, 10000) * (1 - rho)


@pytest.mark.parametrize("s", [1, 2, 3, 50, 10**6])
def test_largest_norm_is_the_least_over_the_exponents(s):
    """The bound is the least of (ln s − ½ ln(1 − 2λ))/λ over 0 < λ < ½."""
    found = minimize_scalar(
        lambda rate: (math.log(s) - math.log1p(-2 * rate) / 2) / rate,
        bounds=(1e-9, 0.5 - 1e-9),
        method="bounded",
        options={"xatol": 1e-12},
    ).fun
    largest = bounds.appendix_b_max_norm_sharp(s, 1.0)
    assert largest == pytest.approx(found, rel=1e-5)
    assert largest <= 8 / 3 * math.log(2 * s)
    assert bounds.appendix_b_max_norm_sharp(s, 2.5) == pytest.approx(2.5 * largest)


@pytest.mark.parametrize("ns", [2, 3, 7, 1000])
def test_constant_of_the_step_from_r_to_rho(ns):
    """ln²(nrs)/√r over √(1−ρ)·ln²(ns/(1−ρ)), on a fine grid of ρ and just below its jumps."""
    ends = [2 / Fraction(r + 1) + Fraction(1, 10**9) for r in range(2, 50)]
    largest = 0.0
    for q in [Fraction(i, 2000) for i in range(1, 2001)] + ends:
        r = math.floor(2 / q)
        quotient = math.log(ns * r) ** 2 / math.sqrt(r * q) / math.log(ns / q) ** 2
        largest = max(largest, quotient, 1 / math.sqrt(r * q))
    assert largest <= bounds.appendix_b_rate_constant * (1 + 1e-12)
    if ns == 2:
        assert largest == pytest.approx(bounds.appendix_b_rate_constant)


def test_single_bucket_defeats_every_constant():
    ratios = []
    for n in (10, 100, 1000):
        whole = Recorder("lemma-10", {})
        appendix_b._compare_single_bucket(whole, n, 2)
        (record,) = whole.records
        assert record.left == n**2
        ratios.append(record.left / record.right)
    assert ratios[1] / ratios[0] == pytest.approx(10)
    assert ratios[2] / ratios[1] == pytest.approx(10)


@pytest.mark.parametrize("seed", range(6))
def test_noise_by_moments_against_the_definition(seed):
    """NS_ρ by the flips of every coordinate, Var and AS by differences, on random values."""
    rng = np.random.default_rng(seed)
    h = rng.integers(-3, 4, size=8) * rng.integers(0, 2, size=8) + np.arange(8) % 2
    x = np.arange(8)
    change = sum(((h - h[x ^ (1 << i)]) ** 2).mean() / 4 for i in range(3))
    for rho in (0.0, 0.3, 0.9, 1.0):
        flip = (1 - rho) / 2
        noise = sum(
            flip ** int(d).bit_count()
            * (1 - flip) ** (3 - int(d).bit_count())
            * ((h - h[x ^ d]) ** 2).mean()
            / 4
            for d in range(8)
        )
        bound = bounds.noise_by_moments(float(h.var()), float(change), rho)
        assert noise <= bound + 1e-12
        assert bound <= (1 - rho) / 2 * change + 1e-12
    assert bounds.noise_by_moments(Fraction(2), Fraction(6), Fraction(1, 2)) == Fraction(7, 8)


def test_noise_table():
    networks = network_family("extremal").generate(
        seed=3, variables=[2, 1], copies=[1, 2], deltas=[0, 1], dimensions=[4]
    )
    table = measure_noise(networks=networks, rhos=RHOS).table
    one = table[(table["network"] == "extremal-n1-s2-p1-copies1-delta0")]
    assert (one["noise_sensitivity"] == one["theorem_d_min"]).all()
    assert one["slope"].dropna().to_numpy() == pytest.approx(1)
    assert set(table["rho"]) == {str(Fraction(rho)) for rho in RHOS}


def test_measured_slope_of_a_parity_tends_to_one():
    network = constructions.junta([1, -1, -1, 1], [0, 1], 2)
    table = measure_noise(
        networks=[Instance("parity", "junta", {}, network, 1)],
        rhos=["1023/1024", "4095/4096"],
    ).table
    assert table["slope"].iloc[-1] == pytest.approx(1, abs=1e-3)


def test_where_no_pair_can_differ_none_may():
    junta = {"n": 30, "p": 2, "table": "parity", "rho": "-1/2"}
    measured = measure_coupling(seed=1, **COUPLING | {"juntas": [junta], "forests": []})
    (record,) = [r for r in measured.records if r.statement == "sampled-coupling"]
    assert (record.method, record.left, record.relation, record.right) == ("exact", 0, "==", 0)


def test_comparisons_that_could_not_fail_are_refused():
    forest = {"n": 30, "trees": 2, "depth": 3, "rho": "0"}
    with pytest.raises(ValueError, match="take rho nearer 1"):
        measure_coupling(seed=1, **COUPLING | {"forests": [forest]})
    norms = [{"n": 8, "s": 8, "r": 1, "q": 1}]
    with pytest.raises(ValueError, match="take a larger q"):
        measure_concentration(seed=1, **CONCENTRATION | {"norms": norms})


def test_bound_of_lemma_9_s_own_proof_against_floats():
    for n, s, k, rho in ((3, 4, 2, 0), (5, 16, 1, Fraction(63, 64)), (1, 1, 1, 0)):
        found = appendix_b.paper_route(n, s, k, Fraction(2), Fraction(3), Fraction(rho))
        rest = 1 - float(rho)
        inner = 924 * math.log(4 * n * s / rest) ** 2 + 21
        expected = math.sqrt(rest * (1 + math.log(s / k))) * k**3 * inner
        assert float(found) == pytest.approx(expected)


def test_lines_that_fail_at_two_bits_too():
    records = measure_appendix_b(
        seed=0, rhos=["0"], repeats=1, single_bucket_dimensions=[2]
    ).records
    two = [r for r in records if str(r.instance["network"]).endswith("idle bit")]
    assert [(r.statement, r.left, r.right, r.holds) for r in two] == [
        ("step-always", 1.0, 0.5, False),
        ("step-lemma-9-prime", 1.0, 0.0, False),
        ("printed", 1.0, 0.0, False),
    ]
