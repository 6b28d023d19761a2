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

from sparseact.comparison import Measurement, Record, compare, compare_rounded
from sparseact.cube import InexactError, points
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import Natural, NonEmpty, OpenProbability, Positive
from sparseact.quadratic_lift import lift, lifted_parity, square_neurons
from sparseact.randomness import generator

CLAIM = "sec4-parity"


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


def squared_norm(size: int, a: int) -> int:
    """Return ‖w_{S,a}‖² = |S|(|S| − 1) + 4a²|S| for the weights restricted to S."""
    return size * (size - 1) + 4 * a * a * size


def norm_bound(m: int) -> int:
    """Return 5m³, which ‖w_{S,a}‖² does not exceed (docs/proofs-parities.md, 4)."""
    return 5 * m**3


def bias_bound(m: int) -> int:
    """Return 2m², which |b_{S,a}| does not exceed (docs/proofs-parities.md, 4)."""
    return 2 * m**2


def symmetric_bound(m: int) -> Fraction:
    """Return the least W² of a network whose neurons depend on Σ_i y_i alone; m ≥ 3.

    With t₀ of largest size among the t ≡ m (mod 4), |t| ≤ m − 2, it is
    m·t₀²/4 + m(m − 1)/16 (docs/proofs-parities.md, 5).
    """
    inner = max(abs(t) for t in range(m - 4, -m + 1, -4))
    return Fraction(m * inner**2, 4) + Fraction(m * (m - 1), 16)


def economical_parity(m: int, reach: float = math.inf) -> SparseReLUNetwork:
    """Return the parity of all m coordinates with neurons 1 − (t − a)²/4 and u = 1.

    They vanish at t = a ± 2, the neighbours of a. At a = ±m, where there is
    one neighbour, the neuron is 1 − (m ∓ t)/2, of weights ½ on the diagonal.
    Only neurons with |a| ≤ `reach` are kept.
    """
    weights, biases = [], []
    for a in (a for a in range(m, -m - 1, -4) if abs(a) <= reach):
        if abs(a) == m:
            weights.append(np.diag(np.full(m, math.copysign(0.5, a))).ravel())
            biases.append(m / 2 - 1)
        else:
            (w,), (b,) = square_neurons(np.ones(m), [a])
            weights.append(w / 4)
            biases.append((b + 0.5) / 4 - 1)
    return SparseReLUNetwork(np.array(weights), np.array(biases), np.ones(len(biases)))


def random_symmetric_parity(m: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return the parity of m coordinates by random concave quadratics of t, one for each a.

    1 + d(t − a) − κ(t − a)² with κ ≥ ¼ and |d| ≤ 2κ − ½ is 1 at a, at most 0 at
    a ± 2 and so, being concave, at most 0 at all other t of the same parity.
    """
    weights, biases = [], []
    for a in range(m, -m - 1, -4):
        curvature = (8 + int(rng.integers(0, 9))) / 32
        slope = int(rng.integers(-8, 9)) / 8 * (2 * curvature - 0.5)
        w = np.full((m, m), -curvature)
        np.fill_diagonal(w, slope + 2 * curvature * a)
        weights.append(w.ravel())
        biases.append(slope * a + curvature * (a * a + m) - 1)
    return SparseReLUNetwork(np.array(weights), np.array(biases), np.ones(len(biases)))


# ------------------------------------------------------------- every subset


def measure_subsets(*, largest: Annotated[int, Ge(1), Le(12)]) -> Measurement:
    """Check every displayed formula of the construction, for every S and every y.

    Parameters
    ----------
    largest : int
        m = 1..largest, all S ⊆ [m] and all y in {±1}^m; at most 12.

    Returns
    -------
    Measurement
        One record stands for the subsets of one size. The table has a row per
        m and size: neurons, norms and biases of both sums.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m in range(1, largest + 1):
        y = points(m)
        x = lift(y)
        for size in range(m + 1):
            found = [_one_subset(subset, y, x) for subset in _subsets(m, size)]
            instance = {"m": m, "size": size, "subsets": len(found)}
            records += _subset_records(instance, pd.DataFrame(found))
            rows.append(_subset_row(instance, pd.DataFrame(found)))
    return Measurement(records, pd.DataFrame(rows))


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
    (w2, b2), (w2_printed, b2_printed) = corrected.scale_squared, as_printed.scale_squared
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
        "norms": sum(
            int((w * w).sum()) == squared_norm(len(subset), int(centre))
            for w, centre in zip(restricted, a, strict=True)
        ),
        "norm2": int((restricted**2).sum(axis=1).max()),
        "bias": Fraction(float(np.abs(biases).max())),
        "W2": max(w2, w2_printed),
        "B2": max(b2, b2_printed),
        "W2_corrected": w2,
        "B2_corrected": b2,
    }


def require_exact(network: SparseReLUNetwork) -> None:
    """Raise InexactError unless the network's values are exact."""
    if not network.is_exact():
        raise InexactError(f"{network} has weights that float64 does not add exactly")


def _agreements(x: np.ndarray, w: np.ndarray, b: Any, square: np.ndarray) -> int:
    """Count the points and centres where 2(⟨w, x⟩ − b) is the given integer."""
    return int((2 * (x.astype(np.float64) @ w.T - np.asarray(b)) == square).sum())


def _subset_records(instance: dict[str, Any], found: pd.DataFrame) -> list[Record]:
    m, size, subsets = instance["m"], instance["size"], instance["subsets"]
    pairs = subsets << m

    def note(statement: str, left: Any, relation: str, right: Any) -> Record:
        return compare(CLAIM, statement, instance, left, relation, right)

    worst = found.max()
    return [
        note("printed", int(found["changes"].sum()), "==", size * pairs),
        note("identity", int(found["identity"].sum()), "==", pairs),
        note("corrected", int(found["corrected"].sum()), "==", pairs),
        note("weights", int(found["letter"].sum()), "==", (2 * m + 1) * pairs),
        note("weights-corrected", int(found["restricted"].sum()), "==", (2 * m + 1) * pairs),
        note("sparse", max(int(worst["active"]), int(worst["active_printed"])), "<=", 1),
        note("size", max(int(worst["neurons"]), int(worst["neurons_printed"])), "<=", 2 * m),
        note("size-exact", int(found["neurons"].sum()), "==", subsets * (size // 2 + 1)),
        note("norm-exact", int(found["norms"].sum()), "==", subsets * (2 * m + 1)),
        note("norm-section", int(worst["norm2"]), "<=", norm_bound(m)),
        note("bias", worst["bias"], "<=", bias_bound(m)),
        note("scale", worst["W2"], "<=", 4 * norm_bound(m)),
        note("scale", worst["B2"], "<=", 4 * bias_bound(m) ** 2),
    ]


def _subset_row(instance: dict[str, Any], found: pd.DataFrame) -> dict[str, Any]:
    worst = found.max()
    return {
        **instance,
        "neurons_printed": int(worst["neurons_printed"]),
        "neurons": int(worst["neurons"]),
        "points": instance["subsets"] << instance["m"],
        "right": int(found["corrected"].sum()),
        "right_printed": int(found["printed_right"].sum()),
        "largest_norm": math.sqrt(worst["norm2"]),
        "largest_bias": float(worst["bias"]),
        "W": math.sqrt(worst["W2_corrected"]),
        "B": math.sqrt(worst["B2_corrected"]),
    }


# -------------------------------------------------------------------- norms


def measure_norms(
    *,
    seed: int,
    sizes: NonEmpty[Annotated[int, Ge(3)]],
    constants: NonEmpty[Positive],
    evaluated: Natural,
    searched: Natural,
    epsilons: NonEmpty[OpenProbability],
) -> Measurement:
    """Check what the introduction and §4 say of ‖w‖₂, and how small it can be made.

    Parameters
    ----------
    seed : int
    sizes : sequence of int
        m of the networks of S = [m], at least 3.
    constants : sequence of int
        The introduction's O(k) is read as ‖w‖₂ ≤ c·m, at m = ⌈c²/4⌉.
    evaluated : int
        Values of the economical and of the random networks are checked at
        every y for m up to this.
    searched : int
        Random networks with neurons that depend on Σ_i y_i alone, for each m
        up to `evaluated`.
    epsilons : sequence of float
        Shares of the y at which the truncated network may be wrong.

    Returns
    -------
    Measurement
        The table has a row per m and network: W = ‖u‖_∞·max ‖w_j‖₂ and
        B = ‖u‖_∞·max |b_j|, the number of neurons, the share of wrong y.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for c in constants:
        m = -(-c * c // 4)
        w, _ = square_neurons(np.ones(m), [m])
        left, right = int((w * w).sum()), (c * m) ** 2
        records.append(compare(CLAIM, "norm-introduction", {"m": m, "c": c}, left, "<=", right))
    for m in sizes:
        networks = {"corrected": lifted_parity(range(m), m), "economical": economical_parity(m)}
        least = symmetric_bound(m)
        for name, network in networks.items():
            instance: dict[str, Any] = {"m": m, "network": name}
            w2 = network.scale_squared[0]
            records.append(compare(CLAIM, "symmetric", instance, w2, ">=", least))
            rows.append(_norm_row(m, name, network, 0.0))
        if m >= 5:
            w2 = networks["economical"].scale_squared[0]
            records.append(compare(CLAIM, "symmetric-attained", {"m": m}, w2, "==", least))
        for epsilon in epsilons:
            more, row = _truncated(m, epsilon)
            records += more
            rows.append(row)
    for m in range(3, evaluated + 1):
        records.append(_value(m, "economical", economical_parity(m)))
        for number in range(searched):
            rng = generator(seed, "parities", "norms", m, number)
            network = random_symmetric_parity(m, rng)
            instance = {"m": m, "network": f"random {number}"}
            records.append(_value(m, f"random {number}", network))
            w2 = network.scale_squared[0]
            records.append(compare(CLAIM, "symmetric", instance, w2, ">=", symmetric_bound(m)))
    return Measurement(records, pd.DataFrame(rows))


def _value(m: int, name: str, network: SparseReLUNetwork) -> Record:
    """Count the y at which a network has the parity's value with at most one active neuron."""
    require_exact(network)
    y = points(m)
    x = lift(y)
    right = (network(x) == parity(y, range(m))) & (network.active(x).sum(axis=1) <= 1)
    instance = {"m": m, "network": name}
    return compare(CLAIM, "symmetric-value", instance, int(right.sum()), "==", 1 << m)


def _truncated(m: int, epsilon: float) -> tuple[list[Record], dict[str, Any]]:
    """Keep the neurons with |a| ≤ √(2m ln(2/ε)): few y have |Σ_i y_i| above that."""
    reach = math.sqrt(2 * m * math.log(2 / epsilon))
    network = economical_parity(m, reach)
    kept = {a for a in range(m, -m - 1, -4) if abs(a) <= reach}
    # The value at t is wrong exactly where a neuron is missing, and C(m, (m − t)/2) y have it.
    wrong = sum(math.comb(m, (m - t) // 2) for t in range(m, -m - 1, -4) if t not in kept)
    share = Fraction(wrong, 1 << m)
    w2 = network.scale_squared[0]
    right = m * m / 16 * (1 + 8 * math.log(2 / epsilon))
    instance = {"m": m, "epsilon": epsilon}
    records = [
        compare(CLAIM, "truncated", instance, share, "<=", Fraction(epsilon)),
        compare_rounded(CLAIM, "truncated", instance, float(w2), "<=", right),
    ]
    return records, _norm_row(m, f"truncated {epsilon:g}", network, float(share))


def _norm_row(m: int, name: str, network: SparseReLUNetwork, wrong: float) -> dict[str, Any]:
    w, b = network.scale
    largest = float(np.sqrt((network.w**2).sum(axis=1).max()))
    return {
        "m": m,
        "network": name,
        "neurons": network.s,
        "W": w,
        "B": b,
        "largest_norm": largest,
        "largest_bias": float(np.abs(network.b).max()),
        "wrong_share": wrong,
    }


# ---------------------------------------------------------- the whole cube


def measure_cube(
    *,
    counted: Annotated[int, Ge(1), Le(4)],
    maximised: Annotated[int, Ge(0), Le(5)],
    tabulated: Natural,
) -> Measurement:
    """Count the points of the whole cube {±1}^(m²) at which neurons are active.

    Parameters
    ----------
    counted : int
        For m up to this, all S: the number of points with two or
        more active neurons, by enumeration of the cube.
    maximised : int
        For m up to this, S = [m]: the largest number of active neurons.
    tabulated : int
        The table goes to this m, by binomials.

    Returns
    -------
    Measurement
        The table has a row per m, for S = [m]: the number and the share of
        points with two or more active neurons, and the largest number.
    """
    records: list[Record] = []
    for m in range(1, counted + 1):
        for size in range(m + 1):
            expected, _ = several_active(size, m)
            for subset in _subsets(m, size):
                instance = {"m": m, "subset": subset}
                counts = lifted_parity(subset, m).active_counts()
                several = int((counts >= 2).sum())
                records.append(
                    compare(CLAIM, "off-support-count", instance, several, "==", expected)
                )
                records.append(_off_support(instance, size, int(counts.max())))
    for m in range(counted + 1, maximised + 1):
        instance = {"m": m, "subset": list(range(m))}
        lower, upper = lifted_parity(range(m), m).max_active()
        records.append(_off_support(instance, m, lower if m >= 3 else upper))
    rows = []
    for m in range(1, tabulated + 1):
        several, most = several_active(m, m)
        share = Fraction(several, 1 << m * m)
        rows.append({"m": m, "several": float(several), "share": float(share), "largest": most})
    return Measurement(records, pd.DataFrame(rows))


def _off_support(instance: dict[str, Any], size: int, most: int) -> Record:
    relation, right = (">=", 2) if size >= 3 else ("<=", 1)
    return compare(CLAIM, "off-support", instance, most, relation, right)


def several_active(size: int, m: int) -> tuple[int, int]:
    """Return how many x in {±1}^(m²) have two or more active neurons, and the most at one x.

    A pre-activation is ½ − (t − a)² + t² − |S| − e, where t adds the |S|
    diagonal entries of S × S and e the |S|(|S| − 1) others.
    """
    off = size * (size - 1)
    several = most = 0
    for i in range(size + 1):
        t = size - 2 * i
        for j in range(off + 1):
            slack = t * t - size - (off - 2 * j)
            # ½ − (t − a)² + slack > 0 in integers.
            active = sum((t - a) ** 2 <= slack for a in range(size, -size - 1, -4))
            most = max(most, active)
            if active >= 2:
                several += math.comb(size, i) * math.comb(off, j)
    return several << (m * m - size * size), most
