"""What one more statement needs: its entry in the registry and its records, and nothing else."""

import shutil
from copy import deepcopy
from pathlib import Path

import made_up
import pytest
import yaml

from claimcheck.checks.comparison import compare
from claimcheck.errors import ClaimsError
from claimcheck.judging.verdicts import judge_topic, read_verdicts
from claimcheck.registry.claims import read_registry
from claimcheck.registry.paper_metadata import PaperMetadata
from claimcheck.reporting.readme import errata
from claimcheck.reporting.staging import write_pages

CLAIMS = Path(__file__).resolve().parents[2] / "src/sparse_activations"
MADE_UP = {
    "made-up": {
        "title": "Made up to fail",
        "latex": "1 \\le 0",
        "checked": "two made-up numbers",
        "correction": "made-up-corrected",
        "effect": "None, for it is made up.",
        "impact": "misprint",
    },
    "made-up-corrected": {
        "title": "Made up to hold",
        "latex": "0 \\le 1",
        "checked": "the same numbers, exchanged",
    },
}


@pytest.fixture
def claims(tmp_path):
    """Return the claims of one topic, read from a registry with two made-up statements in it."""
    path = Path(shutil.copytree(CLAIMS, tmp_path / "claims")) / "juntas/claims.yaml"
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    next(entry for entry in entries if entry["id"] == "theorem-13")["statements"] |= MADE_UP
    path.write_text(yaml.safe_dump(entries, sort_keys=False, allow_unicode=True), encoding="utf-8")
    registry = read_registry(path.parents[1])
    return {key: claim for key, claim in registry.items() if claim.topic == "juntas"}


def records_of(claims):
    """Return a record of every statement that can be tested; all hold but the one made to fail."""
    return [
        compare(claim.id, statement.key, {"p": 3, "n": 5}, *sides)
        for claim in claims.values()
        for statement in claim.statements
        if not statement.untestable
        for sides in [(1, "<=", 0) if statement.key == "made-up" else (0, "<=", 1)]
    ]


def test_one_more_statement_is_in_verdicts_page_and_errata(monkeypatch, tmp_path):
    (entry,) = deepcopy(made_up.AVERAGE_SENSITIVITY)
    entry["statements"] |= MADE_UP
    records = made_up.records()
    records["average_sensitivity/sweep"] += [
        compare("lemma-9", "made-up", {"p": 3, "n": 5}, 1, "<=", 0),
        compare("lemma-9", "made-up-corrected", {"p": 3, "n": 5}, 0, "<=", 1),
    ]
    monkeypatch.setattr(made_up, "AVERAGE_SENSITIVITY", [entry])
    monkeypatch.setattr(made_up, "records", lambda: records)
    run = made_up.write_run(tmp_path)
    verdicts = read_verdicts(run["results"])
    assert verdicts["lemma-9", "made-up"].outcome == "fails"
    assert verdicts["lemma-9", "made-up-corrected"].outcome == "exact"
    parameters = made_up.parameters()
    write_pages(tmp_path / "pages", **run, parameters=parameters, seed=7, error_budget=1e-3)
    page = (tmp_path / "pages/claims/lemma_9.md").read_text("utf-8")
    claims = read_registry(run["registry"])
    for text in ("Made up to fail", "Made up to hold", "None, for it is made up."):
        assert text in page
    assert "For p = 3, n = 5, the left side is 1, which is not at most the right side, 0." in page
    misprints = errata(PaperMetadata(**made_up.ABOUT), claims, verdicts).partition("## Misprints")[
        2
    ]
    assert "| $1 \\le 0$ | $0 \\le 1$ |" in misprints


def test_a_statement_without_a_record_stops_the_judging(claims):
    records = [record for record in records_of(claims) if record.statement != "made-up"]
    with pytest.raises(ClaimsError, match=r"^theorem-13 \(made-up\) has no records: a check must"):
        judge_topic(list(claims.values()), records)


def test_a_record_without_a_statement_stops_the_judging(claims):
    records = [*records_of(claims), compare("theorem-13", "made-down", {"p": 3}, 0, "<=", 1)]
    with pytest.raises(ClaimsError, match=r"^a record is for theorem-13 \(made-down\), unregist"):
        judge_topic(list(claims.values()), records)
