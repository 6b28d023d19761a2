"""Theorem U: dense networks label samples of learning with errors, on uniform bits.

q is a power of two, so that uniform bits z are the bits of a uniform vector y of Z_q^m.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated

import numpy as np
from annotated_types import Ge
from typing_extensions import TypedDict

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import lwr_labels
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


class Secrets(TypedDict):
    """A modulus, the length m of the secrets, and their largest entry."""

    q: Annotated[int, Ge(4)]
    m: Positive
    beta: Positive


class Rounded(TypedDict):
    """Moduli q and p, and the length m of the secrets."""

    q: Annotated[int, Ge(4)]
    p: Positive
    m: Positive


@check("intro-dense-crypto")
def errors(
    at: Recorder,
    *,
    seed: int,
    cases: NonEmpty[Secrets],
    rounded: NonEmpty[Rounded],
    repeats: Positive,
) -> None:
    """Compare the networks of Theorem U with their labels, and losses with bounds, as fractions.

    `cases` are moduli q, lengths m and largest entries of secrets; all such secrets and all z are
    taken, and errors of 0 and ±1. Losses are compared for the secrets with an odd entry. The
    hypotheses are the target, ½, and `repeats` random ones in sixteenths. `rounded` are moduli q, p
    and lengths m for the labels of Definition 15, of all secrets of Z_q^m.
    """
    for case in [*cases, *rounded]:
        if case["q"] & (case["q"] - 1):
            raise ValueError(
                f"errors: q must be a power of two, got {case['q']}; bits give no other"
            )
    for case in cases:
        q, m, beta = case["q"], case["m"], case["beta"]
        secrets = [np.array(w) for w in product(range(-beta, beta + 1), repeat=m)]
        here = at(**case, secrets=len(secrets))
        y = vectors_of_bits(q, m)
        networks = [interpolated(partial(highest_bit, q=q), w, q) for w in secrets]
        labels = [highest_bit(y @ w, q) for w in secrets]
        most = section_4.theorem_u_neurons(m, beta)
        scale = section_4.theorem_u_scale(q, m, beta, 1)
        compare_networks(here, "", networks, labels, most, scale)
        rng = generator(seed, "statistical_queries", "errors", q, m, beta)
        compare_losses(here, secrets, repeats, rng)
    for moduli in rounded:
        q, m, p = moduli["q"], moduli["m"], moduli["p"]
        y = vectors_of_bits(q, m)
        networks = [interpolated(partial(twice_reduced, q=q, p=p), w, q) for w in y]
        labels = [lwr_labels(w, y, q, p) for w in y]  # Definition 15, by another function
        most = section_4.lwr_largest_product(q, m)
        scale = section_4.theorem_u_scale(q, m, q - 1, p)
        compare_networks(at(**moduli), "rounded-", networks, labels, most, scale)


def vectors_of_bits(q: int, m: int) -> np.ndarray:
    """Return y, of shape (q^m, m), for all z in the cube's order; bits are lowest first."""
    bits = q.bit_length() - 1
    ones = (points(m * bits).reshape(-1, m, bits).astype(np.int64) + 1) // 2
    return ones @ 2 ** np.arange(bits)


def highest_bit(t: np.ndarray, q: int) -> np.ndarray:
    """Return λ(t) = ⌊2(t mod q)/q⌋."""
    return 2 * (t % q) // q


def twice_reduced(t: np.ndarray, q: int, p: int) -> np.ndarray:
    """Return λ(t) = (t mod q) mod p."""
    return t % q % p


def interpolated(
    label: Callable[[np.ndarray], np.ndarray], secret: np.ndarray, q: int
) -> SparseReLUNetwork:
    """Return label(⟨w, y⟩) as a network on the bits z, which has a neuron for each bend."""
    v = np.outer(secret, 2.0 ** np.arange(-1, q.bit_length() - 2)).ravel()
    positive, negative = secret.clip(min=0), secret.clip(max=0)
    least, most = ((q - 1) * int(part.sum()) for part in (negative, positive))
    values = label(np.arange(least, most + 1))
    u = np.append(np.diff(values, n=2, prepend=values[0]), values[0])
    w = np.vstack([np.tile(v, (most - least, 1)), np.zeros_like(v)])
    b = np.append(np.arange(least, most) - v.sum(), -1)
    kept = u != 0
    kept[-1] |= not kept.any()  # a network has a neuron
    return SparseReLUNetwork(w[kept], b[kept], u[kept])


def compare_networks(
    at: Recorder,
    prefix: str,
    networks: list[SparseReLUNetwork],
    labels: list[np.ndarray],
    most: int,
    scale: tuple[Fraction, Fraction],
) -> None:
    """Compare the values of all networks with the labels, and the largest sizes with the bounds."""
    right = 0
    for network, label in zip(networks, labels, strict=True):
        require_exact(network)
        right += int(np.count_nonzero(network.values() == label))
    s = max(network.s for network in networks)
    W2, B2 = (max(n.scale_squared[i] for n in networks) for i in (0, 1))
    at.compare(f"{prefix}values", right, "==", sum(map(len, labels)))
    at(quantity="s").compare(f"{prefix}size", s, "<=", most)
    at(quantity="W²").compare(f"{prefix}size", W2, "<=", scale[0])
    at(quantity="B²").compare(f"{prefix}size", B2, "<=", scale[1] ** 2)
    at.row(neurons=s, W=float(W2) ** 0.5, B=float(B2) ** 0.5)


def compare_losses(
    at: Recorder, secrets: list[np.ndarray], repeats: int, rng: np.random.Generator
) -> None:
    """Compare the mean loss of hypotheses on noisy labels, and on fair bits, with the bounds.

    The error is 0, 1 or −1 with equal probability, and hypotheses are in sixteenths.
    """
    q, m = at["q"], at["m"]
    y = vectors_of_bits(q, m)
    more = section_4.theorem_u_flips(q, 1) / 3  # μ/q for μ = 2/3
    odd = [w for w in secrets if (w % 2).any()]  # so that ⟨w, y⟩ mod q is uniform
    for number, secret in enumerate(odd):
        t = y @ secret
        guesses = {"target": 16 * highest_bit(t, q), "half": np.full(len(y), 8)}
        guesses |= {str(i): rng.integers(0, 17, size=len(y)) for i in range(repeats)}
        for name, guess in guesses.items():
            here = at(secret=number, hypothesis=name)
            losses = (loss(guess, highest_bit(t + error, q)) for error in (-1, 0, 1))
            noisy = sum(losses, Fraction(0)) / 3
            clean = loss(guess, highest_bit(t, q))
            fair = (loss(guess, 0) + loss(guess, 1)) / 2
            here(labels="noisy").compare("told-apart", noisy, "<=", clean + more)
            here(labels="fair").compare("told-apart", fair, ">=", Fraction(1, 8))


def loss(sixteenths: np.ndarray, label: np.ndarray | int) -> Fraction:
    """Return ½E(g − label)², for g in sixteenths."""
    return Fraction(int(((sixteenths - 16 * label) ** 2).sum()), 512 * len(sixteenths))
