"""What one would write with NumPy in place of the kernels on the cube, for `benchmark.py`."""

from __future__ import annotations

import numpy as np

from sparseact.cube import points
from sparseact.network import SparseReLUNetwork

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
