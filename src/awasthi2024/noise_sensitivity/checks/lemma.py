"""Lemma 10 and Theorem D on networks, NS_ρ exactly."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from awasthi2024.bounds import section_3
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, fraction
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights


def correlations(texts: Sequence[str]) -> list[Fraction]:
    """Return values of ρ in order; ValueError unless -1 <= ρ < 1."""
    values = sorted(map(fraction, texts))
    if not -1 <= values[0] <= values[-1] < 1:
        raise ValueError(f"rhos must be at least -1 and less than 1, got {', '.join(texts)}")
    return values


# h at each point, and a table of integers.
@check("lemma-10", memory=lambda networks, **_: 24 << largest_dimension(networks))
def noise(at: Recorder, *, networks: Sequence[Instance], rhos: NonEmpty[str]) -> None:
    """Compare NS_ρ, a fraction from integer spectra, with Lemma 10, its corrections and Theorem D.

    Lemma 10's side has proved errors. For each network a record is kept of the ρ that is nearest
    to failing. Theorem D's equality is compared at every ρ on the extremal networks, which are k
    copies of 2^p neurons.
    """
    values = correlations(rhos)
    positive = [rho for rho in values if rho >= 0]
    for entry in networks:
        network, k = entry.network, entry.k
        n, s = network.n, network.s
        W, B = map(sqrt, network.scale_squared)
        here = at(network=entry.name, family=entry.family, n=n, s=s, k=k)
        h = exact_values(network)
        weights, sensitivity = degree_weights_exact(h), average_sensitivity_exact(h)
        variance = sum(weights[1:], Fraction(0))
        noise = {rho: noise_of_weights(weights, rho) for rho in values}
        paper = {rho: bounds.lemma_10(exact(n), exact(s), k, W, B, rho) for rho in values}
        all_rho = {rho: section_3.lemma_10_all_rho_constant * paper[rho] for rho in values}
        corrected = {rho: section_3.lemma_10_constant * paper[rho] for rho in positive}
        least = {rho: bounds.theorem_d_min(s, k, W, rho) for rho in values}
        compare_worst(here, "printed", noise, all_rho)
        if n * s >= 3:
            compare_worst(here, "corrected-all", noise, all_rho)
        if n * s >= 2 and positive:
            compare_worst(here, "corrected", noise, corrected)
        compare_worst(here, "sharp-min", noise, least)
        compare_worst(here, "linear", noise, {rho: (1 - rho) * sensitivity / 2 for rho in values})
        if positive:
            lower = {rho: (1 - rho) * variance / 2 for rho in positive}
            compare_worst(here, "linear", lower, {rho: noise[rho] for rho in positive})
        if is_theorem_b(entry):
            compare_attained(here, entry, noise)
        for rho in values:
            here.row(
                W=float(W),
                rho=str(rho),
                one_minus_rho=float(1 - rho),
                noise_sensitivity=float(noise[rho]),
                paper_corrected=float(section_3.lemma_10_constant * paper[rho]),
                theorem_d_min=float(least[rho]),
            )


def compare_attained(at: Recorder, entry: Instance, noise: Mapping[Fraction, Fraction]) -> None:
    """Compare NS_ρ with its closed form, a known fraction of Theorem D's bound."""
    p, delta = int(entry.parameters["p"]), entry.parameters["delta"]
    W = sqrt(entry.network.scale_squared[0])
    for rho, left in noise.items():
        share = (1 - Fraction(delta) / 2) ** 2 * sum(rho**t for t in range(p)) / p
        here = at(p=p, delta=delta, rho=rho)
        here.compare("attained", left, "==", share * bounds.theorem_d(entry.k, W, rho))


def compare_worst(
    at: Recorder,
    statement: str,
    left: Mapping[Fraction, Fraction],
    right: Mapping[Fraction, Exact],
) -> None:
    """Compare left ≤ right at the ρ that is nearest to failing, of those on the right."""
    rho = max(right, key=lambda key: _ratio(left[key], right[key]))
    at(rho=rho).compare(statement, left[rho], "<=", right[rho])


def nearest(sides: Iterable[tuple[Any, Any]]) -> tuple[Any, str, Any]:
    """Return the sides of the ≤ that is nearest to failing, with the relation between them."""
    left, right = max(sides, key=lambda pair: _ratio(*pair))
    return left, "<=", right


def _ratio(left: Any, right: Any) -> float:
    """Return left/right, infinite over 0, but 0 where the left-hand side is 0."""
    if left == 0:
        return 0.0
    return math.inf if right == 0 else float(left) / float(right)
