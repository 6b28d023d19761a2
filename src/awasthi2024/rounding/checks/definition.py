"""The moduli q, p for which (z mod q) mod p is a rounding, as Definition 15 states."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from awasthi2024.rounding.checks.vectors import label
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural
from paperclaims.checks.recorder import Recorder


@check("def-15")
def definition(at: Recorder, *, max_modulus: Natural) -> None:
    """Check when (z mod q) mod p is a rounding, for q = 2..max_modulus and p = 1..q.

    `max_modulus` is the largest modulus q. The table has a row per (q, p): gcd, and the number of
    affine maps of Z_q that change rounding into f.
    """
    for q in range(2, max_modulus + 1):
        at.rows += [compare_definition(at(q=q, p=p)) for p in range(1, q + 1)]


def compare_definition(at: Recorder) -> dict[str, Any]:
    """Compare λ with rounding for the moduli q and p of `record`; return the table's row."""
    q, p = at["q"], at["p"]
    divisor = math.gcd(p, q)
    maps = rounding_maps(q, p)
    at.compare("printed", maps, ">=", 1)
    if divisor == 1 or p == q:
        at.compare("corrected", maps, ">=", 1)
    return {**at.instance, "gcd": divisor, "maps": maps}


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
