"""Time of the kernels beside what one would write with numpy, in one run on one thread.

Run as `python benchmarks/kernels.py`; it prints ratios and asserts nothing about time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable

import numpy as np

from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity, degree_weights, degree_weights_exact

_BLOCK = 1 << 12  # points that the BLAS evaluation takes at one time


def butterfly(values: np.ndarray) -> np.ndarray:
    """Transform by n passes of whole-array additions."""
    v = values.copy()
    for i in range(v.size.bit_length() - 1):
        pairs = v.reshape(-1, 2, 1 << i)
        low, high = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = low, high
    return v / v.size


def differences(values: np.ndarray) -> float:
    """Average sensitivity by n whole-array differences."""
    total = 0.0
    for i in range(values.size.bit_length() - 1):
        pairs = values.reshape(-1, 2, 1 << i)
        total += float(((pairs[:, 0] - pairs[:, 1]) ** 2).sum())
    return total / (2 * values.size)


def weights_by_bincount(values: np.ndarray) -> np.ndarray:
    """Degree weights from the butterfly and a count of bits."""
    degrees = np.bitwise_count(np.arange(values.size))
    return np.bincount(degrees, weights=butterfly(values) ** 2)


def values_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Evaluate block by block with a matrix product for each."""
    low = points(_BLOCK.bit_length() - 1).astype(np.float64)
    x = np.empty((_BLOCK, network.n))
    x[:, : low.shape[1]] = low
    h = np.empty(2**network.n)
    for row, high in enumerate(points(network.n - low.shape[1])):
        x[:, low.shape[1] :] = high
        z = x @ network.w.T - network.b
        h[row * _BLOCK : (row + 1) * _BLOCK] = np.maximum(z, 0, out=z) @ network.u
    return h


def counts_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Count active neurons block by block with a matrix product for each."""
    low = points(_BLOCK.bit_length() - 1).astype(np.float64)
    x = np.empty((_BLOCK, network.n))
    x[:, : low.shape[1]] = low
    counts = np.empty(2**network.n, dtype=np.int32)
    for row, high in enumerate(points(network.n - low.shape[1])):
        x[:, low.shape[1] :] = high
        z = x @ network.w.T
        counts[row * _BLOCK : (row + 1) * _BLOCK] = (z > network.b).sum(axis=1)
    return counts


def _seconds(call: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def _show(
    what: str, size: str, ours: Callable[[], object], rival: str, theirs: Callable[[], object]
) -> None:
    np.testing.assert_allclose(ours(), theirs(), rtol=1e-9, atol=1e-9)
    fast, slow = _seconds(ours, 3), _seconds(theirs, 1)
    print(
        f"{what:21s} {size:15s} {fast:8.4f}   {rival:24s} {slow:8.3f}   {slow / fast:6.1f}×",
        flush=True,
    )


def main() -> None:
    """Print one line a kernel and size."""
    rng = np.random.default_rng(0)
    print(
        "kernel                size            ours (s)   beside                   its (s)    ratio"
    )
    for n in (16, 20, 24):
        values = rng.integers(-100, 100, 2**n) / 4
        size = f"n={n}"
        _show("walsh_transform", size, lambda: walsh_transform(values), "numpy butterfly",  # noqa: B023
              lambda: butterfly(values))  # noqa: B023  # fmt: skip
        _show("average_sensitivity", size, lambda: average_sensitivity(values),  # noqa: B023
              "numpy differences", lambda: differences(values))  # noqa: B023  # fmt: skip
        _show("degree_weights", size, lambda: degree_weights(values),  # noqa: B023
              "numpy butterfly, bincount", lambda: weights_by_bincount(values))  # noqa: B023  # fmt: skip
        _show("degree_weights_exact", size,
              lambda: np.array([float(w) for w in degree_weights_exact(values)]),  # noqa: B023
              "numpy butterfly, bincount", lambda: weights_by_bincount(values))  # noqa: B023  # fmt: skip
    for n, s in ((16, 64), (20, 64), (22, 256)):
        network = SparseReLUNetwork(
            rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4, rng.choice([-1, 1], s)
        )
        size = f"n={n} s={s}"
        _show("network.values", size, network.values, "blocked BLAS",
              lambda: values_by_blas(network))  # noqa: B023  # fmt: skip
        _show("network.active_counts", size, network.active_counts, "blocked BLAS",
              lambda: counts_by_blas(network))  # noqa: B023  # fmt: skip


if __name__ == "__main__":
    main()
