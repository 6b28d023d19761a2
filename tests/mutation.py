"""Mutants: corrupted ingredients that a check must reject."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import Any, NamedTuple

import pytest

from sparseact.comparison import Record


class Mutant(NamedTuple):
    """A corruption, and the verdict that it must turn.

    `target` is the dotted name that is replaced (as the check sees it, such as
    "sparseact.checks.fourier.noise_sensitivity"; where the check is a package,
    in each of its files); `replacement` takes what stood there and returns what
    stands there now; `run` makes the records.
    """

    claim: str
    statement: str
    why: str
    target: str
    replacement: Callable[[Any], Any]
    run: Callable[[], Sequence[Record]]


@functools.cache
def _uncorrupted(run: Callable[[], Sequence[Record]]) -> Sequence[Record]:
    """Return the records without any mutant, which many mutants are held against."""
    return run()


def outcome(mutant: Mutant, records: Sequence[Record] | None = None) -> str:
    """Return how the mutant's statement comes out, in new records if none are given.

    Holds, fails, "no longer shown" where a rate's interval has come to hold the
    claimed value, and undecided where another comparison is left open.
    """
    records = mutant.run() if records is None else records
    records = [r for r in records if (r.claim, r.statement) == (mutant.claim, mutant.statement)]
    assert records, f"no record of {mutant.claim} ({mutant.statement})"
    if any(record.holds is False for record in records):
        return "fails"
    open_ones = {record.method for record in records if record.holds is None}
    if open_ones == {"statistical"}:
        return "no longer shown"
    return "undecided" if open_ones else "holds"


def _files(owner: Any) -> list[Any]:
    """Return the modules of a check that is a package; all else is itself alone."""
    if not getattr(owner, "__name__", "").startswith("sparseact.checks."):
        return [owner]
    found = iter_modules(getattr(owner, "__path__", []), f"{owner.__name__}.")
    return [import_module(file.name) for file in found] or [owner]


def assert_turns(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that the check's outcome is another, and a clear one, with the mutant in place."""
    before = outcome(mutant, _uncorrupted(mutant.run))
    owner, _, name = mutant.target.rpartition(".")
    places = [place for place in _files(resolve_name(owner)) if hasattr(place, name)]
    replacement = mutant.replacement(getattr(places[0], name))
    for place in places:
        monkeypatch.setattr(place, name, replacement)
    after = outcome(mutant)
    assert after not in (before, "undecided"), f"{mutant.claim} ({mutant.statement}): {mutant.why}"
