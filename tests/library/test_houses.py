"""`make lint` checks the imports of src/; here are those of the tests of two packages."""

import re
from pathlib import Path

import pytest


@pytest.mark.parametrize("folder", ["balls", "library", "inspector"])
def test_tests_of_a_package_import_no_paper(folder):
    files = (Path(__file__).parents[1] / folder).glob("*.py")
    paper = re.compile(r"^\s*(import|from) (awasthi2024|paperclaims)", re.MULTILINE)
    assert [file.name for file in files if paper.search(file.read_text("utf-8"))] == []
