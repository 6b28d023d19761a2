"""The same function with fewer neurons and a smaller scale."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import numpy as np

from sparseact.activity import IntegerNeuron
from sparseact.arguments import LEAST, MOST
from sparseact.network import COUNTS_A_SECOND, SparseReLUNetwork, require_network


def simplify(network: SparseReLUNetwork, *, larger_scale: bool = False) -> SparseReLUNetwork:
    """Return a network of the same function on the cube, up to rounding, in fewer neurons.

    Neurons that are never active, or have `u_j = 0`, are dropped. Neurons whose (w, b) are
    positive multiples of one another, of whatever size, become one, unless this raises W
    or B. Last, each neuron is rebalanced: `|u_j|` goes into `w_j` and `b_j`, so that
    `W = max|u|·max‖w‖` falls to `max_j |u_j|‖w_j‖`, and B likewise. Where a product would be
    rounded, and a point may be on the boundary, a power of two goes there instead.

    Each neuron that is left is active where it was, so that k is not raised. Neither are
    W and B, unless `larger_scale`.

    Parameters
    ----------
    network : SparseReLUNetwork
    larger_scale : bool
        Whether neurons are merged even if this raises W or B.

    Returns
    -------
    SparseReLUNetwork
        With one neuron of weight 0 if none is left.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork
    >>> from sparseact.inspector.simplify import simplify
    >>> network = SparseReLUNetwork(w=[[1, 1], [2, 2]], b=[1, 2], u=[3, 1])
    >>> network.scale[0] / simplify(network).scale[0]
    1.2
    >>> simplify(network).s
    1
    """
    return simplify_in_time(network, math.inf, larger_scale=larger_scale)[0]


def simplify_in_time(
    network: SparseReLUNetwork, time_limit: float, *, larger_scale: bool = False
) -> tuple[SparseReLUNetwork, int]:
    """Return `simplify`'s network, and how many neurons were not rebalanced at the time limit.

    Examples
    --------
    >>> from sparseact import SparseReLUNetwork
    >>> from sparseact.inspector.simplify import simplify_in_time
    >>> simplify_in_time(SparseReLUNetwork([[1, 1], [2, 2]], [1, 2], [3, 1]), 60)
    (SparseReLUNetwork(n=2, s=1), 0)
    """
    require_network(network)
    begin = time.monotonic()
    groups: dict[tuple[int, ...], list[int]] = {}  # of one direction
    sizes = {}
    for j, neuron in enumerate(network.neurons):
        if network.u[j] and neuron.reach > neuron.b:
            direction, sizes[j] = _direction(neuron)
            groups.setdefault(direction, []).append(j)
    largest = network.scale_squared
    kept = []
    for group in groups.values():
        first = sizes[group[0]]
        total = float(sum(sizes[j] / first * Fraction(float(network.u[j])) for j in group))
        single = len(group) == 1
        if single or (
            _is_held(network, group[0], 1.0, total)
            and (larger_scale or _within(_scale(network, group[0], total), largest))
        ):
            kept += [(group[0], total)] if total else []
        else:
            kept += [(j, float(network.u[j])) for j in group]
    if not kept:
        return SparseReLUNetwork(np.zeros((1, network.n)), [0.0], [0.0], network.c), 0
    merged = [(j, 1.0, weight) for j, weight in kept]
    balanced = list(merged)
    for place, (j, weight) in enumerate(kept):
        if time.monotonic() > begin + time_limit:
            break
        balanced[place] = (j, *_balance(network, j, weight))
    else:
        place = len(kept)
    untouched = len(kept) - place
    alive = [(j, 1.0, float(network.u[j])) for group in groups.values() for j in group]
    candidates = [_network(network, rows) for rows in (balanced, merged)]
    for candidate in candidates:
        if _within(candidate.scale_squared, largest):
            return candidate, untouched
    if larger_scale:
        return min(candidates, key=lambda candidate: candidate.scale_squared), untouched
    return _network(network, alive), untouched


def _within(squares: tuple[Fraction, Fraction], largest: tuple[Fraction, Fraction]) -> bool:
    return squares[0] <= largest[0] and squares[1] <= largest[1]


def _scale(network: SparseReLUNetwork, j: int, weight: float) -> tuple[Fraction, Fraction]:
    """Return the squares of |weight|·‖w_j‖ and |weight|·|b_j|."""
    square = Fraction(weight) ** 2
    w, b = network.w[j].tolist(), float(network.b[j])
    return square * sum(Fraction(v) ** 2 for v in w), square * Fraction(b) ** 2


def _network(network: SparseReLUNetwork, rows: list[tuple[int, float, float]]) -> SparseReLUNetwork:
    """Return the network of rows: a neuron, a factor of its weights and bias, and its u."""
    chosen = [j for j, _, _ in rows]
    factors = np.array([factor for _, factor, _ in rows])
    w, b = network.w[chosen] * factors[:, None], network.b[chosen] * factors
    made = SparseReLUNetwork(w, b, [weight for _, _, weight in rows], network.c)
    # A positive factor changes no activity.
    return made.with_neurons([network.neurons[j] for j in chosen]) if network.is_rounded else made


def _is_held(network: SparseReLUNetwork, j: int, factor: float, weight: float) -> bool:
    """Return whether a network may have neuron j with w_j and b_j times a factor, and this u."""
    sizes = np.abs([*network.w[j], network.b[j]]) * factor
    sizes = np.append(np.concatenate([sizes, sizes * abs(weight)]), abs(weight))
    return bool(((sizes == 0) | ((sizes >= LEAST) & (sizes <= MOST))).all())


def _direction(neuron: IntegerNeuron) -> tuple[tuple[int, ...], Fraction]:
    """Return (w, b) as coprime integers, and the number that they were multiplied by."""
    divisor = math.gcd(*neuron.w, neuron.b) or 1
    size = divisor * Fraction(2) ** -neuron.grid
    return (*(v // divisor for v in neuron.w), neuron.b // divisor), size


_POINTS = 256  # random points between two looks at the clock

#: Inputs with a weight up to which all pre-activations of a neuron are looked through, by halves.
_HALVED = 32


def _balance(network: SparseReLUNetwork, j: int, weight: float) -> tuple[float, float]:
    """Return a factor that moves no point across the neuron's boundary, and the remainder of u.

    It is |weight| if no product is rounded, or no point is so near; else a power of two.
    """
    parts = [*network.w[j].tolist(), float(network.b[j])]
    size = abs(weight)
    exact = all(Fraction(part) * Fraction(size) == Fraction(part * size) for part in parts)
    power = 2.0 ** math.ceil(math.log2(size))
    factor = size if exact or _is_clear(network.w[j], parts[-1]) else power
    if not _is_held(network, j, factor, weight / factor):
        return 1.0, weight
    return factor, weight / factor


def _is_clear(w: np.ndarray, b: float) -> bool:
    """Return whether rounded products cannot move a point across the boundary."""
    used = w[w != 0]
    if len(used) > _HALVED:
        return False
    low, high = (_sums(half) for half in (used[: len(used) // 2], used[len(used) // 2 :]))
    high = np.sort(high)
    index = np.searchsorted(high, b - low)
    nearest = np.minimum(
        np.abs(high[np.minimum(index, len(high) - 1)] + low - b),
        np.abs(high[np.maximum(index - 1, 0)] + low - b),
    )
    # Twice over: the rounding here, and the rounding of the products.
    rounding = (len(used) + 4) * 2.0**-51 * (np.abs(used).sum() + abs(b))
    return bool(nearest.min() > rounding)


def _sums(weights: np.ndarray) -> np.ndarray:
    """Return Σ ±w_i for all signs."""
    sums = np.zeros(1)
    for weight in weights:
        sums = np.concatenate([sums + weight, sums - weight])
    return sums


def largest_difference(
    first: SparseReLUNetwork,
    second: SparseReLUNetwork,
    enumerate_up_to: int,
    samples: int,
    time_limit: float = math.inf,
) -> tuple[float, int | None]:
    """Return the largest `|h − g|` of two networks, and the number of random points (None: all).

    They are random beyond `enumerate_up_to` coordinates in use, and where all points would take
    more than `time_limit` seconds; then they are as many as time allows, and `samples` at most.

    Examples
    --------
    >>> import numpy as np
    >>> from sparseact.network import SparseReLUNetwork, require_network
    >>> from sparseact.inspector.simplify import largest_difference, simplify
    >>> network = SparseReLUNetwork(np.eye(2), np.zeros(2), np.ones(2))
    >>> largest_difference(network, simplify(network), enumerate_up_to=10, samples=100)
    (0.0, None)
    """
    deadline = time.monotonic() + time_limit
    used = np.vstack([first.w, second.w]).any(axis=0)
    used = used if used.any() else np.arange(first.n) == 0
    n = int(used.sum())
    if n <= enumerate_up_to and (first.s + second.s) << n <= time_limit * COUNTS_A_SECOND:
        parts = (SparseReLUNetwork(net.w[:, used], net.b, net.u, net.c) for net in (first, second))
        h, g = (part.values() for part in parts)
        return float(np.abs(h - g).max()), None
    rng = np.random.default_rng(0)
    largest, done = 0.0, 0
    while done < samples and (not done or time.monotonic() <= deadline):
        part = rng.choice(np.array([-1, 1], dtype=np.int8), (min(_POINTS, samples - done), first.n))
        largest = max(largest, float(np.abs(first(part) - second(part)).max()))
        done += len(part)
    return largest, done
