"""Corruptions that the checks of the digest's phrases must reject."""

from __future__ import annotations

from awasthi2024.digest.checks.activity import measure_activity
from awasthi2024.digest.checks.depth import measure_depth
from awasthi2024.digest.checks.digits import measure_digits
from awasthi2024.digest.checks.distributions import compare_chains, measure_distributions
from awasthi2024.digest.checks.neurons import measure_neurons
from awasthi2024.digest.checks.patterns import measure_patterns
from awasthi2024.digest.checks.queries import measure_queries
from awasthi2024.digest.checks.sizes import measure_sizes
from awasthi2024.shared.corruption import always
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.mutants import mutants_of, run_of

patterns = run_of("patterns", measure_patterns, pairs=2, juntas=3)


def activity():
    recorder = Recorder("digest-correlated", {})
    compare_chains(recorder, [1, 2], [0, 0.5])
    return recorder.records


distributions = run_of(
    "distributions", measure_distributions, level=0.06, n=16, neurons=4, samples=[2],
    named=["markov"], correlations=[0, 0.5], strong_correlations=[], trials=8, chain_trials=8,
    average_trials=8, monomials=6, dimensions=[1, 2], steps=300, starts=1,
)  # fmt: skip

sizes = run_of(
    "sizes", measure_sizes, level=0.1, n=8, sizes=[2, 8], few=0.5, enough=4, trials=10,
    largest_trials=10, steps=300, starts=1,
)  # fmt: skip

images = run_of(
    "images", measure_digits, level=0.04, neurons=4, sparsities=[2], folds=2, images=1000,
    steps=100, starts=1,
)  # fmt: skip

neurons = run_of(
    "neurons", measure_neurons, exhaustive=[1, 2], largest_weight=1, random=[3], repeats=1,
    equal=[2, 16], largest_degree=8, errors=[1, 2],
)  # fmt: skip

queries = run_of(
    "queries", measure_queries, level=0.02,
    targets=[{"kind": "parity", "n": 8, "p": 3}, {"kind": "noisy parity", "n": 6, "p": 2},
             {"kind": "forest", "n": 3, "p": 1}],
    noise=0.1, delta=0.4, trials=60,
)  # fmt: skip

depth = run_of(
    "depth", measure_depth, depths=[1, 2, 3], variables=[1, 2], active=[1, 2],
    shapes=[{"n": 2, "widths": [3, 2]}], repeats=5, restarts=1, steps=20, largest_weight=2,
)  # fmt: skip

widths = run_of(
    "widths", measure_activity, widths=[32, 64], penalties=[0.01], images=1200, passes=40,
)  # fmt: skip

RIGHT = ("printed", "every share of right neurons is 1",
         "awasthi2024.digest.checks.patterns.matched_share", always(1.0))  # fmt: skip

MUTANTS = [
    *mutants_of("digest-recovery", patterns, [RIGHT]),
    *mutants_of("digest-queries", patterns, [RIGHT]),
    *mutants_of("digest-correlated", activity, [
        ("printed", "joint probabilities are products of marginals",
         "awasthi2024.digest.checks.distributions.joint_activity",
         lambda original: lambda *a: [
             [joint[j] if i == j else joint[j] * original(*a)[i][i] for i in range(len(joint))]
             for j, joint in enumerate(original(*a))]),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (distributions, sizes, images, neurons, queries, depth, widths)
