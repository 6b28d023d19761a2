"""Time what a user chooses between: the library and the packages that do the same.

Run as `make benchmark`: about eight minutes, on one thread. Times are seconds of the processor.
In each round all of them run once, in a random order. A ratio divides the smallest times.
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

from awasthi2024.constructions import decision_tree
from sparseact.cube import walsh_transform
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.spectrum import average_sensitivity

DIMENSIONS = (10, 16, 20, 24)
REGRESSIONS = ((16, 3, 20_000), (28, 2, 20_000))  # n, d, m
FEW = ((60, 3, 300), (40, 4, 500), (60, 3, 1000))  # fewer samples than monomials
ACTIVE = ((24, 32), (40, 16), (40, 24), (64, 16))  # n, s
SUPREMA = (16, 18, 20, 24)  # points
ROUNDS = 200
PATIENCE = 1.0  # seconds for the rounds of a case, of which there are three at least
LONG = 2.0  # seconds; what takes longer runs once
SHORT = 2e-4  # seconds; what takes less is called several times in a round

COLUMNS = ("kernel", "size", "by", "seconds", "ratio")


class Case(NamedTuple):
    """A kernel at one size: the calls that compute it, sparseact's first; None: not installed."""

    kernel: str
    size: str
    calls: Mapping[str, Call | None]


def compared(
    kernel: str, size: str, ours: Call, rivals: Mapping[str, Callable[..., Call]], *given: object
) -> Case:
    """Return a kernel with its rivals, each of which is made from what is given."""
    calls = {name: made(make, *given) for name, make in rivals.items()}
    return Case(kernel, size, {"ours": ours} | calls)


def made(make: Callable[..., Call], *given: object) -> Call | None:
    """Return the call of a package, or None if the package is not installed."""
    try:
        return make(*given)
    except ImportError:
        return None


def _cube_cases(n: int) -> Iterator[Case]:
    values = np.random.default_rng(n).integers(-100, 100, 2**n) / 4
    transforms = {"fht-cpu": peers.fht_cpu, "pyfwht": peers.pyfwht,
                  "NumPy butterfly": direct(peers.butterfly)}  # fmt: skip
    differences = {"NumPy differences": direct(peers.differences)}
    ours = partial(walsh_transform, values)
    yield compared("walsh_transform", f"n={n}", ours, transforms, values)
    ours = partial(average_sensitivity, values)
    yield compared("average_sensitivity", f"n={n}", ours, differences, values)


def _network_cases(rng: np.random.Generator) -> Iterator[Case]:
    for n, s in ((16, 64), (20, 256)):
        network = SparseReLUNetwork(
            rng.integers(-8, 9, (s, n)) / 8, rng.integers(0, 24, s) / 4, rng.choice([-1, 1], s)
        )
        values = {"blocked BLAS": direct(peers.values_by_blas)}
        yield compared("network.values", f"n={n} s={s}", network.values, values, network)
    for n, s in ACTIVE:
        network = SparseReLUNetwork(
            rng.integers(-9, 10, (s, n)), rng.integers(0, 40, s), np.ones(s)
        )
        size = f"n={n} s={s}, {peers.SOLVER_SECONDS:g} s at most"
        ours = partial(network.max_active, time_limit=peers.SOLVER_SECONDS)
        yield compared("network.max_active", size, ours, {"HiGHS": peers.milp}, network)


def _learning_cases() -> Iterator[Case]:
    for n, d, m in REGRESSIONS:
        x, y = _sample(n, m)
        models = {
            "Ridge": partial(peers.ridge, d, "auto"),
            "Ridge, lsqr": partial(peers.ridge, d, "lsqr"),
        }
        ours = partial(LowDegreeRegressor(d).fit, x, y)
        yield compared("LowDegreeRegressor", f"n={n} d={d} m={m}", ours, models, x, y)
    for n, d, m in FEW:
        x, y = _sample(n, m)
        ours = partial(LowDegreeRegressor(d, alpha=1.0).fit, x, y)
        size = f"n={n} d={d} m={m}, alpha=1"
        yield compared("LowDegreeRegressor", size, ours, {"SciPy, dual": peers.dual}, x, y, d)


def _other_cases(rng: np.random.Generator) -> Iterator[Case]:
    for m in SUPREMA:
        points, signs = rng.standard_normal((m, 3)), rng.choice([-1, 1], m)
        ours = partial(supremum, points, signs, s=2, k=1, W=1, B=0.3)
        ends = ours()
        gap = ends.upper / ends.lower - 1
        solvers = {"Gurobi": peers.gurobi}
        apart = f", ends {gap:.0%} apart" if gap > 1e-4 else ""
        size = f"m={m} n=3 s=2 k=1{apart}"
        yield compared("rademacher.supremum", size, ours, solvers, points, signs, 2, 1, 0.3)
    network = decision_tree(3, 16, rng)
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
    yield from _network_cases(rng)
    yield from _learning_cases()
    yield from _other_cases(rng)


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
    """Return a row for each rival, with its time over sparseact's time."""
    rows = []
    for name, theirs in times.items():
        row: dict[str, object] = {"kernel": case.kernel, "size": case.size, "by": name}
        if theirs:
            row |= {"seconds": min(theirs), "ratio": min(theirs) / min(times["ours"])}
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
        f"Measured on {machine}. Times are milliseconds of the processor. A ratio is the smallest "
        "time of an alternative divided by sparseact's. Above 1 sparseact is faster.",
        "",
        "| Kernel | Size | sparseact, ms | Alternatives: ratio |",
        "| --- | --- | ---: | --- |",
    ]
    for (kernel, size), own in rows.groupby(["kernel", "size"], sort=False):
        ours = own[own["by"] == "ours"].iloc[0]
        rivals = own[own["by"] != "ours"].sort_values("seconds")
        others = [
            f"{row.by}: {'not installed' if math.isnan(row.seconds) else f'{row.ratio:.2f}'}"
            for row in rivals.itertuples()
        ]
        lines.append(f"| `{kernel}` | {size} | {1e3 * ours.seconds:.4g} | {'; '.join(others)} |")
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
