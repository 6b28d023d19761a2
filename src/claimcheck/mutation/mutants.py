"""What a mutant is, how it is put in place, and what it turns."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import Any, NamedTuple
from unittest.mock import patch

import pandas as pd

from claimcheck.checks.comparison import Record
from claimcheck.checks.files import parameters_hash
from claimcheck.mutation.results import CLOSE
from claimcheck.mutation.worst_instance import Trial, fails_by_a_unit, just_turned


class Mutant(NamedTuple):
    """A corruption, and the verdict that it must turn.

    Attributes
    ----------
    claim, statement : str
        Whose verdict it must turn.
    why : str
        What is corrupted, in a few words.
    target : str
        The dotted name that is replaced (as the check sees it, such as
        "sparse_activations.fourier.checks.noise_sensitivity"; where the check is a
        package, in each of its files).
    replacement : callable
        Takes what stood there and returns what stands there now.
    run : callable
        Makes the records.
    """

    claim: str
    statement: str
    why: str
    target: str
    replacement: Callable[[Any], Any]
    run: Callable[[], Sequence[Record]]


def multiplied(factor: float | Fraction, field: str = "") -> Callable[[Any], Any]:
    """Return a replacement that multiplies a number, or what a function or a property returns.

    With `field` it is that field of the named tuple, or of the tuple with that
    place, that is returned. A decimal factor is taken as the fraction that is
    written, so that what is exact stays exact.
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


class Multiple(NamedTuple):
    """What is multiplied until a statement just turns: the factor is computed, not written.

    Attributes
    ----------
    claim, statement : str
        Whose verdict it must turn.
    what : str
        The target, as that of a mutant; "#" and a field of what it returns may follow, or its
        place in a tuple.
    run : callable
        Makes the records.
    """

    claim: str
    statement: str
    what: str
    run: Callable[[], Sequence[Record]]

    @property
    def why(self) -> str:
        """What is corrupted, without the factor."""
        target, _, field = self.what.partition("#")
        name = target.rpartition(".")[2]
        if field.isdigit():
            name = f"{name}[{field}]"
        return f"{name if field.isdigit() else field or name} is multiplied"

    def by(self, factor: Fraction) -> Mutant:
        """Return the mutant with this factor."""
        target, _, field = self.what.partition("#")
        replacement = multiplied(factor, field)
        return Mutant(self.claim, self.statement, self.why, target, replacement, self.run)


def multiples(rows: Iterable[tuple[str, str, str, Callable[..., Any]]]) -> list[Multiple]:
    """Return what the rows of a table of multiples are: claim, statement, what and run."""
    return [Multiple(*row) for row in rows]


@functools.cache
def uncorrupted(run: Callable[[], Sequence[Record]]) -> Sequence[Record]:
    """Return the records without any mutant, which many mutants are held against."""
    return run()


def of_statement(mutant: Mutant | Multiple, records: Sequence[Record]) -> list[Record]:
    """Return the records of the mutant's statement.

    Raises
    ------
    ValueError
        If there are none.
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


def _files(owner: Any) -> list[Any]:
    """Return the modules of a package, which gives their names; all else is itself alone."""
    found = iter_modules(getattr(owner, "__path__", []), f"{owner.__name__}.")
    return [import_module(file.name) for file in found] or [owner]


@contextmanager
def corrupted(mutant: Mutant) -> Iterator[None]:
    """Put the mutant in place, and what stood there back at the end.

    Raises
    ------
    ValueError
        If there is nothing of the target's name.
    """
    owner, _, name = mutant.target.rpartition(".")
    places = [place for place in _files(resolve_name(owner)) if hasattr(place, name)]
    if not places:
        raise ValueError(f"a mutant of {mutant.claim}: {owner} has no {name}")
    replacement = mutant.replacement(getattr(places[0], name))
    with ExitStack() as stack:
        for place in places:
            stack.enter_context(patch.object(place, name, replacement))
        yield


@functools.cache
def just_beyond(row: Multiple) -> Trial:
    """Return the factor that just turns the row's statement, and the records with it."""

    def try_factor(factor: Fraction) -> list[Record]:
        mutant = row.by(factor)
        with corrupted(mutant):
            return of_statement(mutant, row.run())

    before = of_statement(row, uncorrupted(row.run))
    wanted = ("holds",) if outcome(before) == "fails" else ("fails", "seems to fail")
    try:
        return just_turned(before, try_factor, lambda records: outcome(records) in wanted)
    except ValueError as error:
        raise ValueError(f"{row.claim} ({row.statement}), {row.what}: {error}") from error


def mutants_hash(mutants: Iterable[Mutant | Multiple]) -> str:
    """Return a hash of which mutants there are."""
    return parameters_hash({"mutants": [(m.claim, m.statement, m.why) for m in mutants]})


def table(mutants: Sequence[Mutant | Multiple]) -> pd.DataFrame:
    """Return a row per mutant: claim, statement, mutant (what it corrupts), and what it turned."""
    return pd.DataFrame(
        {
            "claim": mutant.claim,
            "statement": mutant.statement,
            "mutant": _why(mutant),
            **turn(mutant)._asdict(),
        }
        for mutant in mutants
    )


def _why(mutant: Mutant | Multiple) -> str:
    if isinstance(mutant, Mutant):
        return mutant.why
    return f"{mutant.why} by {float(just_beyond(mutant).factor):.6g}"


class Turned(NamedTuple):
    """What a mutant turned.

    Attributes
    ----------
    before, after : str
        The outcomes without and with it.
    kind : str
        "repaired" where a statement that fails is made to hold; else "bound",
        "equality" or "rate", by the comparison that turned.
    failing, records : int
        How many of the statement's comparisons fail, on the side that fails.
    factor : float or None
        For a bound the factor by which the worst comparison fails with the
        mutant: so far beyond its worst instance the bound was strengthened.
        None where a side is not positive.
    unit : bool
        Whether in some failing comparison the sides are whole numbers no more than 1 apart.
    """

    before: str
    after: str
    kind: str
    failing: int
    records: int
    factor: float | None
    unit: bool

    @property
    def close(self) -> bool:
        """Return whether a bound is turned by as little as can be asked of it."""
        return self.unit or (self.factor is not None and self.factor <= CLOSE)

    @property
    def clear(self) -> bool:
        """Return whether the outcome is another, and not left open."""
        return self.after not in (self.before, "undecided")


@functools.cache
def turn(mutant: Mutant | Multiple) -> Turned:
    """Run a check with and without the mutant."""
    before = of_statement(mutant, uncorrupted(mutant.run))
    if isinstance(mutant, Multiple):
        after = just_beyond(mutant).records
    else:
        with corrupted(mutant):
            after = of_statement(mutant, mutant.run())
    first, second = outcome(before), outcome(after)
    side = before if first == "fails" else after
    failing = [record for record in side if record.holds is False or _seems_to_fail(record)]
    kind = "repaired" if first == "fails" else _kind(failing or side)
    factor = max(map(_factor, failing), default=0.0) if kind == "bound" else 0.0
    shown = factor if 0 < factor < math.inf else None
    unit = any(map(fails_by_a_unit, failing))
    return Turned(first, second, kind, len(failing), len(side), shown, unit)


def _kind(records: Sequence[Record]) -> str:
    if all(record.method == "statistical" for record in records):
        return "rate"
    return "equality" if all(record.relation == "==" for record in records) else "bound"


def _factor(record: Record) -> float:
    """Return by which factor an inequality between positive numbers fails, 0 for all else."""
    left, right = float(Fraction(record.left)), float(Fraction(record.right))
    if record.method == "statistical" or record.relation == "==" or min(left, right) < 0:
        return 0.0
    small, large = sorted((left, right))
    return large / small if small else math.inf
