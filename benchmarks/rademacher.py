"""Time of certified suprema beside what one would write with SciPy or SCIP, in one run.

Run as `python benchmarks/rademacher.py`; it prints ratios and asserts nothing about time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable

import numpy as np
from pyscipopt import Model, quicksum
from scipy import optimize

from sparseact.rademacher import neuron_bounds, supremum

_SCIP_SECONDS = 60.0


def scip(x: np.ndarray, signs: np.ndarray, s: int, k: int, B: float) -> tuple[float, float]:
    """Bound the supremum for W = 1 with a binary for each neuron and point, and big-M."""
    model = Model()
    model.hideOutput()
    model.setParam("limits/gap", 1e-4)
    model.setParam("limits/time", _SCIP_SECONDS)
    reach = (np.linalg.norm(x, axis=1) + B).tolist()
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
                h >= z,
                h <= z + 2 * r * (1 - a),
                h <= r * a,
                y <= h,
                y >= -h,
                y <= -h + 2 * r * positive,
                y >= h - 2 * r * (1 - positive),
            ):
                model.addCons(constraint)
            objective.append(int(signs[i]) * y)
    for i in range(len(x)):
        model.addCons(quicksum(neuron[i] for neuron in active) <= k)
    model.setObjective(quicksum(objective), "maximize")
    model.optimize()
    return model.getPrimalbound(), model.getDualbound()


def each_set_by_slsqp(x: np.ndarray, signs: np.ndarray, B: float) -> np.ndarray:
    """Maximise the contribution of one neuron, W = 1, on every set with SciPy's SLSQP."""
    m, n = x.shape
    rows = np.hstack([x, -np.ones((m, 1))])
    best = np.zeros(1 << m)
    for a in range(1, 1 << m):
        inside = (a >> np.arange(m)) & 1 == 1
        constraints = [
            {"type": "ineq", "fun": lambda p: 1 - p[:n] @ p[:n], "jac": lambda p: -2 * np.append(p[:n], 0)},  # noqa: E501
            {"type": "ineq", "fun": lambda p, r=rows[inside]: r @ p, "jac": lambda p, r=rows[inside]: r},  # noqa: E501
        ]  # fmt: skip
        if not inside.all():
            out = -rows[~inside]
            constraints.append(
                {"type": "ineq", "fun": lambda p, r=out: r @ p, "jac": lambda p, r=out: r}
            )
        for u in (1.0, -1.0):
            g = -u * signs[inside] @ rows[inside]
            found = optimize.minimize(
                lambda p, g=g: g @ p, np.zeros(n + 1), jac=lambda p, g=g: g, method="SLSQP",
                bounds=[(-1, 1)] * n + [(-B, B)], constraints=constraints,
            )  # fmt: skip
            if found.success:
                best[a] = max(best[a], -found.fun)
    for a in range(1, 1 << m):
        best[a] = max([best[a], *(best[a ^ (1 << i)] for i in range(m) if a >> i & 1)])
    return best


def _seconds(call: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print one line a problem."""
    rng = np.random.default_rng(0)
    print("one sign vector, W = 1              ours (s)     gap   beside           its (s)     gap")
    for m, n, s, k in ((6, 3, 2, 1), (8, 3, 2, 1), (12, 3, 2, 1), (8, 3, 4, 1), (6, 3, 3, 2)):
        x, signs, B = rng.standard_normal((m, n)), rng.choice([-1, 1], m), 0.3
        ours = supremum(x, signs, s=s, k=k, W=1, B=B)
        fast = _seconds(lambda: supremum(x, signs, s=s, k=k, W=1, B=B), 3)  # noqa: B023
        start = time.perf_counter()
        lower, upper = scip(x, signs, s, k, B)
        slow = time.perf_counter() - start
        room = 1e-4 * (1 + upper)
        if lower > ours.upper + room or upper < ours.lower - room:
            raise RuntimeError("the two intervals do not meet")
        gap, other = 1 - ours.lower / ours.upper, 1 - lower / upper
        print(
            f"m={m:<2d} n={n:<2d} s={s:<2d} k={k}                  {fast:8.4f} {gap:7.0e}   SCIP"
            f"           {slow:8.2f} {other:7.0e}   {slow / fast:7.0f}×",
            flush=True,
        )
    for m, n in ((6, 3), (8, 4)):
        x, signs, B = rng.standard_normal((m, n)), rng.choice([-1, 1], m), 0.3
        fast = _seconds(lambda: neuron_bounds(x, signs, W=1, B=B), 3)  # noqa: B023
        slow = _seconds(lambda: each_set_by_slsqp(x, signs, B), 1)  # noqa: B023
        _, upper = neuron_bounds(x, signs, W=1, B=B)
        found = each_set_by_slsqp(x, signs, B)
        missed = int((found < upper * (1 - 1e-4) - 1e-6).sum())
        print(
            f"m={m:<2d} n={n:<2d} one neuron, all sets    {fast:8.4f}           SLSQP"
            f"          {slow:8.2f}           {slow / fast:7.0f}×"
            f"   (misses {missed} of {2**m} sets)",
            flush=True,
        )
    print("larger ones, ours alone")
    for m, n, s, k in ((12, 4, 4, 1), (14, 4, 4, 1), (16, 4, 4, 1), (16, 16, 4, 1), (16, 8, 8, 3)):
        x, signs = rng.standard_normal((m, n)), rng.choice([-1, 1], m)
        ours = supremum(x, signs, s=s, k=k, W=1, B=0.3)
        fast = _seconds(lambda: supremum(x, signs, s=s, k=k, W=1, B=0.3), 2)  # noqa: B023
        gap = 1 - ours.lower / ours.upper
        print(
            f"m={m:<2d} n={n:<2d} s={s:<2d} k={k}                  {fast:8.4f} {gap:7.0e}",
            flush=True,
        )


if __name__ == "__main__":
    main()
