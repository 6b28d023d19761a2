"""Mutants: corrupted ingredients that a check must reject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import Any, NamedTuple

import pytest

from sparseact.claims import Record


class Mutant(NamedTuple):
    """A corruption, and the verdict that it must turn.

    `target` is the dotted name that is replaced (as the check sees it, such as
    "sparseact.checks.fourier.noise_sensitivity"); `replacement` takes what
    stood there and returns what stands there now; `run` makes the records.
    """

    claim: str
    statement: str
    why: str
    target: str
    replacement: Callable[[Any], Any]
    run: Callable[[], Sequence[Record]]


def outcome(mutant: Mutant) -> str:
    """Return how the mutant's statement comes out: holds, fails or undecided."""
    records = [
        r for r in mutant.run() if (r.claim, r.statement) == (mutant.claim, mutant.statement)
    ]
    assert records, f"no record of {mutant.claim} ({mutant.statement})"
    if any(record.holds is False for record in records):
        return "fails"
    return "undecided" if any(record.holds is None for record in records) else "holds"


def assert_turns(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that the check's outcome is another once the mutant is in place."""
    before = outcome(mutant)
    owner, _, name = mutant.target.rpartition(".")
    parent = resolve_name(owner)
    monkeypatch.setattr(parent, name, mutant.replacement(getattr(parent, name)))
    assert outcome(mutant) != before, f"{mutant.claim} ({mutant.statement}): {mutant.why}"
