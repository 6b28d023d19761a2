"""What reproducible arithmetic costs: sparseact.reproducible beside BLAS and LAPACK, in one run.

One thread each, times are of the processor; the ratio is ours over theirs, so
below 1 ours is faster. Run as `python benchmarks/reproducible.py`; it prints and
asserts nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from scipy.linalg import cho_factor
from threadpoolctl import threadpool_limits

from sparseact.reproducible import cholesky, design, normal_equations, product

ROUNDS = 5  # the two take turns, and the least time of each counts
SIZES = ((5440, 17, 16, 0.5), (21120, 33, 32, 0.5), (21120, 33, 32, 0.05))  # m, d, s, active


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    repeats = 0
    while time.process_time() - start < 0.05:
        work()
        repeats += 1
    return (time.process_time() - start) / repeats


def _compare(name: str, ours: Callable[[], object], theirs: Callable[[], object]) -> None:
    ours()  # compiles
    pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(ROUNDS)]
    mine, other = (min(times) for times in zip(*pairs, strict=True))
    print(f"{name:58s} {1e3 * mine:9.2f} {1e3 * other:9.2f} {mine / other:7.2f}", flush=True)


def _jacobian_route(x: np.ndarray, active: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Return JᵀJ by a BLAS product for each pair of neurons, over the samples that they share."""
    s, d = len(u), x.shape[1]
    matrix = np.zeros((s * d, s * d))
    for j in range(s):
        own, others = x[active[:, j]], active[active[:, j]]
        for h in range(j + 1):
            part = own[others[:, h]]
            matrix[j * d : (j + 1) * d, h * d : (h + 1) * d] = u[j] * u[h] * (part.T @ part)
    return matrix


def main() -> None:
    """Print a line for each function and size."""
    rng = np.random.default_rng(0)
    print(f"{'':58s} {'ours (ms)':>9s} {'BLAS (ms)':>9s} {'ratio':>7s}")
    with threadpool_limits(limits=1):
        for kind in (np.float32, np.float64):
            for m, d, s in ((128, 17, 32), (4096, 33, 8), (4096, 33, 64), (41600, 65, 128)):
                a, b = rng.random((m, d)).astype(kind), rng.random((d, s)).astype(kind)
                name = f"product of {m} x {d} and {d} x {s}, {kind.__name__}"
                _compare(name, lambda a=a, b=b: product(a, b), lambda a=a, b=b: a @ b)
        for n in (272, 1056, 2080):
            root = rng.normal(size=(n, n))
            matrix = root.T @ root + n * np.eye(n)
            _compare(
                f"Cholesky, {n} unknowns",
                lambda matrix=matrix: cholesky(matrix.copy()),
                lambda matrix=matrix: cho_factor(matrix, lower=True),
            )
        for points in ("signs", "normal"):
            for m, d, s, share in (
                (5440, 17, 16, 0.5),
                (21120, 33, 32, 0.5),
                (21120, 33, 32, 0.05),
            ):
                shape = (m, d)
                x = rng.normal(size=shape) if points == "normal" else rng.choice([-1.0, 1.0], shape)
                active, u = rng.random((m, s)) < share, rng.choice([-1.0, 1.0], size=s)
                samples, right = design(x), rng.normal(size=m)
                _compare(
                    f"normal equations, {points}, m = {m}, d = {d}, s = {s}, {share:.0%} active",
                    lambda samples=samples, active=active, u=u, right=right: normal_equations(
                        samples, active, u, right
                    ),
                    lambda x=x, active=active, u=u: _jacobian_route(x, active, u),
                )


if __name__ == "__main__":
    main()
