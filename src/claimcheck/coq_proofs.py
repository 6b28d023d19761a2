"""The machine-checked theorems: which statements of claims they prove, and from which sources.

proofs/ holds the Coq development. `make proofs` compiles it and writes what it
found to results/proofs.json; the committed copy in results/reference is what
a run without Coq relies on. A statement may say "Coq" only if the sources
still have the hash in that file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from claimcheck.errors import ClaimsError
from claimcheck.verdicts import Outcome, Verdict

#: How the names of the files begin that have the theorems which claims cite.
_STATEMENTS = "statements_"

#: What a sentence says of each theorem at Coq's real numbers.
_AT_REALS = "It rests on the axioms of Coq's real numbers."

_THEOREM = re.compile(
    r"^\(\*\*(?P<words>(?:(?!\*\)).)*?)\*\)\nTheorem (?P<name>\w+)(?P<statement>.*?)\nProof\.",
    re.DOTALL | re.MULTILINE,
)
_CITED = re.compile(r"^ *(?P<verb>proves|refutes): *(?P<claims>[^*]+)\Z", re.MULTILINE | re.DOTALL)


class Theorem(NamedTuple):
    """A theorem of a statement file.

    Attributes
    ----------
    name : str
    file : str
        Its file in proofs/.
    line : int
        Where its text begins there.
    words : str
        The sentence above it; at Coq's real numbers it ends with what it rests on.
    text : str
        What Coq is given, from "Theorem" to the full stop.
    verb : str
        "proves" or "refutes", or nothing if no claim's statement is cited.
    cited : tuple of (str, str)
        The claims' ids and the keys of their statements.
    """

    name: str
    file: str
    line: int
    words: str
    text: str
    verb: str
    cited: tuple[tuple[str, str], ...]


class CheckedProofs(NamedTuple):
    """What `make proofs` found.

    Attributes
    ----------
    sources : str
        The hash of the sources that were compiled.
    coq : str
        The version of Coq.
    theorems : mapping of str to tuple of str
        Name → the axioms that it rests on, none for most.
    """

    sources: str
    coq: str
    theorems: Mapping[str, tuple[str, ...]]


def source_files(folder: Path | str) -> list[Path]:
    """Return the files that are compiled, as _CoqProject in `folder` lists them.

    Raises
    ------
    ClaimsError
        If there is no _CoqProject, or it names a file that is not there.
    """
    project = Path(folder) / "_CoqProject"
    if not project.is_file():
        raise ClaimsError(f"{project} is missing; it lists the Coq sources")
    lines = _text(project).split("\n")
    files = [Path(folder) / line for line in lines if line.endswith(".v")]
    for file in files:
        if not file.is_file():
            raise ClaimsError(f"{project} names {file.name}, which is not there")
    return files


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ClaimsError(f"{file} is no text in UTF-8: {error}") from None


def statement_files(folder: Path | str) -> list[Path]:
    """Return those of `source_files` that have the theorems which claims cite."""
    return [file for file in source_files(folder) if file.name.startswith(_STATEMENTS)]


def at_reals(file: str) -> bool:
    """Return whether a statement file is about Coq's real numbers, and rests on their axioms."""
    return file.endswith("_reals.v")


def sources_hash(folder: Path | str) -> str:
    """Return a hash of the Coq sources, their names and their order."""
    digest = hashlib.sha256()
    for file in source_files(folder):
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_theorems(folder: Path | str) -> dict[str, Theorem]:
    """Read the theorems of the statement files, by name.

    Raises
    ------
    ClaimsError
        If a line "proves:" or "refutes:" names something else than claims and
        keys, or two theorems have one name.
    """
    theorems: dict[str, Theorem] = {}
    for file in statement_files(folder):
        text = _text(file)
        for match in _THEOREM.finditer(text):
            theorem = _theorem(match, file.name, text)
            if theorem.name in theorems:
                raise ClaimsError(f"{file.name}: theorem {theorem.name} appears twice")
            theorems[theorem.name] = theorem
    return theorems


def _theorem(match: re.Match[str], file: str, text: str) -> Theorem:
    words, verb = match["words"], ""
    cited: tuple[tuple[str, str], ...] = ()
    if citation := _CITED.search(words):
        words, verb = words[: citation.start()], citation["verb"]
        entries = [entry.split() for entry in citation["claims"].split(";")]
        if any(len(entry) != 2 for entry in entries):
            raise ClaimsError(
                f"{file}: theorem {match['name']}: after {verb!r} stand claims and keys, "
                f"'claim key; claim key', not {citation['claims'].strip()!r}"
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
    """Write what `make proofs` found as JSON."""
    theorems = {name: list(axioms) for name, axioms in checked.theorems.items()}
    content = {"coq": checked.coq, "sources": checked.sources, "theorems": theorems}
    Path(path).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def read_checked(path: Path | str) -> CheckedProofs:
    """Read what `write_checked` wrote.

    Raises
    ------
    ClaimsError
        If the file is missing or no such file.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        theorems = {name: tuple(axioms) for name, axioms in content["theorems"].items()}
        words = [content["sources"], content["coq"], *chain(*theorems.values())]
        if not all(isinstance(word, str) for word in words):
            raise TypeError("what must be a text is none")
        if any(isinstance(axioms, str) for axioms in content["theorems"].values()):
            raise TypeError("axioms must be a list")
        return CheckedProofs(content["sources"], content["coq"], theorems)
    except FileNotFoundError:
        raise ClaimsError(f"{path} is missing; run make proofs") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ClaimsError(f"{path} is not what make proofs writes: {error!r}") from error


def check_marks(verdicts: Iterable[Verdict], folder: Path | str, path: Path | str) -> list[str]:
    """Refuse a verdict that says "coq" without a theorem that was checked.

    A theorem that refutes a statement contradicts no verdict: a run may be too small
    to see it fail.

    Parameters
    ----------
    verdicts : iterable of Verdict
    folder : path
        The Coq sources.
    path : path
        What `make proofs` wrote.

    Returns
    -------
    list of str
        A sentence for each statement that a theorem refutes and that does not fail.

    Raises
    ------
    ClaimsError
        If the sources are not those that were checked, or no checked theorem
        cites the statement; or if one proves a statement that fails.
    """
    found = {(verdict.claim, verdict.statement): verdict for verdict in verdicts}
    if not any(verdict.proof == "coq" for verdict in found.values()):
        return []
    checked = read_checked(path)
    if checked.sources != sources_hash(folder):
        raise ClaimsError(
            f"{folder} is not what {path} was made from, so that nothing may say 'proof: coq'; "
            "run make proofs and commit the new file"
        )
    theorems = [t for t in read_theorems(folder).values() if t.name in checked.theorems]
    cited = set()
    unseen = []
    for theorem in theorems:
        for place in theorem.cited:
            if place in found:
                unseen += _unseen_refutation(theorem, found[place])
                cited.add(place)
    for (claim, key), verdict in found.items():
        if verdict.proof == "coq" and (claim, key) not in cited:
            raise ClaimsError(
                f"{claim} ({key}) says 'proof: coq', and no theorem of {folder} that was checked "
                "cites it"
            )
    return unseen


def _unseen_refutation(theorem: Theorem, verdict: Verdict) -> list[str]:
    """Return a sentence if a theorem refutes a statement that does not fail; see `check_marks`."""
    where, fails = f"{verdict.claim} ({verdict.statement})", verdict.outcome is Outcome.FAILS
    if theorem.verb == "proves" and fails:
        raise ClaimsError(f"{where} fails, and theorem {theorem.name} proves it")
    if theorem.verb == "refutes" and not fails:
        return [f"that {where} fails, which theorem {theorem.name} proves in Coq"]
    return []
