"""The largest eigenvalue of a Gram matrix, proposed by LAPACK and verified in integers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

#: Relative error that is verified.
ACCURACY = Fraction(1, 2**43)

_BITS = 128  # of the eigenvalue in units


def largest_eigenvalue(x: np.ndarray) -> float:
    """Return the largest eigenvalue λ of the Gram matrix G of x, shape (m, n), within `ACCURACY`·λ.

    tI − G is positive definite if and only if `t > λ`. That is decided in integers
    on both sides of the number that LAPACK proposes.

    Raises ArithmeticError if LAPACK's number is further away.
    """
    if not x.any():
        return 0.0
    proposed = float(np.linalg.eigvalsh(x @ x.T)[-1])
    # In units, of which λ has about 2^128: each entry is rounded down by less than one of them.
    rows, bottom = integer_rows(x)
    size = Fraction(proposed) * bottom**2
    units = Fraction(2) ** (_BITS - int(size).bit_length())
    gram = rows @ rows.T * units.numerator // units.denominator
    # |found − λ| ≤ ½·ACCURACY·found ≤ ACCURACY·λ. A Gram matrix with entries off by at most
    # m + 1 units has eigenvalues off by at most m(m + 1).
    slack = len(x) * (len(x) + 1) + 1
    below, above = (
        int(size * (1 + side * ACCURACY / 2) * units) - side * slack for side in (-1, 1)
    )
    if _is_above(below, gram) or not _is_above(above, gram):
        raise ArithmeticError(
            f"LAPACK returns {proposed} as the largest eigenvalue of a Gram matrix, which is "
            f"not right within a relative {float(ACCURACY):.1g}"
        )
    return proposed


def integer_rows(x: np.ndarray) -> tuple[np.ndarray, int]:
    """Return finite floats times a power of two as Python's integers, and the power."""
    ratios = [[v.as_integer_ratio() for v in row] for row in x.tolist()]
    bottom = max(q for row in ratios for _, q in row)
    return np.array([[p * (bottom // q) for p, q in row] for row in ratios], dtype=object), bottom


def _is_above(t: int, gram: np.ndarray) -> bool:
    """Return whether tI − G is positive definite, but for m units in each entry of G.

    Elimination has only positive pivots. A quotient that is rounded down adds less than a unit
    to an entry, as if the entry had been larger from the beginning: m in all.
    """
    left = -gram
    left[np.diag_indices(len(left))] += t
    for i in range(len(left)):
        if left[i, i] <= 0:
            return False
        column = left[i + 1 :, i]
        left[i + 1 :, i + 1 :] -= column[:, None] * column // left[i, i]
    return True
