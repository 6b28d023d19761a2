"""Time every kernel, the packages that a user could use instead, and the machine's limits.

Run as `make benchmark`: about fifteen minutes, on one thread. Times are seconds of the processor.
In each round all of them run once, in a random order. A ratio divides the smallest times; its
quartiles divide the times of single rounds, some of which other work on the machine disturbs.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import math
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import peers
from peers import Call, direct
from sklearn.neural_network import MLPRegressor

from awasthi2024.shared.targets import planted
from sparseact.cube import transform_in_place, walsh_transform
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.spectrum import average_sensitivity, degree_weights, degree_weights_exact

DIMENSIONS = (10, 12, 14, 16, 18, 20, 22, 24, 26)
LARGEST_SLOW = 24  # dimension for what takes long in NumPy
REGRESSIONS = ((16, 3, 20_000), (20, 2, 50_000), (28, 2, 20_000), (28, 3, 12_000))  # n, d, m
FEW = ((60, 3, 300), (60, 3, 1000), (60, 3, 2000), (40, 4, 500))  # fewer samples than monomials
ACTIVE = ((24, 32), (40, 16), (40, 24), (48, 20), (64, 16))  # n, s
SUPREMA = (8, 16, 18, 20, 24)  # points
BOOLEAN = (10, 12, 14)  # dimensions for what takes longer still
ROUNDS = 200
PATIENCE = 1.0  # seconds for the rounds of a case, of which there are three at least
LONG = 2.0  # seconds; what takes longer runs once
SHORT = 2e-4  # seconds; what takes less is called several times in a round

LIMITS = ("copy", "one-pass read")
COLUMNS = (
    *("kernel", "size", "by", "seconds", "ratio", "lower_quartile", "upper_quartile"),
    *("limit", "times_limit"),
)

Makers = Mapping[str, Callable[..., Call]]


class Case(NamedTuple):
    """A kernel at one size: the calls that compute it, sparseact's first, and its lower bound."""

    kernel: str
    size: str
    calls: Mapping[str, Call | None]  # None: not installed
    limit: str = ""


def compared(kernel: str, size: str, ours: Call, rivals: Makers, *arguments: object) -> Case:
    """Return a kernel with its rivals, each of which is made from the arguments."""
    calls = {name: made(make, *arguments) for name, make in rivals.items()}
    return Case(kernel, size, {"ours": ours} | calls)


def made(make: Callable[..., Call], *arguments: object) -> Call | None:
    """Return the call of a package, or None if the package is not installed."""
    try:
        return make(*arguments)
    except ImportError:
        return None


def interactions(values: np.ndarray) -> np.ndarray:
    """Return the Banzhaf interactions (−2)^|T|·f̂(T), |T| ≤ 2, of a game given by its table."""
    degrees = np.bitwise_count(np.arange(values.size))
    small = degrees <= 2
    return (-2.0) ** degrees[small] * walsh_transform(values)[small]


#: The kernels of a function's values, with what bounds each, and their rivals.
CUBE: tuple[tuple[Callable[[np.ndarray], object], str, Makers], ...] = (
    (walsh_transform, "copy", {
        "fht-cpu": peers.fht_cpu, "pyfwht": peers.pyfwht,
        "NumPy butterfly": direct(peers.butterfly)}),
    (transform_in_place, "copy", {"fht-cpu": partial(peers.fht_cpu, inplace=True)}),
    (average_sensitivity, "one-pass read", {
        "NumPy differences": direct(peers.differences), "JAX, compiled": peers.jax_differences}),
    (degree_weights, "copy", {"NumPy butterfly, bincount": direct(peers.weights_by_bincount)}),
    (degree_weights_exact, "copy", {
        "NumPy butterfly, bincount": direct(peers.weights_by_bincount)}),
)  # fmt: skip
#: What packages compute of a function of values ±1.
OF_SIGNS: tuple[tuple[str, Callable[[np.ndarray], object], Makers], ...] = (
    ("walsh_transform", walsh_transform, {"boofun": partial(peers.boofun, "fourier")}),
    ("average_sensitivity", average_sensitivity, {
        "boofun": partial(peers.boofun, "total_influence")}),
    ("degree_weights_exact", degree_weights_exact, {"python-flint": peers.flint}),
    ("interactions of up to two", interactions, {"shapiq": peers.shapiq}),
)  # fmt: skip


def _cube_cases(n: int) -> Iterator[Case]:
    rng = np.random.default_rng(n)
    values = rng.integers(-100, 100, 2**n) / 4
    warm, zeros = values.copy(), np.zeros_like(values)
    zeros += 0.0
    limits = dict(zip(LIMITS, (partial(np.copyto, warm, values), values.max), strict=True))
    for ours, limit, rivals in CUBE:
        if n > LARGEST_SLOW:
            rivals = {name: make for name, make in rivals.items() if "NumPy" not in name}
            if "transform" not in ours.__name__:
                continue
        given = zeros if ours is transform_in_place else values  # 0 stays 0, and takes as long
        one = compared(ours.__name__, f"n={n}", partial(ours, given), rivals, given)
        yield one._replace(calls={**one.calls, **limits}, limit=limit)
    if n in BOOLEAN:
        signs = 1 - 2 * rng.integers(0, 2, 2**n)
        for kernel, ours, rivals in OF_SIGNS:
            yield compared(kernel, f"n={n}, values ±1", partial(ours, signs), rivals, signs)


def _network_cases(rng: np.random.Generator) -> Iterator[Case]:
    compiled = {"torch.compile": peers.torch_compile, "JAX, compiled": peers.jax_jit}
    for n, s in ((16, 64), (20, 64), (20, 256)):
        network = SparseReLUNetwork(
            rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4, rng.choice([-1, 1], s)
        )
        size = f"n={n} s={s}"
        values = {"blocked BLAS": direct(peers.values_by_blas), **compiled}
        yield compared("network.values", size, network.values, values, network)
        counts = {"blocked BLAS": direct(peers.counts_by_blas)}
        yield compared("network.active_counts", size, network.active_counts, counts, network)
    named = {"HiGHS": peers.highs, "SCIP": peers.scip, "Gurobi": peers.gurobi}
    solvers = {name: partial(peers.most_active, new) for name, new in named.items()}
    for n, s in ACTIVE:
        network = SparseReLUNetwork(
            rng.integers(-9, 10, (s, n)), rng.integers(0, 40, s), np.ones(s)
        )
        size = f"n={n} s={s}, {peers.SOLVER_SECONDS:g} s at most"
        ours = partial(network.max_active, time_limit=peers.SOLVER_SECONDS)
        yield compared("network.max_active", size, ours, solvers, network)


def _learning_cases(rng: np.random.Generator) -> Iterator[Case]:
    trees, sums = "lightgbm:LGBMRegressor", "interpret.glassbox:ExplainableBoostingRegressor"
    for n, d, m in REGRESSIONS:
        x, y = _sample(n, m)
        models = {
            "Ridge": partial(peers.ridge, d, "auto"),
            "Ridge, lsqr": partial(peers.ridge, d, "lsqr"),
            "LightGBM, another model": partial(peers.boosted, trees, verbose=-1),
            "interpret, another model": partial(peers.boosted, sums, outer_bags=1),
        }
        ours = partial(LowDegreeRegressor(d).fit, x, y)
        yield compared("LowDegreeRegressor", f"n={n} d={d} m={m}", ours, models, x, y)
    fits = {"SciPy, dual": peers.ridge_by_scipy, "KernelRidge, dual": peers.ridge_by_scikit_learn}
    duals = {name: partial(peers.dual, fit) for name, fit in fits.items()}
    for n, d, m in FEW:
        x, y = _sample(n, m)
        for alphas in ([1.0], np.logspace(-2, 2, 10).tolist()) if m == 1000 else ([1.0],):
            size = f"n={n} d={d} m={m}, {len(alphas)} alpha{'s' * (len(alphas) > 1)}"
            ours = partial(_ridges, d, x, y, alphas)
            yield compared("LowDegreeRegressor", size, ours, duals, x, y, d, alphas)


def _other_cases(rng: np.random.Generator) -> Iterator[Case]:
    for m in SUPREMA:
        points, signs = rng.standard_normal((m, 3)), rng.choice([-1, 1], m)
        ours = partial(supremum, points, signs, s=2, k=1, W=1, B=0.3)
        ends = ours()
        gap = ends.upper / ends.lower - 1
        solvers = {"Gurobi": partial(peers.supremum, peers.gurobi)}
        if m == SUPREMA[0]:
            solvers["SCIP"] = partial(peers.supremum, peers.scip)
        apart = f", ends {gap:.0%} apart" if gap > 1e-4 else ""
        size = f"m={m} n=3 s=2 k=1{apart}"
        yield compared("rademacher.supremum", size, ours, solvers, points, signs, 2, 1, 0.3)
    network, _ = planted("tree", 16, 8, rng)
    inputs = rng.choice([-1.0, 1.0], size=(20 * 8 * 17, 16))
    outputs = network(inputs)
    trained = MLPRegressor(hidden_layer_sizes=(8,), max_iter=500, random_state=0)
    ours = partial(SparseReLURegressor(8, random_state=0).fit, inputs, outputs)
    models = {"MLPRegressor": direct(trained.fit)}
    yield compared("SparseReLURegressor", "n=16 s=8", ours, models, inputs, outputs)


def cases() -> Iterator[Case]:
    """Yield every kernel at every size."""
    for n in DIMENSIONS:
        yield from _cube_cases(n)
    rng = np.random.default_rng(0)
    for of_kind in (_network_cases, _learning_cases, _other_cases):
        yield from of_kind(rng)


def _ridges(d: int, x: np.ndarray, y: np.ndarray, alphas: list[float]) -> list[object]:
    return [LowDegreeRegressor(d, alpha=alpha).fit(x, y) for alpha in alphas]


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
    """Return the seconds of each round for each call; a long call has one round."""
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


def rows_of(case: Case, times: dict[str, list[float]]) -> list[dict[str, object]]:
    """Return a row for each rival, with its time over sparseact's time, and quartiles."""
    rows = []
    for name, theirs in times.items():
        row: dict[str, object] = {"kernel": case.kernel, "size": case.size, "by": name}
        if theirs:
            ratios = [b / a for a, b in zip(times["ours"], theirs, strict=False)]
            lower, upper = np.quantile(ratios, [0.25, 0.75])
            row |= {"seconds": min(theirs), "ratio": min(theirs) / min(times["ours"])}
            row |= {"lower_quartile": lower, "upper_quartile": upper}
            if case.limit:
                row |= {"limit": case.limit, "times_limit": min(theirs) / min(times[case.limit])}
        rows.append(row)
    return rows


def processor() -> str:
    """Return the name of the processor, if Linux reports it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text("utf-8") if info.is_file() else ""
    return next((one.split(":")[1].strip() for one in text.splitlines() if "model name" in one), "")


def page(table: str) -> str:
    """Return the measurements as a table in Markdown, with a line for each kernel and size."""
    with open(table, encoding="utf-8") as stream:
        machine = stream.readline().removeprefix("# ").strip()
        rows = pd.read_csv(stream)
    lines = [
        f"Measured on {machine}. Times are seconds of the processor. A ratio is the smallest time "
        "of an alternative divided by sparseact's smallest time; the quartiles are over rounds in "
        "which all of them run. Above 1 sparseact is faster.",
        "",
        "| Kernel | Size | sparseact, ms | Best alternative | Ratio | Quartiles | Times the limit "
        "| Others |",
        "| --- | --- | ---: | --- | ---: | --- | --- | --- |",
    ]
    for (kernel, size), own in rows.groupby(["kernel", "size"], sort=False):
        ours = own[own["by"] == "ours"].iloc[0]
        rivals = own[~own["by"].isin(["ours", *LIMITS])]
        alike = rivals[~rivals["by"].str.contains("another")]
        best = alike.loc[alike["seconds"].fillna(math.inf).idxmin()]
        others = [
            f"{row.by}: {'not installed' if math.isnan(row.seconds) else f'{row.ratio:.2f}'}"
            for row in rivals.drop(best.name).itertuples()
        ]
        quartiles = f"{best.lower_quartile:.2f} to {best.upper_quartile:.2f}"
        shown = f"{best.by} | {best.ratio:.2f} | {quartiles}"
        if math.isnan(best.seconds):
            shown = f"{best.by}: not installed |  | "
        limit = "" if pd.isna(ours.limit) else f"{ours.times_limit:.1f} of {ours.limit}"
        lines.append(
            f"| `{kernel}` | {size} | {1e3 * ours.seconds:.4g} | {shown} | {limit} "
            f"| {'; '.join(others)} |"
        )
    return "\n".join(lines) + "\n"


def main(table: str) -> None:
    """Print a line for each kernel, size and rival; write the table and its page."""
    warnings.simplefilter("ignore")  # a rival that does not converge is part of it
    machine = f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    print(machine, *COLUMNS, sep=", ")
    rows: list[dict[str, object]] = []
    for one in cases():
        for row in rows_of(one, measured(one)):
            rows.append(row)
            print(*(f"{v:.4g}" if isinstance(v, float) else v for v in row.values()), flush=True)
    with open(table, "w", newline="", encoding="utf-8") as stream:
        stream.write(f"# {machine}\n")
        pd.DataFrame(rows, columns=COLUMNS).to_csv(stream, index=False)
    Path(table).with_suffix(".md").write_text(page(table), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
