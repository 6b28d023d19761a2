"""Gaussian inputs (§1): how often several neurons are active at once."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sparseact.bounds.domain import COUNT, REAL, checked

#: Steps of the quadrature; its bracket is the range of the integrand over this many.
_STEPS = 1 << 16


class Bracket(NamedTuple):
    """A number between two others."""

    lower: float
    upper: float

    @property
    def middle(self) -> float:
        """The mean of the two ends."""
        return (self.lower + self.upper) / 2

    @property
    def error(self) -> float:
        """The largest distance of the number from the mean."""
        return (self.upper - self.lower) / 2


@checked(t=REAL)
def normal_tail(t: float) -> float:
    """Return Φ(−t), the probability that a standard Gaussian exceeds t."""
    return math.erfc(t / math.sqrt(2)) / 2


@checked(t=REAL, angle=REAL)
def both_active(t: float, angle: float) -> Bracket:
    """Return bounds on `Pr[⟨v, x⟩ > t, ⟨w, x⟩ > t]` for unit vectors at this angle, `t ≥ 0`.

    It is (1/2π)∫_angle^π exp(−t²/(2cos²(φ/2))) dφ (docs/proofs-input_distributions.md,
    5). The integrand falls, so sums over its left and right ends bracket the
    integral; they are widened by a relative 1e-12 for the rounding of the terms.
    """
    t, angle = float(t), float(angle)
    ends = np.linspace(angle, math.pi, _STEPS + 1)
    cosines = np.cos(ends[:-1] / 2) ** 2
    with np.errstate(over="ignore"):  # exp(-inf) is 0, as it is to every digit
        integrand = np.exp(-t * t / (2 * cosines)) if t else np.ones(_STEPS)
    width = (math.pi - angle) / _STEPS / (2 * math.pi)
    # At φ = π the integrand is 0 for t > 0, and 1 for t = 0.
    last = 0.0 if t else 1.0
    upper = width * float(integrand.sum())
    lower = width * (float(integrand[1:].sum()) + last)
    return Bracket(lower * (1 - 1e-12), upper * (1 + 1e-12))


@checked(s=COUNT, t=REAL)
def gaussian_share(s: int, t: float) -> float:
    """Return sΦ(t)/(s − 1), which bounds `Pr[|R_x| ≤ 1]` for `s ≥ 2` neurons with `b_j ≤ t‖w_j‖`.

    docs/proofs-input_distributions.md, 4. It says something where it is below 1.
    """
    return s * normal_tail(-t) / (s - 1)


@checked(s=COUNT, t=REAL)
def gaussian_pair(s: int, t: float) -> Bracket:
    """Return bounds on a number that `Pr[|R_x| ≥ 2]` is at least, for `s ≥ 2` and `b_j ≤ t‖w_j‖`.

    It is the probability that two neurons with cosine −1/(s − 1) are both active
    (docs/proofs-input_distributions.md, 5).
    """
    return both_active(t, math.acos(-1 / (s - 1)))


@checked(s=COUNT, t=REAL)
def gaussian_pair_least(s: int, t: float) -> float:
    """Return a positive number in closed form that `gaussian_pair` is at least, for `s ≥ 3`.

    It is the first half of the integral, at the integrand's value in the middle
    (docs/proofs-input_distributions.md, 5).
    """
    angle = math.acos(-1 / (s - 1))
    cosine = math.cos((angle + math.pi) / 4)
    return (math.pi - angle) / (4 * math.pi) * math.exp(-t * t / (2 * cosine**2))
