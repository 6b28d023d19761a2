"""Section 5: Rademacher complexity, by Theorem 19, (15), Conjecture 20; Theorems F, J, K, L."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from sparseact.arguments import floats
from sparseact.bounds.arithmetic import (
    Scalar,
    as_number,
    binomials,
    divide,
    least_from,
    log_of,
    output_bound,
    root_of,
    shown,
)
from sparseact.bounds.domain import ACTIVE, ACTIVE_COUNT, COUNT, FEW, SIZE, TERMS, checked
from sparseact.bounds.eigenvalues import largest_eigenvalue
from sparseact.bounds.section_2 import n_monomials


def _per_root(value: float, m: Scalar, what: str) -> float:
    return divide(value, root_of(as_number(m), what), f"{what} with m = 0")


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, constant=SIZE)
def conj_20(
    s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `(WR+B)√(sk)/√m`, the conjectured bound on the Rademacher complexity.

    Conjecture 20 (§5).
    """
    root = root_of(as_number(s) * as_number(k), "Conjecture 20")
    return _per_root(float(constant) * output_bound(R, W, B) * root, m, "Conjecture 20")


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def conj_20_root_two(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `√2·(WR+B)√(sk)/√m`, which orthogonal points force and which is enough for them.

    docs/proofs-conjecture_20.md, 4 and 5.
    """
    return math.sqrt(2) * conj_20(s, k, m, R, W, B)


@checked(s=COUNT, k=ACTIVE_COUNT, W=SIZE, B=SIZE)
def conj_20_gram(x: np.ndarray, s: int, k: int, W: float, B: float) -> float:
    """Return `√2(W√λ + B)√(sk/m)`, λ the largest eigenvalue of the Gram matrix of x (m, n).

    docs/proofs-conjecture_20.md, 5. λ is verified (see `eigenvalues`).
    """
    x = floats("x", x)
    return conj_20_root_two(s, k, len(x), math.sqrt(largest_eigenvalue(x)), W, B)


@checked(s=COUNT, k=ACTIVE_COUNT, m=COUNT, R=SIZE, W=SIZE, B=SIZE)
def conj_20_clusters(s: int, k: int, m: int, R: float, W: float, B: float) -> float:
    """Return `(2√2·WR + √2·B)√(sk/m)`, for orthogonal clusters of equal points.

    docs/proofs-conjecture_20.md, 7.
    """
    return math.sqrt(2) * (conj_20(s, k, m, R, W, B) + conj_20(s, k, m, R, W, 0.0))


@checked(n=SIZE, s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, constant=SIZE)
def eq_15(
    n: Scalar,
    s: Scalar,
    k: Scalar,
    m: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    *,
    constant: Scalar = 1,
) -> float:
    """Return `(WR+B)√(snk ln(km(R+B)))/√m`, the paper's bound for k-sparse networks.

    Equation (15) (§5). Undefined where `km(R+B) < 1`, and 0 where it is 1.
    """
    n, s, k = as_number(n), as_number(s), as_number(k)
    log = log_of(k * as_number(m) * (as_number(R) + as_number(B)), "Equation (15)")
    root = root_of(float(s * n * k) * log, "Equation (15) with km(R+B) < 1")
    return _per_root(float(constant) * output_bound(R, W, B) * root, m, "Equation (15)")


@checked(n=SIZE, s=SIZE, k=ACTIVE, m=SIZE, W=SIZE, B=SIZE)
def eq_15_cube(n: Scalar, s: Scalar, k: Scalar, m: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `C·(W√n+B)√(snk ln(km(√n+B)))/√m`, a bound for points of the cube.

    Equation (15) (§5) at `R = √n` with a proved constant, C = `eq_15_cube_constant`:
    docs/proofs-rademacher.md, on the cube; for `nm ≥ 2`.
    """
    return eq_15(n, s, k, m, math.sqrt(as_number(n)), W, B, constant=eq_15_cube_constant)


#: 2.27·√2, rounded up: ln(2m) ≤ 2 ln(m√n) where nm ≥ 2.
eq_15_cube_constant = 3.22


#: Of Theorem J; with it (15) holds as stated in the paper where k(R+B) ≥ 2. There
#: `theorem_19_constant` is enough, too: 3.6 ≤ 2.27·√n for n ≥ 3.
theorem_j_constant = 3.6

#: √(2 ln(4/3)) + 1 of Theorem J's second form, rounded up.
theorem_j_summand = 1.76

#: 3.6·√2, rounded up: with it (15) holds without `√n` on the cube.
theorem_j_cube_constant = 5.1


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, constant=SIZE)
def eq_15_without_n(
    s: Scalar,
    k: Scalar,
    m: Scalar,
    R: Scalar,
    W: Scalar,
    B: Scalar,
    *,
    constant: Scalar = theorem_j_constant,
) -> float:
    """Return `C·(WR+B)√(sk ln(km(R+B)))/√m`, (15) without its factor `√n`, where `k(R+B) ≥ 2`.

    C is `constant`; with `theorem_j_cube_constant` for points of the cube, `R = √n`, where
    `nm ≥ 2`: docs/proofs-rademacher.md, without the root of n.
    """
    return eq_15(1, s, k, m, R, W, B, constant=constant)


@checked(n=SIZE, s=SIZE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, constant=SIZE)
def theorem_19(
    n: Scalar, s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `(WR+B)√(sn ln(m(R+B)))/√m`, the paper's bound for 1-sparse networks.

    Theorem 19 (§5), its display (1). Undefined where `m(R+B) < 1`, and 0 where it is 1.
    """
    return eq_15(n, s, 1, m, R, W, B, constant=constant)


# --------------------------------------------- §5, the proof of Theorem 19

#: The constant in Hoeffding's inequality P[|Σ ζ_i a_i| > t‖a‖] ≤ 2exp(−t²/c).
hoeffding_constant = 2


@checked(number=SIZE, t=SIZE)
def union_factor(number: Scalar, t: float) -> float:
    """Return `2N·exp(−t²/2)`, by which N sets fail Hoeffding's inequality at t."""
    return 2 * number * math.exp(-t * t / hoeffding_constant)


@checked(n=TERMS, m=COUNT)
def number_printed(n: int, m: int) -> int:
    """Return `m^n`, the paper's `O(m^n)` for the number of sets with constant 1."""
    return m**n


@checked(n=COUNT, s=COUNT, m=COUNT, B=SIZE)
def eq_8(n: int, s: int, m: int, B: Fraction) -> float:
    """Return 4B√(snc ln(mB))/√m with `c = 2`, the right-hand side of (8)."""
    log = log_of(m * B, "Equation (8)")
    return 4 * float(B) * math.sqrt(s * n * hoeffding_constant * log / m)


@checked(n=COUNT, m=COUNT, B=SIZE)
def eq_8_main(n: int, m: int, B: Fraction) -> float:
    """Return `2√(nc ln(mB))/√m` with `c = 2`: by (8)'s t, the first term of (7), over B."""
    return 2 * math.sqrt(n * hoeffding_constant * log_of(m * B, "Equation (8)") / m)


@checked(n=FEW, m=COUNT, B=SIZE)
def eq_8_residual(n: int, m: int, B: Fraction) -> Fraction:
    """Return `m^n (mB)^{−4n}`: by `t = 2√(nc ln(mB))`, the second term of (7), over B."""
    return m**n / (m * B) ** (4 * n)


@checked(n=COUNT, s=COUNT, m=COUNT, R=SIZE, W=SIZE)
def eq_14(n: int, s: int, m: int, R: Fraction, W: Fraction) -> float:
    """Return `4WR√(ns ln(mR))/√m`, the right-hand side of (14)."""
    return 4 * float(W * R) * math.sqrt(n * s * log_of(m * R, "Equation (14)") / m)


@checked(n=COUNT, m=COUNT, R=SIZE)
def eq_14_main(n: int, m: int, R: Fraction) -> float:
    """Return `2√(n ln(mR))/√m`, (13)'s first term at (14)'s t, over WR; it does not contain c."""
    return 2 * math.sqrt(n * log_of(m * R, "Equation (14)") / m)


@checked(n=FEW, m=COUNT, R=SIZE)
def eq_14_residual(n: int, m: int, R: Fraction) -> Fraction:
    """Return `2n·m^n (mR)^{−4n/c}`, `c = 2`: by (14)'s t, the second term of (13), over WR."""
    return 2 * n * m**n / (m * R) ** (4 * n // hoeffding_constant)


# ------------------------------------------------------------ proved forms


@checked(n=COUNT, m=COUNT)
def affine_dichotomies(n: int, m: int) -> int:
    """Return `2 Σ_{i≤n} C(m−1, i)`, a bound on the subsets that affine halfspaces cut off m points.

    Cover's count, for strict halfspaces `{i : ⟨w, x_i⟩ > b}` in n dimensions, the empty set
    included; attained by points in general position. docs/proofs-rademacher.md, 1.

    References
    ----------
    T. M. Cover (1965). Geometrical and statistical properties of systems of linear inequalities
    with applications in pattern recognition. IEEE Trans. Electronic Computers EC-14.
    doi:10.1109/PGEC.1965.264137
    """
    if m < 1:
        raise ValueError(f"affine_dichotomies: m must be at least 1, got {m}")
    return 2 * n_monomials(m - 1, n)


@checked(n=COUNT, s=SIZE, k=ACTIVE, m=COUNT, R=SIZE, W=SIZE, B=SIZE)
def theorem_19_sharp(
    n: int, s: Scalar, k: Scalar, m: int, R: Scalar, W: Scalar, B: Scalar
) -> float:
    """Return `(WR+B)√(sk/m)·(1 + √(2 ln N))`, `N + 1 = 2 Σ_{i≤n} C(m−1, i)`: a proved form of (15).

    docs/proofs-rademacher.md, 1. N counts the non-empty sets that a neuron can
    be active on. k may be the average number of active neurons over the sample.
    """
    number = affine_dichotomies(n, m) - 1
    return conj_20(s, k, m, R, W, B) * (1 + math.sqrt(2 * math.log(number)))


#: Constant of `theorem_19_closed` for n ≤ 2: 1/√(ln 4) + √2, rounded up.
theorem_19_constant = 2.27


@checked(n=SIZE, s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def theorem_19_closed(
    n: Scalar, s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar
) -> float:
    """Return `min(C₁√n, C₂)·(WR+B)√(sk ln(2m))/√m`, the paper's shape with proved constants.

    C₁ is `theorem_19_constant` and C₂ `theorem_j_constant`: docs/proofs-rademacher.md, 1, for
    `n ≤ 2`, and Theorem J for `n ≥ 3`; valid for every `m ≥ 1`. R and B are in no logarithm, so
    both sides scale alike.
    """
    log = log_of(2 * as_number(m), "Theorem 19")
    factor = min(theorem_19_constant * root_of(as_number(n), "Theorem 19"), theorem_j_constant)
    return factor * conj_20(s, k, m, R, W, B) * root_of(log, "Theorem 19")


@checked(s=SIZE, m=SIZE, R=SIZE, W=SIZE, B=SIZE, constant=SIZE)
def dense_rademacher(
    s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar, *, constant: Scalar = 1
) -> float:
    """Return `(WR+B)s/√m`, the bound without sparsity that the paper compares with.

    §5, before Theorem 19.
    """
    return _per_root(float(constant) * output_bound(R, W, B) * float(s), m, "The dense bound")


#: The constant of `dense_rademacher_sharp` (docs/proofs-rademacher.md, 2).
dense_constant = 1.5


@checked(s=SIZE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def dense_rademacher_sharp(s: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `(3/2)(WR+B)s/√m`, the dense bound with a constant that is proved.

    docs/proofs-rademacher.md, 2. Whether 1 is enough is not known here.
    """
    return dense_rademacher(s, m, R, W, B, constant=dense_constant)


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def theorem_j(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `(WR+B)√(sk/m)·min(C√ln(2m), √(8 ln 8m) + c)`, Theorem J, which has no n.

    C is `theorem_j_constant` and c `theorem_j_summand`; docs/proofs-conjecture_20-repaired.md, 10.
    Valid for every `m ≥ 1`, with k the average number of active neurons over the sample. The
    second form is smaller from `m = 6522` on.
    """
    double = 2 * as_number(m)
    root = root_of(log_of(double, "Theorem J"), "Theorem J with m < 1/2")
    simple = theorem_j_constant * root
    second = math.sqrt(8 * log_of(4 * double, "")) + theorem_j_summand
    return conj_20(s, k, m, R, W, B) * min(simple, second)


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def theorem_k(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `(WR+B)√(sk/m)·(√(2 ln(s/k)) + 25·ln(2m)^{1/4})`, Theorem K, for `1 ≤ k ≤ s`.

    docs/proofs-conjecture_20-repaired.md, 11; valid for every `m ≥ 1`, with k the average
    number of active neurons over the sample.
    """
    log = log_of(divide(as_number(s), as_number(k), "Theorem K with k = 0"), "Theorem K")
    fourth = math.sqrt(root_of(log_of(2 * as_number(m), "Theorem K"), "Theorem K with m < 1/2"))
    return conj_20(s, k, m, R, W, B) * (root_of(2 * log, "Theorem K with s < k") + 25 * fourth)


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE, B=SIZE)
def theorem_l(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar, B: Scalar) -> float:
    """Return `40·(WR+B)√(sk/m)·√(ln(s/k) + 2 ln L + 3.1)`, `L = ⌈½log₂(km/s)⌉ + 1`: Theorem L.

    docs/proofs-conjecture_20-repaired.md, 12; valid for `1 ≤ k ≤ s`, with k the average number of
    active neurons over the sample. Only `min(s, km)` neurons can be active somewhere.
    """
    s, k, m = as_number(s), as_number(k), as_number(m)
    if not 1 <= k <= s or not m >= 1:
        sizes = f"s = {shown(s)}, k = {shown(k)}, m = {shown(m)}"
        raise ValueError(f"Theorem L: must have 1 <= k <= s and m >= 1, got {sizes}")
    s = min(s, k * m)
    levels = math.ceil(math.log2(k * m / s) / 2) + 1
    logs = math.log(s / k) + 2 * math.log(levels) + 3.1
    return 40 * conj_20(s, k, m, R, W, B) * math.sqrt(logs)


@checked(ratio=SIZE)
def theorem_j_first(ratio: Scalar) -> int:
    """Return the smallest m from which Theorem J is below the trivial `k(WR+B)`; `s/k = ratio`.

    docs/proofs-rademacher.md, 3.
    """
    quotient = float(ratio)
    if not (math.isfinite(quotient) and quotient >= 1):
        raise ValueError(f"s/k must be a finite number >= 1, got {ratio}")
    # Theorem J's bound decreases from m = 2 on; at m = 1 and m = 2 it is above the trivial one.
    return least_from(lambda m: theorem_j(quotient, 1, m, 1, 1, 0) < 1, 2)


def _balanced_roots(total: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return the largest Σ√a_j over `parts` integers a_j ≥ 0 with sum `total`; 0 of no parts."""
    size, rest = np.divmod(total, np.maximum(parts, 1))
    return (parts - rest) * np.sqrt(size) + rest * np.sqrt(size + 1)


@checked(s=FEW, k=ACTIVE_COUNT, m=TERMS, R=SIZE, W=SIZE)
def theorem_f(s: int, k: int, m: int, R: Scalar, W: Scalar) -> float:
    """Return the Rademacher complexity of `m ≤ n` orthogonal points of norm R at `B = 0`, exactly.

    `(WR/m)·E_p max_{s'+s''=s} (ψ(p, s') + ψ(m−p, s''))`, where p ~ Bin(m, ½) is
    the number of positive signs and `ψ(p, t)` the largest `Σ√a_j` over t integers
    that add up to `p·min(k, t)`. Sparsity is required on the sample; with any
    larger B this is a lower bound. docs/proofs-rademacher.md, 4.
    """
    if m < 1 or not 1 <= k <= s:
        raise ValueError(f"must have 1 <= k <= s and m >= 1, got {s=}, {k=}, {m=}")

    left = np.arange(s + 1)
    right = s - left

    def best(p: int) -> float:
        roots = _balanced_roots(p * np.minimum(k, left), left)
        return float((roots + _balanced_roots((m - p) * np.minimum(k, right), right)).max())

    mean = math.fsum(ways / 2**m * best(p) for p, ways in enumerate(binomials(m, m)))
    return float(W) * float(R) * mean / m


@checked(s=SIZE, k=ACTIVE, m=SIZE, R=SIZE, W=SIZE)
def theorem_f_closed(s: Scalar, k: Scalar, m: Scalar, R: Scalar, W: Scalar) -> float:
    """Return `WR√(sk/m)·(1 − 1/(2m) − ¼√(s/(km)))`, below Theorem F's value where s/k is even.

    docs/proofs-rademacher.md, 4. It may be negative, and says nothing then.
    """
    s, k, m = as_number(s), as_number(k), as_number(m)
    quotient = divide(s, k * m, "Theorem F with km = 0")
    loss = divide(1, 2 * m, "Theorem F with m = 0") + root_of(quotient, "Theorem F") / 4
    return conj_20(s, k, m, R, W, 0) * (1 - float(loss))
