"""SparseReLURegressor beside scikit-learn's MLPRegressor and plain L-BFGS, in one run.

All fit one hidden layer of the target's width to the same samples of the same
planted targets, with one thread; none is told the target's sparsity. Run as
`python benchmarks/learner.py`; it prints and asserts nothing.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from awasthi2024.shared.distributions import draw
from awasthi2024.shared.targets import planted
from sparseact.learning import SparseReLURegressor

SIZES = (  # target, distribution, n, s
    ("tree", "product", 16, 8),
    ("junta", "markov", 16, 8),
    ("forest", "mixture", 16, 16),
    ("forest", "markov", 32, 16),
    ("tree", "markov", 32, 32),
)
SAMPLES = 20  # m = SAMPLES·s(n + 1)
STARTS = 5  # of L-BFGS
STEPS = 500  # of L-BFGS in a start, and MLPRegressor's passes over the data
TARGETS = 3  # of each kind; medians are printed
FOUND = 1e-3  # test error below which a target counts as found

Predict = Callable[[np.ndarray], np.ndarray]


def _ours(x: np.ndarray, y: np.ndarray, s: int, seed: int) -> Predict:
    return SparseReLURegressor(s, random_state=seed).fit(x, y).predict


def _mlp(x: np.ndarray, y: np.ndarray, s: int, seed: int) -> Predict:
    return (
        MLPRegressor(hidden_layer_sizes=(s,), max_iter=STEPS, random_state=seed).fit(x, y).predict
    )


def _lbfgs(x: np.ndarray, y: np.ndarray, s: int, seed: int) -> Predict:
    """Minimise the mean square over weights, biases and output weights; best of the starts."""
    m, n = x.shape
    wide = np.hstack([x, np.full((m, 1), -1.0)])
    rng = np.random.default_rng(seed)

    def split(flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return flat[s:].reshape(s, n + 1), flat[:s]

    def objective(flat: np.ndarray) -> tuple[float, np.ndarray]:
        v, u = split(flat)
        z = np.maximum(wide @ v.T, 0.0)
        residual = z @ u - y
        slope = (residual[:, None] * (z > 0) * u).T @ wide
        gradient = np.concatenate([z.T @ residual, slope.ravel()])
        return float(residual @ residual) / m, 2 / m * gradient

    best = None
    for _ in range(STARTS):
        v = rng.normal(size=(s, n + 1)) / np.sqrt(n + 1)
        start = np.concatenate([rng.choice([-1.0, 1.0], size=s), v.ravel()])
        found = minimize(
            objective, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 20}
        )
        if best is None or found.fun < best.fun:
            best = found
    assert best is not None
    v, u = split(best.x)
    return lambda points: np.maximum(points @ v[:, :n].T - v[:, n], 0.0) @ u


LEARNERS = {"ours": _ours, "MLPRegressor": _mlp, f"L-BFGS, {STARTS} starts": _lbfgs}


def main() -> None:
    """Print a line for each target and learner; figures are medians over the targets drawn."""
    warm = np.random.default_rng(0).choice([-1.0, 1.0], size=(200, 4))
    _ours(warm, np.abs(warm[:, 0] + warm[:, 1]), 2, 0)  # compiles the kernels
    print("Errors are shares of the labels' variance; ratios are of times, ours is 1.")
    print(
        "target   inputs     n   s      m  learner            seconds   ratio"
        "    train     test  found"
    )
    for name, distribution, n, s in SIZES:
        m = SAMPLES * s * (n + 1)
        figures: dict[str, list[tuple[float, float, float]]] = {key: [] for key in LEARNERS}
        for number in range(TARGETS):
            rng = np.random.default_rng([number, n, s])
            network, _ = planted(name, n, s, rng)
            x = draw(distribution, m, n, rng).astype(np.float64)
            fresh = draw(distribution, 10_000, n, rng).astype(np.float64)
            y, wanted = network(x), network(fresh)
            for learner, fit in LEARNERS.items():
                with threadpool_limits(limits=1), warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # steps that run out are part of it
                    start = time.perf_counter()
                    predict = fit(x, y, s, number)
                    seconds = time.perf_counter() - start
                train, test = (
                    float(np.mean((predict(at) - labels) ** 2) / y.var())
                    for at, labels in ((x, y), (fresh, wanted))
                )
                figures[learner].append((seconds, train, test))
        ours = np.median(figures["ours"], axis=0)[0]
        for learner, rows in figures.items():
            seconds, train, test = np.median(rows, axis=0)
            print(
                f"{name:8s} {distribution:8s} {n:3d} {s:3d} {m:6d}  {learner:17s}"
                f" {seconds:8.2f} {seconds / ours:6.1f}×  {train:7.1e}  {test:7.1e}"
                f"  {sum(error < FOUND for *_, error in rows)}/{TARGETS}",
                flush=True,
            )


if __name__ == "__main__":
    main()
