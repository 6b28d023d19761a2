"""Sparsity on average: trained networks under uniform inputs, and what it cannot give."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.section_6.parameters import TrainedNetwork
from awasthi2024.shared.distributions import uniform
from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.images import digits
from awasthi2024.shared.tails import needed_degree, tails_of
from awasthi2024.shared.tasks import Effort, draw_task, fit_sparse, parameters
from awasthi2024.shared.trained import rounded
from paperclaims.checks.binomial import clopper_pearson, largest_sum
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import COMMON_SEED, generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

#: Weights of trained networks are rounded to multiples of it, so that values are exact.
_GRAIN = 2.0**-12


def on_a_grid(network: SparseReLUNetwork) -> SparseReLUNetwork:
    """Return the network with its weights, biases and output weights rounded to a grid."""
    w, b, u = (np.rint(part / _GRAIN) * _GRAIN for part in (network.w, network.b, network.u))
    return SparseReLUNetwork(w, b, u)


def small_digits(side: Literal[4, 8]) -> tuple[np.ndarray, np.ndarray]:
    """Return scikit-learn's digits on 4×4 or 8×8 pixels of ±1, and ±1: whether the digit is even.

    The 16 pixels are the 2×2 blocks in which at least two of the four are +1.
    """
    x, y = digits()
    if side == 8:
        return x, y
    blocks = x.reshape(-1, 4, 2, 4, 2).astype(int).sum(axis=(2, 4))
    return np.where(blocks >= 0, 1, -1).astype(np.int8).reshape(-1, 16), y


@check("trained", claim="sec6-average-case")
def measure_trained(
    recorder: Recorder,
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
    effort = Effort(steps, starts)
    for size in trees:
        n, s, k = size["n"], size["s"], size["k"]
        rng = generator(seed, "section_6", "trained", n, s, k)
        task = draw_task("tree", "uniform", n, s, 2 * parameters(n, s), rng)
        model = fit_sparse(task.x, task.y, s, k or None, effort, rng)
        instance_recorder = recorder.where(data="tree", told=k)
        _compare_network(instance_recorder, on_a_grid(model.network_), task.x, shares)
    x, y = small_digits(4)
    for k in sparsities:
        rng = generator(seed, "section_6", "trained", "digits", k)
        chosen = rng.permutation(len(y))[:images]
        model = fit_sparse(x[chosen], y[chosen], neurons, k, effort, rng)
        instance_recorder = recorder.where(data="digits, 16 pixels", told=k)
        _compare_network(instance_recorder, on_a_grid(model.network_), x[chosen], shares)


def _compare_network(
    recorder: Recorder, network: SparseReLUNetwork, x: np.ndarray, shares: Distinct[float]
) -> None:
    """Compare a network's AS and degrees with the bounds, and add its rows to the table."""
    require_exact(network)
    n, s, values = network.n, network.s, network.values()
    W, counts = Root(network.scale_squared[0]), network.active_counts().astype(int)
    k = int(counts.max())
    mean, mean_square = (Fraction(int((counts**p).sum()), 2**n) for p in (1, 2))
    instance_recorder = recorder.where(n=n, s=s, k=k)
    left = average_sensitivity_exact(values)
    bound = section_3.theorem_a_average(W, mean_square)
    instance_recorder.exact("answer", left, "<=", bound)
    instance_recorder.exact("mean", left, "<=", section_3.theorem_a_min_average(s, k, W, mean))
    weights = degree_weights_exact(values)
    variance = sum(weights[1:], Fraction(0))
    own = (network.active(x).sum(axis=1) ** 2).mean()
    for share in shares:
        epsilon = Fraction(share) * variance
        served = max(math.ceil(bound / epsilon) - 1, 0) if epsilon else 0
        needed = needed_degree(tails_of(weights), epsilon)
        instance_recorder.where(share=share).exact("degree", needed, "<=", served)
        instance_recorder.row(
            share=share,
            sensitivity=float(left),
            bound=float(bound),
            bound_most=float(section_3.theorem_a(k, W)),
            mean_square=float(mean_square),
            data_mean_square=float(own),
            needed=needed,
            degree=served,
        )


@check("images", claim="sec6-average-case")
def measure_images(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    images: Annotated[int, Ge(100), Le(1797)],
    neurons: Annotated[int, Ge(1), Le(64)],
    sparsities: Distinct[Positive],
    steps: Positive,
    starts: Positive,
    trials: Positive,
) -> None:
    """Estimate E|R_x|² and AS under uniform inputs of networks trained on digits of 64 pixels.

    The networks are the same for every seed, sparse on the images, and trained as in
    `measure_trained`. |R_x|²/s² lies in [0, 1], so a coin that falls with this probability is
    thrown at each of `trials` inputs, and exact binomial intervals hold for its mean; AS is treated
    likewise, divided by Σ_i(Σ_j|u_jw_ji|)², which no sensitivity of a point exceeds. The table has
    a row per network, with 95 % intervals under uniform inputs.
    """
    x, y = small_digits(8)
    for k in sparsities:
        rng = generator(COMMON_SEED, "section_6", "images", k)
        chosen = rng.permutation(len(y))[:images]
        network = fit_sparse(x[chosen], y[chosen], neurons, k, Effort(steps, starts), rng).network_
        n, s = network.n, network.s
        instance_recorder = recorder.where(data="digits, 64 pixels", n=n, s=s, k=k)
        own = network.active(x[chosen]).sum(axis=1)
        instance_recorder.exact("images", int((own**2).sum()), "<=", k * k * len(own))
        rng = generator(seed, "section_6", "images", k, "uniform")
        counts, sensitivities = _sampled(network, trials, rng)
        coins = int((rng.random(trials) * s * s < counts**2).sum())
        twice = 2 * k * k / (s * s)
        instance_recorder.rate("uniform", coins, trials, ">=", twice, level=level / len(sparsities))
        W2 = float(network.scale_squared[0])
        most = float(((np.abs(network.u)[:, None] * np.abs(network.w)).sum(axis=0) ** 2).sum())
        thrown = int((rng.random(trials) * most < sensitivities).sum())
        active = [s * s * end for end in clopper_pearson(coins, trials, 0.025)]
        changes = [most * end for end in clopper_pearson(thrown, trials, 0.025)]
        instance_recorder.row(
            data_mean_square=rounded((own**2).mean()),
            mean_square=rounded((counts**2).mean()),
            mean_square_low=rounded(active[0]),
            mean_square_high=rounded(active[1]),
            sensitivity=rounded(sensitivities.mean()),
            sensitivity_low=rounded(changes[0]),
            sensitivity_high=rounded(changes[1]),
            bound=rounded(4 * W2 * (counts**2).mean()),
        )


def _sampled(
    network: SparseReLUNetwork, trials: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return |R_x| and ¼Σ_i(h(x) − h(x^i))² at uniform points."""
    x = uniform(trials, network.n, rng)
    values, total = network(x), np.zeros(trials)
    for i in range(network.n):
        x[:, i] *= -1
        total += (values - network(x)) ** 2 / 4
        x[:, i] *= -1
    return network.active(x).sum(axis=1), total


@check("limits", claim="sec6-average-case")
def measure_limits(
    recorder: Recorder,
    *,
    roots: Distinct[Annotated[int, Ge(2), Le(64)]],
    halves: Distinct[Annotated[int, Ge(1), Le(8)]],
) -> None:
    """Check the examples of what sparsity on average cannot give.

    `roots` are values of q, for q orthogonal points, each q times. So m = q². `halves` are values
    of n/2, for 2^(n/2) equal neurons. They are active on only one point. The table has a row per q:
    by how much the class of average sparsity exceeds the bound.
    """
    for q in roots:
        mean = largest_sum(q, q)
        recorder.where(m=q * q).exact("complexity", mean**2, ">", q)
        recorder.rows.append({"q": q, "m": q * q, "ratio": float(mean) / math.sqrt(q)})
    for half in halves:
        n, s = 2 * half, 2**half
        network = SparseReLUNetwork(np.ones((s, n)), np.full(s, n - 2.0), np.ones(s))
        counts = network.active_counts().astype(int)
        instance_recorder = recorder.where(n=n, s=s)
        instance_recorder.exact("average-one", Fraction(int((counts**2).sum()), 2**n), "==", 1)
        # W√n + B = n + n − 2.
        instance_recorder.exact(
            "sup", Fraction(float(np.abs(network.values()).max())), ">", 2 * n - 2
        )
