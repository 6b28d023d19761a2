"""A search for networks that come near Theorem A's bound."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.shared.parameters import NetworkShape
from balls import sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact


@check("lemma-9")
def search(
    at: Recorder,
    *,
    seed: int,
    shapes: NonEmpty[NetworkShape],
    restarts: Positive,
    steps: Positive,
    largest_weight: Natural,
) -> None:
    """Search for networks with the largest AS/(4k²W²), each candidate exact.

    AS/(min(2k, s)²W²) would not be an aim: it is 1 wherever all neurons are equal and active
    everywhere. The table has that ratio of the network found. Each shape has `restarts` hill
    climbs, and each climb tries `steps` changes. Weights are integers up to `largest_weight`,
    biases half-integers up to n times it, |u_j| = 1.
    """
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        for restart in range(restarts):
            rng = generator(seed, "average_sensitivity", "search", n, s, restart)
            network, k = _climb(rng, n, s, steps, largest_weight)
            W = sqrt(network.scale_squared[0])
            instance_recorder = at(family="search", n=n, s=s, k=k, restart=restart)
            left = average_sensitivity_exact(network.values())
            least = bounds.theorem_a_min(s, k, W)
            instance_recorder.compare("sharp", left, "<=", bounds.theorem_a(k, W))
            instance_recorder.compare("sharp-min", left, "<=", least)
            instance_recorder.row(tightness=float(left / least) if least else 0.0)


def _climb(
    rng: np.random.Generator, n: int, s: int, steps: int, largest: int
) -> tuple[SparseReLUNetwork, int]:
    """Return the network with the largest AS/(4k²W²) of one climb, and its k."""

    def judged(numbers: np.ndarray) -> tuple[SparseReLUNetwork, Fraction, int]:
        network = SparseReLUNetwork(numbers[:, :n], numbers[:, n] / 2, numbers[:, n + 1])
        k = int(network.active_counts().max())
        W = sqrt(network.scale_squared[0])
        if not k or not W:
            return network, Fraction(0), k
        ratio = average_sensitivity_exact(network.values()) / bounds.theorem_a(k, W)
        return network, Fraction(ratio), k

    def drawn(column: int) -> float:
        if column < n:
            return float(rng.integers(-largest, largest + 1))
        if column == n:
            return float(rng.integers(-2 * n * largest, 2 * n * largest + 1))
        return float(rng.choice([-1, 1]))

    numbers = np.array([[drawn(i) for i in range(n + 2)] for _ in range(s)])
    best = judged(numbers)
    for _ in range(steps):
        trial = numbers.copy()
        for _ in range(int(rng.integers(1, 4))):
            row, column = int(rng.integers(s)), int(rng.integers(n + 2))
            trial[row, column] = drawn(column)
        candidate = judged(trial)
        if candidate[1] >= best[1]:
            numbers, best = trial, candidate
    return best[0], best[2]
