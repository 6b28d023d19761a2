"""The degree that a network needs, and the degrees of Theorems 4, 8 and C."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pandas as pd

from awasthi2024.bounds import section_3
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from awasthi2024.shared.tails import (
    described,
    exact_weights,
    needed_degree,
    tails_of,
)
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


# h at each point, and a table of integers.
@check(
    "theorem-8",
    memory=lambda networks, **_: 24 << largest_dimension(networks),
)
def degrees(
    at: Recorder, *, networks: Sequence[Instance], fractions: NonEmpty[PositiveReal]
) -> pd.DataFrame:
    """Compare the degree that each network needs with Theorem 8's and Theorem C's.

    The networks have exact values. `fractions` are values of ε, as fractions of the variance of h.
    Where the variance is 0, they are fractions of 1.
    """
    rows: list[dict[str, Any]] = []
    for instance in networks:
        rows += compare_degrees(at(**described(instance)), instance, fractions)
    columns = [
        *("network", "family", "n", "s", "k", "W", "B", "fraction", "epsilon"),
        *("needed", "theorem_c", "paper", "informal", "orders"),
    ]
    return pd.DataFrame(rows, columns=columns)


def compare_degrees(
    at: Recorder, instance: Instance, fractions: Sequence[float]
) -> list[dict[str, Any]]:
    """Record the tail of one network and the degree that it needs; return the table's rows."""
    tails = tails_of(exact_weights(instance))
    _compare_tail(at, instance, tails)
    rows = []
    for fraction in fractions:
        epsilon = Fraction(fraction) * (tails[0] or 1)
        row = _compare_degree(at(epsilon=epsilon), instance, tails, epsilon)
        rows.append({**row, "fraction": fraction})
    return rows


def _compare_tail(at: Recorder, instance: Instance, tails: Sequence[Fraction]) -> None:
    """Compare the tail with Theorem C's where it comes nearest, and where it is attained."""
    n, k = instance.network.n, instance.k
    W = sqrt(instance.network.scale_squared[0])
    worst = max(range(n + 1), key=lambda d: ((d + 1) * tails[d], d))
    at(d=worst).compare("tail", tails[worst], "<=", bounds.theorem_c_tail(k, W, worst))
    if is_theorem_b(instance) and instance.parameters["delta"] == 0:
        p = instance.parameters["p"]
        at(d=p - 1).compare("attained", tails[p - 1], "==", bounds.theorem_c_tail(k, W, p - 1))
        epsilon = bounds.theorem_c_tail(k, W, exact(p))
        sharp = bounds.theorem_c_degree(k, W, epsilon)
        needed = needed_degree(tails, epsilon)
        at(epsilon=epsilon).compare("optimal", needed, "==", sharp)


def _compare_degree(
    at: Recorder, instance: Instance, tails: Sequence[Fraction], epsilon: Fraction
) -> dict[str, Any]:
    """Compare the degree needed for one ε with every bound on it; return the table's row."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W, B = map(sqrt, network.scale_squared)
    informally = at.of("theorem-4")
    needed = needed_degree(tails, epsilon)
    sharp = bounds.theorem_c_degree(k, W, epsilon)
    sizes = exact(n), exact(s)
    paper = bounds.theorem_8_degree(*sizes, k, W, B, epsilon)
    informal = section_3.theorem_4_degree(*sizes, k, W, epsilon)
    at.compare("degree", needed, "<=", sharp)
    # The sample sizes are n^d times a common factor, and at n = 1 equal.
    printed = floor_degree(section_3.theorem_8_constant * paper, 10**18)
    at(quantity="exponent of n").compare("samples", sharp, "<=", printed if n > 1 else sharp)
    informally.compare("sharp", needed, "<=", 4 * k**2 * W**2 / epsilon)
    d = floor_degree(section_3.theorem_8_constant * paper, n)
    at(d=d).compare("printed", tails[d], "<=", epsilon)
    if n * s > 1:
        at(d=d).compare("corrected", tails[d], "<=", epsilon)
    d = floor_degree(informal, n)
    informally(d=d).compare("printed", tails[d], "<=", epsilon)
    return {
        "network": instance.name,
        "family": instance.family,
        "n": n,
        "s": s,
        "k": k,
        "W": float(W),
        "B": float(B),
        "epsilon": float(epsilon),
        "needed": needed,
        "theorem_c": sharp,
        "paper": float(paper),
        "informal": float(informal),
        "orders": math.log10(max(float(paper), 1) / max(needed, 1)),
    }


def floor_degree(degree: Exact, n: int) -> int:
    """Round a degree down, also one that may be an integer; above n it counts as n.

    Where ns is a power of 2, Theorem 8's degree with its constant is an integer, which no
    precision shows.
    """
    below = degree - Fraction(1, 2**40)
    return n if below >= n else max(0, math.floor(below))
