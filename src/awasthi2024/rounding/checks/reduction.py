"""The displayed formulas of the reduction, and the networks F_w."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
from typing_extensions import TypedDict

from awasthi2024.bounds import section_4
from awasthi2024.constructions import quadratic_lift as lifts
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, Several, Triple
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator

#: Vectors are enumerated up to this number, and up to this work q^m·s·r² of a network.
MOST_VECTORS, MOST_WORK = 2**16, 10**11

BLOCK = 4096  # vectors whose lifts exist at one time


class Case(TypedDict):
    """Moduli q and p, and the length m of the secrets."""

    q: Several
    m: Positive
    p: NonEmpty[Positive]


class Secrets(TypedDict):
    """Some secrets of one length, and at how many vectors their networks are evaluated."""

    q: Several
    m: Positive
    p: Positive
    secrets: Positive
    sample: Positive


class Hypotheses(TypedDict):
    """q, p and m of each case, and the number of random hypotheses."""

    cases: NonEmpty[Triple[Positive]]
    count: Positive


@check("sec4-lwr")
def formulas(at: Recorder, *, cases: NonEmpty[Case]) -> None:
    """Count where each displayed formula is right, for all secrets w and all vectors y.

    `cases` have q^m at most 256. The lines on λ are compared at all t = 0..m(q − 1)². A linear form
    of the bits has ⟨w, y⟩ + ⟨w, ȳ⟩ = 0 where the bits of ȳ are those of y flipped; such pairs w, y
    are counted. Where n ≤ 4, each of the 2^n sign vectors is tried as lifted weights.
    """
    for case in cases:
        here, y = at(q=case["q"], m=case["m"]), few_vectors("cases", case)
        compare_forms(here, y)
        compare_lifted(here, y)
        if (case["m"] * lifts.code_length(case["q"])) ** 2 <= 4:
            compare_sign_weights(here, y)
        for p in case["p"]:
            compare_sums(here(p=p))


def few_vectors(name: str, case: Case) -> np.ndarray:
    """Return Z_q^m for a case of which all secrets and vectors are visited."""
    if case["m"] * math.log2(case["q"]) > 8:
        raise ValueError(f"{name}: q^m must be at most 256, got {case['q']}^{case['m']}")
    return all_vectors(case["q"], case["m"])


def all_vectors(q: int, m: int) -> np.ndarray:
    """Return all vectors of Z_q^m in lexicographic order; int64, shape (q^m, m)."""
    return np.stack(np.unravel_index(np.arange(q**m), (q,) * m), axis=1)


def compare_forms(at: Recorder, y: np.ndarray) -> None:
    """⟨v, z(y)⟩ = ⟨w, y⟩, and with the constant κ; the ranges of ⟨w, y⟩ and of λ."""
    q, m, z, products = at["q"], at["m"], lifts.binary_code(y, at["q"]), y @ y.T
    top = (1 << lifts.code_length(q)) - 1
    paired = y[(top - y < q).all(axis=1)]  # ȳ = top − y
    opposite = int(np.sum((paired + (top - paired)) @ y.T == 0))
    affine = 0
    for w in y:
        v, kappa = lifts.affine_form(w, q)
        affine += int(np.sum(z @ v + kappa == y @ w))
    at.compare("linear", opposite, "==", len(paired) * len(y))
    at.compare("affine", affine, "==", len(y) ** 2)
    at.compare("range", int(products.min()), ">=", 1)
    at(p=q).compare("range", int((np.arange(1, q * q * m + 1) % q).min()), ">=", 1)
    at.compare("range-corrected", int(products.min()), ">=", 0)
    largest = section_4.lwr_largest_product(q, m)
    at.compare("range-corrected", int(products.max()), "<=", largest)


def compare_lifted(at: Recorder, y: np.ndarray) -> None:
    """½ − (⟨w, y⟩ − a)² = ⟨W_{w,a}, x(y)⟩ − b_{w,a}, and ‖W_{w,a}‖², for every a."""
    q = at["q"]
    a, x = np.arange(section_4.lwr_largest_product(q, at["m"]) + 1), lifts.lwr_lift(y, q)
    right = norms = 0
    for w in y:
        v, kappa = lifts.affine_form(w, q)
        weights, biases = lifts.square_neurons(v, a - kappa)
        square = 0.5 - ((y @ w)[:, None] - a) ** 2.0
        right += int(np.sum(x @ weights.T - biases == square))
        formula = [section_4.lwr_squared_norm(v, centre) for centre in a - kappa]
        norms += int(np.sum((weights**2).sum(axis=1) == formula))
    at.compare("lifted", right, "==", len(y) ** 2 * len(a))
    at.compare("norm-exact", norms, "==", len(y) * len(a))


def compare_sign_weights(at: Recorder, y: np.ndarray) -> None:
    """Count the W in {±1}^n that fit with some b, for each w ≠ 0 and each a."""
    x = lifts.lwr_lift(y, at["q"]).astype(np.int64)
    signs = 1 - 2 * (np.arange(1 << x.shape[1])[:, None] >> np.arange(x.shape[1]) & 1)
    for w in y[y.any(axis=1)]:
        for a in range(section_4.lwr_largest_product(at["q"], at["m"]) + 1):
            # Some b fits exactly if twice the difference is constant in y.
            difference = 2 * (x @ signs.T) - (1 - 2 * ((y @ w) - a) ** 2)[:, None]
            fitting = int((difference == difference[0]).all(axis=0).sum())
            at(secret=w.tolist(), a=a).compare("type", fitting, ">=", 1)


def compare_sums(at: Recorder) -> None:
    """λ(t) = Σ_a 2λ(a)σ(½ − (t − a))², and with the square inside σ, for t = 0..m(q − 1)²."""
    q, p, m = (at[key] for key in ("q", "p", "m"))
    t = np.arange(section_4.lwr_largest_product(q, m) + 1)
    outside, inside = rounding_sums(t, q, p, m)
    at.compare("sum", int(np.sum(outside == t % q % p)), "==", len(t))
    at.compare("sum-corrected", int(np.sum(inside == t % q % p)), "==", len(t))


def rounding_sums(t: np.ndarray, q: int, p: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return both sums over a = 1..q²m, the square outside and inside σ; dyadic, so exact."""
    a = np.arange(1, q * q * m + 1)
    outside = np.maximum(0.5 - (t[:, None] - a), 0) ** 2
    inside = np.maximum(0.5 - (t[:, None] - a) ** 2, 0)
    return outside @ (2.0 * (a % q % p)), inside @ (2.0 * (a % q % p))


@check("sec4-lwr")
def network(
    at: Recorder,
    *,
    seed: int,
    exhaustive: NonEmpty[Case],
    single: list[Secrets],
    hypotheses: Hypotheses,
) -> None:
    """Compare each network F_w with f_w at x(y), and its activity, size and norms with the bounds.

    All are integers or fractions. `exhaustive` are cases with q^m at most 256: all secrets and
    vectors. `single` are cases at the secret (q−1, …, q−1), which has the largest norms, and at
    random ones; all vectors are visited while q^m ≤ 2^16 and q^m·s·r² ≤ 10^11, and `sample` random
    ones beyond. `hypotheses` are functions near f_w, whose loss and error are compared.
    """
    for case in exhaustive:
        y = few_vectors("exhaustive", case)
        for p in case["p"]:
            for w in y:
                compare_network(at(q=case["q"], p=p, m=case["m"], secret=w.tolist()), w, y)
    for many in single:
        q, m, p = many["q"], many["m"], many["p"]
        rng = generator(seed, "rounding", "network", q, p, m)
        secrets = [np.full(m, q - 1), *rng.integers(0, q, size=(many["secrets"] - 1, m))]
        work = section_4.lwr_largest_product(q, m) * (m * lifts.code_length(q)) ** 2
        if q**m <= MOST_VECTORS and q**m * work <= MOST_WORK:
            y = all_vectors(q, m)
        else:
            y = rng.integers(0, q, size=(many["sample"], m))
        for w in secrets:
            compare_network(at(q=q, p=p, m=m, secret=w.tolist()), w, y)
    compare_decoding(at.of("theorem-3b"), seed, hypotheses)


def compare_network(at: Recorder, w: np.ndarray, y: np.ndarray) -> None:
    """f_w(y) = F_w(x(y)), F_w ∈ H_{n,s,1}^{W,B}, at the vectors y."""
    q, p, m = (at[key] for key in ("q", "p", "m"))
    network = lifts.lwr(w, q, p)
    require_exact(network)
    right = active = 0
    for start in range(0, len(y), BLOCK):
        block = y[start : start + BLOCK]
        x = lifts.lwr_lift(block, q)
        right += int(np.sum(network(x) == lifts.lwr_labels(w, block, q, p)))
        active = max(active, network.max_active(x)[1])
    at.compare("printed", right, "==", len(y))
    at.compare("sparse", active, "<=", 1)
    at.compare("size", network.s, "<=", q * q * m)
    compare_norms(at, network.w, network.b)
    here, (W2, B2) = at.of("theorem-3b"), network.scale_squared
    bounds = section_4.theorem_3b_scale(q, p, m)
    here(quantity="right values").compare("printed", right, "==", len(y))
    here(quantity="active neurons").compare("printed", active, "<=", 1)
    here(quantity="n").compare("printed", network.n, "<=", q * q * m * m)
    here(quantity="s").compare("printed", network.s, "<=", q * q * m)
    here(quantity="W²").compare("printed", W2, "<=", bounds[0])
    here(quantity="B²").compare("printed", B2, "<=", bounds[1])


def compare_norms(at: Recorder, weights: np.ndarray, biases: np.ndarray) -> Fraction:
    """‖W_{w,a}‖₂² ≤ (13/9)m³(q − 1)⁸, |b_{w,a}| ≤ (4/3)m²(q − 1)⁴; return the largest ‖W‖₂²."""
    q, m = at["q"], at["m"]
    # ‖W‖ grows with |a − κ|, so the outermost neurons have the largest; 4W has integers.
    scaled = (4 * weights[[0, -1]]).astype(np.int64).tolist()
    norm = max(Fraction(sum(v * v for v in row), 16) for row in scaled)
    bias = Fraction(float(np.abs(biases).max()))
    at(quantity="norm").compare("norms", norm, "<=", section_4.lwr_norm(q, m))
    at(quantity="bias").compare("norms", bias, "<=", section_4.lwr_bias(q, m))
    return norm


@check("sec4-lwr")
def sizes(
    at: Recorder, *, moduli: NonEmpty[Several], lengths: NonEmpty[Positive], p: Several
) -> None:
    """Compare neurons, norms and biases of the secret (q−1, …, q−1) with the bounds, as fractions.

    `moduli` are values of q, and `lengths` values of m.
    """
    for q, m in itertools.product(moduli, lengths):
        v, kappa = lifts.affine_form(np.full(m, q - 1), q)
        top, here = section_4.lwr_largest_product(q, m), at(q=q, m=m, p=p)
        if top >= 2**24:
            raise ValueError(f"m(q − 1)² must be below 2^24 for exact biases, got {top}")
        a = np.flatnonzero(np.arange(top + 1) % q % p)
        norm = compare_norms(here, *lifts.square_neurons(v, a[[0, -1]] - kappa))
        here.compare("size", len(a), "<=", q * q * m)
        bound = math.sqrt(section_4.lwr_norm(q, m))
        here.row(n=len(v) ** 2, neurons=len(a), largest_norm=math.sqrt(norm), norm_bound=bound)


def compare_decoding(at: Recorder, seed: int, hypotheses: Hypotheses) -> None:
    """½E(f̂ − f_w)² ≤ ε ⇒ Pr[⌊f̂ + ½⌋ ≠ f_w] ≤ 8ε, f̂ − f_w in multiples of 1/16 over all y.

    The differences are random with a random spread up to ¾, or ½ on a random share of the vectors,
    where the bound is attained.
    """
    for q, p, m in hypotheses["cases"]:
        y = all_vectors(q, m)
        for number in range(hypotheses["count"]):
            rng = generator(seed, "rounding", "decoding", q, p, m, number)
            truth = lifts.lwr_labels(rng.integers(0, q, size=m), y, q, p)
            spread = rng.integers(1, 13)
            for kind, sixteenths in (
                ("random", rng.integers(-spread, spread + 1, size=len(y))),
                ("half", np.where(rng.random(len(y)) < rng.random(), 8, 0)),
            ):
                loss = Fraction(int((sixteenths**2).sum()), 512 * len(y))
                decoded = np.floor(truth + sixteenths / 16 + 0.5)
                error = Fraction(int(np.sum(decoded != truth)), len(y))
                here = at(q=q, p=p, m=m, hypothesis=f"{kind} {number}")
                here.compare("decoding", error, "<=", section_4.theorem_3b_decoding(loss))
