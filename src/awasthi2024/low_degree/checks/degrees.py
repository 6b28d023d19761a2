"""The degree that a network needs, and the degrees of Theorems 4, 8 and C."""

import math
from collections.abc import Sequence
from fractions import Fraction

from awasthi2024.bounds import section_3
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension
from awasthi2024.shared.tails import described, exact_weights, needed_degree, tails_of
from balls import Exact, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds


# h at each point, and a table of integers.
@check("theorem-8", memory=lambda networks, **_: 24 << largest_dimension(networks))
def degrees(
    at: Recorder, *, networks: Sequence[Instance], fractions: NonEmpty[PositiveReal]
) -> None:
    """Compare the tails and degrees of each network, exactly, with Theorems 8, C and 4.

    The whole spectrum is exact. Theorem C's tail is compared at the d that comes nearest to
    failing, and its equalities on Theorem B's networks. Theorem 8's number of samples is compared
    by its exponent of n with Theorem C's, whose number suffices; at n = 1 every exponent does. A
    degree of n or more leaves no tail, so that the comparison cannot fail there. `fractions` are
    values of ε, as fractions of the variance of h. Where the variance is 0, they are fractions of
    1.
    """
    for instance in networks:
        here, tails = at(**described(instance)), tails_of(exact_weights(instance))
        _compare_theorem_c(here, instance, tails)
        for fraction in fractions:
            epsilon = Fraction(fraction) * (tails[0] or 1)
            _compare_degree(here(epsilon=epsilon), instance, tails, epsilon, fraction)


def _compare_theorem_c(at: Recorder, instance: Instance, tails: Sequence[Fraction]) -> None:
    """Σ_{|T|>d} ĥ(T)² ≤ 4k²W²/(d+1), where it comes nearest and where it is attained."""
    n, k = instance.network.n, instance.k
    W = sqrt(instance.network.scale_squared[0])
    worst = max(range(n + 1), key=lambda d: ((d + 1) * tails[d], d))
    at(d=worst).compare("tail", tails[worst], "<=", bounds.theorem_c_tail(k, W, worst))
    if is_theorem_b(instance) and instance.parameters["delta"] == 0:
        p = instance.parameters["p"]
        at(d=p - 1).compare("attained", tails[p - 1], "==", bounds.theorem_c_tail(k, W, p - 1))
        epsilon = bounds.theorem_c_tail(k, W, exact(p))
        needed, sharp = needed_degree(tails, epsilon), bounds.theorem_c_degree(k, W, epsilon)
        at(epsilon=epsilon).compare("optimal", needed, "==", sharp)


def _compare_degree(
    at: Recorder, instance: Instance, tails: Sequence[Fraction], epsilon: Fraction, fraction: float
) -> None:
    """Compare the degree needed for one ε with every bound on it."""
    network, k = instance.network, instance.k
    n, s = network.n, network.s
    W, B = map(sqrt, network.scale_squared)
    theorem_4 = at.of("theorem-4")
    needed = needed_degree(tails, epsilon)
    sharp = bounds.theorem_c_degree(k, W, epsilon)
    paper = bounds.theorem_8_degree(exact(n), exact(s), k, W, B, epsilon)
    informal = section_3.theorem_4_degree(exact(n), exact(s), k, W, epsilon)
    at.compare("degree", needed, "<=", sharp)
    theorem_4.compare("sharp", needed, "<=", 4 * k**2 * W**2 / epsilon)
    # The sample sizes are n^d times a common factor, and at n = 1 equal.
    printed = floor_degree(section_3.theorem_8_constant * paper, 10**18)
    at(quantity="exponent of n").compare("samples", sharp, "<=", printed if n > 1 else sharp)
    d = min(printed, n)
    at(d=d).compare("printed", tails[d], "<=", epsilon)
    if n * s > 1:
        at(d=d).compare("corrected", tails[d], "<=", epsilon)
    d = floor_degree(informal, n)
    theorem_4(d=d).compare("printed", tails[d], "<=", epsilon)
    found = {"needed": needed, "theorem_c": sharp, "paper": paper, "informal": informal}
    found |= {"orders": math.log10(max(float(paper), 1) / max(needed, 1)), "fraction": fraction}
    at.row(family=instance.family, W=W, B=B, epsilon=epsilon, **found)


def floor_degree(degree: Exact, n: int) -> int:
    """Round a degree down, also one that may be an integer; above n it counts as n.

    Where ns is a power of 2, Theorem 8's degree with its constant is an integer, which no
    precision shows.
    """
    below = degree - Fraction(1, 2**40)
    return n if below >= n else max(0, math.floor(below))
