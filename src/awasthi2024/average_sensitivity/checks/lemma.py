"""Lemma 9 and Theorem A on networks, and the introduction's bound."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
from typing_extensions import TypedDict

from awasthi2024.average_sensitivity.checks.terms import activity, third_terms
from awasthi2024.bounds import section_3
from awasthi2024.constructions import two_sided
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from balls import Exact, exact, log, sqrt
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
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
    row = {"average_sensitivity": left, "lemma_9": lemma_9, "theorem_a_min": least}
    at.row(W=W, B=B, **row, tightness=left / least if least else 0.0)


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


# ---------------------------------------------------------- Remark 11: sparsity on most inputs only


class Peak(TypedDict):
    """Equal neurons that are active on only one point."""

    n: Several
    s: Several


#: k, the number of neurons that are active at only one point, and n: 2^−n is at most 1/s² for s =
#: 2k + rare.
_EXCEPTIONS = ((1, 1, 4), (2, 1, 5), (4, 4, 8), (8, 8, 10))


@check("remark-11")
def average_case(at: Recorder, *, networks: Sequence[Instance], peaks: NonEmpty[Peak]) -> None:
    """Compare Theorem A, as fractions, on networks that are sparse on most inputs only.

    They are Appendix A's networks that are sparse on average, and Theorem B's few neurons with some
    that are active on only one point; every k is taken, and for the remark every k at which
    Pr[|R_x| > k] ≤ 1/s². The remark's count is made from the products written out. In the
    extension n and s are powers of two, so that exponents are fractions. `peaks` are sizes of
    networks of equal neurons that are active on only one point.
    """
    for instance in networks:
        network = instance.network
        where = {"family": instance.family, **instance.parameters, "n": network.n, "s": network.s}
        compare_network(at(**where), network, instance.k)
        W, square = sqrt(network.scale_squared[0]), activity(network, 0).mean_square
        row = {"average_sensitivity": average_sensitivity_exact(network.values())}
        row |= {"theorem_a_average": bounds.theorem_a_average(W, square)}
        row |= {"theorem_a_min": bounds.theorem_a_min(network.s, instance.k, W)}
        at(**where).row(k=instance.k, **row, mean_square_active=square)
    for k, rare, n in _EXCEPTIONS:
        network = network_with_exception(k, rare, n)
        compare_network(at(family="exception", n=n, s=network.s), network, k + rare)
    for instance in networks:
        compare_sign(at, instance.network)
    compare_sign(at, SparseReLUNetwork([[1.0]], [2.0], [1.0]))
    for peak in peaks:
        compare_peak(at(family="peak", n=peak["n"], s=peak["s"], k=1))
    compare_extension(at)


def network_with_exception(k: int, rare: int, n: int) -> SparseReLUNetwork:
    """Return Theorem B's few neurons for k, with `rare` more, active only at (1, …, 1).

    A rare neuron is 2v there, where its n weights v are the largest powers of 2 with norm at
    most 1 = W.
    """
    weight = 0.5 ** math.ceil(math.log2(n) / 2)
    few = two_sided(2 * k, k, n)
    return SparseReLUNetwork(
        np.vstack([few.w, np.full((rare, n), weight)]),
        np.append(few.b, np.full(rare, (n - 2) * weight)),
        np.append(few.u, np.ones(rare)),
    )


def compare_network(at: Recorder, network: SparseReLUNetwork, largest: int) -> None:
    """Compare a network of at most `largest` active neurons with the bounds, for every k."""
    s, W = network.s, sqrt(network.scale_squared[0])
    left, thirds = average_sensitivity_exact(network.values()), third_terms(network)
    square = activity(network, 0).mean_square
    at.compare("sharp", left, "<=", bounds.theorem_a_average(W, square))
    for k in range(largest + 1):
        here, beyond = at(k=k), activity(network, k).beyond
        here.compare("moments", square, "<=", k * k + s * s * beyond)
        if k < largest:  # at the largest both sides are 0
            here.compare("third-term", thirds[k], "<=", bounds.remark_11_third(s, W, beyond))
        if beyond <= Fraction(1, s * s):
            here.compare("printed", left, "<=", bounds.theorem_a_average(W, k * k + 1))


def compare_sign(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare E|R_x| with the mean of the remark's count, with its +b_i and with −b_i."""
    x = points(network.n)
    parts = np.array_split(x, -(-len(x) // 2**16))  # since the products take 8s bytes a point
    mean = activity(network, 0).mean
    here = at(**{"family": "sign", "n": network.n, "s": network.s, "E|R|": mean})
    for name, sign in (("sign-printed", 1), ("sign-corrected", -1)):
        count = sum(int((part @ network.w.T + sign * network.b > 0).sum()) for part in parts)
        here.compare(name, Fraction(count, len(x)), "==", mean)


def compare_peak(at: Recorder) -> None:
    """Check s equal neurons σ(x_1 + … + x_n − n + 2), n ≥ 2: active on only one point, k = 1."""
    n, s = at["n"], at["s"]
    network = SparseReLUNetwork(np.ones((s, n)), np.full(s, n - 2.0), np.ones(s))
    beyond, W2 = activity(network, 1).beyond, network.scale_squared[0]
    left = average_sensitivity_exact(network.values())
    at.compare("needed", left, "==", 2 * W2 * s * s * beyond)
    third = bounds.remark_11_third(s, sqrt(W2), beyond)
    at.compare("third-term", third_terms(network)[1], "<=", third)
    if beyond <= Fraction(1, s * s):
        # W√n = n and B = n − 2, in integers.
        top = Fraction(float(np.abs(network.values()).max()))
        at.compare("sup-printed", top, "<=", 2 * n - 2)
        at.compare("sup-corrected", top, "<=", s * (2 * n - 2))


def compare_extension(at: Recorder) -> None:
    """Compare Theorem C's exponent, and what s for k in C adds to it, with twice Theorem 8's.

    n ≥ 2 and s are powers of two; s² = n^(2 log₂ s/log₂ n). Theorem 8's degree is at B = 0, with
    the constant 16/ln⁴2.
    """
    scales = Fraction(1, 4), Fraction(4)
    for log2n, log2s, k, W2, share in product((1, 2, 10), (1, 2, 10), (1, 2), scales, (1, 3, 64)):
        epsilon = 4 * W2 * (k * k + 1) / share
        degree = math.ceil(bounds.theorem_a_average(sqrt(W2), k * k + 1) / epsilon) - 1
        allowed = 2 * math.floor(16 * k**8 * W2**2 * (log2n + log2s) ** 4 / epsilon**2)
        here = at(n=2**log2n, s=2**log2s, k=k, W2=W2, epsilon=epsilon)
        here.compare("extension", degree + Fraction(2 * log2s, log2n), "<=", allowed)
