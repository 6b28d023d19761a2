"""Read the registry: models of the claims files, with their statements and figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema, WithJsonSchema

from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry.domains import check_clause
from paperclaims.registry.yaml_files import fit_entries, read_entries, read_yaml, wrong_at

#: Definitions and questions have no status.
ClaimKind = Literal["claim", "definition", "question"]
Status = Literal["holds", "holds with a correction", "false", "open", "not examined"]
PaperProof = Literal[
    "proves it", "proves it, corrected", "does not prove it", "cited", "none given", "not examined"
]
#: The most consequential first.
Impact = Literal[
    "result", "proof gap", "constant", "missing condition", "misprint", "degenerate case"
]
STATUSES: tuple[str, ...] = get_args(Status)
IMPACTS: tuple[str, ...] = get_args(Impact)

#: A theorem or a proof in docs/, by its file and its label.
_SECTION = re.compile(r"[\w-]+\.md#\S+")

#: Names that files may have: none leads to another folder.
_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"


def check_file_name(name: str, place: str) -> None:
    """Reject a file name that could lead out of its folder."""
    if not re.fullmatch(_NAME, name):
        raise ClaimsError(
            f"{place} must be letters, digits, '.', '_' and '-', a letter or a digit first, "
            f"got {name!r}"
        )


def _matching(pattern: str, allowed: str) -> AfterValidator:
    """Return a validator that rejects texts that do not match a pattern."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {allowed}")
        return text

    return AfterValidator(check)


def _named(key: str) -> Callable[[Any], Any]:
    """Return a validator that makes entries of a mapping, each with its name as `key`."""

    def read(given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        return tuple({**b, key: n} if isinstance(b, Mapping) else b for n, b in given.items())

    return read


Texts = Annotated[tuple[str, ...], Strict(False)]
_FILE = "letters, digits, '.', '_' and '-', a letter or digit first"
FileName = Annotated[str, _matching(_NAME, _FILE)]


class Entry(BaseModel):
    """A part of a claims file; unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True
    )

    def replace(self, **changed: Any) -> Self:
        """Return a copy with other values, without validation."""
        return self.model_copy(update=changed)


class Statement(Entry):
    """One statement of a claim: as stated in the paper, a step, corrected, or sharper.

    A step is a line of the paper's proof; its key begins with "step-".
    """

    key: SkipJsonSchema[str]
    says: str
    """Its formula, in TeX."""
    title: str = ""
    """The statement in a few words, if its formula does not say it; by default the formula."""
    proof: Annotated[
        str,
        _matching("none|docs|coq", "none, coq or a label in docs/ such as proofs.md#a-label"),
        WithJsonSchema({"type": "string", "pattern": r"^(none|coq|[\w-]+\.md#\S+)$"}),
    ] = "none"
    """The theorem, lemma or proof in docs/ that proves it, by file and label, such as
    `proofs.md#lemma-9`; `coq`; or `none`. It is an error if an instance violates the statement."""
    refutation: Annotated[
        str,
        _matching(rf"(coq|{_SECTION.pattern})?", "coq or a label in docs/"),
        WithJsonSchema({"type": "string", "pattern": rf"^(coq|{_SECTION.pattern})$"}),
    ] = ""
    """The same for a proof that it fails, if there is one."""
    untestable: str = ""
    """Why no computation can test it, if none can."""
    instead: str = ""
    """The statement of the same claim that holds instead."""
    fault: str = ""
    """Its error as a sentence of at most 12 words: the heading of its entry in the errata."""
    inherits: str = ""
    """The failing statement whose slip it inherits; the errata have one entry for both."""
    because: str = ""
    """Why it fails: the rest of a sentence that begins "Wrong because"; for a reading, a
    sentence."""
    still_true: str = ""
    """The largest true statement that remains, with its condition, and what uses it."""
    label: str = ""
    """A short name for figures, if its title is too long."""
    constant: str = ""
    """The constant that replaces an O(·)."""
    fails: Literal[Impact, ""] = ""
    """Consequence for the paper if this statement fails."""
    excluded_by: str = ""
    """For a degenerate case: the proved statement of the same claim whose domain excludes it."""
    domain: Annotated[tuple[Annotated[str, AfterValidator(check_clause)], ...], Strict(False)] = ()
    """The conditions of the statement: inequalities between entries of its instances, such as
    `n*s >= 2`."""
    ours: Literal["sharper", "conjecture", ""] = ""
    """For a statement that the paper does not make: `sharper` if it is proved, or `conjecture`. It
    needs no impact, and its page shows it under "Sharper"."""
    reading: bool = False
    """True for a reading that we tried but the paper does not state; its failure is not an
    erratum."""
    loose: str = ""
    """Why no instance is close to equality."""
    scripts: Texts = ()
    """Scripts of a page or so that check it with Python alone, by their paths in the project; the
    output of each stands next to it, in a .txt file. The claim's page shows both."""
    sides: Annotated[Texts, Field(min_length=2, max_length=2)] = ()
    """Names of the two sides of its records, if its formula does not show them."""
    refuted_by: Texts = ()
    """What refutes it: "package/theorem" or "package/claim/statement" of another paper's checks.
    It must be proved there, and the package is in `papers` of paper.yaml. The statement needs a
    refutation, which says how."""
    sharpened_by: Texts = ()
    """The same for what is sharper than it; the statement holds or is open."""
    follows_from: Texts = ()
    """The same for what its proof uses."""
    proved_in: SkipJsonSchema[str] = ""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        """Add the default title; write a refutation into "proof", and a label into "proved_in"."""
        if not isinstance(given, Mapping):
            return given
        where = given.get("proof", given.get("refutation", ""))
        found = {"proof": where} if where == "coq" else {}
        if _SECTION.fullmatch(str(where)):
            found = {"proof": "docs", "proved_in": where}
        return {"title": f"${given.get('says')}$", **given, **found}


class Figure(Entry):
    """A figure of a claim. Its title is a finding, which the function computes."""

    name: SkipJsonSchema[FileName]
    draw: str
    """The function that draws it: "topic.name" is `draw_name` of the topic's `figures.py`."""
    tables: Annotated[
        tuple[Annotated[str, _matching(f"{_NAME}(/{_NAME})*", _FILE)], ...], Strict(False)
    ]
    """The jobs whose tables it shows; a job of another topic is written "topic/job"."""
    caption: str
    """Caption shown below the figure."""
    alt: str
    """Text alternative: a description of the marks, lines and axes."""


class Theorem(Entry):
    """A new theorem, which is not in the paper."""

    id: str
    """Its name in other entries."""
    name: str
    """Its name in texts, such as Theorem A."""
    short: str = ""
    """Its subject, such as sensitivity, if the name does not show it."""
    statement: str
    """The statement that checks it, as "claim/statement"."""
    says: str
    """The theorem in words, with formulas between dollars."""
    proof: str
    """The theorem in docs/, as "file#label"."""
    uses: Texts = ()
    """The new theorems that its proof uses; they come before it in the file."""
    replaces: Texts = ()
    """The paper's claims that it can replace."""
    refutes: Texts = ()
    """The paper's claims that it refutes."""

    @property
    def called(self) -> str:
        """The name with the subject, such as Theorem A (sensitivity)."""
        return f"{self.name} ({self.short})" if self.short else self.name


class Claim(Entry):
    """A claim of the paper, or one that is not in it, with its statements and figures.

    The status and the answer are written by hand; a run fails if a verdict contradicts them. A
    statement of another claim is written "claim/statement".
    """

    id: FileName
    """Its name in files and commands, such as `lemma-9`."""
    place: str
    """Its place in the paper."""
    title: str
    """The claim in a few words."""
    topic: SkipJsonSchema[str]
    statements: Annotated[
        tuple[Statement, ...],
        Strict(False),
        Field(min_length=1),
        BeforeValidator(_named("key"), json_schema_input_type=dict[str, Statement]),
    ]
    """Its statements, by key."""
    figures: Annotated[
        tuple[Figure, ...],
        Strict(False),
        BeforeValidator(_named("name"), json_schema_input_type=dict[str, Figure]),
    ] = ()
    """Its figures, by file name."""
    name: str = ""
    """Its name in texts, such as Lemma 9; by default its id."""
    kind: ClaimKind = "claim"
    """A claim, a definition or a question."""
    status: Literal[Status, ""] = ""
    """The status; definitions and questions have none."""
    correction: str = ""
    """The correction in words, if it holds with a correction."""
    short: str = ""
    """The result in at most 12 words of plain text, for README and the terminal."""
    answer: str = ""
    """The result in one line."""
    conclusions: Mapping[str, str] = {}
    """The statements that a reader would cite, by name; by default the first statement."""
    corrected: Texts = ()
    """The statements that hold instead of the conclusions."""
    constants: Mapping[str, int | float | str] = {}
    """Constants by name; every text of the claims files can refer to one as `[[name]]`."""
    not_shown: Texts = ()
    """The conclusions that are neither proved nor refuted."""
    assumes: str = ""
    """The conjecture or assumption from which it follows, in words, if it is an implication."""
    paper_proof: PaperProof = "not examined"
    """Whether the paper's proof proves it."""
    examined: Texts = ()
    """The lines of the paper's proof that were examined, as statements."""
    gap: str = ""
    """The line at which the paper's proof fails."""
    proved_by: Texts = ()
    """The statements whose proofs prove it, if the paper's proof does not."""
    proof_note: str = ""
    """The other proof, or the repair of the paper's proof, in words."""
    answers: Texts = ()
    """The statements that answer a question in part."""
    survives: str = ""
    """The part that remains true, if the claim is false."""
    uses: Texts = ()
    """The claims that the paper's proof uses."""
    sentence: str = ""
    """The answer in two or three sentences, with formulas between dollars."""
    idea: str = ""
    """The idea of the proof, in three lines, with formulas between dollars."""
    quoted: str = ""
    """The paper's own words, with formulas between dollars."""
    page: str = ""
    """The page of this quotation."""
    docs: Texts = ()
    """Files in docs/ that contain its proofs, or sections "file#anchor"."""
    note: Annotated[str, _matching(f"({_NAME})?", _FILE)] = ""
    """The file in the results that contains its proofs as a note to cite."""
    in_paper: bool = True
    """True if the claim is in the paper."""

    @property
    def concluded(self) -> Mapping[str, str]:
        """The statements that are judged, by name; by default the first, without a name."""
        return self.conclusions or {"": self.statements[0].key}

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts of its statements, each once."""
        return tuple(dict.fromkeys(chain.from_iterable(s.scripts for s in self.statements)))

    @property
    def main_statement(self) -> Statement:
        """The statement that is the claim itself: its first conclusion."""
        return self.statement(next(iter(self.concluded.values())))

    @property
    def called(self) -> str:
        """The name of the claim in texts."""
        return self.name or self.id

    def statement(self, key: str) -> Statement:
        """Return the statement of this key; KeyError if it is missing."""
        return {statement.key: statement for statement in self.statements}[key]

    @property
    def target(self) -> str:
        """The claim's id as a Snakemake target and as a Python name."""
        return self.id.replace("-", "_").replace(".", "_")


def read_topics(folder: Path | str) -> list[str]:
    """Return a paper's topics in the order of topics.yaml, or else sorted by name."""
    path = Path(folder) / "topics.yaml"
    if not path.is_file():
        return sorted(claims.parent.name for claims in Path(folder).glob("*/claims.yaml"))
    topics = read_yaml(path)
    if not isinstance(topics, list) or not all(isinstance(topic, str) for topic in topics):
        raise ClaimsError(f"{path} must be a list of names")
    for topic in topics:
        check_file_name(topic, f"{path}: topic")
    return topics


def read_registry(folder: Path | str) -> dict[str, Claim]:
    """Read the claims of a paper from its folder: topics.yaml lists the topics, in order.

    Raises ClaimsError if a claim appears twice, lacks a key or has an unknown one, names a claim, a
    statement or a constant that does not exist, or contradicts itself.
    """
    folder = Path(folder)
    registry: dict[str, Claim] = {}
    read = {topic: read_entries(folder / topic / "claims.yaml") for topic in read_topics(folder)}
    constants = _constants(chain.from_iterable(read.values()))
    for topic, entries in read.items():
        path = folder / topic / "claims.yaml"
        for number, claim in enumerate(fit_entries(Claim, entries, path, constants, topic=topic)):
            if claim.id in registry:
                first = folder / registry[claim.id].topic / "claims.yaml"
                sentence = f"claim {claim.id} appears twice, first in {first}"
                raise wrong_at(path, (number, "id"), sentence)
            registry[claim.id] = claim
    for claim in registry.values():
        for where, sentence in chain(_wrong_names(claim, registry), wrong_words(claim, registry)):
            raise wrong_in(folder, registry, claim, where, sentence)
    return registry


def read_theorems(folder: Path | str, registry: Mapping[str, Claim]) -> list[Theorem]:
    """Read the new theorems from theorems.yaml in `folder`; without this file there are none.

    Raises ClaimsError if an entry lacks a key or has an unknown one, or names an unknown claim or
    statement.
    """
    path = Path(folder) / "theorems.yaml"
    entries = read_entries(path) if path.is_file() else []
    constants = _constants(claim.model_dump() for claim in registry.values())
    theorems = fit_entries(Theorem, entries, path, constants)
    known = {full_name(c, s.key) for c in registry.values() for s in c.statements}
    for number, theorem in enumerate(theorems):
        earlier = {other.id for other in theorems[:number]}
        for key, names, there, kind in (
            ("statement", [theorem.statement], known, _REGISTERED),
            ("uses", theorem.uses, earlier, "theorem above it"),
            ("replaces", theorem.replaces, registry, "claim"),
            ("refutes", theorem.refutes, registry, "claim"),
        ):
            for name in names:
                if name not in there:
                    verb = "has" if key == "statement" else key
                    sentence = f"theorem {theorem.id} {verb} {_unknown(name, there, kind)}"
                    raise wrong_at(path, (number, key), sentence)
    return theorems


def _constants(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the constants of claims as texts; the claims may still contain errors."""
    given = (claim.get("constants") for claim in claims)
    return {
        str(name): str(value)
        for constants in given
        if isinstance(constants, Mapping)
        for name, value in constants.items()
    }


#: The place of a wrong entry in a claim, and the sentence after the claim's name.
Wrong = tuple[tuple[int | str, ...], str]
_OF_CLAIM, _REGISTERED = "statement of the claim", "statement of the registry"


def is_step(key: str) -> bool:
    """Return whether a statement is a step, a line of the paper's proof, by its key.

    Figures show the steps in the order of the claims files, each above its correction.
    """
    return key.startswith("step-")


def full_name(claim: Claim, name: str) -> str:
    """Return "claim/statement" for a name that may be a key of the claim itself."""
    return name if "/" in name else f"{claim.id}/{name}"


def find_statement(name: str, registry: Mapping[str, Claim]) -> tuple[Claim, Statement]:
    """Return the statement that "claim/statement" names, with its claim.

    Raises KeyError if the claim or the statement is missing.
    """
    claim_id, _, key = name.partition("/")
    return registry[claim_id], registry[claim_id].statement(key)


def _unknown(name: str, known: Collection[str], kind: str) -> str:
    return f"{name!r}, which is not a {kind}{nearest(name, known)}"


def _wrong_names(claim: Claim, registry: Mapping[str, Claim]) -> Iterable[Wrong]:
    """Yield the place and a sentence for each name in a claim that does not exist."""
    keys = [statement.key for statement in claim.statements]
    known = {full_name(c, s.key) for c in registry.values() for s in c.statements}
    for number, s in enumerate(claim.statements):
        where, of = ("statements", number), f", statement {s.key}:"
        if (s.proof == "docs") != bool(s.proved_in):
            yield (*where, "proof"), f"{of} proof {s.proof!r} must name the label"
        if s.refutation not in ("", s.proof, s.proved_in):
            yield (*where, "refutation"), f"{of} it must have a proof or a refutation, not both"
        for field, name in (("instead", s.instead), ("excluded_by", s.excluded_by)):
            if name and name not in keys:
                yield (*where, field), f"{of} {field} names {_unknown(name, keys, _OF_CLAIM)}"
        if s.inherits and full_name(claim, s.inherits) not in known:
            unknown = _unknown(s.inherits, known, _REGISTERED)
            yield (*where, "inherits"), f"{of} inherits {unknown}"
        if s.reading and {s.key, full_name(claim, s.key)} & {*claim.examined}:
            sentence = f"lines of the paper's proof, got the reading {s.key!r}"
            yield ("examined",), f": examined must name {sentence}"
    for name in claim.not_shown:
        if name not in claim.concluded.values():
            unknown = _unknown(name, [*claim.concluded.values()], "conclusion of it")
            yield ("not_shown",), f": not_shown names {unknown}"
    for called, name in claim.conclusions.items():
        if name not in keys:
            yield ("conclusions", called), f": a conclusion is {_unknown(name, keys, _OF_CLAIM)}"
    for field, name in _named_by(claim):
        if name not in known:
            yield (field,), f": {field} names {_unknown(name, known, _REGISTERED)}"
    waiting, seen = list(claim.uses), set()
    while waiting:
        name = waiting.pop()
        if name == claim.id:
            yield ("uses",), " must not use itself, directly or not"
        if name not in registry and name in claim.uses:
            yield ("uses",), f" uses {_unknown(name, registry, 'claim')}"
        if name not in seen and name in registry:
            seen.add(name)
            waiting += registry[name].uses


def _named_by(claim: Claim) -> Iterable[tuple[str, str]]:
    """Yield the keys of a claim that name statements, each with a name as "claim/statement"."""
    for field in ("corrected", "examined", "proved_by", "answers", "gap"):
        value = getattr(claim, field)
        for name in [value] if isinstance(value, str) and value else value:
            yield field, full_name(claim, name)


def check_needed(
    folder: Path | str, registry: Mapping[str, Claim], theorems: Iterable[Theorem]
) -> None:
    """Reject a statement that no answer uses.

    An answer uses the first statement of its claim, the conclusions and what they name, a statement
    that fails, is a reading or is `ours`, a correction, and the statements of the new theorems.
    """
    used = {theorem.statement for theorem in theorems}
    for claim in registry.values():
        used |= {name for _, name in _named_by(claim)}
        used |= {full_name(claim, key) for key in claim.concluded.values()}
        used.add(full_name(claim, claim.statements[0].key))
        for s in claim.statements:
            used |= {full_name(claim, name) for name in (s.instead, s.excluded_by, s.inherits)}
            if s.fails or s.refutation or s.reading or s.ours:
                used.add(full_name(claim, s.key))
    for claim in registry.values():
        for statement in claim.statements:
            if full_name(claim, statement.key) not in used:
                place = ("statements", statement.key)
                sentence = f", statement {statement.key}: no answer uses it; name it in answers or "
                sentence += "as a conclusion or a correction, or drop it"
                raise wrong_in(folder, registry, claim, place, sentence)


def wrong_in(
    folder: Path | str,
    registry: Mapping[str, Claim],
    claim: Claim,
    place: tuple[int | str, ...],
    sentence: str,
) -> ClaimsError:
    """Return the error with the line of a place in a claim's entry; the sentence goes on."""
    number = [other.id for other in registry.values() if other.topic == claim.topic].index(claim.id)
    path = Path(folder) / claim.topic / "claims.yaml"
    return wrong_at(path, (number, *place), f"claim {claim.id}{sentence}")


def wrong_words(claim: Claim, registry: Mapping[str, Claim]) -> Iterable[Wrong]:
    """Yield the place and a sentence for each pair of entries of a claim that contradict."""
    if claim.status and claim.kind != "claim":
        yield ("status",), ": status must be empty for definitions and questions"
    only = "allowed only if"
    if claim.correction and claim.status != "holds with a correction":
        yield ("correction",), f": correction is {only} status is 'holds with a correction'"
    if claim.paper_proof != "does not prove it" and claim.gap and claim.proved_by:
        yield ("gap",), f": gap and proved_by are {only} paper_proof is 'does not prove it'"
    named = {full_name(c, name) for c in registry.values() for name in (*c.examined, c.gap)}
    concluded = claim.concluded.values() if claim.in_paper else ()
    for number, s in enumerate(claim.statements):
        where, key = ("statements", number), s.key
        proved = s.proof != "none" and not s.refutation
        if s.fails and proved:
            sentence = f"{key!r} has an impact, so it fails, but proof proves it"
            yield (*where, "proof"), f": {sentence}; if the text refutes it, write refutation"
        if s.ours and (s.fails or key in concluded):
            yield where, f": {key!r} is ours, so it has no impact and is no conclusion of the paper"
        if s.ours and (s.ours == "sharper") != proved:
            has, word = ("a", "sharper") if proved else ("no", "conjecture")
            yield (*where, "ours"), f": {key!r} has {has} proof, so ours must be {word!r}"
        if s.excluded_by and s.fails != "degenerate case":
            sentence = f": {key!r}: excluded_by is {only} fails is 'degenerate case'"
            yield (*where, "excluded_by"), sentence
        gap = s.fails == "proof gap" and not s.reading
        if gap and full_name(claim, key) not in named:
            sentence = f": {key!r} has the impact 'proof gap'; name it in gap or examined"
            yield (*where, "fails"), sentence
