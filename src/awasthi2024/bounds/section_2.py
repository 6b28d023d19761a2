"""Section 2.1: Claim 2.1, Lemmas 6 and 7 (docs/proofs-low_degree.md), Theorem V."""

from fractions import Fraction

from balls import exact, log, sqrt
from sparseact.bounds import n_monomials


def claim_2_1_tail(noise_sensitivity, rho, d):
    """`2·NS_ρ/(1 − ρ^d)`, the paper's bound on `Σ_{|T|>d} f̂(T)²`; undefined where `ρ^d = 1`."""
    return 2 * noise_sensitivity / (1 - rho**d)


def lemma_6(n, p):
    """`p√(n ln(1/p))`: average sensitivity of a halfspace of mean p, `0 < p ≤ 1`."""
    return p * sqrt(-n * log(p))


def lemma_6_sharp(n, p):
    """`p√(n ln(1/p)/2)`, Lemma 6 with its best constant (docs/proofs.md, Lemma 6)."""
    return p * sqrt(-n * log(p) / 2)


#: With this constant Lemma 7's sample size is enough for δ ≤ ½.
lemma_7_constant = 14


def lemma_7_samples(n, d, C, epsilon, delta, *, constant=1):
    """`n^d C² ln(1/δ)/ε`, the paper's sample size; C bounds `|h|` on the cube."""
    return -constant * n**d * C**2 * log(delta) / epsilon


def averages_operations(n, d):
    """n + 3N: reading a sample, then a product, one with the label and a sum for each monomial.

    N is `n_monomials(n, d)`; a monomial is a coordinate times a smaller monomial.
    """
    return n + 3 * n_monomials(n, d)


def averages_time(n, d):
    """`7n^d`, at least the operations for each sample where `d ≥ 1`."""
    return 7 * n**d


def averages_excess(n, d, largest, m, delta):
    """`½Y²N(1 + √(2 ln(1/δ)))²/m`, the averages' excess loss for labels within ±Y.

    The excess is over the smallest loss of degree d, with probability 1 − δ.
    """
    return largest**2 * n_monomials(n, d) * (1 + sqrt(-2 * log(delta))) ** 2 / (2 * m)


def regression_excess(n, d, best, m, delta):
    """`8N·L/(δm)`, the regression's excess loss over L, the smallest loss of degree d.

    With probability 1 − δ.
    """
    return 8 * n_monomials(n, d) * best / (delta * m)


def agnostic_tail(epsilon, opt):
    """`ε²/(ε + 2·opt)`: with such a tail degree d costs at most ε over a loss of opt."""
    return epsilon**2 / (epsilon + 2 * Fraction(opt))


def theorem_v_neuron(p, squared_norm):
    """`4p‖w‖²`, which bounds `E f²·log₂(1/p)` for a neuron f that is active with probability p.

    Theorem V, docs/proofs-representations.md.
    """
    return 4 * p * squared_norm


def theorem_v_needed(p, epsilon):
    """`((1 − H(2ε))s − 1)/(2p² + p + 1)` for `s = 2^p` and `0 ≤ ε < 1/4`, H the binary entropy.

    Some 1-sparse network of s neurons needs so many within loss ε. docs/proofs-representations.md,
    Theorem V.
    """
    return ((1 - binary_entropy(2 * epsilon)) * 2**p - 1) / exact(2 * p * p + p + 1)


def binary_entropy(p):
    """`H(p) = −p log₂ p − (1 − p) log₂(1 − p)`, in bits, with `H(0) = H(1) = 0`."""
    p = exact(p)
    return -sum(q * log(q) for q in (p, 1 - p) if q > 0) / log(exact(2))
