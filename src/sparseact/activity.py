"""The neurons that are active at the points of a cube, decided in integers.

Every float is an integer times a power of two, so a pre-activation ⟨w, x⟩ − b
is an integer times one unit. Over the cube it is a number that depends on the
low half of the coordinates plus one that depends on the high half: both halves
are tabulated in integers, and each comparison of two entries is replaced by one
of their ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

_GROUP = 512  # neurons whose tables exist at one time
_HIGH_TILE = 4  # high entries of a tile, and neurons of one step
_VALUE_TILE = 32  # low entries of a tile of values
_COUNT_TILE = 128  # low entries of a tile of counts
_WORD = 2**62  # integers below this add up within int64
_DIGITS = 53  # bits of a float's fraction
_RANK_BITS = 15  # high coordinates whose ranks fit int16


class IntegerNeuron(NamedTuple):
    """A neuron in integers: pre-activation = `(⟨w, x⟩ − b)·2^−grid`."""

    w: list[int]
    b: int
    grid: int

    @property
    def reach(self) -> int:
        """`Σ|w_i|`: the largest value of `|⟨w, x⟩|`."""
        return sum(map(abs, self.w))


def common_grid(numbers: list[float]) -> tuple[list[int], int]:
    """Return integers v and the smallest g such that the numbers are `v·2^−g`."""
    ratios = [v.as_integer_ratio() for v in numbers]
    # A float is p/q with q a power of two, so it is odd·2^(zeros of p − zeros of q).
    exponents = [_zeros(p) - _zeros(q) for p, q in ratios if p]
    grid = -min(exponents, default=0)
    if grid >= 0:
        return [(p << grid) // q for p, q in ratios], grid
    return [p >> -grid for p, _ in ratios], grid


def _zeros(value: int) -> int:
    """Return the number of trailing zero bits."""
    return (value & -value).bit_length() - 1


def all_in_integers(w: np.ndarray, b: np.ndarray) -> list[IntegerNeuron]:
    """Return the neuron of each row of w (s, n) with its b (s,), finite floats, unrounded."""
    # Each number is an odd integer times 2^power, or 0.
    fractions, exponents = np.frexp(np.column_stack([w, b]))
    digits = (fractions * 2.0**_DIGITS).astype(np.int64)
    trailing = np.frexp((digits & -digits).astype(np.float64))[1] - 1
    powers = np.where(digits == 0, np.iinfo(np.int32).max, exponents - _DIGITS + trailing)
    least = np.where(digits.any(axis=1), powers.min(axis=1), 0)
    wide = (exponents - least[:, None]).max(axis=1) >= _WORD.bit_length()
    shift = np.where(digits != 0, exponents - _DIGITS - least[:, None], 0)
    integers = digits >> np.maximum(-shift, 0)
    left = np.maximum(shift, 0)
    integers[~wide] <<= left[~wide]
    rows = integers.tolist()
    for j in np.flatnonzero(wide):  # in Python's integers
        rows[j] = (integers[j].astype(object) << left[j].astype(object)).tolist()
    return [
        IntegerNeuron(row[:-1], row[-1], grid)
        for row, grid in zip(rows, (-least).tolist(), strict=True)
    ]


def word(neuron: IntegerNeuron) -> type:
    """Return the dtype in which all sums of the neuron's integers are exact."""
    return np.int64 if neuron.reach + abs(neuron.b) < _WORD else object


def exceeds(neuron: IntegerNeuron, x: np.ndarray) -> np.ndarray:
    """Return whether `⟨w, x⟩ > b` at each row of x, in integers."""
    kind = word(neuron)
    return x.astype(kind) @ np.array(neuron.w, dtype=kind) > neuron.b


def active_at(
    w: np.ndarray, b: np.ndarray, x: np.ndarray, neurons: list[IntegerNeuron] | None = None
) -> np.ndarray:
    """Return which neurons are active at real points x (m, n), bool (m, s), decided exactly.

    w (s, n) and b (s,) are finite floats; if `neurons` are given, they are those, rounded.
    """
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        # By BLAS, whatever its order of summation: rounding can err only where |z| is small.
        z = x.astype(np.float64) @ w.T - b
        size = np.abs(x).max(axis=1, initial=0.0)[:, None] * np.abs(w).sum(axis=1) + np.abs(b)
        # Twice the usual (n+1)·2^−53, for the rounding of the bound itself and of b; and
        # products below the range of floats.
        rounding = (w.shape[1] + 2) * (2.0**-52 * size + 2.0**-1074)
        active = np.asarray(z > 0)
        rows, columns = np.nonzero(~(np.abs(z) > rounding))  # or a sum beyond the range
    distinct, places = np.unique(rows, return_inverse=True)
    points = all_in_integers(x[distinct], np.zeros(len(distinct)))
    chosen, numbers = np.unique(columns, return_inverse=True)
    if neurons is None:
        integers = all_in_integers(w[chosen], b[chosen])
    else:
        integers = [neurons[j] for j in chosen.tolist()]
    pairs = zip(rows.tolist(), columns.tolist(), places.tolist(), numbers.tolist(), strict=True)
    for row, column, place, number in pairs:
        (values, _, grid), neuron = points[place], integers[number]
        total = sum(a * v for a, v in zip(neuron.w, values, strict=True) if v)
        # ⟨w, x⟩ is total·2^−grid in the neuron's units.
        active[row, column] = total << max(-grid, 0) > neuron.b << max(grid, 0)
    return active


# ------------------------------------------------------------------ tables


def _halves(n: int, tile: int) -> tuple[int, int]:
    """Split n coordinates in two; a small n gains coordinates of weight 0.

    Those come last, so the `2^n` points that are wanted come first.
    """
    least = tile.bit_length() - 1
    low = max(least, n - n // 2)
    return low, max(_HIGH_TILE.bit_length() - 1, n - low)


def table(w: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return start_j + `⟨w_j, x_t⟩` for all t; w (s, bits), start (s,), table (s, 2^bits)."""
    s, bits = w.shape
    entries = np.empty((s, 1 << bits), dtype=w.dtype)
    entries[:, 0] = start
    for i in range(bits):
        entries[:, 0] += w[:, i]
    for i in range(bits):
        entries[:, 1 << i : 2 << i] = entries[:, : 1 << i] - 2 * w[:, i : i + 1]
    return entries


def _tiles(entries: np.ndarray, width: int) -> np.ndarray:
    """Cut a table (s, size) into tiles (size/width, s rounded up to a step, width)."""
    padded = np.pad(entries, ((0, -len(entries) % _HIGH_TILE), (0, 0)))
    return np.ascontiguousarray(padded.reshape(len(padded), -1, width).transpose(1, 0, 2))


def _rank_tiles(
    neurons: list[IntegerNeuron], low_bits: int, high_bits: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield int16 tiles (low, high), a pair for each group of neurons.

    A neuron is active where its low entry exceeds its high one: low entries
    count the distinct high values that they exceed, high ones are numbered.
    There are at most 2^15 distinct values, so all this less 2^15 fits.

    Raises ValueError if the high half has more than 15 coordinates.
    """
    if high_bits > _RANK_BITS:
        raise ValueError(
            f"activity is tabulated for at most {2 * _RANK_BITS + 1} coordinates, "
            f"got {low_bits + high_bits}"
        )
    for kind in (np.int64, object):
        alike = [neuron for neuron in neurons if word(neuron) is kind]
        for start in range(0, len(alike), _GROUP):
            group = alike[start : start + _GROUP]
            w: np.ndarray = np.zeros((len(group), low_bits + high_bits), dtype=kind)
            w[:, : len(group[0].w)] = [neuron.w for neuron in group]
            b = np.array([neuron.b for neuron in group], dtype=kind)
            below = table(w[:, :low_bits], -b)
            above = -table(w[:, low_bits:], np.zeros_like(b))
            low = np.empty(below.shape, dtype=np.int16)
            high = np.empty(above.shape, dtype=np.int16)
            for row in range(len(group)):
                distinct, ranks = np.unique(above[row], return_inverse=True)
                high[row] = ranks - 2**15
                low[row] = np.searchsorted(distinct, below[row]) - 2**15
            yield _tiles(low, _COUNT_TILE), _tiles(high, _HIGH_TILE)


# ------------------------------------------------------------------ counts


# No fast-math, no threads within a kernel: each sum has one fixed order. The inner loops of
# the kernels run over constants so that they compile to full vectors; four neurons a
# step keep the sums in registers.


@njit(cache=True)
def _add_values(values: np.ndarray, low: np.ndarray, high: np.ndarray, sign: float) -> None:
    """Add sign·Σ_j σ(low − high) to the values; `_tiles` returns the tiles."""
    width = low.shape[0] * _VALUE_TILE
    total = np.empty((_HIGH_TILE, _VALUE_TILE))
    for column in range(low.shape[0]):
        a = low[column]
        for row in range(high.shape[0]):
            b = high[row]
            total[:] = 0.0
            for j in range(0, a.shape[0], _HIGH_TILE):
                for r in range(_HIGH_TILE):
                    b0, b1, b2, b3 = b[j, r], b[j + 1, r], b[j + 2, r], b[j + 3, r]
                    for c in range(_VALUE_TILE):
                        z0, z1 = a[j, c] - b0, a[j + 1, c] - b1
                        z2, z3 = a[j + 2, c] - b2, a[j + 3, c] - b3
                        t = total[r, c]
                        t += z0 if z0 > 0.0 else 0.0
                        t += z1 if z1 > 0.0 else 0.0
                        t += z2 if z2 > 0.0 else 0.0
                        t += z3 if z3 > 0.0 else 0.0
                        total[r, c] = t
            for r in range(_HIGH_TILE):
                start = (row * _HIGH_TILE + r) * width + column * _VALUE_TILE
                for c in range(_VALUE_TILE):
                    values[start + c] += sign * total[r, c]


@njit(cache=True)
def _count_tile(a: np.ndarray, b: np.ndarray, total: np.ndarray) -> None:
    """Put the number of neurons with a > b into total (4, 128), int16."""
    total[:] = 0
    for j in range(0, a.shape[0], _HIGH_TILE):
        for r in range(_HIGH_TILE):
            b0, b1, b2, b3 = b[j, r], b[j + 1, r], b[j + 2, r], b[j + 3, r]
            for c in range(_COUNT_TILE):
                more = np.int16(a[j, c] > b0) + np.int16(a[j + 1, c] > b1)
                more += np.int16(a[j + 2, c] > b2) + np.int16(a[j + 3, c] > b3)
                total[r, c] = np.int16(total[r, c] + more)


@njit(cache=True)
def _add_counts(counts: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
    """Add the numbers of active neurons to the counts."""
    width = low.shape[0] * _COUNT_TILE
    total = np.empty((_HIGH_TILE, _COUNT_TILE), dtype=np.int16)
    for column in range(low.shape[0]):
        for row in range(high.shape[0]):
            _count_tile(low[column], high[row], total)
            for r in range(_HIGH_TILE):
                start = (row * _HIGH_TILE + r) * width + column * _COUNT_TILE
                for c in range(_COUNT_TILE):
                    counts[start + c] += total[r, c]


def cube_values(w: np.ndarray, b: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Return `Σ_j u_j·σ(⟨w_j, x⟩ − b_j)` at every point, in cube order, shape (2^n,)."""
    n = w.shape[1]
    low_bits, high_bits = _halves(n, _VALUE_TILE)
    values = np.zeros(1 << (low_bits + high_bits))
    for sign in (1.0, -1.0):
        chosen = np.flatnonzero(u * sign > 0)
        for start in range(0, len(chosen), _GROUP):
            group = chosen[start : start + _GROUP]
            size = np.abs(u[group])
            scaled = np.zeros((len(group), low_bits + high_bits))
            scaled[:, :n] = w[group] * size[:, None]
            low = table(scaled[:, :low_bits], -b[group] * size)
            high = table(scaled[:, low_bits:], np.zeros(len(group)))
            _add_values(values, _tiles(low, _VALUE_TILE), _tiles(-high, _HIGH_TILE), sign)
    return values[: 1 << n]


def active_counts(neurons: list[IntegerNeuron], n: int) -> np.ndarray:
    """Return the number of active neurons at every point, int32, in cube order, shape (2^n,).

    Raises ValueError if n is above 31.
    """
    low_bits, high_bits = _halves(n, _COUNT_TILE)
    counts = np.zeros(1 << (low_bits + high_bits), dtype=np.int32)
    for low, high in _rank_tiles(neurons, low_bits, high_bits):
        _add_counts(counts, low, high)
    return counts[: 1 << n]


def largest_count(neurons: list[IntegerNeuron], n: int) -> int:
    """Return the largest number of active neurons over the cube.

    Raises ValueError if n is above 31.
    """
    low_bits, high_bits = _halves(n, _COUNT_TILE)
    groups = list(_rank_tiles(neurons, low_bits, high_bits))
    counts = np.empty(_HIGH_TILE << low_bits, dtype=np.int32)
    largest = 0
    for row in range((1 << high_bits) // _HIGH_TILE):
        counts[:] = 0
        for low, high in groups:
            _add_counts(counts, low, high[row : row + 1])
        largest = max(largest, int(counts.max()))
    return largest
