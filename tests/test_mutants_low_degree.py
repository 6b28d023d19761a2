"""Corruptions that the checks of low-degree learning must reject."""

import math
from fractions import Fraction

import pytest
from mutation import Mutant, assert_turns, outcome
from test_low_degree import STEPS, small_networks

from sparseact.checks import low_degree as checks
from sparseact.network_families import network_family

MODULE = "sparseact.checks.low_degree"


def steps(seed=0):
    return checks.measure_steps(seed=seed, **STEPS).records


def degrees(seed=0):
    networks = network_family("random").generate(
        seed=seed,
        dimensions=[4],
        neurons=[8],
        sparsities=[2],
        weight_bounds=[1],
        bias_bounds=[1],
        repeats=2,
    ) + [i for i in small_networks() if i.family == "extremal"]
    networks = [i for i in networks if i.network.n * i.network.s > 1]
    return checks.measure_degrees(networks=networks, fractions=[0.5, 0.1]).records


def one_neuron(seed=0):
    """Return the records on σ(x) alone, where the printed degree is 0."""
    networks = [i for i in small_networks() if i.name.endswith("relu")]
    return checks.measure_degrees(networks=networks, fractions=[0.5]).records


def networks_learnt(seed=0):
    return checks.measure_success(
        seed=seed,
        settings=[{"n": 4, "d": 2, "s": 8, "k": 1, "W": 1, "B": 1}],
        delta=0.3,
        trials=50,
        level=1e-3,
        sizes=[],
        curve_trials=1,
    ).records


def juntas_learnt(seed=0):
    return checks.measure_success(
        seed=seed,
        settings=[{"n": 5, "d": 2, "epsilon": 0.25}],
        delta=0.3,
        trials=50,
        level=1e-3,
        sizes=[],
        curve_trials=1,
    ).records


def noisy(seed=0):
    return checks.measure_agnostic(
        seed=seed,
        n=5,
        degree=1,
        delta=0.3,
        trials=26,
        level=1e-3,
        factors=[0.25, 1],
        noises=[{"kind": "flipped", "amount": 0.25}, {"kind": "additive", "amount": 1}],
    ).records


def recovery(seed=0):
    return checks.measure_recovery(
        seed=seed,
        cases=[{"n": 10, "d": 2}],
        shares=[0.5],
        delta=0.3,
        trials=40,
        curve_trials=9,
        level=1e-3,
    ).records


def scaled(factor):
    """Return a replacement of a function by `factor` times it."""
    return lambda original: lambda *a, **kw: factor * original(*a, **kw)


def fixed(value):
    return lambda _: lambda *a, **kw: value


def shorter(original):
    """Lose a degree of every spectrum."""
    return lambda values: [*original(values)[1:], Fraction(0)]


def other_degree(step):
    return lambda original: (
        lambda degree, method="regression": original(max(degree + step, 0), method)
    )


def shuffled(original):
    """Return samples whose labels belong to other points."""

    def replacement(rng, cube, m):
        x, numbers = original(rng, cube, m)
        return x, rng.permutation(numbers)

    return replacement


MUTANTS = [
    Mutant(
        "lemma-7", "printed", "labels of other points", f"{MODULE}.sample", shuffled, juntas_learnt
    ),
    Mutant(
        "lemma-7",
        "printed",
        "a degree less",
        f"{MODULE}.LowDegreeRegressor",
        other_degree(-1),
        juntas_learnt,
    ),
    Mutant(
        "lemma-7",
        "printed",
        "a hundredth of the samples",
        "sparseact.bounds.lemma_7_samples",
        scaled(0.01),
        juntas_learnt,
    ),
    Mutant(
        "lemma-7",
        "constant",
        "half of the constant",
        "sparseact.bounds.lemma_7_constant",
        lambda c: c / 2,
        steps,
    ),
    Mutant(
        "lemma-7", "averages", "labels of other points", f"{MODULE}.sample", shuffled, juntas_learnt
    ),
    Mutant(
        "lemma-7",
        "averages",
        "5 samples",
        "sparseact.bounds.lemma_7_proved_samples",
        fixed(5),
        juntas_learnt,
    ),
    Mutant(
        "lemma-7",
        "regression",
        "10 samples",
        "sparseact.bounds.regression_samples",
        fixed(10),
        juntas_learnt,
    ),
    Mutant(
        "lemma-7",
        "regression",
        "averages in its place",
        f"{MODULE}.LowDegreeRegressor",
        lambda original: lambda d, method: original(d, "averages"),
        juntas_learnt,
    ),
    Mutant(
        "lemma-7",
        "recovery",
        "averages",
        f"{MODULE}.LowDegreeRegressor",
        lambda original: lambda d: original(d, "averages"),
        recovery,
    ),
    Mutant("lemma-7", "recovery", "labels of other points", f"{MODULE}.sample", shuffled, recovery),
    Mutant(
        "lemma-7",
        "half",
        "a truncation that is half as far",
        f"{MODULE}.mean_square",
        scaled(Fraction(1, 2)),
        steps,
    ),
    Mutant(
        "lemma-7",
        "whole",
        "the sum in place of the mean",
        f"{MODULE}.mean_square",
        scaled(4),
        steps,
    ),
    Mutant(
        "lemma-7", "loss", "the sum in place of the mean", f"{MODULE}.mean_square", scaled(4), steps
    ),
    Mutant(
        "lemma-7",
        "monomials",
        "the empty set is not counted",
        "sparseact.bounds.n_monomials",
        lambda original: lambda n, d: original(n, d) - 1,
        steps,
    ),
    Mutant(
        "lemma-7",
        "monomials-corrected",
        "subsets with order",
        "sparseact.bounds.n_monomials",
        lambda _: lambda n, d: sum(math.perm(n, t) for t in range(d + 1)) + n,
        steps,
    ),
    Mutant("lemma-7", "supremum", "no loss", f"{MODULE}.mean_square", fixed(Fraction(0)), steps),
    Mutant(
        "lemma-7",
        "supremum-corrected",
        "a sample size without ε and C",
        "sparseact.bounds.lemma_7_samples",
        fixed(0.5),
        steps,
    ),
    Mutant(
        "lemma-7",
        "any-distribution",
        "samples enough to see all of A",
        "sparseact.bounds.lemma_7_samples",
        fixed(2**60),
        steps,
    ),
    Mutant(
        "intro-agnostic",
        "printed",
        "labels within the class",
        f"{MODULE}.agnostic_sides",
        lambda original: lambda f, h, d: original(h, h, d),
        steps,
    ),
    Mutant(
        "intro-agnostic",
        "approximation",
        "half of the tail",
        f"{MODULE}.agnostic_sides",
        lambda original: lambda f, h, d: (*original(f, h, d)[:2], original(f, h, d)[2] / 2),
        steps,
    ),
    Mutant(
        "intro-agnostic",
        "approximation",
        "squared losses without the ½",
        f"{MODULE}.agnostic_sides",
        lambda original: lambda f, h, d: (2 * original(f, h, d)[0], *original(f, h, d)[1:]),
        steps,
    ),
    Mutant(
        "intro-agnostic",
        "enough",
        "ε²/(ε + opt) for the tail",
        "sparseact.bounds.agnostic_tail",
        lambda original: lambda epsilon, opt: original(epsilon, opt / 2),
        steps,
    ),
    Mutant(
        "intro-agnostic",
        "averages",
        "the bound without N",
        "sparseact.bounds.averages_excess",
        scaled(1 / 60),
        noisy,
    ),
    Mutant(
        "intro-agnostic",
        "averages",
        "a loss summed over the cube",
        f"{MODULE}.estimation_error",
        scaled(32),
        noisy,
    ),
    Mutant(
        "intro-agnostic",
        "regression",
        "δ for 1/δ, without N",
        "sparseact.bounds.regression_excess",
        scaled(0.3**2 / 6),
        noisy,
    ),
    Mutant(
        "intro-agnostic",
        "regression",
        "labels of other points",
        f"{MODULE}.sample",
        shuffled,
        noisy,
    ),
    Mutant(
        "theorem-8",
        "printed",
        "σ(x) has no tail",
        f"{MODULE}.degree_weights_exact",
        lambda original: lambda values: [original(values)[0], Fraction(0)],
        one_neuron,
    ),
    Mutant(
        "theorem-8",
        "printed",
        "a degree of at least 1",
        "sparseact.bounds.theorem_8_degree",
        fixed(1.0),
        one_neuron,
    ),
    Mutant(
        "theorem-8",
        "corrected",
        "degree 0",
        "sparseact.bounds.theorem_8_degree",
        fixed(0.0),
        degrees,
    ),
    Mutant(
        "theorem-8",
        "tail",
        "half of the bound",
        "sparseact.bounds.theorem_c_tail",
        scaled(Fraction(1, 2)),
        degrees,
    ),
    Mutant(
        "theorem-8",
        "tail",
        "W for W²",
        "sparseact.bounds.theorem_c_tail",
        lambda _: lambda k, W, d: Fraction(4 * k**2 * float(W)) / (d + 1),
        degrees,
    ),
    Mutant(
        "theorem-8",
        "attained",
        "a degree is lost",
        f"{MODULE}.degree_weights_exact",
        shorter,
        degrees,
    ),
    Mutant(
        "theorem-8",
        "degree",
        "a quarter of 4k²W²",
        "sparseact.bounds.theorem_c_degree",
        lambda original: lambda k, W, e: original(k, W, 4 * e) // 4,
        degrees,
    ),
    Mutant(
        "theorem-8",
        "optimal",
        "one degree more",
        "sparseact.bounds.theorem_c_degree",
        lambda original: lambda k, W, e: original(k, W, e) + 1,
        degrees,
    ),
    Mutant(
        "theorem-8",
        "learns",
        "3 samples",
        "sparseact.bounds.lemma_7_proved_samples",
        fixed(3),
        networks_learnt,
    ),
    Mutant(
        "theorem-8",
        "learns",
        "labels eight times as large",
        f"{MODULE}.member",
        scaled(8),
        networks_learnt,
    ),
    Mutant(
        "theorem-8",
        "noise-defined",
        "only small ε, s > 1 and B > 0",
        "sparseact.recorder.compare",
        lambda original: (
            lambda claim, statement, at, left, relation, right: original(
                claim, statement, at, left + 4, relation, right
            )
        ),
        steps,
    ),
    Mutant(
        "theorem-8",
        "noise",
        "ρ is four times as far from 1",
        "sparseact.bounds.theorem_8_rest_constant",
        lambda c: 400 * c,
        steps,
    ),
    Mutant(
        "theorem-8",
        "noise-lemma-10",
        "a bound linear in 1 − ρ",
        "sparseact.bounds.lemma_10",
        lambda _: lambda n, s, k, W, B, rho, constant=1: float(1 - rho) / 10,
        steps,
    ),
    Mutant(
        "theorem-8",
        "noise-corrected",
        "c is a million times as large",
        "sparseact.bounds.theorem_8_rest",
        lambda original: lambda *a: min(1e6 * original(*a), 1.0),
        steps,
    ),
    Mutant(
        "theorem-8",
        "noise-corrected",
        "a log for its fourth power",
        "sparseact.bounds.theorem_8_rest",
        lambda original: lambda n, s, k, W2, B2, e, c: original(n, s, k, W2, B2, e, c) ** 0.75,
        steps,
    ),
    Mutant(
        "theorem-8",
        "noise-sharp",
        "noise without the ½",
        f"{MODULE}.noise_of_weights",
        scaled(2),
        steps,
    ),
    Mutant(
        "theorem-8",
        "first",
        "no tail is left",
        f"{MODULE}.tails_of",
        lambda _: lambda weights: [Fraction(0)] * len(weights),
        steps,
    ),
    Mutant(
        "theorem-8",
        "first-corrected",
        "the factor 2 is lost",
        "sparseact.bounds.claim_2_1_tail",
        scaled(Fraction(1, 2)),
        steps,
    ),
    Mutant(
        "theorem-8",
        "chain",
        "the degree is rounded down",
        f"{MODULE}.math",
        lambda original: type(
            "math",
            (),
            {
                **{name: getattr(original, name) for name in dir(original) if name[0] != "_"},
                "ceil": staticmethod(lambda x: original.ceil(x) // 2),
            },
        ),
        steps,
    ),
    Mutant(
        "theorem-8",
        "conclusion",
        "noise with half of the ½",
        f"{MODULE}.noise_of_weights",
        scaled(Fraction(1, 4)),
        steps,
    ),
    Mutant(
        "theorem-8",
        "supremum",
        "biases are left out",
        f"{MODULE}.exact_bias_scale",
        fixed(Fraction(-3)),
        steps,
    ),
    Mutant(
        "theorem-8",
        "supremum-attained",
        "biases are left out",
        f"{MODULE}.exact_bias_scale",
        fixed(Fraction(0)),
        steps,
    ),
    Mutant(
        "theorem-8",
        "last-line",
        "with the scale in it",
        "sparseact.bounds.lemma_7_samples",
        fixed(1.0),
        steps,
    ),
    Mutant(
        "theorem-8",
        "last-line-corrected",
        "without C",
        "sparseact.bounds.lemma_7_samples",
        fixed(0.5),
        steps,
    ),
    Mutant(
        "theorem-4", "printed", "degree 0", "sparseact.bounds.theorem_4_degree", fixed(0.0), degrees
    ),
    Mutant(
        "theorem-4",
        "printed",
        "a polynomial without a constant term",
        "sparseact.bounds.theorem_4_degree",
        lambda _: lambda n, s, k, W, e: 16 * (k * math.log(n * s)) ** 8 * float(W**4 / e**2),
        one_neuron,
    ),
    Mutant(
        "theorem-4",
        "polynomial",
        "degree 0",
        "sparseact.bounds.theorem_4_degree_sharp",
        fixed(0.0),
        degrees,
    ),
    Mutant(
        "theorem-4",
        "sharp",
        "one degree more is needed",
        f"{MODULE}.needed_degree",
        lambda original: lambda tails, e: 4 * original(tails, e) + 1,
        degrees,
    ),
    Mutant(
        "theorem-4",
        "sharp",
        "an eighth of W²",
        f"{MODULE}.Root",
        lambda original: lambda square: original(square / 8),
        degrees,
    ),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.claim}: {m.statement}: {m.why}")
def test_mutant_turns_its_verdict(mutant, monkeypatch):
    assert_turns(mutant, monkeypatch)


def test_every_claim_has_two_mutants():
    for claim in ("lemma-7", "intro-agnostic", "theorem-8", "theorem-4"):
        assert sum(mutant.claim == claim for mutant in MUTANTS) >= 2


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("run", [steps, degrees, networks_learnt, juntas_learnt, noisy, recovery])
def test_honest_instances_turn_nothing(run, seed):
    def verdicts(records):
        keys = {(record.claim, record.statement) for record in records}
        return {key: outcome(Mutant(*key, "", "", lambda x: x, lambda: records)) for key in keys}

    assert verdicts(run(seed)) == verdicts(run(0))
