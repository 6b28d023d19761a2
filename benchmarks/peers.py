"""Packages that one would take in place of the kernels, for `benchmark.py`.

None is needed by the project or in its lock. Each function imports its package, so that
`ImportError` says that it is not installed, and returns what computes the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
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
