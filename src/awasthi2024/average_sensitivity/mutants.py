"""Corruptions that the checks of average sensitivity must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.average_sensitivity.checks.high_dimension import measure_last_line, measure_tail
from awasthi2024.average_sensitivity.checks.lemma import measure_networks
from awasthi2024.average_sensitivity.checks.proof import measure_proof
from awasthi2024.average_sensitivity.checks.remark_11 import measure_average_case
from awasthi2024.average_sensitivity.checks.search import measure_search
from awasthi2024.average_sensitivity.checks.small_networks import (
    measure_attained,
    measure_examples,
    measure_smallest,
)
from awasthi2024.shared.corruption import changed, run_on_networks
from paperclaims.mutation.mutants import mutants_of, run_of
from sparseact.bounds import section_3

RANDOM = {
    "dimensions": [4, 3],
    "neurons": [4, 8],
    "sparsities": [2, 1],
    "weight_bounds": [1],
    "bias_bounds": [1, 0.25],
    "repeats": 1,
}


#: Random networks, with one of n = s = 1 among them.
lemma = run_on_networks("lemma", measure_networks, {"random": RANDOM})

extremal = run_on_networks(
    "extremal", measure_networks,
    {"extremal": {"variables": [1, 2], "copies": [1, 2], "deltas": [0, 0.5], "dimensions": [2, 3]}},
)  # fmt: skip

proof = run_on_networks("proof", measure_proof, {"random": RANDOM}, max_log2_work=16, constants=[4])

extremal_proof = run_on_networks(
    "extremal_proof", measure_proof,
    {"extremal": {"variables": [2], "copies": [1, 2], "deltas": [0], "dimensions": [2, 3]}},
    max_log2_work=16, constants=[4],
)  # fmt: skip

attained = run_of("attained", measure_attained, dimensions=[1, 2], max_neurons=4)

smallest = run_of(
    "smallest", measure_smallest, shapes=[{"n": 1, "s": 1}, {"n": 2, "s": 1}], weights=[0, 1],
    biases=[-2, 0, 1], constants=[4],
)  # fmt: skip

search = run_of(
    "search", measure_search, shapes=[{"n": 1, "s": 2}], restarts=1, steps=100, largest_weight=1
)


average_case = run_on_networks(
    "average_case", measure_average_case,
    {"average_case": {"address_bits": [1, 2], "data_bits": [4], "factors": [0.25, 0.5]}},
    peaks=[{"n": 2, "s": 2}, {"n": 3, "s": 8}, {"n": 10, "s": 32}],
)  # fmt: skip

HERE = "awasthi2024.average_sensitivity.checks"
BOUNDS = "sparseact.bounds"

tail = run_of(
    "tail", measure_tail, dimensions=[46, 260], constants=[4], union_constants=[1.5], max_log2_n=8
)


examples = run_of("examples", measure_examples, constants=[4])


last_line = run_of("last_line", measure_last_line, exponents=[1, 5, 20], constant=3)


MUTANTS = [
    *mutants_of("lemma-9", extremal, [
        ("sharp", "Theorem A with k instead of k²", f"{BOUNDS}.theorem_a",
         lambda original: lambda k, W: original(1, W) * k),
        ("sharp-min", "min(k, s) instead of min(2k, s)", f"{BOUNDS}.theorem_a_min",
         lambda original: lambda s, k, W: original(k, k, W)),
        ("attained", "a sign of u is wrong", "sparseact.constructions.extremal",
         changed(u=lambda u: u * np.where(np.arange(len(u)) == 0, -1, 1))),
    ]),
    *mutants_of("lemma-9", smallest, [
        ("step-changes-corrected", "the printed bound", f"{BOUNDS}.lemma_9_step_pr",
         lambda original: section_3.lemma_9_step_pr_printed),
        ("step-tail-printed", "> instead of ≥", f"{HERE}.tail_probability",
         lambda original: lambda network, t, strict=False: original(network, t, strict=True)),
        ("step-largest", "without √n", f"{BOUNDS}.sup_norm_square",
         lambda original: lambda n, k, W2, B2: original(1, k, W2, B2)),
    ]),
    *mutants_of("remark-11", average_case, [
        ("sign-printed", "all biases are 0", f"{HERE}._compare_sign",
         lambda original: (lambda recorder, network: original(recorder, type(network)(network.w, 0 *
             network.b, network.u)))),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (
    lemma, extremal, proof, attained, search, average_case, tail, extremal_proof, examples,
    last_line,
)  # fmt: skip
