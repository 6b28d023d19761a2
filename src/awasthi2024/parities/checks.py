"""§4, Hardness Under Arbitrary Distributions: parities through the quadratic lift.

S is a subset of the m coordinates of y, and t = Σ_{i∈S} y_i. All comparisons
are of integers or dyadic numbers; every network is tested for exactness first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import lift, lifted_parity, square_neurons
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points

# ------------------------------------------------------ formulas of the paper


def printed_character(y: np.ndarray, subset: Sequence[int]) -> np.ndarray:
    """Return χ_S(y) as §4 defines it: whether Σ_{i∈S} y_i is even; y (…, m), bool (…)."""
    return y[..., list(subset)].sum(axis=-1, dtype=np.int64) % 2 == 0


def parity(y: np.ndarray, subset: Sequence[int]) -> np.ndarray:
    """Return whether the number of −1s among the y_i, i ∈ S, is even; y (…, m), bool (…)."""
    return (y[..., list(subset)] == -1).sum(axis=-1) % 2 == 0


def printed_weights(subset: Sequence[int], m: int, a: int) -> tuple[np.ndarray, float]:
    """Return w_{S,a} and b_{S,a} to the letter of §4: w does not depend on S."""
    w = np.full((m, m), -1.0)
    np.fill_diagonal(w, 2.0 * a)
    return w.ravel(), len(subset) + a**2 - 0.5


# ------------------------------------------------------------- every subset


@check("sec4-parity")
def subsets(at: Recorder, *, max_m: Annotated[int, Ge(1), Le(12)]) -> None:
    """Check every displayed formula of the construction, for every S and every y.

    m = 1..max_m, all S ⊆ [m] and all y in {±1}^m. One recorder is for all subsets of one size. The
    table has a row per m and size: neurons, norms and biases of both sums.
    """
    for m in range(1, max_m + 1):
        at.rows += [compare_subsets(at, m, size) for size in range(m + 1)]


def compare_subsets(at: Recorder, m: int, size: int) -> dict[str, Any]:
    """Record each formula for all subsets of this size and all y; return the table's row."""
    y = points(m)
    x = lift(y)
    table = pd.DataFrame([_one_subset(subset, y, x) for subset in _subsets(m, size)])
    at = at(m=m, size=size, subsets=len(table))
    _compare_subsets(at, table)
    return _subset_row(at.instance, table)


def _subsets(m: int, size: int) -> Iterator[list[int]]:
    for mask in range(1 << m):
        if mask.bit_count() == size:
            yield [i for i in range(m) if mask >> i & 1]


def _one_subset(subset: Sequence[int], y: np.ndarray, x: np.ndarray) -> dict[str, Any]:
    """Evaluate each formula at all points; counts are of the points where it is right."""
    m = y.shape[1]
    index = np.arange(len(y))
    t = y[:, list(subset)].sum(axis=1, dtype=np.int64)
    printed = printed_character(y, subset)
    as_printed, corrected = lifted_parity(subset, m, as_printed=True), lifted_parity(subset, m)
    for network in (as_printed, corrected):
        require_exact(network)
    a = np.arange(-m, m + 1)
    # Twice ½ − (t − a)², so that all is in integers.
    square = 1 - 2 * (t[:, None] - a) ** 2
    letter = [printed_weights(subset, m, int(centre)) for centre in a]
    indicator = np.isin(np.arange(m), subset)
    restricted, biases = square_neurons(indicator, a)
    w2, b2 = corrected.scale_squared
    return {
        "changes": sum(int((printed != printed[index ^ (1 << i)]).sum()) for i in subset),
        "identity": int((as_printed(x) == printed).sum()),
        "corrected": int((corrected(x) == parity(y, subset)).sum()),
        "printed_right": int((as_printed(x) == parity(y, subset)).sum()),
        "letter": _agreements(x, np.array([w for w, _ in letter]), [b for _, b in letter], square),
        "restricted": _agreements(x, restricted, biases, square),
        "active_printed": as_printed.max_active(x)[1],
        "active": corrected.max_active(x)[1],
        "neurons_printed": as_printed.s,
        "neurons": corrected.s,
        "norm2": int((restricted**2).sum(axis=1).max()),
        "bias": Fraction(float(np.abs(biases).max())),
        "W2": w2,
        "B2": b2,
    }


def _agreements(x: np.ndarray, w: np.ndarray, b: Any, square: np.ndarray) -> int:
    """Count the points and centres where 2(⟨w, x⟩ − b) is the given integer."""
    return int((2 * (x.astype(np.float64) @ w.T - np.asarray(b)) == square).sum())


def _compare_subsets(at: Recorder, table: pd.DataFrame) -> None:
    m, size, subsets = (at[key] for key in ("m", "size", "subsets"))
    pairs, formulas = subsets << m, subsets * (2 * m + 1)
    worst = table.max()
    active = max(int(worst["active"]), int(worst["active_printed"]))
    neurons = max(int(worst["neurons"]), int(worst["neurons_printed"]))
    at.compare("printed", int(table["changes"].sum()), "==", size * pairs)
    at.compare("identity", int(table["identity"].sum()), "==", pairs)
    at.compare("corrected", int(table["corrected"].sum()), "==", pairs)
    at.compare("weights", int(table["letter"].sum()), "==", formulas << m)
    at.compare("weights-corrected", int(table["restricted"].sum()), "==", formulas << m)
    at.compare("sparse", active, "<=", 1)
    at.compare("size", neurons, "<=", 2 * m)
    at.compare("norm-section", int(worst["norm2"]), "<=", section_4.parity_norm(m))
    at.compare("bias", worst["bias"], "<=", section_4.parity_bias(m))


def _subset_row(instance: dict[str, Any], table: pd.DataFrame) -> dict[str, Any]:
    worst = table.max()
    return {
        **instance,
        "neurons_printed": int(worst["neurons_printed"]),
        "neurons": int(worst["neurons"]),
        "points": instance["subsets"] << instance["m"],
        "right": int(table["corrected"].sum()),
        "right_printed": int(table["printed_right"].sum()),
        "largest_norm": math.sqrt(worst["norm2"]),
        "largest_bias": float(worst["bias"]),
        "W": math.sqrt(worst["W2"]),
        "B": math.sqrt(worst["B2"]),
    }


# -------------------------------------------------------------------- norms


@check("sec4-parity")
def norms(
    at: Recorder,
    *,
    sizes: NonEmpty[Annotated[int, Ge(3)]],
    constants: NonEmpty[Positive],
) -> None:
    """Compare ‖w‖₂ with the introduction's bound, and tabulate the scale of the corrected network.

    With each c of `constants` the introduction's O(k) is read as ‖w‖₂ ≤ c·m, at m = ⌈c²/4⌉. The
    table has a row for each m of `sizes`, with S = [m].
    """
    for c in constants:
        m = -(-c * c // 4)
        w, _ = square_neurons(np.ones(m), [m])
        at(m=m, c=c).compare("norm-introduction", int((w * w).sum()), "<=", (c * m) ** 2)
    at.rows += [_norm_row(m) for m in sizes]


def _norm_row(m: int) -> dict[str, Any]:
    network = lifted_parity(range(m), m)
    w, b = network.scale
    return {
        "m": m,
        "neurons": network.s,
        "W": w,
        "B": b,
        "largest_norm": float(np.sqrt((network.w**2).sum(axis=1).max())),
        "largest_bias": float(np.abs(network.b).max()),
    }
