"""The note to cite: its pages, its numbers, the same bytes twice."""

import json
import math
import re
import time
from pathlib import Path

import pandas as pd
import pytest
import typst

from claimcheck.errors import ClaimsError
from sparse_activations.note import inputs, typeset

ROOT = Path(__file__).resolve().parents[1]
SOURCE = (ROOT / "docs/note.typ").read_text("utf-8")
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 480 200">'
    '<path d="M20 180 L460 20" stroke="#0072B2" stroke-width="3" fill="none"/></svg>'
)
FIGURES = [PICTURE, PICTURE]
SIZES = {"rows": 7, "columns": 1234.0, "h": 4, "a": 2, "b": 154}
TABLE = pd.DataFrame(
    [
        {"points": "rectangles", "log10_m": math.log10(8638), "m": 8638.0, "s": 42.0, "k": 3.0,
         "ratio": 1.2345678, "built": 400, "mean": 1.23451, "standard_error": 0.00068, **SIZES},
        {"points": "rectangles", "log10_m": 27.4, "m": 2.5e27, "s": 6.74e167, "k": 4.8e146,
         "ratio": 7.9999999, "built": 0, **SIZES},
        {"points": "for every constant", "log10_m": 48.8836, "ratio": 1.0034, "a": 139, "b": 139,
         "above": 1.0},
        {"points": "cliques", "log10_m": 46.0576, "ratio": 1.01146, "built": 0},
    ]
)  # fmt: skip


def words(content):
    """Return the text of a queried element."""
    if isinstance(content, list):
        return "".join(words(part) for part in content)
    if not isinstance(content, dict):
        return ""
    text = content.get("text", "")
    own = text if isinstance(text, str) else ""
    return own + "".join(words(part) for part in content.values())


def queried(selector, table=TABLE):
    found = typst.query(
        SOURCE.encode(), selector, ignore_system_fonts=True, sys_inputs=inputs(table, FIGURES, "7")
    )
    return words(json.loads(found)).replace("\u2009", " ")


def test_it_has_six_to_ten_pages_and_the_same_bytes_twice():
    first = typeset(SOURCE, TABLE, FIGURES, "0.1.0")
    time.sleep(1.1)  # a date in it would differ
    assert first == typeset(SOURCE, TABLE, FIGURES, "0.1.0")
    assert first.startswith(b"%PDF-")
    assert 6 <= len(re.findall(rb"/Type\s*/Page\b", first)) <= 10


def test_its_table_has_the_numbers_of_the_run():
    shown = queried("<instances>")
    for number in ("8 638", "1 234", "1.23456", "1.2345", "0.0007", "(400)", "7.99999"):
        assert number in shown
    assert "1.23457" not in shown  # a lower bound is rounded down
    for power in ("27", "167", "146"):
        assert power in shown
    other = queried("<instances>", TABLE.assign(ratio=TABLE["ratio"] + 1))
    assert "2.23456" in other
    assert "1.23456" not in other


def test_the_constants_are_the_table_s_own():
    text = queried("<constants>", TABLE.assign(above=5.0))
    assert "5.00" in text
    assert "139" in text
    assert "48.9" in text


def test_an_error_in_the_source_is_one_sentence():
    with pytest.raises(ClaimsError, match="the note cannot be typeset: unknown variable"):
        typeset("#nothing", TABLE, FIGURES, "0.1.0")


def test_it_names_no_file_of_its_own():
    """All that it shows comes from the inputs, so that the workflow sees each of them."""
    assert not re.search(r"#?\b(include|import|read|csv)\b\s*[\(\"]", SOURCE)
    assert set(re.findall(r"sys\.inputs\.(\w+)", SOURCE)) == set(inputs(TABLE, FIGURES, "7"))
