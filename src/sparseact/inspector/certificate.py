"""A proof in integers that at most k neurons are active at a point of the cube.

It is a tree of parts of the cube that another program checks: examples/certificates/check.py, of
one page, with the standard library alone. The tree is made anew, by coordinates only, and shares
no part with the search of `sparseact.most_active`, whose result is its k.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from sparseact.activity import IntegerNeuron

_BITS = 30  # to which multipliers are rounded

#: What the file proves, for a reader.
_SAYS = (
    "With y = (1 - x)/2 in {0, 1}^n, neuron j is active iff sum_i a[j][i] y[i] >= r[j]. "
    "At most k of them are active at once."
)


def certificate(neurons: list[IntegerNeuron], k: int, *, time_limit: float) -> dict[str, Any]:
    """Return a proof that at most k of the neurons are active at a point of {1, −1}^n.

    A node of its tree has a coordinate and the trees of both halves, or multipliers λ_j over a
    `unit`. With low_j the smallest sum of neuron j on the part, and z_j = 1 if it is active at the
    point y of the part,

        Σ z_j ≤ Σ_j z_j + Σ_j λ_j·(a_j·y − low_j − (r_j − low_j)·z_j),

    and the largest value of the right-hand side over y_i, z_j in {0, 1} is below k + 1.

    Raises ValueError if no tree is found in time, or more neurons are active at some point.
    """
    deadline = time.monotonic() + time_limit
    # Σ w_i − 2·Σ w_i·y_i > b iff Σ (−w_i)·y_i ≥ ⌊(b − Σ w_i)/2⌋ + 1.
    a = np.array([[-v for v in neuron.w] for neuron in neurons], dtype=object)
    r = np.array([(neuron.b - sum(neuron.w)) // 2 + 1 for neuron in neurons], dtype=object)
    root: dict[str, Any] = {}
    parts = [(root, np.full(a.shape[1], -1))]
    while parts:
        node, fixed = parts.pop()
        if time.monotonic() > deadline:
            raise ValueError(f"no certificate of k = {k} was found in {time_limit:g} seconds")
        proof, split = _leaf(a, r, fixed, k)
        if proof is not None:
            node.update(proof)
            continue
        node["split"] = split
        for side in (0, 1):
            node[str(side)] = {}
            half = fixed.copy()
            half[split] = side
            parts.append((node[str(side)], half))
    return {"says": _SAYS, "k": k, "a": a.tolist(), "r": r.tolist(), "tree": root}


def _leaf(
    a: np.ndarray, r: np.ndarray, fixed: np.ndarray, k: int
) -> tuple[dict[str, Any] | None, int]:
    """Return the multipliers that prove a part, or else None and the coordinate to split it by."""
    free = np.flatnonzero(fixed < 0)
    base = a @ np.where(fixed > 0, 1, 0).astype(object)
    rows = a[:, free]
    low = base + np.minimum(rows, 0).sum(axis=1)
    high = base + np.maximum(rows, 0).sum(axis=1)
    sure = int((low >= r).sum())
    possible = np.flatnonzero((low < r) & (high >= r))
    if sure + len(possible) <= k:
        return {"unit": 1, "multipliers": {}}, -1
    if sure > k:
        raise ValueError(f"k = {k} is too small: more neurons are active at a point")
    rows, gap = rows[possible], (r - low)[possible]
    rates, y = _multipliers(rows, gap, (base - low)[possible])
    unit = 1 << (_BITS + int(gap.max()).bit_length())
    scaled = [
        (round(rate * 2**_BITS) * unit >> _BITS) // g for rate, g in zip(rates, gap, strict=True)
    ]
    bound = sure * unit + sum(max(0, unit - v * g) for v, g in zip(scaled, gap, strict=True))
    bound += sum(max(0, v) for v in np.array(scaled, dtype=object) @ rows)
    bound += sum(v * d for v, d in zip(scaled, (base - low)[possible], strict=True))
    if bound < (k + 1) * unit:
        named = {str(j): v for j, v in zip(possible.tolist(), scaled, strict=True) if v}
        return {"unit": unit, "multipliers": named}, -1
    doubt = np.minimum(y, 1 - y)
    sizes = np.abs(rows / gap[:, None]).sum(axis=0).astype(np.float64)
    return None, int(free[np.lexsort((sizes, np.round(doubt, 6)))[-1]])


def _multipliers(
    rows: np.ndarray, gap: np.ndarray, spare: np.ndarray
) -> tuple[list[float], np.ndarray]:
    """Return the prices of gap_j·z_j ≤ rows_j·y + spare_j, times gap_j, and the best y.

    Of the linear programme that maximises Σ z_j, in floating point: the proof rests on neither.
    """
    from scipy import optimize  # here, since most reports need no SciPy

    p, f = rows.shape
    matrix = np.hstack([-(rows / gap[:, None]).astype(np.float64), np.eye(p)])
    solution = optimize.linprog(
        np.concatenate([np.zeros(f), -np.ones(p)]),
        A_ub=matrix,
        b_ub=(spare / gap).astype(np.float64),
        bounds=[(0, 1)] * (f + p),
    )
    if solution.x is None or solution.ineqlin.marginals is None:
        return [0.0] * p, np.full(f, 0.5)
    return np.maximum(-solution.ineqlin.marginals, 0).tolist(), solution.x[:f]
