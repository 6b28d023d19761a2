"""The registry: the claims, their statements and figures, as a paper's package has them."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from claimcheck.errors import ClaimsError, in_a_line
from claimcheck.registry.domains import check_clause
from claimcheck.registry.yaml_files import read_yaml

KINDS = ("unconditional", "conditional", "open", "definition")
PROOFS = ("none", "docs", "coq")

#: What a claim is: definitions and questions have no status.
CLAIM_KINDS = ("claim", "definition", "question")

#: What is said of a claim.
STATUSES = ("holds", "holds with a correction", "false", "open or conditional")

#: What is said of the paper's proof of a claim.
PAPER_PROOFS = (
    "gives it",
    "gives it, corrected",
    "does not give it",
    "none printed or not examined",
)

#: What a statement that fails does to the paper, the most consequential first.
IMPACTS = (
    "result",
    "proof gap",
    "constant",
    "missing condition",
    "misprint",
    "degenerate case",
)

#: A section of docs/, by its file and its anchor.
_SECTION = re.compile(r"[\w-]+\.md#\S+")

#: What a file may be called after: no other folder can be named so.
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class Conclusion(NamedTuple):
    """One conclusion of a claim: its name, such as "samples", and the statement that says it."""

    name: str
    statement: str


class Statement(NamedTuple):
    """One statement of a claim: as printed, a step, corrected, or sharper.

    Attributes
    ----------
    key : str
        That of a step, a line of the claim's printed proof, begins with "step-".
    title, latex, checked, effect : str
    kind : str
        One of `KINDS`.
    proof : str
        One of `PROOFS`; the registry names the section in the place of "docs".
    untestable : str
        Why computing cannot test it; empty if it can.
    correction : str
        The statement of the same claim that holds instead.
    label : str
        What a figure or a finding calls it where its title is too long.
    constant : str
        With which constant an O(·) is read.
    impact : str
        What it does to the paper that this statement fails, one of `IMPACTS`.
    excluded_by : str
        Of a degenerate case: the proved statement of the same claim whose domain excludes it.
    domain : tuple of str
        The clauses, such as "n*s >= 2", under which the statement is made.
    reason : str
        Why the impact is what it is.
    sides : tuple of str
        What the two sides of its records are, where its formula does not show them.
    proved_in : str
        If it is proved in docs/, the section, such as "proofs.md#lemma-9"; if it fails, the
        section that refutes it.
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
    constant: str = ""
    impact: str = ""
    excluded_by: str = ""
    domain: tuple[str, ...] = ()
    reason: str = ""
    sides: tuple[str, ...] = ()
    proved_in: str = ""


class Figure(NamedTuple):
    """A figure of a claim: the function that draws it, from which jobs' tables.

    Its title is the finding and is computed by the function. `alt` says what is seen, to those
    who do not see it: marks, lines and axes.
    """

    name: str
    draw: str
    tables: tuple[str, ...]
    caption: str
    alt: str


class MachineDependence(NamedTuple):
    """Columns of a job's table that another processor may change by more than rounding.

    Attributes
    ----------
    table : str
        The job, in the claim's topic.
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


class Theorem(NamedTuple):
    """A theorem that is ours.

    Attributes
    ----------
    id, name, says : str
    statement : str
        The statement that checks it, as "claim/statement".
    docs : str
        The section of docs/ that proves it.
    uses : tuple of str
        The theorems of ours that it rests on.
    replaces, refutes : tuple of str
        The paper's claims in whose place it can stand, and those that it shows to be false.
    """

    id: str
    name: str
    statement: str
    says: str
    docs: str
    uses: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    refutes: tuple[str, ...] = ()


class Claim(NamedTuple):
    """A claim of the paper, or one that is not in it, with its statements and figures.

    What is said of it is written by a person; `claimcheck.judging.statuses` refuses what the
    verdicts contradict. Keys of statements may be written "claim/statement" where they are
    another's.

    Attributes
    ----------
    id, place, title, topic : str
    statements, figures, machine : tuple
    name : str
        What the claim is called, such as "Lemma 9"; its id if the registry has none.
    kind : str
        One of `CLAIM_KINDS`.
    status : str
        One of `STATUSES`; empty for a definition or a question.
    correction : str
        What is corrected, in words, where it holds with a correction.
    answer : str
        What was found, in one line.
    conclusions : tuple of Conclusion
        What a reader would cite of it; the first statement alone if empty.
    corrected : tuple of str
        The statements that hold instead of the conclusions.
    every_constant : str
        The statement that is refuted for every constant, where the words say so.
    assumes : tuple of str
        The open claims that it rests on.
    step : str
        The statement that leads from there to a conditional claim.
    paper_proof : str
        One of `PAPER_PROOFS`.
    examined : tuple of str
        The lines of the paper's proof that were examined.
    gap : str
        The line at which the paper's proof fails.
    proved_by : tuple of str
        The statements by whose proof the claim holds, where the paper's does not give it.
    proof_note : str
        That proof, or the repair of the paper's, in words.
    answers : tuple of str
        The statements that answer a question in part.
    survives : str
        What survives of the idea, if the claim is false.
    uses : tuple of str
        The claims that the paper's proof of it rests on.
    sentence : str
        The answer in two or three sentences, with formulas between dollars.
    idea : str
        The idea of the proof of what holds, in three lines, with formulas between dollars.
    quoted : str
        The paper's own formula in TeX, where the statement that is judged says more.
    docs : tuple of str
        Files in docs/, or sections "file#anchor", with its proofs.
    note : str
        The file of the results that has its proofs as a note to cite.
    in_paper : bool
        Whether it is the paper's.
    """

    id: str
    place: str
    title: str
    topic: str
    statements: tuple[Statement, ...]
    figures: tuple[Figure, ...]
    machine: tuple[MachineDependence, ...] = ()
    name: str = ""
    kind: str = "claim"
    status: str = ""
    correction: str = ""
    answer: str = ""
    conclusions: tuple[Conclusion, ...] = ()
    corrected: tuple[str, ...] = ()
    every_constant: str = ""
    assumes: tuple[str, ...] = ()
    step: str = ""
    paper_proof: str = PAPER_PROOFS[-1]
    examined: tuple[str, ...] = ()
    gap: str = ""
    proved_by: tuple[str, ...] = ()
    proof_note: str = ""
    answers: tuple[str, ...] = ()
    survives: str = ""
    uses: tuple[str, ...] = ()
    sentence: str = ""
    idea: str = ""
    quoted: str = ""
    docs: tuple[str, ...] = ()
    note: str = ""
    in_paper: bool = True

    @property
    def concluded(self) -> tuple[Conclusion, ...]:
        """The conclusions that are judged, the first statement alone if none are named."""
        return self.conclusions or (Conclusion("", self.statements[0].key),)

    @property
    def main_statement(self) -> Statement:
        """The statement that is the claim itself: its first conclusion."""
        return self.statement(self.concluded[0].statement)

    @property
    def called(self) -> str:
        """What the claim is called in a text."""
        return self.name or self.id

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


def read_topics(folder: Path | str) -> list[str]:
    """Return a paper's topics in the report's order, that of topics.yaml or that of their names."""
    path = Path(folder) / "topics.yaml"
    if not path.is_file():
        return sorted(claims.parent.name for claims in Path(folder).glob("*/claims.yaml"))
    topics = read_yaml(path)
    if not isinstance(topics, list) or not all(isinstance(one, str) for one in topics):
        raise ClaimsError(f"{path} must be a list of names")
    for topic in topics:
        check_file_name(topic, f"{path}: topic")
    return topics


def check_file_name(name: str, what: str) -> None:
    """Refuse a name that files are called after and that could lead out of their folder."""
    if not _FILE_NAME.fullmatch(name):
        raise ClaimsError(
            f"{what} {name!r} is not allowed; it must be letters, digits, '.', '_' and '-', "
            "a letter or a digit first"
        )


def read_registry(folder: Path | str) -> dict[str, Claim]:
    """Read the claims of a paper from its folder: topics.yaml lists the topics, in order.

    Raises
    ------
    ClaimsError
        If a claim appears twice, lacks a key or has an unknown one, or names a
        claim or statement that does not exist.
    """
    folder = Path(folder)
    registry: dict[str, Claim] = {}
    for topic in read_topics(folder):
        path = folder / topic / "claims.yaml"
        for entry in _entries(path):
            claim = _claim(entry, topic, path)
            if claim.id in registry:
                raise ClaimsError(f"{path}: claim {claim.id} appears twice")
            registry[claim.id] = claim
    for claim in registry.values():
        _check_names(claim, registry, folder)
    return registry


def read_theorems(folder: Path | str, registry: Mapping[str, Claim]) -> list[Theorem]:
    """Read the theorems that are ours from theorems.yaml in `folder`; none if there is no file.

    Raises
    ------
    ClaimsError
        If an entry lacks a key or has an unknown one, or names what does not exist.
    """
    path = Path(folder) / "theorems.yaml"
    theorems: list[Theorem] = []
    for entry in _entries(path) if path.is_file() else []:
        where = f"{path}: theorem {in_a_line(entry.get('id', '(no id)'))}"
        lists = {key: tuple(entry.get(key, ())) for key in ("uses", "replaces", "refutes")}
        try:
            theorem = Theorem(**{**entry, **lists})
        except TypeError as error:
            raise ClaimsError(f"{where}: {in_a_line(error)}") from error
        _check_types(theorem, where)
        _find(theorem.statement, registry, where)
        earlier = {other.id for other in theorems}
        for name in theorem.uses:
            if name not in earlier:
                raise ClaimsError(f"{where} uses {name!r}, which is no theorem above it")
        for verb, names in (("replaces", theorem.replaces), ("refutes", theorem.refutes)):
            for name in names:
                if name not in registry:
                    raise ClaimsError(f"{where} {verb} {name!r}, which is no claim")
        theorems.append(theorem)
    return theorems


def is_step(key: str) -> bool:
    """Return whether a statement's key says that it is a step: a line of the claim's printed proof.

    Figures show the steps in the registry's order, each above what corrects it.
    """
    return key.startswith("step-")


def full_name(claim: Claim, name: str) -> str:
    """Return "claim/statement" for a name that may be a key of the claim itself."""
    return name if "/" in name else f"{claim.id}/{name}"


def find_statement(name: str, registry: Mapping[str, Claim]) -> tuple[Claim, Statement]:
    """Return the statement that "claim/statement" names, with its claim.

    Raises
    ------
    KeyError
        If there is none.
    """
    claim_id, _, key = name.partition("/")
    claim = registry[claim_id]
    return claim, {statement.key: statement for statement in claim.statements}[key]


def _find(name: str, registry: Mapping[str, Claim], where: str) -> None:
    try:
        find_statement(name, registry)
    except KeyError:
        raise ClaimsError(f"{where}: {name!r} is no statement of the registry") from None


def _check_names(claim: Claim, registry: Mapping[str, Claim], folder: Path) -> None:
    """Refuse names that the registry lacks, and claims that rest on themselves."""
    where = f"{folder / claim.topic / 'claims.yaml'}: claim {claim.id}"
    for name in claim.uses:
        if name not in registry:
            raise ClaimsError(f"{where} uses {name!r}, which is no claim")
    for name in claim.assumes:
        if name not in registry or registry[name].status != "open or conditional":
            raise ClaimsError(f"{where} assumes {name!r}, which is no open claim")
    lists = (*claim.corrected, *claim.examined, *claim.proved_by, *claim.answers)
    for name in filter(None, (*lists, claim.every_constant, claim.step, claim.gap)):
        _find(full_name(claim, name), registry, where)
    waiting, seen = list(claim.uses), set()
    while waiting:
        name = waiting.pop()
        if name == claim.id:
            raise ClaimsError(f"{where} rests on itself")
        if name not in seen and name in registry:
            seen.add(name)
            waiting += registry[name].uses


def _entries(path: Path) -> list[Mapping[str, Any]]:
    """Return the entries of a YAML file that is a list of mappings."""
    entries = read_yaml(path)
    if not isinstance(entries, list) or not all(isinstance(one, Mapping) for one in entries):
        raise ClaimsError(f"{path} must be a list of entries with keys")
    return entries


_OPTIONAL = {
    "kind": "unconditional",
    "correction": "",
    "effect": "",
    "untestable": "",
    "proof": "none",
}

#: Keys of a claim that hold lists.
_LISTS = ("uses", "assumes", "docs", "corrected", "examined", "proved_by", "answers")


def _claim(entry: Mapping[str, Any], topic: str, path: Path) -> Claim:
    where = f"{path}: claim {in_a_line(entry.get('id', '(no id)'))}"
    try:
        statements = tuple(_statement(key, body) for key, body in entry["statements"].items())
        figures = tuple(
            Figure(name=name, **{**body, "tables": tuple(body["tables"])})
            for name, body in entry.get("figures", {}).items()
        )
        machine = tuple(_machine_dependence(**body) for body in entry.get("machine", []))
        named = entry.get("conclusions", {})
        conclusions = tuple(Conclusion(name, statement) for name, statement in named.items())
        parts = ("statements", "figures", "machine", "conclusions")
        rest = {key: entry[key] for key in entry if key not in parts}
        rest |= {key: tuple(rest[key]) for key in _LISTS if key in rest}
        claim = Claim(
            topic=topic,
            statements=statements,
            figures=figures,
            machine=machine,
            conclusions=conclusions,
            **rest,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ClaimsError(f"{where}: {in_a_line(error)}") from error
    if not statements:
        raise ClaimsError(f"{where}: it has no statements")
    for part in (claim, *statements, *figures, *machine, *conclusions):
        _check_types(part, where)
    check_file_name(claim.id, f"{where}: id")
    for name in [figure.name for figure in figures] + [claim.note] * bool(claim.note):
        check_file_name(name, f"{where}: file")
    for figure in figures:
        for name in "/".join(figure.tables).split("/"):
            check_file_name(name, f"{where}: figure {figure.name}: table")
    for statement in statements:
        _check_statement(statement, claim, where)
    for one in conclusions:
        if one.statement not in entry["statements"]:
            raise ClaimsError(f"{where}: its conclusion {one.statement!r} is no statement of it")
    for field, allowed in _WORDS.items():
        if getattr(claim, field) not in allowed:
            raise ClaimsError(f"{where}: {field} {getattr(claim, field)!r}; {_allowed(allowed)}")
    for dependence in machine:
        if not dependence.values:
            raise ClaimsError(f"{where}: machine, table {dependence.table!r}: no values")
    return claim


#: Fields of a claim that are one of a few words.
_WORDS = {"kind": CLAIM_KINDS, "status": ("", *STATUSES), "paper_proof": PAPER_PROOFS}


def _statement(key: str, body: Mapping[str, Any]) -> Statement:
    lists = {name: tuple(body.get(name, ())) for name in ("domain", "sides")}
    proof = body.get("proof", "none")
    given = {"proof": "docs", "proved_in": proof} if _SECTION.fullmatch(str(proof)) else {}
    return Statement(key=key, **{**_OPTIONAL, **body, **lists, **given})


def _check_types(entry: Any, where: str) -> None:
    """Refuse a number where a text must stand, and the like, in a named tuple of this file."""
    for field, kind in _field_types(entry.__class__).items():
        value = getattr(entry, field)
        if kind in _TYPES:
            right, allowed = isinstance(value, _TYPES[kind]), _NAMES[kind]
        elif str in get_args(kind) and isinstance(value, tuple):
            right, allowed = all(isinstance(one, str) for one in value), "a list of texts"
        else:
            continue
        if not right:
            raise ClaimsError(f"{where}: {field} {value!r} is not allowed; it must be {allowed}")


@functools.cache
def _field_types(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


_TYPES: Mapping[Any, Any] = {str: str, bool: bool, float: int | float}
_NAMES: Mapping[Any, str] = {str: "a text", bool: "true or false", float: "a number"}


def _allowed(words: Sequence[str]) -> str:
    return f"allowed are {', '.join(words)}"


def _check_statement(statement: Statement, claim: Claim, where: str) -> None:
    keys = {other.key for other in claim.statements}
    where = f"{where}, statement {statement.key}"
    if statement.kind not in KINDS:
        raise ClaimsError(f"{where}: kind {statement.kind!r}; {_allowed(KINDS)}")
    if statement.proof not in PROOFS or (statement.proof == "docs") != bool(statement.proved_in):
        raise ClaimsError(
            f"{where}: proof {statement.proof!r}; allowed are none, coq and a section of docs/ "
            "such as 'proofs.md#a-section'"
        )
    if statement.impact and statement.impact not in IMPACTS:
        raise ClaimsError(f"{where}: impact {statement.impact!r}; {_allowed(IMPACTS)}")
    for field in ("correction", "excluded_by"):
        name = getattr(statement, field)
        if name and name not in keys:
            raise ClaimsError(f"{where}: {field} {name!r} is no statement of the claim")
    if len(statement.sides) not in (0, 2):
        raise ClaimsError(f"{where}: sides are two, the left one and the right one")
    for clause in statement.domain:
        try:
            check_clause(clause)
        except ClaimsError as error:
            raise ClaimsError(f"{where}: {in_a_line(error)}") from None


def _machine_dependence(
    *,
    table: str,
    reason: str,
    values: Sequence[str],
    rows: Mapping[str, Sequence[Any]] | None = None,
) -> MachineDependence:
    texts = {column: tuple(map(str, cells)) for column, cells in (rows or {}).items()}
    return MachineDependence(table, reason, texts, tuple(values))
