"""Time what a user chooses between: the library and the packages that do the same.

Run as `make benchmark`: about eight minutes, on one thread. Times are of the processor, and each
is the smallest of several rounds. Of the packages the project installs SciPy and scikit-learn.
"""

from __future__ import annotations

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

import importlib
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from timeit import Timer

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from awasthi2024.constructions import decision_tree
from sparseact import cube
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.spectrum import average_sensitivity

fht_cpu, pyfwht, gurobipy = (
    importlib.import_module(name) if find_spec(name) else None
    for name in ("fht_cpu", "pyfwht", "gurobipy")
)

DIMENSIONS = (10, 16, 20, 24)
TABULATED = ((16, 64), (20, 256))  # n, s
ACTIVE = ((24, 32), (40, 16), (40, 24), (64, 16))  # n, s
REGRESSIONS = ((16, 3, 20_000), (28, 2, 20_000), (60, 3, 300), (40, 4, 500))  # n, d, m
SUPREMA = (16, 18, 20, 24)  # points
SOLVER_SECONDS = 300.0
ROUNDS = 5
LONG = 2.0  # seconds; what takes longer has no rounds

LOW = 12  # bits of a block of points

#: The calls for one kernel at one size, the library's first; None: not installed.
Calls = dict[str, Callable[[], object] | None]


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
    low = cube.points(LOW).astype(np.float64)
    x = np.empty((len(low), network.n))
    x[:, :LOW] = low
    values = []
    for high in cube.points(network.n - LOW):
        x[:, LOW:] = high
        z = x @ network.w.T - network.b
        values.append(np.maximum(z, 0, out=z) @ network.u)
    return np.concatenate(values)


def most_active_by_highs(network: SparseReLUNetwork) -> float:
    """Bound the active neurons of integer weights, with a binary for each input and neuron.

    With x = 1 − 2y neuron j is active iff ⟨a_j, y⟩ ≥ r_j.
    """
    a = -network.w
    r = np.floor((network.b + a.sum(axis=1)) / 2) + 1
    least = np.minimum(a, 0).sum(axis=1)
    rows = LinearConstraint(np.hstack([a, np.diag(least - r)]), lb=least)
    objective = np.repeat([0, -1], [network.n, network.s])
    limit = {"time_limit": SOLVER_SECONDS}
    whole = np.ones_like(objective)
    return -milp(
        objective, integrality=whole, bounds=Bounds(0, 1), constraints=rows, options=limit
    ).mip_dual_bound


def supremum_by_gurobi(x: np.ndarray, signs: np.ndarray, s: int, k: int, B: float) -> float:
    """Bound the supremum for W = 1, with a binary for each neuron and point, and big-M.

    Gurobi is commercial: the licence of its wheel limits the size, not the time.
    """
    limits = {"OutputFlag": 0, "Threads": 1, "MIPGap": 1e-4, "TimeLimit": SOLVER_SECONDS}
    reach = (np.linalg.norm(x, axis=1) + B).tolist()
    model = gurobipy.Model(env=gurobipy.Env(params=limits))
    active, objective = [], []
    for _ in range(s):
        w = [model.addVar(lb=-1, ub=1) for _ in range(x.shape[1])]
        b = model.addVar(lb=-B, ub=B)
        model.addConstr(sum(v * v for v in w) <= 1)
        positive = model.addVar(vtype="B")
        active.append([model.addVar(vtype="B") for _ in x])
        for sign, row, r, a in zip(signs.tolist(), x.tolist(), reach, active[-1], strict=True):
            z = sum(t * v for t, v in zip(row, w, strict=True)) - b
            h, y = model.addVar(lb=0, ub=r), model.addVar(lb=-r, ub=r)
            for constraint in (
                *(h >= z, h <= z + 2 * r * (1 - a), h <= r * a, y <= h, y >= -h),
                *(y <= -h + 2 * r * positive, y >= h - 2 * r * (1 - positive)),
            ):
                model.addConstr(constraint)
            objective.append(sign * y)
    for neurons in zip(*active, strict=True):
        model.addConstr(sum(neurons) <= k)
    model.setObjective(sum(objective), gurobipy.GRB.MAXIMIZE)
    model.optimize()
    return model.ObjBound


def ridge(d: int, solver: str, x: np.ndarray, y: np.ndarray) -> object:
    """Fit the monomials by scikit-learn."""
    features = PolynomialFeatures(d, interaction_only=True)
    model = make_pipeline(features, Ridge(1e-8, fit_intercept=False, solver=solver))
    return model.fit(x.astype(np.float64), y)


def sample(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return m random points of ±1 and noisy labels of degree 2 and more."""
    rng = np.random.default_rng([n, m])
    x = (1 - 2 * rng.integers(0, 2, (m, n))).astype(np.int8)
    return x, x[:, 0] * x[:, 1] + np.maximum(x[:, :5].sum(axis=1), 0) + rng.normal(size=m)


def cases() -> Iterator[tuple[str, str, Calls]]:
    """Yield every kernel at every size, with its calls."""
    for n in DIMENSIONS:
        values = np.random.default_rng(n).integers(-100, 100, 2**n) / 4
        transforms: Calls = {
            "sparseact": partial(cube.walsh_transform, values),
            "fht-cpu": fht_cpu and partial(fht_cpu.fht, values, inplace=False),
            "pyfwht": pyfwht and partial(pyfwht.compute, values, backend=pyfwht.Backend.CPU),
            "NumPy butterfly": partial(butterfly, values),
        }
        yield "walsh_transform", f"n={n}", transforms
        sums: Calls = {
            "sparseact": partial(average_sensitivity, values),
            "NumPy differences": partial(differences, values),
        }
        yield "average_sensitivity", f"n={n}", sums
    rng = np.random.default_rng(0)
    for n, s in TABULATED:
        w, b = rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4
        network = SparseReLUNetwork(w, b, rng.choice([-1, 1], s))
        tables = {"sparseact": network.values, "blocked BLAS": partial(values_by_blas, network)}
        yield "network.values", f"n={n} s={s}", tables
    for n, s in ACTIVE:
        w, b = rng.integers(-9, 10, (s, n)), rng.integers(0, 40, s)
        network = SparseReLUNetwork(w, b, np.ones(s))
        bounds: Calls = {
            "sparseact": partial(network.max_active, time_limit=SOLVER_SECONDS),
            "HiGHS": partial(most_active_by_highs, network),
        }
        yield "network.max_active", f"n={n} s={s}, {SOLVER_SECONDS:g} s at most", bounds
    for n, d, m in REGRESSIONS:
        x, y = sample(n, m)
        fits: Calls = {
            "sparseact": partial(LowDegreeRegressor(d).fit, x, y),
            "Ridge": partial(ridge, d, "auto", x, y),
            "Ridge, lsqr": partial(ridge, d, "lsqr", x, y),
        }
        yield "LowDegreeRegressor", f"n={n} d={d} m={m}", fits
    for m in SUPREMA:
        points, signs = rng.standard_normal((m, 3)), rng.choice([-1, 1], m)
        ours = partial(supremum, points, signs, s=2, k=1, W=1, B=0.3)
        ends = ours()
        gap = ends.upper / ends.lower - 1
        size = f"m={m} n=3 s=2 k=1" + (f", ends {gap:.0%} apart" if gap > 1e-4 else "")
        gurobi = gurobipy and partial(supremum_by_gurobi, points, signs, 2, 1, 0.3)
        yield "rademacher.supremum", size, {"sparseact": ours, "Gurobi": gurobi}
    network = decision_tree(3, 16, rng)
    x = rng.choice([-1.0, 1.0], size=(20 * 8 * 17, 16))
    rival = MLPRegressor(hidden_layer_sizes=(8,), max_iter=500, random_state=0)
    fits = {
        "sparseact": partial(SparseReLURegressor(8, random_state=0).fit, x, network(x)),
        "MLPRegressor": partial(rival.fit, x, network(x)),
    }
    yield "SparseReLURegressor", "n=16 s=8", fits


def seconds(calls: Calls) -> dict[str, float]:
    """Return the processor's seconds of each call, the smallest of rounds in which all run."""
    timers = {name: Timer(call, timer=time.process_time) for name, call in calls.items() if call}
    # The library's first call compiles.
    best = {name: min(t.repeat(1 + (name == "sparseact"), 1)) for name, t in timers.items()}
    numbers = {name: timers[name].autorange()[0] for name in best if best[name] <= LONG}
    for _ in range(ROUNDS):
        for name, number in numbers.items():
            best[name] = min(best[name], timers[name].timeit(number) / number)
    return best


def processor() -> str:
    """Return the name of the processor, if Linux reports it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.is_file() else []
    return next((line.split(":")[1].strip() for line in lines if "model name" in line), "unknown")


def row(kernel: str, size: str, calls: Calls) -> str:
    """Return a line of the table, with the time of each alternative over the library's."""
    best = seconds(calls)
    ours = best.pop("sparseact")
    ratios = [f"{name}: {best[name] / ours:.2f}" for name in sorted(best, key=best.__getitem__)]
    absent = [f"{name}: not installed" for name, call in calls.items() if call is None]
    return f"| `{kernel}` | {size} | {1e3 * ours:.4g} | {'; '.join(ratios + absent)} |"


def main(path: str) -> None:
    """Write the table in Markdown, a line for each kernel and size."""
    warnings.simplefilter("ignore")  # an alternative that does not converge is part of it
    with open(path, "w", encoding="utf-8") as stream:
        print(
            f"Measured on {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at "
            "the start. Times are milliseconds of the processor. A ratio is the smallest time of "
            "an alternative divided by sparseact's. Above 1 sparseact is faster.\n\n"
            "| Kernel | Size | sparseact, ms | Alternatives: ratio |\n"
            "| --- | --- | ---: | --- |",
            file=stream,
        )
        for case in cases():
            line = row(*case)
            print(line)
            print(line, file=stream, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
