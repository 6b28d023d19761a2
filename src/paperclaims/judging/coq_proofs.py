"""Plan a run and judge: the theorems in Coq, the statements that they prove, and their sources.

proofs/ holds the Coq development. `make proofs` compiles it and writes
results/proofs.json: each theorem as Coq understands it, and its axioms.
A run without Coq relies on the committed copy in results/reference. A
statement may have the proof "coq" only if the sources still have the hash in that file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim

#: How the names of the files begin that have the theorems which claims cite.
_STATEMENTS = ("statements_", "headline.")

#: A sentence on each theorem that uses Coq's real numbers.
_AT_REALS = "It rests on the axioms of Coq's real numbers."

_THEOREM = re.compile(
    r"^\(\*\*(?P<words>(?:(?!\*\)).)*?)\*\)\nTheorem (?P<name>\w+)(?P<statement>.*?)\nProof\.",
    re.DOTALL | re.MULTILINE,
)
#: The parts of a statement file besides theorems: a notation or a definition there would
#: change the meaning of a theorem, and a section's hypothesis would not be in its text.
_PLAIN = re.compile(
    r"From [\w.]+ Require Import [\w. ]+|Import [\w. ]+|Local Open Scope ring_scope"
    r"|Set Implicit Arguments|Unset Strict Implicit|Unset Printing Implicit Defensive"
    r"|Theorem .*|Proof|Qed"
)
_CITED = re.compile(r"^ *(?P<verb>proves|refutes): *(?P<claims>[^*]+)\Z", re.MULTILINE | re.DOTALL)


class Theorem(NamedTuple):
    """A theorem of a statement file, which is at `line` of `file` in proofs/.

    `words` is the sentence above it. At Coq's real numbers it ends with the axioms of the theorem.
    `text` is the text for Coq, from "Theorem" to the full stop. `verb` is "proves" or "refutes", or
    empty if no claim's statement is cited; `cited` are claims' ids and keys of their statements.
    """

    name: str
    file: str
    line: int
    words: str
    text: str
    verb: str
    cited: tuple[tuple[str, str], ...]


class CheckedTheorem(BaseModel, strict=True):
    """The full names of the axioms that a theorem rests on, and its statement as Coq prints it.

    `says` has the lines of the statement, with each name of this project with its file.
    """

    axioms: tuple[str, ...]
    says: tuple[str, ...]


class CheckedProofs(BaseModel, strict=True):
    """The results of `make proofs`: the version of Coq, the hash of the sources, theorems by name.

    Most theorems rest on no axioms.
    """

    coq: str
    sources: str
    theorems: dict[str, CheckedTheorem]


def source_files(folder: Path | str) -> list[Path]:
    """Return the files that are compiled, as _CoqProject in `folder` lists them.

    Raises ClaimsError if _CoqProject is missing, or it names a missing file.
    """
    files = [Path(folder) / line for line in _project(folder) if line.endswith(".v")]
    for file in files:
        if not file.is_file():
            name = file.relative_to(folder)
            raise ClaimsError(f"{folder}/_CoqProject names {name}, which is not there")
    return files


def _project(folder: Path | str) -> list[str]:
    """Return the lines of _CoqProject: the flags of coqc, and the files."""
    project = Path(folder) / "_CoqProject"
    if not project.is_file():
        raise ClaimsError(f"{project} is missing; it lists the Coq sources")
    return _text(project).split("\n")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ClaimsError(f"{file} is not text in UTF-8: {error}") from None


def statement_files(folder: Path | str) -> list[Path]:
    """Return the files among `source_files` with the theorems that claims cite."""
    return [file for file in source_files(folder) if file.name.startswith(_STATEMENTS)]


def at_reals(file: str) -> bool:
    """Return whether a statement file is about Coq's real numbers, and rests on their axioms."""
    return file == "headline.v"


def sources_hash(folder: Path | str, coq: str) -> str:
    """Return a hash of coqc's version and flags, and of the sources with names and order."""
    flags = [line for line in _project(folder) if not line.endswith(".v")]
    digest = hashlib.sha256("\n".join([coq, *flags]).encode())
    for file in source_files(folder):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_theorems(folder: Path | str) -> dict[str, Theorem]:
    """Read the theorems of the statement files, by name.

    Raises ClaimsError if a line "proves:" or "refutes:" names something else than claims and keys,
    two theorems have one name, or a file has a command beside theorems.
    """
    theorems: dict[str, Theorem] = {}
    for path in statement_files(folder):
        file, text = path.relative_to(folder).as_posix(), _text(path)
        _refuse_commands(text, file)
        for match in _THEOREM.finditer(text):
            theorem = _theorem(match, file, text)
            if theorem.name in theorems:
                raise ClaimsError(f"{file}: theorem {theorem.name} appears twice")
            theorems[theorem.name] = theorem
    return theorems


def _refuse_commands(text: str, file: str) -> None:
    """Raise ClaimsError if a statement file has a command that is not `_PLAIN`, in a proof too."""
    code = re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL)
    for sentence in re.split(r"\.(?=\s|\Z)", code):
        command = " ".join(sentence.split()).lstrip("-+*{} ")  # bullets of proofs
        # Commands begin with a capital or an attribute, tactics do not.
        if re.match(r"[A-Z#]", command) and not _PLAIN.fullmatch(command):
            raise ClaimsError(
                f"{file} may have theorems, imports and no other command, not {command[:60]!r}"
            )


def _theorem(match: re.Match[str], file: str, text: str) -> Theorem:
    words, verb = match["words"], ""
    cited: tuple[tuple[str, str], ...] = ()
    if citation := _CITED.search(words):
        words, verb = words[: citation.start()], citation["verb"]
        entries = [entry.split() for entry in citation["claims"].split(";")]
        if any(len(entry) != 2 for entry in entries):
            raise ClaimsError(
                f"{file}: theorem {match['name']}: the text after {verb!r} must be "
                f"'claim key; claim key', got {citation['claims'].strip()!r}"
            )
        cited = tuple((claim, key) for claim, key in entries)
    start = match.start("name") - len("Theorem ")
    return Theorem(
        name=match["name"],
        file=file,
        line=text.count("\n", 0, start) + 1,
        words=" ".join([*words.split(), *([_AT_REALS] if at_reals(file) else [])]),
        text=text[start : match.end("statement")],
        verb=verb,
        cited=cited,
    )


def write_checked(path: Path | str, checked: CheckedProofs) -> None:
    """Write the results of `make proofs` as JSON."""
    Path(path).write_text(checked.model_dump_json(indent=2) + "\n", encoding="utf-8")


def read_checked(path: Path | str) -> CheckedProofs:
    """Read a file of `write_checked`.

    Raises ClaimsError if the file is missing or is not a file of `make proofs`.
    """
    try:
        return CheckedProofs.model_validate_json(Path(path).read_bytes())
    except FileNotFoundError:
        raise ClaimsError(f"{path} is missing; run make proofs") from None
    except ValidationError as failed:
        first = failed.errors()[0]
        what = " → ".join([*map(str, first["loc"]), first["msg"]])
        raise ClaimsError(f"{path} is not a file of make proofs: {what}") from None


def check_marks(registry: Mapping[str, Claim], folder: Path | str) -> None:
    """Reject a proof or a refutation in Coq that no theorem of `folder` states, or the contrary."""
    stated = {(c.id, s.key): s for c in registry.values() for s in c.statements}
    theorems = list(read_theorems(folder).values()) if Path(folder).is_dir() else []
    for theorem in theorems:
        for claim, key in theorem.cited:
            statement = stated.get((claim, key))
            if statement and (theorem.verb == "refutes") != bool(statement.refutation):
                raise ClaimsError(
                    f"{folder}/{theorem.file}:{theorem.line}: theorem {theorem.name} "
                    f"{theorem.verb} {claim} ({key}), which has "
                    f"{'a' if statement.refutation else 'no'} refutation"
                )
    cited = {place for theorem in theorems for place in theorem.cited}
    for (claim, key), statement in stated.items():
        if statement.proof == "coq" and (claim, key) not in cited:
            raise ClaimsError(f"{claim} ({key}) names coq, but no theorem of {folder} cites it")


def check_sources(folder: Path | str, path: Path | str) -> None:
    """Reject a file of `make proofs` that was made from other sources, or lacks a theorem."""
    checked = read_checked(path)
    if checked.sources != sources_hash(folder, checked.coq):
        raise ClaimsError(
            f"{path} was made from other sources than {folder}, so 'proof: coq' is not allowed; "
            "run make proofs and commit the new file"
        )
    for name in read_theorems(folder):
        if name not in checked.theorems:
            raise ClaimsError(f"{path} lacks theorem {name} of {folder}; run make proofs")
