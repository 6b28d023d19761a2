"""The factor nearest to 1 that changes a verdict, found by a short search.

All is in logarithms: the slack of an inequality is the logarithm of the quotient of its sides,
and the search is over the factor's logarithm. Where a side, or a factor of a side, is multiplied,
the slack is linear and the first or second trial ends the search. Where the factor enters through
a power, a logarithm or a sum, secants end it, and where the sides jump, as integers do, the
interval between a trial that changes the verdict and one that does not is halved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from paperclaims.checks.comparison import Record
from paperclaims.judging.tightness import slack

#: The distance of a trial beyond the worst instance; it grows tenfold each time that the
#: error of the comparisons leaves it open whether the verdict has changed.
BEYOND = 1e-4

#: Where the sides jump, the search may end this close to a factor that changes no verdict.
WIDTH = 0.01

#: There, a factor this near to the worst instance is near enough.
CLOSE = 1.25

#: Largest number of trials of a search.
TRIALS = 30

#: No factor is tried whose logarithm is larger.
LARGEST = 60.0


class Trial(NamedTuple):
    """One factor that was tried, its logarithm, and the slack of the records with it."""

    log_factor: float
    slack: float
    factor: Fraction
    records: Sequence[Record]


def just_turned(
    before: Sequence[Record],
    try_factor: Callable[[Fraction], Sequence[Record]],
    turned: Callable[[Sequence[Record]], bool],
    most: int = TRIALS,
) -> Trial:
    """Return the trial of a factor that just changes a statement's verdict.

    Where a statement has inequalities, one of them must change; failing equalities are not enough.
    `before` are its records with the factor 1, `try_factor` returns its records with a factor, and
    `turned` whether records have the other outcome. Raises ValueError if no trial of `most` changes
    it.
    """
    start = Trial(0.0, slack(before), Fraction(1), before)
    side = 1 if start.slack < 0 else -1
    beyond, hit, trials, misses = BEYOND, None, [start], [start]
    no_bound = math.isinf(start.slack)
    log_factor = beyond if no_bound else side * beyond - start.slack
    for _ in range(most):
        factor = Fraction(f"{math.exp(log_factor):.9g}")
        records = try_factor(factor)
        trial = Trial(log_factor, slack(records), factor, records)
        trials.append(trial)
        if turned(records) and (no_bound or side * trial.slack >= 0):
            hit = trial if hit is None or abs(log_factor) < abs(hit.log_factor) else hit
        else:
            misses.append(trial)
            if no_bound or side * trial.slack >= beyond / 2:
                beyond *= 10
        if hit and (no_bound or _is_close(hit, _nearest(misses, hit), beyond)):
            return hit
        log_factor = _next(trials, misses, hit, side * beyond)
    if hit is None:
        raise ValueError(f"none of the {most} factors that were tried changes the verdict")
    return hit


def _is_close(hit: Trial, miss: Trial, beyond: float) -> bool:
    """Return whether no factor much nearer to 1 would change the verdict."""
    jumps = abs(hit.log_factor - miss.log_factor) <= WIDTH and abs(hit.slack) <= math.log(CLOSE)
    return jumps or abs(hit.slack) <= 2 * beyond or any(map(_fails_by_a_unit, hit.records))


def _nearest(misses: Sequence[Trial], hit: Trial) -> Trial:
    """Return the miss between the factor 1 and the hit that is nearest to the hit."""
    between = [miss for miss in misses if 0 <= miss.log_factor / hit.log_factor < 1]
    return max(between, key=lambda miss: abs(miss.log_factor))


def _next(
    trials: Sequence[Trial], misses: Sequence[Trial], hit: Trial | None, goal: float
) -> float:
    """Return the next point of the search for the slack that is the goal."""
    first, before, last = trials[0], *trials[-2:]
    if hit:
        miss = _nearest(misses, hit)
        low, high = sorted((miss.log_factor, hit.log_factor))
        log_factor = _secant(before, last, goal)
        # Every second trial halves, since secants creep along steps.
        return log_factor if low < log_factor < high and len(trials) % 2 else (low + high) / 2
    log_factor = _secant(before, last, goal)
    if math.isnan(log_factor):
        log_factor = _secant(first, last, goal)
    if math.isnan(log_factor):  # no slope is seen: to the other side, and farther
        return max(-LARGEST, min(-8 * last.log_factor, LARGEST))
    step = max(abs(log_factor - last.log_factor), BEYOND * 4 ** len(misses) / 4)
    return max(
        -LARGEST, min(last.log_factor + math.copysign(step, log_factor - last.log_factor), LARGEST)
    )


def _secant(first: Trial, second: Trial, goal: float) -> float:
    """Return where the line through two trials has the goal, not a number if it is flat."""
    rise = second.slack - first.slack
    if rise == 0 or not math.isfinite(rise):
        return math.nan
    return second.log_factor + (goal - second.slack) * (second.log_factor - first.log_factor) / rise


def _fails_by_a_unit(record: Record) -> bool:
    """Return whether a comparison fails between integers no more than 1 apart."""
    left, right = Fraction(record.left), Fraction(record.right)
    integers = {left.denominator, right.denominator} == {1}
    return record.holds is False and integers and abs(left - right) <= 1
