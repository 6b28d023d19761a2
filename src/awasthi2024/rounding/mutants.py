"""Corruptions that the checks of learning with rounding must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.rounding.checks.algorithms import fit_brute_force
from awasthi2024.rounding.checks.decoding import decoding_records
from awasthi2024.rounding.checks.definition import measure_definition
from awasthi2024.rounding.checks.formulas import corrected_sum, measure_formulas, printed_sum
from awasthi2024.rounding.checks.learning import measure_easy, measure_learners
from awasthi2024.rounding.checks.networks import measure_network, measure_sizes
from awasthi2024.shared.corruption import changed
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact.network import SparseReLUNetwork

HERE = "awasthi2024.rounding.checks"
SMALL = [{"q": 2, "m": 1, "p": [2]}, {"q": 3, "m": 2, "p": [2, 3]}, {"q": 4, "m": 1, "p": [3]}]


definition = run_of("definition", measure_definition, max_modulus=5, vectors_up_to=5)

formulas = run_of("formulas", measure_formulas, cases=SMALL)

network = run_of(
    "network", measure_network, exhaustive=SMALL,
    single=[{"q": 5, "m": 3, "p": 3, "secrets": 2, "sample": 9}],
    hypotheses={"cases": [[3, 2, 2]], "count": 1},
)  # fmt: skip

sizes = run_of("sizes", measure_sizes, moduli=[2, 3, 5, 17], lengths=[1, 4], p=2)


def decoding(seed=0):
    return decoding_records(seed=seed, cases=[[3, 2, 2]], count=3)


easy = run_of(
    "easy", measure_easy, level=2e-5,
    cases=[{"q": 4, "p": 2, "m": [3]}, {"q": 5, "p": 2, "m": [3]}], trials=40,
)  # fmt: skip

learners = run_of(
    "learners", measure_learners, level=2e-5, q=5, p=2, lengths=[5], learners=["low degree"],
    samples=200, trials=14, curve_trials=4, searches=36,
)  # fmt: skip


def of(learner):
    return lambda: [r for r in learners() if r.instance["learner"] == learner]


def constant(y, f, q, p, seed):
    return lambda t: np.zeros(len(t), dtype=np.int64)


lift_of_one_bit = run_of("lift_of_one_bit", measure_formulas, cases=[{"q": 2, "m": 1, "p": [2]}])


def learned(name, fit):
    """Return a replacement of the table of learners in which one is another."""
    return lambda original: original | {name: fit}


def labels_off_by_one(original):
    return lambda w, y, q, p: (original(w, y, q, p) + 1) % p


def printed_norms(original):
    return lambda v, c: (np.sign(original(v, c)[0]), original(v, c)[1])


def with_silent_neuron(original):
    def construct(*arguments):
        network = original(*arguments)
        size = 2.0**20
        return SparseReLUNetwork(
            np.vstack([network.w, np.full(network.n, size)]),
            np.append(network.b, size * network.n),
            np.append(network.u, 1.0),
        )

    return construct


MUTANTS = [
    *mutants_of("def-15", definition, [
        ("printed", "the label is rounded", f"{HERE}.definition.label",
         lambda _: lambda a, q, p: p * (a % q) // q),
        ("corrected", "the label is a bit of z", f"{HERE}.definition.label",
         lambda _: lambda a, q, p: (a % q == 1) | (a % q == 3)),
        ("not-coprime", "the label is rounded", f"{HERE}.definition.label",
         lambda _: lambda a, q, p: p * (a % q) // q),
        ("rounding", "p is not inverted", f"{HERE}.definition.rounded_form",
         lambda original: lambda w, y, q, p: original(p * p * w % q, y, q, p)),
        ("rounding", "the labels are not renamed", f"{HERE}.definition.rounded_form",
         lambda original: lambda w, y, q, p: -original(w, y, q, p) % p),
        ("divisor", "the labels are modulo p + 1", f"{HERE}.definition.lwr_labels",
         lambda original: lambda w, y, q, p: original(w, y, q, p + 1)),
    ]),
    *mutants_of("conj-16", easy, [
        ("every-pair", "elimination is replaced by a constant", f"{HERE}.learning.LEARNERS",
         lambda original: original | {"elimination": constant, "vanishing polynomial": constant}),
        ("every-pair", "success takes a probability of 99%", "sparseact.bounds.CONJ_16_RATE",
         lambda _: 0.99),
        ("divisor", "the equations lack their right side", f"{HERE}.algorithms.solve_modulo",
         lambda original: lambda a, b, p: original(a, 0 * b, p)),
        ("fixed-modulus", "the degree is too small", f"{HERE}.algorithms.monomials",
         lambda original: lambda y, degree, q: original(y, degree - 1, q)),
        ("fixed-modulus", "the samples are too few", f"{HERE}.learning.sample_size",
         lambda original: lambda q, p, m: (original(q, p, m)[0], m)),
    ]),
    *mutants_of("conj-16", of("low degree"), [
        ("learners", "the low-degree learner is brute force", f"{HERE}.learning.LEARNERS",
         learned("low degree", fit_brute_force)),
        ("learners", "every error counts as small", f"{HERE}.learning.SMALL_ERROR", lambda _: 0.6),
    ]),
    *mutants_of("conj-16", of("brute force"), [
        ("brute-force", "brute force sees two samples", f"{HERE}.learning.LEARNERS",
         learned("brute force", lambda y, f, q, p, seed: fit_brute_force(y[:2], f[:2], q, p,
             seed))),
        ("brute-force", "the hypothesis is constant", f"{HERE}.learning.LEARNERS",
         learned("brute force", constant)),
    ]),
    *mutants_of("sec4-lwr", formulas, [
        ("linear", "complements are zero", f"{HERE}.formulas.all_vectors",
         lambda original: lambda q, m: 0 * original(q, m)),
        ("affine", "the constant is left out", f"{HERE}.formulas.affine_form",
         lambda original: lambda w, q: (original(w, q)[0], 0.0)),
        ("affine", "bits are (1 − z)/2", f"{HERE}.formulas.binary_code",
         lambda original: lambda y, q: -original(y, q)),
        ("range-corrected", "m(q − 1)(q − 2)", "sparseact.bounds.lwr_largest_product",
         lambda _: lambda q, m: m * (q - 1) * (q - 2)),
        ("sum", "the square is inside", f"{HERE}.formulas.printed_sum", lambda _: corrected_sum),
        ("sum-corrected", "the square is outside", f"{HERE}.formulas.corrected_sum",
         lambda _: printed_sum),
        ("lifted", "the constant is left out", f"{HERE}.formulas.affine_form",
         lambda original: lambda w, q: (original(w, q)[0], 0.0)),
        ("lifted", "the weights are signs", f"{HERE}.formulas.square_neurons", printed_norms),
        ("norm-exact", "the diagonal is not left out", "sparseact.bounds.lwr_squared_norm",
         lambda _: lambda v, c: float((v @ v) ** 2 + 4 * c**2 * (v @ v))),
        ("off-support", "the weights are 0.55 of what they are, the biases are not",
         f"{HERE}.formulas.lwr", changed(w=lambda w: 0.55 * w)),
    ]),
    *mutants_of("sec4-lwr", lambda: [r for r in formulas() if "p" not in r.instance], [
        ("range", "residues are 1..q", f"{HERE}.formulas.all_vectors",
         lambda original: lambda q, m: np.maximum(original(q, m), 1)),
    ]),
    *mutants_of("sec4-lwr", lift_of_one_bit, [
        ("type", "the lift of one bit is the bit, on which signs suffice",
         f"{HERE}.formulas.lwr_lift", lambda _: lambda y, q: np.asarray(y)),
    ]),
    *mutants_of("sec4-lwr", network, [
        ("printed", "u is λ(a)", f"{HERE}.networks.lwr", changed(u=lambda u: u / 2)),
        ("printed", "labels are off by one", f"{HERE}.networks.lwr_labels", labels_off_by_one),
        ("printed", "the constant is left out", "sparseact.quadratic_lift.affine_form",
         lambda original: lambda w, q: (original(w, q)[0], 0.0)),
        ("sparse", "the bias is smaller by 1", f"{HERE}.networks.lwr", changed(b=lambda b: b - 1)),
    ]),
    *mutants_of("sec4-lwr", sizes, [
        ("norms", "the exponent of q − 1 is 7", "sparseact.bounds.lwr_norm",
         lambda original: lambda q, m: original(q, m) / (q - 1)),
        ("norms", "the bias is linear in m", "sparseact.bounds.lwr_bias",
         lambda original: lambda q, m: original(q, m) / m),
        ("order", "the exponent of q − 1 is 10", "sparseact.bounds.lwr_norm_reached",
         lambda original: lambda q, m: original(q, m) * (q - 1) ** 2),
        ("order", "the weights are signs", f"{HERE}.networks.square_neurons", printed_norms),
    ]),
    *mutants_of("theorem-3b", network, [
        ("printed", "labels are off by one", f"{HERE}.networks.lwr_labels", labels_off_by_one),
        ("printed", "two neurons are active", f"{HERE}.networks.lwr", changed(b=lambda b: b - 1)),
        ("printed", "a silent neuron is very large", f"{HERE}.networks.lwr", with_silent_neuron),
    ]),
    *mutants_of("theorem-3b", decoding, [
        ("decoding", "fractions are cut off", f"{HERE}.decoding.decode",
         lambda _: lambda prediction: np.floor(prediction).astype(np.int64)),
        ("decoding-sharp", "halves are rounded down", f"{HERE}.decoding.decode",
         lambda _: lambda prediction: np.ceil(prediction - 0.5).astype(np.int64)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (network, decoding, easy, learners)
