"""Comparisons of the active neurons of two networks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from sparseact import constructions
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork


def matched_share(true: np.ndarray, learned: np.ndarray) -> float:
    """Return the share of points at which the active set is right, neurons matched at best.

    Neurons are matched one to one so that the number of equal states (active
    or not) over all points is largest; a neuron without a partner is right
    where it is not active. The arrays are bool, of shapes (m, s) and (m, s').
    """
    from scipy.optimize import linear_sum_assignment

    size = max(true.shape[1], learned.shape[1])
    a, b = (
        np.pad(active, ((0, 0), (0, size - active.shape[1]))).astype(np.int64)
        for active in (true, learned)
    )
    equal = a.T @ b + (1 - a).T @ (1 - b)
    rows, columns = linear_sum_assignment(equal, maximize=True)
    return float(np.mean(np.all(a[:, rows] == b[:, columns], axis=1)))


def same_functions(p: int) -> list[tuple[str, SparseReLUNetwork, SparseReLUNetwork]]:
    """Return pairs of 1-sparse networks of 2^p neurons that compute one function on {±1}^p.

    - "constant": the junta of p bits that is 1, and one neuron of weight 0
      next to 2^p − 1 that are never active.
    - "relabelled": a junta, and its neurons in another order.
    """
    size = 2**p
    split = constructions.junta(np.ones(size), range(p), p)
    lone = np.zeros(size)
    lone[0] = -1.0
    merged = SparseReLUNetwork(np.zeros((size, p)), lone, np.ones(size))
    values = np.where(np.arange(size) == 0, 1.0, -1.0)
    some = constructions.junta(values, range(p), p)
    back = SparseReLUNetwork(some.w[::-1], some.b[::-1], some.u[::-1])
    return [("constant", split, merged), ("relabelled", some, back)]


def chain_masses(n: int, correlation: Fraction) -> list[Fraction]:
    """Return the probabilities of the 2^n points, in cube order, under the chain."""
    x = points(n)
    kept = (x[:, 1:] == x[:, :-1]).sum(axis=1).tolist()
    stay = (1 + correlation) / 2
    return [stay**same * (1 - stay) ** (n - 1 - same) / 2 for same in kept]


def joint_activity(network: SparseReLUNetwork, masses: Sequence[Fraction]) -> list[list[Fraction]]:
    """Return Pr[neurons j and l are active], exact, for all j and l (Pr[j] on the diagonal)."""
    active = network.active(points(network.n))
    return [
        [
            sum(itertools.compress(masses, active[:, j] & active[:, i]), Fraction(0))
            for i in range(network.s)
        ]
        for j in range(network.s)
    ]
