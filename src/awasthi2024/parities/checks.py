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

from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_4
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.quadratic_lift import lift, lifted_parity, square_neurons
from sparseact.randomness import generator

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


@check("subsets", claim="sec4-parity", notebook=True)
def measure_subsets(recorder: Recorder, *, max_m: Annotated[int, Ge(1), Le(12)]) -> None:
    """Check every displayed formula of the construction, for every S and every y.

    m = 1..max_m, all S ⊆ [m] and all y in {±1}^m. One recorder is for all subsets of one size. The
    table has a row per m and size: neurons, norms and biases of both sums.
    """
    for m in range(1, max_m + 1):
        recorder.rows += [compare_subsets(recorder, m, size) for size in range(m + 1)]


def compare_subsets(recorder: Recorder, m: int, size: int) -> dict[str, Any]:
    """Record each formula for all subsets of this size and all y; return the table's row."""
    y = points(m)
    x = lift(y)
    table = pd.DataFrame([_one_subset(subset, y, x) for subset in _subsets(m, size)])
    recorder = recorder.where(m=m, size=size, subsets=len(table))
    _compare_subsets(recorder, table)
    return _subset_row(recorder.instance, table)


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
            int((w * w).sum()) == section_4.parity_squared_norm(len(subset), int(centre))
            for w, centre in zip(restricted, a, strict=True)
        ),
        "norm2": int((restricted**2).sum(axis=1).max()),
        "bias": Fraction(float(np.abs(biases).max())),
        "W2": max(w2, w2_printed),
        "B2": max(b2, b2_printed),
        "W2_corrected": w2,
        "B2_corrected": b2,
    }


def _agreements(x: np.ndarray, w: np.ndarray, b: Any, square: np.ndarray) -> int:
    """Count the points and centres where 2(⟨w, x⟩ − b) is the given integer."""
    return int((2 * (x.astype(np.float64) @ w.T - np.asarray(b)) == square).sum())


def _compare_subsets(recorder: Recorder, table: pd.DataFrame) -> None:
    m, size, subsets = (recorder.instance[key] for key in ("m", "size", "subsets"))
    pairs, formulas = subsets << m, subsets * (2 * m + 1)
    worst = table.max()
    active = max(int(worst["active"]), int(worst["active_printed"]))
    neurons = max(int(worst["neurons"]), int(worst["neurons_printed"]))
    recorder.exact("printed", int(table["changes"].sum()), "==", size * pairs)
    recorder.exact("identity", int(table["identity"].sum()), "==", pairs)
    recorder.exact("corrected", int(table["corrected"].sum()), "==", pairs)
    recorder.exact("weights", int(table["letter"].sum()), "==", formulas << m)
    recorder.exact("weights-corrected", int(table["restricted"].sum()), "==", formulas << m)
    recorder.exact("sparse", active, "<=", 1)
    recorder.exact("size", neurons, "<=", 2 * m)
    recorder.exact("size-exact", int(table["neurons"].sum()), "==", subsets * (size // 2 + 1))
    recorder.exact("norm-exact", int(table["norms"].sum()), "==", formulas)
    recorder.exact("norm-section", int(worst["norm2"]), "<=", section_4.parity_norm(m))
    recorder.exact("bias", worst["bias"], "<=", section_4.parity_bias(m))
    recorder.exact("scale", worst["W2"], "<=", 4 * section_4.parity_norm(m))
    recorder.exact("scale", worst["B2"], "<=", 4 * section_4.parity_bias(m) ** 2)


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
        "W": math.sqrt(worst["W2_corrected"]),
        "B": math.sqrt(worst["B2_corrected"]),
    }


# -------------------------------------------------------------------- norms


@check("norms", claim="sec4-parity")
def measure_norms(
    recorder: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[Annotated[int, Ge(3)]],
    constants: NonEmpty[Positive],
    evaluated: Natural,
    searched: Natural,
    epsilons: NonEmpty[OpenProbability],
) -> None:
    """Compare ‖w‖₂ with the introduction's bound and §4's, and with the smallest possible norm.

    `sizes` are the m of the networks of S = [m]. With each c of `constants` the introduction's O(k)
    is read as ‖w‖₂ ≤ c·m, at m = ⌈c²/4⌉. `evaluated` is the largest m for networks at every y.
    These networks are the economical and the random ones. `searched` is the number of random
    networks for each m. Their neurons depend only on Σ_i y_i. `epsilons` are fractions of the y at
    which the truncated network may be wrong. The table has a row per m and network: W = ‖u‖_∞·max
    ‖w_j‖₂ and B = ‖u‖_∞·max |b_j|, the number of neurons, the fraction of wrong y.
    """
    for c in constants:
        m = -(-c * c // 4)
        w, _ = square_neurons(np.ones(m), [m])
        recorder.where(m=m, c=c).exact("norm-introduction", int((w * w).sum()), "<=", (c * m) ** 2)
    for m in sizes:
        recorder.rows += compare_norms(recorder, m, epsilons)
    for m in range(3, evaluated + 1):
        _compare_value(recorder.where(m=m, network="economical"), economical_parity(m))
        for number in range(searched):
            rng = generator(seed, "parities", "norms", m, number)
            network = random_symmetric_parity(m, rng)
            instance_recorder = recorder.where(m=m, network=f"random {number}")
            _compare_value(instance_recorder, network)
            w2 = network.scale_squared[0]
            instance_recorder.exact("symmetric", w2, ">=", section_4.parity_symmetric(m))


def compare_norms(recorder: Recorder, m: int, epsilons: Sequence[float]) -> list[dict[str, Any]]:
    """Record how small W is for the parity of all m ≥ 3 bits; return the table's rows.

    `epsilons` are the shares of the y at which the truncated networks may be wrong.
    """
    networks = {"corrected": lifted_parity(range(m), m), "economical": economical_parity(m)}
    least = section_4.parity_symmetric(m)
    rows = []
    for name, network in networks.items():
        w2 = network.scale_squared[0]
        recorder.where(m=m, network=name).exact("symmetric", w2, ">=", least)
        rows.append(_norm_row(m, name, network, 0.0))
    if m >= 5:
        w2 = networks["economical"].scale_squared[0]
        recorder.where(m=m).exact("symmetric-attained", w2, "==", least)
    return rows + [_compare_truncated(recorder, m, epsilon) for epsilon in epsilons]


def _compare_value(recorder: Recorder, network: SparseReLUNetwork) -> None:
    """Count the y at which a network has the parity's value with at most one active neuron."""
    require_exact(network)
    m = recorder.instance["m"]
    y = points(m)
    x = lift(y)
    right = (network(x) == parity(y, range(m))) & (network.active(x).sum(axis=1) <= 1)
    recorder.exact("symmetric-value", int(right.sum()), "==", 1 << m)


def _compare_truncated(recorder: Recorder, m: int, epsilon: float) -> dict[str, Any]:
    """Keep the neurons with |a| ≤ √(2m ln(2/ε)): few y have |Σ_i y_i| above that."""
    reach = math.sqrt(2 * m * math.log(2 / epsilon))
    network = economical_parity(m, reach)
    kept = {a for a in range(m, -m - 1, -4) if abs(a) <= reach}
    # The value at t is wrong exactly where a neuron is missing, and C(m, (m − t)/2) y have it.
    wrong = sum(math.comb(m, (m - t) // 2) for t in range(m, -m - 1, -4) if t not in kept)
    share = Fraction(wrong, 1 << m)
    instance_recorder = recorder.where(m=m, epsilon=epsilon)
    instance_recorder.exact("truncated", share, "<=", Fraction(epsilon))
    w2 = float(network.scale_squared[0])
    instance_recorder.closed_form("truncated", w2, "<=", section_4.parity_truncated(m, epsilon))
    return _norm_row(m, f"truncated {epsilon:g}", network, float(share))


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


@check("cube", claim="sec4-parity")
def measure_cube(
    recorder: Recorder,
    *,
    counted: Annotated[int, Ge(1), Le(4)],
    maximised: Annotated[int, Ge(0), Le(5)],
    tabulated: Natural,
) -> None:
    """Count the points of the whole cube {±1}^(m²) at which neurons are active.

    `counted` is the largest m for counts of points with several active neurons. The points are
    enumerated. All S are taken. `maximised` is the largest m for the largest number of active
    neurons. There S = [m]. `tabulated` is the number of the table's rows. Row m is for S = [m]: by
    binomials, the number and the fraction of points with two or more active neurons, and the
    largest number.
    """
    for m in range(1, counted + 1):
        for size in range(m + 1):
            for subset in _subsets(m, size):
                compare_counts(recorder.where(m=m, subset=subset), subset, m)
    for m in range(counted + 1, maximised + 1):
        instance_recorder = recorder.where(m=m, subset=list(range(m)))
        lower, upper = lifted_parity(range(m), m).max_active()
        _compare_off_support(instance_recorder, m, lower if m >= 3 else upper)
    for m in range(1, tabulated + 1):
        several, most = several_active(m, m)
        share = Fraction(several, 1 << m * m)
        recorder.rows.append(
            {"m": m, "several": float(several), "share": float(share), "largest": most}
        )


def compare_counts(recorder: Recorder, subset: Sequence[int], m: int) -> None:
    """Record at how many points of {±1}^(m²) two or more neurons are active, and the most."""
    counts = lifted_parity(subset, m).active_counts()
    expected, _ = several_active(len(subset), m)
    recorder.exact("off-support-count", int((counts >= 2).sum()), "==", expected)
    _compare_off_support(recorder, len(subset), int(counts.max()))


def _compare_off_support(recorder: Recorder, size: int, most: int) -> None:
    relation, right = (">=", 2) if size >= 3 else ("<=", 1)
    recorder.exact("off-support", most, relation, right)


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
