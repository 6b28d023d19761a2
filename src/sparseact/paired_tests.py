"""Exact two-sample tests for rows that come in pairs, and the shifts that they can see.

Two runs have one row each for one and the same data. If they differ by accident
alone, swapping the two sides of any row changes nothing in distribution, and the
p-values count such swaps. Both tests are two-sided and see a shift, no change of
spread.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest, hypergeom


def sign_test(ours: np.ndarray, reference: np.ndarray, least: float = 0.0) -> float:
    """Return the two-sided p-value of the sign test; pairs that differ by `least` or less are ties.

    Exact if the sides of each row may be swapped, whatever the rows have in common.

    Parameters
    ----------
    ours, reference : ndarray of float, shape (rows,)
    """
    gaps = (ours - reference)[np.abs(ours - reference) > least]
    if not len(gaps):
        return 1.0
    return float(binomtest(int((gaps > 0).sum()), len(gaps)).pvalue)


def stratified_fisher_test(ours: np.ndarray, reference: np.ndarray, trials: np.ndarray) -> float:
    """Return the two-sided p-value of Fisher's exact test, stratified by row.

    Given each row's sum of successes over both sides, ours is hypergeometric in
    each row if all its trials are independent with one rate; the statistic is
    the sum over the rows, and the p-value twice the smaller tail. Where trials
    of one seed tend to end alike on both sides, the sum varies less, and the
    test rejects less often. With one row it is Fisher's test, with one trial a
    row McNemar's exact test. Source: Gart, Biometrika 57 (1970).

    Parameters
    ----------
    ours, reference, trials : ndarray of int, shape (rows,)
        Successes, and trials of either side.
    """
    law, lowest = np.ones(1), 0
    for both, of in zip((ours + reference).tolist(), trials.tolist(), strict=True):
        low, high = max(0, both - of), min(both, of)
        lowest += low
        law = np.convolve(law, hypergeom.pmf(np.arange(low, high + 1), 2 * of, both, of))
    at = int(ours.sum()) - lowest
    return min(1.0, 2 * float(min(law[: at + 1].sum(), law[at:].sum())))


def least_visible_rows(rows: int, level: float) -> int | None:
    """Return how many of the rows must move one way, the rest the other, for `sign_test` to reject.

    None if not even all of them are enough, which needs 2^(1 − rows) <= level.
    """
    enough = (k for k in range(rows // 2 + 1, rows + 1) if binomtest(k, rows).pvalue <= level)
    return next(enough, None)


def least_visible_successes(reference: np.ndarray, trials: np.ndarray, level: float) -> int | None:
    """Return by how many successes a run must differ to be rejected, spread over the rows.

    The change goes to where there is more room, up or down, in turn to every
    row that has room; None if not even the largest is rejected.
    """
    up = 2 * int(reference.sum()) <= int(trials.sum())
    room = trials - reference if up else reference
    # Row by row, the first success of each, then the second of each, and so on.
    order = sorted((turn, row) for row, size in enumerate(room.tolist()) for turn in range(size))

    def seen(change: int) -> bool:
        moved = np.bincount([row for _, row in order[:change]], minlength=len(room))
        ours = reference + moved if up else reference - moved
        return stratified_fisher_test(ours, reference, trials) <= level

    if not seen(len(order)):
        return None
    low, high = 0, len(order)  # not seen, seen
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if seen(middle) else (middle, high)
    return high
