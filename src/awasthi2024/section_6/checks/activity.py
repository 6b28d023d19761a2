"""Sparsity on average and with high probability: what it gives, and what it cannot give."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024.bounds import section_6
from awasthi2024.constructions import decision_tree
from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.parameters import FewPoints
from awasthi2024.shared.tails import needed_degree, tails_of
from awasthi2024.shared.trained import fitted, rounded
from balls import between, exact, sqrt
from paperclaims.checks import parameters as types
from paperclaims.checks.binomial import largest_sum
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.learning.adam import Adam
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

_GRAIN = 2.0**-12


class TrainedNetwork(TypedDict):
    """A tree of s leaves on n inputs, to be learned with s neurons; k is the sparsity told or 0."""

    n: Annotated[int, Ge(4), Le(20)]
    s: Annotated[int, Ge(1), Le(1024)]
    k: types.Natural


class RareSystem(TypedDict):
    """m points of the cube in n dimensions, and the probability of activity that is allowed."""

    n: Annotated[int, Ge(1), Le(2000)]
    m: FewPoints
    eta: OpenProbability
    points: Literal["drawn", "equal"]


@check("sec6-average-case")
def trained(
    at: Recorder,
    *,
    seed: int,
    trees: NonEmpty[TrainedNetwork],
    images: Annotated[int, Ge(100), Le(1797)],
    neurons: Annotated[int, Ge(1), Le(64)],
    sparsities: Distinct[Positive],
    shares: Distinct[OpenProbability],
    steps: Positive,
    starts: Positive,
) -> None:
    """Compare AS and the degree of trained networks with their bounds, exactly.

    The networks learned decision trees, or digits of 16 pixels; their weights are rounded to
    multiples of 2^−12, so that the whole spectrum is exact. A degree of n or more always suffices.
    `trees` are sizes n, s, k of trees and their networks; k is how many neurons may be active (0:
    not told). Networks of `neurons` and `sparsities` learn `images`. `shares` are values of ε over
    the network's variance.
    """

    def network(x: np.ndarray, y: np.ndarray, s: int, k: int | None, rng: np.random.Generator):
        from sparseact.learning.sparse_relu import SparseReLURegressor  # most jobs need no learner

        state = int(rng.integers(2**31))
        learner = SparseReLURegressor(s, k, max_iter=steps, n_restarts=starts, random_state=state)
        return on_a_grid(fitted(learner, x, y).network_)

    for size in trees:
        n, s, k = size["n"], size["s"], size["k"]
        rng = generator(seed, "section_6", "trained", n, s, k)
        tree = varied_tree(n, s, rng)
        x = uniform(2 * s * (n + 1), n, rng)
        _compare_network(at(data="tree", told=k), network(x, tree(x), s, k or None, rng), x, shares)
    x, y = small_digits()
    for k in sparsities:
        rng = generator(seed, "section_6", "trained", "digits", k)
        kept = rng.permutation(len(y))[:images]
        learned = network(x[kept], y[kept], neurons, k, rng)
        _compare_network(at(data="digits, 16 pixels", told=k), learned, x[kept], shares)


def on_a_grid(network: SparseReLUNetwork) -> SparseReLUNetwork:
    """Return the network with its weights, biases and output weights rounded to a grid."""
    w, b, u = (np.rint(part / _GRAIN) * _GRAIN for part in (network.w, network.b, network.u))
    return SparseReLUNetwork(w, b, u)


def varied_tree(n: int, s: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return a tree of s leaves whose variance on 2000 uniform points is at least 1/20."""
    while True:
        tree = decision_tree(s.bit_length() - 1, n, rng)
        if np.ptp(tree(uniform(64, n, rng))) and tree(uniform(2000, n, rng)).var() >= 0.05:
            return tree


def small_digits() -> tuple[np.ndarray, np.ndarray]:
    """Return scikit-learn's digits on 16 pixels of ±1, and ±1: whether the digit is even.

    A pixel is +1 if two of its 2×2 gray values or more are above half of their range.
    """
    from sklearn.datasets import load_digits

    images, numbers = load_digits(return_X_y=True)
    bright = (images.reshape(-1, 4, 2, 4, 2) > 8).sum(axis=(2, 4)).reshape(-1, 16)
    return np.where(bright >= 2, 1, -1).astype(np.int8), np.where(numbers % 2 == 0, 1.0, -1.0)


def _compare_network(
    at: Recorder, network: SparseReLUNetwork, x: np.ndarray, shares: Sequence[float]
) -> None:
    """AS(h) ≤ 4W²E|R_x|², and the degree that it gives; `x` are the training data."""
    require_exact(network)
    n, values, counts = network.n, network.values(), network.active_counts().astype(int)
    W, k = sqrt(Fraction(network.scale_squared[0])), int(counts.max())
    mean_square = Fraction(int((counts**2).sum()), 2**n)
    at = at(n=n, s=network.s, k=k)
    sensitivity = average_sensitivity_exact(values)
    bound = bounds.theorem_a_average(W, mean_square)
    at.compare("answer", sensitivity, "<=", bound)
    weights = degree_weights_exact(values)
    for share in shares:
        epsilon = Fraction(share) * sum(weights[1:])
        served = max(math.ceil(bound / epsilon) - 1, 0) if epsilon else 0
        needed = needed_degree(tails_of(weights), epsilon)
        at(share=share).compare("degree", needed, "<=", served)
        at(share=share).row(
            sensitivity=float(sensitivity),
            bound=float(bound),
            bound_most=float(bounds.theorem_a(k, W)),
            mean_square=float(mean_square),
            data_mean_square=float((network.active(x).sum(axis=1) ** 2).mean()),
            needed=needed,
            degree=served,
        )


@check("sec6-average-case")
def limits(at: Recorder, *, roots: Distinct[Annotated[int, Ge(2), Le(64)]]) -> None:
    """Compare the squared mean of the largest |sum| of q sums of q random signs with q, exactly.

    The mean over √q is what networks that are sparse on average attain, over WR√(sk/m), on a sample
    of q orthogonal points, each q times. `roots` are values of q.
    """
    for q in roots:
        mean = largest_sum(q, q)
        at(m=q * q).compare("complexity", mean**2, ">", q)
        at.rows.append({"q": q, "m": q * q, "ratio": float(mean) / math.sqrt(q)})


@check("sec6-average-case")
def rare(at: Recorder, *, seed: int, systems: NonEmpty[RareSystem]) -> None:
    """Compare Theorem S's two lines with its networks, for all 2^m signs and with proved errors.

    The mean over the signs of the correlation with the networks is at most the complexity.
    The probability that a neuron is active is added up from binomial laws. `systems` are
    m ≤ m_0 = n/(16 ln(1/η)) points of {±1}^n, drawn or all equal, and η.
    """
    for system in systems:
        n, m, eta, kind = system["n"], system["m"], system["eta"], system["points"]
        drawn = 1 if kind == "equal" else m
        x = uniform(drawn, n, generator(seed, "section_6", "rare", n, m, eta)).astype(int)
        x = x.repeat(m // drawn, axis=0)
        limit = section_6.theorem_s_samples(n, eta)
        if m > limit:
            raise ValueError(f"rare: m must be at most m_0 = {limit:.4g}, got {m}; lower m or η")
        bias = math.sqrt(2 * math.log(1 / eta))
        mean, rarest = correlation(x, bias)
        lower = section_6.theorem_s(exact(n), 1, m, 1, Fraction(eta))
        dense = bounds.dense_rademacher_sharp(1, m, math.sqrt(n), 1, bias)
        # The errors are proved in docs/certificates.md.
        error = 1e-14 * (math.sqrt(n) + bias) + 2.0**-50 * mean
        here = at(n=n, m=m, eta=eta, points=kind)
        here.compare("dense", between(mean - error, mean + error), ">=", lower)
        here.compare("rare", between(None, rarest * (1 + 1e-10)), "<=", Fraction(eta))
        here.row(limit=limit, value=mean, lower=float(lower), dense=dense, active=rarest)


def correlation(x: np.ndarray, bias: float) -> tuple[float, float]:
    """Return E (1/m)Σζ_ih(x_i) for the better network of each ζ, and the largest probability.

    The network is one neuron with w = ±z/‖z‖, z the signed sum of the points, and u = ±1. The
    probability is that with which it is active at a uniform point.
    """
    total, rarest = [], 0.0
    # The signs −ζ have the same z but for its sign, and the two networks exchanged.
    for signs in itertools.product((1, -1), repeat=len(x) - 1):
        zeta = np.array((1, *signs))
        z = zeta @ x
        norm = math.sqrt(int(z @ z))
        if not norm:
            total.append(0.0)  # a network that is 0 everywhere
            continue
        projections = x @ z / norm
        values = [u * zeta * np.maximum(u * projections - bias, 0) for u in (1, -1)]
        total.append(math.fsum(max(values, key=np.sum).tolist()))
        sizes = tuple(sorted(Counter(np.abs(z).tolist()).items()))
        rarest = max(rarest, tail(sizes, bias * norm))
    return math.fsum(total) / len(total) / len(x), rarest


@functools.cache  # many signs have one law
def tail(sizes: Sequence[tuple[int, int]], threshold: float) -> float:
    """Return Pr[Σ ±z_p > threshold], independent fair signs, `sizes` the |z_p| with their numbers.

    Good to 10⁻¹⁰; a threshold that may be reached counts as exceeded.
    """
    law = np.ones(1)
    for size, number in sizes:
        if not size:
            continue
        # How much is subtracted from Σ|z_p|, in units of 2.
        part = np.zeros(size * number + 1)
        part[::size] = [math.comb(number, j) / 2**number for j in range(number + 1)]
        law = np.convolve(law, part)
    total = sum(size * number for size, number in sizes)
    reached = total - 2 * np.arange(len(law)) > threshold * (1 - 1e-12)
    return float(law[reached].sum())


@check("intro-observation")
def activity(
    at: Recorder,
    *,
    seed: int,
    widths: NonEmpty[Annotated[int, Ge(16), Le(4096)]],
    penalties: NonEmpty[types.PositiveReal],
    images: Annotated[int, Ge(200), Le(1500)],
    passes: Positive,
) -> None:
    """Count, as integers, the neurons that digits held out activate in dense networks.

    Networks of one hidden layer are trained by Adam to tell even digits from odd ones. `widths`
    are numbers of neurons. `images` are used for training. `penalties` are factors of a penalty
    in further training: each positive pre-activation, except an image's largest, adds this multiple
    of itself to the loss. `passes` is the number of passes through the images.
    """
    (x, y), (x_held, y_held) = split(seed, images)
    kinds = [("at the start", 0.0, 0), ("trained", 0.0, passes)]
    kinds += [(f"penalty {penalty:g}", penalty, passes) for penalty in penalties]
    for s in widths:
        active = []
        for name, penalty, steps in kinds:
            network = train(x, y, s, penalty, steps, seed)
            counts, values = network.active(x_held), network(x_held)
            ever = counts.any(axis=0) | network.active(x).any(axis=0)
            active.append(int(counts.sum()))
            at.rows.append({
                "s": s, "network": name,
                "accuracy": rounded(np.mean((values > 0) == (y_held > 0))),
                "error": rounded(np.mean((values - y_held) ** 2)),
                "mean_share": rounded(counts.mean()),
                "largest_share": rounded(counts.sum(axis=1).max() / s),
                "dead_share": rounded(np.mean(~ever)),
            })  # fmt: skip
        here = at(s=s, m=images, images=len(y_held))
        here.compare("dense", 10 * active[1], ">", s * len(y_held))
        here.compare("penalty", 3 * active[-1], "<", 2 * active[1])


def split(seed: int, images: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield images in units of the largest gray value and ±1 for even digits: to fit, held out."""
    from sklearn.datasets import load_digits

    x, digits = load_digits(return_X_y=True)
    order = generator(seed, "learners", "activity").permutation(len(x))
    for part in np.split(order, [images]):
        yield x[part] / 16, np.where(digits[part] % 2 == 0, 1.0, -1.0)


def train(
    x: np.ndarray, y: np.ndarray, s: int, penalty: float, passes: int, seed: int
) -> SparseReLUNetwork:
    """Return a dense network after `passes` passes; the bias is the weight of an input 1."""
    rng = generator(seed, "learners", "activity", s)
    m, n = x.shape
    v = rng.uniform(-1, 1, (s, n + 1)) * np.sqrt(6 / n)
    v[:, n] = 0
    u = rng.uniform(-1, 1, s) * np.sqrt(6 / s)
    batch, rate = 64, 0.01 * np.sqrt(32 / s)
    if passes:
        adam = Adam(
            np.column_stack([x, np.ones(m)]), y, v, u, passes * -(-m // batch), rate=rate,
            batch=batch, k=1 if penalty else None, penalty=penalty,
        )  # fmt: skip
        adam.train(np.array([rng.permutation(m) for _ in range(passes)]))
        v, u = adam.network
    return SparseReLUNetwork(v[:, :n], 0 - v[:, n], u)
