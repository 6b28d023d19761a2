"""The lines of Theorem 8's proof, of Lemma 7 and of the agnostic case, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from awasthi2024.low_degree.checks.approximation import (
    compare_approximation,
    compare_far_labels,
    compare_noise_limit,
    compare_outlying_labels,
    compare_within_limit,
)
from awasthi2024.low_degree.checks.lemma_7 import (
    compare_monomials,
    compare_other_distributions,
    compare_truncation,
    compare_unseen,
)
from awasthi2024.low_degree.checks.run_times import compare_run_times
from awasthi2024.low_degree.checks.theorem_8 import (
    compare_attained_supremum,
    compare_noise_lines,
    compare_printed_noise,
    compare_routes,
    compare_supremum,
    compare_tail_lines,
    compare_window,
)
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import network_family
from awasthi2024.shared.parameters import Dimension, Share
from awasthi2024.shared.tails import described, exact_weights
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder


@check("theorem-8")
def steps(
    theorem_8: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[Share],
    largest_degree: Natural,
    constants: NonEmpty[PositiveReal],
    scales: NonEmpty[Positive],
    epsilons: NonEmpty[OpenProbability],
) -> None:
    """Evaluate the lines of Theorem 8's proof, of Lemma 7 and of the agnostic case.

    The networks have n in `dimensions`; each of `constants` is a value of the c of the paper's ρ.
    `largest_degree` is the largest d and n of the inequalities without a network. `scales` are
    factors by which labels or a class are scaled up. They are also the values of K in a loss of Kε.
    The table has Lemma 10's bound at the paper's ρ over ε/3, as ε falls.
    """
    fractions = [Fraction(rho) for rho in rhos]
    lemma_7, agnostic = theorem_8.of("lemma-7"), theorem_8.of("intro-agnostic")
    for instance in networks_of(seed, dimensions):
        compare_lines(theorem_8(**described(instance)), seed, instance, fractions, epsilons)
    compare_window(theorem_8, fractions, largest_degree)
    theorem_8.rows += compare_printed_noise(theorem_8, constants)
    compare_routes(theorem_8, scales)
    compare_attained_supremum(theorem_8, dimensions)
    compare_monomials(lemma_7, largest_degree)
    compare_unseen(theorem_8, scales, epsilons)
    compare_other_distributions(lemma_7, scales)
    compare_outlying_labels(agnostic, scales)
    compare_noise_limit(agnostic, epsilons)
    compare_run_times(theorem_8, scales, largest_degree)


def networks_of(seed: int, dimensions: Sequence[int]) -> list[Instance]:
    """Return the networks of the check: random ones, and Theorem B's of up to four variables."""
    random = network_family("random").generate(
        seed=seed,
        dimensions=dimensions,
        neurons=[8],
        sparsities=[2],
        weight_bounds=[1],
        bias_bounds=[1],
        repeats=1,
    )
    return random + network_family("extremal").generate(
        seed=seed,
        variables=[2, 1, 3, 4],
        copies=[1, 2],
        deltas=[0],
        dimensions=[n for n in dimensions if n > 1],
    )


def compare_lines(
    at: Recorder,
    seed: int,
    instance: Instance,
    rhos: Sequence[Fraction],
    epsilons: Sequence[float],
) -> None:
    """Record every line of the proof that applies to one network with exact values."""
    weights = exact_weights(instance)
    compare_tail_lines(at, instance, weights, rhos)
    compare_noise_lines(at, instance, weights, epsilons)
    compare_supremum(at, instance)
    compare_truncation(at.of("lemma-7"), instance, weights)
    compare_approximation(at.of("intro-agnostic"), seed, instance)
    compare_far_labels(at.of("intro-agnostic"), instance, epsilons)
    compare_within_limit(at.of("intro-agnostic"), seed, instance, epsilons)
