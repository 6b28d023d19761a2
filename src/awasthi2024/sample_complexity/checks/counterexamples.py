"""Small instances at which each of the paper's sample sizes is too small."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Annotated

from annotated_types import Ge, Gt, Le

from awasthi2024.bounds import section_5
from balls import Exact, between, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


@check("theorem-17")
def counterexamples(
    at: Recorder,
    *,
    constants: NonEmpty[Annotated[int, Ge(1), Le(10_000)]],
    losses: NonEmpty[Annotated[float, Gt(0), Le(1)]],
    confident: NonEmpty[Annotated[int, Ge(2), Le(1024)]],
) -> None:
    """Look for small instances at which each of the paper's sample sizes is too small.

    `constants` are values of the constant c that the paper leaves open. No learner tells two
    functions apart that differ only at an unseen point. The probability of this, or minus its
    logarithm, is compared with δ, as fractions or with proved errors. `losses` are values of ε for
    Lemma 18 next to 3c/2, and `confident` values of 1/ε for Theorem 17. What Lemma 18 with (15)
    leads to is compared with Theorem 17's number, and this with Theorem 5's.
    """
    lemma = at.of("lemma-18")
    for c in constants:
        for epsilon in (1.5 * c, *losses):
            compare_two_functions(lemma, c, epsilon)
        _compare_networks(lemma, c)
        _compare_flat(at, c)
        for inverse in confident:
            _compare_confidence(at, c, inverse)
        _compare_scaled_flat(at, c)
        for inverse, W in product(confident, (1, 2)):
            _compare_scaled(at, c, inverse, W)
        _compare_derivation(at, c)
        _compare_informal(at.of("theorem-5"), c)
        compare_free_sizes(at, c)
        # Lemma 18 has W⁴ where Theorem 17 has W².
        _compare_above(at, "derivation", n=2, s=2, W=8 * c, c=c)
        if c <= 100:
            _compare_logarithm(at, c)
        for constant in (Fraction(1, c), Fraction(c)):
            _compare_dense(at.of("intro-dense-lower"), constant)


#: δ, and ε of the derivation of Theorem 17.
_QUARTER = Fraction(1, 4)

#: The smallest class off the boundary of sizes; its second neuron may be dead.
_CLASS = {"n": 2, "s": 2, "k": 1}


def _compare_failure(at: Recorder, statement: str, q: int, m: int, exponent: int) -> None:
    """Compare the probability with which every learner fails at m with δ = 2^−exponent."""
    here = at(mass=f"1/{q}", m=m, delta=f"2^-{exponent}")
    if m <= 12 or q == 1:
        here.compare(statement, section_5.two_point_failure(q, m), "<=", Fraction(1, 1 << exponent))
    else:  # in nats, since the fractions are long
        log_failure = log(exact(2)) - m * log(1 - Fraction(1, q))
        here.compare(statement, log_failure, ">=", exponent * log(exact(2)))


def compare_two_functions(at: Recorder, c: int, epsilon: float) -> None:
    """{0, −λσ(x_1)} on {e_1, −e_1}: C_H = sup h = 0, so the paper's m does not depend on λ."""
    exponent = 3
    m = section_5.lemma_18_root(0.0, 0.0, epsilon, exponent * math.log(2), c)
    # At mass 1/q with q ≥ 2m the failure is at least ½·½.
    size = math.isqrt(math.floor(16 * m * Fraction(epsilon))) + 1
    q = section_5.two_point_mass(Fraction(size), Fraction(epsilon))
    here = at(**_CLASS, W=size, B=0, c=c, epsilon=epsilon)
    _compare_failure(here, "printed", q, m, exponent)


def _compare_networks(at: Recorder, c: int) -> None:
    """All of H_{2,2,1}^{W,0} on {e_1, −e_1}: C_H = W and R ≤ √2·W/√m.

    A member has any two values in [−W, W], so R ≤ W(√a + √(m − a))/m with a samples at e_1.
    ε = 1, W² = 64c², and δ so small that (1 − p)^m/2 > δ: m = c²(√2·W² + √ln(1/δ))².
    """
    size = 8 * c
    q = section_5.two_point_mass(Fraction(size), Fraction(1))
    share = -c * c * math.log1p(-1 / q)
    first = math.sqrt(2) * size**2
    # share·(first + √L)² < L − ln 2 from the larger root of the quadratic in √L on; L is a fifth
    # more.
    a, b = 1 - share, share * first
    root = (b + math.sqrt(b * b + a * (share * first**2 + math.log(2)))) / a
    exponent = math.ceil(1.2 * root**2 / math.log(2))
    m = section_5.lemma_18_root(size, math.sqrt(2) * size, 1.0, exponent * math.log(2), c)
    here = at(**_CLASS, W=size, B=0, c=c, epsilon=1.0)
    _compare_failure(here, "networks", q, m, exponent)


def _compare_flat(at: Recorder, c: int) -> None:
    """ε = k(R + B): the logarithm of Theorem 17 is 0, and m = c ln(1/δ) whatever W is."""
    m = bounds.round_up(section_5.theorem_17(1, 1, 1, 1, 1, 0, 1, _QUARTER, constant=c))
    # (1 − 1/q)^m is to be above 2δ = ½: at q = 4m it is above 3/4, at m = 2, q = 4 it is 9/16.
    q = 4 if m == 2 else 4 * m
    size = math.isqrt(8 * q) + 1
    q = section_5.two_point_mass(Fraction(size), Fraction(1))
    m = bounds.round_up(section_5.theorem_17(1, 1, 1, 1, size, 0, 1, _QUARTER, constant=c))
    here = at(n=1, s=1, k=1, W=size, B=0, R=1, c=c, epsilon=1.0)
    _compare_failure(here, "printed", q, m, 2)


def compare_free_sizes(at: Recorder, c: int) -> None:
    """ε = k(R + B) at n = s = 2: ±Wσ(x_1) differ by 2W at e_1, and both are 0 at −e_1.

    m = ⌈c ln 4⌉ whatever W is, and W² is the smallest integer at which it is impossible to learn
    both targets, at a mass p a little above 2/W².
    """
    m = math.ceil(c * log(exact(4)))
    # (1 − 2/W²)^m ≤ exp(−2m/W²), which is at most ½ for smaller W².
    square = 2 * m * 36 // 25 + 1
    while True:
        mass = Fraction(2, square) * Fraction(1001, 1000)
        failure = section_5.two_point_failure(1 / mass, m)
        if failure > Fraction(1, 4) or square > 8 * m:
            break
        square += 1
    here = at(**_CLASS, R=1, W2=square, B=0, c=c, epsilon=1, delta=0.25, mass=str(mass), m=m)
    here.compare("printed", failure, "<=", Fraction(1, 4))


def _least_size(size: int, W: int, epsilon: Fraction, factor: int) -> tuple[int, int, float, float]:
    """Return the least size from `size` on at which first + factor·L samples are too few.

    first + factor·L < (L − ln 2)/rate, with rate = ln(q/(q − 1)), is linear in L = ln(1/δ). The
    others that are returned are q, the rate and the slope 1/rate − factor.
    """
    while True:
        q = section_5.two_point_mass(Fraction(size * W), epsilon)
        rate = -math.log1p(-1 / q) if q > 1 else math.inf
        slope = 1 / rate - factor
        if slope * rate > 0.25:
            return size, q, rate, slope
        size += 1


def _large_exponent(first: float, rate: float, slope: float) -> int:
    """Return an e such that the inequality of `_least_size` holds at δ = 2^−e."""
    return math.ceil(1.2 * (first + 1 + math.log(2) / rate) / slope / math.log(2))


def _compare_confidence(at: Recorder, c: int, inverse: int) -> None:
    """ε ≤ ½, n = s = 2, R = 1: the logarithm is positive, but ln(1/δ) lacks a factor M²."""
    epsilon, factor = Fraction(1, inverse), c * inverse**2
    size, q, rate, slope = _least_size(math.isqrt(16 * c * inverse) + 1, 1, epsilon, factor)
    first = factor * size**2 * _CLASS["n"] * _CLASS["s"] * math.log(inverse)
    exponent = _large_exponent(first, rate, slope)
    m = bounds.round_up(first + factor * exponent * math.log(2))
    here = at(**_CLASS, W=size, B=0, R=1, c=c, epsilon=float(epsilon))
    _compare_failure(here, "confidence", q, m, exponent)


def _compare_scaled_flat(at: Recorder, c: int) -> None:
    """M = 1 and ε = k(R + B): m = c·ln(1/δ)/k² is at most 1 for δ = 1/8, but k²/(8·2) > ε."""
    exponent = 3
    k = max(17, math.isqrt(3 * c) + 1)
    m = bounds.round_up(section_5.theorem_17_scaled(k, 1, Fraction(k), exponent, constant=c))
    q = section_5.two_point_mass(Fraction(k), Fraction(k))
    here = at(n=1, s=k, k=k, W=1, B=0, R=1, c=c, epsilon=float(k))
    _compare_failure(here, "scaled", q, m, exponent)


def _compare_scaled(at: Recorder, c: int, inverse: int, W: int) -> None:
    """ε ≤ ½ and ln(1/δ) multiplied by M² = W²: still too few, as k² is missing."""
    epsilon, factor = Fraction(1, inverse), c * (W * inverse) ** 2
    k, q, rate, slope = _least_size(math.isqrt(8 * c * inverse) + 1, W, epsilon, factor)
    exponent = _large_exponent(factor * k * k * math.log(k * inverse), rate, slope)
    m = bounds.round_up(section_5.theorem_17_scaled(k, W, epsilon, exponent, constant=c))
    here = at(n=1, s=k, k=k, W=W, B=0, R=1, c=c, epsilon=float(epsilon))
    _compare_failure(here, "scaled", q, m, exponent)


def _compare_derivation(at: Recorder, c: int) -> None:
    """Find the smallest W = 2^j at which that m is above c times Theorem 17's; n = s = k = 1."""
    for size in (1 << exponent for exponent in range(62)):
        right = theorem_17_there(1, 1, size, c)
        m = section_5.theorem_17_derived(1, 1, 1, 1, size, 0, _QUARTER, _QUARTER)
        if m > right:
            break
    here = at(n=1, s=1, k=1, W=float(size), B=0, R=1, c=c, epsilon=0.25, delta=0.25)
    here.compare("derivation", m, "<=", right)


def lemma_18_above(n: int, s: int, W: int) -> int:
    """Return a lower bound on Lemma 18's m, with (15) and C_H = W; k = R = 1, B = 0.

    ε = δ = ¼ and constant 1. The lemma requires (√a + √b)² ≤ ε² with a = W⁴ns ln(m)/m and
    b = ln(4)/m; as long as a + b is above ε², m is not enough, and a + b decreases from m = 3 on.
    At m = 1 and 2, b is above ε² without a.
    """

    def enough(m: int) -> bool:
        total = W**4 * n * s * log(exact(m)) + log(exact(4))
        return bool(total <= m * _QUARTER**2)

    return bounds.least_from(enough, 3) - 1


def theorem_17_there(n: int, s: int, W: int, c: int) -> Exact:
    """Return c times Theorem 17's m at k = R = 1, B = 0, ε = δ = ¼."""
    return c * section_5.theorem_17(n, s, 1, 1, W, 0, _QUARTER, _QUARTER)


def _compare_above(at: Recorder, statement: str, n: int, s: int, W: int, c: int) -> None:
    """Compare a number below Lemma 18's m with Theorem 17's; k = R = 1, B = 0."""
    here = at(n=n, s=s, k=1, R=1, W=W, B=0, c=c, epsilon=0.25, delta=0.25)
    left = between(lemma_18_above(n, s, W), None)
    here.compare(statement, left, "<=", theorem_17_there(n, s, W, c))


def _compare_logarithm(at: Recorder, c: int) -> None:
    """Find the smallest n = s = 2^j at W = C_H = 1; Theorem 17's logarithm omits n and s."""
    size = 2
    while lemma_18_above(size, size, 1) <= theorem_17_there(size, size, 1, c) and size < 1 << 100:
        size *= 2
    _compare_above(at, "derivation-log", size, size, 1, c)


def _compare_informal(at: Recorder, c: int) -> None:
    """Theorem 17 on the cube, R = √n, against c times Theorem 5's ksn/ε² with its logarithm."""
    for n in range(1, 2 * c + 2):
        m = section_5.theorem_17(n, 1, 1, sqrt(exact(n)), 1, 0, _QUARTER, _QUARTER)
        shape = section_5.theorem_5(exact(n), 1, 1, _QUARTER, _QUARTER, constant=c)
        if compare(m, ">", shape):  # at n = c = 1 both sides are equal
            break
    here = at(n=n, s=1, k=1, W=1, B=0, c=c, epsilon=0.25, delta=0.25)
    here.compare("derivation", m, "<=", shape)


def _compare_dense(at: Recorder, c: Fraction) -> None:
    """Find the smallest j for which ε = 2^−j needs fewer than c·s²/ε² samples; n = s = 2.

    On the cube R = √2, so a member of H_{2,2,2}^{1,0} has |h| ≤ C = 2√2, on four points.
    """
    for epsilon in (Fraction(1, 1 << exponent) for exponent in range(1, 62)):
        m = section_5.memorising_samples(4, sqrt(exact(8)), epsilon, _QUARTER)
        right = section_5.dense_lower(2, epsilon, constant=c)
        if m < right:
            break
    here = at(n=2, s=2, k=2, W=1, B=0, c=str(c), epsilon=float(epsilon), delta=0.25)
    here.compare("printed", m, ">=", right)
