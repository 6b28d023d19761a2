"""The harmonic numbers against logarithms, for each n up to a size in the configuration."""

from fractions import Fraction
from math import log

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Positive
from paperclaims.checks.recorder import Recorder


@check("logarithms", claim="lower")
def measure_logarithms(recorder: Recorder, *, largest: Positive) -> None:
    """Compare H_n with ln(n + 1), and with ln(n + 1) + 1/2, for n up to `largest`."""
    harmonic = Fraction(0)
    for n in range(1, largest + 1):
        harmonic += Fraction(1, n)
        instance_recorder = recorder.where(n=n)
        instance_recorder.closed_form("printed", harmonic, ">=", log(n + 1))
        instance_recorder.for_claim("upper").closed_form(
            "printed", harmonic, "<=", log(n + 1) + 0.5
        )
        instance_recorder.row(gap=float(harmonic) - log(n + 1))
