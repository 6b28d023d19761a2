"""The checks of average sensitivity, against brute force in fractions."""

import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest
from in_fractions import exact, preactivations, values
from scipy.stats import binom

from awasthi2024.average_sensitivity.checks import proof
from awasthi2024.average_sensitivity.checks.lemma import average_case, introduction
from awasthi2024.average_sensitivity.checks.terms import Terms, activity, terms, third_terms
from paperclaims.checks.recorder import Recorder
from sparseact.network import SparseReLUNetwork


def dyadic_network(n, s, seed):
    rng = np.random.default_rng(seed)
    w, b, u = (rng.integers(-9, 10, shape) / 4 for shape in ((s, n), s, s))
    return SparseReLUNetwork(w, b, u)


def brute_force(network):
    """Lemma 9's terms by plain loops over points as tuples, all in fractions."""
    n, s = network.n, network.s
    w, b, u = exact(network.w), exact(network.b), exact(network.u)
    cube = list(itertools.product((1, -1), repeat=n))
    before = dict(zip(cube, preactivations(w, b, cube), strict=True))
    h = dict(zip(cube, values(network, cube), strict=True))
    pattern = {x: {j for j in range(s) if before[x][j] > 0} for x in cube}

    def affine(R, x):
        return sum((u[j] * before[x][j] for j in R), Fraction(0))

    def weight(R, i):
        return sum((u[j] * w[j][i] for j in R), Fraction(0))

    sums = Counter()
    for x, R in pattern.items():
        sums["weights"] += sum(weight(R, i) ** 2 for i in range(n))
        for i in range(n):
            y = tuple(-v if c == i else v for c, v in enumerate(x))
            change = (h[x] - h[y]) ** 2 / 4
            sums["average_sensitivity"] += change
            differing = len(R ^ pattern[y])
            sums["gate_changes"] += Fraction(differing, n)
            sums["gate_sensitivities"] += Fraction(differing, 4)
            if differing:
                sums["v"] += change
                sums["v_halves"] += (h[x] ** 2 + h[y] ** 2) / 2
                sums["v_symmetric"] += h[x] ** 2
                sums["changes"] += Fraction(1, n)
            else:
                sums["u"] += change
                sums["u_affine"] += (affine(R, x) - affine(R, y)) ** 2 / 4
                sums["u_weights"] += weight(R, i) ** 2
    expected = {name: Fraction(sums[name]) / len(cube) for name in Terms._fields}
    some = [R for R in pattern.values() if R]
    expected["affine_gap"] = Fraction(0)
    norms = [sum(weight(R, i) ** 2 for i in range(n)) / len(R) ** 2 for R in some]
    biases = [sum(u[j] * b[j] for j in R) ** 2 / Fraction(len(R)) ** 2 for R in some]
    expected["norm"], expected["bias"] = max(norms, default=0), max(biases, default=0)
    counts = [sum(j in R for R in pattern.values()) for j in range(s)]
    expected["means"] = tuple(Fraction(count, len(cube)) for count in counts)
    expected["largest"] = max(abs(affine(R, x)) for x, R in pattern.items())
    return expected


@pytest.mark.parametrize(("n", "s"), [(1, 1), (1, 3), (2, 2), (3, 4), (4, 3), (5, 2)])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_terms_by_brute_force(n, s, seed):
    network = dyadic_network(n, s, seed)
    assert terms(network)._asdict() == brute_force(network)


def test_terms_refuses_what_is_not_exact():
    with pytest.raises(ValueError, match="n = 17"):
        terms(SparseReLUNetwork(np.ones((1, 17)), [0.0], [1.0]))
    with pytest.raises(ValueError, match="too many bits"):
        terms(SparseReLUNetwork([[1.0, 2.0**-40]], [0.0], [1.0]))


@pytest.mark.parametrize("seed", range(4))
def test_activity_and_third_terms_by_counting(seed):
    network = dyadic_network(4, 5, seed)
    x = np.array(list(itertools.product((1.0, -1.0), repeat=4)))
    counts = [int((network.w @ point > network.b).sum()) for point in x]
    h = [Fraction(float(network(point[None])[0])) for point in x]
    thirds = third_terms(network)
    assert len(thirds) == network.s + 1
    for k in range(network.s + 1):
        moments = activity(network, k)
        assert moments.mean == Fraction(sum(counts), 16)
        assert moments.mean_square == Fraction(sum(c * c for c in counts), 16)
        assert moments.beyond == Fraction(sum(c > k for c in counts), 16)
        # Points in the product's order: flipping coordinate i moves by 2^(3 − i).
        third = sum(
            (h[t] - h[t ^ (8 >> i)]) ** 2 / 4
            for t in range(16)
            for i in range(4)
            if max(counts[t], counts[t ^ (8 >> i)]) > k
        )
        assert thirds[k] == third / 16
    assert thirds[-1] == 0


@pytest.mark.parametrize(
    ("level", "right", "holds"),
    [
        (2.5, Fraction(1, 8), True),
        (3.0, Fraction(1, 8), True),
        (3.0, Fraction(1, 9), None),  # an input sits on the level
        (2.5, Fraction(1, 9), False),
        (0.9, Fraction(1, 9), False),
    ],
)
def test_a_tail_at_a_value_is_open_where_the_levels_rounding_decides(level, right, holds):
    recorder = Recorder("lemma-9", {})
    proof.compare_tail(recorder, "step", lambda t: proof.sum_tail(3, t), level, right)
    assert [(r.method, r.holds) for r in recorder.records] == [("certified", holds)]


def test_tail_probability_counts_ends():
    relu = SparseReLUNetwork([[1.0]], [-2.0], [1.0])  # values 3 and 1
    assert proof.tail_probability(relu, 3.0) == Fraction(1, 2)
    assert proof.tail_probability(relu, 3.0, strict=True) == 0
    assert proof.tail_probability(relu, 0.5) == 1


def test_formula():
    network = SparseReLUNetwork([[1.0, -1.0], [0.0, 2.0]], [-2.0, 0.0], [1.0, -1.0])
    assert proof.formula(network) == "σ(x1 - x2 + 2) - σ(2x2)"
    assert proof.formula(SparseReLUNetwork([[0.0]], [0.0], [-1.0])) == "- σ(0)"


def test_the_nearest_exceptions_of_remark_11_by_hand():
    peaks = [{"n": 2, "s": 2}, {"n": 3, "s": 8}, {"n": 10, "s": 32}]
    sides = defaultdict(list)
    for r in average_case(networks=[], peaks=peaks).records:
        sides[r.statement, r.instance.get("family")].append((Fraction(r.left), Fraction(r.right)))
    # 2kx_1 and r rare neurons that are 2v at (1, …, 1): an edge there changes h by 4k + 2vr along
    # x_1, and by 2vr along the others; every other edge along x_1 changes it by 4k.
    for n, k, r, v in ((4, 1, 1, 2), (5, 2, 1, 4), (8, 4, 4, 4), (10, 8, 8, 4)):
        jump = Fraction(2 * r, v)
        edges = (4 * k + jump) ** 2 - 16 * k**2 + (n - 1) * jump**2
        expected = 4 * k**2 + edges / 2 / 2**n, 4 * (k**2 + 1)
        assert expected in sides["printed", "exception"]
    assert [left for left, _ in sides["needed", "peak"]] == [4, 48, 20]  # 2ns²/2^n
    # At n = 3, s = 8 the probability is 1/s, and 4W²(k² + 1) is 24.
    assert sides["sup-printed", "peak"] == [(4, 2), (64, 18)]


def test_the_introduction_s_bound_against_floats():
    for n, s, k in ((1, 2, 1), (3, 4, 2), (7, 5, 3), (16, 16, 1)):
        found = float(introduction(n, s, k))
        assert found == pytest.approx(4 / np.log(2) * k**4 * np.sqrt(n) * np.log(n * s))


def test_tail_of_sums_by_scipy():
    given = {"constants": [4], "union_constants": [], "max_log2_n": 3}
    records = proof.tail(dimensions=[46, 128, 200], **given).records
    assert len(records) > 3
    for record in records:
        n = record.instance["n"]
        printed = record.statement == "step-tail-printed"
        root = 16 * math.log(n) if printed else 10 * math.log(2 * n)
        # x_1 + … + x_n = 2m − n exceeds √n·√root.
        expected = binom.sf(math.ceil((n + math.sqrt(n * root)) / 2) - 1, n, 0.5)
        expected *= 2 if record.statement == "step-union-corrected" else 1
        assert float(Fraction(record.left)) == pytest.approx(expected, rel=1e-9)
        assert expected > 0


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_sum_tail_by_counting(n):
    sums = [sum(x) for x in itertools.product((1, -1), repeat=n)]
    for level in (-n - 1, -n, -0.5, 0, 0.5, 1, n - 2, n - 1, n, n + 0.5):
        expected = Fraction(sum(total >= level for total in sums), 2**n)
        assert proof.sum_tail(n, level) == expected


def test_union_line_fails_for_random_signs():
    given = {"dimensions": [], "constants": [], "union_constants": [0.5, 1, 1.5, 2, 3]}
    found = proof.tail(**given, max_log2_n=9).records
    assert not any(r.holds for r in found)
    sizes = [tuple(r.instance[key] for key in "nsc") for r in found]
    assert sizes == [(512, 512**8, 0.5), (16, 256, 1), (128, 128**2, 1.5), (256, 256**2, 2)]
    n, s, c = sizes[0]
    t = c * math.sqrt(n * math.log(n * s))
    q = 2 * binom.sf(math.ceil((n + t) / 2) - 1, n, 0.5)
    assert float(Fraction(found[0].left)) == pytest.approx(s * q / (1 + s * q))
