"""Lemma 10 and Theorem D on networks, NS_ρ exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from awasthi2024.bounds import section_3
from awasthi2024.noise_sensitivity.checks.ratios import ratio
from awasthi2024.noise_sensitivity.parameters import CorrelationBelowOne
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights


# h at each point, and a table of integers.
@check(
    "lemma-10",
    memory=lambda networks, **_: 24 << largest_dimension(networks),
)
def noise(
    at: Recorder, *, networks: Sequence[Instance], rhos: NonEmpty[CorrelationBelowOne]
) -> None:
    """Compare NS_ρ, exactly, with Lemma 10, its corrected forms and Theorem D.

    A record holds, for one network and one statement, the ρ of `rhos` at which left/right is
    largest; the table has a row for every ρ. Theorem D's case of equality is checked at every ρ on
    Theorem B's networks.
    """
    values = sorted(Fraction(text) for text in rhos)
    for entry in networks:
        network, k = entry.network, entry.k
        n, s = network.n, network.s
        W, B = map(sqrt, network.scale_squared)
        instance_recorder = at(network=entry.name, family=entry.family, n=n, s=s, k=k)
        h = exact_values(network)
        weights = degree_weights_exact(h)
        sensitivity = average_sensitivity_exact(h)
        variance = sum(weights[1:], Fraction(0))
        noise = {rho: noise_of_weights(weights, rho) for rho in values}
        scale = exact(n), exact(s), k, W, B
        constant = section_3.lemma_10_all_rho_constant
        all_rho = {rho: bounds.lemma_10(*scale, rho, constant=constant) for rho in values}
        _compare_worst(instance_recorder, "printed", noise, all_rho)
        if n * s >= 3:
            _compare_worst(instance_recorder, "corrected-all", noise, all_rho)
        positive = [rho for rho in values if rho >= 0]
        if n * s >= 2 and positive:
            constant = section_3.lemma_10_constant
            corrected = {rho: bounds.lemma_10(*scale, rho, constant=constant) for rho in positive}
            _compare_worst(instance_recorder, "corrected", noise, corrected)
        least = {rho: bounds.theorem_d_min(s, k, W, rho) for rho in values}
        _compare_worst(instance_recorder, "sharp-min", noise, least)
        upper = {rho: (1 - rho) * sensitivity / 2 for rho in values}
        _compare_worst(instance_recorder, "linear", noise, upper)
        if positive:
            lower = {rho: (1 - rho) * variance / 2 for rho in positive}
            _compare_worst(
                instance_recorder, "linear", lower, {rho: noise[rho] for rho in positive}
            )
        if is_theorem_b(entry):
            _compare_attained(instance_recorder, entry, noise)
        previous = None
        for rho in values:
            rest = float(1 - rho)
            instance_recorder.row(
                W=float(W),
                B=float(B),
                rho=str(rho),
                one_minus_rho=rest,
                noise_sensitivity=float(noise[rho]),
                paper_corrected=float(
                    bounds.lemma_10(*scale, rho, constant=section_3.lemma_10_constant)
                ),
                theorem_d_min=float(least[rho]),
                average_sensitivity=float(sensitivity),
                variance=float(variance),
                slope=_slope(previous, (rest, noise[rho])),
            )
            previous = (rest, noise[rho])


def _compare_attained(at: Recorder, entry: Instance, noise: Mapping[Fraction, Fraction]) -> None:
    """Compare NS_ρ with its closed form, a known fraction of Theorem D's bound."""
    p = int(entry.parameters["p"])
    height = 1 - Fraction(entry.parameters["delta"]) / 2
    W = sqrt(entry.network.scale_squared[0])
    for rho, left in noise.items():
        share = height**2 * sum(rho**t for t in range(p)) / p
        instance_recorder = at(p=p, delta=entry.parameters["delta"], rho=rho)
        instance_recorder.compare("attained", left, "==", share * bounds.theorem_d(entry.k, W, rho))


def _compare_worst(
    at: Recorder,
    statement: str,
    left: Mapping[Fraction, Fraction],
    right: Mapping[Fraction, Exact],
) -> None:
    """Compare left ≤ right at the ρ that is nearest to failing, of those on the right."""
    rho = max(right, key=lambda key: ratio(left[key], right[key]))
    instance_recorder = at(rho=rho)
    instance_recorder.compare(statement, left[rho], "<=", right[rho])


def _slope(before: tuple[float, Fraction] | None, after: tuple[float, Fraction]) -> float:
    """Return the slope of ln NS against ln(1 − ρ) between two values; nan where undefined."""
    if before is None or before[1] == 0 or after[1] == 0:
        return math.nan
    return math.log(after[1] / before[1]) / math.log(after[0] / before[0])
