"""The worked example of docs/add-a-claim.md, followed from its own text in a copy of the tree."""

import os
import re

import pytest
from copied import ROOT, fresh_copy
from tutorial import follow


@pytest.mark.tools
def test_the_example_is_checked(tmp_path):
    text = (ROOT / "docs/add-a-claim.md").read_text("utf-8")
    example = re.search(r"^## A worked example$.*?(?=^## )", text, re.MULTILINE | re.DOTALL)[0]
    tree = fresh_copy(tmp_path)
    said, _ = follow(example, tree, {**os.environ, "PYTHONPATH": str(tree / "src")})
    assert "lemma-6, edges: exact" in said
