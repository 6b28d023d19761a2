"""What one would otherwise take for each kernel of `benchmark.py`.

First what one would write with NumPy, then packages. Of these only SCIP, SciPy and scikit-learn
are in the project's lock. A function imports its package, so that `ImportError` says that it is
not installed, and returns what computes the same as the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pkgutil import resolve_name
from typing import Any, NamedTuple

os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from sparseact.cube import points
from sparseact.learning.least_squares import _kernel_table
from sparseact.network import SparseReLUNetwork

Call = Callable[[], object]

_LOW = 12  # bits of a block of points
SOLVER_SECONDS = 90.0


def direct(function: Callable[..., object]) -> Callable[..., Call]:
    """Return what makes, from arguments, a call of the function on them."""
    return partial(partial, function)


def butterfly(values: np.ndarray) -> np.ndarray:
    """Transform by n passes of whole-array additions."""
    return _sums(values.copy()) / values.size


def _sums(v: np.ndarray) -> np.ndarray:
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

    def values(z: np.ndarray) -> np.ndarray:
        z -= network.b
        return np.maximum(z, 0, out=z) @ network.u

    return np.concatenate([values(z) for z in _products(network)])


def counts_by_blas(network: SparseReLUNetwork) -> np.ndarray:
    """Count active neurons block by block with a matrix product for each."""
    return np.concatenate([(z > network.b).sum(axis=1) for z in _products(network)])


def fht_cpu(values: np.ndarray, *, inplace: bool = False) -> Call:
    """Transform a copy, or in place."""
    import fht_cpu as package

    return lambda: package.fht(values, inplace=inplace)


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


def _jax() -> Any:
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax


def jax_jit(network: SparseReLUNetwork) -> Call:
    """Do so with JAX, compiled."""
    jax = _jax()
    low, high = (jax.numpy.asarray(part) for part in _halves(network))
    u = jax.numpy.asarray(network.u)

    @jax.jit
    def values(high: Any) -> Any:
        return jax.lax.map(lambda row: jax.nn.relu(low + row) @ u, high)

    return lambda: values(high).block_until_ready()


def jax_differences(values: np.ndarray) -> Call:
    """Return the average sensitivity by n differences, which JAX compiles together."""
    jax, n = _jax(), values.size.bit_length() - 1
    given = jax.numpy.asarray(values)

    @jax.jit
    def sensitivity(v: Any) -> Any:
        pairs = (v.reshape(-1, 2, 1 << i) for i in range(n))
        return sum(((p[:, 0] - p[:, 1]) ** 2).sum() for p in pairs) / (2 * v.size)

    return lambda: sensitivity(given).block_until_ready()


def ridge(d: int, solver: str, x: np.ndarray, y: np.ndarray) -> Call:
    """Fit the monomials by scikit-learn."""
    features = PolynomialFeatures(d, interaction_only=True)
    model = make_pipeline(features, Ridge(1e-8, fit_intercept=False, solver=solver))
    return lambda: model.fit(x.astype(np.float64), y)


def boosted(model: str, x: np.ndarray, y: np.ndarray, **options: Any) -> Call:
    """Fit a boosted model, by its name in its package."""
    return partial(resolve_name(model)(n_jobs=1, **options).fit, x, y)


class _Solver(NamedTuple):
    """A model of a solver of mixed-integer programmes, in what all of them have."""

    variable: Callable[..., Any]
    require: Callable[[Any], object]
    total: Callable[[Any], Any]
    maximum: Callable[[Any], float]  # the proved bound on an expression


def highs(seconds: float) -> _Solver:
    """Return a model of HiGHS, linear only."""
    import highspy

    model = highspy.Highs()
    model.silent()
    model.setOptionValue("threads", 1)
    model.setOptionValue("time_limit", seconds)

    def maximum(objective: Any) -> float:
        model.maximize(objective)
        return model.getInfo().mip_dual_bound

    return _Solver(lambda vtype: model.addBinary(), model.addConstr, sum, maximum)


def scip(seconds: float) -> _Solver:
    """Return a model of SCIP."""
    from pyscipopt import Model, quicksum

    model = Model()
    model.hideOutput()
    model.setParam("limits/gap", 1e-4)
    model.setParam("limits/time", seconds)

    def maximum(objective: Any) -> float:
        model.setObjective(objective, "maximize")
        model.optimize()
        return model.getDualbound()

    return _Solver(model.addVar, model.addCons, quicksum, maximum)


def gurobi(seconds: float) -> _Solver:
    """Return a model of Gurobi, commercial: its wheel's licence limits the size, not the time."""
    import gurobipy

    limits = {"OutputFlag": 0, "Threads": 1, "MIPGap": 1e-4, "TimeLimit": seconds}
    model = gurobipy.Model(env=gurobipy.Env(params=limits))

    def maximum(objective: Any) -> float:
        model.setObjective(objective, gurobipy.GRB.MAXIMIZE)
        model.optimize()
        return model.ObjBound

    return _Solver(model.addVar, model.addConstr, gurobipy.quicksum, maximum)


def most_active(new: Callable[[float], _Solver], network: SparseReLUNetwork) -> Call:
    """Bound the active neurons of integer weights, with a binary for each input and neuron.

    With x = 1 − 2y neuron j is active iff ⟨a_j, y⟩ ≥ r_j.
    """
    new(SOLVER_SECONDS)  # raises where it is not installed
    a = -network.w
    r = np.floor((network.b + a.sum(axis=1)) / 2) + 1
    least = np.minimum(a, 0).sum(axis=1)

    def solve() -> float:
        solver = new(SOLVER_SECONDS)
        y = [solver.variable(vtype="B") for _ in range(network.n)]
        z = [solver.variable(vtype="B") for _ in range(network.s)]
        for row, needed, low, one in zip(a.tolist(), r.tolist(), least.tolist(), z, strict=True):
            sums = solver.total(c * v for c, v in zip(row, y, strict=True))
            solver.require(sums >= low + (needed - low) * one)
        return solver.maximum(solver.total(z))

    return solve


def supremum(
    new: Callable[[float], _Solver], x: np.ndarray, signs: np.ndarray, s: int, k: int, B: float
) -> Call:
    """Bound the supremum for W = 1, with a binary for each neuron and point, and big-M."""
    new(SOLVER_SECONDS)  # raises where it is not installed
    reach = (np.linalg.norm(x, axis=1) + B).tolist()

    def solve() -> float:
        solver = new(SOLVER_SECONDS)
        active, objective = [], []
        for _ in range(s):
            w = [solver.variable(lb=-1, ub=1) for _ in range(x.shape[1])]
            b = solver.variable(lb=-B, ub=B)
            solver.require(solver.total(v * v for v in w) <= 1)
            positive = solver.variable(vtype="B")
            active.append([solver.variable(vtype="B") for _ in x])
            for i, (row, r) in enumerate(zip(x.tolist(), reach, strict=True)):
                z = solver.total(t * v for t, v in zip(row, w, strict=True)) - b
                h, y = solver.variable(lb=0, ub=r), solver.variable(lb=-r, ub=r)
                a = active[-1][i]
                for constraint in (
                    *(h >= z, h <= z + 2 * r * (1 - a), h <= r * a, y <= h, y >= -h),
                    *(y <= -h + 2 * r * positive, y >= h - 2 * r * (1 - positive)),
                ):
                    solver.require(constraint)
                objective.append(int(signs[i]) * y)
        for i in range(len(x)):
            solver.require(solver.total(neuron[i] for neuron in active) <= k)
        return solver.maximum(solver.total(objective))

    return solve


def boofun(method: str, values: np.ndarray) -> Call:
    """Return what a method says of a Boolean function of values ±1, −1 for true."""
    import boofun as package

    return lambda: getattr(package.create(values < 0), method)()


def shapiq(values: np.ndarray) -> Call:
    """Return the Banzhaf interactions of up to two players of a game, given by its table."""
    import shapiq as package

    n = values.size.bit_length() - 1
    places = 1 << np.arange(n)

    def solve() -> dict[tuple[int, ...], float]:
        computer = package.ExactComputer(lambda sets: values[sets @ places], n_players=n)
        return computer("BII", order=2).dict_values

    return solve


def flint(values: np.ndarray) -> Call:
    """Return the exact degree weights of integer values, by a butterfly of FLINT's integers."""
    from flint import fmpq, fmpz

    n = values.size.bit_length() - 1

    def solve() -> list[Any]:
        weights = [fmpz(0)] * (n + 1)
        integers = np.array([fmpz(int(value)) for value in values], dtype=object)
        for mask, one in enumerate(_sums(integers)):
            weights[mask.bit_count()] += one * one
        return [fmpq(weight, 1 << 2 * n) for weight in weights]

    return solve


def dual(
    fit: Callable[..., np.ndarray], x: np.ndarray, y: np.ndarray, d: int, alphas: Sequence[float]
) -> Call:
    """Fit ridge regressions in the dual; without the N coefficients, which take more.

    The kernel Σ_{|T| ≤ d} χ_T(x)·χ_T(x') is a function of the distance of two points.
    """

    def solve() -> list[np.ndarray]:
        points = x.astype(np.float32)
        distances = (x.shape[1] - (points @ points.T).astype(np.int32)) >> 1
        kernel = _kernel_table(x.shape[1], d)[distances]
        return [fit(kernel, y, alpha) for alpha in alphas]

    return solve


def ridge_by_scipy(kernel: np.ndarray, y: np.ndarray, alpha: float) -> np.ndarray:
    """Return the dual coefficients by Cholesky."""
    penalised = kernel.copy()
    penalised.flat[:: len(y) + 1] += alpha
    return cho_solve(cho_factor(penalised, overwrite_a=True), y)


def ridge_by_scikit_learn(kernel: np.ndarray, y: np.ndarray, alpha: float) -> np.ndarray:
    """Return the dual coefficients by scikit-learn."""
    return KernelRidge(alpha=alpha, kernel="precomputed").fit(kernel, y).dual_coef_
