"""Sparsity on average: trained networks under uniform inputs, and what it cannot give."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.section_6.parameters import TrainedNetwork
from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.images import digits
from awasthi2024.shared.tails import needed_degree, tails_of
from awasthi2024.shared.targets import planted
from awasthi2024.shared.trained import fitted
from balls import sqrt
from paperclaims.checks.binomial import largest_sum
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

#: Weights of trained networks are rounded to multiples of it, so that values are exact.
_GRAIN = 2.0**-12


def on_a_grid(network: SparseReLUNetwork) -> SparseReLUNetwork:
    """Return the network with its weights, biases and output weights rounded to a grid."""
    w, b, u = (np.rint(part / _GRAIN) * _GRAIN for part in (network.w, network.b, network.u))
    return SparseReLUNetwork(w, b, u)


def small_digits() -> tuple[np.ndarray, np.ndarray]:
    """Return scikit-learn's digits on 16 pixels of ±1, and ±1: whether the digit is even.

    The pixels are the 2×2 blocks in which at least two of the four are +1.
    """
    x, y = digits()
    blocks = x.reshape(-1, 4, 2, 4, 2).astype(int).sum(axis=(2, 4))
    return np.where(blocks >= 0, 1, -1).astype(np.int8).reshape(-1, 16), y


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
    """Compare AS, the tail and the degree of trained networks with E|R_x|² under uniform inputs.

    `trees` are sizes n, s, k of networks that learn planted trees. k is how many neurons may be
    active (0: not told). Networks of `neurons` and `sparsities` are trained on as many `images` of
    digits of 16 pixels. All weights are rounded to multiples of 2^−12, and then every number is
    exact. `shares` are values of ε over the network's variance. The learner's `max_iter` and
    `n_restarts` are `steps` and `starts`. The table has a row per network and ε; `data_mean_square`
    is E|R_x|² on the training data.
    """

    def fit(
        x: np.ndarray, y: np.ndarray, s: int, k: int | None, rng: np.random.Generator
    ) -> SparseReLUNetwork:
        # Here, since most jobs need no learner.
        from sparseact.learning.sparse_relu import SparseReLURegressor

        learner = SparseReLURegressor(
            s, k, max_iter=steps, n_restarts=starts, random_state=int(rng.integers(2**31))
        )
        return on_a_grid(fitted(learner, x, y).network_)

    for size in trees:
        n, s, k = size["n"], size["s"], size["k"]
        rng = generator(seed, "section_6", "trained", n, s, k)
        tree = _varied_tree(n, s, rng)
        x = uniform(2 * s * (n + 1), n, rng)
        network = fit(x, tree(x), s, k or None, rng)
        _compare_network(at(data="tree", told=k), network, x, shares)
    x, y = small_digits()
    for k in sparsities:
        rng = generator(seed, "section_6", "trained", "digits", k)
        chosen = rng.permutation(len(y))[:images]
        network = fit(x[chosen], y[chosen], neurons, k, rng)
        instance_recorder = at(data="digits, 16 pixels", told=k)
        _compare_network(instance_recorder, network, x[chosen], shares)


def _varied_tree(n: int, s: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return a random tree of s leaves whose variance on 2000 uniform points is at least 1/20."""
    while True:
        tree, _ = planted("tree", n, s, rng)
        if tree(uniform(2000, n, rng)).var() >= 0.05:
            return tree


def _compare_network(
    at: Recorder, network: SparseReLUNetwork, x: np.ndarray, shares: Distinct[float]
) -> None:
    """Compare a network's AS and degrees with the bounds, and add its rows to the table."""
    require_exact(network)
    n, s, values = network.n, network.s, network.values()
    W, counts = sqrt(Fraction(network.scale_squared[0])), network.active_counts().astype(int)
    k = int(counts.max())
    mean_square = Fraction(int((counts**2).sum()), 2**n)
    instance_recorder = at(n=n, s=s, k=k)
    left = average_sensitivity_exact(values)
    bound = bounds.theorem_a_average(W, mean_square)
    instance_recorder.compare("answer", left, "<=", bound)
    weights = degree_weights_exact(values)
    variance = sum(weights[1:], Fraction(0))
    own = (network.active(x).sum(axis=1) ** 2).mean()
    for share in shares:
        epsilon = Fraction(share) * variance
        served = max(math.ceil(bound / epsilon) - 1, 0) if epsilon else 0
        needed = needed_degree(tails_of(weights), epsilon)
        instance_recorder(share=share).compare("degree", needed, "<=", served)
        instance_recorder.row(
            share=share,
            sensitivity=float(left),
            bound=float(bound),
            bound_most=float(bounds.theorem_a(k, W)),
            mean_square=float(mean_square),
            data_mean_square=float(own),
            needed=needed,
            degree=served,
        )


@check("sec6-average-case")
def limits(
    at: Recorder,
    *,
    roots: Distinct[Annotated[int, Ge(2), Le(64)]],
) -> None:
    """Compare the complexity under sparsity on average with the bound for each point.

    `roots` are values of q, for q orthogonal points, each q times. So m = q². The table has a row
    per q: by how much the class of average sparsity exceeds the bound.
    """
    for q in roots:
        mean = largest_sum(q, q)
        at(m=q * q).compare("complexity", mean**2, ">", q)
        at.rows.append({"q": q, "m": q * q, "ratio": float(mean) / math.sqrt(q)})
