"""Corruptions that the checks of Claim 2.1 and Lemma 6 must reject."""

from __future__ import annotations

from awasthi2024.fourier import checks
from paperclaims.mutation.mutants import mutants_of, run_of

CHECKS = "awasthi2024.fourier.checks."

identities = run_of(
    "identities", checks.measure_identities, exhaustive=2, characters=3, functions=1,
    dimensions=[4], rhos=["-1/2", "0", "1/2"],
)  # fmt: skip

halfspaces = run_of("halfspaces", checks.measure_halfspaces, largest_weights=[1, 1, 2], steps=2)

thresholds = run_of(
    "thresholds", checks.measure_thresholds, sizes=[16, 64], means=[0.9, 0.5, 0.01, 1e-6],
    witnesses=[1024], random={"dimensions": [8], "count": 2, "largest_weight": 9},
    search={"dimensions": [6], "restarts": 1, "steps": 60, "largest_weight": 5},
)  # fmt: skip

#: The records of n = 1, where each printed line of the proof already fails.
one_variable = run_of("one_variable", checks.measure_halfspaces, largest_weights=[1], steps=1)


def half_of_square(original):
    """Return the displayed line's sides, the square with its ½ and the sign of the first."""

    def sides(x, g, flipped):
        correlation, printed_sum, square = original(x, g, flipped)
        return correlation, printed_sum, square / 2 * (1 if correlation > 0 else -1)

    return sides


MUTANTS = [
    *mutants_of("lemma-6", halfspaces, [
        ("step-monotone-corrected", "w with the other sign", CHECKS + "halfspace",
         lambda original: lambda w, b: original([-v for v in w], b)),
        ("step-square", "half of the square, with the sign of the left side", CHECKS + "_line",
         half_of_square),
    ]),
    *mutants_of("lemma-6", one_variable, [
        ("step-sensitivity", "twice the absolute value of the mean, at n = 1",
         CHECKS + "_mean_product", lambda original: lambda g, x: 2 * abs(original(g, x))),
    ]),
]  # fmt: skip

#: Runs that make records of drawn instances, by seed; they change no verdict.
RUNS = (identities, halfspaces, thresholds)
