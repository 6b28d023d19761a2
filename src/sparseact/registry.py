"""The registry: the claims, their statements and figures, as config/claims has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from sparseact.errors import ClaimsError

#: libyaml's loader where PyYAML has it, which is ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

KINDS = ("unconditional", "conditional", "open", "definition")
PROOFS = ("none", "docs", "coq")


class Statement(NamedTuple):
    """One statement of a claim: as printed, a step, corrected, or sharper.

    `label` is what a figure calls it where its title is too long for an axis.
    """

    key: str
    title: str
    latex: str
    checked: str
    kind: str
    proof: str
    untestable: str
    correction: str
    effect: str
    label: str = ""


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
    family: str
    statements: tuple[Statement, ...]
    figures: tuple[Figure, ...]
    machine: tuple[MachineDependence, ...] = ()

    def statement(self, key: str) -> Statement:
        """Return the statement of this key; ClaimsError if there is none."""
        for statement in self.statements:
            if statement.key == key:
                return statement
        raise ClaimsError(f"claim {self.id} has no statement {key!r}")

    @property
    def target(self) -> str:
        """The claim's id as a Snakemake target and as a Python name."""
        return self.id.replace("-", "_").replace(".", "_")


def read_registry(folder: Path | str) -> dict[str, Claim]:
    """Read the claims from `folder`: index.yaml lists the claim families, in order.

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


_OPTIONAL = {
    "kind": "unconditional",
    "correction": "",
    "effect": "",
    "untestable": "",
    "proof": "none",
}


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
