"""Lemma 9 and Theorem A on networks; what the records and step tables of this claim share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pandas as pd

from awasthi2024.bounds import section_3
from awasthi2024.constructions import two_sided
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, log, sqrt
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
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
    rows = []
    for record in records:
        left, right = (float(Fraction(side)) for side in (record.left, record.right))
        rows.append(
            {
                "statement": record.statement,
                "family": record.instance["family"],
                "n": record.instance["n"],
                "s": record.instance["s"],
                "k": record.instance["k"],
                "left": left,
                "relation": record.relation,
                "right": right,
                "holds": record.holds,
            }
        )
    return pd.DataFrame(rows)


# h at each point, and a table of integers.
@check(
    "lemma-9",
    memory=lambda networks, **_: 24 << largest_dimension(networks),
)
def networks(at: Recorder, *, networks: Sequence[Instance]) -> None:
    """Check Lemma 9 and Theorem A on networks, AS exactly; the table has a row per network."""
    for instance in networks:
        instance_recorder = on_network(at, instance)
        instance_recorder.row(**compare_lemma(instance_recorder, instance))
        compare_introduction(instance_recorder.of("intro-sensitivity"), instance)
    _compare_scaled_up(at.of("intro-sensitivity"))


def compare_lemma(at: Recorder, instance: Instance) -> dict[str, Any]:
    """Compare AS with Lemma 9 and with Theorem A; return what the table has of the network."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W, B = map(sqrt, network.scale_squared)
    left = average_sensitivity_exact(network.values())
    lemma_9 = bounds.lemma_9(exact(n), exact(s), k, W, B)
    sharp = bounds.theorem_a(k, W)
    least = bounds.theorem_a_min(s, k, W)
    # At n = s = 1 the right-hand side is 0 whatever the constant.
    at.compare("printed", left, "<=", section_3.lemma_9_constant * lemma_9)
    at.compare("sharp", left, "<=", sharp)
    at.compare("sharp-min", left, "<=", least)
    if W and not reachable(n, s, k, W, B):
        at.compare("reached", left, "<", sharp)
    if n * s >= 2:
        at.compare("corrected", left, "<=", section_3.lemma_9_constant * lemma_9)
    if is_theorem_b(instance):
        delta = Fraction(instance.parameters["delta"])
        share = (2 - delta) ** 2 / 4
        at.compare("attained", left, "==", share * sharp)
    return {
        "W": float(W),
        "B": float(B),
        "average_sensitivity": float(left),
        "lemma_9": float(lemma_9),
        "theorem_a_min": float(least),
        "tightness": float(left / least) if least else 0.0,
    }


def compare_introduction(at: Recorder, instance: Instance) -> None:
    """Compare AS with 4/ln 2·k⁴√n ln(ns), as §1 has it without a scale, and with its factor W²."""
    n, s, k = instance.network.n, instance.network.s, instance.k
    W2 = instance.network.scale_squared[0]
    left = average_sensitivity_exact(instance.network.values())
    bound = introduction(n, s, k)
    if n * s >= 2:
        at.compare("with-scale", left, "<=", W2 * bound)
    at(W2=W2).compare("printed", left, "<=", bound)


def _compare_scaled_up(at: Recorder) -> None:
    """Compare AS of multiples of 2x = σ(x+1) − σ(−x+1) with §1's bound, which has no scale."""
    network = two_sided(2, 1, 1)
    at = at(n=1, s=2, k=1)
    doubled = SparseReLUNetwork(network.w, network.b, 2 * network.u)
    twice = at(family="twice as large")
    compare_introduction(twice, Instance("", "", {}, doubled, 1))
    for K in (1, 10, 1000, 10**6):
        scale = math.isqrt(K) + 1
        larger = SparseReLUNetwork(network.w, network.b, scale * network.u)
        instance_recorder = at(scale=scale, K=K)
        left = average_sensitivity_exact(larger.values())
        instance_recorder.compare("any-constant", left, "<=", K * introduction(1, 2, 1))


def introduction(n: int, s: int, k: int) -> Exact:
    """Return 4k⁴√n log₂(ns), §1's bound."""
    if (n * s).bit_count() == 1:
        logarithm: Exact = Fraction((n * s).bit_length() - 1)
    else:
        logarithm = log(exact(n * s)) / log(exact(2))
    return 4 * k**4 * sqrt(exact(n)) * logarithm


def reachable(n: int, s: int, k: int, W: Exact, B: Exact) -> bool:
    """Return whether some network of H^{W,B}_{n,s,k}, W > 0, has AS = 4k²W² (Theorem B)."""
    return (n >= 2 and s >= 4 * k) or (s >= 2 * k and B >= W)
