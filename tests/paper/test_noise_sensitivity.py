"""Noise sensitivity and Appendix B's coupling, against brute force and closed forms."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import product
from math import comb

import pytest

from awasthi2024.bounds import appendices
from awasthi2024.noise_sensitivity.checks import appendix_b, lemma
from awasthi2024.shared.instances import Instance
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights

RHOS = ["-1", "-1/2", "0", "1/4", "1/2", "15/16"]


def test_buckets_returns_the_number():
    for rho, r in (("-1", 1), ("-1/2", 1), ("0", 2), ("1/4", 2), ("1/3", 3), ("9/10", 20)):
        assert appendix_b.buckets(F(rho)) == r


@pytest.mark.parametrize(("n", "r"), [(1, 1), (2, 3), (3, 2), (4, 3)])
@pytest.mark.parametrize("rho", ["-1", "-1/4", "1/4", "1/2"])
def test_total_variation_is_that_of_the_number_of_flips(n, r, rho):
    """Both laws are exchangeable and x is uniform, so only the number of flips counts."""
    rho = F(rho)

    def flips(p):
        return [comb(n, d) * p**d * (1 - p) ** (n - d) for d in range(n + 1)]

    pairs = zip(flips(F(1, r)), flips((1 - rho) / 2), strict=True)
    assert appendix_b.total_variation(n, r, rho) == sum(abs(a - b) for a, b in pairs) / 2


@pytest.mark.parametrize("r", [1, 2, 3])
def test_enumeration_by_networks_one_at_a_time(r):
    network = SparseReLUNetwork([[1, 0.5, -0.25], [-1, 0.75, 0.5]], [0.25, -0.5], [1, -0.5])
    h, cube = network.values(), points(3)
    found = appendix_b.enumerate_coupling(network, r)
    active, sensitivities, means, cases = [], [], [], set()
    for assignment in product(range(r), repeat=3):
        largest = []
        for z in cube:
            H = appendix_b.bucketed_network(network, z, assignment, r)
            active.append(H.max_active()[1])
            sensitivities.append(average_sensitivity_exact(H.values()))
            norms = [sum(F(v) ** 2 for v in row) for row in H.w.tolist()]
            largest.append(max(norms))
            cases.add((sensitivities[-1], max(norms[0], norms[1] / 4)))
            for i, v in enumerate(points(r)):
                x = z * v[list(assignment)]
                assert H.values()[i] == h[(cube == x).all(axis=1)][0]
        means.append((sum(largest) / 8, max(largest)))
    average = sum(sensitivities) / len(sensitivities)
    assert found[:2] == (0, max(active))
    assert (found.average, set(found.cases)) == (average, cases)
    assert (found.mean_max_norm, found.max_norm) == tuple(map(max, zip(*means, strict=True)))
    noise = noise_of_weights(degree_weights_exact(h), 1 - F(2, r))
    assert found.pairs == found.differences == 4 * noise


@pytest.mark.parametrize("groups", [[[1, 1, 1]], [[1, 2], [3]], [[2, 2], [], [1]]])
def test_distribution_of_norms(groups):
    brute = Counter(
        sum(
            sum(w * z for w, z in zip(group, signs, strict=True)) ** 2
            for group, signs in zip(groups, choice, strict=True)
        )
        for choice in product(*(list(product((1, -1), repeat=len(group))) for group in groups))
    )
    assert lemma.norm_distribution(groups) == brute


def test_mean_of_the_largest():
    counts = {0: 1, 4: 2, 9: 5}
    values = [value for value, number in counts.items() for _ in range(number)]
    brute = F(sum(max(three) for three in product(values, repeat=3)), len(values) ** 3)
    assert lemma.mean_of_max(counts, 3) == brute


def test_beyond_returns_the_values_above_a_threshold_however_near():
    counts = {4: 1, 0: 1}
    assert lemma.beyond(counts, 1, 4) == 0
    assert lemma.beyond(counts, 1, 4 - F(1, 10**30)) == F(1, 2)


@pytest.mark.parametrize("ns", [2, 3, 7, 1000])
def test_constant_of_the_step_from_r_to_rho(ns):
    """ln²(nrs)/√r over √(1−ρ)·ln²(ns/(1−ρ)), on a fine grid of ρ and just below its jumps."""
    ends = [2 / F(r + 1) + F(1, 10**9) for r in range(2, 50)]
    largest = 0.0
    for q in [F(i, 2000) for i in range(1, 2001)] + ends:
        r = math.floor(2 / q)
        quotient = math.log(ns * r) ** 2 / math.sqrt(r * q) / math.log(ns / q) ** 2
        largest = max(largest, quotient, 1 / math.sqrt(r * q))
    assert largest <= float(appendices.appendix_b_rate_constant) * (1 + 1e-12)
    if ns == 2:
        assert largest == pytest.approx(float(appendices.appendix_b_rate_constant))


def test_noise_finds_the_counterexample_to_the_printed_bound():
    relu = Instance("relu", "made", {}, SparseReLUNetwork([[1.0]], [0.0], [1.0]), 1)
    records, table = lemma.noise(networks=[relu], rhos=RHOS)
    failing = [(r.statement, r.instance["rho"], r.left, r.right) for r in records if not r.holds]
    assert failing == [("printed", 0, 0.125, 0.0)]
    assert table["rho"].tolist() == RHOS
    # One coefficient, ½, of degree 1; and W = 1, min(2k, s) = 1.
    assert table["noise_sensitivity"].tolist() == [(1 - F(rho)) / 8 for rho in RHOS]
    assert table["theorem_d_min"].tolist() == [(1 - F(rho)) / 2 for rho in RHOS]


def test_noise_rejects_a_correlation_of_one():
    with pytest.raises(ValueError, match="less than 1"):
        lemma.noise(networks=[], rhos=["0", "1"])


def test_coupling_finds_the_correlations_that_it_gives():
    records = appendix_b.coupling(enumerated=[[2, 4]], resolution=12).records
    equal = {r.instance["rho"] for r in records if r.statement == "step-coupling" and r.holds}
    assert equal == {-1, 0, "1/3", 0.5}


def test_lines_that_fail_at_two_bits_too():
    given = {"rhos": ["0"], "repeats": 1, "single_bucket_dimensions": [2]}
    records = appendix_b.appendix_b(seed=0, **given).records
    two = [r for r in records if str(r.instance["network"]).endswith("idle bit")]
    assert [(r.statement, r.left, r.right, r.holds) for r in two] == [
        ("step-always", 1.0, 0.5, False),
        ("step-lemma-9-prime", 1.0, 0.0, False),
        ("printed", 1.0, 0.0, False),
    ]
