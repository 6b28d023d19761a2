"""The displayed formulas of the reduction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import (
    affine_form,
    binary_code,
    code_length,
    lwr_lift,
    square_neurons,
)
from awasthi2024.rounding.checks.vectors import all_vectors, label
from awasthi2024.rounding.parameters import RoundingCase
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder


@check("sec4-lwr")
def formulas(at: Recorder, *, cases: NonEmpty[RoundingCase]) -> None:
    """Check each displayed formula of the reduction, for all secrets and all vectors.

    `cases` are moduli q, p and lengths m of secrets. q^m is at most 256. The table has a row per
    case: how often each formula is right.
    """
    for case in cases:
        q, m = case["q"], case["m"]
        if m * math.log2(q) > 8:
            raise ValueError(f"cases: q^m must be at most 256, got q = {q}, m = {m}")
        y = all_vectors(q, m)
        at.rows += compare_formulas(at(q=q, m=m), y, case["p"])


def compare_formulas(at: Recorder, y: np.ndarray, moduli: Sequence[int]) -> list[dict[str, Any]]:
    """Check every formula for the q and m of `record`; return the table's rows, one for each p.

    All vectors y (q^m, m) and all secrets; `moduli` are the values of p.
    """
    q, m = at["q"], at["m"]
    _compare_linear_forms(at, y)
    _compare_lifted(at, y)
    _compare_sign_weights(at, y)
    for p in moduli:
        _compare_sums(at(p=p))
    return [{**at.instance, "p": p, **_shares(q, m, p, y)} for p in moduli]


def _compare_linear_forms(at: Recorder, y: np.ndarray) -> None:
    """Check ⟨v, z(y)⟩ = ⟨w, y⟩ without and with the affine term, and the range."""
    q, m = at["q"], at["m"]
    top = (1 << code_length(q)) - 1
    # z(ȳ) = −z(y) for the complement ȳ = 2^ℓ − 1 − y of the codes.
    paired = y[(top - y < q).all(axis=1)]
    opposite = sum(int(((paired + (top - paired)) @ w == 0).sum()) for w in y)
    z = binary_code(y, q)
    affine = 0
    for w in y:
        v, shift = affine_form(w, q)
        affine += int((z @ v + shift == y @ w).sum())
    products = y @ y.T
    size = q * q * m
    values = label(np.arange(1, size + 1), q, q)
    at.compare("linear", opposite, "==", len(paired) * len(y))
    at.compare("affine", affine, "==", len(y) ** 2)
    at.compare("range", int(products.min()), ">=", 1)
    at(p=q).compare("range", int(values.min()), ">=", 1)
    at.compare("range-corrected", int(products.min()), ">=", 0)
    largest = section_4.lwr_largest_product(q, m)
    at.compare("range-corrected", int(products.max()), "<=", largest)


def printed_sum(t: np.ndarray, q: int, p: int, m: int) -> list[Fraction]:
    """Return Σ_{a∈[q²m]} 2λ(a)·σ(½ − (t − a))², the square where the paper has it."""
    a = np.arange(1, q * q * m + 1)
    # Twice ½ − (t − a) is an odd integer; a square of it is 4 times what is wanted.
    doubled = np.maximum(1 - 2 * (t[:, None] - a), 0)
    return [Fraction(int(total), 4) for total in (doubled**2) @ (2 * label(a, q, p))]


def corrected_sum(t: np.ndarray, q: int, p: int, m: int) -> list[Fraction]:
    """Return Σ_{a∈[q²m]} 2λ(a)·σ(½ − (t − a)²)."""
    a = np.arange(1, q * q * m + 1)
    doubled = np.maximum(1 - 2 * (t[:, None] - a) ** 2, 0)
    return [Fraction(int(total), 2) for total in doubled @ (2 * label(a, q, p))]


def _right(sums: Sequence[Fraction], t: np.ndarray, q: int, p: int) -> int:
    return sum(total == int(label(value, q, p)) for total, value in zip(sums, t, strict=True))


def _compare_sums(at: Recorder) -> None:
    q, p, m = (at[key] for key in ("q", "p", "m"))
    t = np.arange(section_4.lwr_largest_product(q, m) + 1)
    printed = _right(printed_sum(t, q, p, m), t, q, p)
    corrected = _right(corrected_sum(t, q, p, m), t, q, p)
    at.compare("sum", printed, "==", len(t))
    at.compare("sum-corrected", corrected, "==", len(t))


def _compare_lifted(at: Recorder, y: np.ndarray) -> None:
    """Check the lifted neurons of every a, and their norms."""
    q, m = at["q"], at["m"]
    a = np.arange(section_4.lwr_largest_product(q, m) + 1)
    x = lwr_lift(y, q).astype(np.float64)
    right = exact_norms = 0
    for w in y:
        v, shift = affine_form(w, q)
        weights, biases = square_neurons(v, a - shift)
        square = 0.5 - ((y @ w)[:, None] - a) ** 2.0
        right += int((x @ weights.T - biases == square).sum())
        formula = [section_4.lwr_squared_norm(v, centre) for centre in a - shift]
        exact_norms += int(((weights**2).sum(axis=1) == formula).sum())
    at.compare("lifted", right, "==", len(y) ** 2 * len(a))
    at.compare("norm-exact", exact_norms, "==", len(y) * len(a))


def _compare_sign_weights(at: Recorder, y: np.ndarray) -> None:
    """Count the W in {±1}^n that could be the lifted weights, where n is at most 4."""
    q, m = at["q"], at["m"]
    x = lwr_lift(y, q).astype(np.int64)
    n = x.shape[1]
    if n > 4:
        return
    signs = 1 - 2 * (np.arange(1 << n)[:, None] >> np.arange(n) & 1)
    for w in (w for w in y if w.any()):
        for a in range(section_4.lwr_largest_product(q, m) + 1):
            # Some b fits exactly if twice the difference is constant in y.
            difference = 2 * (x @ signs.T) - (1 - 2 * ((y @ w) - a) ** 2)[:, None]
            fitting = int((difference == difference[0]).all(axis=0).sum())
            at(secret=w.tolist(), a=a).compare("type", fitting, ">=", 1)


def _shares(q: int, m: int, p: int, y: np.ndarray) -> dict[str, float]:
    t = np.arange(section_4.lwr_largest_product(q, m) + 1)
    printed = _right(printed_sum(t, q, p, m), t, q, p)
    return {"values": len(t), "printed_sum_right": printed, "vectors": len(y)}
