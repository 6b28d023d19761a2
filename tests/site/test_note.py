"""The note to cite: its pages, its numbers, what it cites, the same bytes twice."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
import typst

from awasthi2024.note import typeset
from paperclaims.checks.files import read_table
from paperclaims.errors import ClaimsError

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "results/reference"
SOURCE = (ROOT / "docs/note.typ").read_text("utf-8")
SAMPLES = REFERENCE / "tables/conjecture_20/rectangles.csv"
FILES = {
    "rectangles": SAMPLES,
    "statuses": REFERENCE / "statuses.csv",
    "verdicts": REFERENCE / "verdicts.csv",
    "proofs": REFERENCE / "proofs.json",
    "citation": ROOT / "CITATION.cff",
    "paper": ROOT / "src/awasthi2024/paper.yaml",
}
RECORDS = {name: path.read_text("utf-8") for name, path in FILES.items()}
STATUSES = pd.read_csv(FILES["statuses"], keep_default_na=False).query("in_paper")
VERDICTS = pd.read_csv(FILES["verdicts"])
THEOREMS = json.loads(RECORDS["proofs"])["theorems"]
RECTANGLES = read_table(SAMPLES).query("points == 'rectangles'")
#: The number of theorems that rest on no axiom.
CLOSED = sum(not theorem["axioms"] for theorem in THEOREMS.values())


def words(content):
    """Return the text of a queried element."""
    if isinstance(content, list):
        return "".join(words(part) for part in content)
    if not isinstance(content, dict):
        return ""
    if content.get("func") == "space":
        return " "
    text = content.get("text", "")
    own = text if isinstance(text, str) else ""
    return own + "".join(words(part) for part in content.values())


def queried(selector, records=RECORDS):
    found = typst.query(
        SOURCE.encode(), selector, ignore_system_fonts=True, sys_inputs=dict(records)
    )
    return words(json.loads(found)).replace("\u2009", " ")


def edited(name, old, new):
    assert old in RECORDS[name]
    return {**RECORDS, name: RECORDS[name].replace(old, new)}


def numbers(text):
    """Return the numbers in a text, those in groups of three as one."""
    return re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d) (?=\d{3})", "", text))


def test_it_has_the_same_bytes_twice():
    first = typeset(SOURCE, RECORDS)
    assert first == typeset(SOURCE, RECORDS)
    assert first.startswith(b"%PDF-")
    assert b"CreationDate" not in first


def test_it_counts_the_claims_as_the_records_do():
    kinds = ("holds", "holds with a correction", "false", "open", "not examined")
    holds, *others = [int((STATUSES.status == kind).sum()) for kind in kinds]
    implied = ((STATUSES.status == "holds") & (STATUSES.assumes != "")).sum()
    assert numbers(queried("<counts>")) == [str(n) for n in (holds, implied, *others)]
    fewer = edited("statuses", ",false,", ",holds,")
    holds, others[1] = holds + others[1], 0
    assert numbers(queried("<counts>", fewer)) == [str(n) for n in (holds, implied, *others)]


def test_the_statuses_in_its_table_are_those_of_the_records():
    named = re.findall(r'^    \.\.row\(.*\], "([\w-]+)", \[', SOURCE, re.MULTILINE)
    statuses = list(STATUSES.set_index("claim").status[named])
    shown = queried("<findings>")
    assert shown.count("false") == statuses.count("false") == 4
    assert shown.count("holds with a correction") == statuses.count("holds with a correction")


def test_it_counts_the_statements_and_theorems_as_the_records_do():
    kinds = ("exact", "certified", "statistical", "fails", "not testable")
    *held, fails, untestable = [(VERDICTS.outcome == kind).sum() for kind in kinds]
    levels = f"{1000 * VERDICTS.level.sum():.2f}"
    expected = (len(VERDICTS), VERDICTS.instances.sum(), *held, levels, fails, untestable)
    shown = [number for number in numbers(queried("<verdicts>")) if number not in ("10", "3")]
    assert shown == [str(number) for number in expected]
    assert numbers(queried("<coq>")) == [str(len(THEOREMS)), str(CLOSED)]


def test_its_smallest_sample_is_the_one_of_the_table():
    least = RECTANGLES.loc[RECTANGLES.log10_m.idxmin()]
    assert numbers(queried("<smallest>"))[:3] == [str(int(least[key])) for key in ("m", "s", "k")]


def test_it_types_no_number_that_a_record_has():
    """But those below 100, which anything may be."""
    text = SOURCE.partition("#let literature")[0] + SOURCE.partition("#let c(key")[2]
    known = {len(VERDICTS), VERDICTS.instances.sum(), len(THEOREMS), CLOSED}
    known |= {*VERDICTS.outcome.value_counts(), *RECTANGLES[["m", "s", "k"]].to_numpy().flat}
    known = {str(int(number)) for number in known if number >= 100}
    known |= {str(ratio)[:5] for ratio in read_table(SAMPLES).ratio}
    known.add(json.loads(RECORDS["proofs"])["coq"])
    assert not known & set(re.findall(r"\d+(?:\.\d+)*", text))


def test_it_names_no_theorem_that_coq_has_not_checked():
    assert set(re.findall(r'#coq\("(\w+)"\)', SOURCE)) <= set(THEOREMS)
    with pytest.raises(ClaimsError, match="theorem_B_iff"):
        typeset(SOURCE, edited("proofs", '"theorem_B_iff"', '"theorem_B"'))


def test_the_documents_that_it_cites_have_these_sections():
    cited = re.findall(r'#docs\("([\w-]+)", "([^"]+)"\)', SOURCE)
    assert cited
    for name, section in cited:
        text = (ROOT / f"docs/{name}.md").read_text("utf-8")
        begin = re.sub(r"Section (\d+)$", r"\1.", section)
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert any(heading.startswith(begin) for heading in headings), (name, section)


def test_an_error_in_the_source_is_one_sentence():
    with pytest.raises(ClaimsError, match="the note cannot be typeset: unknown variable"):
        typeset("#nothing", RECORDS)
