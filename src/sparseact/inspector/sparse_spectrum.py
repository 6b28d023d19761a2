"""The spectrum of a network whose neurons have few weights each, for any number of inputs.

A neuron with p weights that are not 0 is a function of p coordinates: its coefficients
lie on 2^p sets, and the network's on the sets of its neurons. Nothing of size 2^n
is made, and n may be anything. All numbers are Python's integers: none is rounded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from sparseact.activity import IntegerNeuron, all_in_integers, common_grid, table
from sparseact.network import SparseReLUNetwork

#: Coefficients of all neurons, 2^p for one of p weights, which take about a second and 0.2 GB.
MOST_COEFFICIENTS = 1 << 18

_COEFFICIENTS_A_SECOND = 2.0**17  # at least, with those of the activity

#: Integers by set of inputs, in ascending order.
Coefficients = Counter[tuple[int, ...]]


def fits(network: SparseReLUNetwork, time_limit: float = math.inf) -> bool:
    """Return whether the neurons have few enough weights for memory and for these seconds."""
    sizes = np.minimum(network.support.sum(axis=1), 64).tolist()
    most = min(MOST_COEFFICIENTS, time_limit * _COEFFICIENTS_A_SECOND)
    return sum(1 << size for size in sizes) <= most


def coefficients(network: SparseReLUNetwork) -> tuple[Coefficients, Fraction]:
    """Return the Fourier coefficients of a network that `fits` as integers, and their unit."""
    neurons = all_in_integers(network.w, network.b)
    (*sizes, c), grid = common_grid([*network.u.tolist(), network.c])
    finest = max(0, *(neuron.grid for neuron in neurons))
    total, halvings = _summed(
        neurons,
        lambda j, z: np.maximum(z, 0) * (sizes[j] << (finest - neurons[j].grid)),
    )
    total[()] += c << (finest + halvings)
    return total, Fraction(2) ** -(finest + grid + halvings)


def active_moments(network: SparseReLUNetwork) -> tuple[Fraction, Fraction]:
    """Return `E|R_x|` and `E|R_x|²` of a network that `fits`.

    By Parseval's identity the second is the sum of squares of coefficients of `|R_x|`.
    """
    total, halvings = _summed(network.neurons, lambda _, z: (z > 0).astype(object) * 1)
    return (
        Fraction(total[()], 1 << halvings),
        Fraction(sum(v * v for v in total.values()), 1 << 2 * halvings),
    )


def _summed(
    neurons: list[IntegerNeuron], function: Callable[[int, np.ndarray], np.ndarray]
) -> tuple[Coefficients, int]:
    """Return coefficients times 2^t, and t, of the sum of `function(j, z)` over neurons j.

    z are the integers of the pre-activation at all points of the coordinates with a weight.
    """
    total: Coefficients = Counter()
    most = max(len(neuron.w) - neuron.w.count(0) for neuron in neurons)
    for j, neuron in enumerate(neurons):
        used = [i for i, weight in enumerate(neuron.w) if weight]
        w = np.array([[neuron.w[i] for i in used]], dtype=object)
        numbers = function(j, table(w, np.array([-neuron.b], dtype=object)))
        sets: list[tuple[int, ...]] = [()]
        for place, i in enumerate(used):
            # Walsh-Hadamard: x_i is 1 in the first of two blocks, and −1 in the other.
            blocks = numbers.reshape(-1, 2, 1 << place)
            first, second = blocks[:, 0], blocks[:, 1]
            numbers = np.stack([first + second, first - second], axis=1)
            sets += [(*chosen, i) for chosen in sets]
        for chosen, number in zip(sets, numbers.ravel().tolist(), strict=True):
            total[chosen] += number << (most - len(used))
    return total, most
