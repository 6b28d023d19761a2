"""Right-hand sides that a network's owner needs: the paper's, and sharper ones.

W and B are the scale of Definition 2, k is the number of active neurons, and `constant` the one
that the paper's O(·) hides. Logarithms are natural. Arguments are integers, floats, fractions or
balls. If they are integers and floats, a result with a root or a logarithm is a float; if they
are fractions or balls, `balls.compare` can decide the result exactly.

n, s, m and d are sizes, k is at most s, all are at least 0; ε, δ, ρ and probabilities are in their
usual ranges. Another argument is a ValueError, and what is not a number a TypeError.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from balls import Ball, Real, exact, log, sqrt
from sparseact.arguments import floats, is_integer, number
from sparseact.eigenvalues import largest_eigenvalue

# ------------------------------------------------------------------ arguments


def _numbers(where: str, **given: Any) -> list[Any]:
    """Return arguments as Python's numbers, or raise an error that names the wrong one."""
    taken = {key: _number(where, key, value) for key, value in given.items()}
    if "k" in taken and "s" in taken and not taken["k"] <= taken["s"]:
        text = f"k must be at most s = {given['s']}, got {given['k']}"
        raise ValueError(f"{where}: {text}")
    return list(taken.values())


#: The ends of arguments that are not just at least 0.
_RANGES = {"rho": (-1, 1), "violation": (0, 1), "delta": (0, 1)}


def _number(where: str, key: str, value: Any) -> Any:
    least, most = _RANGES.get(key, (0, math.inf))
    try:
        real = value if isinstance(value, Ball) else number(value)
    except TypeError:
        raise TypeError(f"{where}: {key} must be a number, got {value!r}") from None
    inside = least <= real <= most and real != math.inf
    if not inside or (key == "delta" and real == 0):
        end = "" if most == math.inf else f" and at most {most}"
        above = "above" if key == "delta" else "at least"
        raise ValueError(
            f"{where}: {key} must be a finite number {above} {least}{end}, got {value}"
        )
    return real


def _count(where: str, key: str, value: Any) -> int:
    """Return an integer of at least 0 of any type, also a fraction that is one, as an int."""
    whole = value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
    if not is_integer(whole) or whole < 0:
        raise ValueError(f"{where}: {key} must be an integer of at least 0, got {value!r}")
    return int(whole)


def _divided(top: Any, bottom: Any, where: str, key: str) -> Any:
    if bottom == 0:
        raise ValueError(f"{where}: {key} must be above 0")
    return top / bottom


def round_up(value: Real) -> int:
    """Round a sample size up; a float may err by rounding, but never downwards."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("the sample size exceeds every float; take a smaller n or degree")
        value *= 1 + 1e-12
    return math.ceil(value)


def least_from(good: Callable[[int], bool], start: int) -> int:
    """Return the smallest m ≥ start with good(m), where good stays true once it is."""
    low, high = start - 1, start
    while not good(high):
        if high > 1 << 1000:
            raise ValueError("no sample size below 2^1000 is enough")
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high


# ------------------------------------------------------------ §2.1, sample sizes


def n_monomials(n: int, d: int) -> int:
    """Return `N = Σ_{t≤d} C(n, t)`, the number of monomials of degree at most d."""
    n, d = _count("n_monomials", "n", n), _count("n_monomials", "d", d)
    if min(n, d) > 10**4:
        raise ValueError(f"n_monomials: min(n, d) must be at most 10^4, got {min(n, d)}")
    total = term = 1
    for t in range(min(n, d)):
        term = term * (n - t) // (t + 1)
        total += term
    return total


def lemma_7_proved_samples(n: int, d: int, C: Real, epsilon: Real, delta: Real) -> int:
    """Return `⌈N C²(1 + √(2 ln(1/δ)))²/ε⌉`, a proved sample size for averages.

    docs/proofs.md, Lemma 7 (i): with this many samples, labels within ±C and a
    tail `Σ_{|T|>d} ĥ(T)² ≤ ε`, the averages of `y·χ_T`, `|T| ≤ d`, have loss at most
    ε with probability at least 1 − δ. N is `n_monomials(n, d)`.
    """
    where = "lemma_7_proved_samples"
    C, epsilon, delta = _numbers(where, C=C, epsilon=epsilon, delta=delta)
    factor = (1 + sqrt(-2 * log(delta))) ** 2
    return round_up(_divided(n_monomials(n, d) * C**2 * factor, epsilon, where, "epsilon"))


def regression_samples(n: int, d: int, delta: Real, slack: Real = 1) -> int:
    """Return `⌈max(2N ln(2N/δ)/(1 − ln 2), 8N/(δη))⌉`, a proved sample size for regression.

    docs/proofs.md, Lemma 7 (ii); η is `slack`. With this many samples the
    least-squares polynomial of degree d has, with probability at least 1 − δ,
    a loss of at most `½(1 + η)·Σ_{|T|>d} ĥ(T)²`: it contains neither C nor ε.
    N is `n_monomials(n, d)`.
    """
    delta, slack = _numbers("regression_samples", delta=delta, slack=slack)
    ratio = n_monomials(n, d) / delta
    chernoff = 2 * n_monomials(n, d) * log(2 * ratio) / (1 - log(_like(ratio, 2)))
    markov = _divided(8 * ratio, slack, "regression_samples", "slack")
    return max(round_up(chernoff), round_up(markov))


def _like(value: Any, whole: int) -> Any:
    """Return an integer as a fraction where the value is exact, and as it is beside a float."""
    return whole if isinstance(value, float) else Fraction(whole)


# ---------------------------------------------------- §3, the paper's right-hand sides


def sup_norm(n: Real, k: Real, W: Real, B: Real) -> Any:
    """Return `k(W√n + B)`, the paper's bound on `|h|` over the cube (proof of Theorem 8, §3)."""
    n, k, W, B = _numbers("sup_norm", n=n, k=k, W=W, B=B)
    return k * (W * sqrt(n) + B)


def lemma_9(n: Real, s: Real, k: Real, W: Real, B: Real, *, constant: Real = 1) -> Any:
    """Return `k⁴W²√n ln(ns) + k³B²√ln s`, the paper's bound on `AS(h)`.

    Lemma 9 (§3). Defined for `ns > 0` and `s ≥ 1`; it is 0 at `n = s = 1`.
    """
    n, s, k, W, B = _numbers("lemma_9", n=n, s=s, k=k, W=W, B=B)
    return constant * (k**4 * W**2 * sqrt(n) * log(n * s) + k**3 * B**2 * sqrt(log(s)))


def lemma_10(n: Real, s: Real, k: Real, W: Real, B: Real, rho: Real, *, constant: Real = 1) -> Any:
    """Return `√(1−ρ)(k⁴W² ln²(ns/(1−ρ)) + k³B²√ln s)`, the paper's bound on `NS_ρ(h)`.

    Lemma 10 (§3). Defined for `ns > 0`, `s ≥ 1` and `ρ < 1`.
    """
    (rho,) = _numbers("lemma_10", rho=rho)
    return lemma_10_of_rest(n, s, k, W, B, 1 - rho, constant=constant)


def lemma_10_of_rest(
    n: Real, s: Real, k: Real, W: Real, B: Real, rest: Real, *, constant: Real = 1
) -> Any:
    """Return `lemma_10` as a function of 1 − ρ, which is `rest` and may be above 2.

    Proof of Theorem 8 (§3), whose 1 − ρ can exceed 2, where ρ is not a correlation.
    """
    n, s, k, W, B, rest = _numbers("lemma_10", n=n, s=s, k=k, W=W, B=B, rest=rest)
    logarithm = log(_divided(n * s, rest, "lemma_10", "1 - rho"))
    return constant * sqrt(rest) * (k**4 * W**2 * logarithm**2 + k**3 * B**2 * sqrt(log(s)))


def theorem_8_degree(
    n: Real, s: Real, k: Real, W: Real, B: Real, epsilon: Real, *, constant: Real = 1
) -> Any:
    """Return `(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε²`, the paper's degree (Theorem 8, §3). Not rounded."""
    where = "theorem_8_degree"
    n, s, k, W, B, epsilon = _numbers(where, n=n, s=s, k=k, W=W, B=B, epsilon=epsilon)
    total = k**8 * W**4 * log(n * s) ** 4 + k**6 * B**4 * log(s)
    return _divided(constant * total, epsilon**2, where, "epsilon")


# --------------------------------------------------------- Theorems A, C, D and R


def theorem_a(k: Real, W: Real) -> Any:
    """Return `4k²W²`, which bounds `AS(h)` without n, s and B.

    docs/proofs.md, Theorem A; attained (Theorem B).

    Examples
    --------
    >>> from fractions import Fraction
    >>> from balls import sqrt
    >>> from sparseact.bounds import theorem_a
    >>> theorem_a(3, sqrt(Fraction(2))), theorem_a(3, 0.5)
    (Fraction(72, 1), 9.0)
    """
    k, W = _numbers("theorem_a", k=k, W=W)
    return 4 * k**2 * W**2


def theorem_a_min(s: Real, k: Real, W: Real) -> Any:
    """Return `min(2k, s)²W²`, which bounds `AS(h)`: no n, no B.

    docs/proofs.md, Theorem A; attained for every `B ≥ W` (Theorem B).
    """
    s, k, W = _numbers("theorem_a_min", s=s, k=k, W=W)
    return min(2 * k, s) ** 2 * W**2


def theorem_a_min_average(s: Real, k: Real, W: Real, mean_active: Real) -> Any:
    """Return `2·min(2k, s)·W²·E|R_x|`, which bounds `AS(h)`; `mean_active` is `E|R_x|`.

    docs/proofs.md, Theorem A.
    """
    where = "theorem_a_min_average"
    s, k, W, mean_active = _numbers(where, s=s, k=k, W=W, mean_active=mean_active)
    return 2 * min(2 * k, s) * W**2 * mean_active


def theorem_a_average(W: Real, mean_square_active: Real) -> Any:
    """Return `4W²·E|R_x|²`, which bounds `AS(h)` for every network.

    docs/proofs.md, Theorem A; `mean_square_active` is `E|R_x|²`.
    """
    given = {"W": W, "mean_square_active": mean_square_active}
    W, mean_square_active = _numbers("theorem_a_average", **given)
    return 4 * W**2 * mean_square_active


def remark_11(k: Real, s: Real, W: Real, violation: Real) -> Any:
    """Return `4k²W²·Pr[|R_x| ≤ k] + 2s²W²·Pr[|R_x| > k]`, which bounds `AS(h)`.

    docs/proofs.md, Remark 11; `violation` is the probability of more than k active neurons.
    """
    k, s, W, violation = _numbers("remark_11", k=k, s=s, W=W, violation=violation)
    return (1 - violation) * 4 * k**2 * W**2 + remark_11_third(s, W, violation)


def remark_11_third(s: Real, W: Real, violation: Real) -> Any:
    """Return `2s²W²·Pr[|R_x| > k]`, which bounds Remark 11's third term.

    docs/proofs-average_sensitivity.md; `violation` is as in `remark_11`.
    """
    s, W, violation = _numbers("remark_11_third", s=s, W=W, violation=violation)
    return 2 * s**2 * W**2 * violation


def theorem_c_tail(k: Real, W: Real, d: Real) -> Any:
    """Return `4k²W²/(d+1)`, which bounds `Σ_{|T|>d} ĥ(T)²` (docs/proofs.md, Theorem C)."""
    k, W, d = _numbers("theorem_c_tail", k=k, W=W, d=d)
    return 4 * k**2 * W**2 / (d + 1)


def theorem_c_degree(k: Real, W: Real, epsilon: Real) -> int:
    """Return the smallest integer `d ≥ 0` with `4k²W²/(d+1) ≤ ε` (docs/proofs.md, Theorem C).

    Floats are read as exact binary numbers, so the answer is exact. W is `balls.sqrt(W²)` and ε a
    Fraction where the rounding of a float would matter.
    """
    k, W, epsilon = _numbers("theorem_c_degree", k=k, W=W, epsilon=epsilon)
    total = 4 * _as_exact(k) ** 2 * _as_exact(W) ** 2
    epsilon = _as_exact(epsilon)
    if total <= epsilon:
        return 0
    return math.ceil(_divided(total, epsilon, "theorem_c_degree", "epsilon")) - 1


def _as_exact(value: Any) -> Any:
    return Fraction(value) if isinstance(value, float) else exact(value)


def theorem_r_degree(W: Real, mean_square_active: Real, epsilon: Real) -> int:
    """Return the smallest integer `d ≥ 0` with `4W²E|R_x|²/(d+1) ≤ ε`, Theorem R's degree.

    docs/proofs-low_degree.md, Theorem R with θ = ½; `mean_square_active` is `E|R_x|²`.
    """
    given = {"W": W, "mean_square_active": mean_square_active, "epsilon": epsilon}
    W, mean_square_active, epsilon = _numbers("theorem_r_degree", **given)
    return theorem_c_degree(1, _as_exact(W) * sqrt(_as_exact(mean_square_active)), epsilon)


def theorem_r_block(n: int, W: Real, mean_square_active: Real, epsilon: Real) -> int:
    """Return `1 + ⌈288·N·W²E|R_x|²/ε⌉`, the samples of each block of Theorem R, at least 2.

    docs/proofs-low_degree.md, Theorem R with θ = ½. `theorem_r_blocks` blocks of this many samples
    bring the loss to ε with probability 1 − δ. N counts the monomials of `theorem_r_degree`; the
    number contains neither s nor B nor a bound on the labels.
    """
    d = theorem_r_degree(W, mean_square_active, epsilon)
    total = 288 * n_monomials(n, d) * _as_exact(W) ** 2 * _as_exact(mean_square_active)
    return 1 + max(1, math.ceil(total / _as_exact(epsilon)))


def theorem_r_blocks(delta: Real) -> int:
    """Return `⌈2.42 ln(1/δ)⌉`, the number of blocks of Theorem R, at least 1.

    docs/proofs-low_degree.md; half of this many blocks are bad with probability at most δ, if
    each of them is with probability ⅛.
    """
    (delta,) = _numbers("theorem_r_blocks", delta=delta)
    return max(1, math.ceil(-Fraction("2.42") * log(delta)))


def theorem_d(k: Real, W: Real, rho: Real) -> Any:
    """Return `2(1−ρ)k²W²`, which bounds `NS_ρ(h)` for `−1 ≤ ρ ≤ 1` (docs/proofs.md, Theorem D)."""
    k, W, rho = _numbers("theorem_d", k=k, W=W, rho=rho)
    return (1 - rho) * 4 * k**2 * W**2 / 2


def theorem_d_min(s: Real, k: Real, W: Real, rho: Real) -> Any:
    """Return `½(1−ρ)·min(2k, s)²W²`, which bounds `NS_ρ(h)` for `−1 ≤ ρ ≤ 1`.

    docs/proofs.md, Theorem D; attained at every ρ for every `B ≥ W`.
    """
    s, k, W, rho = _numbers("theorem_d_min", s=s, k=k, W=W, rho=rho)
    return (1 - rho) * min(2 * k, s) ** 2 * W**2 / 2


# ------------------------------------------------- §5, Rademacher complexity


def conj_20(s: Real, k: Real, m: Real, R: Real, W: Real, B: Real, *, constant: Real = 1) -> Any:
    """Return `(WR+B)√(sk/m)`, the conjectured bound on the Rademacher complexity.

    Conjecture 20 (§5).
    """
    s, k, m, R, W, B = _numbers("conj_20", s=s, k=k, m=m, R=R, W=W, B=B)
    return constant * (W * R + B) * sqrt(_divided(s * k, m, "conj_20", "m"))


def conj_20_root_two(s: Real, k: Real, m: Real, R: Real, W: Real, B: Real) -> Any:
    """Return `√2·(WR+B)√(sk/m)`, which orthogonal points force and which is enough for them.

    docs/proofs-conjecture_20.md, 4 and 5.
    """
    return conj_20(2 * s, k, m, R, W, B)


def conj_20_gram(x: np.ndarray, s: int, k: int, W: float, B: float) -> float:
    """Return `√2(W√λ + B)√(sk/m)`, λ the largest eigenvalue of the Gram matrix of x (m, n).

    docs/proofs-conjecture_20.md, 5. λ is verified (see `eigenvalues`).
    """
    x = floats("x", x)
    return conj_20_root_two(s, k, len(x), math.sqrt(largest_eigenvalue(x)), W, B)


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


def theorem_19_sharp(n: int, s: Real, k: Real, m: int, R: Real, W: Real, B: Real) -> Any:
    """Return `(WR+B)√(sk/m)·(1 + √(2 ln N))`, `N + 1 = 2 Σ_{i≤n} C(m−1, i)`: a proved form of (15).

    docs/proofs-rademacher.md, 1. N counts the non-empty sets that a neuron can
    be active on. k may be the average number of active neurons over the sample.
    """
    size = conj_20(s, k, m, R, W, B)
    return size * (1 + sqrt(2 * log(_like(size, affine_dichotomies(n, m) - 1))))


#: Of Theorem J; with it (15) holds as stated in the paper where k(R+B) ≥ 2. There Theorem 19's
#: 2.27·√n is enough, too: it is at least 3.6 for n ≥ 3.
theorem_j_constant = Fraction("3.6")

#: √(2 ln(4/3)) + 1 of Theorem J's second form, rounded up.
theorem_j_summand = Fraction("1.76")


def theorem_j(s: Real, k: Real, m: Real, R: Real, W: Real, B: Real) -> Any:
    """Return `(WR+B)√(sk/m)·min(C√ln(2m), √(8 ln 8m) + c)`, Theorem J, which has no n.

    C is `theorem_j_constant` and c `theorem_j_summand`; docs/proofs-conjecture_20-repaired.md, 10.
    Valid for every `m ≥ 1`, with k the average number of active neurons over the sample. The
    second form is smaller from `m = 6522` on.
    """
    size, (m,) = conj_20(s, k, m, R, W, B), _numbers("theorem_j", m=m)
    first = theorem_j_constant * sqrt(log(2 * m))
    return size * min(first, sqrt(8 * log(8 * m)) + theorem_j_summand)


def theorem_k(s: Real, k: Real, m: Real, R: Real, W: Real, B: Real) -> Any:
    """Return `(WR+B)√(sk/m)·(√(2 ln(s/k)) + 25·ln(2m)^{1/4})`, Theorem K, for `1 ≤ k ≤ s`.

    docs/proofs-conjecture_20-repaired.md, 11; valid for every `m ≥ 1`, with k the average
    number of active neurons over the sample.
    """
    s, k, m = _numbers("theorem_k", s=s, k=k, m=m)
    ratio = _divided(s, k, "theorem_k", "k")
    return conj_20(s, k, m, R, W, B) * (sqrt(2 * log(ratio)) + 25 * sqrt(sqrt(log(2 * m))))


def theorem_l(s: Real, k: Real, m: Real, R: Real, W: Real, B: Real) -> Any:
    """Return `40·(WR+B)√(sk/m)·√(ln(s/k) + 2 ln L + 3.1)`, `L = ⌈½log₂(km/s)⌉ + 1`: Theorem L.

    docs/proofs-conjecture_20-repaired.md, 12; valid for `1 ≤ k ≤ s`, with k the average number of
    active neurons over the sample. Only `min(s, km)` neurons can be active somewhere.
    """
    s, k, m = _numbers("theorem_l", s=s, k=k, m=m)
    if not k >= 1 or not m >= 1:
        raise ValueError(f"theorem_l: k and m must be at least 1, got k = {k} and m = {m}")
    s = min(s, k * m)
    levels = 1
    while 4 ** (levels - 1) * s < k * m:
        levels += 1
    size, ratio = conj_20(s, k, m, R, W, B), s / k
    logs = log(ratio) + 2 * log(_like(size, levels)) + Fraction("3.1")
    return 40 * size * sqrt(logs)


def dense_rademacher(s: Real, m: Real, R: Real, W: Real, B: Real, *, constant: Real = 1) -> Any:
    """Return `(WR+B)s/√m`, the bound without sparsity that the paper compares with.

    §5, before Theorem 19.
    """
    s, m, R, W, B = _numbers("dense_rademacher", s=s, m=m, R=R, W=W, B=B)
    return _divided(constant * (W * R + B) * s, sqrt(m), "dense_rademacher", "m")


#: The constant of `dense_rademacher_sharp` (docs/proofs-rademacher.md, 2).
dense_constant = Fraction(3, 2)


def dense_rademacher_sharp(s: Real, m: Real, R: Real, W: Real, B: Real) -> Any:
    """Return `(3/2)(WR+B)s/√m`, the dense bound with a constant that is proved.

    docs/proofs-rademacher.md, 2. Whether 1 is enough is not known here.
    """
    return dense_rademacher(s, m, R, W, B, constant=dense_constant)


def corrected_excess(C: Real, complexity: Real, m: Real, nats: Real) -> Any:
    """Return `4C·R + C²√(2 ln(1/δ)/m)`: with probability 1 − δ the ERM's loss is at most this.

    The corrected Lemma 18: `|h| ≤ C`, `complexity` is `E_S R_H(S)`, `nats` `ln(1/δ)`.
    """
    return 4 * C * complexity + C**2 * sqrt(2 * nats / m)


def complexity_samples(
    s: Real, k: Real, R: Real, W: Real, B: Real, epsilon: Real, delta: Real
) -> int:
    """Return the smallest `m ≥ 2` from the corrected Lemma 18 with Theorem J, for a known support.

    Of order `(k³M⁴s·ln m + k⁴M⁴ ln(1/δ))/ε²`.
    """
    given = {"s": s, "k": k, "R": R, "W": W, "B": B, "epsilon": epsilon, "delta": delta}
    s, k, R, W, B, epsilon, delta = _numbers("complexity_samples", **given)
    C, nats = k * (W * R + B), -log(delta)

    def enough(m: int) -> bool:
        size = _like(nats, m)
        return corrected_excess(C, theorem_j(s, k, size, R, W, B), size, nats) <= epsilon

    return least_from(enough, 2)  # ln(2m)/m decreases from m = 2 on
