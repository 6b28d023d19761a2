"""The note to cite: its pages, its numbers, what it cites, the same bytes twice."""

import csv
import json
import re
from pathlib import Path

import pytest
import typst

from awasthi2024.note import typeset
from paperclaims.errors import ClaimsError

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "docs/note.typ").read_text("utf-8")
RULE = (ROOT / "workflow/awasthi2024/note.smk").read_text("utf-8")
PLACES = {
    "claims.paths.REFERENCE": "results/reference",
    "claims.REGISTRY": "src/awasthi2024",
    "claims.CHECKED_PROOFS": "results/reference/proofs.json",
}


def given():
    """Return the text of each input of the rule but the source, by name."""
    block = RULE.partition("    input:\n")[2].partition("    output:\n")[0]
    texts = {}
    for name, path in re.findall(r"(\w+)=(.*),", block):
        bare = path.removeprefix("f").strip('"')
        for place, folder in PLACES.items():
            bare = bare.replace(f"{{{place}}}", folder).replace(place, folder)
        texts[name] = (ROOT / bare).read_text("utf-8")
    assert texts.pop("source") == SOURCE
    return texts


RECORDS = given()


def rows(name, records=RECORDS):
    lines = [line for line in records[name].splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


STATUSES = [row for row in rows("statuses") if row["in_paper"] == "True"]
VERDICTS = rows("verdicts")
THEOREMS = json.loads(RECORDS["proofs"])["theorems"]
RECTANGLES = [row for row in rows("rectangles") if row["points"] == "rectangles"]


def count(table, column, value):
    return sum(row[column] == value for row in table)


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
    holds, corrected, false, *others = [count(STATUSES, "status", kind) for kind in kinds]
    implied = sum(row["status"] == "holds" and row["assumes"] != "" for row in STATUSES)
    expected = [holds, implied, corrected, false, *others]
    assert numbers(queried("<counts>")) == [str(number) for number in expected]
    fewer = edited("statuses", ",false,", ",holds,")
    expected = [holds + false, implied, corrected, 0, *others]
    assert numbers(queried("<counts>", fewer)) == [str(number) for number in expected]


def test_the_statuses_in_its_table_are_those_of_the_records():
    named = re.findall(r'^    \.\.row\(.*\], "([\w-]+)", \[', SOURCE, re.MULTILINE)
    statuses = [next(row for row in STATUSES if row["claim"] == name)["status"] for name in named]
    shown = queried("<findings>")
    assert shown.count("false") == statuses.count("false") == 4
    assert shown.count("holds with a correction") == statuses.count("holds with a correction")


def test_it_counts_the_statements_and_theorems_as_the_records_do():
    instances = sum(int(row["instances"]) for row in VERDICTS)
    levels = sum(float(row["level"]) for row in VERDICTS if row["level"])
    kinds = ("exact", "certified", "statistical")
    expected = [len(VERDICTS), instances, *(count(VERDICTS, "outcome", kind) for kind in kinds)]
    expected += [f"{1000 * levels:.2f}", count(VERDICTS, "outcome", "fails")]
    expected += [count(VERDICTS, "outcome", "not testable")]
    shown = [number for number in numbers(queried("<verdicts>")) if number not in ("10", "3")]
    assert shown == [str(number) for number in expected]
    closed = sum(not theorem["axioms"] for theorem in THEOREMS.values())
    assert numbers(queried("<coq>")) == [str(len(THEOREMS)), str(closed)]


def test_its_smallest_sample_is_the_one_of_the_table():
    least = min(RECTANGLES, key=lambda row: float(row["log10_m"]))
    shown = numbers(queried("<smallest>"))
    assert shown[:3] == [str(int(float(least[key]))) for key in ("m", "s", "k")]


def test_it_types_no_number_that_a_record_has():
    """But those below 100, which anything may be."""
    text = SOURCE.partition("#let literature")[0] + SOURCE.partition("#let c(key")[2]
    known = {len(VERDICTS), sum(int(row["instances"]) for row in VERDICTS), len(THEOREMS)}
    known |= {sum(not theorem["axioms"] for theorem in THEOREMS.values())}
    known |= {count(VERDICTS, "outcome", row["outcome"]) for row in VERDICTS}
    known |= {int(float(row[key])) for row in RECTANGLES for key in ("m", "s", "k")}
    known = {str(number) for number in known if number >= 100}
    known |= {row["ratio"][:5] for row in rows("rectangles")}
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
