"""Lemma 9 and Theorem A on networks, and the introduction's bound."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pandas as pd

from awasthi2024.bounds import section_3
from awasthi2024.constructions import two_sided
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, log, sqrt
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


def on_network(at: Recorder, instance: Instance) -> Recorder:
    """Return a recorder for a network, whose records join the check's records."""
    n, s = instance.network.n, instance.network.s
    where = {"family": instance.family, **instance.parameters, "n": n, "s": s, "k": instance.k}
    return at(**where)


def sides(records: Sequence[Record]) -> pd.DataFrame:
    """Return the table of records of the proof's lines: both sides, and their relation."""
    names = ("family", "n", "s", "k")
    return pd.DataFrame(
        {
            "statement": record.statement,
            **{name: record.instance[name] for name in names},
            "left": float(Fraction(record.left)),
            "relation": record.relation,
            "right": float(Fraction(record.right)),
        }
        for record in records
    )


# h at each point, and a table of integers.
@check("lemma-9", memory=lambda networks, **_: 24 << largest_dimension(networks))
def networks(at: Recorder, *, networks: Sequence[Instance]) -> None:
    """Compare AS, a fraction from integer spectra, with Lemma 9, Theorem A and §1's bound.

    Roots and logarithms have proved errors. The constant of Lemma 9 is 1/ln 2 + 1/√ln 2. Theorem A
    is not reached where no network of the class reaches it. §1's bound has no scale, so that
    multiples of 2x exceed it times any constant.
    """
    for instance in networks:
        here = on_network(at, instance)
        left = average_sensitivity_exact(instance.network.values())
        compare_lemma(here, instance, left)
        compare_introduction(here.of("intro-sensitivity"), instance.network, left)
    compare_scaled_up(at.of("intro-sensitivity")(n=1, s=2, k=1))


def compare_lemma(at: Recorder, instance: Instance, left: Fraction) -> None:
    """Compare AS with Lemma 9 and with Theorem A."""
    n, s, k = at["n"], at["s"], at["k"]
    W, B = map(sqrt, instance.network.scale_squared)
    lemma_9 = bounds.lemma_9(exact(n), exact(s), k, W, B)
    sharp, least = bounds.theorem_a(k, W), bounds.theorem_a_min(s, k, W)
    # At n = s = 1 the right-hand side is 0 whatever the constant.
    at.compare("printed", left, "<=", section_3.lemma_9_constant * lemma_9)
    at.compare("sharp", left, "<=", sharp)
    at.compare("sharp-min", left, "<=", least)
    # Theorem B: elsewhere some network of the class has AS = 4k²W².
    if W and not ((n >= 2 and s >= 4 * k) or (s >= 2 * k and B >= W)):
        at.compare("reached", left, "<", sharp)
    if n * s >= 2:
        at.compare("corrected", left, "<=", section_3.lemma_9_constant * lemma_9)
    if is_theorem_b(instance):
        share = (2 - Fraction(instance.parameters["delta"])) ** 2 / 4
        at.compare("attained", left, "==", share * sharp)
    at.row(
        W=float(W),
        B=float(B),
        average_sensitivity=float(left),
        lemma_9=float(lemma_9),
        theorem_a_min=float(least),
        tightness=float(left / least) if least else 0.0,
    )


def compare_introduction(at: Recorder, network: SparseReLUNetwork, left: Fraction) -> None:
    """Compare AS with 4/ln 2·k⁴√n ln(ns), as §1 has it without a scale, and with its factor W²."""
    n, s, k, W2 = at["n"], at["s"], at["k"], network.scale_squared[0]
    if n * s >= 2:
        at.compare("with-scale", left, "<=", W2 * introduction(n, s, k))
    at(W2=W2).compare("printed", left, "<=", introduction(n, s, k))


def compare_scaled_up(at: Recorder) -> None:
    """Compare AS of multiples of 2x = σ(x+1) − σ(−x+1) with §1's bound, which has no scale."""
    once = two_sided(2, 1, 1)
    twice = SparseReLUNetwork(once.w, once.b, 2 * once.u)
    left = average_sensitivity_exact(twice.values())
    compare_introduction(at(family="twice as large"), twice, left)
    for K in (1, 10, 1000, 10**6):
        scale = math.isqrt(K) + 1
        larger = SparseReLUNetwork(once.w, once.b, scale * once.u)
        left = average_sensitivity_exact(larger.values())
        at(scale=scale, K=K).compare("any-constant", left, "<=", K * introduction(1, 2, 1))


def introduction(n: int, s: int, k: int) -> Exact:
    """Return 4k⁴√n log₂(ns), §1's bound."""
    logarithm: Exact = log(exact(n * s)) / log(exact(2))
    if (n * s).bit_count() == 1:
        logarithm = Fraction((n * s).bit_length() - 1)
    return 4 * k**4 * sqrt(exact(n)) * logarithm


@check("lemma-9")
def attained(at: Recorder, *, dimensions: NonEmpty[Positive], max_neurons: Positive) -> None:
    """Compare AS with min(2k, s)²W², as fractions, on networks that attain it for all s.

    For each s up to `max_neurons` the sparsities k ≤ ⌈s/2⌉ are taken, since a larger k allows no
    more. The k is counted on every input.
    """
    for n, s in product(dimensions, range(1, max_neurons + 1)):
        for copies in range(1, (s + 1) // 2 + 1):
            network = two_sided(s, copies, n)
            k, W = int(network.active_counts().max()), sqrt(network.scale_squared[0])
            left = average_sensitivity_exact(network.values())
            here = at(family="two-sided", n=n, s=s, k=k)
            here.compare("attained-min", left, "==", bounds.theorem_a_min(s, k, W))
