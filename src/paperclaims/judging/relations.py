"""Plan a run and assemble the site: what the checks of other papers prove on a statement."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.refusals import nearest
from paperclaims.registry import claims, paper_metadata
from paperclaims.registry.claims import Claim, Statement
from paperclaims.registry.paper_metadata import PaperMetadata


class Related(NamedTuple):
    """A relation to a proved statement of another paper's checks, such as "sharpened by".

    `target` is its name in the claims file, and `name` on their pages. `title` and `says` are its
    statement, `paper` is the other paper's title, and `address` of its page, from our first one.
    """

    verb: str
    target: str
    name: str
    title: str
    says: str
    proof: str
    paper: str
    address: str


def related(statement: Statement, about: PaperMetadata) -> list[Related]:
    """Return what a statement's relations name; ClaimsError if it is not proved there."""
    relations = ("refuted_by", "sharpened_by", "follows_from")
    return [_find(verb, name, about) for verb in relations for name in getattr(statement, verb)]


def check_relations(
    folder: Path | str, registry: Mapping[str, Claim], about: PaperMetadata
) -> list[Related]:
    """Return all relations of a registry, which was read from `folder`.

    Raises ClaimsError if one names nothing that is proved, or its statement may not have it.
    """
    found = []
    for claim in registry.values():
        for number, statement in enumerate(claim.statements):
            refuted = bool(statement.refutation)
            proved = statement.proof != "none" and not refuted
            try:
                if statement.refuted_by and not refuted:
                    raise ClaimsError("a statement with refuted_by must have a refutation")
                if statement.sharpened_by and (refuted or statement.fails):
                    raise ClaimsError("a statement with sharpened_by must not fail")
                if statement.follows_from and not proved:
                    raise ClaimsError("a statement with follows_from must have a proof")
                found += related(statement, about)
            except ClaimsError as error:
                sentence = f", statement {statement.key}: {error}"
                place = ("statements", number)
                raise claims.wrong_in(folder, registry, claim, place, sentence) from None
    return found


@cache
def _read(package: str) -> tuple[str, dict[str, Claim], dict[str, claims.Theorem]]:
    folder = find_paper(package).folder
    registry = claims.read_registry(folder)
    theorems = {theorem.id: theorem for theorem in claims.read_theorems(folder, registry)}
    return paper_metadata.read_paper_metadata(folder).title, registry, theorems


def _find(verb: str, target: str, about: PaperMetadata) -> Related:
    package, _, inside = target.partition("/")
    if package not in about.papers:
        near = nearest(package, about.papers)
        raise ClaimsError(f"{target!r} must begin with one of the papers in paper.yaml{near}")
    paper, registry, theorems = _read(package)
    theorem = theorems.get(inside)
    try:
        claim, statement = claims.find_statement(theorem.statement if theorem else inside, registry)
    except KeyError:
        near = nearest(inside, theorems)
        raise ClaimsError(f"{target!r} must be a theorem or a claim/statement{near}") from None
    if statement.proof == "none" or statement.refutation or statement.fails:
        raise ClaimsError(f"{target!r} must be proved there, and it is not")
    name = theorem.called if theorem else claim.called
    site = about.papers[package].rstrip("/")
    address = site and f"{site}/claims/{claim.target}.html#{claim.id}-{statement.key}"
    proof = f"proved{' in Coq' if statement.proof == 'coq' else ''}"
    words = verb.replace("_", " ")
    return Related(words, target, name, statement.title, statement.says, proof, paper, address)
