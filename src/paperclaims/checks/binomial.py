"""Run a notebook: the binomial law, exact intervals and the largest of several sums."""

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
    if successes == trials:
        return low, 1.0
    return low, float(betaincinv(successes + 1, trials - successes, 1 - level))


def rate_columns(successes: int, trials: int) -> dict[str, float]:
    """Return the columns of a table from which a rate is drawn, with its 95 % interval."""
    low, high = clopper_pearson(successes, trials, 0.025)
    return {"trials": trials, "successes": successes, "low": low, "high": high}


def largest_sum(groups: int, size: int) -> Fraction:
    """Return E max_c |D_c| over `groups` independent sums D_c of `size` random signs."""
    below = total = 0
    for t in range(size + 1):
        if (size - t) % 2 == 0:
            below += math.comb(size, (size - t) // 2) * (1 if t == 0 else 2)
        total += 2 ** (size * groups) - below**groups
    return Fraction(total, 2 ** (size * groups))
