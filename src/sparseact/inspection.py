"""The report on one network that `sparseact inspect` prints."""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sparseact import spectrum
from sparseact.activity import all_in_integers
from sparseact.bounds import arithmetic, section_3
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork
from sparseact.terminal import shown

_RHOS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
_SPECTRUM_LIMIT = 24  # coordinates in use up to which the spectrum is computed

_PLAIN = 10**12  # whole numbers below it are printed with all digits

Row = tuple[str, ...]


class Section(NamedTuple):
    """A part of the report: a title over rows of cells."""

    title: str
    rows: list[Row]


def inspection(
    network: SparseReLUNetwork,
    epsilon: float,
    time_limit: float | None = None,
    encoding: str | None = "utf-8",
) -> str:
    """Return a report on a network as plain text.

    Its sparsity and scale; its average and noise sensitivity and its spectrum
    under uniform inputs, beside the sharp bounds and the paper's with constant
    1; and which of the paper's hypotheses hold.

    Parameters
    ----------
    network : SparseReLUNetwork
    epsilon : float
        The degree given is the least d with Σ_{|T|>d} ĥ(T)² ≤ ε.
    time_limit : float, optional
        Seconds for `SparseReLUNetwork.max_active`.
    encoding : str, optional
        What the report must be in; characters that it lacks are written in
        ASCII (`sparseact.terminal.shown`).
    """
    used = (network.w != 0).any(axis=0)
    lower, k = network.max_active(time_limit=time_limit)
    # A pre-activation is largest at the signs of its weights.
    alive = [neuron.reach > neuron.b for neuron in all_in_integers(network.w, network.b)]
    sections = [
        Section(
            f"A network of s = {network.s} neurons on n = {network.n} inputs",
            _scale_rows(network, lower, k, alive),
        ),
        *_spectrum_sections(network, used, k, epsilon),
        Section("The paper's hypotheses", _hypothesis_rows(network, lower, k, alive, epsilon)),
    ]
    return "\n\n".join(_laid_out(section, encoding) for section in sections)


def _scale_rows(network: SparseReLUNetwork, lower: int, k: int, alive: list[bool]) -> list[Row]:
    W2, B2 = network.scale_squared
    sparsity = f"{k} (exact)" if lower == k else f"between {lower} and {k} (certified)"
    return [
        ("most neurons active on one input, k", sparsity),
        ("neurons that are never active", str(alive.count(False))),
        ("W = max|u| max‖w‖₂", _number(_root(W2)) + _whole_square("W", W2)),
        ("B = max|u| max|b|", _number(_root(B2)) + _whole_square("B", B2)),
        *([("output bias c, in neither of them", _number(network.c))] if network.c else []),
        ("values are exact in floating point", _yes(network.is_exact())),
    ]


def _whole_square(name: str, square: Fraction) -> str:
    return f" ({name}² = {square})" if square.denominator == 1 and square < _PLAIN else ""


def _spectrum_sections(
    network: SparseReLUNetwork, used: np.ndarray, k: int, epsilon: float
) -> list[Section]:
    if used.sum() > _SPECTRUM_LIMIT:
        told = (
            f"The spectrum is computed for at most {_SPECTRUM_LIMIT} inputs with a weight; "
            f"here {used.sum()} have one."
        )
        return [Section(told, [])]
    s, W = network.s, arithmetic.Root(network.scale_squared[0])
    weights, exact = _weights(network, used)
    paper = _PaperBounds(network, k)
    # Theorem C has min(2k, s)² where 4k² is the larger.
    half = min(Fraction(k), Fraction(s, 2))
    tails = [sum(weights[d + 1 :], Fraction(0)) for d in range(len(weights))]
    sensitivity = sum((t * weight for t, weight in enumerate(weights)), Fraction(0))
    rows: list[Row] = [
        ("", "measured", "sharp bound", "paper's, constant 1"),
        (
            "average sensitivity",
            _number(sensitivity),
            _number(section_3.theorem_a_min(s, k, W)),
            _number(paper.lemma_9()),
        ),
    ]
    for rho in _RHOS:
        noise = sum((1 - rho**t) / 2 * weight for t, weight in enumerate(weights))
        rows.append(
            (
                f"noise sensitivity, rho = {float(rho)}",
                _number(noise),
                _number(section_3.theorem_d_min(s, k, W, rho)),
                _number(paper.lemma_10(rho)),
            )
        )
    needed = next(d for d, tail in enumerate(tails) if tail <= epsilon)
    rows.append(
        (
            f"degree that leaves at most {epsilon:g}",
            str(needed),
            _number(section_3.theorem_c_degree(half, W, epsilon)),
            _number(paper.theorem_8_degree(epsilon)),
        )
    )
    degrees: list[Row] = [("degree", "weight", "weight above", "sharp bound")]
    for t, (weight, tail) in enumerate(zip(weights, tails, strict=True)):
        bound = _number(section_3.theorem_c_tail(half, W, t))
        degrees.append((str(t), _number(weight), _number(tail), bound))
    how = "exact" if exact else "rounded"
    last = len(weights) - 1
    none = f" (none above {last}: the other inputs have no weight)" if last < network.n else ""
    return [
        Section(f"Uniform inputs (measured: {how}; sharp: Theorems A, C and D)", rows),
        Section(f"Fourier weight by degree{none}", degrees),
    ]


def _weights(network: SparseReLUNetwork, used: np.ndarray) -> tuple[list[Fraction], bool]:
    """Return the weights of the degrees up to the number of inputs in use, and whether exact."""
    # A coordinate without a weight adds a degree of weight 0 and nothing else.
    columns = used if used.any() else np.arange(network.n) == 0
    unit, power, kept = _at_unit_scale(
        SparseReLUNetwork(network.w[:, columns], network.b, network.u)
    )
    values = unit.values()
    weights, exact = [Fraction(v) for v in spectrum.degree_weights(values).tolist()], False
    if kept and unit.is_exact():
        with contextlib.suppress(InexactError):
            weights, exact = spectrum.degree_weights_exact(values), True
    if network.c:  # the unit network has none, and of all coefficients only the mean changes
        mean = Fraction(math.fsum(values)) / len(values)
        exact = exact and mean**2 == weights[0]
        shifted = (mean * Fraction(2) ** power + Fraction(network.c)) ** 2
        weights[0] = shifted / Fraction(4) ** power
    return [weight * Fraction(4) ** power for weight in weights], exact


def _at_unit_scale(network: SparseReLUNetwork) -> tuple[SparseReLUNetwork, int, bool]:
    """Return a network g and p with h = g·2^p, and whether all numbers of g are kept exactly.

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


class _PaperBounds:
    """The paper's bounds with constant 1 for one network, also where no float holds them.

    They are homogeneous in (W, B), so they are evaluated at a power of two of it.
    """

    def __init__(self, network: SparseReLUNetwork, k: int) -> None:
        W2, B2 = network.scale_squared
        largest = max(W2, B2)
        power = (largest.numerator.bit_length() - largest.denominator.bit_length()) // 2
        self._square = Fraction(4) ** power
        W, B = arithmetic.Root(W2 / self._square), arithmetic.Root(B2 / self._square)
        self._sizes = (network.n, network.s, k, W, B)

    def lemma_9(self) -> Fraction:
        return Fraction(section_3.lemma_9(*self._sizes)) * self._square

    def lemma_10(self, rho: Fraction) -> Fraction:
        return Fraction(section_3.lemma_10(*self._sizes, rho)) * self._square

    def theorem_8_degree(self, epsilon: float) -> Fraction:
        degree = Fraction(section_3.theorem_8_degree(*self._sizes, 1))
        return degree * (self._square / Fraction(epsilon)) ** 2


def _hypothesis_rows(
    network: SparseReLUNetwork, lower: int, k: int, alive: list[bool], epsilon: float
) -> list[Row]:
    n, s = network.n, network.s
    W, B = arithmetic.Root(network.scale_squared[0]), arithmetic.Root(network.scale_squared[1])
    sparse = _yes(k < s) if k < s or lower == k else "not decided"
    one = _yes(k <= 1) if k <= 1 or lower > 1 else "not decided"
    log = math.log2(s)
    rows: list[Row] = [
        ("sparsely activated: k < s (Definition 1)", sparse),
        ("no dead sparsity: each neuron is active somewhere (§1)", _yes(all(alive))),
        ("1-sparse: k ≤ 1 (§4)", one),
        ("W ≤ √log₂ s and B ≤ log₂ s (Theorem 13)", _yes(log >= W**2 and log >= B)),
        ("ns ≥ 2, without which Lemma 9 is false", _yes(n * s >= 2)),
    ]
    degrees: list[tuple[str, Fraction | int]] = [
        ("Theorem 8's degree, constant 1,", _PaperBounds(network, k).theorem_8_degree(epsilon)),
        ("Theorem C's degree", section_3.theorem_c_degree(k, W, epsilon)),
    ]
    for name, degree in degrees:
        rows.append((f"{name} is below n, so it says something", _yes(degree < n)))
    return rows


def _laid_out(section: Section, encoding: str | None) -> str:
    """Lay out rows in columns, the first to the left and figures to the right."""
    # Before the widths are taken: a character may become several.
    rows = [tuple(shown(cell, encoding) for cell in row) for row in section.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [shown(section.title, encoding)]
    for first, *rest in rows:
        cells = [first.ljust(widths[0])]
        # A single column of remarks reads better to the left.
        for cell, width in zip(rest, widths[1:], strict=True):
            cells.append(cell.rjust(width) if len(rest) > 1 else cell)
        lines.append(("  " + "   ".join(cells)).rstrip())
    return "\n".join(lines)


def _number(value: Fraction | float) -> str:
    """Return a number with six digits, a not too large int with all, also beyond floats."""
    if isinstance(value, int) and value < _PLAIN:
        return str(value)
    exact = Fraction(value)
    if exact == 0 or 2.0**-1000 < abs(exact) < 2.0**1000:
        return f"{float(exact):.6g}"
    bits = exact.numerator.bit_length() - exact.denominator.bit_length()
    power = math.floor(bits * math.log10(2))
    digits, own = f"{float(exact / Fraction(10) ** power):.5e}".split("e")
    return f"{float(digits):g}e{power + int(own):+d}"


def _root(square: Fraction) -> Fraction:
    """Return √square to the precision of floats, also where it leaves their range."""
    half = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    return Fraction(math.sqrt(square / Fraction(4) ** half)) * Fraction(2) ** half


def _yes(value: bool) -> str:
    return "yes" if value else "no"
