"""Corruptions that the checks of the digest's phrases must reject."""

from __future__ import annotations

from awasthi2024.outside_claims.checks.depth import measure_depth
from awasthi2024.outside_claims.checks.exact_queries import measure_exact_queries
from awasthi2024.outside_claims.checks.neurons import measure_neurons
from awasthi2024.outside_claims.checks.queries import measure_queries
from paperclaims.mutation.mutants import Mutant, run_of

queries = run_of(
    "queries", measure_queries, level=0.02,
    targets=[{"kind": "parity", "n": 8, "p": 3}, {"kind": "noisy parity", "n": 6, "p": 2},
             {"kind": "forest", "n": 3, "p": 1}],
    noise=0.1, delta=0.4, trials=60, shares=[0.5], curve_trials=1,
)  # fmt: skip

# With this seed the forest has eight coefficients of size ½ and no other: a search
# for them follows as many sets as it may.
exact_queries = run_of(
    "exact_queries", measure_exact_queries, seed=10, patterns=[1, 2], dimensions=[4],
    thresholds=[0.25, 0.5], lifted=[1, 3], parities=[{"n": 20, "p": 5}], delta=0.3, equal=[16],
    threshold=0.125,
)  # fmt: skip

depth = run_of(
    "depth", measure_depth, depths=[1, 2, 3], variables=[1, 2], active=[1, 2],
    shapes=[{"n": 2, "widths": [3, 2]}], repeats=5, restarts=1, steps=20, largest_weight=2,
)  # fmt: skip


neurons = run_of(
    "neurons", measure_neurons, exhaustive=[1, 2], largest_weight=1, random=[3], repeats=1,
    equal=[2, 16], largest_degree=8, errors=[1, 2],
)  # fmt: skip


MUTANTS = [
    Mutant("digest-queries", "printed", "every share of right neurons is 1",
           "awasthi2024.outside_claims.checks.exact_queries.matched_share",
           lambda _: lambda true, found: 1.0, exact_queries),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (neurons, queries, exact_queries, depth)
