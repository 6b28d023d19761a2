"""Corruptions that the checks of learning with rounding must reject."""

from __future__ import annotations

from awasthi2024.rounding.checks.decoding import compare_decoding
from awasthi2024.rounding.checks.definition import measure_definition
from awasthi2024.rounding.checks.formulas import measure_formulas
from awasthi2024.rounding.checks.learning import measure_easy, measure_learners
from awasthi2024.rounding.checks.networks import measure_network, measure_sizes
from awasthi2024.shared.corruption import changed
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.mutants import mutants_of, run_of

HERE = "awasthi2024.rounding.checks"
SMALL = [{"q": 2, "m": 1, "p": [2]}, {"q": 3, "m": 2, "p": [2, 3]}, {"q": 4, "m": 1, "p": [3]}]


definition = run_of("definition", measure_definition, max_modulus=5, vectors_up_to=5)

network = run_of(
    "network", measure_network, exhaustive=SMALL,
    single=[{"q": 5, "m": 3, "p": 3, "secrets": 2, "sample": 9}],
    hypotheses={"cases": [[3, 2, 2]], "count": 1},
)  # fmt: skip


def decoding(seed=0):
    recorder = Recorder("theorem-3b", {})
    compare_decoding(recorder, seed=seed, cases=[[3, 2, 2]], count=3)
    return recorder.records


easy = run_of(
    "easy", measure_easy, level=2e-5,
    cases=[{"q": 4, "p": 2, "m": [3]}, {"q": 5, "p": 2, "m": [3]}], trials=40,
)  # fmt: skip

learners = run_of(
    "learners", measure_learners, level=2e-5, q=5, p=2, lengths=[5], learners=["low degree"],
    samples=200, trials=14, curve_trials=4, searches=36,
)  # fmt: skip


sizes = run_of("sizes", measure_sizes, moduli=[2, 3, 5, 17], lengths=[1, 4], p=2)


formulas = run_of("formulas", measure_formulas, cases=SMALL)


lift_of_one_bit = run_of("lift_of_one_bit", measure_formulas, cases=[{"q": 2, "m": 1, "p": [2]}])


MUTANTS = [
    *mutants_of("def-15", definition, [
        ("printed", "the label is rounded", f"{HERE}.definition.label",
         lambda _: lambda a, q, p: p * (a % q) // q),
        ("rounding", "p is not inverted", f"{HERE}.definition.rounded_form",
         lambda original: lambda w, y, q, p: original(p * p * w % q, y, q, p)),
    ]),
    *mutants_of("conj-16", easy, [
        ("fixed-modulus", "the degree is too small", f"{HERE}.algorithms.monomials",
         lambda original: lambda y, degree, q: original(y, degree - 1, q)),
    ]),
    *mutants_of("sec4-lwr", network, [
        ("printed", "u is λ(a)", f"{HERE}.networks.lwr", changed(u=lambda u: u / 2)),
    ]),
    *mutants_of("theorem-3b", network, [
        ("printed", "two neurons are active", f"{HERE}.networks.lwr", changed(b=lambda b: b - 1)),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (network, decoding, easy, learners, sizes, formulas, lift_of_one_bit)
