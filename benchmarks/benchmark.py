"""Every kernel beside what a user would take in its place, and beside the machine's own limits.

Run as `make benchmark`, or `python benchmarks/benchmark.py FILE.csv FIGURE.svg`: about five
minutes on one thread. In each round the rivals take turns; a ratio is that of the least times,
and its spread is that of the ratios of single rounds. Nothing is asserted about time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import csv
import importlib.util
import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import kernels
import low_degree
import matplotlib.pyplot as plt
import numpy as np
import parity
import rademacher
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from sparse_activations.shared.targets import planted
from sparseact.cube import walsh_transform
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor, solve_parity
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.reproducible import product
from sparseact.spectrum import average_sensitivity, degree_weights, degree_weights_exact

DIMENSIONS = (12, 14, 16, 18, 20, 22, 24)
ROUNDS = 5
LONG = 2.0  # seconds; what takes longer runs once

Call = Callable[[], object]


class Case(NamedTuple):
    """A kernel at one size: what computes it, ours first, and what bounds it from below."""

    kernel: str
    size: str
    calls: dict[str, Call]
    limit: str = ""


def _cube_cases(n: int) -> Iterator[Case]:
    rng = np.random.default_rng(n)
    values = rng.integers(-100, 100, 2**n) / 4
    warm, size = values.copy(), f"n={n}"
    limits: dict[str, Call] = {
        "copy": lambda: np.copyto(warm, values),
        "one-pass read": values.max,
    }
    transforms = {
        "ours": lambda: walsh_transform(values),
        "ours, two threads": lambda: walsh_transform(values, threads=2),
        "NumPy butterfly": lambda: kernels.butterfly(values),
        **_optional(values),
        **limits,
    }
    yield Case("walsh_transform", size, transforms, "copy")
    yield Case(
        "average_sensitivity",
        size,
        {
            "ours": lambda: average_sensitivity(values),
            "ours, two threads": lambda: average_sensitivity(values, threads=2),
            "NumPy differences": lambda: kernels.differences(values),
            **limits,
        },
        "one-pass read",
    )
    for ours in (degree_weights, degree_weights_exact):
        calls: dict[str, Call] = {
            "ours": lambda ours=ours: ours(values),  # type: ignore[misc]
            "NumPy butterfly, bincount": lambda: kernels.weights_by_bincount(values),
        }
        yield Case(ours.__name__, size, calls | limits, "copy")


def _optional(values: np.ndarray) -> dict[str, Call]:
    """Return the transforms of packages that may be installed."""
    found: dict[str, Call] = {}
    with_package = {
        "pyfwht": lambda package: package.compute(values),
        "boofun": lambda package: package.create(values > 0).fourier(),
    }
    for name, call in with_package.items():
        try:
            package = importlib.import_module(name)
        except ImportError:
            continue
        found[name] = lambda call=call, package=package: call(package)  # type: ignore[misc]
    return found


def _other_cases() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    for n, s in ((16, 64), (20, 64), (20, 256)):
        network = SparseReLUNetwork(
            rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4, rng.choice([-1, 1], s)
        )
        for ours, theirs in (
            (network.values, kernels.values_by_blas),
            (network.active_counts, kernels.counts_by_blas),
        ):
            yield Case(
                f"network.{ours.__name__}",
                f"n={n} s={s}",
                {"ours": ours, "blocked BLAS": lambda f=theirs, h=network: f(h)},  # type: ignore[misc]
            )
    for n, d, m in low_degree.SIZES:
        x, y = low_degree._data(n, m)
        features = PolynomialFeatures(d, interaction_only=True)
        theirs = make_pipeline(features, Ridge(1e-8, fit_intercept=False))
        yield Case(
            "LowDegreeRegressor",
            f"n={n} d={d} m={m}",
            {
                "ours": lambda d=d, x=x, y=y: LowDegreeRegressor(d).fit(x, y),  # type: ignore[misc]
                "scikit-learn Ridge": lambda r=theirs, x=x, y=y: r.fit(x.astype(np.float64), y),  # type: ignore[misc]
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
            "NumPy elimination": lambda: parity.plain_elimination(y, labels),
        },
    )
    a, b = rng.random((4096, 33)), rng.random((33, 64))
    yield Case(
        "reproducible.product", "4096×33×64", {"ours": lambda: product(a, b), "BLAS": lambda: a @ b}
    )
    points, signs = rng.standard_normal((8, 3)), rng.choice([-1, 1], 8)
    yield Case(
        "rademacher.supremum",
        "m=8 n=3 s=2 k=1",
        {
            "ours": lambda: supremum(points, signs, s=2, k=1, W=1, B=0.3),
            "SCIP": lambda: rademacher.scip(points, signs, 2, 1, 0.3),
        },
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


def _seconds(call: Call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measured(case: Case) -> dict[str, list[float]]:
    """Return the seconds of each round by who took them; what is long has one round."""
    times: dict[str, list[float]] = {name: [] for name in case.calls}
    case.calls["ours"]()  # compiles
    for number in range(ROUNDS):
        for name, call in case.calls.items():
            if number == 0 or times[name][0] < LONG:
                times[name].append(_seconds(call))
    return times


def rows_of(case: Case, times: dict[str, list[float]]) -> list[dict[str, str | float]]:
    """Return a row for each rival, with the ratio of its time to ours and that ratio's range."""
    ours = min(times["ours"])
    rows: list[dict[str, str | float]] = []
    for name, theirs in times.items():
        ratios = [b / a for a, b in zip(times["ours"], theirs, strict=False)]
        rows.append(
            {
                "kernel": case.kernel,
                "size": case.size,
                "by": name,
                "seconds": min(theirs),
                "ratio": min(theirs) / ours,
                "least_ratio": min(ratios),
                "largest_ratio": max(ratios),
                "limit": case.limit,
                "times_limit": min(theirs) / min(times[case.limit]) if case.limit else math.nan,
            }
        )
    return rows


def flops() -> float:
    """Return the floating-point operations a second of BLAS on one thread."""
    a = np.random.default_rng(0).random((1024, 1024))
    return 2 * 1024**3 / min(_seconds(lambda: a @ a) for _ in range(ROUNDS))


def slopes(rows: list[dict[str, str | float]]) -> list[str]:
    """Say by what each kernel's time grows from n − 2 to n, and by what n·2^n does."""
    lines = []
    for kernel in ("walsh_transform", "average_sensitivity", "degree_weights_exact"):
        seconds = [r["seconds"] for r in rows if r["kernel"] == kernel and r["by"] == "ours"]
        for low, high, before, after in zip(
            DIMENSIONS, DIMENSIONS[1:], seconds, seconds[1:], strict=False
        ):
            predicted = high * 2**high / (low * 2**low)
            grown = float(after) / float(before)
            lines.append(f"{kernel:22s} n={low} to {high}: {grown:5.2f}, predicted {predicted:.2f}")
    return lines


def draw(rows: list[dict[str, str | float]], path: str) -> None:
    """Draw the times of the kernels on the cube against n, and of the limits."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), sharey=True, layout="constrained")
    for panel, kernel in zip(axes, ("walsh_transform", "average_sensitivity"), strict=True):
        own = [r for r in rows if r["kernel"] == kernel]
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
    """Print a line for each kernel, size and rival, and write the table and the figure."""
    warnings.simplefilter("ignore")  # a rival that does not converge is part of it
    for name in ("pyfwht", "boofun"):
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed and is left out; pip install {name} adds it.")
    print(f"BLAS, one thread: {flops() / 1e9:.1f} thousand million operations a second")
    print("ratio: that time over ours, with the range of the rounds; its time over the limit's")
    print(
        f"{'kernel':21s} {'size':18s} {'by':26s} {'seconds':>9s} {'ratio':>7s} {'range':>15s} limit"
    )
    rows: list[dict[str, str | float]] = []
    for case in (c for cases in (*map(_cube_cases, DIMENSIONS), _other_cases()) for c in cases):
        for row in rows_of(case, measured(case)):
            rows.append(row)
            spread = f"{row['least_ratio']:.2f}–{row['largest_ratio']:.2f}"
            limit = f"{row['times_limit']:6.1f} × {row['limit']}" if row["limit"] else ""
            print(
                f"{row['kernel']:21s} {row['size']:18s} {row['by']:26s} {row['seconds']:9.5f} "
                f"{row['ratio']:7.2f} {spread:>15s} {limit}",
                flush=True,
            )
    Path(table).parent.mkdir(exist_ok=True)
    with open(table, "w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, figure)
    print("Growth of time from one n to the next, measured and as n·2^n:")
    print(*slopes(rows), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
