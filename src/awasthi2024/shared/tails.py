"""Degree weights, tails and the degree that is needed, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.instances import Instance
from sparseact.spectrum import degree_weights_exact


def exact_weights(instance: Instance) -> list[Fraction]:
    """Return Σ_{|T|=t} ĥ(T)² for t = 0..n; InexactError unless h is exact."""
    require_exact(instance.network)
    return degree_weights_exact(instance.network.values())


def tails_of(weights: Sequence[Fraction]) -> list[Fraction]:
    """Return Σ_{|T|>d} ĥ(T)² for d = 0..n."""
    return [sum(weights[d + 1 :], Fraction(0)) for d in range(len(weights))]


def needed_degree(tails: Sequence[Fraction], epsilon: Fraction) -> int:
    """Return min{d : Σ_{|T|>d} ĥ(T)² ≤ ε} from the tails at d = 0..n."""
    return next(d for d, tail in enumerate(tails) if tail <= epsilon)


def described(instance: Instance) -> dict[str, Any]:
    """Return the entries of a record that describe a network."""
    network = instance.network
    return {"network": instance.name, "n": network.n, "s": network.s, "k": instance.k}
