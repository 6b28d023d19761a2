"""Sparsely activated networks whose weight vectors are not sparse (Appendix A)."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.instances import Instance
from balls import exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Pair, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

#: Numbers with square roots that are powers of two.
PowerOfFour = Literal[1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]


@check("app-A")
def appendix_a(at: Recorder, *, networks: Sequence[Instance]) -> None:
    """Compare activity, value, support and Theorem A's bound on every input, as fractions.

    The networks are of the network families appendix_a or average_case, whose Γ may be small.
    """
    for instance in networks:
        network, b = instance.network, int(instance.parameters["b"])
        weights = network.w[:, b:]
        gamma = Fraction(float(abs(network.w[0, 0]))) if b else Fraction(0)
        here = at(name=instance.name, n=network.n, s=network.s, gamma=float(gamma))
        counts, values = network.active_counts(), exact_values(network)
        if b == 0 or gamma >= appendices.appendix_a_gamma(weights):
            wrong = int(np.sum(values != addressed_relu(weights)))
            here(quantity="active neurons").compare("corrected", int(counts.max()), "<=", 1)
            here(quantity="wrong values").compare("corrected", wrong, "==", 0)
        support = int(np.count_nonzero(network.w, axis=1).min())
        here(quantity="least support").compare("dense-weights", support, "==", network.n)
        mean_square = Fraction(int((counts.astype(np.int64) ** 2).sum()), len(counts))
        bound = bounds.theorem_a_average(sqrt(network.scale_squared[0]), mean_square)
        sensitivity = average_sensitivity_exact(values)
        here(quantity="AS").compare("theorem-a", sensitivity, "<=", bound)
        row = {"mean_square_active": mean_square, "average_sensitivity": sensitivity}
        sizes = {"b": b, "q": network.n - b, "gamma": gamma, "most_active": counts.max()}
        at.row(**sizes, **row, theorem_a_average=bound)


def addressed_relu(weights: np.ndarray) -> np.ndarray:
    """Return σ(⟨w_x, y⟩) over the cube of (x, y), shape (2**(b+q),)."""
    products = points(weights.shape[1]).astype(np.float64) @ weights.T  # columns by address
    # Bit i of the point's number is set where x_i = −1, so addresses run backwards.
    return np.maximum(products[:, ::-1], 0.0).reshape(-1)


@check("app-A")
def threshold(
    at: Recorder,
    *,
    seed: int,
    address_bits: NonEmpty[Positive],
    roots: NonEmpty[Positive],
    data_bits: NonEmpty[PowerOfFour],
) -> None:
    """Count the active neurons at Γ = √q on all inputs, and compare Pr[|R_x| > 1] with 1/(ns)^A.

    `roots` are values of √q; the weights are all 3, or random signs, scaled to several norms. For
    the q in `data_bits` and equal unit rows the probability is an exact binomial sum. It is
    compared as a fraction with 1/(ns) at √ln s, and with (ns)^−A for A = 1, 2 and a = 1, ½ at the
    larger Γ. Γ is the smallest multiple of 1/16 that is allowed.
    """
    for b, root in itertools.product(address_bits, roots):
        compare_active(at(b=b, q=root**2, n=b + root**2, s=2**b, gamma=float(root)), seed, root)
    for b, q in itertools.product(address_bits, data_bits):
        n, s, gamma = b + q, 2**b, least_gamma(2**b)
        here, probability = at(b=b, q=q, n=n, s=s), tied_probability(q, gamma)
        where = here(gamma=float(gamma), weights="equal unit rows")
        where.compare("remark", probability, "<=", Fraction(1, n * s))
        here.row(statement="remark", probability=probability)
    for b, q in itertools.product((*address_bits, 6, 9), data_bits):
        n, s = b + q, 2**b
        for root, power in itertools.product((1, 2), (1, 2)):  # s ≥ n^(1/root), A = power
            if n <= s**root:
                # docs/proofs-representations.md, "A case of Appendix A that Remark 11 covers".
                gamma = least_gamma(s, Fraction(1 + power * (1 + root), 2))
                here = at(b=b, q=q, n=n, s=s, gamma=float(gamma), root=root, power=power)
                right = Fraction(1, (n * s) ** power)
                here.compare("remark-larger", tied_probability(q, gamma), "<=", right)


def compare_active(at: Recorder, seed: int, root: int) -> None:
    """Γ = √q ⇒ |R_{(x,y)}| ≤ 1, without a bound on the weights and for norms up to 2."""
    shape = 2 ** at["b"], root**2
    rng = generator(seed, "representations", "threshold", at["b"], root**2)
    signs = rng.choice([-1.0, 1.0], size=shape)
    unit = signs / 2 ** ((root**2 - 1).bit_length() + 1 >> 1)  # by the least power of two ≥ √q
    sparse = np.where(np.arange(shape[1]) == rng.integers(shape[1], size=(shape[0], 1)), signs, 0)
    for what, weights in (
        ("w = (3, ..., 3)", np.full(shape, 3.0)),
        ("random signs", signs),
        ("norm at most 1", unit),
        ("norm at most 2", 2 * unit),
        ("norm 2, sparse", 2 * sparse),
    ):
        active = constructions.appendix_a(weights, float(root)).max_active()[1]
        here = at(weights=what, quantity="active neurons")
        if what in ("norm at most 2", "norm 2, sparse"):
            here.compare("normalised", active, "<=", 1)
        here(w2=largest_square(weights)).compare("printed", active, "<=", 1)


def largest_square(weights: np.ndarray) -> Fraction:
    """Return max_α ‖w_α‖₂² exactly; the rows are the w_α."""
    return max(sum((Fraction(w) ** 2 for w in row), Fraction(0)) for row in weights.tolist())


def least_gamma(s: int, factor: Fraction | int = 1) -> Fraction:
    """Return the smallest multiple of 1/16 that is at least √(factor·ln s), for s ≥ 1."""
    return Fraction(math.ceil(16 * sqrt(factor * log(exact(s)))), 16)


def tied_probability(q: int, gamma: Fraction) -> Fraction:
    """Return Pr[|R_x| > 1] for equal rows w_α of entries ±1/√q, b ≥ 1 and square q, exactly.

    All neurons see the same ⟨w, y⟩ = S/√q, where S is a sum of q signs. The
    addressed neuron and its neighbours are active if S > 2Γ√q, and otherwise
    no neighbour is.
    """
    least = 2 * gamma * math.isqrt(q)
    return Fraction(sum(math.comb(q, j) for j in range(q + 1) if q - 2 * j > least), 2**q)


@check("app-A")
def probability(at: Recorder, *, seed: int, enumerated: NonEmpty[Pair[Natural]]) -> None:
    """Compare Pr[|R_x| > 1], Pr[F ≠ σ(⟨w_x, y⟩)] and E|R_x|² with their bounds, as fractions.

    All inputs are visited. Γ is the smallest multiple of 1/16 that is at least √ln s. The rows are
    random signs over √q, so of norm 1, or all weights are 2Γ + 1. 1/poly(s) is read as 1/s.
    `enumerated` are pairs [b, q], with q a power of 4.
    """
    for b, q in enumerated:
        s, gamma, root = 2**b, least_gamma(2**b), math.isqrt(q)
        if root**2 != q or root & (root - 1):
            raise ValueError(f"enumerated: q must be a power of 4, so that 1/√q is dyadic, got {q}")
        rng = generator(seed, "representations", "unit rows", b, q)
        weights = rng.choice([-1.0, 1.0], size=(s, q)) / root
        network = constructions.appendix_a(weights, float(gamma))
        here, counts = at(b=b, q=q, n=b + q, s=s, gamma=float(gamma)), network.active_counts()
        several = Fraction(int(np.sum(counts > 1)), len(counts))
        wrong = int(np.sum(exact_values(network) != addressed_relu(weights)))
        for what, left in (
            ("Pr[|R_x| > 1]", several),
            ("Pr[F ≠ σ(⟨w_x, y⟩)]", Fraction(wrong, len(counts))),
        ):
            bound = appendices.appendix_a_probability(b)
            here(quantity=what).compare("probability", left, "<=", bound)
            here(quantity=what).compare("probability", left, "<=", Fraction(1, s))
        stated = here(w2=largest_square(weights), quantity="Pr[|R_x| > 1]")
        stated.compare("probability-printed", several, "<=", Fraction(1, s))
        mean_square = Fraction(int((counts.astype(np.int64) ** 2).sum()), len(counts))
        bound = appendices.appendix_a_mean_square(b)
        here(quantity="E|R_x|²").compare("mean-square", mean_square, "<=", bound)
        large = np.full((s, q), 2.0 * float(gamma) + 1)
        counts = constructions.appendix_a(large, float(gamma)).active_counts()
        several = Fraction(int(np.sum(counts > 1)), len(counts))
        stated = here(w2=largest_square(large), quantity="Pr[|R_x| > 1], all weights 2Γ + 1")
        stated.compare("probability-printed", several, "<=", Fraction(1, s))
