"""The measurements of `sparseact inspect`: sparsity, spectrum, samples, and data."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sparseact import spectrum
from sparseact.cube import InexactError
from sparseact.inspector import sparse_spectrum
from sparseact.inspector.safetensors import read_tensors
from sparseact.inspector.sampling import Sampled, sample
from sparseact.layers import as_array
from sparseact.network import MOST_WEIGHTS, SparseReLUNetwork, tabulates
from sparseact.npz import read_array, read_arrays, with_places

RHOS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
SPECTRUM_LIMIT = 24  # coordinates in use up to which values are tabulated over the cube
SAMPLES = 100_000  # beyond it, by default

#: Ends of names of files with captured outputs.
CAPTURED = (".npy", ".npz", ".safetensors")

_CUBE = "the report is about the cube; SparseReLUNetwork.active takes other inputs"

#: Receives the name and the progress of the current step.
Tell = Callable[[str], None]


class Uniform(NamedTuple):
    """A network under uniform inputs, as every point of the cube counts."""

    weights: list[Fraction]  # by degree, up to the number of inputs in use
    errors: list[Fraction]  # of each weight, by rounding; 0 where it is exact
    exact: bool
    mean_active: Fraction  # E|R_x|
    mean_square_active: Fraction  # E|R_x|²

    @property
    def sensitivity(self) -> Fraction:
        """Return `Σ_t` t·weight_t, the average sensitivity."""
        return sum((t * weight for t, weight in enumerate(self.weights)), Fraction(0))

    @property
    def sensitivity_error(self) -> Fraction:
        """A bound on the error of the average sensitivity by rounding."""
        return sum((t * error for t, error in enumerate(self.errors)), Fraction(0))

    @property
    def tails(self) -> list[Fraction]:
        """Return the weight above each degree."""
        return [sum(self.weights[d + 1 :], Fraction(0)) for d in range(len(self.weights))]

    def degree(self, epsilon: float) -> int:
        """Return the smallest degree that leaves at most ε above it."""
        return next(d for d, tail in enumerate(self.tails) if tail <= epsilon)

    def noise(self, rho: Fraction) -> Fraction:
        """Return the noise sensitivity."""
        return spectrum.noise_of_weights(self.weights, rho)


class OnData(NamedTuple):
    """A network on given points."""

    counts: np.ndarray  # (m,): neurons active in each row
    dead: list[int]  # neurons active in no row


class Measured(NamedTuple):
    """A network and its measurements."""

    network: SparseReLUNetwork
    lower: int  # ends of the interval for k
    k: int
    alive: list[bool]  # whether each neuron is active somewhere on the cube
    in_use: int  # inputs with a weight
    uniform: Uniform | None
    sampled: Sampled | None
    data: OnData | None

    @property
    def interval(self) -> str:
        """Return k, or the ends of its interval, as text."""
        return f"{self.k}" if self.lower == self.k else f"between {self.lower} and {self.k}"


def silent(_: str) -> None:
    """Say nothing about the current step."""


def measure(
    network: SparseReLUNetwork,
    time_limit: float = math.inf,
    *,
    samples: int | None = None,
    seed: int = 0,
    points: np.ndarray | None = None,
    tell: Tell = silent,
) -> Measured:
    """Measure a network, and the active neurons on points (m, n) of ±1, if they are given.

    The time limit is of `SparseReLUNetwork.max_active`, which may use half of it, the spectrum and
    random points. A part that is expected to take longer is not begun, and fewer points are drawn;
    without `samples` there are `SAMPLES` of them where the spectrum is not computed, and else none.
    Raises ValueError if points or samples are not as `SparseReLUNetwork.active` and
    `sampling.sample` take them.
    """
    begin = time.monotonic()
    data = None
    if points is not None:
        tell("active neurons on the data")
        points = as_array(points)
        active = network.active(points)
        if not len(active):
            raise ValueError("points must have at least one row, got none")
        if (np.abs(np.asarray(points)) != 1).any():
            raise ValueError(f"points must be ±1: {_CUBE}")
        data = OnData(active.sum(axis=1), np.flatnonzero(~active.any(axis=0)).tolist())
    used = np.asarray(network.support.any(axis=0))
    in_use = int(used.sum())
    tell("the sparsity k")
    # A coordinate without a weight adds a degree of weight 0 and nothing else.
    part = network.of_inputs(used if in_use else np.arange(network.n) == 0)
    # A pre-activation is largest at the signs of its weights.
    alive = [neuron.reach > neuron.b for neuron in network.neurons]
    lower, k = network.max_active(
        time_limit=time_limit / 2,
        watch=lambda lower, upper: tell(f"the sparsity k, certified in [{lower}, {upper}]"),
    )
    tell("the spectrum")
    uniform = None
    if in_use <= SPECTRUM_LIMIT and tabulates(part, time_limit):
        uniform = _tabulated(part)
    elif sparse_spectrum.fits(part, time_limit / 2):
        uniform = _of_few_weights(part)
    if uniform is None and samples is None:
        samples = SAMPLES
    sampled = None
    if samples is not None:
        certain = f"k is {k}" if lower == k else f"k is certified in [{lower}, {k}]"

        def watch(done: int, samples: int) -> None:
            tell(f"{done} of {samples} random points; {certain}")

        sampled = sample(network, k, samples, seed, RHOS, deadline=begin + time_limit, watch=watch)
    return Measured(network, lower, k, alive, in_use, uniform, sampled, data)


def read_rows(path: Path | str, n: int | None = None) -> np.ndarray:
    """Read inputs (m, n) of real numbers from an .npy file; None: of any n.

    Raises ValueError if the file is not an .npy file or holds other shapes, and OSError if it
    cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            x = read_array(stream)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path} is not an .npy file of numbers: {error}") from error
    if x.ndim != 2 or not x.size or (n is not None and x.shape[1] != n):
        wanted = "some" if n is None else n
        raise ValueError(f"{path} must hold rows of {wanted} inputs each, got the shape {x.shape}")
    return x


def read_captured(path: Path | str, names: Sequence[str] = ()) -> dict[str, np.ndarray]:
    """Read a layer's captured outputs (m, s) from an .npy file, or layers by name from an archive.

    An archive is an .npz or .safetensors file. Without names all of its arrays are read.

    Raises ValueError if the file is another, lacks a name or has other shapes, and OSError if it
    cannot be read.
    """
    ending = Path(path).suffix.lower()
    if names and ending == ".npy":
        raise ValueError(f"--layers is for .npz and .safetensors files, got {path}")
    try:
        with open(path, "rb") as stream:
            if ending == ".npy":
                arrays = {"": read_array(stream)}
            elif ending == ".npz":
                arrays, _ = read_arrays(with_places(stream), names, (), MOST_WEIGHTS)
            else:
                arrays = read_tensors(with_places(stream), names)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path}: {error}") from error
    for name, x in arrays.items():
        if x.ndim != 2 or not x.size:
            raise ValueError(
                f"{path} must hold captured outputs of shape (inputs, neurons), got {x.shape}"
                f"{' in ' * bool(name)}{name}; reshape them, choose others by --layers, or give "
                "--data with a network"
            )
    return arrays


def read_points(path: Path | str, n: int, *, trained_on_signs: bool = False) -> np.ndarray:
    """Read points (m, n) of ±1 from an .npy file; from one of 0 and 1 as 2X − 1.

    A model that was trained on ±1 rejects 0 and 1, at which it would have other values.

    Raises ValueError if the file is not an .npy file or holds other numbers or shapes, and OSError
    if it cannot be read.
    """
    x = read_rows(path, n)
    if ((x == 0) | (x == 1)).all():
        if trained_on_signs and not x.all():
            raise ValueError(
                f"{path} must hold ±1, as inputs in training were by --inputs pm1, got 0 and 1: "
                "give --inputs 01 if the model was trained on them"
            )
        return 2 * x.astype(np.int8) - 1
    wrong = np.abs(x) != 1
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"{path} must hold ±1, or 0 and 1; row {row} has {x[row, column]} in column {column}: "
            f"{_CUBE}"
        )
    return x.astype(np.int8)


def root(square: Fraction) -> Fraction:
    """Return √square to the precision of floats."""
    return Fraction(math.sqrt(square))


def _of_few_weights(network: SparseReLUNetwork) -> Uniform:
    total, unit = sparse_spectrum.coefficients(network)
    squares = [0] * (network.n + 1)
    for chosen, number in total.items():
        squares[len(chosen)] += number * number
    weights = [square * unit**2 for square in squares]
    errors = [Fraction(0)] * len(weights)
    return Uniform(weights, errors, True, *sparse_spectrum.active_moments(network))


def _tabulated(network: SparseReLUNetwork) -> Uniform:
    """Return the measurements over all points from the table of values."""
    n, s = network.n, network.s
    plain = SparseReLUNetwork(network.w, network.b, network.u)
    values = plain.values()
    mean = Fraction(math.fsum(values)) / len(values)
    exact = plain.is_exact()
    if exact:
        try:
            weights = spectrum.degree_weights_exact(values)
        except InexactError:
            exact = False
    if exact:
        # The weight of degree 0 is the square of the mean, which `fsum` rounds.
        top, bottom = weights[0].as_integer_ratio()
        mean = Fraction(math.isqrt(top), math.isqrt(bottom)) * (1 if mean >= 0 else -1)
        errors = [Fraction(0)] * (n + 1)
    else:
        weights = [Fraction(v) for v in spectrum.degree_weights(values).tolist()]
    if network.c:  # of all coefficients it changes only the mean
        weights[0] = (mean + Fraction(network.c)) ** 2
    if not exact:
        # A value is a sum of at most n + s + 2 numbers that are products of two, the
        # transform adds n times, and a weight is summed over the halves of a mask.
        rounding = Fraction(1, 1 << 52)  # twice the unit, for terms of higher order
        error = (2 * n + s + 4) * rounding * Fraction(plain.largest_value)
        low = min(n, 12)
        sums = (n + (1 << low) + (1 << (n - low))) * rounding
        errors = [2 * root(weight) * error + error**2 + sums * weight for weight in weights]
    counts = list(enumerate(np.bincount(network.active_counts()).tolist()))
    moments = (Fraction(sum(m * a**d for a, m in counts), 1 << n) for d in (1, 2))
    return Uniform(weights, errors, exact, *moments)
