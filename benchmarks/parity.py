"""Time of bit-packed elimination over GF(2) beside the same in plain numpy, in one run.

Run as `python benchmarks/parity.py`; it prints and asserts only that both agree.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from sparseact.learning import solve_parity

SIZES = (32, 64, 128, 256, 512, 1024)  # m, with m + 10 samples
REPEATS = 5


def plain_elimination(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the solution, one byte a bit and one row operation for all rows at a time."""
    rows = np.column_stack([y < 0, labels < 0])
    m = y.shape[1]
    pivots: list[int] = []
    for column in range(m):
        candidates = np.flatnonzero(rows[len(pivots) :, column])
        if not len(candidates):
            continue
        rank = len(pivots)
        rows[[rank, rank + candidates[0]]] = rows[[rank + candidates[0], rank]]
        others = rows[:, column].copy()
        others[rank] = False
        rows[others] ^= rows[rank]
        pivots.append(column)
    subset = np.zeros(m, dtype=bool)
    subset[pivots] = rows[: len(pivots), m]
    return subset


def _seconds(run: Callable[[], object]) -> float:
    best = np.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Print one line a size."""
    print("    m   packed (ms)   plain (ms)   ratio")
    for m in SIZES:
        rng = np.random.default_rng(m)
        y = 1 - 2 * rng.integers(0, 2, size=(m + 10, m), dtype=np.int8)
        truth = rng.integers(0, 2, size=m).astype(bool)
        labels = 1 - 2 * ((y[:, truth] < 0).sum(axis=1) & 1)
        if not np.array_equal(solve_parity(y, labels).subset, plain_elimination(y, labels)):
            raise AssertionError(f"the two eliminations differ at m = {m}")
        packed = _seconds(lambda y=y, labels=labels: solve_parity(y, labels))  # type: ignore[misc]
        plain = _seconds(lambda y=y, labels=labels: plain_elimination(y, labels))  # type: ignore[misc]
        print(f"{m:5d} {1e3 * packed:13.3f} {1e3 * plain:12.3f} {plain / packed:7.1f}")


if __name__ == "__main__":
    main()
