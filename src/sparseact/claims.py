"""Claims, check records and verdicts.

A check compares two numbers and says so in a `Record`; a verdict is computed
from records and the registry, and from nothing else.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import yaml

Number = int | float | Fraction

#: Relative rounding allowance of a right side that holds logs or roots; a
#: closed form of a few dozen float64 operations errs by less than 1e-14.
ROUNDING = 1e-12

#: libyaml's loader where PyYAML has it, which is ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

RELATIONS = ("<=", "<", "==", ">=", ">")
METHODS = ("exact", "certified", "statistical")  # from the strongest to the weakest

KINDS = ("unconditional", "conditional", "open", "definition")
PROOFS = ("none", "docs", "coq")


@dataclass(frozen=True)
class Record:
    """One comparison made by a check.

    Attributes
    ----------
    claim, statement : str
        Keys into the registry: the claim id, and which of its statements.
    instance : mapping
        What was checked: the family, its parameters, the seed. JSON scalars.
    left, right : float or str
        The two sides; a fraction that no float holds is written "p/q".
    relation : str
        How the left side should stand to the right one.
    margin : float
        right − left (left − right for ≥ and >), minus |left − right| for ==.
    method : {"exact", "certified", "statistical"}
    level : float or None
        For statistical records the probability that `holds` is wrong.
    holds : bool or None
        None when the error of the method leaves the comparison open.
    """

    claim: str
    statement: str
    instance: Mapping[str, Any]
    left: float | str
    relation: str
    right: float | str
    margin: float
    method: str
    level: float | None
    holds: bool | None


class Measurement(NamedTuple):
    """What one job yields: its records, and a table of what it measured."""

    records: list[Record]
    table: pd.DataFrame


class Verdict(NamedTuple):
    """A row of the verdict table."""

    claim: str
    statement: str
    evidence: str
    instances: int
    failures: int
    undecided: int
    worst_margin: float | None
    level: float | None
    counterexample: str
    coverage: str
    proof: str
    kind: str


class ClaimsError(ValueError):
    """The registry, a record or a table is not what it should be."""


# ---------------------------------------------------------------- records


def _plain(value: Any) -> Any:
    """Turn numpy scalars and fractions into what JSON holds exactly."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value)
    if isinstance(value, Fraction):
        as_float = float(value)
        if math.isfinite(as_float) and Fraction(as_float) == value:
            return as_float
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str):
        return value
    raise ClaimsError(f"a record holds a {type(value).__name__}; allowed are numbers and text")


def _exact(value: Number) -> Fraction:
    return Fraction(value if isinstance(value, Fraction) else _plain(value))


def _signed_margin(left: Any, relation: str, right: Any) -> Any:
    if relation in ("<=", "<"):
        return right - left
    if relation in (">=", ">"):
        return left - right
    if relation == "==":
        return -abs(left - right)
    raise ClaimsError(f"relation {relation!r}; allowed are {', '.join(RELATIONS)}")


def compare(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    left: Number,
    relation: str,
    right: Number,
    *,
    error: Number | None = None,
) -> Record:
    """Compare two numbers exactly, or within a certified error.

    Parameters
    ----------
    left, right : int, float or Fraction
        Floats stand for the dyadic rationals that they are.
    relation : {"<=", "<", "==", ">=", ">"}
    error : number, optional
        None: both sides are exact, and so is the record. Otherwise a bound on
        the error of right − left; the record is certified, and `holds` is
        None where the error leaves the comparison open.
    """
    if not (math.isfinite(left) and math.isfinite(right)):
        raise ClaimsError(f"{claim} ({statement}): a side is not finite: {left} {relation} {right}")
    margin = _signed_margin(_exact(left), relation, _exact(right))
    holds: bool | None
    if error is None:
        method = "exact"
        holds = margin > 0 if relation in ("<", ">") else margin >= 0
    else:
        method = "certified"
        radius = _exact(error)
        if relation == "==":
            # Equal numbers cannot be told from near ones; unequal ones can.
            holds = None if -margin <= radius else False
        elif margin - radius > 0 or (margin == radius and relation in ("<=", ">=")):
            holds = True
        else:
            holds = False if margin + radius < 0 else None
    return Record(
        claim, statement, _plain(instance), _plain(left), relation, _plain(right),
        float(margin), method, None, holds,
    )  # fmt: skip


def compare_rounded(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    left: Number,
    relation: str,
    right: Number,
    *,
    relative: float = ROUNDING,
) -> Record:
    """Compare sides that hold logs or roots, allowing for their rounding.

    The sides must be sums of terms of one sign, so that rounding is relative.
    """
    error = relative * (abs(float(left)) + abs(float(right)))
    return compare(claim, statement, instance, left, relation, right, error=error)


def clopper_pearson(successes: int, trials: int, level: float) -> tuple[float, float]:
    """Exact binomial interval whose ends each err with probability `level`.

    Clopper and Pearson, Biometrika 26 (1934).
    """
    if not 0 <= successes <= trials or trials < 1:
        raise ClaimsError(f"{successes} successes in {trials} trials")
    from scipy.special import betaincinv  # here, since most jobs need no SciPy

    low = 0.0 if successes == 0 else float(betaincinv(successes, trials - successes + 1, level))
    high = (
        1.0
        if successes == trials
        else float(betaincinv(successes + 1, trials - successes, 1 - level))
    )
    return low, high


def compare_rate(
    claim: str,
    statement: str,
    instance: Mapping[str, Any],
    successes: int,
    trials: int,
    relation: str,
    rate: float,
    *,
    level: float,
    proved: tuple[float, float] | None = None,
) -> Record:
    """Compare a success probability with `rate`, from independent trials.

    The answer is that of `decide_rate`. The instance gains `successes`, `trials`
    and the interval.

    Parameters
    ----------
    proved : tuple of float, optional
        Bounds on the success probability that are proved. The comparison makes
        no use of them; they go into the instance, for `sparseact.stability`.
    """
    holds = decide_rate(successes, trials, relation, rate, level)
    low, high = clopper_pearson(successes, trials, level)
    margin = low - rate if relation == ">=" else rate - high
    full = {**instance, "successes": successes, "trials": trials, "low": low, "high": high}
    if proved is not None:
        full["proved"] = list(proved)
    return Record(
        claim, statement, _plain(full), successes / trials, relation, float(rate),
        margin, "statistical", float(level), holds,
    )  # fmt: skip


def decide_rate(
    successes: int, trials: int, relation: str, rate: float, level: float
) -> bool | None:
    """Say whether a success probability stands in `relation` (>= or <=) to `rate`.

    True (False) only where the exact binomial interval lies wholly on that
    side of `rate`; either answer is wrong with probability at most `level`.
    """
    low, high = clopper_pearson(successes, trials, level)
    if relation == ">=":
        return True if low >= rate else (False if high < rate else None)
    if relation == "<=":
        return True if high <= rate else (False if low > rate else None)
    raise ClaimsError(f"a rate is compared with >= or <=, not {relation!r}")


# ------------------------------------------------------------------ files


def parameters_hash(parameters: Mapping[str, Any]) -> str:
    """Return a hash of a job's parameters that does not depend on their order."""
    text = json.dumps(_plain(parameters), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_records(path: Path | str, records: Iterable[Record], parameters: str) -> None:
    """Write JSON lines: a header with the parameters' hash, then a record a line."""
    lines = [json.dumps({"parameters": parameters})]
    lines += [json.dumps(asdict(record), allow_nan=False) for record in records]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_records(path: Path | str, parameters: str | None = None) -> list[Record]:
    """Read what `write_records` wrote.

    Raises
    ------
    ClaimsError
        If the file is truncated or damaged, or if `parameters` is given and
        the file was made with others.
    """
    text = Path(path).read_text(encoding="utf-8")
    if not text.endswith("\n"):
        raise ClaimsError(f"{path} is truncated: its last line has no end; delete it and rerun")
    header, *lines = text.splitlines()
    try:
        found = json.loads(header)["parameters"]
        records = [Record(**json.loads(line)) for line in lines]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ClaimsError(f"{path} is not a file of records: {error}") from error
    if parameters is not None and found != parameters:
        raise ClaimsError(
            f"{path} was made with other parameters (hash {found}, the configuration's is "
            f"{parameters}); delete it and rerun"
        )
    return records


def write_table(path: Path | str, table: pd.DataFrame, parameters: str) -> None:
    """Write a CSV table under a first line with the parameters' hash."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(f"# parameters: {parameters}\n")
        table.to_csv(stream, index=False, lineterminator="\n")


def read_table(path: Path | str) -> pd.DataFrame:
    """Read a table written by `write_table`."""
    return pd.read_csv(path, skiprows=1)


def check_table(path: Path | str, parameters: str) -> None:
    """Refuse a table that was made with other parameters, or is no such table."""
    with open(path, encoding="utf-8") as stream:
        first = stream.readline().strip()
    if first != f"# parameters: {parameters}":
        raise ClaimsError(
            f"{path} was made with other parameters (its first line is {first!r}, the "
            f"configuration's hash {parameters}); delete it and rerun"
        )


# --------------------------------------------------------------- registry


class Statement(NamedTuple):
    """One statement of a claim: as printed, a step, corrected, or sharper."""

    key: str
    title: str
    latex: str
    checked: str
    kind: str
    proof: str
    untestable: str
    correction: str
    effect: str


class Figure(NamedTuple):
    """A figure of a claim: the function that draws it, from which jobs' tables."""

    name: str
    draw: str
    tables: tuple[str, ...]
    caption: str


class MachineDependence(NamedTuple):
    """Columns of a job's table that another processor may change by more than rounding.

    Attributes
    ----------
    table : str
        The job, in the claim's family.
    reason : str
        Why its numbers differ between machines.
    rows : mapping of str to tuple of str
        Only rows that have one of these texts in each of these columns; no
        column: all rows.
    values : tuple of str
        Columns of numbers; each row's comes from fits of its own.
    """

    table: str
    reason: str
    rows: Mapping[str, tuple[str, ...]]
    values: tuple[str, ...]


class Claim(NamedTuple):
    """A claim of the paper (or of ours) with its statements and figures."""

    id: str
    place: str
    title: str
    part: int
    family: str
    statements: tuple[Statement, ...]
    figures: tuple[Figure, ...]
    machine: tuple[MachineDependence, ...] = ()

    @property
    def target(self) -> str:
        """The claim's id as a Snakemake target and as a Python name."""
        return self.id.replace("-", "_").replace(".", "_")


def read_registry(folder: Path | str) -> dict[str, Claim]:
    """Read the claims from `folder`: index.yaml lists the families, in order.

    Raises
    ------
    ClaimsError
        If a claim stands twice, lacks a key or has an unknown one.
    """
    folder = Path(folder)
    registry: dict[str, Claim] = {}
    for family in _yaml(folder / "index.yaml"):
        path = folder / f"{family}.yaml"
        for entry in _yaml(path):
            claim = _claim(entry, family, path)
            if claim.id in registry:
                raise ClaimsError(f"{path}: claim {claim.id} stands twice")
            registry[claim.id] = claim
    return registry


def _yaml(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)


_OPTIONAL = {"correction": "", "effect": "", "untestable": "", "proof": "none"}


def _claim(entry: Mapping[str, Any], family: str, path: Path) -> Claim:
    where = f"{path}: claim {entry.get('id', '(no id)')}"
    try:
        statements = tuple(
            Statement(key=key, **{**_OPTIONAL, **body}) for key, body in entry["statements"].items()
        )
        figures = tuple(
            Figure(name=name, **{**body, "tables": tuple(body["tables"])})
            for name, body in entry.get("figures", {}).items()
        )
        machine = tuple(_machine_dependence(**body) for body in entry.get("machine", []))
        parts = ("statements", "figures", "machine")
        rest = {key: entry[key] for key in entry if key not in parts}
        claim = Claim(
            family=family, statements=statements, figures=figures, machine=machine, **rest
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ClaimsError(f"{where}: {error}") from error
    for statement in statements:
        if statement.kind not in KINDS:
            raise ClaimsError(f"{where}: kind {statement.kind!r}; allowed are {', '.join(KINDS)}")
        if statement.proof not in PROOFS:
            raise ClaimsError(f"{where}: proof {statement.proof!r}; allowed: {', '.join(PROOFS)}")
        if statement.correction and statement.correction not in entry["statements"]:
            raise ClaimsError(f"{where}: correction {statement.correction!r} is no statement of it")
    for named in machine:
        if not named.values:
            raise ClaimsError(f"{where}: machine, table {named.table!r}: no values")
    return claim


def _machine_dependence(
    *,
    table: str,
    reason: str,
    values: Sequence[str],
    rows: Mapping[str, Sequence[Any]] | None = None,
) -> MachineDependence:
    texts = {column: tuple(map(str, cells)) for column, cells in (rows or {}).items()}
    return MachineDependence(table, reason, texts, tuple(values))


# --------------------------------------------------------------- verdicts


def _size(record: Record) -> tuple[float, int, str]:
    """Order counterexamples: the smallest first."""
    sizes = [v for key, v in record.instance.items() if key in ("n", "s", "k", "p", "m")]
    text = json.dumps(record.instance, sort_keys=True)
    return float(sum(sizes)), len(text), text


def judge(claim: Claim, records: Sequence[Record]) -> list[Verdict]:
    """Return one verdict per statement of `claim`; the worst record decides.

    Raises
    ------
    ClaimsError
        If a record names no statement of the claim, a statement that computing
        cannot test has records, or one that it can has none.
    """
    keys = {statement.key for statement in claim.statements}
    for record in records:
        if record.claim != claim.id or record.statement not in keys:
            raise ClaimsError(f"a record is for {record.claim} ({record.statement}), unregistered")
    verdicts = []
    for statement in claim.statements:
        mine = [record for record in records if record.statement == statement.key]
        if bool(mine) == bool(statement.untestable):
            problem = "has records but is untestable" if mine else "has no records"
            raise ClaimsError(f"{claim.id} ({statement.key}) {problem}")
        verdicts.append(_verdict(claim, statement, mine))
    return verdicts


def judge_family(claims: Sequence[Claim], records: Sequence[Record]) -> list[Verdict]:
    """Return the verdicts on several claims; each record must be for one of them."""
    ids = {claim.id for claim in claims}
    for record in records:
        if record.claim not in ids:
            raise ClaimsError(f"a record is for {record.claim}; the claims are {', '.join(ids)}")
    return [
        verdict
        for claim in claims
        for verdict in judge(claim, [record for record in records if record.claim == claim.id])
    ]


def check_error_budget(levels: Iterable[float], budget: float) -> None:
    """Refuse verdicts that are wrong, together, with probability above `budget`.

    The rounding of levels that are shares of the budget is allowed for.
    """
    total = math.fsum(level for level in levels if not math.isnan(level))
    if total > budget * (1 + ROUNDING):
        raise ClaimsError(
            f"the statistical checks together may err with probability {total:.3g}, "
            f"allowed is {budget:.3g}; a check takes more than its level"
        )


def _verdict(claim: Claim, statement: Statement, records: Sequence[Record]) -> Verdict:
    failing = sorted((r for r in records if r.holds is False), key=_size)
    undecided = sum(record.holds is None for record in records)
    levels = [record.level for record in records if record.level is not None]
    level = math.fsum(levels) if levels else None
    counterexample = ""
    if not records:
        evidence = f"not testable by computing: {statement.untestable}"
    elif failing:
        evidence = "fails"
        first = failing[0]
        what = ", ".join(f"{key}={value}" for key, value in first.instance.items())
        counterexample = f"{what}: not {_show(first.left)} {first.relation} {_show(first.right)}"
    elif undecided:
        evidence = f"undecided on {undecided} of {len(records)} instances"
    else:
        worst = max((record.method for record in records), key=METHODS.index)
        evidence = f"{worst} on {len(records)} instances"
        if worst == "statistical":
            evidence = f"statistical on {len(records)} instances at level {level:.2g}"
    return Verdict(
        claim=claim.id,
        statement=statement.key,
        evidence=evidence,
        instances=len(records),
        failures=len(failing),
        undecided=undecided,
        worst_margin=min((record.margin for record in records), default=None),
        level=level,
        counterexample=counterexample,
        coverage=_coverage(records),
        proof=statement.proof,
        kind=statement.kind,
    )


#: Sizes that an instance may have, in the order in which a verdict lists them.
_SIZES = ("n", "s", "k", "p", "q", "m", "r", "d")


def _coverage(records: Sequence[Record]) -> str:
    """Say over which range each size of the instances runs."""
    ranges = []
    for key in _SIZES:
        found = [record.instance.get(key) for record in records]
        sizes = [size for size in found if isinstance(size, int)]
        if sizes:
            low, high = min(sizes), max(sizes)
            ranges.append(f"{key} {low}" if low == high else f"{key} {low}–{high}")
    return ", ".join(ranges)


def _show(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"
