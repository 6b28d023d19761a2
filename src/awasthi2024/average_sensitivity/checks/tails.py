"""The probabilities of Lemma 9's proof: of large values, and of the union over neurons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from balls import Exact, between
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork


def tail_probability(
    network: SparseReLUNetwork, threshold: float, *, strict: bool = False
) -> Fraction:
    """Return Pr_x[|h(x)| ≥ threshold], or > if `strict`, exactly for that float threshold."""
    values = np.abs(network.values())
    beyond = values > threshold if strict else values >= threshold
    return Fraction(int(beyond.sum()), len(values))


def union_probability(network: SparseReLUNetwork, level: float) -> Fraction:
    """Return Pr_x[some |u_j⟨w_j, x⟩| > level], the union over single neurons."""
    products = points(network.n) @ (network.w * network.u[:, None]).T
    beyond = (np.abs(products) > level).any(axis=1)
    return Fraction(int(beyond.sum()), len(beyond))


def sum_tail(n: int, level: float) -> Fraction:
    """Return Pr[x_1 + … + x_n ≥ level], exactly for that float level."""
    term = total = 1 if n >= level else 0
    minus = 0
    while term and n - 2 * (minus + 1) >= level and minus < n:
        minus += 1
        term = term * (n - minus + 1) // minus  # C(n, minus)
        total += term
    return Fraction(total, 2**n)


def compare_tail(
    at: Recorder,
    statement: str,
    probability: Callable[[float], Fraction],
    level: Exact,
    right: Exact,
) -> None:
    """Record whether the probability of what lies beyond a level is at most `right`.

    It is taken at a float below and at one above the level. Where a value lies between them the
    probability is known only up to their difference.
    """
    near = float(level)  # within 2^-52 of itself
    least, most = (probability(near * side) for side in (1 + 2.0**-50, 1 - 2.0**-50))
    at.compare(statement, between(least, most), "<=", right)
