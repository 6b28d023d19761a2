"""The pairs (x, y) of Appendix B's coupling against x and N_ρ(x): one by one, or by samples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from awasthi2024.noise_sensitivity.checks.coupling import (
    bucket_rho,
    buckets,
    chunks,
    draw_coupling,
    total_variation,
)
from awasthi2024.noise_sensitivity.parameters import CoupledForest, CoupledJunta
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, OpenProbability, Pair, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root
from sparseact.randomness import COMMON_SEED, generator
from sparseact.spectrum import degree_weights_exact, noise_of_weights


@check("coupling", claim="lemma-10")
def measure_coupling(
    recorder: Recorder,
    *,
    seed: int,
    enumerated: NonEmpty[Pair[Positive]],
    resolution: Positive,
    level: OpenProbability,
    juntas: NonEmpty[CoupledJunta],
    forests: NonEmpty[CoupledForest],
    trials: Positive,
    tolerance: NonNegative,
) -> None:
    """Compare the coupling with N_ρ: pair by pair where n is small, by samples elsewhere.

    `enumerated` are pairs of n and the largest number of buckets. `resolution` is the number of
    parts of [−1, 1] for ρ. Each ρ that the number r of buckets allows is taken, and every 1 − 2/r.
    `juntas` are juntas whose values at coupled points are compared. The values are ±1, and h(x) ≠
    h(y) is counted. `tolerance` is the largest distance from a junta's noise sensitivity. It is
    NS_ρ' of the same truth table on p coordinates. `forests` are forests whose values at coupled
    points are compared. Their mean of ¼(h(x) − h(y))² is compared with Theorem D. Each has `trials`
    pairs (x, y), and an equal part of `level`.
    """
    for n, most in enumerated:
        for r in range(1, most + 1):
            distance = total_variation(n, r, bucket_rho(r))
            recorder.where(n=n, r=r).exact("coupling-corrected", distance, "==", 0)
        grid = {Fraction(2 * i, resolution) - 1 for i in range(resolution)}
        grid |= {bucket_rho(r) for r in range(1, most + 1)}
        for rho in sorted(rho for rho in grid if buckets(rho) <= most):
            r = buckets(rho)
            distance = total_variation(n, r, rho)
            instance_recorder = recorder.where(n=n, rho=rho, r=r)
            instance_recorder.exact("step-coupling", distance, "==", 0)
            relation = "==" if (2 / (1 - rho)).denominator == 1 else ">"
            instance_recorder.exact("coupling-when", distance, relation, 0)
            recorder.rows.append(
                {
                    "kind": "enumerated",
                    "n": n,
                    "rho": str(rho),
                    "rho_value": float(rho),
                    "r": r,
                    "rho_given": float(bucket_rho(r)),
                    "flip_wanted": float((1 - rho) / 2),
                    "flip_given": 1 / r,
                    "total_variation": float(distance),
                    "as_claimed": distance == 0,
                }
            )
    share = level / max(1, 2 * len(juntas) + len(forests))
    for junta in juntas:
        recorder.rows.append(
            _compare_sampled_junta(recorder, junta, seed, share, trials, tolerance)
        )
    for forest in forests:
        recorder.rows.append(_compare_sampled_forest(recorder, forest, seed, share, trials))


def _compare_sampled_junta(
    recorder: Recorder,
    case: Mapping[str, Any],
    seed: int,
    level: float,
    trials: int,
    tolerance: float,
) -> dict[str, Any]:
    """Count how often a junta tells x from y, and return the row of the table."""
    n, p, rho = int(case["n"]), int(case["p"]), Fraction(case["rho"])
    r = buckets(rho)
    name = ("noise_sensitivity", "sampled junta", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "pairs")
    parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
    table = parity if case["table"] == "parity" else common.choice([-1.0, 1.0], size=2**p)
    network = constructions.junta(table, common.permutation(n)[:p].tolist(), n)
    exact = noise_of_weights(degree_weights_exact(table), bucket_rho(r))
    differs = 0
    for size in chunks(trials):
        x, y = draw_coupling(n, r, size, rng)
        differs += int((network(x) != network(y)).sum())
    instance_recorder = recorder.where(
        **{**case, "s": network.s, "k": 1, "r": r, "noise_sensitivity": exact}
    )
    # Given ρ' = 1 − 2/r the coupling is N_ρ' (docs/proofs-noise_sensitivity.md, 3).
    proved = float(exact), float(exact)
    if exact == 0:
        instance_recorder.exact("sampled-coupling", differs, "==", 0)  # no pair at all may differ
    else:
        for relation, rate in (("<=", proved[1] + tolerance), (">=", proved[0] - tolerance)):
            instance_recorder.rate(
                "sampled-coupling", differs, trials, relation, rate, level=level, proved=proved
            )
    return {
        "kind": f"sampled {case['table']} junta",
        "n": n,
        "rho": str(rho),
        "r": r,
        "rho_given": float(bucket_rho(r)),
        "trials": trials,
        "rate": differs / trials,
        "noise_sensitivity": float(exact),
    }


def _compare_sampled_forest(
    recorder: Recorder, case: Mapping[str, Any], seed: int, level: float, trials: int
) -> dict[str, Any]:
    """Compare the mean of ¼(h(x) − h(y))² with Theorem D, and return the row of the table."""
    n, k, rho = int(case["n"]), int(case["trees"]), Fraction(case["rho"])
    r = buckets(rho)
    name = ("noise_sensitivity", "sampled forest", *case.values())
    common, rng = generator(COMMON_SEED, *name), generator(seed, *name, "pairs")
    network = constructions.forest(k, int(case["depth"]), n, common)
    limit = float(section_3.theorem_d(k, Root(network.scale_squared[0]), bucket_rho(r)) / k**2)
    if limit >= 1:
        raise ValueError(f"forest {dict(case)}: a rate is compared with {limit}; take rho nearer 1")
    successes = 0
    for size in chunks(trials):
        x, y = draw_coupling(n, r, size, rng)
        # |h| <= k, so the mean of ¼(h(x)−h(y))² is k² times this coin's rate.
        chance = (network(x) - network(y)) ** 2 / (4 * k**2)
        successes += int((rng.random(size) < chance).sum())
    instance_recorder = recorder.where(
        **{**case, "s": network.s, "k": k, "r": r, "coin": "¼(h(x)−h(y))²/k²"}
    )
    instance_recorder.rate("sampled-sharp", successes, trials, "<=", limit, level=level)
    return {
        "kind": "sampled forest",
        "n": n,
        "rho": str(rho),
        "r": r,
        "rho_given": float(bucket_rho(r)),
        "trials": trials,
        "rate": successes / trials,
        "theorem_d": limit,
    }
