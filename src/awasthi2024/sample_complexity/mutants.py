"""Corruptions that the checks of sample sizes must reject."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from awasthi2024.sample_complexity.checks import (
    unknown_displays,
    unknown_sizes,
    unknown_support,
    worst_erm,
)
from awasthi2024.sample_complexity.checks.counterexamples import (
    _theorem_scaled_flat,
    lemma_two_functions,
    measure_counterexamples,
)
from awasthi2024.sample_complexity.checks.curves import measure_trees
from awasthi2024.sample_complexity.checks.finite import measure_finite
from awasthi2024.sample_complexity.checks.lower import measure_lower
from awasthi2024.sample_complexity.checks.sizes import measure_sizes
from awasthi2024.sample_complexity.checks.whole_class import measure_gap
from awasthi2024.shared.corruption import changed
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.mutants import Mutant, multiplied, mutants_of, run_of
from sparseact.randomness import generator

HERE = "awasthi2024.sample_complexity.checks"
BOUNDS = "sparseact.bounds"
LEARNER = "sparseact.learning.sparse_relu.SparseReLURegressor"
LEMMA, THEOREM, INFORMAL, DENSE = "lemma-18", "theorem-17", "theorem-5", "intro-dense-lower"
FEWER = "intro-fewer-samples"


counterexamples = run_of(
    "counterexamples", measure_counterexamples, constants=[1, 10], losses=[0.5], confident=[2]
)


def single():
    """Return those of a single neuron on the line."""
    return [r for r in counterexamples() if r.instance["n"] == 1]


def several():
    """Return those with n, s ≥ 2."""
    return [r for r in counterexamples() if r.instance["n"] > 1]


finite = run_of(
    "finite", measure_finite, classes=2, samples={"1": 8, "2": 3}, exponents=[1, 2],
    factors=[0.0625, 16],
)  # fmt: skip

few = run_of("few", measure_finite, classes=6, samples={"1": 1, "2": 2}, exponents=[1], factors=[1])

lower = run_of(
    "lower", measure_lower, neurons=[1, 2], sparsities=[1, 2], biases=[0, 1], losses=[16, 100, 300],
    exponents=[2, 6], free=[1, 2, 3], sizes=[1],
)  # fmt: skip

sizes = run_of(
    "sizes", measure_sizes,
    base={"n": 4, "s": 8, "k": 2, "W": 2, "B": 1, "inverse_loss": 8, "exponent": 6},
    axes={"n": [1, 64], "s": [2, 512], "k": [1, 8], "W": [1, 16], "inverse_loss": [1, 4096]},
)  # fmt: skip


def deviations(seed=0):
    classes = [{"n": 1, "s": 1, "k": 1, "W": 1, "B": 0, "masses": "uniform"}]
    return measure_gap(classes=classes, samples=[1, 2]).records


trees = run_of(
    "trees", measure_trees, level=0.01, n=3, s=4, multiple=12, trials=10, rate=0.3, accuracy=0.01,
    tests=64, restarts=3,
)  # fmt: skip


def drawn(seed, compare, count, *more):
    """Return the records of a comparison that draws its instances."""
    recorder = Recorder("theorem-5", {})
    for number in range(count):
        compare(recorder, number, *more, generator(seed, "mutants", number))
    return recorder.records


def codes(seed=0):
    return drawn(seed, unknown_support.compare_code, 6)


def families(seed=0):
    recorder = Recorder("theorem-5", {})
    for c, N in ((3, 1), (3, 3), (4, 2)):
        found = unknown_support.all_families(c, N)
        unknown_support.compare_families(recorder, found, c, N)
    return recorder.records + drawn(seed, unknown_support.compare_drawn, 4)


def splits(seed=0):
    return drawn(seed, unknown_support.compare_splits, 12, [1, 2])


def chains(seed=0):
    recorder = Recorder("theorem-5", {})
    unknown_support.compare_chain(recorder, Fraction(1, 3))
    return recorder.records


def conversions(seed=0):
    return drawn(seed, unknown_support.compare_conversion, 6)


def layers(seed=0):
    return drawn(seed, unknown_support.compare_layers, 5)


def tails(seed=0):
    recorder = Recorder("theorem-5", {})
    for T in (2, 100):
        unknown_support.compare_tails(recorder, T, 64, 1)
    return recorder.records


def without_support(seed=0):
    recorder = Recorder("theorem-5", {})
    base = {"n": 16, "s": 8, "k": 2, "W": 1, "B": 2, "inverse_loss": 4, "exponent": 6}
    for axis, value in (("n", 1), ("n", 256), ("s", 512), ("k", 8), ("exponent", 320)):
        unknown_sizes.compare_sizes(recorder, base, axis, value)
    return recorder.records


def shown(seed=0):
    """Return the records of the displayed inequalities alone, at one small class."""
    recorder = Recorder("theorem-5", {})
    unknown_displays.compare_objects(recorder)
    for name, statement, sizes in SHOWN:
        found = getattr(unknown_displays, name)(*sizes)
        unknown_displays.compare(recorder.where(of=name), statement, found)
    return recorder.records


worst = run_of(
    "worst", worst_erm.measure_worst_erm, dimensions=[8, 16], sparsities=[1, 2], blocks=[1, 4],
    shares=[1], enumerated=32, losses=[9, 65, 300], exponents=[2, 6], codes=[6, 8],
)  # fmt: skip


def events(seed=0):
    recorder = Recorder("theorem-5", {})
    for family in (worst_erm.Family(8, 1, 1, 4), worst_erm.Family(16, 1, 4, 1)):
        worst_erm.compare_event(recorder.where(n=family.n, g=family.g), family)
    return recorder.records


def other(**arguments):
    """Return a replacement that is called with other arguments, by position."""

    def replacement(original):
        def corrupted(*a, **kw):
            a = [arguments.get(f"a{i}", lambda v: v)(value) for i, value in enumerate(a)]
            return original(*a, **kw)

        return corrupted

    return replacement


def with_scale(original):
    """Multiply ln(1/δ) in Theorem 17 by M², as the correction does."""

    def corrupted(n, s, k, R, W, B, epsilon, delta, *, constant=1):
        first = original(n, s, k, R, W, B, epsilon, 1, constant=constant)
        M = float(k) * (float(W) * float(R) + float(B))
        return first - float(constant) * M**2 * math.log(delta) / float(epsilon) ** 2

    return corrupted


class Mean:
    """A learner that returns the mean label."""

    loss_ = 1.0

    def __init__(self, *_, **__):
        self.mean = math.nan

    def fit(self, x, y):
        self.mean = y.mean()

    def predict(self, x):
        return np.full(len(x), self.mean)


class Linear(Mean):
    """A learner that returns a linear function."""

    def fit(self, x, y):
        self.weights = np.linalg.lstsq(x, y)[0]

    def predict(self, x):
        return x @ self.weights


#: What gives displayed inequalities, their statement, and sizes where they are looked at.
SHOWN = [
    ("cover", "learner", (4, 2, 3.0, 50, 20.0)),
    ("enough", "learner-samples", (4, 2, 3.0, 72.0, 1.0)),
    ("split", "learner-elementary", (3e4, 2, 3.0, 10**6)),
    ("enough_points", "semi-supervised", (64, 9, 2, 3.0, 72.0, 1.0)),
    ("level", "semi-supervised", (64, 32, 1, 3.0, 50, 2.0)),
    ("clipped", "semi-supervised", (64, 9, 2, 3.0, 10**14, 10**14, 1.0)),
    ("without_unlabelled", "clipped-erm", (64, 9, 2, 3.0, 72.0, 1.0)),
    ("learner_constants", "learner", ()),
    ("erm_constants", "semi-supervised", ()),
    ("exponentials", "conversion", (0.5,)),
]


def inequalities():
    """Yield a mutant for each displayed inequality: its left side is larger by a thousandth."""
    for name, statement, sizes in SHOWN:
        for field in getattr(unknown_displays, name)(*sizes)._fields:
            target = f"{HERE}.unknown_displays.{name}"
            yield Mutant(INFORMAL, statement, f"{field} is 1.001", target, above_one(field), shown)


def above_one(field):
    """Return a replacement whose ratio of a left to a right side is just above 1."""
    return lambda original: lambda *sizes: original(*sizes)._replace(**{field: 1.001})


def two_functions():
    return [lemma_two_functions(c, e * c)[0].records[0] for c in (1, 9) for e in (0.5, 1.5)]


MUTANTS = [
    *mutants_of("theorem-17", sizes, [
        ("complexity", "complexity_samples is multiplied by 5.6727e-06",
         f"{BOUNDS}.complexity_samples", multiplied(5.6727e-06)),
    ]),
    *mutants_of("theorem-17", deviations, [
        ("deviation", "the right side is a quarter", f"{HERE}.whole_class.both_sides",
         multiplied(0.2499, "1")),
    ]),
    *mutants_of("theorem-5", codes, [
        ("code", "coded is multiplied by 0.9999", f"{HERE}.unknown_support.coded",
         multiplied(0.9999)),
    ]),
    *mutants_of("theorem-5", worst, [
        ("lower-many", "shattered_failure is multiplied by 0.238761", f"{BOUNDS}.shattered_failure",
         multiplied(0.238761)),
    ]),
    *mutants_of("intro-dense-lower", lower, [
        ("separation", "realizable_samples is multiplied by 1.89058e+06",
         f"{BOUNDS}.realizable_samples", multiplied(1.89058e+06)),
    ]),
    *inequalities(),
    *mutants_of(INFORMAL, sizes, [
        ("theorem-g", "the size is 80 times as large", f"{BOUNDS}.theorem_g", multiplied(80)),
    ]),
    *mutants_of(LEMMA, two_functions, [
        ("printed", "a guess loses an eighth of what it does", f"{BOUNDS}.two_point_mass",
         lambda original: lambda gap, epsilon: max(1, original(gap, epsilon) // 8)),
    ]),
    *mutants_of(LEMMA, counterexamples, [
        ("networks", "√ln(1/δ) has the factor C_H", f"{BOUNDS}.lemma_18_root",
         lambda original: lambda C, root, epsilon, nats, c: original(C, root, epsilon, nats *
             max(C, 4.0) ** 4, c)),
    ]),
    *mutants_of(LEMMA, few, [
        ("corrected", "C is left out", f"{BOUNDS}.corrected_excess",
         lambda original: lambda C, R, m, nats: original(0.01, R, m, nats)),
        ("unit", "the printed lemma at a hundredth", f"{BOUNDS}.unit_excess", multiplied(0.01)),
    ]),
    *mutants_of(LEMMA, finite, [
        ("corrected", "C² is missing in the sample size", f"{BOUNDS}.finite_samples",
         lambda original: lambda C, size, epsilon, delta: max(1, original(1.0, size, max(epsilon,
             1.0), delta) // 40)),
    ]),
    *mutants_of(THEOREM, single, [
        ("printed", "ln(1/δ) is multiplied by M²", f"{BOUNDS}.theorem_17", with_scale),
    ]),
    *mutants_of(THEOREM, lambda: [r for r in counterexamples() if r.instance.get("c") == 1], [
        ("printed", "a guess misses half as often", f"{BOUNDS}.two_point_failure",
         multiplied(Fraction(1, 2))),
    ]),
    *mutants_of(THEOREM, counterexamples, [
        ("confidence", "the printed m has the factor M²", f"{BOUNDS}.round_up",
         lambda original: lambda value: original(40 * value)),
        ("scaled", "k² multiplies ln(1/δ)", f"{BOUNDS}.theorem_17_scaled",
         lambda original: lambda k, W, epsilon, exponent, *, constant: original(k, W, epsilon,
             exponent * k * k, constant=constant)),
    ]),
    *mutants_of(THEOREM, lambda: [_theorem_scaled_flat(c)[0].records[0] for c in (1, 10)], [
        ("scaled", "the point is always in the sample", f"{BOUNDS}.two_point_mass",
         lambda _: lambda gap, epsilon: 1),
    ]),
    *mutants_of(THEOREM, several, [
        ("derivation", "C_H is left out", f"{HERE}.counterexamples.lemma_18_above",
         lambda original: lambda n, s, W: original(n, s, 1)),
        ("derivation-log", "Theorem 17's logarithm is that of m",
         f"{HERE}.counterexamples.theorem_17_above",
         lambda original: lambda n, s, W, c: 10 * c * max(n, s).bit_length() * original(n, s, W,
             c)),
    ]),
    *mutants_of(THEOREM, sizes, [
        ("ratio", "C_H is left out", f"{BOUNDS}.samples.lemma_18_samples",
         lambda original: lambda C, *a, **kw: original(1, *a, **kw)),
        ("ratio", "(15) lacks √k", f"{BOUNDS}.samples.eq_15",
         lambda original: lambda n, s, k, m, R, W, B: original(n, s, k, m, R, W, B) / k),
        ("corrected", "k²M² is left out", f"{BOUNDS}.realizable_samples",
         lambda original: lambda n, s, k, R, W, B, epsilon, delta: original(n, 1, 1, R, 0.05 / R,
             0, epsilon, delta)),
        ("fair-net", "ε is above 1/k", f"{HERE}.sizes.net_samples",
         lambda original: lambda n, k, s, M, epsilon, nats: original(n, k, s, M, 100 * epsilon,
             nats)),
        ("complexity", "M is left out", f"{BOUNDS}.complexity_samples",
         lambda original: lambda s, k, R, W, B, epsilon, delta: original(s, 1, R, W / 1e4, B /
             1e4, epsilon, delta)),
    ]),
    *mutants_of(THEOREM, finite, [
        ("corrected", "one sample is enough", f"{BOUNDS}.realizable_samples",
         lambda _: lambda *a: 1),
    ]),
    *mutants_of(FEWER, lower, [
        ("advantage", "s is of order n alone", f"{HERE}.lower.enough_neurons",
         lambda _: lambda n, k, nats, epsilon: 4 * n),
        ("any-support", "a dense net has the scale of one neuron", f"{HERE}.lower.dense_needed",
         lambda original: lambda s, *a: original(9, *a)),
    ]),
    *mutants_of(THEOREM, lower, [
        ("members", "the weights are larger", f"{HERE}.lower.pair_network",
         changed(w=lambda w: 1.5 * w)),
        ("members", "a bias of −1", f"{HERE}.lower.free_network", changed(b=lambda b: b - 1)),
        ("lower-dimension", "every unseen label is guessed at no cost",
         f"{BOUNDS}.shattered_failure", other(a3=lambda ratio: ratio * 8)),
    ]),
    *mutants_of(THEOREM, trees, [
        ("measured", "the learner is linear", LEARNER, lambda _: Linear),
        ("measured", "the learner returns the mean", LEARNER, lambda _: Mean),
    ]),
    *mutants_of(INFORMAL, counterexamples, [
        ("derivation", "R is 1 on the cube", f"{BOUNDS}.theorem_17",
         lambda original: lambda n, s, k, R, W, B, epsilon, delta, **kw: original(n, s, k, R, W /
             R / 2, B, epsilon, delta, **kw)),
    ]),
    *mutants_of(INFORMAL, lower, [
        ("members", "two rows are equal", f"{HERE}.lower.hadamard",
         lambda original: lambda size: np.ones((size, size))),
    ]),
    *mutants_of(INFORMAL, codes, [
        ("code", "the threshold is not raised", f"{HERE}.unknown_support.coded",
         lambda _: lambda p, eta: max(p, Fraction(0))),
    ]),
    *mutants_of(INFORMAL, families, [
        ("separated", "members differ by 1", f"{HERE}.separated.GAP", lambda _: 1),
    ]),
    *mutants_of(INFORMAL, splits, [
        ("split", "one vector for a cover", f"{HERE}.unknown_support.cover_size",
         lambda _: lambda values, t: 1),
        ("split", "all but one are held out", f"{HERE}.unknown_support.held_out",
         lambda _: lambda N: N - 1),
    ]),
    *mutants_of(INFORMAL, chains, [
        ("chain", "levels grow by 4", f"{HERE}.unknown_support.chain",
         lambda original: lambda a: original(a)[::2]),
    ]),
    *mutants_of(INFORMAL, without_support, [
        ("learner-samples", "Q for Q ln⁴ Q", f"{BOUNDS}.theorem_m_samples",
         lambda original: lambda *a: tuple(round(m / math.log(m) ** 4) for m in original(*a))),
    ]),
    *mutants_of(INFORMAL, worst, [
        ("clipped-erm-lower", "B ≥ W for B ≥ 2W", f"{HERE}.worst_erm.largest_bias",
         lambda _: lambda: 1),
        ("lower-many", "rows that repeat", f"{HERE}.worst_erm.trace_code",
         lambda original: lambda power: original(power).repeat(2, axis=0)),
    ]),
    *mutants_of(INFORMAL, events, [
        ("clipped-erm-lower", "a good block has all its points", f"{HERE}.worst_erm.is_good",
         lambda _: lambda u, q: u == q),
    ]),
    *mutants_of(DENSE, counterexamples, [
        ("printed", "learning by heart needs 1/ε² samples", f"{BOUNDS}.memorising_samples",
         lambda original: lambda N, C, epsilon, delta: math.ceil(1000 * original(N, C, epsilon,
             delta) / epsilon)),
    ]),
    *mutants_of(DENSE, lower, [
        ("separation", "a dense net has the scale of one neuron", f"{BOUNDS}.confidence_lower",
         lambda original: lambda C, *a: original(1.0, *a)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (
    codes, families, splits, conversions, layers, without_support, worst, counterexamples, finite,
    lower, sizes, deviations, tails,
)  # fmt: skip
