"""Exact recovery of targets of low degree by regression."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.low_degree.samples import sample
from sparseact.comparison import Measurement
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.parameters import NonEmpty, NonNegative, OpenProbability, Positive, RecoveryCase
from sparseact.randomness import generator
from sparseact.recorder import Recorder


def measure_recovery(
    *,
    seed: int,
    cases: NonEmpty[RecoveryCase],
    shares: NonEmpty[NonNegative],
    delta: OpenProbability,
    trials: Positive,
    curve_trials: Positive,
    level: OpenProbability,
) -> Measurement:
    """Count how often regression gives a target of degree d back, from little more than N samples.

    Parameters
    ----------
    seed : int
    cases : sequence of {"n": int, "d": int}
        Targets have random integer coefficients; rounding must give them back.
    shares : sequence of float
        Values of m/N − 1. The last is judged; the others are for the table.
    delta : float
        Recovery should succeed with probability at least 1 − δ.
    trials, curve_trials : int
        Trials for a record, and for a row of the table alone.
    level : float
        Bound on the probability that some record of this job is wrong.
    """
    from sparseact.learning.low_degree import LowDegreeRegressor  # here, since most jobs need none

    whole = Recorder("lemma-7", {})
    rows = []
    for case in cases:
        n, d = case["n"], case["d"]
        cube, kept = points(n), popcounts(n) <= d
        monomials = bounds.n_monomials(n, d)
        for share in shares:
            m = math.ceil((1 + share) * monomials)
            successes, tie = 0, math.inf
            made = trials if share == shares[-1] else curve_trials
            for trial in range(made):
                rng = generator(seed, "low_degree", "recovery", n, d, m, trial)
                spectrum = np.where(kept, rng.integers(-8, 9, size=2**n), 0).astype(float)
                values = walsh_transform(spectrum) * 2**n
                x, numbers = sample(rng, cube, m)
                model = LowDegreeRegressor(d).fit(x, values[numbers])
                nearest = np.rint(model.coef_)
                successes += bool((nearest == spectrum[model.masks_]).all())
                tie = min(tie, 0.5 - float(np.abs(model.coef_ - nearest).max()))
            rows.append(
                {
                    "n": n,
                    "d": d,
                    "monomials": monomials,
                    "m": m,
                    "share": share,
                    "successes": successes,
                    "trials": made,
                    "nearest_tie": tie,
                }
            )
        whole.on(n=n, d=d, m=m, delta=delta).rate(
            "recovery", successes, trials, ">=", 1 - delta, level=level / len(cases)
        )
    return Measurement(whole.records, pd.DataFrame(rows))
