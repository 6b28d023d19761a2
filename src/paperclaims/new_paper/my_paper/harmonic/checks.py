"""The harmonic numbers against logarithms, for each n up to a size in the configuration."""

from fractions import Fraction

from balls import exact, log
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Positive
from paperclaims.checks.recorder import Recorder


@check("lower")
def logarithms(at: Recorder, *, largest: Positive) -> None:
    """Compare H_n with ln(n + 1), and with ln(n + 1) + 1/2, for n up to `largest`."""
    harmonic = Fraction(0)
    for n in range(1, largest + 1):
        harmonic += Fraction(1, n)
        here, logarithm = at(n=n), log(exact(n + 1))
        here.compare("printed", harmonic, ">=", logarithm)
        here.of("upper").compare("printed", harmonic, "<=", logarithm + Fraction(1, 2))
        here.row(gap=float(harmonic - logarithm))
