"""What one would otherwise take for each kernel of `benchmark.py`.

First what one would write with NumPy, then packages. Of these only SCIP is in the project's
lock. A function imports its package, so that `ImportError` says that it is not installed, and
returns what computes the same as the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from sparseact.cube import points
from sparseact.network import SparseReLUNetwork

Call = Callable[[], object]

_LOW = 12  # bits of a block of points
_SOLVER_SECONDS = 20.0


def butterfly(values: np.ndarray) -> np.ndarray:
    """Transform by n passes of whole-array additions."""
    v = values.copy()
    for i in range(v.size.bit_length() - 1):
        pairs = v.reshape(-1, 2, 1 << i)
        low, high = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = low, high
    return v / v.size


def differences(values: np.ndarray) -> float:
    """Return the average sensitivity by n whole-array differences."""
    total = 0.0
    for i in range(values.size.bit_length() - 1):
        pairs = values.reshape(-1, 2, 1 << i)
        total += float(((pairs[:, 0] - pairs[:, 1]) ** 2).sum())
    return total / (2 * values.size)


def weights_by_bincount(values: np.ndarray) -> np.ndarray:
    """Return the degree weights from the butterfly and a count of bits."""
    degrees = np.bitwise_count(np.arange(values.size))
    return np.bincount(degrees, weights=butterfly(values) ** 2)


def _products(network: SparseReLUNetwork) -> Iterator[np.ndarray]:
    """Yield ⟨w_j, x⟩ at the points of one block after another."""
    low = points(_LOW).astype(np.float64)
    x = np.empty((len(low), network.n))
    x[:, :_LOW] = low
    for high in points(network.n - _LOW):
        x[:, _LOW:] = high
        yield x @ network.w.T


def values_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Evaluate a network block by block with a matrix product for each."""
    h = np.empty((1 << network.n - _LOW, 1 << _LOW))
    for row, z in zip(h, _products(network), strict=True):
        z -= network.b
        row[:] = np.maximum(z, 0, out=z) @ network.u
    return h.ravel()


def counts_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Count active neurons block by block with a matrix product for each."""
    counts = np.empty((1 << network.n - _LOW, 1 << _LOW), dtype=np.int32)
    for row, z in zip(counts, _products(network), strict=True):
        row[:] = (z > network.b).sum(axis=1)
    return counts.ravel()


def elimination(y: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Solve for a parity, one byte a bit and one row operation for all rows at a time."""
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


def fht_cpu(values: np.ndarray) -> Call:
    """Transform a copy."""
    import fht_cpu as package

    return lambda: package.fht(values, inplace=False)


def fht_cpu_in_place(values: np.ndarray) -> Call:
    """Transform in place."""
    import fht_cpu as package

    return lambda: package.fht(values)


def pyfwht(values: np.ndarray) -> Call:
    """Transform a copy."""
    import pyfwht as package

    return lambda: package.compute(values, backend=package.Backend.CPU)


def _halves(network: SparseReLUNetwork) -> tuple[np.ndarray, np.ndarray]:
    """Return the pre-activations of the low and of the high coordinates, which add up."""
    low, high = (points(bits).astype(np.float64) for bits in (_LOW, network.n - _LOW))
    return low @ network.w[:, :_LOW].T - network.b, high @ network.w[:, _LOW:].T


def torch_compile(network: SparseReLUNetwork) -> Call:
    """Evaluate a network on the cube, block by block, with what is fused by torch.compile."""
    import torch

    torch.set_num_threads(1)
    low, high = (torch.from_numpy(part) for part in _halves(network))
    u = torch.from_numpy(network.u.copy())
    block = torch.compile(lambda row: (torch.relu(low + row) * u).sum(dim=1))
    return lambda: torch.stack([block(row) for row in high]).numpy()


def jax_jit(network: SparseReLUNetwork) -> Call:
    """Do so with JAX, compiled."""
    import jax

    jax.config.update("jax_enable_x64", True)
    low, high = (jax.numpy.asarray(part) for part in _halves(network))
    u = jax.numpy.asarray(network.u)

    @jax.jit
    def values(high: Any) -> Any:
        return jax.lax.map(lambda row: jax.nn.relu(low + row) @ u, high)

    return lambda: values(high).block_until_ready()


def jax_differences(values: np.ndarray) -> Call:
    """Return the average sensitivity by n differences, which JAX compiles together."""
    import jax

    jax.config.update("jax_enable_x64", True)
    n = values.size.bit_length() - 1
    given = jax.numpy.asarray(values)

    @jax.jit
    def sensitivity(v: Any) -> Any:
        pairs = (v.reshape(-1, 2, 1 << i) for i in range(n))
        return sum(((p[:, 0] - p[:, 1]) ** 2).sum() for p in pairs) / (2 * v.size)

    return lambda: sensitivity(given).block_until_ready()


def lightgbm(x: np.ndarray, y: np.ndarray) -> Call:
    """Fit 100 boosted trees."""
    import lightgbm as package

    return lambda: package.LGBMRegressor(n_jobs=1, verbose=-1).fit(x, y)


def interpret(x: np.ndarray, y: np.ndarray) -> Call:
    """Fit a boosted sum of functions of one and of two inputs."""
    from interpret.glassbox import ExplainableBoostingRegressor

    return lambda: ExplainableBoostingRegressor(n_jobs=1, outer_bags=1).fit(x, y)


def _programme(network: SparseReLUNetwork) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return integers a, r and least sums: neuron j is active at x = 1 − 2y iff ⟨a_j, y⟩ ≥ r_j."""
    a = -network.w
    r = np.floor((network.b + a.sum(axis=1)) / 2) + 1
    return a, r, np.minimum(a, 0).sum(axis=1)


def highs(network: SparseReLUNetwork) -> Call:
    """Find the most active neurons of integer weights by HiGHS, with a binary for each neuron."""
    import highspy

    a, r, least = _programme(network)

    def solve() -> float:
        model = highspy.Highs()
        model.silent()
        model.setOptionValue("threads", 1)
        model.setOptionValue("time_limit", _SOLVER_SECONDS)
        y = [model.addBinary() for _ in range(network.n)]
        z = [model.addBinary() for _ in range(network.s)]
        for row, needed, low, one in zip(a.tolist(), r.tolist(), least.tolist(), z, strict=True):
            model.addConstr(
                sum(c * v for c, v in zip(row, y, strict=True)) >= low + (needed - low) * one
            )
        model.maximize(sum(z))
        return model.getInfo().mip_dual_bound

    return solve


def scip(network: SparseReLUNetwork) -> Call:
    """Do so by SCIP."""
    from pyscipopt import Model, quicksum

    a, r, least = _programme(network)

    def solve() -> float:
        model = Model()
        model.hideOutput()
        model.setParam("limits/time", _SOLVER_SECONDS)
        y = [model.addVar(vtype="B") for _ in range(network.n)]
        z = [model.addVar(vtype="B") for _ in range(network.s)]
        for row, needed, low, one in zip(a.tolist(), r.tolist(), least.tolist(), z, strict=True):
            total = quicksum(c * v for c, v in zip(row, y, strict=True))
            model.addCons(total >= low + (needed - low) * one)
        model.setObjective(quicksum(z), "maximize")
        model.optimize()
        return model.getDualbound()

    return solve


def scip_supremum(x: np.ndarray, signs: np.ndarray, s: int, k: int, B: float) -> Call:
    """Bound the supremum for W = 1 by SCIP, with a binary for each neuron and point, and big-M."""
    from pyscipopt import Model, quicksum

    reach = (np.linalg.norm(x, axis=1) + B).tolist()

    def solve() -> float:
        model = Model()
        model.hideOutput()
        model.setParam("limits/gap", 1e-4)
        model.setParam("limits/time", 60.0)
        active, objective = [], []
        for _ in range(s):
            w = [model.addVar(lb=-1, ub=1) for _ in range(x.shape[1])]
            b = model.addVar(lb=-B, ub=B)
            model.addCons(quicksum(v * v for v in w) <= 1)
            positive = model.addVar(vtype="B")
            active.append([model.addVar(vtype="B") for _ in x])
            for i, (row, r) in enumerate(zip(x.tolist(), reach, strict=True)):
                z = quicksum(t * v for t, v in zip(row, w, strict=True)) - b
                h, y, a = model.addVar(lb=0, ub=r), model.addVar(lb=-r, ub=r), active[-1][i]
                for constraint in (
                    *(h >= z, h <= z + 2 * r * (1 - a), h <= r * a, y <= h, y >= -h),
                    *(y <= -h + 2 * r * positive, y >= h - 2 * r * (1 - positive)),
                ):
                    model.addCons(constraint)
                objective.append(int(signs[i]) * y)
        for i in range(len(x)):
            model.addCons(quicksum(neuron[i] for neuron in active) <= k)
        model.setObjective(quicksum(objective), "maximize")
        model.optimize()
        return model.getDualbound()

    return solve
