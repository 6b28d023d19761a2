"""Corruptions that the checks of the learners must reject."""

from __future__ import annotations

import numpy as np

from awasthi2024.learners.checks.distributions import (
    _independence_records,
    measure_distributions,
)
from awasthi2024.learners.checks.real_data import measure_digits
from awasthi2024.learners.checks.recovery import _pattern_records, measure_recovery
from awasthi2024.learners.checks.sizes import (
    _alternation_records,
    _symbol_records,
    measure_sizes,
)
from awasthi2024.shared.corruption import changed
from awasthi2024.shared.images import Images
from awasthi2024.shared.tasks import Effort, fit_sparse
from paperclaims.checks.recorder import Recorder
from paperclaims.mutation.mutants import Mutant, run_of
from sparseact.network import SparseReLUNetwork

HERE = "awasthi2024.learners.checks"
LOW_DEGREE = "sparseact.learning.low_degree.LowDegreeRegressor"


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


def patterns():
    recorder = Recorder("digest-recovery", {})
    _pattern_records(recorder, 2)
    return recorder.records


def activity():
    return _independence_records([1, 2], [0, 0.5])


def symbols():
    return _symbol_records(3)


def alternation():
    return _alternation_records()


def other_labels(original):
    """Learn from labels that have been passed on by one place."""
    return lambda x, y, *rest: original(x, np.roll(y, 1), *rest)


def cancelling(_):
    """Pairs whose first network has two neurons that cancel."""

    def pairs(p):
        twice = SparseReLUNetwork(np.zeros((2, p)), [-1.0, -1.0], [1.0, -1.0])
        return [("cancelling", twice, twice)]

    return pairs


def mutant(claim, statement, why, target, replacement, run):
    return Mutant(f"digest-{claim}", statement, why, f"{HERE}.{target}", replacement, run)


MUTANTS = [
    mutant("recovery", "printed", "only one network of a pair is looked at",
           "recovery.same_functions",
           lambda original: lambda p: [(name, a, a) for name, a, _ in original(p)], patterns),
    mutant("recovery", "printed", "one right neuron counts as all", "recovery.matched_share",
           lambda _: lambda true, found: 1.0, patterns),
    mutant("recovery", "somewhere", "neurons cancel", "recovery.same_functions", cancelling,
           patterns),
    mutant("recovery", "function", "the labels are others", "recovery.fit_sparse", other_labels,
           trees),
    mutant("recovery", "pattern", "one right neuron counts as all", "recovery.matched_share",
           lambda _: lambda true, found: 1.0, trees),
    mutant("recovery", "function-linear", "the labels are others", "recovery.fit_sparse",
           other_labels, linear),
    mutant("recovery", "pattern-linear", "inactive neurons are counted", "recovery.contributing",
           lambda original: lambda *a: ~original(*a), linear),
    mutant("recovery", "pattern-linear", "neurons are not matched", "recovery.matched_share",
           lambda _: lambda true, found: float(np.mean(np.all(true == ~found, axis=1))), linear),
    mutant("uniform-general", "sparse", "the labels are others", "distributions.fit_sparse",
           other_labels, distributions),
    mutant("uniform-general", "below", "the number of monomials is ten times too large",
           "distributions.n_monomials", lambda original: lambda n, d: 10 * original(n, d),
           lambda: measure_distributions(
               seed=0, level=0.06, n=10, neurons=4, samples=[1, 5], named=["markov"],
               correlations=[0], strong_correlations=[], trials=8, chain_trials=8, average_trials=8,
               monomials=2,
               dimensions=[1], steps=100, starts=1).records),
    Mutant("digest-uniform-general", "regression", "the degree is 1", LOW_DEGREE,
           lambda original: lambda d, method: original(1, method), distributions),
    Mutant("digest-uniform-general", "averages-uniform", "the degree is 0", LOW_DEGREE,
           lambda original: lambda d, method: original(0, method), distributions),
    Mutant("digest-uniform-general", "averages", "regression takes their place", LOW_DEGREE,
           lambda original: lambda d, method: original(d, "regression"), distributions),
    Mutant("digest-uniform-general", "averages", "all points are uniform",
           "awasthi2024.shared.tasks._points",
           lambda original: lambda name, *rest: original("uniform", *rest), distributions),
    mutant("effect-s", "printed", "n is larger by s", "sizes.constructions.junta",
           lambda original: lambda table, on, n: original(table, on, n + len(table)), symbols),
    mutant("effect-s", "weight-sparsity", "each neuron keeps one weight",
           "sizes.constructions.junta", changed(w=lambda w: w * (np.arange(w.shape[1]) == 0)),
           symbols),
    mutant("effect-s", "active", "the bias is smaller by 2", "sizes.constructions.junta",
           changed(b=lambda b: b - 2.5), symbols),
    mutant("effect-s", "enough", "the labels are others", "sizes.fit_sparse", other_labels, sizes),
    mutant("effect-s", "few", "four times the samples", "sizes.parameters",
           lambda original: lambda n, s: 4 * original(n, s), sizes),
    mutant("least-squares", "printed", "the sparse learner takes its place",
           "sizes.alternating_least_squares",
           lambda _: lambda x, y, s, starts, rng: fit_sparse(
               x, y, s, None, Effort(300, 2), rng).predict, sizes),
    mutant("least-squares", "regressor", "the labels are others", "sizes.fit_sparse", other_labels,
           sizes),
    mutant("least-squares", "given", "the labels are others", "sizes.fixed_pattern_fit",
           other_labels, sizes),
    mutant("least-squares", "given", "the active sets are others", "sizes.fixed_pattern_fit",
           lambda original: lambda x, y, active: original(x, y, active[:, ::-1]), sizes),
    mutant("least-squares", "monotone", "the active set is held", "sizes.step_losses",
           lambda original: lambda labels: (*original(labels)[:2], original(labels)[1]),
           alternation),
    mutant("least-squares", "held", "one label is one more", "alternation.exact_step",
           lambda original: lambda wide, active, y: original(wide, active, y + np.eye(len(y))[0]),
           alternation),
    mutant("correlated", "printed", "only marginals are looked at", "distributions.joint_activity",
           lambda original: lambda *a: [
               [joint[j] if i == j else joint[j] * original(*a)[i][i] for i in range(len(joint))]
               for j, joint in enumerate(original(*a))], activity),
    mutant("correlated", "disjoint", "the bias is smaller by 2",
           "distributions.constructions.junta", changed(b=lambda b: b - 2), activity),
    mutant("correlated", "chains", "the labels are others", "distributions.fit_sparse",
           other_labels, distributions),
    mutant("real-data", "printed", "only the training images are looked at", "real_data._activity",
           lambda original: lambda network, fit, test: original(network, fit, fit), images),
    mutant("real-data", "guarantee", "one neuron more may be active", "real_data.fit_sparse",
           lambda original: lambda x, y, s, k, *rest: original(x, y, s, k and k + 1, *rest),
           images),
    mutant("real-data", "accuracy", "the labels are others", "real_data.fit_sparse", other_labels,
           images),
    mutant("real-data", "accuracy", "the images are others", "real_data.digits",
           lambda original: lambda: Images(original().x[::-1], original().y), images),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (trees, linear, distributions, sizes, images)
