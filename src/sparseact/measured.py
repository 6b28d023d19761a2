"""What `sparseact inspect` measures on a network: sparsity, spectrum, samples, and data."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sparseact import spectrum
from sparseact.activity import all_in_integers
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork
from sparseact.npz import read_array
from sparseact.sampling import Sampled, sample

RHOS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
SPECTRUM_LIMIT = 24  # coordinates in use up to which the spectrum is computed
SAMPLES = 100_000  # beyond it, unless another number is asked for

#: Is told what is under way: its name, and how far it is.
Tell = Callable[[str], None]


class Uniform(NamedTuple):
    """A network under uniform inputs, from every point of the cube."""

    weights: list[Fraction]  # by degree, up to the number of inputs in use
    errors: list[Fraction]  # of each weight, by rounding; 0 where it is exact
    exact: bool
    mean_square_active: Fraction  # E|R_x|²

    @property
    def sensitivity(self) -> Fraction:
        """Return Σ_t t·weight_t, the average sensitivity."""
        return sum((t * weight for t, weight in enumerate(self.weights)), Fraction(0))

    @property
    def sensitivity_error(self) -> Fraction:
        """A bound on what rounding adds to the average sensitivity, or takes from it."""
        return sum((t * error for t, error in enumerate(self.errors)), Fraction(0))

    @property
    def tails(self) -> list[Fraction]:
        """Return the weight above each degree."""
        return [sum(self.weights[d + 1 :], Fraction(0)) for d in range(len(self.weights))]

    def noise(self, rho: Fraction) -> Fraction:
        """Return the noise sensitivity."""
        return spectrum.noise_of_weights(self.weights, rho)


class OnData(NamedTuple):
    """A network on given points."""

    counts: np.ndarray  # (m,): neurons active in each row
    dead: list[int]  # neurons active in no row


class Measured(NamedTuple):
    """A network and what was found."""

    network: SparseReLUNetwork
    lower: int  # ends of the interval for k
    k: int
    alive: list[bool]  # whether each neuron is active somewhere on the cube
    in_use: int  # inputs with a weight
    uniform: Uniform | None
    sampled: Sampled | None
    data: OnData | None


def _silent(_: str) -> None:
    pass


def measure(
    network: SparseReLUNetwork,
    time_limit: float | None = None,
    *,
    samples: int | None = None,
    seed: int = 0,
    points: np.ndarray | None = None,
    tell: Tell = _silent,
) -> Measured:
    """Measure a network.

    Parameters
    ----------
    network : SparseReLUNetwork
    time_limit : float, optional
        Seconds for `SparseReLUNetwork.max_active`.
    samples : int, optional
        Random points; None: `SAMPLES` where the spectrum is not computed, and else none.
    seed : int
        Of these points.
    points : ndarray, shape (m, n), of ±1, optional
        Data to count active neurons on.
    tell : function, optional
        Is called with a phrase on what is under way.

    Raises
    ------
    ValueError
        If points or samples are not as `SparseReLUNetwork.active` and `sampling.sample`
        take them.
    """
    data = None
    if points is not None:
        tell("active neurons on the data")
        active = network.active(points)
        data = OnData(active.sum(axis=1), np.flatnonzero(~active.any(axis=0)).tolist())
    in_use = int(network.w.any(axis=0).sum())
    tell("the sparsity k")
    lower, k = network.max_active(
        time_limit=time_limit,
        watch=lambda lower, upper: tell(f"the sparsity k, certified in [{lower}, {upper}]"),
    )
    # A pre-activation is largest at the signs of its weights.
    alive = [neuron.reach > neuron.b for neuron in all_in_integers(network.w, network.b)]
    uniform = None
    if in_use <= SPECTRUM_LIMIT:
        tell("the spectrum")
        uniform = _uniform(network)
    elif samples is None:
        samples = SAMPLES
    sampled = None
    if samples is not None:
        tell(f"{samples} random points")
        sampled = sample(network, k, samples, seed, RHOS)
    return Measured(network, lower, k, alive, in_use, uniform, sampled, data)


def read_points(path: Path | str, n: int) -> np.ndarray:
    """Read points (m, n) of ±1 from an .npy file; from one of 0 and 1 as 2X − 1.

    Raises
    ------
    ValueError
        If the file is no .npy file or holds other numbers or shapes.
    OSError
        If it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            x = read_array(stream, os.fstat(stream.fileno()).st_size)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path} is no .npy file of numbers: {error}") from error
    if x.ndim != 2 or x.shape[1] != n or not len(x):
        raise ValueError(f"{path} must hold rows of {n} inputs each, not the shape {x.shape}")
    if ((x == 0) | (x == 1)).all():
        return 2 * x.astype(np.int8) - 1
    wrong = np.abs(x) != 1
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"{path} must hold ±1, or 0 and 1; row {row} has {x[row, column]} in column {column}"
        )
    return x.astype(np.int8)


def root(square: Fraction) -> Fraction:
    """Return √square to the precision of floats, also where it leaves their range."""
    if not square:
        return Fraction(0)
    half = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    return Fraction(math.sqrt(square / Fraction(4) ** half)) * Fraction(2) ** half


def _uniform(network: SparseReLUNetwork) -> Uniform:
    used = network.w.any(axis=0)
    # A coordinate without a weight adds a degree of weight 0 and nothing else.
    columns = used if used.any() else np.arange(network.n) == 0
    part = SparseReLUNetwork(network.w[:, columns], network.b, network.u, network.c)
    weights, exact = _weights(part)
    errors = [Fraction(0)] * len(weights) if exact else _errors(part, weights)
    histogram = np.bincount(part.active_counts()).tolist()
    squares = sum(count * active**2 for active, count in enumerate(histogram))
    return Uniform(weights, errors, exact, Fraction(squares, 1 << part.n))


def _weights(network: SparseReLUNetwork) -> tuple[list[Fraction], bool]:
    """Return the weights of all degrees, and whether they are exact."""
    unit, power, kept = _at_unit_scale(network)
    values = unit.values()
    weights, exact = [Fraction(v) for v in spectrum.degree_weights(values).tolist()], False
    if kept and unit.is_exact():
        with contextlib.suppress(InexactError):
            weights, exact = spectrum.degree_weights_exact(values), True
    if network.c:  # the unit network has none, and of all coefficients only the mean changes
        mean = Fraction(math.fsum(values)) / len(values)
        exact = exact and mean**2 == weights[0]
        weights[0] = (mean + Fraction(network.c) / Fraction(2) ** power) ** 2
    return [weight * Fraction(4) ** power for weight in weights], exact


def _errors(network: SparseReLUNetwork, weights: list[Fraction]) -> list[Fraction]:
    """Return bounds on the errors of rounded weights.

    A value is a sum of at most n + s + 2 numbers that are products of two, the
    transform adds n times, and a weight is summed over the halves of a mask.
    """
    n, s = network.n, network.s
    unit = Fraction(1, 1 << 52)  # twice the unit of rounding, for terms of higher order
    # Of all coefficients together, in the Euclidean norm.
    error = (2 * n + s + 4) * unit * Fraction(network.largest_value)
    low = min(n, 12)
    sums = (n + (1 << low) + (1 << (n - low))) * unit
    return [2 * root(weight) * error + error**2 + sums * weight for weight in weights]


def _at_unit_scale(network: SparseReLUNetwork) -> tuple[SparseReLUNetwork, int, bool]:
    """Return g and p with h = g·2^p + c, and whether all numbers of g are kept exactly.

    None of them is above 1, so that squares of g's values are floats; what is lost
    of the smallest is below 2^−1074.
    """
    inner = int(np.frexp(max(np.abs(network.w).max(), np.abs(network.b).max()))[1])
    outer = int(np.frexp(np.abs(network.u).max())[1])
    old = (network.w, network.b, network.u)
    new = [np.ldexp(a, -p) for a, p in zip(old, (inner, inner, outer), strict=True)]
    back = [np.ldexp(a, p) for a, p in zip(new, (inner, inner, outer), strict=True)]
    kept = all(np.array_equal(a, b) for a, b in zip(old, back, strict=True))
    return SparseReLUNetwork(*new), inner + outer, kept
