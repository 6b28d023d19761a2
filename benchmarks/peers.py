"""What one would otherwise take for each kernel of `benchmark.py`.

First what one would write with NumPy, then packages. Of these only SciPy and scikit-learn are in
the project's lock. A function imports its package, so that `ImportError` says that it is not
installed, and returns what computes the same as the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import scipy.linalg
import scipy.optimize
from scipy.optimize import Bounds, LinearConstraint
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from sparseact.cube import points
from sparseact.learning.least_squares import _kernel_table
from sparseact.network import SparseReLUNetwork

Call = Callable[[], object]

_LOW = 12  # bits of a block of points
SOLVER_SECONDS = 300.0


def direct(function: Callable[..., object]) -> Callable[..., Call]:
    """Return what makes, from arguments, a call of the function on them."""
    return partial(partial, function)


def butterfly(values: np.ndarray) -> np.ndarray:
    """Transform by n passes of whole-array additions."""
    v = values / values.size
    for i in range(v.size.bit_length() - 1):
        pairs = v.reshape(-1, 2, 1 << i)
        low, high = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = low, high
    return v


def differences(values: np.ndarray) -> float:
    """Return the average sensitivity by n whole-array differences."""
    total = 0.0
    for i in range(values.size.bit_length() - 1):
        pairs = values.reshape(-1, 2, 1 << i)
        total += float(((pairs[:, 0] - pairs[:, 1]) ** 2).sum())
    return total / (2 * values.size)


def values_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Evaluate a network block by block with a matrix product for each."""
    low = points(_LOW).astype(np.float64)
    x = np.empty((len(low), network.n))
    x[:, :_LOW] = low
    values = []
    for high in points(network.n - _LOW):
        x[:, _LOW:] = high
        z = x @ network.w.T - network.b
        values.append(np.maximum(z, 0, out=z) @ network.u)
    return np.concatenate(values)


def fht_cpu(values: np.ndarray) -> Call:
    """Transform a copy."""
    import fht_cpu as package

    return lambda: package.fht(values, inplace=False)


def pyfwht(values: np.ndarray) -> Call:
    """Transform a copy."""
    import pyfwht as package

    return lambda: package.compute(values, backend=package.Backend.CPU)


def ridge(d: int, solver: str, x: np.ndarray, y: np.ndarray) -> Call:
    """Fit the monomials by scikit-learn."""
    features = PolynomialFeatures(d, interaction_only=True)
    model = make_pipeline(features, Ridge(1e-8, fit_intercept=False, solver=solver))
    return lambda: model.fit(x.astype(np.float64), y)


def milp(network: SparseReLUNetwork) -> Call:
    """Bound the active neurons of integer weights by HiGHS, with a binary for each input, neuron.

    With x = 1 − 2y neuron j is active iff ⟨a_j, y⟩ ≥ r_j.
    """
    a = -network.w
    r = np.floor((network.b + a.sum(axis=1)) / 2) + 1
    least = np.minimum(a, 0).sum(axis=1)
    rows = LinearConstraint(np.hstack([a, np.diag(least - r)]), lb=least)
    objective = np.repeat([0, -1], [network.n, network.s])
    options = {"time_limit": SOLVER_SECONDS}
    return lambda: -scipy.optimize.milp(
        objective, integrality=1 + 0 * objective, bounds=Bounds(0, 1), constraints=rows,
        options=options,
    ).mip_dual_bound  # fmt: skip


def gurobi(x: np.ndarray, signs: np.ndarray, s: int, k: int, B: float) -> Call:
    """Bound the supremum for W = 1 by Gurobi, with a binary for each neuron and point, and big-M.

    It is commercial: the licence of its wheel limits the size, not the time.
    """
    import gurobipy

    limits = {"OutputFlag": 0, "Threads": 1, "MIPGap": 1e-4, "TimeLimit": SOLVER_SECONDS}
    reach = (np.linalg.norm(x, axis=1) + B).tolist()

    def solve() -> float:
        model = gurobipy.Model(env=gurobipy.Env(params=limits))
        active, objective = [], []
        for _ in range(s):
            w = [model.addVar(lb=-1, ub=1) for _ in range(x.shape[1])]
            b = model.addVar(lb=-B, ub=B)
            model.addConstr(sum(v * v for v in w) <= 1)
            positive = model.addVar(vtype="B")
            active.append([model.addVar(vtype="B") for _ in x])
            for i, (row, r) in enumerate(zip(x.tolist(), reach, strict=True)):
                z = sum(t * v for t, v in zip(row, w, strict=True)) - b
                h, y = model.addVar(lb=0, ub=r), model.addVar(lb=-r, ub=r)
                a = active[-1][i]
                for constraint in (
                    *(h >= z, h <= z + 2 * r * (1 - a), h <= r * a, y <= h, y >= -h),
                    *(y <= -h + 2 * r * positive, y >= h - 2 * r * (1 - positive)),
                ):
                    model.addConstr(constraint)
                objective.append(int(signs[i]) * y)
        for i in range(len(x)):
            model.addConstr(sum(neuron[i] for neuron in active) <= k)
        model.setObjective(sum(objective), gurobipy.GRB.MAXIMIZE)
        model.optimize()
        return model.ObjBound

    return solve


def dual(x: np.ndarray, y: np.ndarray, d: int) -> Call:
    """Fit a ridge regression, α = 1, in the dual by Cholesky, without the N coefficients.

    The kernel Σ_{|T| ≤ d} χ_T(x)·χ_T(x') is a function of the distance of two points.
    """

    def solve() -> np.ndarray:
        points = x.astype(np.float32)
        distances = (x.shape[1] - (points @ points.T).astype(np.int32)) >> 1
        kernel = _kernel_table(x.shape[1], d)[distances]
        kernel.flat[:: len(y) + 1] += 1.0
        return scipy.linalg.solve(kernel, y, assume_a="pos", overwrite_a=True)

    return solve
