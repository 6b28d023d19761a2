"""Corruptions that the checks of the learners must reject."""

from __future__ import annotations

from awasthi2024.learners.checks.distributions import _independence_records, measure_distributions
from awasthi2024.learners.checks.real_data import measure_digits
from awasthi2024.learners.checks.recovery import measure_recovery
from awasthi2024.learners.checks.sizes import measure_sizes
from paperclaims.mutation.mutants import Mutant, run_of

trees = run_of(
    "trees", measure_recovery, level=0.2, rate=0.5, n=7, neurons=4, samples=20, targets=["tree"],
    distributions=["markov"], trials=8, linear_neurons=[2], linear_trials=1, steps=300, starts=1,
    max_bits=1,
)  # fmt: skip

linear = run_of(
    "linear", measure_recovery, level=0.2, rate=0.5, n=6, neurons=4, samples=20, targets=["tree"],
    distributions=["markov"], trials=1, linear_neurons=[2], linear_trials=14, steps=300, starts=2,
    max_bits=1,
)  # fmt: skip

distributions = run_of(
    "distributions", measure_distributions, level=0.06, n=16, neurons=4, samples=[2],
    named=["markov"], correlations=[0, 0.5], strong_correlations=[], trials=8, chain_trials=8,
    average_trials=8, monomials=6, dimensions=[1, 2], steps=300, starts=1,
)  # fmt: skip

sizes = run_of(
    "sizes", measure_sizes, level=0.1, n=8, sizes=[2, 8], samples=[0.5, 4], trials=10,
    largest_trials=10, bits=3, steps=300, starts=1,
)  # fmt: skip

images = run_of(
    "images", measure_digits, level=0.04, neurons=4, sparsities=[2], folds=2, images=1000,
    steps=100, starts=1, others=False,
)  # fmt: skip


def activity():
    return _independence_records([1, 2], [0, 0.5])


MUTANTS = [
    Mutant("digest-correlated", "printed", "joint probabilities are products of marginals",
           "awasthi2024.learners.checks.distributions.joint_activity",
           lambda original: lambda *a: [
               [joint[j] if i == j else joint[j] * original(*a)[i][i] for i in range(len(joint))]
               for j, joint in enumerate(original(*a))], activity),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (trees, linear, distributions, sizes, images)
