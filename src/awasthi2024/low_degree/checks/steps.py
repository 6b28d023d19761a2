"""The lines of Theorem 8's proof, and with them those of Lemma 7 and of noisy labels."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices, section_2, section_3
from awasthi2024.low_degree.checks.degrees import floor_degree
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import network_family
from awasthi2024.shared.parameters import Dimension, Share
from awasthi2024.shared.tails import described, exact_weights, tails_of
from balls import Exact, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import popcounts, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact, noise_of_weights


@check("theorem-8")
def steps(
    at: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[Share],
    largest_degree: Natural,
    constants: NonEmpty[PositiveReal],
    scales: NonEmpty[Positive],
    epsilons: NonEmpty[OpenProbability],
) -> None:
    """Compare both sides of each line of the proofs, as fractions or with proved errors.

    The lines are of Theorem 8, of Lemma 7 and of noisy labels, where the loss of a member stands
    for the smallest of the class, which is at most as large. Run times are numbers of operations of
    averages for each sample. The networks are random and Theorem B's, with n in `dimensions`; on
    them Theorem 8's degree is n or more, where its comparison for noisy labels cannot fail; each of
    `constants` is a value of the c of the paper's ρ. `largest_degree` is the largest d and n of the
    inequalities without a network. `scales` are factors by which labels or a class are scaled up.
    They are also the values of K in a loss of Kε.
    """
    fractions = [Fraction(rho) for rho in rhos]
    for instance in networks_of(seed, dimensions):
        here, weights = at(**described(instance)), exact_weights(instance)
        _compare_tail(here, weights, fractions)
        _compare_noise(here, instance, weights, epsilons)
        _compare_supremum(here, instance)
        values, tails = instance.network.values(), tails_of(weights)
        compare_truncation(here.of("lemma-7"), values, tails)
        compare_losses(here.of("intro-agnostic"), seed, instance, epsilons)
    _compare_window(at, fractions, largest_degree)
    _compare_lemma_10(at, constants)
    _compare_routes(at, scales)
    _compare_attained_supremum(at, dimensions)
    compare_monomials(at.of("lemma-7"), largest_degree)
    compare_unseen(at, scales, epsilons)
    compare_other_distributions(at.of("lemma-7"), scales)
    compare_outlying_labels(at.of("intro-agnostic"), scales)
    compare_noise_limit(at.of("intro-agnostic"), epsilons)
    compare_run_times(at, scales, largest_degree)


def networks_of(seed: int, dimensions: Sequence[int]) -> list[Instance]:
    """Return the networks of the check: random ones, and Theorem B's of up to four variables."""
    random = network_family("random").generate(
        seed=seed, dimensions=dimensions, neurons=[8], sparsities=[2], weight_bounds=[1],
        bias_bounds=[1], repeats=1,
    )  # fmt: skip
    return random + network_family("extremal").generate(
        seed=seed, variables=[2, 1, 3, 4], copies=[1, 2], deltas=[0],
        dimensions=[n for n in dimensions if n > 1],
    )  # fmt: skip


def _compare_tail(at: Recorder, weights: Sequence[Fraction], rhos: Sequence[Fraction]) -> None:
    """Σ_{|T|>d} ≤ ε/(3(1−ρ^d)) at ε = 3NS_ρ(h); what Claim 2.1 gives; the conclusion."""
    tails = tails_of(weights)
    n = len(weights) - 1
    for rho in rhos:
        noise = noise_of_weights(weights, rho)
        epsilon = 3 * noise
        d = max(range(1, n + 1), key=lambda d: tails[d] * (1 - rho**d))
        here = at(rho=rho, epsilon=epsilon, d=d)
        here.compare("first", tails[d], "<=", epsilon / (3 * (1 - rho**d)))
        claim_2_1 = section_2.claim_2_1_tail(noise, rho, d)
        here.compare("first-corrected", tails[d], "<=", claim_2_1)
        d = math.ceil(Fraction(11, 10) / (1 - rho))
        here(d=d).compare("conclusion", tails[d] if d <= n else 0, "<=", epsilon)


def _compare_window(at: Recorder, rhos: Sequence[Fraction], largest: int) -> None:
    """ε/(3(1−ρ^d)) ≤ ε/(d(1−ρ)) ≤ ε: for which d."""
    for rho in rhos:
        every = [("chain-any", d) for d in range(1, largest + 1)]
        for statement, d in [*every, ("chain", math.ceil(1 / (1 - rho)))]:
            here, left = at(rho=rho, d=d), d * (1 - rho)
            second = here(quantity="d(1-rho) <= 3(1-rho^d)")
            second.compare(statement, left, "<=", 3 * (1 - rho**d))
            here(quantity="d(1-rho) >= 1").compare(statement, left, ">=", 1)


def _compare_noise(
    at: Recorder, instance: Instance, weights: Sequence[Fraction], epsilons: Sequence[float]
) -> None:
    """NS_ρ(h) ≤ ε/3 at the paper's ρ, for ns ≥ 2 and ε < min(12k²W², knsW²)."""
    n, s, k = exact(instance.network.n), exact(instance.network.s), exact(instance.k)
    W, B = map(sqrt, instance.network.scale_squared)
    for share in epsilons if W else ():
        epsilon = Fraction(share) * 12 * k**2 * W**2
        if n * s == 1 or k * n * s * W**2 <= epsilon:
            continue  # the paper's ρ is undefined, or not a correlation
        constant = section_3.theorem_8_rest_constant
        rho = 1 - section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, constant)
        noise = sum(weight * (1 - rho**t) for t, weight in enumerate(weights)) / 2
        at(epsilon=epsilon).compare("noise", noise, "<=", epsilon / 3)


def _compare_lemma_10(at: Recorder, constants: Sequence[float]) -> None:
    """Lemma 10's bound ≤ ε/3 at the paper's ρ, as ε = 2^−j falls; a row for each ε."""
    where = {"n": 1, "s": 2, "k": 1, "W": 1, "B": 1}  # the smallest at which no denominator is 0
    n, s, k, W, B = map(exact, where.values())
    for c in constants:
        found = []
        for exponent in range(1, 401):
            epsilon = Fraction(1, 2**exponent)
            rest = section_3.theorem_8_rest_printed(n, s, k, W, B, epsilon, Fraction(c))
            # Nothing states that the paper's 1 − ρ is at most 2.
            bound = bounds.lemma_10_of_rest(n, s, k, W, B, rest)
            found.append((epsilon, bound))
            at(**where, c=c).row(exponent=exponent, ratio=float(3 * bound / epsilon))
        # Of all ε the largest that refutes this c is recorded, or the last.
        refuting = (one for one in found if compare(one[1], ">", one[0] / 3))
        epsilon, bound = next(refuting, found[-1])
        at(**where, c=c, epsilon=float(epsilon)).compare("noise-lemma-10", bound, "<=", epsilon / 3)


def _compare_routes(at: Recorder, scales: Sequence[int]) -> None:
    """NS ≤ ε/3 and the degree, by Lemma 10 and by the paper's own route.

    Sizes at which the degree ⌈1.1/(1−ρ)⌉ is below n; elsewhere no tail is left. ε is 12k²W² over
    each of `scales`.
    """
    neurons, squares = ((2, 1), (64, 4), (2**20, 2)), (Fraction(1, 4), Fraction(4))
    sizes = itertools.product((40, 160), neurons, squares, (Fraction(0), Fraction(1)))
    for (log2n, (s, k), W2, B2), scale in itertools.product(sizes, scales):
        n, epsilon = 2**log2n, 12 * k**2 * W2 / scale
        arguments = exact(n), exact(s), exact(k), sqrt(W2), sqrt(B2), epsilon
        for claim, statement, route in (
            ("theorem-8", "from-lemma-10", by_lemma_10(*arguments)),
            ("theorem-4", "paper-route", by_the_papers_route(*arguments)),
        ):
            rest, noise, allowed = route
            degree = math.ceil(Fraction(11, 10) / rest)
            if degree < n and rest < 1:
                here = at.of(claim)(n=n, s=s, k=k, W2=W2, B2=B2, epsilon=epsilon)
                here(quantity="noise").compare(statement, noise, "<=", epsilon / 3)
                here(quantity="degree").compare(statement, degree, "<=", allowed)


def by_lemma_10(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, Lemma 10's bound there, and 3500·(k⁸W⁴ ln⁴(ns) + k⁶B⁴ ln s)/ε²; s ≥ 2."""
    C = Fraction(33, 20)  # at least Lemma 10's constant, 1.641…
    largest = max(k**8 * W**4 * log(n**2 * s) ** 4, k**6 * B**4 * log(s))
    rest = (epsilon / (6 * C)) ** 2 / largest
    degree = 3500 * bounds.theorem_8_degree(n, s, k, W, B, epsilon)
    return rest, C * bounds.lemma_10_of_rest(n, s, k, W, B, rest), degree


def by_the_papers_route(n, s, k, W, B, epsilon) -> tuple[Exact, Exact, Exact]:
    """Return 1 − ρ, the bound of the paper's own route there, and the degree."""
    ratio = k**6 * (1 + log(s / k))
    inner = 462 * W**2 * log(4 * n**2 * s) ** 2 + 7 * B**2
    rest = (epsilon / (3 * inner)) ** 2 / ratio
    noise = appendices.appendix_b_route(n, s, k, W, B, rest)
    return rest, noise, 20 * ratio * (inner / epsilon) ** 2


def _compare_supremum(at: Recorder, instance: Instance) -> None:
    """|h| ≤ k(W√n + B), with B = max|u_j|·max|b_j|."""
    network = instance.network
    top, u, b = (
        Fraction(float(np.abs(part).max())) for part in (network.values(), network.u, network.b)
    )
    right = bounds.sup_norm(exact(network.n), instance.k, sqrt(network.scale_squared[0]), u * b)
    at.compare("supremum", top, "<=", right)


def _compare_attained_supremum(at: Recorder, dimensions: Sequence[int]) -> None:
    """Max h = k(W√n + B), k neurons with all weights 1: W = √n, so that no root is left."""
    for n, k, B in itertools.product(sorted({*dimensions, 4}), (1, 2, 3), (0, 1)):
        network = SparseReLUNetwork(np.ones((k, n)), np.full(k, -float(B)), np.ones(k))
        top = Fraction(float(network.values().max()))
        right = bounds.sup_norm(exact(n), k, sqrt(exact(n)), B)
        at(n=n, s=k, k=k, B=B).compare("supremum-attained", top, "==", right)


# ------------------------------------------------------------------------------------------ Lemma 7


def mean_square(values: np.ndarray) -> Fraction:
    """Return E f² from the values on the cube."""
    return sum((Fraction(v) ** 2 for v in values.tolist()), Fraction(0)) / len(values)


def compare_truncation(at: Recorder, values: np.ndarray, tails: Sequence[Fraction]) -> None:
    """‖g − h‖² for g = Σ_{|T|≤d} ĥ(T)χ_T, point by point, next to the tail."""
    n = len(tails) - 1
    for d in sorted({0, n // 2, n - 1}):
        epsilon = tails[d]  # the smallest that the lemma's condition allows
        if epsilon:
            low = np.where(popcounts(n) > d, 0, walsh_transform(values))
            distance = mean_square(walsh_transform(low) * 2**n - values)
            here = at(d=d, epsilon=epsilon)
            here.compare("half", distance, "<=", epsilon / 2)
            here.compare("whole", distance, "==", epsilon)
            here.compare("loss", distance / 2, "<=", epsilon / 2)


def compare_monomials(at: Recorder, largest: int) -> None:
    """N ≤ n^d + 1, and N(1 + √(2 ln(1/δ)))² ≤ 14n^d ln(1/δ)."""
    for n in range(1, largest + 1):
        for d in range(n + 1):
            here, monomials = at(n=n, d=d), bounds.n_monomials(n, d)
            here.compare("monomials", monomials, "<=", n**d)
            here.compare("monomials-corrected", monomials, "<=", n**d + 1)
            for delta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 10**9)):
                left = monomials * (1 + sqrt(-2 * log(delta))) ** 2
                right = section_2.lemma_7_constant * section_2.lemma_7_samples(n, d, 1, 1, delta)
                here(delta=float(delta)).compare("constant", left, "<=", right)


def compare_unseen(at: Recorder, scales: Sequence[int], epsilons: Sequence[float]) -> None:
    """Sizes below 1, where a learner sees nothing: the missing |·| and the missing C²."""
    w, zero = np.zeros((2, 2)), np.zeros(2)
    for scale in scales:
        # {0, −2a}, each a network on two bits of two neurons, one of them dead: sup h = 0.
        for a in (float(scale), 1.0 / scale):
            down = SparseReLUNetwork(w, np.array([-2.0 * a, 0.0]), -np.ones(2)).values()
            members = SparseReLUNetwork(w, zero, zero).values(), down
            signed = max(float(h.max()) for h in members)
            absolute = max(float(np.abs(h).max()) for h in members)
            for epsilon in epsilons:
                here = at.of("lemma-7")(n=2, s=2, k=1, a=a, epsilon=epsilon, delta=0.1)
                _compare_granted(here, "supremum", members, signed)
                _compare_granted(here, "supremum-corrected", members, absolute)
        # {±Wx}: the proof's last line leaves out C².
        up = SparseReLUNetwork([[1], [-1]], zero, scale * np.array([1.0, -1.0])).values()
        here = at(n=1, s=2, k=1, W=scale, B=0, epsilon=Fraction(scale**2, 4), delta=0.1)
        _compare_granted(here, "last-line", (up, -up), 1.0)
        _compare_granted(here, "last-line-corrected", (up, -up), float(scale))


def _compare_granted(
    at: Recorder, statement: str, members: tuple[np.ndarray, np.ndarray], C: float
) -> None:
    """⌊14C² ln(1/δ)/ε⌋ ≥ 1, unless the midpoint of the two functions has loss ≤ ε on both."""
    epsilon, constant = at["epsilon"], section_2.lemma_7_constant
    granted = section_2.lemma_7_samples(at["n"], 0, C, epsilon, at["delta"], constant=constant)
    loss = mean_square(members[0] - members[1]) / 8
    at(C=C).compare(statement, math.floor(granted), ">=", 0 if loss <= Fraction(epsilon) else 1)


def compare_other_distributions(at: Recorder, scales: Sequence[int]) -> None:
    """⅛(1 − m/|A|) ≤ Kε + δ/2 at d = 0: points uniform in A, |A| = ε2^n, functions 0/1 on A.

    On a point not seen the label is a fair coin, so that the mean loss is at least the left side.
    A loss of at most Kε but with probability δ means at most Kε + δ/2 in the mean.
    """
    n, delta, constant = 64, Fraction(1, 64), section_2.lemma_7_constant
    for K in scales:
        epsilon = Fraction(1, 2 ** (6 + int(K).bit_length()))
        m = math.ceil(section_2.lemma_7_samples(n, 0, 1, epsilon, delta, constant=constant))
        loss = (1 - m / (epsilon * 2**n)) / 8
        here = at(n=n, d=0, epsilon=epsilon, delta=delta, m=m, K=K)
        here.compare("any-distribution", loss, "<=", K * epsilon + delta / 2)


def compare_run_times(at: Recorder, scales: Sequence[int], largest: int) -> None:
    """Operations of averages for each sample: n + 3N ≤ K for a constant K, and n + 3N ≤ 7n^d."""
    for K in scales:
        larger = (n for n in range(2, K + 2) if section_2.averages_operations(n, 2) > K)
        n = next(larger, K + 2)
        operations = section_2.averages_operations(n, 2)
        at.of("lemma-7")(n=n, d=2, K=K).compare("time-printed", operations, "<=", K)
    for n in range(1, largest + 1):
        for d in range(1, n + 1):
            operations, time = section_2.averages_operations(n, d), section_2.averages_time(n, d)
            here = at(n=n, d=d)
            here.of("lemma-7").compare("time-averages", operations, "<=", time)
            here.compare("time", operations, "<=", time)
            here.of("theorem-4").compare("time", operations, "<=", time)


# ----------------------------------------------------------------------- labels that no network has


def agnostic_sides(f: np.ndarray, h: np.ndarray, d: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return min over degree ≤ d of ½E(f − g)², then ½E(f − h)², then the tail of h."""
    best = sum(degree_weights_exact(f)[d + 1 :], Fraction(0)) / 2
    loss = sum(degree_weights_exact(f - h), Fraction(0)) / 2
    return best, loss, sum(degree_weights_exact(h)[d + 1 :], Fraction(0))


def _compare_sides(at: Recorder, best: Fraction, loss: Fraction, tail: Fraction) -> None:
    """Best − loss − τ/2 ≤ √(2·loss·τ), both squared, and what follows from it."""
    left = max(best - loss - tail / 2, Fraction(0))
    at.compare("approximation", left**2, "<=", 2 * loss * tail)
    at.compare("twice", best, "<=", 2 * loss + tail)
    if best > loss:
        at.compare("enough", section_2.agnostic_tail(best - loss, loss), "<=", tail)


def compare_outlying_labels(at: Recorder, scales: Sequence[int]) -> None:
    """Labels Ax at n = 1, d = 0, for H with W = 1, B = A − 1, whose tails are at most ε = 4.

    C = W√n + B = A bounds the labels, and the class holds h = 2x.
    """
    h = constructions.extremal(1).values()
    for K in scales:
        A = 2 * K + 2
        best, loss, tail = agnostic_sides(A / 2 * h, h, 0)
        here = at(n=1, s=2, k=1, W=1, B=A - 1, d=0, K=K, epsilon=4)
        here.compare("analysis", best - loss, "<=", K * 4)
        _compare_sides(here, best, loss, tail)


def compare_noise_limit(at: Recorder, epsilons: Sequence[float]) -> None:
    """4k²W²/(d + 1) ≤ ε²/(ε + 2opt) at Theorem 8's degree, B = 0, up to the edge of the limit."""
    for n, s, k, share in itertools.product((1, 4, 64), (2, 16), (1, 2), epsilons):
        for W2, part in itertools.product((Fraction(1, 4), Fraction(1), Fraction(9)), (0, 1, 2)):
            log2ns = int(math.log2(n * s))
            limit = 4 * k**6 * W2 * log2ns**4
            epsilon = Fraction(share) * limit
            opt = (limit - epsilon) * part / 4  # of half the noise that is allowed beside ε
            degree = int(16 * k**8 * W2**2 * log2ns**4 / epsilon**2)
            here = at(n=n, s=s, k=k, W2=W2, B=0, log2ns=float(log2ns), eps=epsilon, opt=opt)
            left = bounds.theorem_c_tail(k, sqrt(W2), degree)
            here.compare("within", left, "<=", section_2.agnostic_tail(epsilon, opt))


def compare_losses(at: Recorder, seed: int, instance: Instance, epsilons: Sequence[float]) -> None:
    """Every line on the labels of one network h: random, scaled up, noisy, and far away."""
    h, n = instance.network.values(), instance.network.n
    rng = generator(seed, "low_degree", "approximation", instance.name)
    for labels, f in (
        ("random signs", rng.choice([-1.0, 1.0], size=2**n)),
        ("four times h", 4 * h),
        ("h with noise", h + rng.integers(-4, 5, size=2**n) / 4),
    ):
        for d in sorted({0, n // 2, n - 1}):
            _compare_sides(at(d=d, labels=labels), *agnostic_sides(f, h, d))
    _compare_far_labels(at, h, epsilons)
    if n * instance.network.s > 1:
        _compare_within(at, seed, instance, epsilons)


def _compare_far_labels(at: Recorder, h: np.ndarray, epsilons: Sequence[float]) -> None:
    """Labels h + A·h_{>d}, A ≥ ε/τ, for each d < n at which the tail τ of h is positive."""
    n = len(h).bit_length() - 1
    spectrum = walsh_transform(h)
    for d in range(n):
        rest = walsh_transform(np.where(popcounts(n) > d, spectrum, 0)) * 2**n
        tail = sum(degree_weights_exact(rest), Fraction(0))
        for epsilon in map(Fraction, epsilons) if tail else ():
            A = math.ceil(epsilon / tail)
            best, loss, _ = agnostic_sides(h + A * rest, h, d)
            at(d=d, eps=epsilon, A=A).compare("printed", best - loss, "<=", epsilon)


def _compare_within(at: Recorder, seed: int, instance: Instance, epsilons: Sequence[float]) -> None:
    """Best − loss ≤ ε at Theorem 8's degree, for noisy labels within the limit."""
    h, n, s, k = instance.network.values(), instance.network.n, instance.network.s, instance.k
    W2, B2 = instance.network.scale_squared
    rng = generator(seed, "low_degree", "noise limit", instance.name)
    f = h + rng.integers(-4, 5, size=2**n) / 4
    log2ns = log(exact(n * s)) / log(exact(2))
    for share in epsilons:
        epsilon = Fraction(share) * 4 * k**2 * W2
        degree = bounds.theorem_8_degree(exact(n), exact(s), k, sqrt(W2), sqrt(B2), epsilon)
        d = floor_degree(section_3.theorem_8_constant * degree, n)
        best, loss, _ = agnostic_sides(f, h, d)
        if compare(epsilon + 2 * loss, "<=", 4 * k**6 * W2 * log2ns**4):
            here = at(W2=W2, log2ns=math.log2(n * s), eps=epsilon, opt=loss, d=d, quantity="excess")
            here.compare("within", best - loss, "<=", epsilon)
