"""Checks of inputs that are not uniform: product distributions on the cube, and Gaussian inputs.

A product distribution is given by q_i = Pr[x_i = −1]. With μ_i = 1 − 2q_i and σ_i² = 4q_i(1 − q_i)
the φ_T(x) = Π_{i∈T} (x_i − μ_i)/σ_i are orthonormal, and ĥ(T) = E h·φ_T. A coefficient may be
irrational, but its square is rational. Sums are made in integers: the q_i have one denominator, and
the values one grid.
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024 import constructions
from awasthi2024.bounds import other_inputs
from awasthi2024.bounds.other_inputs import gaussian_share, normal_tail
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.parameters import Share
from balls import sqrt
from paperclaims.checks.binomial import clopper_pearson, rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Distinct,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Pair,
    Positive,
    Several,
)
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.activity import common_grid
from sparseact.cube import points, popcounts
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import COMMON_SEED, generator
from sparseact.spectrum import noise_of_weights

# ------------------------------------------------------- product distributions


def masses(biases: Sequence[Fraction]) -> tuple[np.ndarray, int]:
    """Return whole^n times the probability of each point, in cube order, and the integer whole."""
    whole = math.lcm(*(q.denominator for q in biases))
    mass = np.array([1], dtype=object)
    for q in biases:
        # Bit i of a point's number is set where x_i = −1.
        mass = np.concatenate([int((1 - q) * whole) * mass, int(q * whole) * mass])
    return mass, whole


def total_variance(values: np.ndarray, biases: Sequence[Fraction]) -> Fraction:
    """Return Σ_i E Var_i(h) from the differences along edges; under the uniform law it is AS(h)."""
    (mass, whole), (integers, grid) = masses(biases), common_grid(values.tolist())
    total, v = Fraction(0), np.array(integers, dtype=object)
    for i, q in enumerate(biases):
        weights, split = mass.reshape(-1, 2, 1 << i), v.reshape(-1, 2, 1 << i)
        gaps = (split[:, 0] - split[:, 1]) ** 2
        total += q * (1 - q) * int((weights.sum(axis=1) * gaps).sum())
    return total / whole ** len(biases) / Fraction(4) ** grid


def degree_weights(values: np.ndarray, biases: Sequence[Fraction]) -> list[Fraction]:
    """Return Σ_{|T|=t} ĥ(T)² for t = 0..n, by a transform with the means and differences."""
    integers, grid = common_grid(values.tolist())
    spectrum, scale = np.array(integers, dtype=object), np.array([1], dtype=object)
    whole = math.lcm(*(q.denominator for q in biases))
    for i, q in enumerate(biases):
        split, top = spectrum.reshape(-1, 2, 1 << i), int(q * whole)
        above, below = split[:, 0].copy(), split[:, 1].copy()
        split[:, 0], split[:, 1] = (whole - top) * above + top * below, above - below
        # E_{x_i} h·φ_i = √(q_i(1 − q_i))·(h(x^{i→+}) − h(x^{i→−})).
        scale = np.concatenate([scale, top * (whole - top) * scale])
    squares, degrees = scale * spectrum**2, popcounts(len(biases))
    unit = whole ** (2 * len(biases)) * Fraction(4) ** grid
    return [squares[degrees == t].sum() / unit for t in range(len(biases) + 1)]


def moments(network: SparseReLUNetwork, biases: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return E|R_x| and E|R_x|²."""
    (mass, whole), counts = masses(biases), network.active_counts().astype(object)
    unit = whole ** len(biases)
    return Fraction((mass * counts).sum(), unit), Fraction((mass * counts**2).sum(), unit)


@check("theorem-product")
def product(
    at: Recorder,
    *,
    seed: int,
    networks: Sequence[Instance],
    max_dimension: Annotated[int, Ge(1), Le(10)],
    denominators: Distinct[Several],
    rhos: Distinct[Share],
    ratios: NonEmpty[Pair[Positive]],
) -> None:
    """Compare both sides of each bound as fractions, by enumeration of the cube.

    NS_ρ is computed from the spectrum, not from pairs of points. Each network of several families
    has a random product distribution for each denominator. Two more kinds are on one bit: a neurons
    σ(x + 1) and b neurons −σ(−x + 1) at q = a/(a + b), where Theorem A is attained, and one neuron
    σ(x + 1) where x is mostly −1. `max_dimension` is the largest n; larger networks are omitted.
    `denominators` are denominators of the probabilities q_i. `ratios` are pairs a, b of numbers of
    neurons.
    """
    for instance in networks:
        n = instance.network.n
        if n > max_dimension:
            continue
        require_exact(instance.network)
        for denominator in denominators:
            name = instance.family, instance.name, denominator
            rng = generator(seed, "input_distributions", "product", *name)
            q = [Fraction(int(a), denominator) for a in rng.integers(1, denominator, size=n)]
            here = at(network=f"{instance.family}/{instance.name}")
            compare_bounds(here, instance.network, instance.k, q, rhos)
    for a, b in ratios:
        network, q = one_bit(a, b), [Fraction(a, a + b)]
        compare_bounds(at(network=f"{a} above, {b} below"), network, max(a, b), q, rhos)
        left, right = total_variance(network.values(), q), 4 * moments(network, q)[1]  # W = 1
        here = at(network=f"{a} above, {b} below", n=1, s=a + b, q=str(q[0]))
        here.compare("attained", left, "==", right)
    for denominator in denominators:
        q = [1 - Fraction(1, denominator)]
        compare_bounds(at(network="one neuron"), one_bit(1, 0), 1, q, rhos)


def one_bit(above: int, below: int) -> SparseReLUNetwork:
    """Return a·σ(x + 1) − b·σ(−x + 1) on one bit, with a + b neurons."""
    signs = np.repeat([1.0, -1.0], [above, below])
    return SparseReLUNetwork(signs[:, None], -np.ones(len(signs)), signs)


def compare_bounds(
    at: Recorder, network: SparseReLUNetwork, k: int, q: Sequence[Fraction], rhos: Sequence[str]
) -> None:
    """Compare Theorems A, C and D on a network under a product distribution."""
    n, s, W = network.n, network.s, sqrt(Fraction(network.scale_squared[0]))
    at, values = at(n=n, s=s, k=k, q=" ".join(map(str, q))), network.values()
    mean, mean_square = moments(network, q)
    left, average = total_variance(values, q), bounds.theorem_a_average(W, mean_square)
    sparse, uniform = bounds.theorem_a_min(s, k, W), bounds.theorem_a_min_average(s, k, W, mean)
    at.compare("sensitivity", left, "<=", average)
    at.compare("sparse", left, "<=", sparse)
    at.compare("unfair", left, "<=", other_inputs.product_sparse(k, W, q))
    at.compare("mean", left, "<=", other_inputs.product_mean(k, s, W, q, mean))
    at.compare("mean-uniform", left, "<=", uniform)
    weights = degree_weights(values, q)
    for d in range(n):
        at(d=d).compare("tail", sum(weights[d + 1 :], Fraction(0)), "<=", average / (d + 1))
    for rho in rhos:
        noise, right = noise_of_weights(weights, Fraction(rho)), (1 - Fraction(rho)) * average / 2
        at(rho=rho).compare("noise", noise, "<=", right)
    tightness = left / average if average else 0.0
    at.row(variance=left, average=average, sparse=sparse, tightness=tightness)


# ---------------------------------------------- the low-degree learner there

#: Losses nearer to their limit than this are too near for floats to decide.
_NEAR = 1e-7


@check("theorem-product")
def product_learner(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(2), Le(10)],
    degree: Positive,
    biases: NonEmpty[Share],
    epsilon: OpenProbability,
    delta: OpenProbability,
    trials: Positive,
) -> None:
    """Compare the low-degree learner's success rate with 1 − δ, by an exact binomial interval.

    The sample sizes are those of the theorem. Each trial has fresh samples of a fresh decision tree
    of depth d + 1 that is no polynomial of degree d. Regression does not know the distribution.
    The averages of y·φ_T do; as many averages of y·χ_T are tabulated beside them. The loss is over
    the whole cube. A trial whose loss is within 10⁻⁷ of its limit does not count as a success.
    `biases` are values of q = Pr[x_i = −1] at every second coordinate, and 1 − q at the others.
    `epsilon` is the largest squared error of the averages, besides the tail.
    """
    for text in biases:
        q = [Fraction(text) if i % 2 == 0 else 1 - Fraction(text) for i in range(n)]
        if q[0] == 0:
            raise ValueError("biases must be more than 0, got 0; a constant input has no basis")
        sizes = {
            "regression": other_inputs.product_regression_samples(degree, q, delta),
            "averages": other_inputs.product_averages_samples(degree, q, 1, epsilon, delta),
        }
        margins = loss_margins(seed, text, q, degree, epsilon, sizes, trials)
        for method, margin in margins.items():
            m = sizes.get(method, sizes["averages"])
            here = at(n=n, d=degree, q=text, method=method, delta=delta, m=m)
            successes, tie = int((margin > _NEAR).sum()), float(np.abs(margin).min())
            if method in sizes:
                share = level / len(sizes) / len(biases)
                here.rate("learns", successes, trials, ">=", 1 - delta, level=share)
            here.row(**rate_columns(successes, trials), nearest_tie=tie)


def loss_margins(
    seed: int,
    text: str,
    q: Sequence[Fraction],
    degree: int,
    epsilon: float,
    sizes: dict[str, int],
    trials: int,
) -> dict[str, np.ndarray]:
    """Return how far each trial's loss is below the tail, or for averages below ½(ε + tail)."""
    from sparseact.learning.low_degree import LowDegreeRegressor  # most jobs need no learner

    cube, (mass, whole) = points(len(q)), masses(q)
    p = (mass / whole ** len(q)).astype(float)
    low = LowDegreeRegressor(degree).fit(cube, np.zeros(len(cube))).masks_
    phi, chi = basis(low, q), basis(low, [Fraction(1, 2)] * len(q))
    margins: dict[str, list[float]] = {"regression": [], "averages": [], "characters": []}
    for trial in range(trials):
        rng = generator(seed, "input_distributions", "product_learner", text, trial)
        tail = Fraction(0)
        while not tail:
            values = constructions.decision_tree(degree + 1, len(q), rng).values()
            tail = sum(degree_weights(values, q)[degree + 1 :], Fraction(0))
        x = rng.choice(len(cube), size=sizes["regression"], p=p)
        fitted = LowDegreeRegressor(degree, "regression").fit(cube[x], values[x])
        x = rng.choice(len(cube), size=sizes["averages"], p=p)
        labels = np.bincount(x, minlength=len(cube)) / sizes["averages"] * values
        for method, guess, limit in (
            ("regression", fitted.predict(cube), float(tail)),
            ("averages", phi @ (phi.T @ labels), (epsilon + float(tail)) / 2),
            ("characters", chi @ (chi.T @ labels), (epsilon + float(tail)) / 2),
        ):
            margins[method].append(limit - float(p @ (guess - values) ** 2) / 2)
    return {method: np.array(margin) for method, margin in margins.items()}


def basis(masks: np.ndarray, biases: Sequence[Fraction]) -> np.ndarray:
    """Return φ_T at all points of the cube for these masks, shape (2^n, len(masks)), in floats."""
    q = np.array(biases, dtype=float)
    normed = (points(len(q)) - (1 - 2 * q)) / (2 * np.sqrt(q * (1 - q)))
    chosen = masks[:, None] >> np.arange(len(q)) & 1
    return np.prod(np.where(chosen, normed[:, None, :], 1.0), axis=2)


# ------------------------------------------------------------- Gaussian inputs


def at_most_one(number: int, p: Any) -> Any:
    """Return the probability that at most one of so many independent events of probability p is."""
    return (1 - p) ** number + number * p * (1 - p) ** (number - 1)


@check("intro-gaussian")
def gaussian(at: Recorder, *, neurons: Distinct[Several], biases: Distinct[NonNegative]) -> None:
    """Compare the fraction of 1-sparse inputs, in closed form, with its bound, with proved errors.

    The weights have norm 1, and are orthogonal or, for an even number of neurons, orthogonal pairs
    of opposite vectors. A bound of at least 1 is trivial, and is omitted. `biases` are values of
    the bias of all neurons.
    """
    for t, s in itertools.product(map(Fraction, biases), neurons):
        shares = {"orthogonal": at_most_one(s, normal_tail(t))}
        if s % 2 == 0:  # of a pair at most one is active
            shares["opposite pairs"] = at_most_one(s // 2, 2 * normal_tail(t))
        bound = gaussian_share(s, t)
        for name, share in shares.items():
            here = at(directions=name, s=s, bias=float(t))
            if bound < 1:
                here.compare("printed", share, "<=", bound)
            here.row(low=share, high=share)


class GaussianSystem(TypedDict):
    """Directions of s neurons, the dimension n of random ones, and the bias."""

    directions: Literal["plane", "simplex", "random"]
    s: Several
    n: Several
    bias: NonNegative


@check("intro-gaussian")
def gaussian_sampled(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    systems: NonEmpty[GaussianSystem],
    trials: Positive,
) -> None:
    """Compare the same fraction with its bound by an exact binomial interval of sampled inputs.

    The directions are equally spaced in a plane, a simplex, or random. `systems` are directions of
    s neurons, each with a bias; n is the dimension of random directions.
    """
    for system in systems:
        kind, s, t = system["directions"], system["s"], system["bias"]
        w = directions(kind, s, system["n"])
        rng = generator(seed, "input_distributions", "gaussian", kind, s, w.shape[1], t)
        z = rng.standard_normal((trials, w.shape[1])) @ w.T
        sparse = int(((z > t).sum(axis=1) <= 1).sum())
        here = at(directions=kind, s=s, n=w.shape[1], bias=t)
        bound = gaussian_share(s, t)
        if bound < 1:
            here.rate("printed", sparse, trials, "<=", bound, level=level / len(systems))
        low, high = clopper_pearson(sparse, trials, 0.025)
        here.row(low=low, high=high, nearest_tie=float(np.abs(z - t).min()))


def directions(kind: str, s: int, n: int) -> np.ndarray:
    """Return s unit vectors: equally spaced in a plane, a simplex in ℝ^s, or random in ℝ^n."""
    if kind == "plane":
        angles = 2 * math.pi * np.arange(s) / s
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if kind == "simplex":
        vectors = np.eye(s) - 1 / s
    else:
        # Without the run's seed, so that every run estimates the same probability.
        rng = generator(COMMON_SEED, "input_distributions", "gaussian", s, n)
        vectors = rng.standard_normal((s, n))
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
