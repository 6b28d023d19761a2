"""Every kernel against what a user would otherwise take, and against the machine's own limits.

Run as `make benchmark`, or `python benchmarks/benchmark.py FILE.csv FIGURE.svg`: about fifteen
minutes, on one thread. Times are seconds of the processor. In each round the rivals take turns,
in a random order. A ratio is that of the least times, and its quartiles are those of single
rounds, since other work on the machine disturbs some of them. Nothing is asserted about time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import csv
import math
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import peers
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from awasthi2024.shared.targets import planted
from sparseact.cube import transform_in_place, walsh_transform
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor, solve_parity
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.reproducible import product
from sparseact.spectrum import average_sensitivity, degree_weights, degree_weights_exact

DIMENSIONS = (10, 12, 14, 16, 18, 20, 22, 24, 26)
LARGEST_SLOW = 24  # dimension for what takes long in NumPy
REGRESSIONS = ((16, 3, 20_000), (20, 2, 50_000), (28, 2, 20_000), (28, 3, 12_000))  # n, d, m
FEW = (
    (60, 3, 300),
    (60, 3, 1000),
    (60, 3, 2000),
    (40, 4, 500),
)  # with fewer samples than monomials
ACTIVE = ((24, 32), (40, 16), (40, 24), (48, 20), (64, 16))  # n, s
SUPREMA = (8, 16, 18, 20, 24)  # points
BOOLEAN = (10, 12, 14)  # dimensions for what takes longer still
ROUNDS = 200
PATIENCE = 1.0  # seconds for the rounds of a case, of which there are three at least
LONG = 2.0  # seconds; what takes longer runs once
SHORT = 2e-4  # seconds; what takes less is called several times in a round

COLUMNS = (
    *("kernel", "size", "by", "seconds", "ratio", "lower_quartile", "upper_quartile"),
    *("limit", "times_limit"),
)

Call = Callable[[], object]


class Case(NamedTuple):
    """A kernel at one size: what computes it, ours first, and what bounds it from below."""

    kernel: str
    size: str
    calls: dict[str, Call | None]  # None: not installed
    limit: str = ""


def _cube_cases(n: int) -> Iterator[Case]:
    rng = np.random.default_rng(n)
    values = rng.integers(-100, 100, 2**n) / 4
    warm, size = values.copy(), f"n={n}"

    limits: dict[str, Call | None] = {
        "copy": lambda: np.copyto(warm, values),
        "one-pass read": values.max,
    }
    transforms: dict[str, Call | None] = {
        "ours": lambda: walsh_transform(values),
        "fht-cpu": _peer(peers.fht_cpu, values),
        "pyfwht": _peer(peers.pyfwht, values),
    }
    if n <= LARGEST_SLOW:
        transforms["NumPy butterfly"] = lambda: peers.butterfly(values)
    yield Case("walsh_transform", size, transforms | limits, "copy")
    still = np.zeros_like(values)  # 0 stays 0, and takes as long
    still += 0.0
    in_place: dict[str, Call | None] = {
        "ours": lambda: transform_in_place(still),
        "fht-cpu": _peer(peers.fht_cpu_in_place, still),
    }
    yield Case("transform_in_place", size, in_place | limits, "copy")
    if n > LARGEST_SLOW:
        return
    yield Case(
        "average_sensitivity",
        size,
        {
            "ours": lambda: average_sensitivity(values),
            "NumPy differences": lambda: peers.differences(values),
            "JAX, compiled": _peer(peers.jax_differences, values),
            **limits,
        },
        "one-pass read",
    )
    if n in BOOLEAN:
        yield from _boolean_cases(n, 1 - 2 * rng.integers(0, 2, 2**n))
    for ours in (degree_weights, degree_weights_exact):
        calls: dict[str, Call | None] = {
            "ours": lambda ours=ours: ours(values),  # type: ignore[misc]
            "NumPy butterfly, bincount": lambda: peers.weights_by_bincount(values),
        }
        yield Case(ours.__name__, size, calls | limits, "copy")


def _boolean_cases(n: int, values: np.ndarray) -> Iterator[Case]:
    """Yield what packages compute of a function of values ±1."""
    for kernel, ours, name, theirs in (
        ("walsh_transform", walsh_transform, "boofun", peers.boofun_spectrum),
        ("average_sensitivity", average_sensitivity, "boofun", peers.boofun_influence),
        ("degree_weights_exact", degree_weights_exact, "python-flint", peers.flint),
        ("interactions of up to two", interactions, "shapiq", peers.shapiq),
    ):
        yield Case(
            kernel,
            f"n={n}, values ±1",
            {"ours": lambda f=ours: f(values), name: _peer(theirs, values)},  # type: ignore[misc]
        )


def interactions(values: np.ndarray) -> np.ndarray:
    """Return the Banzhaf interactions (−2)^|T|·f̂(T), |T| ≤ 2, of a game given by its table."""
    degrees = np.bitwise_count(np.arange(values.size))
    small = degrees <= 2
    return (-2.0) ** degrees[small] * walsh_transform(values)[small]


def _peer(make: Callable[..., Call], *arguments: object) -> Call | None:
    """Return what a package computes, or None where it is not installed."""
    try:
        return make(*arguments)
    except ImportError:
        return None


def _other_cases() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for n, s in ((16, 64), (20, 64), (20, 256)):
        network = SparseReLUNetwork(
            rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4, rng.choice([-1, 1], s)
        )
        for ours, theirs in (
            (network.values, peers.values_by_blas),
            (network.active_counts, peers.counts_by_blas),
        ):
            yield Case(
                f"network.{ours.__name__}",
                f"n={n} s={s}",
                {"ours": ours, "blocked BLAS": lambda f=theirs, h=network: f(h)}  # type: ignore[misc]
                | (
                    {
                        "torch.compile": _peer(peers.torch_compile, network),
                        "JAX, compiled": _peer(peers.jax_jit, network),
                    }
                    if ours.__name__ == "values"
                    else {}
                ),
            )
    for n, s in ACTIVE:
        network = SparseReLUNetwork(
            rng.integers(-9, 10, (s, n)), rng.integers(0, 40, s), np.ones(s)
        )
        yield Case(
            "network.max_active",
            f"n={n} s={s}, {peers.SOLVER_SECONDS:g} s at most",
            {
                "ours": lambda h=network: h.max_active(time_limit=peers.SOLVER_SECONDS),  # type: ignore[misc]
                "HiGHS": _peer(peers.most_active, peers.highs, network),
                "SCIP": _peer(peers.most_active, peers.scip, network),
                "Gurobi": _peer(peers.most_active, peers.gurobi, network),
            },
        )
    for n, d, m in REGRESSIONS:
        x, y = _sample(n, m)
        features = PolynomialFeatures(d, interaction_only=True)
        theirs, iterated = (
            make_pipeline(features, Ridge(1e-8, fit_intercept=False, solver=solver))
            for solver in ("auto", "lsqr")
        )
        yield Case(
            "LowDegreeRegressor",
            f"n={n} d={d} m={m}",
            {
                "ours": lambda d=d, x=x, y=y: LowDegreeRegressor(d).fit(x, y),  # type: ignore[misc]
                "Ridge": lambda r=theirs, x=x, y=y: r.fit(x.astype(np.float64), y),  # type: ignore[misc]
                "Ridge, lsqr": lambda r=iterated, x=x, y=y: r.fit(x.astype(np.float64), y),  # type: ignore[misc]
                "LightGBM, another model": _peer(peers.lightgbm, x, y),
                "interpret, another model": _peer(peers.interpret, x, y),
            },
        )
    for n, d, m in FEW:
        x, y = _sample(n, m)
        for alphas in ([1.0], np.logspace(-2, 2, 10).tolist()) if m == 1000 else ([1.0],):
            yield Case(
                "LowDegreeRegressor",
                f"n={n} d={d} m={m}, {len(alphas)} alpha{'s' * (len(alphas) > 1)}",
                {
                    "ours": lambda d=d, x=x, y=y, alphas=alphas: [  # type: ignore[misc]
                        LowDegreeRegressor(d, alpha=alpha).fit(x, y) for alpha in alphas
                    ],
                    "SciPy, dual": peers.dual_by_scipy(x, y, d, alphas),
                    "KernelRidge, dual": peers.dual_by_scikit_learn(x, y, d, alphas),
                },
            )
    m = 512
    y = 1 - 2 * rng.integers(0, 2, size=(m + 10, m), dtype=np.int8)
    labels = 1 - 2 * ((y[:, : m // 2] < 0).sum(axis=1) & 1)
    yield Case(
        "solve_parity",
        f"m={m}",
        {
            "ours": lambda: solve_parity(y, labels),
            "NumPy elimination": lambda: peers.elimination(y, labels),
        },
    )
    a, b = rng.random((4096, 33)), rng.random((33, 64))
    yield Case(
        "reproducible.product", "4096×33×64", {"ours": lambda: product(a, b), "BLAS": lambda: a @ b}
    )
    for m in SUPREMA:
        points, signs = rng.standard_normal((m, 3)), rng.choice([-1, 1], m)
        ends = supremum(points, signs, s=2, k=1, W=1, B=0.3)
        gap = ends.upper / ends.lower - 1
        yield Case(
            "rademacher.supremum",
            f"m={m} n=3 s=2 k=1" + (f", our ends {gap:.0%} apart" if gap > 1e-4 else ""),
            {
                "ours": lambda x=points, y=signs: supremum(x, y, s=2, k=1, W=1, B=0.3),  # type: ignore[misc]
                "Gurobi": _peer(peers.supremum, peers.gurobi, points, signs, 2, 1, 0.3),
            }
            | (
                {"SCIP": _peer(peers.supremum, peers.scip, points, signs, 2, 1, 0.3)}
                if m == 8
                else {}
            ),
        )
    network, _ = planted("tree", 16, 8, rng)
    inputs = rng.choice([-1.0, 1.0], size=(20 * 8 * 17, 16))
    outputs = network(inputs)
    yield Case(
        "SparseReLURegressor",
        "n=16 s=8",
        {
            "ours": lambda: SparseReLURegressor(8, random_state=0).fit(inputs, outputs),
            "MLPRegressor": lambda: MLPRegressor(
                hidden_layer_sizes=(8,), max_iter=500, random_state=0
            ).fit(inputs, outputs),
        },
    )


def _sample(n: int, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return m random points of ±1 and noisy labels of degree 2 and more."""
    rng = np.random.default_rng([n, m])
    x = (1 - 2 * rng.integers(0, 2, (m, n))).astype(np.int8)
    return x, x[:, 0] * x[:, 1] + np.maximum(x[:, :5].sum(axis=1), 0) + rng.normal(size=m)


def _seconds(call: Call, times: int = 1) -> float:
    """Return the processor's seconds of one call, the mean of several where it is short."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times


def measured(case: Case) -> dict[str, list[float]]:
    """Return the seconds of each round by who took them; what is long has one round."""
    calls = {name: call for name, call in case.calls.items() if call is not None}
    times: dict[str, list[float]] = {name: [] for name in case.calls}
    for name, call in [*calls.items()]:
        first = _seconds(call)
        if first > LONG and (name == "ours" or "compile" in name):
            first = _seconds(call)  # without what is compiled first
        if first > LONG:
            times[name] = [first]
            del calls[name]
    expected = {name: _seconds(call) for name, call in calls.items()}
    repeats = {name: max(1, int(SHORT / seconds)) for name, seconds in expected.items()}
    begin = time.perf_counter()
    for done in range(ROUNDS):
        if done >= 3 and time.perf_counter() - begin > PATIENCE:
            break
        # In a random order: whoever follows one that frees as much memory is spared its faults.
        for name, call in random.Random(done).sample([*calls.items()], len(calls)):
            # What is far behind is measured thrice, so that the others have more rounds.
            if done < 3 or expected[name] < 20 * expected.get("ours", math.inf):
                times[name].append(_seconds(call, repeats[name]))
    return times


def rows_of(case: Case, times: dict[str, list[float]]) -> list[dict[str, str | float]]:
    """Return a row for each rival, with the ratio of its time to ours and its quartiles."""
    ours = min(times["ours"])
    rows: list[dict[str, str | float]] = []
    for name, theirs in times.items():
        if not theirs:
            rows.append(
                dict.fromkeys(COLUMNS, "") | {"kernel": case.kernel, "size": case.size, "by": name}
            )
            continue
        ratios = [b / a for a, b in zip(times["ours"], theirs, strict=False)]
        rows.append(
            {
                "kernel": case.kernel,
                "size": case.size,
                "by": name,
                "seconds": min(theirs),
                "ratio": min(theirs) / ours,
                "lower_quartile": float(np.quantile(ratios, 0.25)),
                "upper_quartile": float(np.quantile(ratios, 0.75)),
                "limit": case.limit,
                "times_limit": min(theirs) / min(times[case.limit]) if case.limit else math.nan,
            }
        )
    return rows


def processor() -> str:
    """Return the name of the processor, where Linux tells it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text("utf-8") if info.is_file() else ""
    return next((one.split(":")[1].strip() for one in text.splitlines() if "model name" in one), "")


def page(table: str) -> str:
    """Return a table in Markdown of what `main` has measured: a line for each kernel and size."""
    with open(table, newline="", encoding="utf-8") as stream:
        machine = stream.readline().removeprefix("# ").strip()
        rows = list(csv.DictReader(stream))
    lines = [
        f"Measured on {machine}, in seconds of the processor. A ratio is a rival's least time over "
        "our least time, with its quartiles over rounds in which all take turns: above 1 we are "
        "faster.",
        "",
        "| Kernel | Size | Ours, ms | Best rival | Ratio | Quartiles | Times the limit | Others |",
        "| --- | --- | ---: | --- | ---: | --- | --- | --- |",
    ]
    for kernel, size in dict.fromkeys((row["kernel"], row["size"]) for row in rows):
        own = [row for row in rows if (row["kernel"], row["size"]) == (kernel, size)]
        ours = next(row for row in own if row["by"] == "ours")
        rivals = [row for row in own if row["by"] not in ("ours", "copy", "one-pass read")]
        alike = [
            row
            for row in rivals
            if row["seconds"] and "ours" not in row["by"] and "another" not in row["by"]
        ]
        best = min(alike, key=lambda row: float(row["seconds"]))
        others = [
            f"{row['by']}: {float(row['ratio']):.2f}"
            if row["seconds"]
            else f"{row['by']}: not installed"
            for row in rivals
            if row is not best
        ]
        limit = f"{float(ours['times_limit']):.1f} of {ours['limit']}" if ours["limit"] else ""
        lines.append(
            f"| `{kernel}` | {size} | {1e3 * float(ours['seconds']):.4g} | {best['by']} "
            f"| {float(best['ratio']):.2f} | {float(best['lower_quartile']):.2f} to "
            f"{float(best['upper_quartile']):.2f} | {limit} | {'; '.join(others)} |"
        )
    return "\n".join(lines) + "\n"


def draw(rows: list[dict[str, str | float]], path: str) -> None:
    """Draw the times of the kernels on the cube against n, and of the limits."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), sharey=True, layout="constrained")
    for panel, kernel in zip(axes, ("walsh_transform", "average_sensitivity"), strict=True):
        own = [r for r in rows if r["kernel"] == kernel and "," not in str(r["size"])]
        for name in dict.fromkeys(r["by"] for r in own):
            at = [r for r in own if r["by"] == name]
            style = "--" if name in ("copy", "one-pass read") else "-"
            panel.semilogy(
                [int(str(r["size"])[2:]) for r in at], [r["seconds"] for r in at], style, label=name
            )
        panel.set(title=kernel, xlabel="n")
        panel.legend(frameon=False)
    axes[0].set_ylabel("seconds")
    figure.savefig(path)


def main(table: str = "results/benchmark.csv", figure: str = "results/benchmark.svg") -> None:
    """Print a line for each kernel, size and rival; write the table, its page and the figure."""
    warnings.simplefilter("ignore")  # a rival that does not converge is part of it
    machine = f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    print(machine)
    print("ratio: that time over ours, with the quartiles over rounds; its time over the limit's")
    rows: list[dict[str, str | float]] = []
    for case in (c for cases in (*map(_cube_cases, DIMENSIONS), _other_cases()) for c in cases):
        for row in rows_of(case, measured(case)):
            rows.append(row)
            print(f"{row['kernel']:21s} {row['size']:18s} {row['by']:26s}", end=" ")
            if row["seconds"] == "":
                print("not installed")
                continue
            spread = f"{row['lower_quartile']:.2f}–{row['upper_quartile']:.2f}"
            limit = f"{row['times_limit']:6.1f} × {row['limit']}" if row["limit"] else ""
            print(f"{row['seconds']:9.6f} {row['ratio']:7.2f} {spread:>15s} {limit}", flush=True)
    Path(table).parent.mkdir(exist_ok=True)
    with open(table, "w", newline="", encoding="utf-8") as stream:
        stream.write(f"# {machine}\n")
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    Path(table).with_suffix(".md").write_text(page(table), encoding="utf-8")
    draw([row for row in rows if row["seconds"] != ""], figure)


if __name__ == "__main__":
    main(*sys.argv[1:])
