"""Run a notebook: the recorder of a check, for one instance after another.

It gathers the table, too; each row is an instance with its measurements.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from balls import Ball, Side
from paperclaims.checks.comparison import Measurement, Record, compare, compare_rate

#: Functions that receive each record as it is made.
_LISTENERS: list[Callable[[Record], None]] = []


class Recorder:
    """Make the records of a claim on an instance, and keep them in order.

    The instance has JSON scalars. Different instances have different names, and one instance has
    one: only the entry `quantity`, which names the number that is compared, is not part of its
    name. `records` and `rows` are all records and rows of the table so far, also from recorders
    that a call and `of` made.

    Examples
    --------
    >>> from paperclaims.checks.recorder import Recorder
    >>> at = Recorder("lemma-9", {"n": 3})
    >>> at.compare("sharp", 3, "<=", 4)
    >>> at(k=2).compare("sharp", 5, "<=", 4)
    >>> [(dict(r.instance), r.holds) for r in at.records]
    [({'n': 3}, True), ({'n': 3, 'k': 2}, False)]
    >>> at(k=2).row(sensitivity=5)
    >>> at.measurement().table.to_dict("records")
    [{'n': 3, 'k': 2, 'sensitivity': 5}]
    """

    def __init__(self, claim: str, instance: Mapping[str, Any]) -> None:
        self.claim = claim
        self.instance = dict(instance)
        self.records: list[Record] = []
        self.rows: list[dict[str, Any]] = []

    def __call__(self, **more: Any) -> Recorder:
        """Return a recorder for the instance with `more`, whose records join these."""
        return self._joined(self.claim, {**self.instance, **more})

    def __getitem__(self, name: str) -> Any:
        """Return an entry of the instance."""
        return self.instance[name]

    def of(self, claim: str) -> Recorder:
        """Return a recorder of another claim on the same instance, whose records join these."""
        return self._joined(claim, self.instance)

    def _joined(self, claim: str, instance: Mapping[str, Any]) -> Recorder:
        other = Recorder(claim, instance)
        other.records, other.rows = self.records, self.rows
        return other

    def row(self, **measured: Any) -> None:
        """Add a row to the table: the instance's entries, and over them measurements as floats."""
        floats = {k: float(v) for k, v in measured.items() if isinstance(v, Fraction | Ball)}
        self.rows.append({**self.instance, **measured, **floats})

    def measurement(self) -> Measurement:
        """Return all records and the table of all rows."""
        import pandas as pd  # here, since to judge records needs no tables

        return Measurement(self.records, pd.DataFrame(self.rows))

    def keep(self, records: Iterable[Record]) -> None:
        """Add some of the records of another recorder, such as the worst of many."""
        self.records += records

    def _add(self, record: Record) -> None:
        self.records.append(record)
        for listener in _LISTENERS:
            listener(record)

    def compare(self, statement: str, left: Side, relation: str, right: Side) -> None:
        """Compare two integers, fractions or balls, or intervals made by `balls.between`."""
        self._add(compare(self.claim, statement, self.instance, left, relation, right))

    def rate(
        self,
        statement: str,
        successes: int,
        trials: int,
        relation: str,
        rate: float,
        *,
        level: float,
    ) -> None:
        """Compare a success probability with `rate`, from independent trials."""
        where = (self.claim, statement, self.instance)
        self._add(compare_rate(*where, successes, trials, relation, rate, level=level))


@contextmanager
def progress() -> Iterator[None]:
    """Report to stderr, a job's log, the number of records, at the first and every five seconds."""
    began = time.monotonic()
    last = began - 5  # so that the first record is told at once
    count = 0

    def listener(record: Record) -> None:
        nonlocal last, count
        count += 1
        now = time.monotonic()
        if now - last >= 5:
            last = now
            where = ", ".join(f"{key}={value}" for key, value in record.instance.items())
            line = f"{now - began:.0f} s: {count} records, the last of {record.claim} at {where}"
            print(line, file=sys.stderr, flush=True)

    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)
