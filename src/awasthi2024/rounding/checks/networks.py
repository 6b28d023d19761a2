"""The networks F_w: their values, activity, size and scale."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import (
    affine_form,
    code_length,
    lwr,
    lwr_labels,
    lwr_lift,
    square_neurons,
)
from awasthi2024.rounding.checks.decoding import compare_decoding
from awasthi2024.rounding.checks.vectors import BLOCK, all_vectors, label, vectors
from awasthi2024.rounding.parameters import DecodedHypotheses, RoundingCase, RoundingSecrets
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


@check("sec4-lwr")
def network(
    at: Recorder,
    *,
    seed: int,
    exhaustive: NonEmpty[RoundingCase],
    single: NonEmpty[RoundingSecrets],
    hypotheses: DecodedHypotheses,
) -> None:
    """Evaluate the networks F_w at x(y): value, active neurons, size, norms.

    `exhaustive` are cases q, p, m at all secrets and vectors. There q^m is at most 256. `single`
    are cases q, p, m at some secrets. These are (q−1, …, q−1), which has the largest norms, and
    random ones; `secrets` is their number. All vectors are visited while q^m ≤ 2^16 and q^m·s·r² ≤
    10^11. `sample` is the number of random vectors beyond. `hypotheses` are cases q, p, m, and the
    number of hypotheses. They are random. `compare_decoding` makes their records. The table has a
    row per case, with at how many secrets and vectors the network was evaluated.
    """
    for case in exhaustive:
        q, m = case["q"], case["m"]
        if m * math.log2(q) > 8:
            raise ValueError(f"exhaustive: q^m must be at most 256, got q = {q}, m = {m}")
        y = all_vectors(q, m)
        for p in case["p"]:
            at.rows.append(compare_networks(at(q=q, p=p, m=m), y, y))
    for many in single:
        q, m, p = many["q"], many["m"], many["p"]
        rng = generator(seed, "rounding", "network", q, p, m)
        secrets = [np.full(m, q - 1), *rng.integers(0, q, size=(many["secrets"] - 1, m))]
        most = section_4.lwr_largest_product(q, m) * (m * code_length(q)) ** 2
        y = vectors(q, m, most, many["sample"], rng)
        at.rows.append(compare_networks(at(q=q, p=p, m=m), secrets, y))
    compare_decoding(at.of("theorem-3b"), seed=seed, **hypotheses)


def compare_networks(
    at: Recorder, secrets: Sequence[np.ndarray] | np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Compare the networks of these secrets at the vectors y with §4; return the table's row.

    `record` has q, p and m.
    """
    q, p = at["q"], at["p"]
    table = pd.DataFrame([_evaluate(w, y, q, p) for w in secrets])
    instance_recorder = at(secrets=len(secrets), vectors=len(y))
    _compare_network(instance_recorder, table)
    return _network_row(instance_recorder.instance, table)


def _evaluate(w: np.ndarray, y: np.ndarray, q: int, p: int) -> dict[str, Any]:
    """Evaluate one network at the lifts of y, block by block."""
    network = lwr(w, q, p)
    require_exact(network)
    right = active = 0
    for start in range(0, len(y), BLOCK):
        block = y[start : start + BLOCK]
        x = lwr_lift(block, q)
        right += int((network(x) == lwr_labels(w, block, q, p)).sum())
        active = max(active, network.max_active(x)[1])
    w2, b2 = network.scale_squared
    return {
        "right": right,
        "active": active,
        "n": network.n,
        "neurons": network.s,
        "norm2": largest_square(network.w[[0, -1]]),
        "bias": Fraction(float(np.abs(network.b).max())),
        "W2": w2,
        "B2": b2,
        "worst": bool((w == q - 1).all()),
    }


def largest_square(weights: np.ndarray) -> Fraction:
    """Return the largest ‖w‖² of the rows, exactly: they hold multiples of ¼ below 2^40."""
    scaled = (4 * weights).astype(np.int64)
    return max(Fraction(sum(v * v for v in row), 16) for row in scaled.tolist())


def _compare_network(at: Recorder, table: pd.DataFrame) -> None:
    q, p, m = (at[key] for key in ("q", "p", "m"))
    pairs = at["secrets"] * at["vectors"]
    worst = {key: max(table[key]) for key in table}
    right = int(table["right"].sum())
    at.compare("printed", right, "==", pairs)
    at.compare("sparse", int(worst["active"]), "<=", 1)
    at.compare("size", int(worst["neurons"]), "<=", q * q * m)
    at.compare("norms", worst["norm2"], "<=", section_4.lwr_norm(q, m))
    at.compare("norms", worst["bias"], "<=", section_4.lwr_bias(q, m))
    reduction = at.of("theorem-3b")
    W2, B2 = section_4.theorem_3b_scale(q, p, m)
    for quantity, left, relation, bound in (
        ("right values", right, "==", pairs),
        ("active neurons", int(worst["active"]), "<=", 1),
        ("n", int(worst["n"]), "<=", q * q * m * m),
        ("s", int(worst["neurons"]), "<=", q * q * m),
        ("W squared", worst["W2"], "<=", W2),
        ("B squared", worst["B2"], "<=", B2),
    ):
        reduction(quantity=quantity).compare("printed", left, relation, bound)


def _network_row(instance: dict[str, Any], table: pd.DataFrame) -> dict[str, Any]:
    q, m = instance["q"], instance["m"]
    worst = {key: max(table[key]) for key in table}
    return {
        **instance,
        "n": int(worst["n"]),
        "neurons": int(worst["neurons"]),
        "right": int(table["right"].sum()),
        "active": int(worst["active"]),
        "largest_norm": math.sqrt(worst["norm2"]),
        "norm_bound": math.sqrt(section_4.lwr_norm(q, m)),
        "largest_bias": float(worst["bias"]),
        "bias_bound": float(section_4.lwr_bias(q, m)),
        "W": math.sqrt(worst["W2"]),
        "B": math.sqrt(worst["B2"]),
    }


@check("sec4-lwr")
def sizes(
    at: Recorder, *, moduli: NonEmpty[Several], lengths: NonEmpty[Positive], p: Several
) -> None:
    """Sweep neurons, norms and biases of the secret (q−1, …, q−1) in q and m.

    `moduli` are values of q. The table has a row for each q and m: n, neurons, the largest ‖W‖₂ and
    |b|.
    """
    for q, m in itertools.product(moduli, lengths):
        at.rows.append(compare_sizes(at(q=q, m=m, p=p)))


def compare_sizes(at: Recorder) -> dict[str, Any]:
    """Compare size and scale with §4 for the q, m and p of `record`; return the table's row."""
    q, m, p = (at[key] for key in ("q", "m", "p"))
    v, shift = affine_form(np.full(m, q - 1), q)
    top = section_4.lwr_largest_product(q, m)
    a = np.arange(top + 1)
    a = a[label(a, q, p) != 0]
    # ‖W‖ grows with |a − κ|, so the two outermost neurons have the largest.
    weights, biases = square_neurons(v, a[[0, -1]] - shift)
    norm2 = largest_square(weights)
    if top >= 2**24:
        raise ArithmeticError(f"m(q - 1)^2 must be below 2^24 for exact biases, got {top}")
    bias = Fraction(float(np.abs(biases).max()))  # a sum of quarters
    at.compare("norms", norm2, "<=", section_4.lwr_norm(q, m))
    at.compare("norms", bias, "<=", section_4.lwr_bias(q, m))
    at.compare("size", len(a), "<=", q * q * m)
    return {
        **at.instance,
        "n": len(v) ** 2,
        "neurons": len(a),
        "largest_norm": math.sqrt(norm2),
        "norm_bound": math.sqrt(section_4.lwr_norm(q, m)),
        "largest_bias": float(bias),
        "bias_bound": float(section_4.lwr_bias(q, m)),
    }
