"""What one more statement needs: its entry in the registry and its records, and nothing else."""

import shutil
from pathlib import Path

import pytest
import yaml

from sparseact.comparison import compare
from sparseact.documents import errata, verdict_table
from sparseact.errors import ClaimsError
from sparseact.registry import read_registry
from sparseact.site import index_page
from sparseact.verdicts import judge_family, read_verdicts, write_verdicts

CLAIMS = Path(__file__).resolve().parents[1] / "config/claims"
MADE_UP = {
    "made-up": {
        "title": "Made up to fail",
        "latex": "1 \\le 0",
        "checked": "two made-up numbers",
        "correction": "made-up-corrected",
        "effect": "None, for it is made up.",
    },
    "made-up-corrected": {
        "title": "Made up to hold",
        "latex": "0 \\le 1",
        "checked": "the same numbers, exchanged",
    },
}


@pytest.fixture
def claims(tmp_path):
    """Return a copy of the registry of one claim family with two made-up statements in it."""
    (tmp_path / "index.yaml").write_text("- juntas\n", encoding="utf-8")
    path = Path(shutil.copy(CLAIMS / "juntas.yaml", tmp_path))
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    next(entry for entry in entries if entry["id"] == "theorem-13")["statements"] |= MADE_UP
    path.write_text(yaml.safe_dump(entries, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return read_registry(tmp_path)


def records_of(claims):
    """Return a record of every statement that can be tested; all hold but the one made to fail."""
    return [
        compare(claim.id, statement.key, {"p": 3, "n": 5}, *sides)
        for claim in claims.values()
        for statement in claim.statements
        if not statement.untestable
        for sides in [(1, "<=", 0) if statement.key == "made-up" else (0, "<=", 1)]
    ]


def test_one_more_statement_is_in_verdicts_page_and_errata(claims, tmp_path):
    records = records_of(claims)
    write_verdicts(tmp_path / "verdicts.csv", judge_family(list(claims.values()), records))
    verdicts = read_verdicts(tmp_path / "verdicts.csv")
    assert verdicts["theorem-13", "made-up"].outcome == "fails"
    assert verdicts["theorem-13", "made-up-corrected"].outcome == "exact"
    page = index_page(claims, verdicts, {"juntas/cost": records}, seed=1, error_budget=1e-3)
    faults = errata(claims, verdicts)
    for text in (page, faults):
        assert "Made up to fail" in text
        assert "Made up to hold" in text
        assert "p=3, n=5: not 1 &lt;= 0" in text or "p=3, n=5: not 1 <= 0" in text
    assert "None, for it is made up." in faults
    (row,) = [line for line in verdict_table(claims, verdicts).splitlines() if "theorem-13" in line]
    assert "1 failing" in row


def test_a_statement_without_a_record_stops_the_judging(claims):
    records = [record for record in records_of(claims) if record.statement != "made-up"]
    with pytest.raises(ClaimsError, match=r"^theorem-13 \(made-up\) has no records$"):
        judge_family(list(claims.values()), records)


def test_a_record_without_a_statement_stops_the_judging(claims):
    records = [*records_of(claims), compare("theorem-13", "made-down", {"p": 3}, 0, "<=", 1)]
    with pytest.raises(ClaimsError, match=r"^a record is for theorem-13 \(made-down\), unregist"):
        judge_family(list(claims.values()), records)
