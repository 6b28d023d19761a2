"""The binomial law: exact intervals, decisions by them, and the largest of several sums."""

from __future__ import annotations

import math
from fractions import Fraction

from paperclaims.errors import ClaimsError


def clopper_pearson(successes: int, trials: int, level: float) -> tuple[float, float]:
    """Return the exact binomial interval whose ends each err with probability `level`.

    References
    ----------
    C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits illustrated in
    the case of the binomial. Biometrika 26. doi:10.1093/biomet/26.4.404
    """
    if not 0 <= successes <= trials or trials < 1:
        raise ClaimsError(f"{successes} successes in {trials} trials")
    from scipy.special import betaincinv  # here, since most jobs need no SciPy

    low = 0.0 if successes == 0 else float(betaincinv(successes, trials - successes + 1, level))
    high = (
        1.0
        if successes == trials
        else float(betaincinv(successes + 1, trials - successes, 1 - level))
    )
    return low, high


def rate_columns(successes: int, trials: int, level: float = 0.025) -> dict[str, float]:
    """Return the columns of a table from which a rate is drawn; by default a 95 % interval."""
    low, high = clopper_pearson(successes, trials, level)
    return {"trials": trials, "successes": successes, "low": low, "high": high}


def decide_rate(
    successes: int, trials: int, relation: str, rate: float, level: float
) -> bool | None:
    """Decide whether a success probability is >= or <= `rate`, by `relation`.

    True (False) only where the exact binomial interval lies wholly on that
    side of `rate`; either answer is wrong with probability at most `level`.
    """
    low, high = clopper_pearson(successes, trials, level)
    if relation == ">=":
        return True if low >= rate else (False if high < rate else None)
    if relation == "<=":
        return True if high <= rate else (False if low > rate else None)
    raise ClaimsError(f"a rate is compared with >= or <=, not {relation!r}")


def largest_sum(groups: int, size: int) -> Fraction:
    """Return E max_c |D_c| over `groups` independent sums D_c of `size` random signs."""
    below = total = 0
    for t in range(size + 1):
        if (size - t) % 2 == 0:
            below += math.comb(size, (size - t) // 2) * (1 if t == 0 else 2)
        total += 2 ** (size * groups) - below**groups
    return Fraction(total, 2 ** (size * groups))
