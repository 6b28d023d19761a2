"""ReLU networks of several hidden layers with integer weights, evaluated on the whole cube."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sparseact.cube import InexactError, points

_EXACT = 1 << 53


class DeepNetwork(NamedTuple):
    """h(x) = ⟨u, z^L⟩ with z^0 = x and z^l = σ(w^l z^{l−1} − b^l); L hidden layers.

    `layers` holds w^l, shape (s_l, s_{l−1}), and b^l; all numbers are int64.
    """

    layers: list[tuple[np.ndarray, np.ndarray]]
    u: np.ndarray

    @property
    def squared_norms(self) -> list[int]:
        """W_l² = max_j ‖w^l_j‖² of each layer."""
        return [int((w * w).sum(axis=1).max()) for w, _ in self.layers]

    @property
    def largest_output(self) -> int:
        """U = ‖u‖_∞."""
        return int(np.abs(self.u).max())


class Evaluation(NamedTuple):
    """z^l of each layer, shape (2^n, s_l), and the values; a neuron is active where z^l > 0."""

    outputs: list[np.ndarray]
    values: np.ndarray

    @property
    def most_active(self) -> list[int]:
        """k_l of each layer: the most neurons that are active at one point."""
        return [int((z > 0).sum(axis=1).max()) for z in self.outputs]


def evaluate(network: DeepNetwork, n: int) -> Evaluation:
    """Evaluate a network on {±1}^n; InexactError if a value could reach 2^53."""
    z = points(n).astype(np.int64)
    largest = 1
    outputs = []
    for w, b in network.layers:
        largest = int(np.abs(w).sum(axis=1).max()) * largest + int(np.abs(b).max())
        if largest >= _EXACT:
            raise InexactError("a deep network's values leave the exact integers below 2^53")
        z = np.maximum(z @ w.T - b, 0)
        outputs.append(z)
    if int(np.abs(network.u).sum()) * largest >= _EXACT:
        raise InexactError("a deep network's values leave the exact integers below 2^53")
    return Evaluation(outputs, z @ network.u)


def deep_extremal(p: int, active: Sequence[int]) -> DeepNetwork:
    """Return a multiple of χ_[p] in which layer l has k_l = active[l − 1] active neurons.

    A layer has k_l copies of a neuron for each α ∈ {±1}^p, active only at x = α. In a deeper
    layer its weight is 2^p − 1 on the copies for α below it and −1 on all others, and the bias
    is such that the pre-activation is 0 at the other points. docs/proofs-digest.md, 7.
    """
    corners = points(p).astype(np.int64)
    size = len(corners)
    w = np.repeat(corners, active[0], axis=0)
    layers = [(w, np.full(len(w), p - 2, dtype=np.int64))]
    value = 2
    for below, copies in pairwise(active):
        own = size * np.eye(size, dtype=np.int64) - 1
        w = np.repeat(np.repeat(own, copies, axis=0), below, axis=1)
        layers.append((w, np.full(len(w), -below * value, dtype=np.int64)))
        value *= below * size
    u = np.repeat(corners.prod(axis=1), active[-1])
    return DeepNetwork(layers, u)


def random_deep_network(
    n: int, widths: Sequence[int], largest: int, rng: np.random.Generator
) -> DeepNetwork:
    """Return a network with weights, biases and outputs drawn from −largest..largest."""
    layers = []
    below = n
    for s in widths:
        w = rng.integers(-largest, largest + 1, size=(s, below))
        layers.append((w, rng.integers(-largest, largest + 1, size=s)))
        below = s
    return DeepNetwork(layers, rng.integers(-largest, largest + 1, size=below))
