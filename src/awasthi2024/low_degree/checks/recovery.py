"""Exact recovery of targets of low degree by regression."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from awasthi2024.low_degree.checks.samples import sample
from awasthi2024.low_degree.parameters import RecoveryCase
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_2
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.randomness import generator


@check("recovery", claim="lemma-7", notebook=True)
def measure_recovery(
    recorder: Recorder,
    *,
    seed: int,
    cases: NonEmpty[RecoveryCase],
    shares: NonEmpty[NonNegative],
    delta: OpenProbability,
    trials: Positive,
    curve_trials: Positive,
    level: OpenProbability,
) -> None:
    """Count how often regression gives a target of degree d back, from little more than N samples.

    `cases` are sizes n, d of polynomials. Targets have random integer coefficients; rounding must
    give them back, with probability at least 1 − δ. `shares` are values of m/N − 1, of which the
    last is judged. The others, with `curve_trials` trials, are only in the table.
    """
    for case in cases:
        for share in shares:
            made = trials if share == shares[-1] else curve_trials
            recorder.rows.append(count_recoveries(seed, case["n"], case["d"], share, made))
        row = recorder.rows[-1]
        recorder.where(n=row["n"], d=row["d"], m=row["m"], delta=delta).rate(
            "recovery", row["successes"], trials, ">=", 1 - delta, level=level / len(cases)
        )


def count_recoveries(seed: int, n: int, d: int, share: float, trials: int) -> dict[str, Any]:
    """Count in how many trials (1 + share)·N samples give a target back; return the table's row."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    monomials = section_2.n_monomials(n, d)
    m = math.ceil((1 + share) * monomials)
    successes, tie = 0, math.inf
    for trial in range(trials):
        spectrum, x, y = draw_target(seed, n, d, m, trial)
        with warnings.catch_warnings():
            # Labels have no noise, and hardly more samples than monomials are to be enough.
            warnings.simplefilter("ignore", FewSamplesWarning)
            model = LowDegreeRegressor(d).fit(x, y)
        nearest = np.rint(model.coef_)
        successes += bool((nearest == spectrum[model.masks_]).all())
        tie = min(tie, 0.5 - float(np.abs(model.coef_ - nearest).max()))
    return {
        "n": n,
        "d": d,
        "monomials": monomials,
        "m": m,
        "share": share,
        "successes": successes,
        "trials": trials,
        "nearest_tie": tie,
    }


def draw_target(
    seed: int, n: int, d: int, m: int, trial: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a trial's target of degree d, by its spectrum (2**n,), and m samples of it."""
    rng = generator(seed, "low_degree", "recovery", n, d, m, trial)
    spectrum = np.where(popcounts(n) <= d, rng.integers(-8, 9, size=2**n), 0).astype(float)
    values = walsh_transform(spectrum) * 2**n
    x, numbers = sample(rng, points(n), m)
    return spectrum, x, values[numbers]
