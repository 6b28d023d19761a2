"""The largest eigenvalue of a Gram matrix, proposed by LAPACK and verified in fractions."""

from __future__ import annotations

import operator
from fractions import Fraction

import numpy as np

#: Relative error that is verified.
ACCURACY = Fraction(1, 2**43)


def largest_eigenvalue(x: np.ndarray) -> float:
    """Return the largest eigenvalue λ of the Gram matrix G of x, shape (m, n), within `ACCURACY`·λ.

    tI − G is positive definite if and only if t > λ. That is decided in fractions
    on both sides of the number that LAPACK proposes.

    Raises
    ------
    ArithmeticError
        If that number is not so near.
    """
    rows = [[Fraction(v) for v in row] for row in x.tolist()]
    gram = [[sum(map(operator.mul, a, b), Fraction(0)) for b in rows] for a in rows]
    if not x.any():
        return 0.0
    found = float(np.linalg.eigvalsh(x @ x.T)[-1])
    # |found − λ| ≤ ½·ACCURACY·found ≤ ACCURACY·λ.
    below, above = (Fraction(found) * (1 + side * ACCURACY / 2) for side in (-1, 1))
    if _is_above(below, gram) or not _is_above(above, gram):
        raise ArithmeticError(
            f"LAPACK returns {found} as the largest eigenvalue of a Gram matrix, which is "
            f"not right within a relative {float(ACCURACY):.1g}"
        )
    return found


def _is_above(t: Fraction, gram: list[list[Fraction]]) -> bool:
    """Whether tI − G is positive definite: whether elimination has positive pivots alone."""
    left = [[t * (i == j) - v for j, v in enumerate(row)] for i, row in enumerate(gram)]
    for i, top in enumerate(left):
        if top[i] <= 0:
            return False
        for row in left[i + 1 :]:
            factor = row[i] / top[i]
            for j in range(i, len(left)):
                row[j] -= factor * top[j]
    return True
