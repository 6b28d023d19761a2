"""The moduli q, p for which (z mod q) mod p is a rounding, as Definition 15 states."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from awasthi2024.rounding.checks.vectors import all_vectors, label
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural
from paperclaims.checks.recorder import Recorder
from sparseact.quadratic_lift import lwr_labels


@check("definition", claim="def-15")
def measure_definition(recorder: Recorder, *, max_modulus: Natural, vectors_up_to: Natural) -> None:
    """Check when (z mod q) mod p is a rounding, for q = 2..max_modulus and p = 1..q.

    `max_modulus` is the largest modulus q. `vectors_up_to` is the largest q at which all vectors
    are visited. Both forms of f_w are compared. There m = 1 and 2, and all w and y are taken. The
    table has a row per (q, p): gcd, and the number of affine maps of Z_q that change rounding into
    f.
    """
    for q in range(2, max_modulus + 1):
        lengths = (1, 2) if q <= vectors_up_to else ()
        recorder.rows += [
            compare_definition(recorder.where(q=q, p=p), lengths) for p in range(1, q + 1)
        ]


def compare_definition(recorder: Recorder, lengths: Sequence[int]) -> dict[str, Any]:
    """Compare λ with rounding for the moduli q and p of `record`; return the table's row.

    The forms of f_w are compared for all w and y of these lengths m.
    """
    q, p = recorder.instance["q"], recorder.instance["p"]
    divisor = math.gcd(p, q)
    maps = rounding_maps(q, p)
    recorder.exact("printed", maps, ">=", 1)
    if divisor == 1 or p == q:
        recorder.exact("corrected", maps, ">=", 1)
    else:
        recorder.exact("not-coprime", maps, "==", 0)
    for m in lengths:
        if divisor == 1:
            _compare_forms(recorder.where(m=m), "rounding", rounded_form)
        if q % p == 0:
            _compare_forms(recorder.where(m=m), "divisor", linear_form)
    return {**recorder.instance, "gcd": divisor, "maps": maps}


def rounding_maps(q: int, p: int) -> int:
    """Count the z → cz + d, c a unit of Z_q, after which rounding splits Z_q as λ does.

    Rounding is z → ⌊pz/q⌋; two maps split Z_q alike if they take equal values at
    the same pairs of points, so that a relabelling changes one map into the other.
    """
    z = np.arange(q)
    wanted = _partition(label(z, q, p))
    rounding = p * z // q
    return sum(
        _partition(rounding[(c * z + d) % q]) == wanted
        for c in range(1, q + 1)
        if math.gcd(c, q) == 1
        for d in range(q)
    )


def _partition(values: np.ndarray) -> list[int]:
    """Return the values, numbered by first appearance."""
    names: dict[int, int] = {}
    return [names.setdefault(value, len(names)) for value in values.tolist()]


def rounded_form(w: np.ndarray, y: np.ndarray, q: int, p: int) -> np.ndarray:
    """Return −q·⌊(p/q)(⟨p⁻¹w, y⟩ mod q)⌋ mod p for coprime p, q: rounding, relabelled."""
    secret = pow(p, -1, q) * w % q
    return -q * (p * (y @ secret % q) // q) % p


def linear_form(w: np.ndarray, y: np.ndarray, q: int, p: int) -> np.ndarray:
    """Return ⟨w, y⟩ mod p, which is f_w where p divides q."""
    return y @ (w % p) % p


def _compare_forms(
    recorder: Recorder,
    statement: str,
    form: Callable[[np.ndarray, np.ndarray, int, int], np.ndarray],
) -> None:
    """Count the pairs (w, y) at which a form has the value of f_w."""
    q, p, m = (recorder.instance[key] for key in ("q", "p", "m"))
    y = all_vectors(q, m)
    right = sum(int((form(w, y, q, p) == lwr_labels(w, y, q, p)).sum()) for w in y)
    recorder.exact(statement, right, "==", len(y) ** 2)
