"""The harmonic numbers against logarithms, for each n up to a size in the configuration."""

from fractions import Fraction

from balls import exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Positive
from paperclaims.checks.recorder import Recorder


@check("logarithms", claim="lower")
def measure_logarithms(recorder: Recorder, *, largest: Positive) -> None:
    """Compare H_n with ln(n + 1), and with ln(n + 1) + 1/2, for n up to `largest`."""
    harmonic = Fraction(0)
    for n in range(1, largest + 1):
        harmonic += Fraction(1, n)
        at, logarithm = recorder.where(n=n), log(exact(n + 1))
        at.compare("printed", harmonic, ">=", logarithm)
        at.for_claim("upper").compare("printed", harmonic, "<=", logarithm + Fraction(1, 2))
        at.row(gap=float(harmonic - logarithm))
