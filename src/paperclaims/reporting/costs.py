"""Plan a run and assemble the site: the time and memory of a run, by Snakemake's benchmarks."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """The time and memory of one rule's jobs: wall seconds, their fraction of all, peak MB."""

    rule: str
    jobs: int
    seconds: float
    fraction: float
    memory: float


def read_costs(benchmarks: Path | str) -> list[Cost]:
    """Return the costs of each rule's jobs when they last ran, the costliest first.

    `benchmarks` is the folder of the benchmarks, with a folder or a file per rule.
    """
    jobs: dict[str, list[tuple[float, float]]] = {}
    for path in sorted(Path(benchmarks).rglob("*.tsv")):
        rule = path.relative_to(benchmarks).parts[0].removesuffix(".tsv")
        for row in _rows(path):
            # Only Linux counts a page that processes have in common once.
            memory = _number(row["max_pss"]) or _number(row["max_rss"])
            jobs.setdefault(rule, []).append((float(row["s"]), memory))
    total = math.fsum(seconds for rows in jobs.values() for seconds, _ in rows) or 1.0
    costs = []
    for rule, rows in jobs.items():
        seconds = math.fsum(s for s, _ in rows)
        costs.append(Cost(rule, len(rows), seconds, seconds / total, max(m for _, m in rows)))
    return sorted(costs, key=lambda cost: (-cost.seconds, cost.rule))


def read_seconds(path: Path | str) -> dict[str, float]:
    """Return the seconds of each topic and rule in the committed run, if there is one."""
    rows = _rows(Path(path), ",") if Path(path).is_file() else []
    return {row["part"]: float(row["seconds"]) for row in rows}


def write_seconds(benchmarks: Path | str, path: Path | str) -> None:
    """Write the seconds of the topics and rules of a finished run.

    They are the times that passed: cpu_time is sampled, after 15 and then after 45 seconds.
    """
    folder = Path(benchmarks)
    files = (*sorted(folder.glob("notebook/*.tsv")), *sorted(folder.glob("*.tsv")))
    seconds = {file.stem: max(float(row["s"]) for row in _rows(file)) for file in files}
    lines = ["part,seconds", *(f"{part},{time:.0f}" for part, time in seconds.items())]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _rows(path: Path, delimiter: str = "\t") -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def _number(text: str) -> float:
    """Return a cell of a benchmark; 0 for a job too short to be measured."""
    return 0.0 if text in ("-", "NA") else float(text)
