"""Mutants that are derived from the functions that a run of a check calls.

Each function of the paper's own code that returns numbers is multiplied until a verdict just
changes, and each of its integer arguments is shifted by one, until a statement has a mutant of
both kinds. Changes without an effect are left out: most functions do not affect most statements.
Where no function changes a verdict, a side of the comparisons is multiplied, or shifted by one.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import signal
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from importlib import import_module
from itertools import product
from numbers import Integral, Real
from types import ModuleType
from typing import Any, NamedTuple

from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import Check
from paperclaims.judging.tightness import tightness
from paperclaims.mutation.mutants import (
    Mutant,
    Run,
    compared,
    corrupted,
    modules_of,
    multiplied,
    outcome,
    row,
    shifted,
    uncorrupted,
)
from paperclaims.mutation.worst_instance import just_turned

#: Largest number of trials of a search for the factor that just changes a verdict.
TRIALS = 10
#: No factor over this is tried, nor under its inverse: sizes would outgrow the machine.
LARGEST = 64
#: Seconds of computing after which a corrupted run is given up, for it may never end.
SECONDS = 20
#: Factors that show which statements a function affects.
PROBES = (Fraction(3, 2), Fraction(2, 3))
#: A side is multiplied beyond the worst instance by the first of these that is enough.
BEYOND = (1e-4, 1e-3, 1e-2, 1e-1)
#: The functions that a recorder compares with, and of their arguments the one to multiply.
SIDES = {
    f"paperclaims.checks.recorder.{name}": part
    for name, part in (("compare", "right"), ("compare_rounded", "right"), ("compare_rate", "rate"))
}
#: A longer tuple is data and not a few numbers.
LONGEST = 6

#: Names of the arguments of a comparison.
SIDE = {"right": "right side", "rate": "claimed rate"}

Key = tuple[str, str]


class Change(NamedTuple):
    """A corruption of a function: its value is multiplied, or an argument is shifted by one.

    `target` is the dotted name of the function, and `part` the field, or the place, of the tuple
    that it returns; or the argument. A fraction is a factor, and an integer a shift.
    """

    target: str
    part: str
    by: Fraction | int

    def __str__(self) -> str:
        """Return the part and its change: "k+1", "×3/2", "upper×3/2"."""
        return f"{self.part}{self.by:+d}" if self.shifts else f"{self.part}×{self.by}"

    @classmethod
    def read(cls, target: str, text: str) -> Change:
        """Return the change of a function that `str` wrote."""
        part, sign, by = re.fullmatch(r"(\w*)([×+-])(.+)", text).groups()  # type: ignore[union-attr]
        return cls(target, part, Fraction(by) if sign == "×" else int(sign + by))

    @property
    def shifts(self) -> bool:
        """Return whether an argument is shifted."""
        return isinstance(self.by, int)

    @property
    def why(self) -> str:
        """The corruption in words."""
        if self.target in SIDES:
            shift = f"{'larger' if self.by > 0 else 'smaller'} by {abs(self.by)}"
            how = shift if self.shifts else f"multiplied by {float(self.by):.6g}"
            return f"the {SIDE[self.part]} is {how}"
        name = self.target.rpartition(".")[2]
        if self.shifts:
            return f"{name} with {self.part} {'+' if self.by > 0 else '−'} 1"
        field = f"[{self.part}]" if self.part.isdigit() else f".{self.part}" if self.part else ""
        return f"{name}{field} is multiplied by {float(self.by):.6g}"

    def mutant(self, claim: str, statement: str, run: Run) -> Mutant:
        """Return the mutant that this change is of a statement."""
        if self.target in SIDES:
            records = _by_statement(uncorrupted(run))[claim, statement]
            repairs = outcome(records) == "fails"
            why = f"{self.why}{' where it fails' if repairs else ''}"
            replacement = _side_changed(claim, statement, self, repairs=repairs)
            return Mutant(claim, statement, why, self.target, replacement, run)
        if self.shifts:
            replacement = shifted(self.part, int(self.by))
        else:
            replacement = multiplied(Fraction(self.by), self.part)
        return Mutant(claim, statement, self.why, self.target, replacement, run)


class Called(NamedTuple):
    """A function that a run calls: its name, its numbers, and its integer arguments."""

    target: str
    numbers: set[str]
    arguments: set[str]


def derive(checks: str, runs: Sequence[Run], own: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the derived mutants, as `paperclaims.mutation.mutants.row` makes them.

    Each of the runs makes records of the checks in the module, or the package, `checks`. The
    functions of the packages `own` are corrupted.
    """
    turned_keys: set[tuple[bool, Key]] = set()

    def turned_by(change: Change, run: Run, keys: Iterable[Key]) -> Iterator[dict[str, Any]]:
        after = _try(change, run)
        for key in keys:
            if key in after:
                turned = compared(before[key], after[key])
                if turned.clear:
                    turned_keys.add((change.shifts, key))
                    yield row(change.mutant(*key, run), turned, change=str(change))

    def wanted(*, shifts: bool) -> list[Key]:
        return [
            key
            for key, records in before.items()
            if (shifts, key) not in turned_keys
            and not any(record.method == "statistical" for record in records)
        ]

    for run in runs:
        before = _by_statement(uncorrupted(run))
        for target, numbers, arguments in called(checks, run, own) if wanted(shifts=False) else ():
            for argument, shift in product(sorted(arguments), (-1, 1)):
                if keys := wanted(shifts=True):
                    yield from turned_by(Change(target, argument, shift), run, keys)
            for number in sorted(numbers):
                if not wanted(shifts=False):
                    break
                probes = [_try(Change(target, number, probe), run) for probe in PROBES]
                for key in wanted(shifts=False):
                    moved = any(_sides(p[key]) != _sides(before[key]) for p in probes if key in p)
                    factor = _factor(target, number, run, key, before[key]) if moved else None
                    if factor:
                        yield from turned_by(Change(target, number, factor), run, [key])
    done = {key for _, key in turned_keys}
    for run in runs:
        for key in [key for key in _by_statement(uncorrupted(run)) if key not in done]:
            for derived in side_row(run, key):
                done.add(key)
                yield derived


def side_row(run: Run, key: Key) -> Iterator[dict[str, Any]]:
    """Yield the row of a statement one side of which is changed until the verdict changes."""
    before = _by_statement(uncorrupted(run))[key]
    for change in _side_changes(before):
        mutant = change.mutant(*key, run)
        turned = compared(before, _records(mutant).get(key, before))
        if turned.clear:
            yield row(mutant, turned, change=str(change))
            return


def _side_changes(records: Sequence[Record]) -> Iterator[Change]:
    """Yield changes of a side, the smallest first, each for the worst comparison.

    A factor cannot change a side that is 0, so the last are shifts: by one, or beyond all failures.
    """
    records = [record for record in records if record.holds is False] or records
    worst = min((record for record in records if _quotient(record)), key=_slack, default=None)
    method = {"statistical": "compare_rate", "rounded": "compare_rounded"}
    name = method.get((worst or records[0]).method, "compare")
    target = f"paperclaims.checks.recorder.{name}"
    if worst:
        if worst.relation == "==" and worst.holds is False:
            yield Change(target, SIDES[target], Fraction(_quotient(worst)))
        for beyond, sign in product(BEYOND, (1, -1)):
            factor = float(_quotient(worst)) * (1 + sign * beyond)
            yield Change(target, SIDES[target], Fraction(f"{factor:.9g}"))
    if name != "compare_rate":
        gap = max(abs(Fraction(record.left) - Fraction(record.right)) for record in records)
        shift = math.ceil(gap) if records[0].holds is False else 1
        for more, sign in product((0, 1), (1, -1)):
            yield Change(target, SIDES[target], sign * (shift + more))


def _slack(record: Record) -> float:
    return math.log(tightness([record]) or math.inf)


def _quotient(record: Record) -> Fraction | int:
    """Return the factor that makes the right side equal to the left, 0 if none is positive.

    The left side of a rate is the end of the trials' interval that shows it, or refutes it.
    """
    left, right = Fraction(record.left), Fraction(record.right)
    if record.method == "statistical":
        low = (record.relation == ">=") == (record.holds is not False)
        left = Fraction(record.instance["low" if low else "high"])
    return left / right if left * right > 0 else 0


def _side_changed(
    claim: str, statement: str, change: Change, *, repairs: bool
) -> Callable[[Any], Any]:
    """Return a replacement that changes an argument of a statement's comparisons, or failures."""

    def replacement(original: Any) -> Any:
        signature = inspect.signature(original)

        def function(*arguments: Any, **options: Any) -> Any:
            given, record = signature.bind(*arguments, **options), original(*arguments, **options)
            mine = given.args[:2] == (claim, statement)
            if mine and not (repairs and record.holds):
                side = given.arguments[change.part]
                exact = isinstance(side, (Integral, Fraction))
                by = change.by if exact else float(change.by)
                given.arguments[change.part] = side + by if change.shifts else side * by
                return original(*given.args, **given.kwargs)
            return record

        return function

    return replacement


def called(checks: str, run: Run, own: Collection[str]) -> list[Called]:
    """Return the functions that a run calls and the modules of the checks name."""
    seen: dict[str, Called] = {}
    with ExitStack() as stack:
        for target in _functions(checks, own):
            watched = functools.partial(_watched, target=target, seen=seen)
            stack.enter_context(corrupted(Mutant("", "", "", target, watched, run)))
        run()
    return [function for function in seen.values() if function.numbers]


def _watched(original: Callable[..., Any], target: str, seen: dict[str, Called]) -> Any:
    """Return the function, which notes its integer arguments and its numbers."""
    signature = inspect.signature(original)

    @functools.wraps(original)
    def function(*arguments: Any, **options: Any) -> Any:
        value = original(*arguments, **options)
        noted = seen.setdefault(target, Called(target, set(), set()))
        given = signature.bind(*arguments, **options).arguments
        noted.arguments.update(name for name, value in given.items() if _is_integer(value))
        if _is_number(value) or (isinstance(value, list) and value and all(map(_is_number, value))):
            noted.numbers.add("")
        elif isinstance(value, tuple) and len(value) <= LONGEST:
            names = getattr(value, "_fields", range(len(value)))
            parts = zip(names, value, strict=True)
            noted.numbers.update(str(name) for name, part in parts if _is_number(part))
        return value

    return function


def _functions(checks: str, own: Collection[str]) -> list[str]:
    """Return the names of the functions in the modules that checks import, then of theirs."""
    theirs: dict[str, set[Any]] = defaultdict(set)
    others: dict[str, None] = {}
    for module in modules_of(import_module(checks)):
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in own:
                for inner, function in vars(value).items():
                    if _is_own(function, {value.__name__}) and not inner.startswith("_"):
                        others[f"{value.__name__}.{inner}"] = None
            elif _is_own(value, own) and not name.startswith("_"):
                theirs[name].add(value)
    # A mutant replaces a name in all files of a package: the name must mean one thing.
    return [*others, *(f"{checks}.{name}" for name in theirs if len(theirs[name]) == 1)]


def _is_own(value: Any, packages: Collection[str]) -> bool:
    """Return whether a value is a function from one of the packages."""
    module = f"{getattr(value, '__module__', '')}."
    function = callable(value) and not isinstance(value, (type, Check))
    return function and any(module.startswith(f"{package}.") for package in packages)


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _by_statement(records: Sequence[Record]) -> dict[Key, list[Record]]:
    by_statement = defaultdict(list)
    for record in records:
        by_statement[record.claim, record.statement].append(record)
    return dict(by_statement)


def _sides(records: Sequence[Record]) -> list[tuple[Any, Any]]:
    return [(record.left, record.right) for record in records]


def _try(change: Change, run: Run) -> dict[Key, list[Record]]:
    """Return the records with the change; none where the corrupted code fails."""
    return _records(change.mutant("", "", run))


def _records(mutant: Mutant) -> dict[Key, list[Record]]:
    with corrupted(mutant), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with _time_limit(SECONDS):
                return _by_statement(mutant.run())
        except Exception:  # whatever corrupted code may raise: nothing is recorded
            return {}


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise a TimeoutError in the main thread after this many seconds of computing."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _factor(
    target: str, number: str, run: Run, key: Key, before: Sequence[Record]
) -> Fraction | None:
    """Return the factor that just changes a statement's verdict; None if none is found."""
    wanted = ("holds",) if outcome(before) == "fails" else ("fails", "seems to fail")

    def try_factor(factor: Fraction) -> list[Record]:
        if not 1 / LARGEST <= factor <= LARGEST:
            return []
        return _try(Change(target, number, factor), run).get(key, [])

    def turned(records: Sequence[Record]) -> bool:
        return bool(records) and outcome(records) in wanted

    try:
        return just_turned(before, try_factor, turned, TRIALS).factor
    except ValueError:
        return None
