"""Corruptions that the checks of noise sensitivity must reject."""

from __future__ import annotations

from fractions import Fraction

from awasthi2024.noise_sensitivity.checks.appendix_b import measure_appendix_b
from awasthi2024.noise_sensitivity.checks.concentration import measure_concentration
from awasthi2024.noise_sensitivity.checks.coupling import bucket_rho, buckets
from awasthi2024.noise_sensitivity.checks.lemma import measure_noise
from awasthi2024.noise_sensitivity.checks.pairs import measure_coupling
from awasthi2024.shared.corruption import always, run_on_networks
from paperclaims.mutation.mutants import mutants_of, run_of

HERE = "awasthi2024.noise_sensitivity.checks"


#: The sweep on the smallest and on the extremal networks.
noise = run_on_networks(
    "noise", measure_noise, rhos=["-1", "-1/2", "0", "1/2", "63/64"],
    families={
        "random": {"dimensions": [4], "neurons": [4], "sparsities": [2], "weight_bounds": [1],
                   "bias_bounds": [1], "repeats": 1},
        "extremal": {"variables": [1, 2], "copies": [1, 2], "deltas": [0], "dimensions": [3]},
    },
)  # fmt: skip

coupling = run_of(
    "coupling", measure_coupling, enumerated=[[1, 3], [2, 3], [3, 3]], resolution=12
)  # fmt: skip

appendix = run_of(
    "appendix", measure_appendix_b, rhos=["-1/4", "0", "1/4", "1/3"], repeats=1,
    single_bucket_dimensions=[12],
)  # fmt: skip


def concentration(seed=0):
    equal = {"n": 40, "s": 1, "r": 1, "weights": "equal", "support": "shared"}
    blocks = {"n": 48, "s": 12, "r": 2, "weights": "equal", "support": "disjoint"}
    cases = [equal | {"partition": "single"}, blocks | {"partition": "single"}]
    return measure_concentration(
        cases=cases, sizes=[1, 2, 8], rhos=["0", "333333/1000000", "1/2"]
    ).records


MUTANTS = [
    *mutants_of("lemma-10", coupling, [
        ("step-coupling", "the distance is not measured", f"{HERE}.total_variation",
         always(Fraction(0))),
    ]),
    *mutants_of("lemma-10", appendix, [
        ("step-rewrite", "v with its signs exchanged", f"{HERE}._masks",
         lambda original: lambda assignment, v: original(assignment, ~v)),
        ("step-17", "ρ is that of the coupling", f"{HERE}.noise_of_weights",
         lambda original: lambda weights, rho: original(weights, bucket_rho(buckets(rho)))),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (noise, coupling, appendix, concentration)
