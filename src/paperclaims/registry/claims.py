"""The registry: the claims, their statements and figures, as a paper's package has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict
from pydantic.json_schema import SkipJsonSchema, WithJsonSchema

from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry.domains import check_clause
from paperclaims.registry.yaml_files import fit_entries, read_entries, read_yaml, wrong_at

Kind = Literal["unconditional", "conditional", "open", "definition"]
#: Definitions and questions have no status.
ClaimKind = Literal["claim", "definition", "question"]
Status = Literal["holds", "holds with a correction", "false", "open or conditional"]
PaperProof = Literal[
    "gives it", "gives it, corrected", "does not give it", "not stated", "not examined"
]
#: The most consequential first.
Impact = Literal[
    "result", "proof gap", "constant", "missing condition", "misprint", "degenerate case"
]
STATUSES: tuple[str, ...] = get_args(Status)
IMPACTS: tuple[str, ...] = get_args(Impact)

#: A theorem or a proof in docs/, by its file and its label.
_SECTION = re.compile(r"[\w-]+\.md#\S+")

#: What a file may be called after: no other folder can be named so.
_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"


def check_file_name(name: str, what: str) -> None:
    """Refuse a name that files are called after and that could lead out of their folder."""
    if not re.fullmatch(_NAME, name):
        raise ClaimsError(
            f"{what} must be letters, digits, '.', '_' and '-', a letter or a digit first, "
            f"got {name!r}"
        )


def _matching(pattern: str, allowed: str) -> AfterValidator:
    """Return what refuses a text that does not match a pattern, and says what is allowed."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {allowed}")
        return text

    return AfterValidator(check)


def _two_or_none(sides: tuple[str, ...]) -> tuple[str, ...]:
    if len(sides) not in (0, 2):
        raise ValueError("must be two, the left one and the right one")
    return sides


def _named(key: str, value: str = "") -> Callable[[Any], Any]:
    """Return what makes entries of a mapping: each gets its name as `key`."""

    def read(given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        bodies = ((name, {value: body} if value else body) for name, body in given.items())
        return tuple({**b, key: name} if isinstance(b, Mapping) else b for name, b in bodies)

    return read


def _proved(entries: Any) -> Any:
    """Put a label that "proof" names where statements have it."""
    if not isinstance(entries, tuple):
        return entries
    return tuple(
        {**body, "proof": "docs", "proved_in": body["proof"]}
        if isinstance(body, Mapping) and _SECTION.fullmatch(str(body.get("proof")))
        else body
        for body in entries
    )


def _texts(rows: Any) -> Any:
    if not isinstance(rows, Mapping):
        return rows
    return {column: tuple(map(str, cells)) for column, cells in rows.items()}


Texts = Annotated[tuple[str, ...], Strict(False)]
_FILE = "letters, digits, '.', '_' and '-', a letter or digit first"
FileName = Annotated[str, _matching(_NAME, _FILE)]


class Entry(BaseModel):
    """What a file of the registry says, with no keys but those that are known."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True
    )

    def replace(self, **changed: Any) -> Self:
        """Return a copy with other values, which are taken as they are."""
        return self.model_copy(update=changed)


class Conclusion(Entry):
    """One conclusion of a claim."""

    name: SkipJsonSchema[str]
    """Such as "samples"."""
    statement: str
    """The statement that says it."""


class Statement(Entry):
    """One statement of a claim: as printed, a step, corrected, or sharper.

    The key of a step, a line of the claim's printed proof, begins with "step-".
    """

    key: SkipJsonSchema[str]
    title: str
    """What it says, in a few words."""
    latex: str
    """Its formula, in TeX."""
    checked: str
    """What its check compares, and how both sides were found."""
    kind: Kind = "unconditional"
    """Whether it rests on a conjecture, is open, or defines something."""
    proof: Annotated[
        str,
        _matching("none|docs|coq", "none, coq or a label in docs/ such as proofs.md#a-label"),
        WithJsonSchema({"type": "string", "pattern": r"^(none|coq|[\w-]+\.md#\S+)$"}),
    ] = "none"
    """The theorem, lemma or proof in docs/ that proves it, or refutes it if it fails, by file and
    label, such as `proofs.md#lemma-9`; `coq`; or `none`."""
    untestable: str = ""
    """Why computing cannot test it, if it cannot."""
    correction: str = ""
    """The statement of the same claim that holds instead."""
    effect: str = ""
    """What its failure changes, in a sentence."""
    label: str = ""
    """What a figure or a finding calls it where its title is too long."""
    constant: str = ""
    """With which constant an O(·) is read."""
    impact: Literal[Impact, ""] = ""
    """What it does to the paper that this statement fails."""
    excluded_by: str = ""
    """Of a degenerate case: the proved statement of the same claim whose domain excludes it."""
    domain: Annotated[tuple[Annotated[str, AfterValidator(check_clause)], ...], Strict(False)] = ()
    """The inequalities, such as `n*s >= 2`, between entries of its instances, under which it is
    made."""
    reason: str = ""
    """Why the impact is what it is."""
    reading: bool = False
    """Whether it is a reading that we tried and the paper does not state; its failure is no
    erratum."""
    loose: str = ""
    """Why no instance of it comes near to equality."""
    sides: Annotated[Texts, AfterValidator(_two_or_none)] = ()
    """What the two sides of its records are, where its formula does not show them."""
    proved_in: SkipJsonSchema[str] = ""


class Figure(Entry):
    """A figure of a claim. Its title is the finding, which the function computes."""

    name: SkipJsonSchema[FileName]
    draw: str
    """The function that draws it: "topic.name" is `draw_name` of the topic's `figures.py`."""
    tables: Annotated[
        tuple[Annotated[str, _matching(f"{_NAME}(/{_NAME})*", _FILE)], ...], Strict(False)
    ]
    """The jobs whose tables it shows, those of another topic as "topic/job"."""
    caption: str
    """What stands below it."""
    alt: str
    """What is seen, for those who do not see it: marks, lines and axes."""


class Theorem(Entry):
    """A theorem that is ours."""

    id: str
    """The name by which others use it."""
    name: str
    """What it is called, such as Theorem A."""
    short: str = ""
    """What it is about, such as sensitivity, where its name alone does not say it."""
    statement: str
    """The statement that checks it, as "claim/statement"."""
    says: str
    """What it says, with formulas between dollars."""
    proof: str
    """The theorem in docs/, as "file#label"."""
    uses: Texts = ()
    """The theorems of ours that it rests on, which are above it."""
    replaces: Texts = ()
    """The paper's claims in whose place it can stand."""
    refutes: Texts = ()
    """The paper's claims that it shows to be false."""

    @property
    def called(self) -> str:
        """What it is called where a reader meets it first, such as Theorem A (sensitivity)."""
        return f"{self.name} ({self.short})" if self.short else self.name


class Claim(Entry):
    """A claim of the paper, or one that is not in it, with its statements and figures.

    What is said of it is written by hand; the workflow refuses what the verdicts contradict. Names
    of statements are "claim/statement" where they are another claim's.
    """

    id: FileName
    """The name that targets and pages have, such as `lemma-9`."""
    place: str
    """Where the paper has it."""
    title: str
    """What it says, in a few words."""
    topic: SkipJsonSchema[str]
    statements: Annotated[
        tuple[Statement, ...],
        Strict(False),
        Field(min_length=1),
        BeforeValidator(_proved),
        BeforeValidator(_named("key"), json_schema_input_type=dict[str, Statement]),
    ]
    """Its statements, each under its key."""
    figures: Annotated[
        tuple[Figure, ...],
        Strict(False),
        BeforeValidator(_named("name"), json_schema_input_type=dict[str, Figure]),
    ] = ()
    """Its figures, each under the name of its file."""
    name: str = ""
    """What it is called, such as Lemma 9; by default its id."""
    kind: ClaimKind = "claim"
    """What it is."""
    status: Literal[Status, ""] = ""
    """What is said of it; a definition or a question has none."""
    correction: str = ""
    """What is corrected, in words, where it holds with a correction."""
    answer: str = ""
    """What was found, in one line."""
    conclusions: Annotated[
        tuple[Conclusion, ...],
        Strict(False),
        BeforeValidator(_named("name", "statement"), json_schema_input_type=dict[str, str]),
    ] = ()
    """The statements that a reader would cite, each under its name; by default the first."""
    corrected: Texts = ()
    """The statements that hold instead of the conclusions."""
    constants: Mapping[str, int | float | str] = {}
    """Constants under their names; every text of the registry may say `[[name]]` for one."""
    every_constant: str = ""
    """The statement that is refuted for every constant."""
    not_shown: Texts = ()
    """The conclusions that are neither proved nor refuted."""
    open: bool = False
    """Whether it is an open question in its field, and no gap of this work alone."""
    assumes: Texts = ()
    """The open claims that it rests on."""
    step: str = ""
    """The statement that leads from there to a conditional claim."""
    paper_proof: PaperProof = "not examined"
    """What is said of the paper's proof; not stated if the paper has none, or only cites one."""
    examined: Texts = ()
    """The lines of the paper's proof that were examined, as statements."""
    gap: str = ""
    """The line at which the paper's proof fails."""
    proved_by: Texts = ()
    """The statements by whose proof it holds, where the paper's does not give it."""
    proof_note: str = ""
    """That proof, or the repair of the paper's, in words."""
    answers: Texts = ()
    """The statements that answer a question in part."""
    survives: str = ""
    """What survives of the idea, if the claim is false."""
    uses: Texts = ()
    """The claims that the paper's proof of it rests on."""
    sentence: str = ""
    """The answer in two or three sentences, with formulas between dollars."""
    idea: str = ""
    """The idea of the proof of what holds, in three lines, with formulas between dollars."""
    quoted: str = ""
    """The paper's own words, with formulas between dollars."""
    page: str = ""
    """The page of these words."""
    docs: Texts = ()
    """Files in docs/, or sections "file#anchor", with its proofs."""
    note: Annotated[str, _matching(f"({_NAME})?", _FILE)] = ""
    """The file of the results that has its proofs as a note to cite."""
    in_paper: bool = True
    """Whether it is the paper's."""

    @property
    def concluded(self) -> tuple[Conclusion, ...]:
        """The conclusions that are judged, the first statement alone if none are named."""
        return self.conclusions or (Conclusion(name="", statement=self.statements[0].key),)

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


def read_registry(folder: Path | str) -> dict[str, Claim]:
    """Read the claims of a paper from its folder: topics.yaml lists the topics, in order.

    Raises
    ------
    ClaimsError
        If a claim appears twice, lacks a key or has an unknown one, names a claim, a
        statement or a constant that does not exist, or contradicts itself.
    """
    folder = Path(folder)
    registry: dict[str, Claim] = {}
    places: dict[str, tuple[Path, int]] = {}  # each claim's file, and its place there
    read = {topic: read_entries(folder / topic / "claims.yaml") for topic in read_topics(folder)}
    constants = _constants(chain.from_iterable(read.values()))
    for topic, entries in read.items():
        path = folder / topic / "claims.yaml"
        for number, claim in enumerate(fit_entries(Claim, entries, path, constants, topic=topic)):
            if claim.id in registry:
                sentence = f"claim {claim.id} appears twice, first in {places[claim.id][0]}"
                raise wrong_at(path, (number, "id"), sentence)
            registry[claim.id], places[claim.id] = claim, (path, number)
    for claim in registry.values():
        path, number = places[claim.id]
        for where, sentence in chain(_wrong_names(claim, registry), wrong_words(claim, registry)):
            raise wrong_at(path, (number, *where), f"claim {claim.id}{sentence}")
    return registry


def read_theorems(folder: Path | str, registry: Mapping[str, Claim]) -> list[Theorem]:
    """Read our own theorems from theorems.yaml in `folder`; without that file the list is empty.

    Raises
    ------
    ClaimsError
        If an entry lacks a key or has an unknown one, or names what does not exist.
    """
    path = Path(folder) / "theorems.yaml"
    entries = read_entries(path) if path.is_file() else []
    constants = _constants(claim.model_dump() for claim in registry.values())
    theorems = fit_entries(Theorem, entries, path, constants)
    known = {full_name(c, s.key) for c in registry.values() for s in c.statements}
    for number, theorem in enumerate(theorems):
        earlier = {other.id for other in theorems[:number]}
        for key, names, there, what in (
            ("statement", [theorem.statement], known, "statement of the registry"),
            ("uses", theorem.uses, earlier, "theorem above it"),
            ("replaces", theorem.replaces, registry, "claim"),
            ("refutes", theorem.refutes, registry, "claim"),
        ):
            for name in names:
                if name not in there:
                    verb = "has" if key == "statement" else key
                    sentence = f"theorem {theorem.id} {verb} {name!r}, which is not a {what}"
                    raise wrong_at(path, (number, key), sentence + nearest(name, there))
    return theorems


def _constants(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the constants of claims, of which some may still be wrong, as texts."""
    given = (claim.get("constants") for claim in claims)
    return {
        str(name): str(value)
        for constants in given
        if isinstance(constants, Mapping)
        for name, value in constants.items()
    }


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


def _wrong_names(
    claim: Claim, registry: Mapping[str, Claim]
) -> Iterable[tuple[tuple[int | str, ...], str]]:
    """Yield where a claim names what the registry lacks, or rests on itself, and a sentence."""
    keys = [statement.key for statement in claim.statements]
    readings = {full_name(claim, s.key) for s in claim.statements if s.reading}
    for name in claim.examined:
        if full_name(claim, name) in readings:
            yield ("examined",), f": {name!r} is a reading, and no line of the paper's proof"
    for number, statement in enumerate(claim.statements):
        where = ("statements", number)
        if (statement.proof == "docs") != bool(statement.proved_in):
            yield (
                (*where, "proof"),
                f", statement {statement.key}: proof {statement.proof!r} must name the label",
            )
        for field in ("correction", "excluded_by"):
            name = getattr(statement, field)
            if name and name not in keys:
                sentence = f"{field} {name!r} is not a statement of the claim{nearest(name, keys)}"
                yield (*where, field), f", statement {statement.key}: {sentence}"
    concluded = [one.statement for one in claim.concluded]
    for name in claim.not_shown:
        if name not in concluded:
            sentence = f": not_shown {name!r} is not a conclusion of it{nearest(name, concluded)}"
            yield ("not_shown",), sentence
    for number, one in enumerate(claim.conclusions):
        if one.statement not in keys:
            sentence = f"its conclusion {one.statement!r} is not a statement of it"
            yield ("conclusions", number), f": {sentence}{nearest(one.statement, keys)}"
    for name in claim.uses:
        if name not in registry:
            yield ("uses",), f" uses {name!r}, which is not a claim{nearest(name, registry)}"
    for name in claim.assumes:
        if name not in registry or registry[name].status != "open or conditional":
            yield ("assumes",), f" assumes {name!r}, which is not an open claim"
    known = {full_name(c, s.key) for c in registry.values() for s in c.statements}
    for field in ("corrected", "examined", "proved_by", "answers", "every_constant", "step", "gap"):
        said = getattr(claim, field)
        for name in [said] if isinstance(said, str) and said else said:
            if full_name(claim, name) not in known:
                sentence = f"{full_name(claim, name)!r} is not a statement of the registry"
                yield (field,), f": {sentence}{nearest(full_name(claim, name), known)}"
    waiting, seen = list(claim.uses), set()
    while waiting:
        name = waiting.pop()
        if name == claim.id:
            yield ("uses",), " rests on itself"
        if name not in seen and name in registry:
            seen.add(name)
            waiting += registry[name].uses


def wrong_words(
    claim: Claim, registry: Mapping[str, Claim]
) -> Iterable[tuple[tuple[int | str, ...], str]]:
    """Yield where what is said of a claim contradicts itself, whatever its verdicts, and how."""
    if claim.status and claim.kind != "claim":
        yield ("status",), ": a claim has a status, and a definition or question has none"
    if claim.correction and claim.status != "holds with a correction":
        yield (
            ("correction",),
            ": what holds with a correction, and nothing else, says what is corrected",
        )
    if bool(claim.step) != bool(claim.assumes):
        yield (
            ("step" if claim.step else "assumes",),
            ": a claim that rests on a conjecture names its step, and no other claim does",
        )
    is_open = claim.status == "open or conditional"
    if is_open and not (claim.step or claim.open or claim.not_shown):
        yield (
            ("status",),
            ": it must say open: true, what is not_shown, or its step",
        )
    if claim.open and not is_open:
        yield ("open",), ": what is open, and nothing else, has the status 'open or conditional'"
    if claim.paper_proof != "does not give it" and claim.gap and claim.proved_by:
        yield (
            ("gap",),
            ": what its proof does not give, and nothing else, names a gap and another proof",
        )
    named = {full_name(c, name) for c in registry.values() for name in (*c.examined, c.gap)}
    for number, statement in enumerate(claim.statements):
        where, key = ("statements", number), statement.key
        if statement.excluded_by and statement.impact != "degenerate case":
            yield (
                (*where, "excluded_by"),
                f": {key!r}: a degenerate case, and nothing else, is excluded by a statement",
            )
        gap = statement.impact == "proof gap" and not statement.reading
        if gap and f"{claim.id}/{key}" not in named:
            yield (*where, "impact"), f": {key!r} is a proof gap, and no proof names it"
