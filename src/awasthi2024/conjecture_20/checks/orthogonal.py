"""The complexity on orthogonal and equicorrelated points by its closed form."""

from __future__ import annotations

import math
from typing import Annotated, Any

from annotated_types import Ge, Le

from awasthi2024.conjecture_20.parameters import Sparsity
from paperclaims.checks.comparison import ROUNDING
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import rademacher
from sparseact.rademacher.orthogonal import complexity, equicorrelated_gain, orthogonal_gain

#: Beyond this many equicorrelated points packing takes long.
_LARGEST_CORRELATED = 32


@check("orthogonal", claim="conj-20")
def measure_orthogonal(
    recorder: Recorder,
    *,
    sizes: NonEmpty[Annotated[int, Ge(1), Le(512)]],
    classes: NonEmpty[Sparsity],
    steps: Positive,
    curves: NonEmpty[Annotated[int, Ge(1), Le(64)]],
) -> None:
    """Evaluate the complexity on orthogonal and equicorrelated points by its closed form.

    `sizes` are numbers m of points. `classes` are pairs (s, k). `steps` is the number of steps from
    B = 0 to B = 1/√m. The correlations are alike, for m ≤ 32. `curves` are numbers m at which B
    goes up to 2/√m, with s = 2, k = 1. The table has the ratio to the conjectured bound.
    """
    for m in sizes:
        for s, k in classes:
            best: dict[str, tuple[float, dict[str, Any], float]] = {}
            for t in range(steps + 1):
                for instance, value in _symmetric(m, s, k, t / steps / math.sqrt(m)):
                    name = instance["points"]
                    ratio = value / rademacher.conj_20(s, k, m, 1.0, 1.0, instance["B"])
                    recorder.rows.append({**instance, "ratio": ratio, "curve": False})
                    if name not in best or ratio > best[name][0] * (1 + ROUNDING):
                        best[name] = (ratio, instance, value)
                    if t == 0 and name == "orthogonal" and (s // k) % 2 == 0 and s % k == 0:
                        bound = max(rademacher.theorem_f_closed(s, k, m, 1.0, 1.0), 0.0)
                        recorder.where(**instance).closed_form("theorem-f", value, ">=", bound)
            for _, instance, value in best.values():
                _compare_closed_forms(recorder.where(**instance), value)
    for m in curves:
        for t in range(2 * steps + 1):
            (instance, value), *_ = _symmetric(m, 2, 1, t / steps / math.sqrt(m))
            ratio = value / rademacher.conj_20(2, 1, m, 1.0, 1.0, instance["B"])
            recorder.rows.append({**instance, "ratio": ratio, "curve": True})


def _symmetric(m: int, s: int, k: int, parameter: float) -> list[tuple[dict[str, Any], float]]:
    """Return the complexity with B = parameter, and with the correlation parameter < 1."""
    sizes = {"m": m, "n": m, "s": s, "k": k}
    cases = [
        (
            {"points": "orthogonal", **sizes, "B": parameter, "r": 0.0},
            complexity(m, s, k, orthogonal_gain(m, 1.0, parameter)),
        )
    ]
    if parameter < 1 and m <= _LARGEST_CORRELATED:
        gain = equicorrelated_gain(m, 1.0, parameter)
        where = {"points": "equicorrelated", **sizes, "B": 0.0, "r": parameter}
        cases.append((where, complexity(m, s, k, gain)))
    return cases


def _compare_closed_forms(recorder: Recorder, value: float) -> None:
    m, s, k, B = (recorder.instance[key] for key in ("m", "s", "k", "B"))
    sizes = (s, k, m, 1.0, 1.0, B)
    if m * k > s:
        recorder.closed_form(
            "dense" if s == k else "printed", value, "<=", rademacher.conj_20(*sizes)
        )
    recorder.closed_form("root-two", value, "<=", rademacher.conj_20_root_two(*sizes))
    recorder.closed_form("theorem-j", value, "<=", rademacher.theorem_j(*sizes))
    recorder.closed_form("theorem-k", value, "<=", rademacher.theorem_k(*sizes))
    recorder.closed_form("theorem-l", value, "<=", rademacher.theorem_l(*sizes))
    if recorder.instance["points"] == "orthogonal":
        recorder.closed_form("orthogonal", value, "<=", rademacher.conj_20_root_two(*sizes))
    if s == k:
        sharp = rademacher.dense_rademacher_sharp(s, m, 1.0, 1.0, B)
        recorder.closed_form("dense-proved", value, "<=", sharp)
