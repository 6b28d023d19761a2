"""§4, Cryptographic Hardness: learning with rounding through the quadratic lift.

f_w(y) = λ(⟨w, y⟩) with λ(a) = (a mod q) mod p. Everything about the networks is
compared in integers or dyadic numbers; only the learners' success is statistical.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd

from sparseact.binomial import clopper_pearson
from sparseact.comparison import Measurement, Record, compare, compare_rate
from sparseact.cube import InexactError, MemoryBoundError
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    DecodedHypotheses,
    EasyCase,
    Natural,
    NonEmpty,
    OpenProbability,
    Positive,
    RoundingCase,
    RoundingSecrets,
    Several,
)
from sparseact.quadratic_lift import (
    affine_form,
    binary_code,
    code_length,
    lwr,
    lwr_labels,
    lwr_lift,
    square_neurons,
)
from sparseact.randomness import generator, nearly_normal
from sparseact.reproducible import Adam, network_values

#: Vectors of Z_q^m are enumerated up to this number, and this work q^m·s·r² of a network.
MOST_VECTORS = 2**16
MOST_WORK = 10**11

_BLOCK = 4096  # vectors whose lifts exist at one time
_ERROR_LEVEL = 1e-9  # of each end of an error measured on a sample
_HIDDEN, _EPOCHS, _BATCH = 64, 40, 100  # of the trained networks

#: A secret is found if the hypothesis errs on at most this share of the vectors.
SMALL_ERROR = 0.1
#: The success probability of Conjecture 16.
RATE = 2 / 3


# --------------------------------------------------------------- the vectors


def all_vectors(q: int, m: int) -> np.ndarray:
    """Return all vectors of Z_q^m in lexicographic order; int64, shape (q^m, m).

    Raises
    ------
    MemoryBoundError
        If q^m exceeds 2^24.
    """
    code_length(q)
    if m * math.log2(q) > 24:
        raise MemoryBoundError(f"all of Z_{q}^{m} is {q}^{m} vectors; allowed are at most 2^24")
    return np.stack(np.unravel_index(np.arange(q**m), (q,) * m), axis=1)


def vectors(q: int, m: int, work: int, sample: int, rng: np.random.Generator) -> np.ndarray:
    """Return all of Z_q^m where q^m and q^m·work are small enough, else a uniform sample."""
    if m * math.log2(q) <= math.log2(MOST_VECTORS) and q**m * work <= MOST_WORK:
        return all_vectors(q, m)
    return rng.integers(0, q, size=(sample, m))


def label(a: Any, q: int, p: int) -> Any:
    """Return λ(a) = (a mod q) mod p, for an integer or an array."""
    return a % q % p


def largest_product(q: int, m: int) -> int:
    """Return m(q − 1)², the largest value of ⟨w, y⟩ over Z_q^m."""
    return m * (q - 1) ** 2


# ---------------------------------------------------------------- Definition 15


def measure_definition(*, largest: Natural, vectors_up_to: Natural) -> Measurement:
    """Check when (z mod q) mod p is a rounding, for all pairs of moduli p ≤ q.

    Parameters
    ----------
    largest : int
        q = 2..largest, p = 1..q.
    vectors_up_to : int
        The two forms of f_w are compared for all w and y, m = 1 and 2, for q
        up to this.

    Returns
    -------
    Measurement
        The table has a row per (q, p): gcd, and the number of affine maps of
        Z_q that turn rounding into f.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for q in range(2, largest + 1):
        for p in range(1, q + 1):
            divisor = math.gcd(p, q)
            maps = rounding_maps(q, p)
            instance = {"q": q, "p": p}
            records.append(compare("def-15", "printed", instance, maps, ">=", 1))
            if divisor == 1 or p == q:
                records.append(compare("def-15", "corrected", instance, maps, ">=", 1))
            else:
                records.append(compare("def-15", "not-coprime", instance, maps, "==", 0))
            rows.append({"q": q, "p": p, "gcd": divisor, "maps": maps})
            if q > vectors_up_to:
                continue
            for m in (1, 2):
                both = {**instance, "m": m}
                if divisor == 1:
                    records.append(_forms("rounding", both, rounded_form))
                if q % p == 0:
                    records.append(_forms("divisor", both, linear_form))
    return Measurement(records, pd.DataFrame(rows))


def rounding_maps(q: int, p: int) -> int:
    """Count the z → cz + d, c a unit of Z_q, after which rounding splits Z_q as λ does.

    Rounding is z → ⌊pz/q⌋; two maps split Z_q alike if they take equal values at
    the same pairs of points, so that a relabelling turns one into the other.
    """
    z = np.arange(q)
    wanted = _partition(label(z, q, p))
    rounding = p * z // q
    return sum(
        _partition(rounding[(c * z + d) % q]) == wanted
        for c in range(1, q + 1)
        if math.gcd(c, q) == 1
        for d in range(q)
    )


def _partition(values: np.ndarray) -> list[int]:
    """Return the values, numbered by first appearance."""
    names: dict[int, int] = {}
    return [names.setdefault(value, len(names)) for value in values.tolist()]


def rounded_form(w: np.ndarray, y: np.ndarray, q: int, p: int) -> np.ndarray:
    """Return −q·⌊(p/q)(⟨p⁻¹w, y⟩ mod q)⌋ mod p for coprime p, q: rounding, relabelled."""
    secret = pow(p, -1, q) * w % q
    return -q * (p * (y @ secret % q) // q) % p


def linear_form(w: np.ndarray, y: np.ndarray, q: int, p: int) -> np.ndarray:
    """Return ⟨w, y⟩ mod p, which is f_w where p divides q."""
    return y @ (w % p) % p


def _forms(
    statement: str,
    instance: dict[str, Any],
    form: Callable[[np.ndarray, np.ndarray, int, int], np.ndarray],
) -> Record:
    """Count the pairs (w, y) at which a form has the value of f_w."""
    q, p = instance["q"], instance["p"]
    y = all_vectors(q, instance["m"])
    right = sum(int((form(w, y, q, p) == lwr_labels(w, y, q, p)).sum()) for w in y)
    return compare("def-15", statement, instance, right, "==", len(y) ** 2)


# ------------------------------------------------------- the displayed formulas


def measure_formulas(*, cases: NonEmpty[RoundingCase]) -> Measurement:
    """Check each displayed formula of the reduction, for all secrets and all vectors.

    Parameters
    ----------
    cases : sequence of mappings with `q`, `m` and a list `p`
        q^m at most 256.

    Returns
    -------
    Measurement
        The table has a row per case: how often each formula is right.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for case in cases:
        q, m = case["q"], case["m"]
        if m * math.log2(q) > 8:
            raise ValueError(f"cases holds q = {q}, m = {m}; allowed are q^m of at most 256")
        y = all_vectors(q, m)
        instance = {"q": q, "m": m}
        records += _linear_forms(instance, y)
        records += _lifted(instance, y)
        records += _signs(instance, y)
        for p in case["p"]:
            records += _sums({**instance, "p": p})
        records += _off_support(instance)
        rows += [{**instance, "p": p, **_shares(q, m, p, y)} for p in case["p"]]
    return Measurement(records, pd.DataFrame(rows))


def _linear_forms(instance: dict[str, Any], y: np.ndarray) -> list[Record]:
    """Check ⟨v, z(y)⟩ = ⟨w, y⟩ without and with the affine term, and the range."""
    q, m = instance["q"], instance["m"]
    top = (1 << code_length(q)) - 1
    # z(ȳ) = −z(y) for the complement ȳ = 2^ℓ − 1 − y of the codes.
    paired = y[(top - y < q).all(axis=1)]
    opposite = sum(int(((paired + (top - paired)) @ w == 0).sum()) for w in y)
    z = binary_code(y, q)
    affine = 0
    for w in y:
        v, shift = affine_form(w, q)
        affine += int((z @ v + shift == y @ w).sum())
    products = y @ y.T
    size = q * q * m
    values = label(np.arange(1, size + 1), q, q)
    return [
        compare("sec4-lwr", "linear", instance, opposite, "==", len(paired) * len(y)),
        compare("sec4-lwr", "affine", instance, affine, "==", len(y) ** 2),
        compare("sec4-lwr", "range", instance, int(products.min()), ">=", 1),
        compare("sec4-lwr", "range", {**instance, "p": q}, int(values.min()), ">=", 1),
        compare("sec4-lwr", "range-corrected", instance, int(products.min()), ">=", 0),
        compare(
            "sec4-lwr",
            "range-corrected",
            instance,
            int(products.max()),
            "<=",
            largest_product(q, m),
        ),
    ]


def printed_sum(t: np.ndarray, q: int, p: int, m: int) -> list[Fraction]:
    """Return Σ_{a∈[q²m]} 2λ(a)·σ(½ − (t − a))², the square where the paper prints it."""
    a = np.arange(1, q * q * m + 1)
    # Twice ½ − (t − a) is an odd integer; a square of it is 4 times what is wanted.
    doubled = np.maximum(1 - 2 * (t[:, None] - a), 0)
    return [Fraction(int(total), 4) for total in (doubled**2) @ (2 * label(a, q, p))]


def corrected_sum(t: np.ndarray, q: int, p: int, m: int) -> list[Fraction]:
    """Return Σ_{a∈[q²m]} 2λ(a)·σ(½ − (t − a)²)."""
    a = np.arange(1, q * q * m + 1)
    doubled = np.maximum(1 - 2 * (t[:, None] - a) ** 2, 0)
    return [Fraction(int(total), 2) for total in doubled @ (2 * label(a, q, p))]


def _right(sums: Sequence[Fraction], t: np.ndarray, q: int, p: int) -> int:
    return sum(total == int(label(value, q, p)) for total, value in zip(sums, t, strict=True))


def _sums(instance: dict[str, Any]) -> list[Record]:
    q, p, m = instance["q"], instance["p"], instance["m"]
    t = np.arange(largest_product(q, m) + 1)
    printed = _right(printed_sum(t, q, p, m), t, q, p)
    corrected = _right(corrected_sum(t, q, p, m), t, q, p)
    return [
        compare("sec4-lwr", "sum", instance, printed, "==", len(t)),
        compare("sec4-lwr", "sum-corrected", instance, corrected, "==", len(t)),
    ]


def _lifted(instance: dict[str, Any], y: np.ndarray) -> list[Record]:
    """Check the lifted neurons of every a, and their norms."""
    q, m = instance["q"], instance["m"]
    a = np.arange(largest_product(q, m) + 1)
    x = lwr_lift(y, q).astype(np.float64)
    right = exact_norms = 0
    for w in y:
        v, shift = affine_form(w, q)
        weights, biases = square_neurons(v, a - shift)
        square = 0.5 - ((y @ w)[:, None] - a) ** 2.0
        right += int((x @ weights.T - biases == square).sum())
        formula = [squared_norm(v, centre) for centre in a - shift]
        exact_norms += int(((weights**2).sum(axis=1) == formula).sum())
    return [
        compare("sec4-lwr", "lifted", instance, right, "==", len(y) ** 2 * len(a)),
        compare("sec4-lwr", "norm-exact", instance, exact_norms, "==", len(y) * len(a)),
    ]


def squared_norm(v: np.ndarray, centre: float) -> float:
    """Return ‖W‖² = ‖v‖⁴ − Σ v_i⁴ + 4c²‖v‖² of the neuron ½ − (⟨v, z⟩ − c)²."""
    return float((v @ v) ** 2 - (v**4).sum() + 4 * centre**2 * (v @ v))


def _signs(instance: dict[str, Any], y: np.ndarray) -> list[Record]:
    """Count the W in {±1}^n that could be the lifted weights, where n is at most 4."""
    q, m = instance["q"], instance["m"]
    x = lwr_lift(y, q).astype(np.int64)
    n = x.shape[1]
    if n > 4:
        return []
    records = []
    signs = 1 - 2 * (np.arange(1 << n)[:, None] >> np.arange(n) & 1)
    for w in (w for w in y if w.any()):
        for a in range(largest_product(q, m) + 1):
            # Some b fits exactly if twice the difference is constant in y.
            difference = 2 * (x @ signs.T) - (1 - 2 * ((y @ w) - a) ** 2)[:, None]
            fitting = int((difference == difference[0]).all(axis=0).sum())
            where = {**instance, "secret": w.tolist(), "a": a}
            records.append(compare("sec4-lwr", "type", where, fitting, ">=", 1))
    return records


def _off_support(instance: dict[str, Any]) -> list[Record]:
    """Find the most neurons active on the whole cube, where that has up to 2^16 points."""
    q, m = instance["q"], instance["m"]
    network = lwr([q - 1] * m, q, q)
    if network.n > 16 or network.s == 1:
        return []
    most, _ = network.max_active()
    return [compare("sec4-lwr", "off-support", {**instance, "p": q}, most, ">=", 2)]


def _shares(q: int, m: int, p: int, y: np.ndarray) -> dict[str, float]:
    t = np.arange(largest_product(q, m) + 1)
    printed = _right(printed_sum(t, q, p, m), t, q, p)
    return {"values": len(t), "printed_sum_right": printed, "vectors": len(y)}


# -------------------------------------------------------------- the network


def norm_bound(q: int, m: int) -> Fraction:
    """Return (13/9)m³(q − 1)⁸, an upper bound on ‖W_{w,a}‖² (docs/proofs-rounding.md, 4)."""
    return Fraction(13 * m**3 * (q - 1) ** 8, 9)


def bias_bound(q: int, m: int) -> Fraction:
    """Return (4/3)m²(q − 1)⁴, an upper bound on |b_{w,a}| (docs/proofs-rounding.md, 4)."""
    return Fraction(4 * m**2 * (q - 1) ** 4, 3)


def norm_order(q: int, m: int) -> Fraction:
    """Return m³(q − 1)⁸/48, which the largest ‖W‖² of w = (q−1, …, q−1) reaches, p ≥ 2."""
    return Fraction(m**3 * (q - 1) ** 8, 48)


def measure_network(
    *,
    seed: int,
    exhaustive: NonEmpty[RoundingCase],
    single: NonEmpty[RoundingSecrets],
    hypotheses: DecodedHypotheses,
) -> Measurement:
    """Evaluate the networks F_w at x(y): value, active neurons, size, norms.

    Parameters
    ----------
    seed : int
    exhaustive : sequence of mappings with `q`, `m` and a list `p`
        All secrets, all vectors; q^m at most 256.
    single : sequence of mappings with `q`, `m`, `p`, `secrets` and `sample`
        The secret (q−1, …, q−1), which has the largest norms, and `secrets` − 1
        random ones, at all vectors while q^m ≤ 2^16 and q^m·s·r² ≤ 10^11, else
        at `sample` random ones.
    hypotheses : mapping
        Arguments of `decoding_records`, whose records are added.

    Returns
    -------
    Measurement
        The table has a row per case: n, neurons, norms, and at how many
        secrets and vectors the network was evaluated.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []

    def judge(instance: dict[str, Any], found: list[dict[str, Any]]) -> None:
        more, row = _network_records(instance, pd.DataFrame(found))
        records.extend(more)
        rows.append(row)

    for case in exhaustive:
        q, m = case["q"], case["m"]
        if m * math.log2(q) > 8:
            raise ValueError(f"exhaustive holds q = {q}, m = {m}; allowed are q^m of at most 256")
        y = all_vectors(q, m)
        for p in case["p"]:
            found = [_evaluate(w, y, q, p) for w in y]
            judge({"q": q, "p": p, "m": m, "secrets": len(y), "vectors": len(y)}, found)
    for many in single:
        q, m, p = many["q"], many["m"], many["p"]
        rng = generator(seed, "rounding", "network", q, p, m)
        secrets = [np.full(m, q - 1), *rng.integers(0, q, size=(many["secrets"] - 1, m))]
        most = largest_product(q, m) * (m * code_length(q)) ** 2
        y = vectors(q, m, most, many["sample"], rng)
        found = [_evaluate(w, y, q, p) for w in secrets]
        judge({"q": q, "p": p, "m": m, "secrets": len(secrets), "vectors": len(y)}, found)
    records += decoding_records(seed=seed, **hypotheses)
    return Measurement(records, pd.DataFrame(rows))


def _evaluate(w: np.ndarray, y: np.ndarray, q: int, p: int) -> dict[str, Any]:
    """Evaluate one network at the lifts of y, block by block."""
    network = lwr(w, q, p)
    if not network.is_exact():
        raise InexactError(f"{network} has weights that float64 does not add exactly")
    right = active = 0
    for start in range(0, len(y), _BLOCK):
        block = y[start : start + _BLOCK]
        x = lwr_lift(block, q)
        right += int((network(x) == lwr_labels(w, block, q, p)).sum())
        active = max(active, network.max_active(x)[1])
    w2, b2 = network.scale_squared
    return {
        "right": right,
        "active": active,
        "n": network.n,
        "neurons": network.s,
        "norm2": _largest_square(network),
        "bias": float(np.abs(network.b).max()),
        "W2": w2,
        "B2": b2,
        "worst": bool((w == q - 1).all()),
    }


def _largest_square(network: SparseReLUNetwork) -> Fraction:
    """Return the largest ‖w_j‖², exactly: the weights are multiples of ¼ below 2^40."""
    scaled = (4 * network.w[[0, -1]]).astype(np.int64)
    return max(Fraction(sum(v * v for v in row), 16) for row in scaled.tolist())


def _network_records(
    instance: dict[str, Any], found: pd.DataFrame
) -> tuple[list[Record], dict[str, Any]]:
    q, p, m = instance["q"], instance["p"], instance["m"]
    pairs = instance["secrets"] * instance["vectors"]
    worst = {key: max(found[key]) for key in found}
    right, n = int(found["right"].sum()), int(worst["n"])
    largest_label = min(p, q) - 1
    squared = 4 * largest_label**2

    def note(statement: str, left: Any, relation: str, bound: Any) -> Record:
        return compare("sec4-lwr", statement, instance, left, relation, bound)

    def reduction(what: str, left: Any, relation: str, bound: Any) -> Record:
        where = {**instance, "quantity": what}
        return compare("theorem-3b", "printed", where, left, relation, bound)

    records = [
        note("printed", right, "==", pairs),
        note("sparse", int(worst["active"]), "<=", 1),
        note("size", int(worst["neurons"]), "<=", q * q * m),
        note("size-sharper", int(worst["neurons"]), "<=", largest_product(q, m)),
        note("norms", worst["norm2"], "<=", norm_bound(q, m)),
        note("norms", worst["bias"], "<=", bias_bound(q, m)),
        note("scale", worst["W2"], "<=", squared * norm_bound(q, m)),
        note("scale", worst["B2"], "<=", squared * bias_bound(q, m) ** 2),
        reduction("right values", right, "==", pairs),
        reduction("active neurons", int(worst["active"]), "<=", 1),
        reduction("n", n, "<=", q * q * m * m),
        reduction("s", int(worst["neurons"]), "<=", q * q * m),
        reduction("W squared", worst["W2"], "<=", 6 * p * p * m**3 * q**8),
        reduction("B squared", worst["B2"], "<=", 9 * p * p * m**4 * q**8),
    ]
    row = {
        **instance,
        "n": n,
        "neurons": int(worst["neurons"]),
        "right": right,
        "active": int(worst["active"]),
        "largest_norm": math.sqrt(worst["norm2"]),
        "norm_bound": math.sqrt(norm_bound(q, m)),
        "largest_bias": worst["bias"],
        "bias_bound": float(bias_bound(q, m)),
        "W": math.sqrt(worst["W2"]),
        "B": math.sqrt(worst["B2"]),
    }
    return records, row


def measure_sizes(
    *, moduli: NonEmpty[Several], lengths: NonEmpty[Positive], p: Several
) -> Measurement:
    """Sweep neurons, norms and biases of the secret (q−1, …, q−1) in q and m.

    Parameters
    ----------
    moduli, lengths : sequence of int
        q and m.
    p : int
        At least 2.

    Returns
    -------
    Measurement
        The table has a row per (q, m): n, neurons, the largest ‖W‖₂ and |b|.
    """
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for q, m in itertools.product(moduli, lengths):
        v, shift = affine_form(np.full(m, q - 1), q)
        top = largest_product(q, m)
        a = np.arange(top + 1)
        a = a[label(a, q, p) != 0]
        # ‖W‖ grows with |a − κ|, so the two outermost neurons have the largest.
        ends = a[[0, -1]] - shift
        weights, biases = square_neurons(v, ends)
        norm2 = max(Fraction(squared) for squared in map(_exact_square, weights))
        bias = float(np.abs(biases).max())
        instance = {"q": q, "m": m, "p": p}
        records += [
            compare("sec4-lwr", "norms", instance, norm2, "<=", norm_bound(q, m)),
            compare("sec4-lwr", "norms", instance, bias, "<=", bias_bound(q, m)),
            compare("sec4-lwr", "size", instance, len(a), "<=", q * q * m),
            compare("sec4-lwr", "size-sharper", instance, len(a), "<=", top),
        ]
        if shift >= 2:
            order = norm_order(q, m)
            records.append(compare("sec4-lwr", "order", instance, norm2, ">=", order))
        rows.append(
            {
                **instance,
                "n": len(v) ** 2,
                "neurons": len(a),
                "largest_norm": math.sqrt(norm2),
                "norm_bound": math.sqrt(norm_bound(q, m)),
                "largest_bias": bias,
                "bias_bound": float(bias_bound(q, m)),
            }
        )
    return Measurement(records, pd.DataFrame(rows))


def _exact_square(row: np.ndarray) -> Fraction:
    return Fraction(sum(int(value) ** 2 for value in (4 * row).tolist()), 16)


# ----------------------------------------------------------------- decoding


def decoding_records(*, seed: int, cases: Sequence[Sequence[int]], count: int) -> list[Record]:
    """Check that a hypothesis of small loss, rounded, errs rarely.

    Parameters
    ----------
    seed : int
    cases : sequence of (q, p, m)
    count : int
        Hypotheses of each kind a case: f_w plus multiples of 1/16 of a random
        spread up to ¾, and f_w plus ½ on a random share of the vectors, where the
        bound is attained.
    """
    records: list[Record] = []
    for q, p, m in cases:
        y = all_vectors(q, m)
        for number in range(count):
            rng = generator(seed, "rounding", "decoding", q, p, m, number)
            truth = lwr_labels(rng.integers(0, q, size=m), y, q, p)
            spread = rng.integers(1, 13)
            noises = {
                "random": rng.integers(-spread, spread + 1, size=len(y)) / 16,
                "half": np.where(rng.random(len(y)) < rng.random(), 0.5, 0.0),
            }
            for kind, noise in noises.items():
                sixteenths = (16 * noise).astype(np.int64)
                loss = Fraction(int((sixteenths**2).sum()), 512 * len(y))
                error = Fraction(int((decode(truth + noise) != truth).sum()), len(y))
                instance = {"q": q, "p": p, "m": m, "hypothesis": f"{kind} {number}"}
                records.append(compare("theorem-3b", "decoding", instance, error, "<=", 8 * loss))
                if kind == "half":
                    records.append(
                        compare("theorem-3b", "decoding-sharp", instance, error, "==", 8 * loss)
                    )
    return records


def decode(prediction: np.ndarray) -> np.ndarray:
    """Round predictions to the nearest integer, halves up."""
    return np.floor(prediction + 0.5).astype(np.int64)


# ------------------------------------------------------------------ learners

#: Predictions at vectors (m', m); the label is the nearest integer in 0..p − 1.
Hypothesis = Callable[[np.ndarray], np.ndarray]


def fit_low_degree(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Fit polynomials of degree 2 in z(y): linear functions of the lift x(y)."""
    from sparseact.learning import LowDegreeRegressor  # here, since most jobs need no learner

    model = LowDegreeRegressor(degree=2).fit(binary_code(y, q), f)
    return lambda t: model.predict(binary_code(t, q))


def fit_network(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Train one hidden layer of 64 ReLUs on the lift x(y) by Adam."""
    return _fit_perceptron(lambda t: lwr_lift(t, q), y, f, p, seed)


def fit_network_on_bits(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Train the same on the bits z(y)."""
    return _fit_perceptron(lambda t: binary_code(t, q), y, f, p, seed)


def _fit_perceptron(
    embed: Callable[[np.ndarray], np.ndarray], y: np.ndarray, f: np.ndarray, p: int, seed: int
) -> Hypothesis:
    """Take Adam through the sample forty times, from weights of Glorot's size."""
    rng = np.random.default_rng(seed)
    x = _with_bias(embed(y))
    m, d = x.shape
    batch = min(_BATCH, m)
    network = Adam(
        x,
        f,
        nearly_normal(rng, (_HIDDEN, d)) * math.sqrt(2 / (d + _HIDDEN)),
        nearly_normal(rng, (_HIDDEN,)) * math.sqrt(2 / (_HIDDEN + 1)),
        _EPOCHS * -(-m // batch),
        rate=0.005,
        batch=batch,
    )
    for _ in range(_EPOCHS):
        network.train(rng.permutation(m))
    v, u = network.network

    def predict(t: np.ndarray) -> np.ndarray:
        return network_values(_with_bias(embed(t)), v, np.zeros(_HIDDEN), u)

    return predict


def _with_bias(x: np.ndarray) -> np.ndarray:
    """Append a coordinate that is always −1, whose weight is the bias."""
    return np.concatenate([x, np.full((len(x), 1), -1)], axis=1).astype(np.float32)


def fit_brute_force(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Return f_w for the first secret w, in lexicographic order, that fits the sample."""
    candidates = all_vectors(q, y.shape[1])
    for start in range(0, len(y), 16):
        block = slice(start, start + 16)
        fits = (label(candidates @ y[block].T, q, p) == f[block]).all(axis=1)
        candidates = candidates[fits]
        if len(candidates) == 1:
            break
    return lambda t: lwr_labels(candidates[0], t, q, p)


def fit_elimination(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Solve ⟨w, y⟩ = f modulo the prime p, a divisor of q."""
    if not _is_prime(p) or q % p:
        raise ValueError(f"elimination modulo p = {p}; p must be a prime that divides q = {q}")
    secret = solve_modulo(y % p, f, p)
    return lambda t: t @ secret % p


def fit_vanishing(y: np.ndarray, f: np.ndarray, q: int, p: int, seed: int) -> Hypothesis:
    """Find a polynomial over Z_q, 1 at y = 0, that vanishes where the label is 1 (p = 2).

    With q an odd prime that is Π_v (1 − ⟨w, y⟩/v) over the (q − 1)/2 odd v below
    q, and it is the only one of its degree: its coefficients solve linear
    equations (linearisation; Arora and Ge, ICALP 2011).
    """
    if p != 2 or q == 2 or not _is_prime(q):
        raise ValueError(f"vanishing polynomials for p = {p}, q = {q}; p must be 2, q an odd prime")
    degree = (q - 1) // 2
    ones = monomials(y[f == 1], degree, q)
    if not len(ones):
        return lambda t: np.zeros(len(t), dtype=np.int64)
    solution = solve_modulo(ones, np.full(len(ones), q - 1), q)
    return lambda t: ((1 + monomials(t, degree, q) @ solution) % q == 0).astype(np.int64)


def monomials(y: np.ndarray, degree: int, q: int) -> np.ndarray:
    """Return the monomials of degree 1..degree in the entries of y, modulo q."""
    exponents = itertools.chain.from_iterable(
        itertools.combinations_with_replacement(range(y.shape[1]), d) for d in range(1, degree + 1)
    )
    table: dict[tuple[int, ...], np.ndarray] = {(): np.ones(len(y), dtype=np.int64)}
    columns = []
    for chosen in exponents:
        table[chosen] = table[chosen[:-1]] * y[:, chosen[-1]] % q
        columns.append(table[chosen])
    return np.stack(columns, axis=1)


def solve_modulo(matrix: np.ndarray, right: np.ndarray, p: int) -> np.ndarray:
    """Return x with matrix·x = right modulo the prime p, free unknowns 0.

    An inconsistent system's surplus equations are ignored.
    """
    rows, columns = matrix.shape
    system = np.concatenate([matrix, right[:, None]], axis=1).astype(np.int64) % p
    pivots: list[int] = []
    for column in range(columns):
        row = len(pivots)
        below = np.flatnonzero(system[row:, column])
        if not len(below):
            continue
        system[[row, row + below[0]]] = system[[row + below[0], row]]
        system[row] = system[row] * pow(int(system[row, column]), -1, p) % p
        others = np.flatnonzero(system[:, column])
        others = others[others != row]
        system[others] = (system[others] - np.outer(system[others, column], system[row])) % p
        pivots.append(column)
        if len(pivots) == rows:
            break
    solution = np.zeros(columns, dtype=np.int64)
    solution[pivots] = system[: len(pivots), -1]
    return solution


def _is_prime(p: int) -> bool:
    return p >= 2 and all(p % d for d in range(2, math.isqrt(p) + 1))


class Outcome(NamedTuple):
    """A hypothesis's error, within [low, high]; equal ends where it is exact.

    `nearest_tie` is how near a prediction comes to the middle between two labels.
    """

    error: float
    low: float
    high: float
    nearest_tie: float


def _outcome(
    hypothesis: Hypothesis, secret: np.ndarray, q: int, p: int, rng: np.random.Generator
) -> Outcome:
    """Measure the error on all vectors while q^m ≤ 2^16, else on 4096 fresh ones."""
    m = len(secret)
    t = vectors(q, m, 1, _BLOCK, rng)
    predictions = hypothesis(t)
    found = np.clip(decode(predictions), 0, p - 1)
    wrong = int((found != lwr_labels(secret, t, q, p)).sum())
    tie = float(np.abs(predictions[:, None] - np.arange(0.5, p - 1)).min())
    if m * math.log2(q) <= math.log2(MOST_VECTORS):
        return Outcome(wrong / len(t), wrong / len(t), wrong / len(t), tie)
    return Outcome(wrong / len(t), *clopper_pearson(wrong, len(t), _ERROR_LEVEL), tie)


LEARNERS = {
    "low degree": fit_low_degree,
    "network": fit_network,
    "network on bits": fit_network_on_bits,
    "brute force": fit_brute_force,
    "elimination": fit_elimination,
    "vanishing polynomial": fit_vanishing,
}


def success_bounds(learner: str, q: int, p: int, m: int, samples: int) -> tuple[float, float]:
    """Return bounds on the probability that a learner solves an instance.

    q is an odd prime but for elimination. The proofs are in docs/proofs-rounding.md, 2,
    and docs/seeds.md, 3.
    """
    if learner == "elimination":
        failure = Fraction(p) ** (m - samples) / (p - 1)
    elif learner == "brute force":
        failure = q**m * Fraction(q - 1, q) ** samples
    elif learner == "vanishing polynomial":
        from scipy.stats import binom  # here, since the other jobs need no SciPy

        degree = (q - 1) // 2
        unknowns = math.comb(m + degree, degree) - 1
        failure = Fraction(float(binom.cdf(unknowns - 1, samples, 1 / (2 * q))))
    else:
        raise ValueError(f"nothing is proved for {learner}")
    return float(max(Fraction(0), 1 - failure)), 1.0


def _trials(
    seed: int, learner: str, q: int, p: int, m: int, samples: int, trials: int
) -> Iterator[Outcome]:
    """Yield outcomes on independent secrets and samples, the same ones for every learner."""
    for trial in range(trials):
        rng = generator(seed, "rounding", "learners", q, p, m, trial)
        secret = rng.integers(0, q, size=m)
        y = rng.integers(0, q, size=(samples, m))
        state = int(rng.integers(2**31))
        hypothesis = LEARNERS[learner](y, lwr_labels(secret, y, q, p), q, p, state)
        yield _outcome(hypothesis, secret, q, p, rng)


def _rate(
    statement: str,
    instance: dict[str, Any],
    outcomes: Sequence[Outcome],
    relation: str,
    level: float,
    proved: tuple[float, float] | None = None,
) -> Record:
    """Compare the success rate with ⅔, counting doubtful trials against the statement."""
    if statement == "learners":
        successes = sum(outcome.low <= SMALL_ERROR for outcome in outcomes)
    else:
        successes = sum(outcome.high <= SMALL_ERROR for outcome in outcomes)
    record = compare_rate(
        "conj-16", statement, instance, successes, len(outcomes), relation, RATE, level=level,
        proved=proved,
    )  # fmt: skip
    sampled = sum(outcome.low < outcome.high for outcome in outcomes)
    return replace(record, level=level + 2 * _ERROR_LEVEL * sampled)


def measure_learners(
    *,
    seed: int,
    level: OpenProbability,
    q: Several,
    p: Positive,
    lengths: NonEmpty[Positive],
    learners: NonEmpty[Literal["low degree", "network", "network on bits"]],
    samples: Positive,
    trials: Positive,
    curve_trials: Positive,
    searches: Natural,
) -> Measurement:
    """Run learners on LWR samples as m grows, beside brute force over the secrets.

    Parameters
    ----------
    seed : int
    level : float
        Error probability of all statistical records together.
    q, p : int
        Moduli; q an odd prime and p = 2.
    lengths : sequence of int
        m; the statement on the learners is about the largest.
    learners : sequence of str
        Of "low degree", "network" (on the lift) and "network on bits".
    samples : int
        Training sample.
    trials, curve_trials, searches : int
        Secrets for the learners at the largest m and at the others, and for brute
        force and the vanishing polynomial at each.

    Returns
    -------
    Measurement
        The table has a row per learner, m and trial: the error with the ends
        of its interval, equal where all of Z_q^m was tested.
    """
    runs: dict[str, int] = dict.fromkeys(learners, trials)
    runs |= {"brute force": searches, "vanishing polynomial": searches}
    tests = len(learners) + 2 * len(lengths)
    share = level / tests - 2 * _ERROR_LEVEL * max(trials, searches)
    if share <= 0:
        raise ValueError(f"level = {level:g} is too small for {tests} tests")
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for m, (name, count) in itertools.product(lengths, runs.items()):
        if name in learners and m < max(lengths):
            count = curve_trials
        outcomes = list(_trials(seed, name, q, p, m, samples, count))
        instance = {"q": q, "p": p, "m": m, "samples": samples, "learner": name}
        if name in ("brute force", "vanishing polynomial"):
            statement = "brute-force" if name == "brute force" else "fixed-modulus"
            records.append(
                _rate(
                    statement,
                    instance,
                    outcomes,
                    ">=",
                    share,
                    success_bounds(name, q, p, m, samples),
                )
            )
        elif m == max(lengths):
            records.append(_rate("learners", instance, outcomes, "<=", share))
        rows += [
            {**instance, "trial": trial, **outcome._asdict()}
            for trial, outcome in enumerate(outcomes)
        ]
    return Measurement(records, pd.DataFrame(rows))


def measure_easy(
    *, seed: int, level: OpenProbability, cases: NonEmpty[EasyCase], trials: Positive
) -> Measurement:
    """Run polynomial-time algorithms on the pairs (p, q) that have one.

    Parameters
    ----------
    seed : int
    level : float
        Error probability of all statistical records together.
    cases : sequence of mappings with `q`, `p` and a list `m`
        Either p is a prime that divides q, or p = 2 and q is an odd prime.
    trials : int
        Secrets per case and m.

    Returns
    -------
    Measurement
        The table has a row per case and m: unknowns, samples, successes.
    """
    runs = [(case["q"], case["p"], m) for case in cases for m in case["m"]]
    share = level / (2 * len(runs)) - 2 * _ERROR_LEVEL * trials
    if share <= 0:
        raise ValueError(f"level = {level:g} is too small for {2 * len(runs)} tests")
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for q, p, m in runs:
        name = "vanishing polynomial" if q % p else "elimination"
        unknowns, samples = sample_size(q, p, m)
        outcomes = list(_trials(seed, name, q, p, m, samples, trials))
        instance = {"q": q, "p": p, "m": m, "samples": samples, "learner": name}
        # The bounds for the vanishing polynomial show nothing from so few samples.
        proved = success_bounds(name, q, p, m, samples) if name == "elimination" else None
        statement = "divisor" if name == "elimination" else "fixed-modulus"
        records.append(_rate("every-pair", instance, outcomes, "<=", share, proved))
        records.append(_rate(statement, instance, outcomes, ">=", share, proved))
        rows.append(
            {
                **instance,
                "unknowns": unknowns,
                "solved": sum(outcome.high <= SMALL_ERROR for outcome in outcomes),
                "trials": trials,
                "largest_error": max(outcome.error for outcome in outcomes),
            }
        )
    return Measurement(records, pd.DataFrame(rows))


def sample_size(q: int, p: int, m: int) -> tuple[int, int]:
    """Return the number of unknowns and of samples that the polynomial-time learners use."""
    if q % p == 0:
        return m, m + 20
    degree = (q - 1) // 2
    unknowns = math.comb(m + degree, degree) - 1
    # A share of about degree/q of the labels is 1.
    return unknowns, -(-(unknowns + 40 * degree) * 3 * q // (2 * degree))
