"""The checks of Claim 2.1 and Lemma 6, against brute force and published counts."""

from fractions import Fraction as F
from itertools import permutations, product

import numpy as np
import pytest
from scipy.special import ndtri

from awasthi2024.bounds import section_2
from awasthi2024.fourier import checks as fourier
from awasthi2024.fourier.figures import gaussian_ratio
from paperclaims.checks.recorder import Recorder

# -------------------------------------------------------------- Claim 2.1


def test_noise_sensitivities_return_a_sum_by_two_loops():
    # Any order of the points will do, so long as flips are flips of bits.
    values, rho = np.random.default_rng(3).integers(-5, 6, size=8).tolist(), F(-1, 3)
    expected = F(0)
    for t, u in product(range(8), repeat=2):
        flips = (t ^ u).bit_count()
        weight = ((1 - rho) / 2) ** flips * ((1 + rho) / 2) ** (3 - flips)
        expected += weight * F((values[t] - values[u]) ** 2, 4 * 8)
    assert fourier.noise_sensitivities(np.array(values), [rho]) == [expected]


@pytest.fixture(scope="module")
def identities():
    sizes = {"exhaustive": 2, "characters": 3, "functions": 2, "dimensions": [3, 4]}
    return fourier.identities(seed=4, **sizes, rhos=["-1", "-1/2", "0", "1/3", 1])


def test_identities_return_the_failing_tails(identities):
    failing = [r for r in identities.records if r.statement == "printed" and r.holds is False]
    assert min(record.instance["n"] for record in failing) == 2
    assert all(record.instance["rho"] < 0 for record in failing)
    assert all(record.instance["d"] % 2 for record in failing)
    smallest = {"n": 2, "function": "character on 2", "d": 1, "rho": -0.5}
    assert [(r.left, r.right) for r in failing if r.instance == smallest] == [(1.0, 0.5)]


def test_identities_return_no_undefined_side(identities):
    table = identities.table
    undefined = (table["rho"] ** table["d"]) == 1
    assert table["printed"].isna().equals(undefined)


def test_identities_rejects_too_few_correlations():
    sizes = {"exhaustive": 2, "characters": 1, "functions": 0, "dimensions": []}
    with pytest.raises(ValueError, match="rhos must be at least 3 different values"):
        fourier.identities(seed=1, **sizes, rhos=[0, "0/1", "1/2"])


# ---------------------------------------------------------------- Lemma 6


@pytest.mark.parametrize(("n", "largest", "published"), [(2, 1, 14), (4, 3, 1882), (5, 5, 94572)])
def test_canonical_halfspaces_return_every_threshold_function(n, largest, published):
    """Their signed permutations, with the constant 0, are all (OEIS A000609)."""
    functions = {bytes(1 << n)}
    bits = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    moves = [
        ((bits[:, list(order)] ^ np.array(signs)) << np.arange(n)).sum(axis=1)
        for order in permutations(range(n))
        for signs in product((0, 1), repeat=n)
    ]
    for _, _, values in fourier.canonical_halfspaces(n, largest):
        table = values.astype(np.int8)
        functions |= {table[move].tobytes() for move in moves}
    assert len(functions) == published


def brute_force(w, b):
    """Return mean and average sensitivity of 1{⟨w, x⟩ ≤ b}, point by point."""
    n = len(w)
    total = flips = 0
    for x in product((1, -1), repeat=n):
        inner = sum(a * c for a, c in zip(w, x, strict=True))
        here = inner <= b
        total += here
        flips += sum(here != (inner - 2 * a * c <= b) for a, c in zip(w, x, strict=True))
    return F(total, 2**n), F(flips, 4 * 2**n)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_symmetric_thresholds_return_counts_by_brute_force(n):
    for m, mean, sensitivity in fourier.symmetric_thresholds(n):
        assert (mean, sensitivity) == brute_force([1] * n, 2 * m - n)


def test_compare_proof_returns_failing_lines_of_a_non_decreasing_function():
    """g = 1{x ≥ 1} at n = 1 is E[x g] = ½, E(g − g^{⊕1})² = 1, AS = ¼, ¼E[g x] = ⅛."""
    at = Recorder("lemma-6", {"n": 1, "w": [-1], "b": -1})
    fourier.compare_proof(at)
    records = {record.statement: record for record in at.records}
    assert (records["step-square"].left, records["step-square"].right) == (0.5, 1.0)
    sensitivity = records["step-sensitivity"]
    assert (sensitivity.left, sensitivity.right) == (0.25, 0.125)
    assert "step-monotone" not in records


def test_thresholds_return_random_halfspaces_by_brute_force():
    sizes = {"dimensions": [9], "count": 4, "largest_weight": 20}
    given = {"sizes": [16], "means": [0.5], "witnesses": [64], "random": sizes}
    records = fourier.thresholds(seed=2, **given).records
    rows = [r for r in records if r.statement == "sharp" and r.instance.get("kind") == "random"]
    assert len(rows) == 4
    for record in rows:
        mean, sensitivity = brute_force(record.instance["w"], record.instance["b"])
        assert record.left == float(sensitivity)
        assert record.right == float(section_2.lemma_6_sharp(9, mean))


def test_gaussian_ratio_returns_the_limit():
    p = np.array([0.9, 0.5, 1e-3, 1e-60, 1e-250])
    t = ndtri(p)
    expected = np.exp(-t * t / 2) / np.sqrt(2 * np.pi) / (p * np.sqrt(2 * np.log(1 / p)))
    assert gaussian_ratio(p) == pytest.approx(expected, rel=1e-9)
