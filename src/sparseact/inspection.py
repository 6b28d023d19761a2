"""The report on one network that `sparseact inspect` prints."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sparseact import bounds, spectrum
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork
from sparseact.terminal import shown

_RHOS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
_SPECTRUM_LIMIT = 24  # coordinates in use up to which the spectrum is computed

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
    sections = [
        Section(
            f"A network of s = {network.s} neurons on n = {network.n} inputs",
            _scale_rows(network, lower, k),
        ),
        *_spectrum_sections(network, used, k, epsilon),
        Section("The paper's hypotheses", _hypothesis_rows(network, lower, k, epsilon)),
    ]
    return "\n\n".join(_laid_out(section, encoding) for section in sections)


def _scale_rows(network: SparseReLUNetwork, lower: int, k: int) -> list[Row]:
    W2, B2 = network.scale_squared
    W, B = network.scale
    sparsity = f"{k} (exact)" if lower == k else f"between {lower} and {k} (certified)"
    return [
        ("most neurons active on one input, k", sparsity),
        ("neurons that are never active", str(int((~_ever_active(network)).sum()))),
        ("W = max|u| max‖w‖₂", f"{W:.6g}" + (f" (W² = {W2})" if W2.denominator == 1 else "")),
        ("B = max|u| max|b|", f"{B:.6g}" + (f" (B² = {B2})" if B2.denominator == 1 else "")),
        ("values are exact in floating point", _yes(network.is_exact())),
    ]


def _ever_active(network: SparseReLUNetwork) -> np.ndarray:
    # A pre-activation is largest at the signs of its weights.
    return np.diagonal(network.active(np.where(network.w >= 0, 1, -1)))


def _spectrum_sections(
    network: SparseReLUNetwork, used: np.ndarray, k: int, epsilon: float
) -> list[Section]:
    if used.sum() > _SPECTRUM_LIMIT:
        told = (
            f"The spectrum is computed for at most {_SPECTRUM_LIMIT} inputs with a weight; "
            f"here {used.sum()} have one."
        )
        return [Section(told, [])]
    n, s = network.n, network.s
    W, B = bounds.Root(network.scale_squared[0]), bounds.Root(network.scale_squared[1])
    weights, exact = _weights(network, used)
    # Theorem C has min(2k, s)² where 4k² is the larger.
    half = min(Fraction(k), Fraction(s, 2))
    tails = [sum(weights[d + 1 :], Fraction(0)) for d in range(len(weights))]
    sensitivity = sum((t * weight for t, weight in enumerate(weights)), Fraction(0))
    rows: list[Row] = [
        ("", "measured", "sharp bound", "paper's, constant 1"),
        (
            "average sensitivity",
            _number(sensitivity),
            _number(bounds.theorem_a_min(s, k, W)),
            _value(bounds.lemma_9, n, s, k, W, B),
        ),
    ]
    for rho in _RHOS:
        noise = sum((1 - rho**t) / 2 * weight for t, weight in enumerate(weights))
        rows.append(
            (
                f"noise sensitivity, rho = {float(rho)}",
                _number(noise),
                _number(bounds.theorem_d_min(s, k, W, rho)),
                _value(bounds.lemma_10, n, s, k, W, B, rho),
            )
        )
    needed = next(d for d, tail in enumerate(tails) if tail <= epsilon)
    rows.append(
        (
            f"degree that leaves at most {epsilon:g}",
            str(needed),
            str(bounds.theorem_c_degree(half, W, epsilon)),
            _value(bounds.theorem_8_degree, n, s, k, W, B, epsilon),
        )
    )
    degrees: list[Row] = [("degree", "weight", "weight above", "sharp bound")]
    for t, (weight, tail) in enumerate(zip(weights, tails, strict=True)):
        bound = _number(bounds.theorem_c_tail(half, W, t))
        degrees.append((str(t), _number(weight), _number(tail), bound))
    how = "exact" if exact else "rounded"
    return [
        Section(f"Uniform inputs (measured: {how}; sharp: Theorems A, C and D)", rows),
        Section("Fourier weight by degree", degrees),
    ]


def _weights(network: SparseReLUNetwork, used: np.ndarray) -> tuple[list[Fraction], bool]:
    """Return the degree weights, and whether they are exact."""
    # A coordinate without a weight adds a degree of weight 0 and nothing else.
    columns = used if used.any() else np.arange(network.n) == 0
    values = SparseReLUNetwork(network.w[:, columns], network.b, network.u).values()
    weights, exact = [Fraction(v) for v in spectrum.degree_weights(values).tolist()], False
    if network.is_exact():
        with contextlib.suppress(InexactError):
            weights, exact = spectrum.degree_weights_exact(values), True
    return weights + [Fraction(0)] * (network.n + 1 - len(weights)), exact


def _hypothesis_rows(network: SparseReLUNetwork, lower: int, k: int, epsilon: float) -> list[Row]:
    n, s = network.n, network.s
    W, B = bounds.Root(network.scale_squared[0]), bounds.Root(network.scale_squared[1])
    sparse = _yes(k < s) if k < s or lower == k else "not decided"
    one = _yes(k <= 1) if k <= 1 or lower > 1 else "not decided"
    log = math.log2(s)
    rows: list[Row] = [
        ("sparsely activated: k < s (Definition 1)", sparse),
        (
            "no dead sparsity: each neuron is active somewhere (§1)",
            _yes(bool(_ever_active(network).all())),
        ),
        ("1-sparse: k ≤ 1 (§4)", one),
        ("W ≤ √log₂ s and B ≤ log₂ s (Theorem 13)", _yes(max(W**2, float(B)) <= log)),
        ("ns ≥ 2, without which Lemma 9 is false", _yes(n * s >= 2)),
    ]
    for name, degree in [
        ("Theorem 8's degree, constant 1,", bounds.theorem_8_degree(n, s, k, W, B, epsilon)),
        ("Theorem C's degree", bounds.theorem_c_degree(k, W, epsilon)),
    ]:
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
    return f"{float(value):.6g}"


def _value(bound: Callable[..., float], *arguments: object) -> str:
    """Return a bound as text, also where its expression is undefined."""
    try:
        return _number(bound(*arguments))
    except ValueError:
        return "undefined"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
