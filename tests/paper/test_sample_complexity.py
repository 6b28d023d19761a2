"""The checks of sample sizes, against brute force, sampling and hand calculation."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks import counterexamples as refuting
from awasthi2024.sample_complexity.checks import curves, lower, sizes
from awasthi2024.sample_complexity.checks import finite as finite_classes
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


def test_counterexamples_returns_the_smallest_instances():
    parameters = {"constants": [1, 2, 10, 1000], "losses": [0.5, 0.0625], "confident": [2, 16]}
    first = {}
    for record in refuting.counterexamples(**parameters).records:
        first.setdefault((record.claim, record.statement), record)
    lemma = first["lemma-18", "printed"]
    assert (lemma.instance["m"], lemma.left, lemma.right) == (1, 0.25, 0.125)
    theorem = first["theorem-17", "printed"]
    assert (theorem.instance["m"], theorem.instance["W"]) == (2, 6)
    assert (theorem.left, theorem.right) == (9 / 32, 0.25)
    # Theorem 17 itself: ln 4 samples at epsilon = R = 1, whatever W is.
    assert section_5.theorem_17(1, 1, 1, 1, 6, 0, 1, Fraction(1, 4)) == pytest.approx(math.log(4))
    # With ln(1/δ) times (WR+B)² = 1: 17 neurons, one sample, a point of mass ½, error 17/2.
    scaled = first["theorem-17", "scaled"]
    assert (scaled.instance["m"], scaled.instance["k"], scaled.instance["W"]) == (1, 17, 1)
    assert (scaled.left, scaled.right) == (1 / 4, 1 / 8)
    assert Fraction(17, 2) ** 2 / 2 / 2 > scaled.instance["epsilon"]
    assert section_5.theorem_17(1, 17, 17, 1, 1, 0, 17, 1 / 8) <= 1
    dense = first["intro-dense-lower", "printed"]
    assert (dense.left, dense.right, dense.instance["epsilon"]) == (134, 256, 0.125)
    informal = first["theorem-5", "derivation"]
    assert informal.instance["n"] == 2


@pytest.mark.parametrize(("size", "m"), [(6, 2), (9, 3)])
def test_two_point_failure_returns_at_most_each_learners_failure(size, m):
    # A deterministic learner is a value for each history; only the unseen point matters.
    q = section_5.two_point_mass(Fraction(size), Fraction(1))
    bound = section_5.two_point_failure(q, m)
    for guess in np.linspace(-2, size + 2, 57):
        losses = [(guess - label) ** 2 / (2 * q) for label in (0, size)]
        failure = max((1 - 1 / q) ** m * (loss > 1) for loss in losses)
        assert failure >= bound
    # And q is the largest such.
    assert (Fraction(size) / 2) ** 2 / (2 * (q + 1)) <= 1 < (Fraction(size) / 2) ** 2 / (2 * q)


def tiny_class(rows, masses):
    return finite_classes.FiniteClass({}, rows, 1, [Fraction(m) for m in masses])


def test_complexity_returns_the_mean_over_signs():
    rows = [[0, 0], [2, -1], [-2, 1], [1, 3]]
    counts = (2, 1)
    points = [0, 0, 1]
    total = sum(
        max(sum(z * row[x] for z, x in zip(signs, points, strict=True)) for row in rows)
        for signs in product((1, -1), repeat=3)
    )
    assert finite_classes.complexity(rows, counts) == Fraction(total, 8 * 3)


def test_erm_failure_and_missing_mass_return_sums_over_samples():
    finite = tiny_class([[0, 0, 0], [0, 1, 2], [1, 0, 0], [0, 1, 0]], ["1/2", "1/3", "1/6"])
    m, epsilon, eta = 3, Fraction(1, 5), Fraction(1, 4)
    failure = missing = Fraction(0)
    for sample in product(range(3), repeat=m):
        chance = math.prod((finite.masses[x] for x in sample), start=Fraction(1))
        differences = np.array(finite.values) - finite.values[1]
        fitting = [row for row in differences if not row[list(sample)].any()]
        losses = [sum(np.array(finite.masses) * row**2) / 2 for row in fitting]
        failure += chance * (max(losses) > epsilon)
        missing += chance * (sum(p for x, p in enumerate(finite.masses) if x not in sample) > eta)
    assert finite_classes.erm_failure(finite._replace(target=1), m, epsilon) == failure
    assert finite_classes.missing_mass(finite.masses, m, eta) == missing


@pytest.mark.parametrize(
    ("change", "message"), [({"B": 9}, "B at most W√n"), ({"k": 3}, "k must be at most s")]
)
def test_sizes_rejects_what_the_statements_exclude(change, message):
    base = {"n": 4, "s": 2, "k": 1, "W": 1, "B": 0, "inverse_loss": 2, "exponent": 2}
    with pytest.raises(ValueError, match=message):
        sizes.sizes(base={**base, **change}, axes={"W": [1]})


@pytest.mark.parametrize("c", [1, 3, 10, 57, 100])
def test_compare_free_sizes_returns_the_least_weight(c):
    recorder = Recorder("theorem-17", {})
    refuting.compare_free_sizes(recorder, c)
    (record,) = recorder.records
    m = math.ceil(c * math.log(4))
    least = 2 / (1 - 0.5 ** (1 / m))
    assert record.holds is False
    assert record.instance["m"] == m
    # The mass is a thousandth above 2/W².
    assert least < record.instance["W2"] <= 1.0011 * least + 1


@pytest.mark.parametrize(("size", "W"), [(2, 1), (2, 8), (128, 1), (7, 3)])
def test_lemma_18_above_returns_less_than_lemma_18(size, W):
    """Its own m, in floating point, is above the bound, and the first term alone is near it."""
    complexity = lambda m: section_5.eq_15(size, size, 1, m, 1, W, 0)  # noqa: E731
    m = section_5.lemma_18_samples(W, complexity, 0.25, 0.25, start=3)
    low = refuting.lemma_18_above(size, size, W)
    assert low < m < 2 * low
    assert W**2 * complexity(low + 1) ** 2 + math.log(4) / (low + 1) <= 1 / 16 * (1 + 1e-12)


def test_fair_samples_returns_at_least_the_corrected_lemma():
    for k, s, M, loss, exponent in product((1, 3), (3, 40), (1, 5), (2, 9), (1, 30)):
        epsilon, scale = 1 / (k * loss), 1 / (k * M)
        nats = Fraction(exponent * math.log(2) * 1.000001)
        m = sizes.fair_samples(k, s, Fraction(1, k * M), Fraction(1, k * loss), nats)
        needed = bounds.complexity_samples(s, k, 1, scale, 0, epsilon, 0.5**exponent)
        assert needed <= m
        assert m * epsilon**2 >= 415 * scale**2 * k * s * math.log(2 * m) > 0


def test_compare_advantage_returns_the_floats_of_both_bounds():
    """What is enough, and what is needed, by the bounds that other checks use."""
    for n, k, exponent in ((1, 1, 2), (9, 1, 10), (4, 3, 5)):
        recorder = Recorder("intro-fewer-samples", {})
        lower.compare_advantage(recorder, n, k, exponent)
        (record,) = recorder.records
        s, delta = record.instance["s"], 0.5**exponent
        logs = [math.log1p(factor * s / math.sqrt(0.5)) for factor in (4, 2)]
        entropy = s * (math.log(2) + n * logs[0] + logs[1])
        assert record.left == math.ceil(8 * k**2 * (entropy - math.log(delta)))
        assert record.right == pytest.approx((s**2 / 4 - 1) * -math.log(2 * delta))
        assert s >= 16 * k
        log = math.log(2 + 8 * s / math.sqrt(0.5))
        assert s * exponent * math.log(2) >= 768 * k * k * n * log


def test_sized_target_returns_networks_of_its_size():
    dense = curves.sized_target("dense", 5, 3, 3, np.random.default_rng(1))
    assert (dense.n, dense.s) == (5, 3)
    assert dense.is_exact()
    trees = curves.sized_target("forest", 6, 6, 3, np.random.default_rng(1))
    assert (trees.n, trees.s, trees.max_active()) == (6, 6, (3, 3))
