"""The note to cite: its pages, its numbers, what it cites, the same bytes twice."""

import json
import math
import re
import time
from pathlib import Path

import pandas as pd
import pytest
import typst

from claimcheck.coq_proofs import read_checked
from claimcheck.errors import ClaimsError
from sparse_activations.note import inputs, typeset

ROOT = Path(__file__).resolve().parents[1]
SOURCE = (ROOT / "docs/note.typ").read_text("utf-8")
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}">'
    '<path d="M20 180 L280 20" stroke="#0072B2" stroke-width="3" fill="none"/></svg>'
)
#: As large as those of a run.
FIGURES = {
    name: PICTURE.format(*size, *size)
    for name, size in {"rectangles": (720, 277), "growth": (302, 389), "rare": (302, 407)}.items()
}
SIZES = {"rows": 7, "columns": 1234.0, "h": 4, "a": 2, "b": 154}
RECTANGLES = pd.DataFrame(
    [
        {"points": "rectangles", "log10_m": math.log10(8638), "m": 8638.0, "s": 42.0, "k": 3.0,
         "ratio": 1.2345678, "built": 400, "mean": 1.35791, "standard_error": 0.00068, **SIZES},
        {"points": "rectangles", "log10_m": 27.4, "m": 2.5e27, "s": 6.74e167, "k": 4.8e146,
         "ratio": 7.9999999, "built": 0, **SIZES},
        {"points": "sorted halves", "log10_m": 5.9, "m": 794321.0, "ratio": 1.7654321,
         "agreeing": 2, **SIZES},
        {"points": "for every constant", "log10_m": 48.8836, "ratio": 1.0034, "a": 139, "b": 139,
         "above": 1.0},
        {"points": "cliques", "log10_m": 46.0576, "ratio": 1.01146, "built": 0},
    ]
)  # fmt: skip
CODES = pd.DataFrame({"proof": ["J", "J", "K"], "m": [7, 8, 9]})
RARE = pd.DataFrame({"n": [120], "m": [8], "delta": [0.5], "value": [1.7022], "lower": [0.6847]})
TABLES = {"rectangles": RECTANGLES, "codes": CODES, "rare": RARE}
AXIOMS = read_checked(ROOT / "results/reference/proofs.json").theorems
#: The rows of what Coq has checked, in the source.
NAMED = re.findall(r"^    \.\.coq\(.*", SOURCE, re.MULTILINE)


def words(content):
    """Return the text of a queried element."""
    if isinstance(content, list):
        return "".join(words(part) for part in content)
    if not isinstance(content, dict):
        return ""
    text = content.get("text", "")
    own = text if isinstance(text, str) else ""
    return own + "".join(words(part) for part in content.values())


def queried(selector, rectangles=RECTANGLES, axioms=AXIOMS):
    tables = {**TABLES, "rectangles": rectangles}
    found = typst.query(
        SOURCE.encode(),
        selector,
        ignore_system_fonts=True,
        sys_inputs=inputs(tables, FIGURES, axioms, "7"),
    )
    return words(json.loads(found)).replace("\u2009", " ")


def test_it_has_six_to_eight_pages_and_the_same_bytes_twice():
    first = typeset(SOURCE, TABLES, FIGURES, AXIOMS, "0.1.0")
    time.sleep(1.1)  # a date in it would differ
    assert first == typeset(SOURCE, TABLES, FIGURES, AXIOMS, "0.1.0")
    assert first.startswith(b"%PDF-")
    assert 6 <= len(re.findall(rb"/Type\s*/Page\b", first)) <= 8


def test_its_table_has_the_numbers_of_the_run():
    shown = queried("<instances>")
    for number in ("8 638", "1 234", "1.23456", "7.99999", "27", "794 321", "1.76543"):
        assert number in shown
    assert "1.23457" not in shown  # a lower bound is rounded down
    other = queried("<instances>", RECTANGLES.assign(ratio=RECTANGLES["ratio"] + 1))
    assert "2.23456" in other
    assert "1.23456" not in other


def test_it_has_the_means_over_drawn_signs():
    shown = queried("<built>")
    for number in ("1.3579", "0.0007", "400", "1.23456"):
        assert number in shown
    assert "7.9999" not in shown


def test_the_constants_are_the_table_s_own():
    text = queried("<constants>", RECTANGLES.assign(above=5.0))
    assert "5.00" in text
    assert "139" in text
    assert "48.9" in text


def test_the_other_tables_are_shown():
    assert queried("<codes>") == "2and1maps"
    assert "1.70" in queried("<rare>")


def test_what_a_theorem_rests_on_is_what_coq_found():
    assert NAMED
    names = {name for row in NAMED for name in re.findall(r'"(\w+)"', row)}
    assert names <= set(AXIOMS)
    shown = queried("<coq>", axioms=dict.fromkeys(names, ()))
    assert shown.count("none") == len(NAMED)
    shown = queried("<coq>", axioms={**dict.fromkeys(names, ()), "theorem_H_exact": ("epsilon",)})
    assert shown.count("none") == len(NAMED) - 1


def test_it_names_no_theorem_that_coq_has_not_checked():
    fewer = {name: used for name, used in AXIOMS.items() if name != "theorem_B_iff"}
    with pytest.raises(ClaimsError, match="theorem_B_iff"):
        typeset(SOURCE, TABLES, FIGURES, fewer, "0.1.0")


def test_the_documents_that_it_cites_have_these_sections():
    cited = re.findall(r'#docs\("([\w-]+)", "([^"]+)"\)', SOURCE)
    assert cited
    for name, sections in cited:
        text = (ROOT / f"docs/{name}.md").read_text("utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        for section in re.findall(r"\d+|(?:Lemma|Theorem) \w+", sections):
            begin = f"{section}." if section.isdigit() else section
            assert any(heading.startswith(begin) for heading in headings), (name, section)


def test_its_references_are_all_cited():
    body, _, references = SOURCE.partition("= References")
    cited = {int(number) for number in re.findall(r"(?<![$\w])\[(\d+)[\],]", body)}
    assert cited == set(range(1, len(re.findall(r"^  \+ ", references, re.MULTILINE)) + 1))


def test_an_error_in_the_source_is_one_sentence():
    with pytest.raises(ClaimsError, match="the note cannot be typeset: unknown variable"):
        typeset("#nothing", TABLES, FIGURES, AXIOMS, "0.1.0")


def test_it_names_no_file_of_its_own():
    """All that it shows comes from the inputs, so that the workflow sees each of them."""
    assert not re.search(r"#?\b(include|import|read|csv)\b\s*[\(\"]", SOURCE)
    given = inputs(TABLES, FIGURES, AXIOMS, "7")
    assert set(re.findall(r"sys\.inputs\.(\w+)", SOURCE)) == set(given)
