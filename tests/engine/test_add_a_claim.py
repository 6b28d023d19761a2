"""The worked example of docs/add-a-claim.md, followed from its own text in a copy of the tree."""

import os
import re
import subprocess
import sys

import pytest
from copied import ROOT, fresh_copy
from tutorial import follow

#: Derives the mutants of the new statement from its job, and prints what each corrupts.
MUTANTS = """
from paperclaims.checks.paper import find_paper
from paperclaims.mutation.derived import derive
from paperclaims.mutation.table import job_runs

paper = find_paper("awasthi2024")
runs = job_runs(paper, "fourier", {"edges": {"variables": 2}})
for row in derive(paper.module("fourier", "checks"), runs, {"awasthi2024", "sparseact"}):
    print(row["statement"], row["after"], row["mutant"])
"""


@pytest.mark.tools
def test_the_example_is_checked_judged_drawn_and_corrupted(tmp_path):
    text = (ROOT / "docs/add-a-claim.md").read_text("utf-8")
    example = re.search(r"^## A worked example$.*?(?=^## )", text, re.MULTILINE | re.DOTALL)[0]
    tree = fresh_copy(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    follow(example, tree, environment)
    assert (tree / "figures/quick/lemma-6-edges.svg").is_file()
    command = [sys.executable, "-c", MUTANTS]
    said = subprocess.check_output(command, cwd=tree, env=environment, text=True)
    assert "edges fails average_sensitivity_exact is multiplied by" in said
    assert "edges fails edge_count with n − 1" in said
