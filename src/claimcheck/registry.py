"""The registry: the claims, their statements and figures, as a paper's package has them."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from claimcheck.domains import check_boundary, check_clause, names_scale
from claimcheck.errors import ClaimsError, in_a_line
from claimcheck.misprints import Change, check_changes
from claimcheck.yaml_files import read_yaml

KINDS = ("unconditional", "conditional", "open", "definition")
PROOFS = ("none", "docs", "coq")

#: How far the fault of a failing statement reaches, the most consequential first.
REACHES = ("result", "proof", "constant", "condition", "wording", "boundary")

#: A section of docs/, by its file and its anchor.
_SECTION = re.compile(r"[\w-]+\.md#\S+")

#: What a file may be called after: no other folder can be named so.
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

#: Reaches that are judgement, at least in part: the registry must say why.
_JUDGED = ("result", "proof")

#: Where in the paper a formula stands that is no conclusion and no line of the claim's proof.
PARTS = ("statement", "beside words", "elsewhere", "reading")

#: What the paper prints as the proof of a claim.
PRINTED = ("printed", "sketch", "cited", "none")


class Concluded(NamedTuple):
    """One conclusion of a claim: its name, such as "samples", and the statement that is judged."""

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
    reach : str
        If it fails, one of `REACHES`; "boundary" is never said, since it is computed.
    factor : float
        The constant with which it is read: the factor by which the two sides may be apart.
    domain : tuple of str
        Clauses that together describe where it holds.
    reason : str
        Why the reach is what it is, where that is judgement.
    boundary : tuple of str
        Clauses besides `claimcheck.domains.BOUNDARY`; an instance outside them decides nothing.
    with_constant : str
        The statement of the same claim that has a constant which is proved.
    every_constant : str
        The statement of the same claim that fails for every constant where this one fails.
    setting : str
        Of a domain that speaks of a scale: the statement of the same claim that holds in the
        paper's own setting, or "introduced" if the scale is one that the sentence introduces.
    changes : tuple of Change
        What turns its TeX into that of its correction, if it is misprinted.
    part : str
        One of `PARTS`; empty for a conclusion, for a line of a proof, and for what is ours.
    answers : tuple of str
        Of an open statement: the statements, such as "key" or "claim/key", that answer it.
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
    reach: str = ""
    factor: float = 0
    domain: tuple[str, ...] = ()
    reason: str = ""
    boundary: tuple[str, ...] = ()
    with_constant: str = ""
    every_constant: str = ""
    setting: str = ""
    changes: tuple[Change, ...] = ()
    part: str = ""
    answers: tuple[str, ...] = ()
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

    Attributes
    ----------
    id, place, title, topic : str
    statements, figures, machine : tuple
    name : str
        What the claim is called, such as "Lemma 9"; its id if the registry has none.
    main : str
        The statement that is the claim itself; the first if empty.
    uses : tuple of str
        The claims that the paper's proof of it rests on.
    concludes : tuple of Concluded
        What a reader would cite of it; the main statement alone if empty.
    assumes : tuple of str
        The open claims that a conditional claim rests on.
    step : str
        The statement that leads from there to a conditional claim.
    printed_proof : str
        What the paper prints as its proof, one of `PRINTED`.
    needs : tuple of str
        The steps without which the printed proof does not give it; a step of
        another claim is written "claim/statement".
    route : str
        The statement that the printed proof ends in, once its steps are corrected.
    loses : str
        The step by which that statement is too weak.
    proof_statement : str
        The statement whose proof gives the claim where the printed proof does not.
    proved_by : str
        That proof in words.
    survives : str
        What survives of the idea, if the claim is false.
    sentence : str
        The finding in a sentence or two, with formulas between dollars; it begins as
        `claimcheck.wording.OPENINGS` has it.
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
    main: str = ""
    uses: tuple[str, ...] = ()
    concludes: tuple[Concluded, ...] = ()
    assumes: tuple[str, ...] = ()
    step: str = ""
    printed_proof: str = "printed"
    needs: tuple[str, ...] = ()
    route: str = ""
    loses: str = ""
    proof_statement: str = ""
    proved_by: str = ""
    survives: str = ""
    sentence: str = ""
    idea: str = ""
    quoted: str = ""
    docs: tuple[str, ...] = ()
    note: str = ""
    in_paper: bool = True

    @property
    def main_statement(self) -> Statement:
        """The statement that is the claim itself."""
        named = [statement for statement in self.statements if statement.key == self.main]
        return (named or self.statements)[0]

    @property
    def conclusions(self) -> tuple[Concluded, ...]:
        """The conclusions that are judged, the main statement alone if none are named."""
        return self.concludes or (Concluded("", self.main_statement.key),)

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
    """Read the names of a paper's topics, in the report's order, from topics.yaml in its folder."""
    path = Path(folder) / "topics.yaml"
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
    """Refuse uses and needs that the registry lacks, and claims that rest on themselves."""
    where = f"{folder / claim.topic / 'claims.yaml'}: claim {claim.id}"
    for name in claim.uses:
        if name not in registry:
            raise ClaimsError(f"{where} uses {name!r}, which is no claim")
    for name in claim.assumes:
        if name not in registry or registry[name].main_statement.kind != "open":
            raise ClaimsError(f"{where} assumes {name!r}, which is no open claim")
    answers = [name for statement in claim.statements for name in statement.answers]
    given = [name for name in (claim.step, claim.route, claim.loses, claim.proof_statement) if name]
    for name in (*claim.needs, *answers, *given):
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
_LISTS = ("uses", "needs", "assumes", "docs")


def _claim(entry: Mapping[str, Any], topic: str, path: Path) -> Claim:
    where = f"{path}: claim {in_a_line(entry.get('id', '(no id)'))}"
    try:
        statements = tuple(_statement(key, body) for key, body in entry["statements"].items())
        figures = tuple(
            Figure(name=name, **{**body, "tables": tuple(body["tables"])})
            for name, body in entry.get("figures", {}).items()
        )
        machine = tuple(_machine_dependence(**body) for body in entry.get("machine", []))
        concludes = tuple(Concluded(**body) for body in entry.get("concludes", ()))
        parts = ("statements", "figures", "machine", "concludes")
        rest = {key: entry[key] for key in entry if key not in parts}
        rest |= {key: tuple(rest[key]) for key in _LISTS if key in rest}
        claim = Claim(
            topic=topic,
            statements=statements,
            figures=figures,
            machine=machine,
            concludes=concludes,
            **rest,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ClaimsError(f"{where}: {in_a_line(error)}") from error
    if not statements:
        raise ClaimsError(f"{where}: it has no statements")
    for part in (claim, *statements, *figures, *machine, *concludes):
        _check_types(part, where)
    check_file_name(claim.id, f"{where}: id")
    for name in [figure.name for figure in figures] + [claim.note] * bool(claim.note):
        check_file_name(name, f"{where}: file")
    for figure in figures:
        for name in "/".join(figure.tables).split("/"):
            check_file_name(name, f"{where}: figure {figure.name}: table")
    for statement in statements:
        _check_statement(statement, claim, where)
    for name in (claim.main, *(one.statement for one in claim.concludes)):
        if name and name not in entry["statements"]:
            raise ClaimsError(f"{where}: its conclusion {name!r} is no statement of it")
    if claim.main_statement.key not in [one.statement for one in claim.conclusions]:
        raise ClaimsError(f"{where}: its main statement is none of its conclusions")
    if claim.printed_proof not in PRINTED:
        raise ClaimsError(f"{where}: printed_proof {claim.printed_proof!r}; {_allowed(PRINTED)}")
    if (claim.main_statement.kind == "conditional") != bool(claim.assumes and claim.step):
        raise ClaimsError(f"{where}: a conditional claim, and no other, has assumes and step")
    for named in machine:
        if not named.values:
            raise ClaimsError(f"{where}: machine, table {named.table!r}: no values")
    return claim


def _statement(key: str, body: Mapping[str, Any]) -> Statement:
    lists = {name: tuple(body.get(name, ())) for name in ("domain", "boundary", "answers", "sides")}
    changes = tuple(
        Change(kind=one["kind"], printed=one["from"], meant=one["to"])
        for one in body.get("changes", ())
    )
    proof = body.get("proof", "none")
    given = {"proof": "docs", "proved_in": proof} if _SECTION.fullmatch(str(proof)) else {}
    return Statement(key=key, **{**_OPTIONAL, **body, **lists, "changes": changes, **given})


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
    if statement.kind not in KINDS:
        raise ClaimsError(f"{where}: kind {statement.kind!r}; {_allowed(KINDS)}")
    if statement.proof not in PROOFS or (statement.proof == "docs") != bool(statement.proved_in):
        raise ClaimsError(
            f"{where}: statement {statement.key}: proof {statement.proof!r}; allowed are none, coq "
            "and a section of docs/ such as 'proofs.md#lemma-9'"
        )
    if statement.correction and statement.correction not in keys:
        raise ClaimsError(f"{where}: correction {statement.correction!r} is no statement of it")
    where = f"{where}, statement {statement.key}"
    for field in ("with_constant", "every_constant"):
        name = getattr(statement, field)
        if name and name not in keys:
            raise ClaimsError(f"{where}: {field} {name!r} is no statement of the claim")
    if statement.part and statement.part not in PARTS:
        raise ClaimsError(f"{where}: part {statement.part!r}; {_allowed(PARTS)}")
    if statement.answers and statement.kind != "open":
        raise ClaimsError(f"{where}: only an open statement has answers")
    if len(statement.sides) not in (0, 2):
        raise ClaimsError(f"{where}: sides are two, the left one and the right one")
    _check_reach(statement, claim, where)
    _check_clauses(statement, keys, where)
    check_changes(statement.changes, where)


def _check_reach(statement: Statement, claim: Claim, where: str) -> None:
    reach = statement.reach
    declared = [name for name in REACHES if name != "boundary"]
    if reach and reach not in declared:
        raise ClaimsError(f"{where}: reach {reach!r}; {_allowed(declared)}")
    if reach and not claim.in_paper:
        raise ClaimsError(f"{where}: a claim that is not the paper's has no reach")
    if reach in _JUDGED and not statement.reason:
        raise ClaimsError(f"{where}: reach {reach!r} needs a reason")
    if reach == "constant" and statement.factor <= 1:
        raise ClaimsError(f"{where}: reach 'constant' needs a factor above 1")
    if reach == "condition" and not (statement.domain or statement.correction):
        raise ClaimsError(f"{where}: reach 'condition' needs a domain or a correction")
    if reach == "wording" and not statement.correction:
        raise ClaimsError(f"{where}: reach 'wording' needs a correction")


def _check_clauses(statement: Statement, keys: Collection[str], where: str) -> None:
    try:
        for clause in statement.boundary:
            check_boundary(clause)
        for clause in statement.domain:
            check_clause(clause)
        scales = [clause for clause in statement.domain if names_scale(clause)]
    except ClaimsError as error:
        raise ClaimsError(f"{where}: {in_a_line(error)}") from None
    if bool(scales) != bool(statement.setting):
        raise ClaimsError(f"{where}: a domain that speaks of a scale, and no other, has a setting")
    if statement.setting not in ("", "introduced", *keys):
        raise ClaimsError(f"{where}: setting {statement.setting!r} is no statement of the claim")


def _machine_dependence(
    *,
    table: str,
    reason: str,
    values: Sequence[str],
    rows: Mapping[str, Sequence[Any]] | None = None,
) -> MachineDependence:
    texts = {column: tuple(map(str, cells)) for column, cells in (rows or {}).items()}
    return MachineDependence(table, reason, texts, tuple(values))
