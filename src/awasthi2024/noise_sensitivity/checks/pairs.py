"""The pairs (x, y) of Appendix B's coupling against x and N_ρ(x), one by one."""

from __future__ import annotations

from fractions import Fraction

from awasthi2024.noise_sensitivity.checks.coupling import bucket_rho, buckets, total_variation
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive
from paperclaims.checks.recorder import Recorder


@check("lemma-10")
def coupling(at: Recorder, *, enumerated: NonEmpty[Pair[Positive]], resolution: Positive) -> None:
    """Compare the distribution of the coupling's pairs with that of x and N_ρ(x).

    `enumerated` are pairs of n and the largest number of buckets. `resolution` is the number of
    parts of [−1, 1] for ρ. Each ρ that the number r of buckets allows is taken, and every 1 − 2/r.
    """
    for n, most in enumerated:
        for r in range(1, most + 1):
            distance = total_variation(n, r, bucket_rho(r))
            at(n=n, r=r).compare("coupling-corrected", distance, "==", 0)
        grid = {Fraction(2 * i, resolution) - 1 for i in range(resolution)}
        grid |= {bucket_rho(r) for r in range(1, most + 1)}
        for rho in sorted(rho for rho in grid if buckets(rho) <= most):
            r = buckets(rho)
            distance = total_variation(n, r, rho)
            at(n=n, rho=rho, r=r).compare("step-coupling", distance, "==", 0)
            at.rows.append(
                {
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
