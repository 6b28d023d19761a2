"""The same function with fewer neurons and a smaller scale."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sparseact.activity import IntegerNeuron, all_in_integers
from sparseact.network import SparseReLUNetwork

_COARSE = 2**40  # units up to which a sum of weights meets a bias by more than accident


def simplify(network: SparseReLUNetwork) -> SparseReLUNetwork:
    """Return a network of the same function on the cube, up to rounding, in fewer neurons.

    Neurons that are never active, or have u_j = 0, are dropped. Neurons whose (w, b) are
    positive multiples of one another, of whatever size, become one. Last, each neuron is
    rebalanced: |u_j| goes into w_j and b_j, so that W = max|u|·max‖w‖ falls to
    max_j |u_j|‖w_j‖, and B likewise. Where a product would be rounded and points can lie
    on the neuron's boundary, a power of two goes there instead, which moves none of them
    and leaves W within a factor of 2.

    Parameters
    ----------
    network : SparseReLUNetwork

    Returns
    -------
    SparseReLUNetwork
        With one neuron of weight 0 if none is left.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork
    >>> from sparseact.simplify import simplify
    >>> network = SparseReLUNetwork(w=[[1, 1], [2, 2]], b=[1, 2], u=[3, 1])
    >>> network.scale[0] / simplify(network).scale[0]
    1.2
    >>> simplify(network).s
    1
    """
    neurons = all_in_integers(network.w, network.b)
    merged: dict[tuple[int, ...], tuple[int, Fraction]] = {}  # direction → neuron, weight
    for j, neuron in enumerate(neurons):
        if network.u[j] and neuron.reach > neuron.b:
            direction, size = _direction(neuron)
            first, total = merged.get(direction, (j, Fraction(0)))
            ratio = size / _direction(neurons[first])[1]
            merged[direction] = first, total + ratio * Fraction(float(network.u[j]))
    kept = [(j, float(weight)) for j, weight in merged.values() if weight]
    if not kept:
        return SparseReLUNetwork(np.zeros((1, network.n)), [0.0], [0.0], network.c)
    rows = [_rebalanced(network, j, weight, neurons[j]) for j, weight in kept]
    w, b, u = zip(*rows, strict=True)
    return SparseReLUNetwork(np.array(w), np.array(b), np.array(u), network.c)


def _direction(neuron: IntegerNeuron) -> tuple[tuple[int, ...], Fraction]:
    """Return (w, b) as coprime integers, and the number that they were multiplied by."""
    divisor = math.gcd(*neuron.w, neuron.b) or 1
    size = divisor * Fraction(2) ** -neuron.grid
    return (*(v // divisor for v in neuron.w), neuron.b // divisor), size


def _rebalanced(
    network: SparseReLUNetwork, j: int, weight: float, neuron: IntegerNeuron
) -> tuple[np.ndarray, float, float]:
    factor = abs(weight)
    parts = np.append(network.w[j], network.b[j])
    scaled = parts * factor
    if neuron.reach + abs(neuron.b) < _COARSE:
        pairs = zip(parts.tolist(), scaled.tolist(), strict=True)
        if any(Fraction(a) * Fraction(factor) != Fraction(b) for a, b in pairs):
            factor = 2.0 ** math.ceil(math.log2(factor))
            scaled = parts * factor
    return scaled[:-1], float(scaled[-1]), weight / factor


def largest_difference(
    one: SparseReLUNetwork, other: SparseReLUNetwork, enumerate_up_to: int, samples: int
) -> tuple[float, bool]:
    """Return the largest |h − g| of two networks, and whether on the whole cube.

    Beyond `enumerate_up_to` coordinates in use it is that on random points.

    Examples
    --------
    >>> from sparseact.constructions import extremal
    >>> from sparseact.simplify import largest_difference, simplify
    >>> network = extremal(p=2, copies=3)
    >>> largest_difference(network, simplify(network), enumerate_up_to=10, samples=100)
    (0.0, True)
    """
    used = np.vstack([one.w, other.w]).any(axis=0)
    used = used if used.any() else np.arange(one.n) == 0
    if used.sum() <= enumerate_up_to:
        parts = (SparseReLUNetwork(net.w[:, used], net.b, net.u, net.c) for net in (one, other))
        h, g = (part.values() for part in parts)
        return float(np.abs(h - g).max()), True
    x = np.random.default_rng(0).choice(np.array([-1, 1], dtype=np.int8), (samples, one.n))
    return float(np.abs(one(x) - other(x)).max()), False
