"""Section 3: the proofs of Lemmas 9 and 10 and of Theorem 8, and the constants that are proved.

The corrected lines of Lemma 9's proof are proved in docs/proofs.md, Lemma 9's proof.
"""

from fractions import Fraction

from balls import exact, exp, log, sqrt
from sparseact.bounds import sup_norm

# ------------------------------------------------------------ §3, Lemma 9

_LOG_2 = log(exact(2))

#: The least constant with which Lemma 9 holds for all ns ≥ 2 (docs/proofs.md, after Theorem A).
lemma_9_constant = 1 / _LOG_2 + 1 / sqrt(_LOG_2)


def lemma_9_step_u(k, W):
    """`k²W²`, which bounds the term (U)."""
    return k**2 * W**2


def lemma_9_step_u_printed(k, W):
    """`k²W²/4`, the paper's false bound on (U)."""
    return k**2 * W**2 / 4


def lemma_9_step_pr(n, s, k):
    """`(2√2 k/√n)·√max(ln(s/k), ½)`, which bounds `Pr[R_x ≠ R_{x^i}]`.

    `p√ln(1/p)` increases only up to `p = e^{−1/2}`.
    """
    return k * sqrt(8 * max(log(s / k), Fraction(1, 2)) / n)


def lemma_9_step_pr_printed(n, s, k):
    """`k√ln(s/k)/√n`, the paper's bound on `Pr[R_x ≠ R_{x^i}]`."""
    return k * sqrt(log(s / k) / n)


def lemma_9_step_tail_threshold(n, s, k, W, B):
    """`t = kW√(10 ln(2ns)) + kB`; `|h(x)| > t` has probability at most `(ns)^{−4}`."""
    return k * (W * sqrt(10 * log(2 * n * s)) + B)


def lemma_9_step_tail_threshold_printed(n, s, k, W, B, c):
    """`ck^{1.5}W√ln(ns) + kB`, the paper's threshold."""
    return c * sqrt(k**3) * W * sqrt(log(n * s)) + k * B


def lemma_9_step_tail_probability(n, s):
    """`(ns)^{−4}`, the probability left beyond the threshold."""
    return 1 / Fraction(n * s) ** 4


def lemma_9_step_union_printed(n, s, k, c):
    """`2n^k exp(−c² ln(n^k s)/2)`, the paper's union bound."""
    return 2 * n**k * exp(-(c**2) * log(n**k * s) / 2)


def lemma_9_step_union(n, s):
    """`2s(2ns)^{−5}`, the union bound over single neurons at `lemma_9_step_tail_threshold`."""
    return Fraction(2 * s) / (2 * n * s) ** 5


def lemma_9_step_v(n, s, k, W, B):
    """n(Pr·t² + (ns)^{−4}(kW√n + kB)²), which bounds the term (V).

    Pr is `lemma_9_step_pr`, t is `lemma_9_step_tail_threshold`.
    """
    typical = lemma_9_step_pr(n, s, k) * lemma_9_step_tail_threshold(n, s, k, W, B) ** 2
    return n * (typical + lemma_9_step_tail_probability(n, s) * sup_norm(n, k, W, B) ** 2)


def lemma_9_step_v_printed(n, s, k, W, B, c):
    """The paper's bound on (V), with its `k√ln(s/k)/√n`; c is the threshold's."""
    rare = lemma_9_step_tail_probability(n, s)
    threshold = lemma_9_step_tail_threshold_printed(n, s, k, W, B, c)
    typical = (lemma_9_step_pr_printed(n, s, k) - rare) * threshold**2
    return n * (typical + rare * sup_norm(n, k, W, B) ** 2)


def lemma_9_step_last(n, s, k, W, B):
    """`k³√(n ln(es/k))·(60W² ln(2ns) + 8B²)`, which bounds `lemma_9_step_v`.

    docs/proofs-average_sensitivity.md, "The last line".
    """
    return k**3 * sqrt(n * (1 + log(s / k))) * (60 * W**2 * log(2 * n * s) + 8 * B**2)


# ----------------------------------------------- §3, Lemma 10, Theorem 8

#: The least constant with which Lemma 10 holds for all ns ≥ 2, 0 ≤ ρ < 1
#: (docs/proofs.md, after Theorem D).
lemma_10_constant = (1 / _LOG_2**2 + 1 / sqrt(_LOG_2)) / 2

#: Lemma 10 holds with this constant for ns ≥ 3, −1 ≤ ρ < 1 (docs/proofs-noise_sensitivity.md, 1).
lemma_10_all_rho_constant = sqrt(exact(8)) / _LOG_2**2

#: With this constant Theorem 8's degree is enough for ns ≥ 2 (docs/proofs-low_degree.md).
theorem_8_constant = 16 / _LOG_2**4

#: With this c the paper's ρ gives NS_ρ(h) ≤ ε/3 for ns ≥ 2 (docs/proofs-low_degree.md).
theorem_8_rest_constant = Fraction(1, 60)


def theorem_8_rest_printed(n, s, k, W, B, epsilon, constant):
    """The paper's 1 − ρ (proof of Theorem 8); a zero denominator in its second term is infinity."""
    first = log(k * n * s * W**2 / epsilon) / (k**8 * W**4 * log(n * s) ** 4)
    second = k**6 * B**4 * log(s)
    return constant * epsilon**2 * (min(first, 1 / second) if second else first)


def theorem_4_degree(n, s, k, W, epsilon):
    """`p(k ln(ns))·W⁴/ε²` with `p(z) = 16(1+z)⁴`, a reading of Theorem 4's poly (§1)."""
    return 16 * (1 + k * log(n * s)) ** 4 * W**4 / epsilon**2
