"""What a run cost, from what each script writes beside its log."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """What the jobs of one rule took: wall seconds, their share of all, peak MB."""

    rule: str
    jobs: int
    seconds: float
    share: float
    memory: float


def read_costs(logs: Path | str) -> list[Cost]:
    """Return what each rule's jobs took when they last ran, the costliest first.

    `logs` is the folder of the logs, with a folder or a file per rule.
    """
    logs = Path(logs)
    jobs: dict[str, list[tuple[float, float]]] = {}
    for path in sorted(logs.rglob("*.csv")):
        rule = path.relative_to(logs).parts[0].removesuffix(".csv")
        with open(path, encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                cost = (float(row["seconds"]), float(row["megabytes"]))
                jobs.setdefault(rule, []).append(cost)
    total = math.fsum(seconds for rows in jobs.values() for seconds, _ in rows) or 1.0
    costs = []
    for rule, rows in jobs.items():
        seconds = math.fsum(s for s, _ in rows)
        costs.append(Cost(rule, len(rows), seconds, seconds / total, max(m for _, m in rows)))
    return sorted(costs, key=lambda cost: (-cost.seconds, cost.rule))
