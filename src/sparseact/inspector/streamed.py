"""The spectrum of a network on up to 2^30 points, without a table over them.

Split the coordinates in H high ones and the rest. For each character χ_T of the high
ones f_T(y) = Σ_z χ_T(z)·f(y, z) is a table over the rest, and its transform gives the
coefficients of all sets that meet the high ones in T. A neuron's part of f_T,

    Σ_z χ_T(z)·u·σ(a(y) − b(z)) = u·(a(y)·Σ_{b(z) < a(y)} χ_T(z) − Σ_{b(z) < a(y)} χ_T(z)·b(z)),

depends on y through one number, and both sums are running sums over the sorted b. So
each f_T takes one look-up for each neuron and y, where values over the cube would take
2^H evaluations. Three more high coordinates have no characters: the eight values are
side by side in the table, as coordinates of y.

At most four threads process the sets T, whose sums are added in their order: the bits do not
depend on the number of threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sparseact import cube, machine
from sparseact.activity import all_in_integers, common_grid, table
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import joined, split_weights, summed_weights

#: Coordinates up to which a network is streamed, and look-ups that this may take, s·2^n.
MOST_COORDINATES = 30
MOST_VALUES = 1 << 36

_VALUES_A_SECOND = 2.0**30  # look-ups, at least, on two cores
_FIXED = 8  # neurons whose look-ups take the time of a transform

_LANE_BITS = 3
_LANES = 1 << _LANE_BITS  # values of high coordinates side by side
_PART_BITS = 24  # coordinates of a table f_T: 128 MiB
_ROW_BITS = 12  # coordinates of a row of it, which is filled at one time
_MOST_THREADS = 4  # each holds such a table
_WORD = 2**62  # integers below this add up within int64

#: Is told how many of how many parts are done.
Watch = Callable[[int, int], None]


class Spectrum(NamedTuple):
    """Fourier weights by degree, and bounds on their rounding."""

    weights: list[Fraction]  # of degrees 0..n
    mean: Fraction  # the coefficient of the empty set
    exact: bool
    error: Fraction  # of all coefficients together, in the Euclidean norm; 0 if exact
    sums: Fraction  # of a weight, relative to it, by its summation; 0 if exact


class Neurons(NamedTuple):
    """Numbers with `f = Σ_j` sign_j·σ(⟨w_j, x⟩ − b_j)·2^−grid; integers, or rounded floats."""

    w: np.ndarray  # (s, n)
    b: np.ndarray  # (s,)
    sign: np.ndarray  # (s,) of ±1
    grid: int
    exact: bool


def spectrum(
    network: SparseReLUNetwork, watch: Watch | None = None, *, threads: int | None = None
) -> Spectrum:
    """Return the degree weights of a network, without its output bias c.

    The squares of the network's values must be finite floats. `watch` is called after
    each part. There are as many threads as cores, up to 4, unless given; the result is the same.
    Raises MemoryBoundError if `fits` rejects the sizes.
    """
    n = network.n
    if not fits(n, network.s):
        raise cube.MemoryBoundError(
            f"n must be at most {MOST_COORDINATES} and s·2^n at most "
            f"2^{MOST_VALUES.bit_length() - 1}, got s = {network.s}, n = {n}"
        )
    split = _Split(network)
    width, parts = split.width, 1 << split.high_bits
    total = np.zeros((width + 1, 6), dtype=object) if split.exact else np.zeros(width + 1)
    mean = 0.0
    for character, (sums, first) in enumerate(_in_threads(split.part, parts, threads)):
        degree = character.bit_count()
        total[degree : degree + len(sums)] += sums
        if character == 0:
            mean = first
        if watch is not None:
            watch(character + 1, parts)
    unit = Fraction(2) ** -(width + split.grid)
    if split.exact:
        weights = [joined(sums) * unit**2 for sums in total[: n + 1]]
        return Spectrum(weights, int(mean) * unit, True, Fraction(0), Fraction(0))
    weights = [Fraction(v) * unit**2 for v in total[: n + 1].tolist()]
    # A pre-activation is a sum of n + 3 numbers that are products; a running sum has 2^H
    # terms, and f_T s of them; the transform adds up to n times. Over all T together an error
    # counts no more than one of the values: Σ_T (Σ_z χ_T(z)·v(z))² = 2^H·Σ_z v(z)². The unit
    # is twice the unit of rounding, for terms of higher order.
    rounding = Fraction(1, 1 << 52)
    error = (2 * n + network.s + parts + 8) * rounding * Fraction(network.largest_value)
    return Spectrum(
        weights, Fraction(mean) * unit, False, error, (split.additions + parts) * rounding
    )


def fits(n: int, s: int) -> bool:
    """Return whether a network of these sizes is streamed: minutes at the limit."""
    return n <= MOST_COORDINATES and s << n <= MOST_VALUES


def in_time(n: int, s: int, time_limit: float) -> bool:
    """Return whether counts and the spectrum take at most these seconds on two cores."""
    return (s + _FIXED) << n <= time_limit * _VALUES_A_SECOND


def cores() -> int:
    """Return the number of threads: one for each core, as far as memory allows."""
    return min(_MOST_THREADS, machine.cores())


def in_numbers(network: SparseReLUNetwork, bits: int) -> Neurons:
    """Return `|u_j|·w_j` and `|u_j|·b_j`, as integers if all sums over 2^bits points fit.

    The array is float64 if all sums are exact in it, or if int64 is too small; else int64.
    """
    parts = []
    used = np.flatnonzero(network.u)
    if not len(used):  # one neuron that is nowhere active
        return Neurons(np.zeros((1, network.n)), np.zeros(1), np.ones(1), 0, True)
    sign = np.sign(network.u[used])
    for neuron, u in zip(
        all_in_integers(network.w[used], network.b[used]), network.u[used].tolist(), strict=True
    ):
        ((size,), grid) = common_grid([abs(u)])
        parts.append(([v * size for v in (*neuron.w, neuron.b)], neuron.grid + grid))
    grid = max(grid for _, grid in parts)
    rows = [[v << (grid - own) for v in row] for row, own in parts]
    # A sum of at most 2^bits values, each of two terms of at most this size.
    largest = sum(sum(map(abs, row)) for row in rows) << (bits + 1)
    if largest < _WORD:
        kind = np.float64 if largest <= 2**53 else np.int64
        array = np.array(rows, dtype=kind)
        return Neurons(array[:, :-1], array[:, -1], sign.astype(kind), grid, True)
    sizes = np.abs(network.u[used])
    w, b = network.w[used] * sizes[:, None], network.b[used] * sizes
    return Neurons(w, b, sign, 0, False)


def _in_threads(work: Callable[[int], Any], parts: int, threads: int | None = None) -> Iterator:
    """Yield work(0), work(1), …; an interruption waits for no more than has begun."""
    executor = ThreadPoolExecutor(threads or cores())
    try:
        yield from executor.map(work, range(parts))
    finally:
        executor.shutdown(cancel_futures=True)


class _Split:
    """The tables of a network over three groups of coordinates, and ranks of their sums."""

    def __init__(self, network: SparseReLUNetwork) -> None:
        # Eight lanes and two points of a row take four coordinates, some of weight 0 if need be.
        self.width = width = max(network.n, _LANE_BITS + 1)
        row_bits = max(min(width, _PART_BITS, _ROW_BITS) - _LANE_BITS, 1)
        rest = max(min(width, _PART_BITS) - _LANE_BITS, row_bits)
        self.high_bits = width - _LANE_BITS - rest
        neurons = in_numbers(network, width)
        self.exact, self.grid, self.sign = neurons.exact, neurons.grid, neurons.sign
        w = np.pad(neurons.w, ((0, 0), (0, width - network.n)))
        nothing = np.zeros_like(neurons.b)
        self.low = table(w[:, :row_bits], -neurons.b)
        self.middle = table(w[:, row_bits:rest], nothing)
        self.high = -table(w[:, rest:], nothing)
        self.order = np.argsort(self.high, axis=1, kind="stable")
        ordered = np.take_along_axis(self.high, self.order, axis=1)
        rows = self.middle.shape[1]
        self.ranks = np.empty((rows, *self.low.shape), dtype=np.uint16)

        def rank(row: int) -> None:
            _ranks(self.low, self.middle[:, row], ordered, self.ranks[row])

        deque(_in_threads(rank, rows), maxlen=0)
        self.counts = cube.popcounts(row_bits + _LANE_BITS), cube.popcounts(rest - row_bits)
        self.additions = (_LANES << row_bits) + rows

    def part(self, character: int) -> tuple[np.ndarray, float]:
        """Return sums of squares of coefficients by degree of the rest, and the first of them."""
        s, size = self.high.shape
        sums = np.empty((s, size + 1, 2 * _LANES), dtype=self.high.dtype)
        _running_sums(self.order, self.high, self.sign, character, sums)
        part = np.empty((self.middle.shape[1], self.low.shape[1] * _LANES), dtype=self.high.dtype)
        _fill(self.low, self.middle, self.ranks, sums, part)
        flat = part.reshape(-1)
        cube.transform_in_place(flat)
        squares = split_weights if self.exact else summed_weights
        return squares(part, *self.counts), flat[0].item()


# ----------------------------------------------------------------- kernels
# No fast-math, and a thread works on its own part: each sum has one fixed order.


@njit(cache=True, nogil=True)
def _ranks(low: np.ndarray, start: np.ndarray, ordered: np.ndarray, ranks: np.ndarray) -> None:
    """Put into ranks[j, t] the number of the 2^h ordered[j] below low[j, t] + start[j]."""
    for j in range(low.shape[0]):
        row = ordered[j]
        for t in range(low.shape[1]):
            a = low[j, t] + start[j]
            rank, step = 0, row.size
            while step > 1:
                step >>= 1
                rank += step * np.int64(row[rank + step - 1] < a)
            ranks[j, t] = rank + np.int64(row[rank] < a)


@njit(cache=True, nogil=True)
def _running_sums(
    order: np.ndarray, high: np.ndarray, sign: np.ndarray, character: int, sums: np.ndarray
) -> None:
    """Put, for each lane, Σ χ_T(z) and −Σ χ_T(z)·b(z) over the smallest r of b into sums[j, r]."""
    for j in range(order.shape[0]):
        sums[j, 0] = 0
        for r in range(order.shape[1]):
            z = order[j, r]
            lane, parity = z & (_LANES - 1), character & (z >> _LANE_BITS)
            factor = sign[j]
            while parity:
                parity &= parity - 1
                factor = -factor
            sums[j, r + 1] = sums[j, r]
            sums[j, r + 1, lane] += factor
            sums[j, r + 1, _LANES + lane] -= factor * high[j, z]


@njit(cache=True, nogil=True)
def _fill(
    low: np.ndarray, middle: np.ndarray, ranks: np.ndarray, sums: np.ndarray, part: np.ndarray
) -> None:
    """Put f_T into part (rows, points of a row · lanes)."""
    for m in range(part.shape[0]):
        row = part[m]
        row[:] = 0
        for j in range(low.shape[0]):
            lookup, rank, start = sums[j], ranks[m, j], middle[j, m]
            for t in range(rank.size):
                a = low[j, t] + start
                factors, terms = lookup[rank[t], :_LANES], lookup[rank[t], _LANES:]
                lanes = row[_LANES * t : _LANES * (t + 1)]
                # A size that the compiler does not know: it unrolls others, and makes no vectors.
                for c in range(terms.size):
                    lanes[c] += a * factors[c] + terms[c]
