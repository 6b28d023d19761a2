"""Lemma 9 line by line, Theorem A, and sparsity on average (Remark 11).

Every quantity of Lemma 9's proof is an average over the cube, so for networks
with dyadic weights both sides of each displayed line are fractions, or
fractions against a closed form with logarithms and roots.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.bounds import Root
from sparseact.comparison import Measurement, Record, compare, compare_rounded
from sparseact.cube import points
from sparseact.instances import Instance
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import Natural, NetworkShape, NonEmpty, NonNegative, Peak, Positive
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

# ------------------------------------------------------------ ingredients


class Activity(NamedTuple):
    """Moments of |R_x| over the cube: E|R_x|, E|R_x|² and Pr[|R_x| > k]."""

    mean: Fraction
    mean_square: Fraction
    beyond: Fraction


def activity(network: SparseReLUNetwork, k: int) -> Activity:
    """Return the moments of |R_x|, exactly, from all points of the cube."""
    counts = np.bincount(network.active_counts())
    total = int(counts.sum())
    return Activity(
        Fraction(sum(a * int(c) for a, c in enumerate(counts)), total),
        Fraction(sum(a * a * int(c) for a, c in enumerate(counts)), total),
        Fraction(int(counts[k + 1 :].sum()), total),
    )


class Terms(NamedTuple):
    """Both sides of every displayed line of Lemma 9's proof, as fractions.

    Attributes
    ----------
    average_sensitivity : Fraction
        AS(h), from the differences of h.
    u, v : Fraction
        The terms (U) and (V).
    u_affine : Fraction
        (U) with ℓ_{R_x} in place of h.
    u_weights : Fraction
        E ‖w^{R_x}‖² over the pairs of (U): Σ_i E (w_i^{R_x})²·1{R_x = R_{x^i}}.
    weights : Fraction
        E ‖w^{R_x}‖².
    affine_gap : Fraction
        max_x |h(x) − ℓ_{R_x}(x)|.
    norm, bias : Fraction
        max_x of ‖w^{R_x}‖²/|R_x|² and of (b^{R_x})²/|R_x|² over R_x ≠ ∅, 0 if there is none.
    v_halves, v_symmetric : Fraction
        Σ_i E ½(h(x)² + h(x^i)²)·1{R_x ≠ R_{x^i}}, and with h(x)² alone.
    changes : Fraction
        Pr_{x,i}[R_x ≠ R_{x^i}].
    gate_changes : Fraction
        (1/n) Σ_j Σ_i Pr[g_j(x) ≠ g_j(x^i)].
    gate_sensitivities : Fraction
        Σ_j AS(g_j), from the spectra's module.
    means : tuple of Fraction
        p_j = E g_j.
    largest : Fraction
        max_x |ℓ_{R_x}(x)|.
    """

    average_sensitivity: Fraction
    u: Fraction
    v: Fraction
    u_affine: Fraction
    u_weights: Fraction
    weights: Fraction
    affine_gap: Fraction
    norm: Fraction
    bias: Fraction
    v_halves: Fraction
    v_symmetric: Fraction
    changes: Fraction
    gate_changes: Fraction
    gate_sensitivities: Fraction
    means: tuple[Fraction, ...]
    largest: Fraction


def _unit(network: SparseReLUNetwork) -> int:
    """Return the power of two that makes every u_j·w_ji and u_j·b_j a whole number."""
    numbers = np.column_stack([network.w, network.b]) * network.u[:, None]
    return max(v.as_integer_ratio()[1] for v in numbers.ravel().tolist())


def terms(network: SparseReLUNetwork) -> Terms:
    """Evaluate Lemma 9's proof on a network with dyadic weights, over the whole cube.

    Raises
    ------
    ValueError
        If the sums would leave the integers that are exact, or n > 16.
    """
    if network.n > 16:
        raise ValueError(f"n = {network.n}: the proof's lines are evaluated for n up to 16")
    if not network.is_exact():
        raise ValueError("the network is not exact in float64, so its lines cannot be compared")
    x = points(network.n).astype(np.int64)
    size, n = x.shape
    active = network.active(x).astype(np.int64)
    numbers = np.column_stack([network.w * network.u[:, None], network.b * network.u])
    unit = _unit(network)
    whole = (numbers * unit).astype(np.int64)
    if (np.abs(numbers).sum() * unit) ** 2 * size * n >= 2.0**62:
        raise ValueError("the weights have too many bits for sums in int64")

    # h on the cube is another route (the library's kernel) than ℓ (these integers).
    h = (network.values() * unit).astype(np.int64)
    weights = active @ whole[:, :-1]
    biases = active @ whole[:, -1]
    affine = (weights * x).sum(axis=1) - biases
    count = active.sum(axis=1)
    norms = (weights**2).sum(axis=1)

    index = np.arange(size)
    u = v = u_affine = u_weights = v_halves = v_symmetric = changed = gates = 0
    for i in range(n):
        other = index ^ (1 << i)
        flipped = active != active[other]
        differs = flipped.any(axis=1)
        square = (h - h[other]) ** 2
        u += int(square[~differs].sum())
        v += int(square[differs].sum())
        opposite = affine - 2 * weights[:, i] * x[:, i]  # ℓ_{R_x}(x^{⊕i})
        u_affine += int(((affine - opposite)[~differs] ** 2).sum())
        u_weights += int((weights[~differs, i] ** 2).sum())
        v_halves += int((h**2 + h[other] ** 2)[differs].sum())
        v_symmetric += int((h[differs] ** 2).sum())
        changed += int(differs.sum())
        gates += int(flipped.sum())

    def mean(total: int, squared: bool = True) -> Fraction:
        return Fraction(total, size * (unit * unit if squared else 1))

    def largest(squares: np.ndarray) -> Fraction:
        """Return max_x squares(x)/(unit·|R_x|)², over the x with an active neuron."""
        best = {c: int(squares[count == c].max()) for c in set(count.tolist()) - {0}}
        return max((Fraction(top, (unit * c) ** 2) for c, top in best.items()), default=Fraction(0))

    return Terms(
        average_sensitivity=average_sensitivity_exact(network.values()),
        u=mean(u) / 4,
        v=mean(v) / 4,
        u_affine=mean(u_affine) / 4,
        u_weights=mean(u_weights),
        weights=mean(int(norms.sum())),
        affine_gap=Fraction(int(np.abs(h - affine).max()), unit),
        norm=largest(norms),
        bias=largest(biases**2),
        v_halves=mean(v_halves) / 2,
        v_symmetric=mean(v_symmetric),
        changes=mean(changed, False) / n,
        gate_changes=mean(gates, False) / n,
        gate_sensitivities=sum(
            (average_sensitivity_exact(gate.astype(float)) for gate in active.T), Fraction(0)
        ),
        means=tuple(Fraction(int(total), size) for total in active.sum(axis=0)),
        largest=Fraction(int(np.abs(affine).max()), unit),
    )


# ------------------------------------------------------------- the lemma


def measure_networks(*, networks: Sequence[Instance]) -> Measurement:
    """Check Lemma 9 and Theorem A on networks, AS exactly.

    Parameters
    ----------
    networks : sequence of Instance

    Returns
    -------
    Measurement
        The table has a row per network: AS, both bounds, and the tightness.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for instance in networks:
        new, row = _lemma(instance)
        records += new
        rows.append(row)
    return Measurement(records, pd.DataFrame(rows))


def _lemma(instance: Instance) -> tuple[list[Record], dict[str, Any]]:
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    wide, narrow = network.scale_squared
    W, B = Root(wide), Root(narrow)
    where = {"family": instance.family, **instance.parameters, "n": n, "s": s, "k": k}
    left = average_sensitivity_exact(network.values())
    moments = activity(network, k)
    printed = bounds.lemma_9(n, s, k, W, B, constant=bounds.lemma_9_constant)
    sharp = bounds.theorem_a(k, W)
    average = bounds.theorem_a_average(W, moments.mean_square)
    records = [
        # At n = s = 1 the right side is 0 whatever the constant.
        compare_rounded("lemma-9", "printed", where, left, "<=", printed)
        if printed
        else compare("lemma-9", "printed", where, left, "<=", 0),
        compare("lemma-9", "sharp", where, left, "<=", sharp),
        compare("lemma-9", "sharp-average", where, left, "<=", average),
    ]
    if n * s >= 2:
        records.append(compare_rounded("lemma-9", "corrected", where, left, "<=", printed))
    if instance.family == "extremal":
        delta = Fraction(instance.parameters["delta"])
        share = (2 - delta) ** 2 / 4
        records.append(compare("lemma-9", "attained", where, left, "==", share * sharp))
    row = {
        **where,
        "W": float(W),
        "B": float(B),
        "average_sensitivity": float(left),
        "lemma_9": bounds.lemma_9(n, s, k, W, B),
        "theorem_a": float(sharp),
        "theorem_a_average": float(average),
        "tightness": float(left / sharp) if sharp else 0.0,
        "mean_active": float(moments.mean),
    }
    return records, row


# -------------------------------------------------------------- the proof


def measure_proof(
    *, networks: Sequence[Instance], largest: Natural, constants: NonEmpty[NonNegative]
) -> Measurement:
    """Check every displayed line of Lemma 9's proof, both sides, network by network.

    Parameters
    ----------
    networks : sequence of Instance
    largest : int
        Only networks with n·s·2^n up to 2^largest are taken.
    constants : sequence of float
        Values of the proof's c at which lines that hold for large c are read.

    Returns
    -------
    Measurement
        The table has a row per network and line: both sides and their ratio.
    """
    records: list[Record] = []
    for instance in networks:
        network = instance.network
        if network.n <= 16 and (network.n * network.s) << network.n <= 1 << largest:
            records += _proof(instance, constants)
    return Measurement(records, _sides(records))


def _sides(records: Sequence[Record]) -> pd.DataFrame:
    rows = []
    for record in records:
        left, right = (float(Fraction(side)) for side in (record.left, record.right))
        rows.append(
            {
                "statement": record.statement,
                "family": record.instance["family"],
                "n": record.instance["n"],
                "s": record.instance["s"],
                "k": record.instance["k"],
                "left": left,
                "right": right,
                "holds": record.holds,
            }
        )
    return pd.DataFrame(rows)


def _proof(instance: Instance, constants: Sequence[float]) -> list[Record]:
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    wide, narrow = network.scale_squared
    W, B = Root(wide), Root(narrow)
    where = {"family": instance.family, **instance.parameters, "n": n, "s": s, "k": k}
    t = terms(network)

    def exact(statement: str, left: Any, relation: str, right: Any) -> Record:
        return compare("lemma-9", statement, where, left, relation, right)

    def rounded(statement: str, left: Any, right: Any) -> Record:
        return compare_rounded("lemma-9", statement, where, left, "<=", right)

    gates = sum(bounds.lemma_6(n, p) for p in t.means if p)  # Σ p_j√(n ln(1/p_j))
    return [
        exact("step-affine", t.affine_gap, "==", 0),
        exact("step-norms", t.norm, "<=", wide),
        exact("step-norms", t.bias, "<=", narrow),
        exact("step-split", t.average_sensitivity, "==", t.u + t.v),
        exact("step-u-affine", t.u, "==", t.u_affine),
        exact("step-u-weights", t.u_affine, "<=", t.weights / 4),
        exact("step-u-printed", t.u, "<=", bounds.lemma_9_step_u_printed(k, W)),
        exact("step-u-identity", t.u, "==", t.u_weights),
        exact("step-u-corrected", t.u_weights, "<=", t.weights),
        exact("step-u-corrected", t.weights, "<=", bounds.lemma_9_step_u(k, W)),
        exact("step-v-square", t.v, "<=", t.v_halves),
        exact("step-v-symmetry", t.v_halves, "==", t.v_symmetric),
        exact("step-pr-union", t.changes, "<=", t.gate_changes),
        exact("step-pr-sensitivity", t.gate_changes, "==", t.gate_sensitivities / n),
        exact("step-pr-corrected", t.gate_changes, "==", 4 * t.gate_sensitivities / n),
        exact("step-means", sum(t.means), "<=", k),
        rounded("step-lemma-6", t.gate_sensitivities, gates),
        rounded("step-pr-printed", t.changes, gates / n),
        rounded("step-halfspaces", t.changes, 2 * math.sqrt(2) * gates / n),
        *_concavity(t, n, s, k, where),
        rounded("step-changes-printed", t.changes, bounds.lemma_9_step_pr_printed(n, s, k)),
        rounded("step-changes-corrected", t.changes, bounds.lemma_9_step_pr(n, s, k)),
        exact("step-largest", t.largest**2, "<=", _sup_square(n, k, wide, narrow)),
        rounded(
            "route", t.average_sensitivity,
            float(bounds.lemma_9_step_u(k, W)) + _last_line(n, s, k, W, B),
        ),
        *_tail(instance, t, where, constants),
    ]  # fmt: skip


def _concavity(t: Terms, n: int, s: int, k: int, where: Mapping[str, Any]) -> list[Record]:
    """Check Σ p_j√ln(1/p_j) ≤ k√ln(s/k), as printed, and with √max(ln(s/k), ½)."""
    names = "step-concavity-printed", "step-concavity-corrected"
    if set(t.means) == {Fraction(k, s)} and s > k:
        # Both sides have the root √ln(s/k), so that their factors decide, exactly.
        return [compare("lemma-9", name, where, sum(t.means), "<=", k) for name in names]
    left = sum(bounds.lemma_6(n, p) for p in t.means if p) / n
    printed = bounds.lemma_9_step_pr_printed(n, s, k)
    corrected = bounds.lemma_9_step_pr(n, s, k) / (2 * math.sqrt(2))
    return [
        compare_rounded("lemma-9", name, where, left, "<=", right)
        for name, right in zip(names, (printed, corrected), strict=True)
    ]


def _last_line(n: int, s: int, k: int, W: Root | int, B: Root | int) -> float:
    """Return 60k³√(n ln(es/k))·(W² ln(2ns) + B²), which bounds the line above the last.

    docs/proofs-average_sensitivity.md, "The last line".
    """
    root = math.sqrt(n * (1 + math.log(s / k)))
    return 60 * k**3 * root * (float(W**2) * math.log(2 * n * s) + float(B**2))


def _sup_square(n: int, k: int, wide: Fraction, narrow: Fraction) -> Fraction:
    """Return a rational number at most (kW√n + kB)², and within 1e-15 of it.

    The cross term 2WB√n is rounded down, so that an inequality against this
    number implies the one against the square.
    """
    cross = wide * narrow * n
    scale = 1 << 60
    root = Fraction(math.isqrt(cross.numerator * scale**2 // cross.denominator), scale)
    return k * k * (wide * n + narrow + 2 * root)


def tail_probability(
    network: SparseReLUNetwork, threshold: float, *, strict: bool = False
) -> Fraction:
    """Return Pr_x[|h(x)| ≥ threshold], or > if `strict`, exactly for that float threshold."""
    values = np.abs(network.values())
    beyond = values > threshold if strict else values >= threshold
    return Fraction(int(beyond.sum()), len(values))


def _tail(
    instance: Instance, t: Terms, where: Mapping[str, Any], constants: Sequence[float]
) -> list[Record]:
    """Check the lines with Hoeffding's bound, and those that put (V) together."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    wide, narrow = network.scale_squared
    W, B = Root(wide), Root(narrow)
    rare = Fraction(1, (n * s) ** 4)
    sets = sum(math.comb(s, size) for size in range(1, k + 1))
    threshold = bounds.lemma_9_step_tail_threshold(n, s, k, W, B)
    records = [
        compare("lemma-9", "step-union-count", where, sets, "<=", n**k),
        compare_rounded(
            "lemma-9", "step-v-corrected", where, t.v, "<=", bounds.lemma_9_step_v(n, s, k, W, B)
        ),
    ]
    # A threshold above every |h| says nothing: not recorded (`measure_tail` has large n).
    reach = bounds.sup_norm(n, k, W, B)
    if threshold <= reach:
        # Where W = 0 the threshold is kB, exact; else the probability at a
        # slightly smaller one can only be larger.
        probability = (
            tail_probability(network, threshold * (1 - 1e-12))
            if wide
            else tail_probability(network, threshold, strict=True)
        )
        records.append(compare("lemma-9", "step-tail-corrected", where, probability, "<=", rare))
    for c in constants:
        at = {**where, "c": c}
        exponent = c * c * math.log(n**k * s) / 2
        union = 2 * float(n) ** k * math.exp(-exponent)
        records.append(
            compare_rounded("lemma-9", "step-union-printed", at, union, "<=", rare)
            if exponent
            else compare("lemma-9", "step-union-printed", at, 2, "<=", rare)
        )
        level = bounds.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=c)
        if level <= reach:
            # Without its root, where W = 0 or ns = 1, the threshold kB is exact.
            slack = 1e-12 if wide and n * s > 1 else 0.0
            least, most = (tail_probability(network, level * (1 + e)) for e in (slack, -slack))
            records.append(
                compare(
                    "lemma-9", "step-tail-printed", at,
                    least, "<=", rare, error=most - least or None,
                )
            )  # fmt: skip
        printed = _v_printed(n, s, k, W, B, c)
        # At n = s = 1 every logarithm is 0 and what is left is exact.
        error = 1e-12 * _v_magnitude(n, s, k, W, B, c) if n * s > 1 else None
        records.append(compare("lemma-9", "step-v-printed", at, t.v, "<=", printed, error=error))
    return records


def _v_printed(n: int, s: int, k: int, W: Root, B: Root, c: float) -> float:
    """Return the printed bound on (V), with its k√ln(s/k)/√n and its c."""
    rare = float(bounds.lemma_9_step_tail_probability(n, s))
    typical = bounds.lemma_9_step_pr_printed(n, s, k) - rare
    threshold = bounds.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=c)
    return n * (typical * threshold**2 + rare * bounds.sup_norm(n, k, W, B) ** 2)


def _v_magnitude(n: int, s: int, k: int, W: Root, B: Root, c: float) -> float:
    """Return the sum of the terms' sizes, to which the rounding is relative."""
    rare = float(bounds.lemma_9_step_tail_probability(n, s))
    typical = bounds.lemma_9_step_pr_printed(n, s, k) + rare
    threshold = bounds.lemma_9_step_tail_threshold_printed(n, s, k, W, B, constant=c)
    return n * (typical * threshold**2 + rare * bounds.sup_norm(n, k, W, B) ** 2)


def measure_last_line(*, sizes: NonEmpty[Natural], constant: NonNegative) -> Measurement:
    """Check whether the last line of (V) follows from the one above it.

    With k = 1, s = n, the proof's c = 1, and either W or B zero, so that each
    of the two terms stands alone. The printed last line drops √ln(s/k) from
    the first term and √n from the second, so no constant closes the step.

    Parameters
    ----------
    sizes : sequence of int
        Exponents e: n = s = 2^e.
    constant : float
        The factor between the lines that is allowed to hide in the O(·).

    Returns
    -------
    Measurement
        The table has a row per size and term: the line above, both last lines.
    """
    records, rows = [], []
    for e in sizes:
        n = s = 1 << e
        for term, wide, narrow in (("weights", 1, 0), ("biases", 0, 1)):
            W, B = Root(wide), Root(narrow)
            at = {"family": term, "n": n, "s": s, "k": 1}
            above = _v_printed(n, s, 1, W, B, 1)
            below = constant * bounds.lemma_9(n, s, 1, W, B)
            error = 1e-12 * (_v_magnitude(n, s, 1, W, B, 1) + below)
            proved = bounds.lemma_9_step_v(n, s, 1, W, B)
            kept = _last_line(n, s, 1, W, B)
            records += [
                compare("lemma-9", "step-last-printed", at, above, "<=", below, error=error),
                compare_rounded("lemma-9", "step-last-corrected", at, proved, "<=", kept),
            ]
            rows.append(
                {"n": n, "term": term, "above": above, "below": below / constant,
                 "above_corrected": proved, "below_corrected": kept}
            )  # fmt: skip
    return Measurement(records, pd.DataFrame(rows))


# ---------------------------------------------------- tails in high dimension


def sum_tail(n: int, level: float) -> Fraction:
    """Return Pr[x_1 + … + x_n ≥ level], exactly for that float level."""
    term = total = 1 if n >= level else 0
    minus = 0
    while term and n - 2 * (minus + 1) >= level and minus < n:
        minus += 1
        term = term * (n - minus + 1) // minus  # C(n, minus)
        total += term
    return Fraction(total, 2**n)


def measure_tail(
    *,
    dimensions: NonEmpty[Positive],
    constants: NonEmpty[NonNegative],
    union_constants: NonEmpty[NonNegative],
    largest: Natural,
) -> Measurement:
    """Check the tail's lines where n is large, so that the thresholds are within reach.

    The tails of σ(x_1 + … + x_n + n), affine, with s = k = 1, W = √n and
    B = n, are binomial sums. For the union line, the networks have k = 1,
    random signs as weights, s = n² and b_j = n, so that no neuron is ever
    active. For each x the s products ⟨w_j, x⟩ are independent over the draw of
    the weights, so that some network has at least the mean probability
    1 − (1 − q)^s ≥ sq − s²q²/2, q = Pr[|x_1 + … + x_n| > c√(n ln(ns))].

    Parameters
    ----------
    dimensions : sequence of int
    constants : sequence of float
        As in `measure_proof`.
    union_constants : sequence of float
        Values of c for the union line.
    largest : int
        The union line is tried at n = 8, 16, …, 2^largest, up to its first failure.

    Returns
    -------
    Measurement
        The table has a row per record: both sides.
    """
    records = []
    for n in dimensions:
        where = {"family": "sum", "n": n, "s": 1, "k": 1}
        rare = Fraction(1, n**4)
        W, B = Root(n), Root(n * n)
        # |h| > t means x_1 + … + x_n > t − n; a level slightly lower is on the safe side.
        t = bounds.lemma_9_step_tail_threshold(n, 1, 1, W, B)
        left = sum_tail(n, t * (1 - 1e-12) - n)
        records.append(compare("lemma-9", "step-tail-corrected", where, left, "<=", rare))
        # For one neuron the union over neurons is Pr[|x_1 + … + x_n| > t − kB].
        bare = bounds.lemma_9_step_tail_threshold(n, 1, 1, W, 0)
        left = 2 * sum_tail(n, bare * (1 - 1e-12))
        one = Fraction(2, (2 * n) ** 5)
        records.append(compare("lemma-9", "step-union-corrected", where, left, "<=", one))
        for c in constants:
            t = bounds.lemma_9_step_tail_threshold_printed(n, 1, 1, W, B, constant=c)
            if t > 2 * n:  # beyond every value
                continue
            left = sum_tail(n, t * (1 - 1e-12) - n)
            at = {**where, "c": c}
            records.append(compare("lemma-9", "step-tail-printed", at, left, "<=", rare))
    for c in union_constants:
        records += _random_unions(c, largest)
    return Measurement(records, _sides(records))


def _random_unions(c: float, largest: int) -> list[Record]:
    """Return the union line's records for that c, up to its first failure."""
    records: list[Record] = []
    for n in (2**e for e in range(3, largest + 1)):
        s = n * n
        q = 2 * sum_tail(n, c * math.sqrt(n * math.log(n * s)) * (1 + 1e-12))
        least = s * q - Fraction(s * s, 2) * q * q
        if least <= 0:  # the estimate says nothing
            continue
        # Both sides over exp(−c² ln(ns)/2), which floats need not hold.
        log = math.log(least.numerator) - math.log(least.denominator)
        left = math.exp(log + c * c / 2 * math.log(n * s))
        at = {"family": "signs", "n": n, "s": s, "k": 1, "c": c}
        records.append(
            compare_rounded("lemma-9", "step-union-line", at, left, "<=", 2 * n, relative=1e-9)
        )
        if left > 2 * n:
            break
    # What holds says nothing, as the left side is only a lower bound on the largest.
    return records[-1:] if records and not records[-1].holds else []


# ----------------------------------------------------- networks by name


def measure_examples(*, constants: NonEmpty[NonNegative]) -> Measurement:
    """Check Lemma 9 and its proof on the explicit networks that show its faults.

    Two neurons that need the best constant; three gates that lie beyond the
    maximum of p√ln(1/p) although k < s; σ(x_1 + x_2), at which (V) exceeds its
    bound for every c; and the 16 sign vectors of dimension 5 up to sign, at
    which the union line fails.

    Parameters
    ----------
    constants : sequence of float
        As in `measure_proof`.

    Returns
    -------
    Measurement
        The table has a row per record: both sides.
    """
    records: list[Record] = []
    examples = [two_neurons(53 / 64), three_gates(), SparseReLUNetwork([[1, 1]], [0], [1])]
    for network in examples:
        k = int(network.active_counts().max())
        parameters = {"n": network.n, "s": network.s, "h": _formula(network)}
        instance = Instance("", "example", parameters, network, k)
        records += _lemma(instance)[0] + _proof(instance, constants)
    records += [_best_constant(examples[0]), _every_c(examples[2]), _sign_vectors(5, 1.05)]
    return Measurement(records, _sides(records))


def two_neurons(bias: float) -> SparseReLUNetwork:
    """Return σ(x + β) − σ(−x + β) on one bit, which is (1 + β)x for β ≤ 1: s = 2, k = 1."""
    return SparseReLUNetwork([[1], [-1]], [-bias, -bias], [1, -1])


def three_gates() -> SparseReLUNetwork:
    """Return a network with n = s = 3, k = 2 and all means 5/8 > e^(−1/2)."""
    return SparseReLUNetwork([[-2, -1, -1], [-1, -1, 2], [2, 1, -1]], [-1, -1, -1], [1, 1, 1])


def _best_constant(network: SparseReLUNetwork) -> Record:
    """Compare AS with Lemma 9's bound, its constant smaller by 1 in 10⁵."""
    n, s = network.n, network.s
    W, B = (Root(square) for square in network.scale_squared)
    left = average_sensitivity_exact(network.values())
    right = bounds.lemma_9(n, s, 1, W, B, constant=(1 - 1e-5) * bounds.lemma_9_constant)
    at = {"family": "example", "n": n, "s": s, "k": 1, "h": _formula(network)}
    return compare_rounded("lemma-9", "best-constant", at, left, ">=", right)


def _every_c(network: SparseReLUNetwork) -> Record:
    """Compare (V) with its printed bound at k = s and c = 0, where that is largest."""
    n, s = network.n, network.s
    wide, narrow = network.scale_squared
    # At k = s the first term is −(ns)^−4(…)² ≤ 0; (a + b)² ≤ 2a² + 2b² bounds the second.
    second = n * Fraction(s * s * (n * wide if not narrow else 2 * n * wide + 2 * narrow))
    at = {"family": "example", "n": n, "s": s, "k": s, "c": "every", "h": _formula(network)}
    left = terms(network).v
    return compare("lemma-9", "step-v-printed", at, left, "<=", second / (n * s) ** 4)


def _sign_vectors(n: int, c: float) -> Record:
    """Compare both sides of the union line where w_j is one of each pair ±α, α ∈ {±1}^n.

    With b_j = n − 2 one neuron is active at x or at −x, and none at the other: k = 1.
    """
    signs = points(n)[: 2 ** (n - 1)].astype(float)
    s = len(signs)
    network = SparseReLUNetwork(signs, np.full(s, n - 2.0), np.ones(s))
    # t − |b_j| = cW√ln(ns) is the same for all, W = √n.
    level = c * math.sqrt(n * math.log(n * s))
    left = union_probability(network, level)
    right = 2 * n * (n * s) ** (-c * c / 2)
    at = {"family": "signs", "n": n, "s": s, "k": 1, "c": c}
    return compare_rounded("lemma-9", "step-union-line", at, left, "<=", right)


def union_probability(network: SparseReLUNetwork, level: float) -> Fraction:
    """Return Pr_x[some |u_j⟨w_j, x⟩| > level], the union over single neurons."""
    products = points(network.n) @ (network.w * network.u[:, None]).T
    beyond = (np.abs(products) > level).any(axis=1)
    return Fraction(int(beyond.sum()), len(beyond))


# -------------------------------------------------- all small networks


def measure_smallest(
    *,
    shapes: NonEmpty[NetworkShape],
    weights: NonEmpty[int],
    biases: NonEmpty[int],
    constants: NonEmpty[NonNegative],
) -> Measurement:
    """Check Lemma 9 and every line of its proof on all networks with few, small weights.

    All networks of a shape whose weights and biases are in the lists and whose
    u_j are ±1, up to the neurons' order; k is the number of active neurons
    that really occurs, at least 1. Recorded is, for each statement, shape and
    k, the network nearest to failing.

    Parameters
    ----------
    shapes : sequence of {n, s}
    weights, biases : sequence of int
    constants : sequence of float
        As in `measure_proof`.

    Returns
    -------
    Measurement
        The table has a row per record: both sides.
    """
    worst: dict[tuple[Any, ...], tuple[tuple[int, float], Record]] = {}
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        neurons = list(itertools.product(*[weights] * n, biases, (1, -1)))
        for chosen in itertools.combinations_with_replacement(neurons, s):
            numbers = np.array(chosen, dtype=float)
            network = SparseReLUNetwork(numbers[:, :n], numbers[:, n], numbers[:, n + 1])
            k = max(1, int(network.active_counts().max()))
            parameters = {"n": n, "s": s, "h": _formula(network)}
            instance = Instance("", "all", parameters, network, k)
            for record in _lemma(instance)[0] + _proof(instance, constants):
                key = record.statement, n, s, k, record.instance.get("c")
                rank = ([False, None, True].index(record.holds), record.margin)
                if key not in worst or rank < worst[key][0]:
                    worst[key] = rank, record
    records = [record for _, record in worst.values()]
    return Measurement(records, _sides(records))


def _formula(network: SparseReLUNetwork) -> str:
    """Return a network of small whole numbers as a formula: 'σ(x1 - x2 + 2)'."""
    parts = []
    for w, b, u in zip(network.w, network.b, network.u, strict=True):
        inner = "".join(
            f" {'+' if v > 0 else '-'} {'' if abs(v) == 1 and name else f'{abs(v):g}'}{name}"
            for v, name in [*((v, f"x{i + 1}") for i, v in enumerate(w)), (-b, "")]
            if v
        )
        parts.append(f" {'+' if u > 0 else '-'} σ({(inner or ' + 0')[1:].removeprefix('+ ')})")
    return "".join(parts)[1:].removeprefix("+ ")


# ------------------------------------------------------------- the search


def measure_search(
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    restarts: Positive,
    steps: Positive,
    largest_weight: Natural,
) -> Measurement:
    """Search for networks with the largest AS/(4k²W²), each candidate exact.

    Parameters
    ----------
    seed : int
    shapes : sequence of {n, s}
    restarts, steps : int
        Hill climbs per shape, and changes tried in each.
    largest_weight : int
        Weights are integers, biases half-integers up to n times it, |u_j| = 1.
    """
    records, rows = [], []
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        for restart in range(restarts):
            rng = generator(seed, "average_sensitivity", "search", n, s, restart)
            network, ratio, k = _climb(rng, n, s, steps, largest_weight)
            W = Root(network.scale_squared[0])
            at = {"family": "search", "n": n, "s": s, "k": k, "restart": restart}
            left = average_sensitivity_exact(network.values())
            records.append(compare("lemma-9", "sharp", at, left, "<=", bounds.theorem_a(k, W)))
            rows.append({**at, "tightness": float(ratio)})
    return Measurement(records, pd.DataFrame(rows))


def _climb(
    rng: np.random.Generator, n: int, s: int, steps: int, largest: int
) -> tuple[SparseReLUNetwork, Fraction, int]:
    """Return the best network of one climb, its AS/(4k²W²), and its k."""

    def judged(numbers: np.ndarray) -> tuple[SparseReLUNetwork, Fraction, int]:
        network = SparseReLUNetwork(numbers[:, :n], numbers[:, n] / 2, numbers[:, n + 1])
        k = int(network.active_counts().max())
        wide = network.scale_squared[0]
        if not k or not wide:
            return network, Fraction(0), k
        ratio = average_sensitivity_exact(network.values()) / bounds.theorem_a(k, Root(wide))
        return network, Fraction(ratio), k

    def drawn(column: int) -> float:
        if column < n:
            return float(rng.integers(-largest, largest + 1))
        if column == n:
            return float(rng.integers(-2 * n * largest, 2 * n * largest + 1))
        return float(rng.choice([-1, 1]))

    numbers = np.array([[drawn(i) for i in range(n + 2)] for _ in range(s)])
    best = judged(numbers)
    for _ in range(steps):
        trial = numbers.copy()
        for _ in range(int(rng.integers(1, 4))):
            row, column = int(rng.integers(s)), int(rng.integers(n + 2))
            trial[row, column] = drawn(column)
        candidate = judged(trial)
        if candidate[1] >= best[1]:
            numbers, best = trial, candidate
    return best


# -------------------------------------------------------------- Remark 11


def third_terms(network: SparseReLUNetwork) -> list[Fraction]:
    """Return, for k = 0, 1, …, s, the part of AS(h) from edges with an end where |R_x| > k.

    That is E Σ_i ¼(h(x) − h(x^i))²·1{|R_x| > k or |R_{x^i}| > k}, Remark 11's
    third term, exactly.

    Raises
    ------
    ValueError
        If the sums would leave the integers that are exact in float64.
    """
    unit = _unit(network)
    h = network.values() * unit
    if float(np.abs(h).max()) ** 2 * 4 * h.size * network.n >= 2.0**53:
        raise ValueError("the network's values have too many bits for exact sums")
    counts = network.active_counts()
    index = np.arange(h.size)
    totals = np.zeros(network.s + 1)
    for i in range(network.n):
        other = index ^ (1 << i)
        totals += np.bincount(
            np.maximum(counts, counts[other]), (h - h[other]) ** 2, minlength=network.s + 1
        )
    beyond = np.cumsum(totals[::-1])[::-1] - totals  # strictly more than k
    return [Fraction(int(total), 4 * h.size * unit**2) for total in beyond]


def measure_average_case(*, networks: Sequence[Instance], peaks: NonEmpty[Peak]) -> Measurement:
    """Check Theorem A where sparsity holds on most inputs only (Remark 11).

    Parameters
    ----------
    networks : sequence of Instance
        For each, every k is taken at which Pr[|R_x| > k] ≤ 1/s².
    peaks : sequence of {n, s}
        Networks of s ≥ 2 equal neurons, n ≥ 2, that are all active on one point alone.

    Returns
    -------
    Measurement
        The table has a row per network: AS, 4W²E|R|², and 4k²W² at the true k.
    """
    records: list[Record] = []
    rows = []
    for instance in networks:
        network = instance.network
        n, s = network.n, network.s
        W = Root(network.scale_squared[0])
        left = average_sensitivity_exact(network.values())
        where = {"family": instance.family, **instance.parameters, "n": n, "s": s}
        moments = activity(network, instance.k)
        average = bounds.theorem_a_average(W, moments.mean_square)
        records.append(compare("remark-11", "sharp", where, left, "<=", average))
        thirds = third_terms(network)
        for k in range(instance.k + 1):
            beyond = activity(network, k).beyond
            at = {**where, "k": k}
            records.append(
                compare(
                    "remark-11", "moments", at,
                    moments.mean_square, "<=", k * k + s * s * beyond,
                )
            )  # fmt: skip
            if k < instance.k:  # at k itself both sides are 0
                third = 4 * W**2 * (s * s + n * k * k) * beyond
                records.append(compare("remark-11", "third-term", at, thirds[k], "<=", third))
            if beyond <= Fraction(1, s * s):
                most = bounds.theorem_a_average(W, k * k + 1)
                records.append(compare("remark-11", "printed", at, left, "<=", most))
        rows.append(
            {
                **where,
                "k": instance.k,
                "average_sensitivity": float(left),
                "theorem_a_average": float(average),
                "theorem_a": float(bounds.theorem_a(instance.k, W)),
                "mean_square_active": float(moments.mean_square),
                "share_beyond_1": float(activity(network, 1).beyond),
            }
        )
    for network in [instance.network for instance in networks] + [
        SparseReLUNetwork([[1.0]], [2.0], [1.0])
    ]:
        records += _sign(network)
    for peak in peaks:
        records += _peak(peak["n"], peak["s"])
    return Measurement(records, pd.DataFrame(rows))


def _sign(network: SparseReLUNetwork) -> list[Record]:
    """Compare E|R_x| with the mean of the remark's count, with its +b_i and with −b_i."""
    x = points(network.n)
    products = x @ network.w.T
    mean = activity(network, 0).mean
    at = {"family": "sign", "n": network.n, "s": network.s, "E|R|": mean}
    return [
        compare(
            "remark-11", name, at,
            Fraction(int((products + sign * network.b > 0).sum()), len(x)), "==", mean,
        )
        for name, sign in (("sign-printed", 1), ("sign-corrected", -1))
    ]  # fmt: skip


def _peak(n: int, s: int) -> list[Record]:
    """Check s equal neurons σ(x_1 + … + x_n − n + 2), n ≥ 2: active on one point alone, k = 1."""
    network = SparseReLUNetwork(np.ones((s, n)), np.full(s, n - 2.0), np.ones(s))
    beyond = activity(network, 1).beyond
    at = {"family": "peak", "n": n, "s": s, "k": 1}
    left = average_sensitivity_exact(network.values())
    wide = network.scale_squared[0]
    records = [compare("remark-11", "needed", at, left, "==", 2 * wide * s * s * beyond)]
    if beyond <= Fraction(1, s * s):
        # W√n = n and B = n − 2, in integers.
        top = Fraction(float(np.abs(network.values()).max()))
        records += [
            compare("remark-11", "sup-printed", at, top, "<=", 2 * n - 2),
            compare("remark-11", "sup-corrected", at, top, "<=", s * (2 * n - 2)),
        ]
    return records
