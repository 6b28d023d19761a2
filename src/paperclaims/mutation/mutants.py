"""Mutants: their definition, their place in the code, and the verdicts that they change."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import Any, NamedTuple
from unittest.mock import patch

from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import Check

#: Makes the records of a check; a run that draws takes a seed.
Run = Callable[..., Sequence[Record]]


def run_of(name: str, check: Check[...], **parameters: Any) -> Run:
    """Return a run of a check with these parameters, by the name that the table has for it."""

    def run(seed: int = 0) -> Sequence[Record]:
        seeds = {"seed": seed} if "seed" in check.parameters else {}
        return check(**{**seeds, **parameters}).records

    run.__name__ = name
    return run


class Mutant(NamedTuple):
    """A corruption, in a few words, and the statement whose verdict it must change.

    `target` is the dotted name that is replaced, as the check sees it, such as
    "awasthi2024.fourier.checks.noise_sensitivity"; where the check is a package, in each of its
    files. `replacement` takes the object of this name and returns the object in its place. `run`
    makes the records.
    """

    claim: str
    statement: str
    why: str
    target: str
    replacement: Callable[[Any], Any]
    run: Run


def mutants_of(
    claim: str, run: Run, rows: Iterable[tuple[str, str, str, Callable[[Any], Any]]]
) -> list[Mutant]:
    """Return mutants of one claim on one run; a row has statement, why, target, replacement."""
    return [Mutant(claim, *row, run) for row in rows]


def multiplied(factor: float | Fraction, field: str = "") -> Callable[[Any], Any]:
    """Return a replacement that multiplies a number, or the value of a function or a property.

    With `field`, only that field of a named tuple, or that place of a tuple, is
    multiplied. A decimal factor is read as an exact fraction, so that exact
    numbers stay exact.
    """
    exact = Fraction(str(factor))

    def times(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(times(item) for item in value)
        return value * (exact if isinstance(value, (int, Fraction)) else float(exact))

    def part_times(value: Any) -> Any:
        if field.isdigit():
            place = int(field)
            return (*value[:place], times(value[place]), *value[place + 1 :])
        return value._replace(**{field: times(getattr(value, field))}) if field else times(value)

    def replacement(original: Any) -> Any:
        if isinstance(original, (property, functools.cached_property)):
            read = original.fget if isinstance(original, property) else original.func
            return property(replacement(read))
        if not callable(original):
            return times(original)
        return lambda *arguments, **options: part_times(original(*arguments, **options))

    return replacement


def shifted(argument: str, by: int) -> Callable[[Any], Any]:
    """Return a replacement that adds an integer to an argument of a function."""

    def replacement(original: Any) -> Any:
        signature = inspect.signature(original)

        def function(*arguments: Any, **options: Any) -> Any:
            given = signature.bind(*arguments, **options)
            if argument in given.arguments:
                given.arguments[argument] += by
            return original(*given.args, **given.kwargs)

        return function

    return replacement


@functools.cache
def uncorrupted(run: Run) -> Sequence[Record]:
    """Return the records without any mutant, with which many mutants are compared."""
    return run()


def of_statement(mutant: Mutant, records: Sequence[Record]) -> list[Record]:
    """Return the records of the mutant's statement.

    Raises ValueError if there are none.
    """
    mine = [r for r in records if (r.claim, r.statement) == (mutant.claim, mutant.statement)]
    if not mine:
        raise ValueError(f"no record of {mutant.claim} ({mutant.statement})")
    return mine


def outcome(records: Sequence[Record]) -> str:
    """Return how a statement comes out in its records.

    Holds, fails, "seems to fail" where a rounded comparison does, "no longer shown" where a
    rate's interval has come to hold the claimed value, and undecided where another comparison
    is left open.
    """
    if any(record.holds is False for record in records):
        return "fails"
    if any(map(_seems_to_fail, records)):
        return "seems to fail"
    open_ones = {record.method for record in records if record.holds is None}
    if open_ones == {"statistical"}:
        return "no longer shown"
    return "undecided" if open_ones else "holds"


def _seems_to_fail(record: Record) -> bool:
    return record.method == "rounded" and record.holds is None and record.margin < 0


def modules_of(owner: Any) -> list[Any]:
    """Return the modules of a package, which gives their names; for anything else, only itself."""
    files = iter_modules(getattr(owner, "__path__", []), f"{owner.__name__}.")
    return [import_module(file.name) for file in files] or [owner]


@contextmanager
def corrupted(mutant: Mutant) -> Iterator[None]:
    """Put the mutant in place, and the original back at the end.

    Raises ValueError if nothing has the target's name.
    """
    owner, _, name = mutant.target.rpartition(".")
    places = [place for place in modules_of(resolve_name(owner)) if hasattr(place, name)]
    if not places:
        raise ValueError(f"a mutant of {mutant.claim}: {owner} has no {name}")
    replacement = mutant.replacement(getattr(places[0], name))
    with ExitStack() as stack:
        for place in places:
            stack.enter_context(patch.object(place, name, replacement))
        yield


def row(mutant: Mutant, turned: Turned, *, change: str = "") -> dict[str, Any]:
    """Return the row of a mutant in the table.

    Its columns are claim, statement, mutant (the corruption), the changed verdict, and, to
    repeat the mutant, run, target, and the change if it is derived.
    """
    return {
        "claim": mutant.claim,
        "statement": mutant.statement,
        "mutant": mutant.why,
        **turned._asdict(),
        "run": getattr(mutant.run, "__name__", ""),
        "target": mutant.target,
        "change": change,
    }


class Turned(NamedTuple):
    """The effect of a mutant on a verdict: the outcomes without and with it.

    The kind is "repaired" where a statement that fails is made to hold; else "bound", "equality" or
    "rate", by the comparison that changed. `failing` of the statement's comparisons, `records`,
    fail on the side that fails.
    """

    before: str
    after: str
    kind: str
    failing: int
    records: int

    @property
    def clear(self) -> bool:
        """Return whether the outcome is another, and not left open."""
        return self.after not in (self.before, "undecided")


@functools.cache
def turn(mutant: Mutant) -> Turned:
    """Run a check with and without the mutant."""
    before = of_statement(mutant, uncorrupted(mutant.run))
    with corrupted(mutant):
        return compared(before, of_statement(mutant, mutant.run()))


def compared(before: Sequence[Record], after: Sequence[Record]) -> Turned:
    """Return the effect of a mutant, from a statement's records without and with it."""
    first, second = outcome(before), outcome(after)
    side = before if first == "fails" else after
    failing = [record for record in side if record.holds is False or _seems_to_fail(record)]
    kind = "repaired" if (first, second) == ("fails", "holds") else _kind(failing or side)
    return Turned(first, second, kind, len(failing), len(side))


def _kind(records: Sequence[Record]) -> str:
    if all(record.method == "statistical" for record in records):
        return "rate"
    return "equality" if all(record.relation == "==" for record in records) else "bound"
