"""Theorem T: predictors at several accuracies, read through nested windows, and its constants."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import samples
from sparseact.randomness import generator


@check("windows", claim="theorem-5")
def measure_windows(
    recorder: Recorder,
    *,
    seed: int,
    levels: NonEmpty[Positive],
    repeats: Positive,
    neurons: NonEmpty[Positive],
    deltas: NonEmpty[OpenProbability],
    exponents: NonEmpty[Positive],
) -> None:
    """Check the windows of Theorem T exactly, and the constants of its proof.

    With J of `levels` windows the least of them has the half-width 1 and kM is 2^J; `repeats`
    random lists of whole predictions are read for each J. `neurons` are values of s and `deltas`
    of δ, for m = 2^e points and the losses 2^(1−e), with e in `exponents` and kM = 1.
    """
    for count in levels:
        rng = generator(seed, "sample_complexity", "windows", count)
        for repeat in range(repeats):
            target = int(rng.integers(-(2**count), 2**count + 1))
            errors = rng.integers(-(2 ** (count + 1)), 2 ** (count + 1) + 1, size=count)
            good = np.clip(errors, -(2 ** np.arange(count)), 2 ** np.arange(count))
            chosen = np.where(rng.random(count) < 0.5, good, errors)
            instance_recorder = recorder.where(levels=count, repeat=repeat)
            _compare_windows(instance_recorder, target, (target + chosen).tolist())
        _compare_windows_sharp(recorder.where(levels=count))
    for s in neurons:
        for delta in deltas:
            for e in exponents:
                _compare_constants(recorder.where(s=s, delta=delta, m=2**e))
                _compare_samples(recorder.where(s=s, delta=delta, epsilon=2.0 ** (1 - e)))


def read_through_windows(predictions: Sequence[int]) -> int:
    """Return f_0: f_J is 0, and f_j the number within 2^{j+1} of f_{j+1} that is nearest to g_j."""
    nearest = 0
    for j in reversed(range(len(predictions))):
        nearest = max(nearest - 2 ** (j + 1), min(nearest + 2 ** (j + 1), predictions[j]))
    return nearest


def _compare_windows(recorder: Recorder, target: int, predictions: Sequence[int]) -> None:
    """Compare the error with 1, or with six half-widths of the widest window that is bad."""
    bad = [j for j, g in enumerate(predictions) if abs(g - target) > 2**j]
    most = 6 * 2 ** max(bad) if bad else 1
    recorder.exact("windows", abs(read_through_windows(predictions) - target), "<=", most)


def _compare_windows_sharp(recorder: Recorder) -> None:
    """Check the error 6t_j − 2t_0, where all predictions are far below a target of kM."""
    count = recorder.instance["levels"]
    error = 2**count - read_through_windows([-(8**count)] * count)
    recorder.exact("windows-sharp", error, "==", 6 * 2 ** (count - 1) - 2)


def _compare_constants(recorder: Recorder) -> None:
    """Compare ½t_0² + 18·Σ t_j²ρ_j, at k = M = 1, with the bound."""
    s, delta, m = (recorder.instance[key] for key in ("s", "delta", "m"))
    least = 8 * s / m
    squares = [least * 4**j for j in range(m.bit_length()) if least * 4**j < 1]
    loss = min(least, 1) / 2
    for square in squares:
        named = s * (math.ceil(4 / square) - 1)  # κ
        codes = named * math.log(2 * m + 1) + s * math.log(2)
        loss += 18 * square * (codes + math.log(len(squares) / delta)) / (m - named)
    recorder.closed_form("labelled-only", loss, "<=", samples.theorem_t(s, 1, m, 1, delta))


def _compare_samples(recorder: Recorder) -> None:
    """Compare the bound at the number of points that is enough with ε."""
    s, delta, epsilon = (recorder.instance[key] for key in ("s", "delta", "epsilon"))
    m = samples.theorem_t_samples(s, 1, 1, epsilon, delta)
    recorder.where(quantity="samples").closed_form(
        "labelled-only", samples.theorem_t(s, 1, m, 1, delta), "<=", epsilon
    )
    recorder.row(m=m)
