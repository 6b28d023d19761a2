"""The spectrum of a network whose neurons have few weights each, for any number of inputs.

A neuron with p weights that are not 0 is a function of p coordinates: its coefficients
lie on 2^p sets, and the network's on the sets of its neurons. Nothing of size 2^n
is made, and n may be anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numba import njit

from sparseact import cube
from sparseact.activity import IntegerNeuron, active_counts, table
from sparseact.inspector.streamed import Neurons, Spectrum, in_numbers
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import joined, split_weights

#: Bytes for coefficients, Σ 2^p over the sets of coordinates that neurons use, and their keys.
MOST_BYTES = 89 << 23

_KEY_BITS = 63  # coordinates of a word of a key
_WORDS_A_SECOND = 2.0**21  # and coefficients, at least, on one core


def fits(network: SparseReLUNetwork, time_limit: float = math.inf) -> bool:
    """Return whether the neurons have few enough weights for memory and for these seconds."""
    support = network.support
    sizes = {row.tobytes(): 1 << min(int(row.sum()), 64) for row in support}
    size, words = sum(sizes.values()), -(-network.n // _KEY_BITS)
    tables = sum(sizes[row.tobytes()] for row in support)  # four of which take a word's time
    in_memory = size * (24 * words + 65) <= MOST_BYTES
    return in_memory and size * (words + 1) + tables / 4 <= time_limit * _WORDS_A_SECOND


def spectrum(network: SparseReLUNetwork) -> Spectrum:
    """Return the degree weights of a network that `fits`, without its output bias c.

    Its numbers must be small enough for squares of its values to be floats.
    """
    coefficients, keys, neurons, most = _of_network(network)
    degrees = np.bitwise_count(keys).sum(axis=1)
    unit = Fraction(2) ** -(most + neurons.grid)
    mean = Fraction(coefficients[0].item()) * unit  # the empty set has the smallest mask
    weights = [Fraction(0)] * (network.n + 1)
    for degree in range(most + 1):
        chosen = coefficients[degrees == degree]
        if neurons.exact:
            weights[degree] = _sum_of_squares(chosen) * unit**2
        else:
            weights[degree] = Fraction(float(np.square(chosen).sum())) * unit**2
    if neurons.exact:
        return Spectrum(weights, mean, True, Fraction(0), Fraction(0))
    # NumPy adds in pairs above 128 numbers, of which it adds every eighth in a row.
    return Spectrum(weights, mean, False, _rounding(network, most), Fraction(64, 1 << 52))


def coefficients(network: SparseReLUNetwork) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the coefficients of a network that `fits`, the keys of their sets, and their error.

    The error is of all coefficients together, in the Euclidean norm. The empty set is
    first. `members` reads a key.
    """
    numbers, keys, neurons, most = _of_network(network)
    exact = neurons.exact and float(np.abs(numbers).max()) < 2.0**53
    values = np.ldexp(numbers.astype(np.float64), -(most + neurons.grid))
    exact = exact and (not network.c or Fraction(values[0] + network.c) - Fraction(values[0])
                       == Fraction(network.c))  # fmt: skip
    values[0] += network.c
    error = 0.0 if exact else float(_rounding(network, most))
    return values, keys, error


def members(key: np.ndarray) -> list[int]:
    """Return the inputs in the set that a key encodes."""
    words = enumerate(key.tolist())
    return [_KEY_BITS * p + i for p, word in words for i in range(_KEY_BITS) if word >> i & 1]


@njit(cache=True, nogil=True)
def squares_by_input(coefficients, keys, n):
    """Return, for each input, the sum of squares of coefficients whose sets have it.

    Rounding errors of additions are added later (Kahan), so that a sum of up to 2^23 numbers has
    a relative error of a few units of rounding.
    """
    sums, lost = np.zeros(n), np.zeros(n)
    for row in range(len(coefficients)):
        square = coefficients[row] * coefficients[row]
        for p in range(keys.shape[1]):
            word, i = keys[row, p], p * _KEY_BITS
            while word:
                if word & 1:
                    added = square - lost[i]
                    total = sums[i] + added
                    lost[i] = (total - sums[i]) - added
                    sums[i] = total
                word >>= 1
                i += 1
    return sums


def _rounding(network: SparseReLUNetwork, most: int) -> Fraction:
    """Bound the error of all coefficients together, in the Euclidean norm.

    A pre-activation is a sum of at most p + 1 numbers that are products, the transform
    adds p times, and at most s neurons are added. The unit is twice the unit of rounding.
    """
    return (2 * most + network.s + 4) * Fraction(network.largest_value) / (1 << 52)


def _of_network(network: SparseReLUNetwork) -> tuple[np.ndarray, np.ndarray, Neurons, int]:
    """Return `_coefficients` of the values, their numbers, and the most weights of a neuron."""
    most = int((network.w != 0).sum(axis=1).max())
    neurons = in_numbers(network, most)

    def values(members: np.ndarray, used: np.ndarray) -> np.ndarray:
        total = np.zeros(1 << len(used), dtype=neurons.w.dtype)
        for j in members:
            z = table(neurons.w[j, used][None], -neurons.b[j : j + 1])[0]
            total += neurons.sign[j] * np.maximum(z, 0)
        return total

    return *_coefficients(neurons.w != 0, most, values), neurons, most


def active_moments(network: SparseReLUNetwork) -> tuple[Fraction, Fraction]:
    """Return `E|R_x|` and `E|R_x|²` of a network that `fits`, exactly.

    By Parseval's identity the second is the sum of squares of coefficients of `|R_x|`.
    """
    neurons = network.neurons

    def counts(members: np.ndarray, used: np.ndarray) -> np.ndarray:
        if not len(used):
            return np.array([sum(neurons[j].b < 0 for j in members)])
        rows = [
            IntegerNeuron([neurons[j].w[i] for i in used], neurons[j].b, neurons[j].grid)
            for j in members
        ]
        return active_counts(rows, len(used)).astype(np.int64)

    support = network.support
    most = int(support.sum(axis=1).max())
    unit = Fraction(1, 1 << most)
    coefficients, _ = _coefficients(support, most, counts)
    return int(coefficients[0]) * unit, _sum_of_squares(coefficients) * unit**2


def _coefficients(
    support: np.ndarray, most: int, values: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the coefficients, times 2^most, of a sum of functions of few coordinates.

    Row j of `support` (s, n) marks the coordinates of neuron j, at most `most`. `values` gives,
    for neurons that use the same p coordinates and these, the sum of their values (2^p,). The
    coefficients are those of subsets of a neuron's coordinates, the empty set first. A row of the
    second array contains the subset's inputs as bits, 63 a word.
    """
    patterns, group = np.unique(support, axis=0, return_inverse=True)
    words = -(-support.shape[1] // _KEY_BITS)
    all_keys = [np.zeros((1, words), dtype=np.int64)]
    first = values(np.array([], dtype=int), np.array([], dtype=int))
    parts = [np.zeros(1, dtype=first.dtype)]
    for i, pattern in enumerate(patterns):
        used = np.flatnonzero(pattern)
        part = values(np.flatnonzero(group.ravel() == i), used)
        cube.transform_in_place(part)
        keys = np.zeros((len(part), words), dtype=np.int64)
        for position, coordinate in enumerate(used.tolist()):
            word, bit = divmod(coordinate, _KEY_BITS)
            half = 1 << position
            keys[half : 2 * half] = keys[:half]
            keys[half : 2 * half, word] |= 1 << bit
        parts.append(part * part.dtype.type(1 << (most - len(used))))
        all_keys.append(keys)
    joined_keys = np.concatenate(all_keys)
    order = np.lexsort(joined_keys.T)
    joined_keys = joined_keys[order]
    starts = np.flatnonzero(
        np.concatenate([[True], (joined_keys[1:] != joined_keys[:-1]).any(axis=1)])
    )
    sums = np.add.reduceat(np.concatenate(parts)[order], starts)
    return sums, joined_keys[starts]


def _sum_of_squares(integers: np.ndarray) -> int:
    nothing = np.zeros(1, dtype=np.uint8)
    padded = np.zeros(len(integers), dtype=np.uint8)
    return joined(split_weights(integers[None], padded, nothing)[0]) if len(integers) else 0
