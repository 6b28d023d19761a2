"""What one more check needs: the files that CONTRIBUTING lists, and nothing else."""

import os
import sys
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest
import yaml

from paperclaims.checks.configuration import check_configuration, check_folders
from paperclaims.checks.decorator import check
from paperclaims.checks.own_files import own_file
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError

CHECKS = '''
"""A made-up check."""

from __future__ import annotations

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder


def bound(n):
    return 2 * n


@check("made-up")
def made_up(at: Recorder, *, sizes: NonEmpty[Positive]) -> None:
    for n in sizes:
        at(n=n).compare("printed", n, "<=", bound(n))
        at(n=n).row(twice=bound(n))
'''
CLAIMS = [
    {
        "id": "made-up",
        "place": "§1",
        "title": "Made up",
        "statements": {"printed": {"title": "n ≤ 2n", "says": r"n \le 2n"}},
    }
]
RUN = {"paper": "made_up_of_checks", "seed": 1, "results": "results", "figures": "figures"}
CONFIG = {**RUN, "error_budget": 1e-3, "strict": True, "topic": {"made_up": {"sizes": [1, 5]}}}


@pytest.fixture
def paper(tmp_path, monkeypatch):
    folder = tmp_path / "made_up_of_checks"
    (folder / "topic").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "topic/__init__.py").touch()
    (folder / "topics.yaml").write_text("- topic\n")
    (folder / "topic/checks.py").write_text(CHECKS)
    (folder / "topic/claims.yaml").write_text(yaml.safe_dump(CLAIMS))
    monkeypatch.syspath_prepend(tmp_path)
    return find_paper("made_up_of_checks")


def test_two_checks_of_one_name_are_told(paper):
    module = import_module("made_up_of_checks.topic.checks")
    assert list(paper.checks("topic")) == ["made_up"]
    module.again = check("made-up")(module.made_up.function)
    try:
        with pytest.raises(ClaimsError, match=r"^topic has two checks 'made_up'$"):
            paper.checks("topic")
    finally:
        del module.again


def test_a_table_that_is_returned_takes_the_place_of_the_rows():
    def measure(at, *, n):
        at.row(n=n)
        return pd.DataFrame({"n": [n, n + 1]})

    found = check("made-up")(measure)(n=3)
    assert (found.records, found.table["n"].tolist()) == ([], [3, 4])


def test_a_parameter_without_a_type_is_refused(paper):
    file = paper.folder / "topic/checks.py"
    file.write_text(CHECKS.replace("sizes: NonEmpty[Positive]", "sizes"))
    text = r"checks.py:\d+: sizes of made_up must have a type, got none; write one of"
    sys.modules.pop("made_up_of_checks.topic.checks", None)
    with pytest.raises(ClaimsError, match=text):
        check_configuration(CONFIG)


@pytest.mark.parametrize("figures", ["out", "out/", "./out", "other/../out"])
def test_one_folder_for_results_and_figures_is_refused(tmp_path, monkeypatch, figures):
    monkeypatch.chdir(tmp_path)
    check_folders("out", "out/figures")
    with pytest.raises(ClaimsError, match="figures must be another folder than results, got"):
        check_folders("out", figures)


@pytest.mark.parametrize("folder", ["results/reference", "results/../results/reference", ".", ".."])
def test_rejects_folders_with_other_files(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    for folders in ((folder, "figures"), ("results", folder)):
        with pytest.raises(ClaimsError, match=f"must be a folder that only runs .*, got {folder};"):
            check_folders(*folders)


@pytest.mark.parametrize("name", ["../x", ".x", "", "a b", "a.b"])
def test_rejects_other_names_of_a_paper(name):
    with pytest.raises(ClaimsError, match="paper must be the name of a package, without dots"):
        find_paper(name)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        (lambda: sys.exit(0), r"check leaves must return, and it called exit\(0\)"),
        (lambda: os.chdir(".."), "check leaves must stay in the folder of the project"),
    ],
)
def test_check_rejects_a_function_that_leaves(tmp_path, monkeypatch, ends, says):
    monkeypatch.chdir(tmp_path)

    @check("made-up")
    def leaves(at):
        ends()

    with pytest.raises(ClaimsError, match=says):
        leaves()
    assert Path.cwd() == tmp_path


def test_own_file_returns_nothing_for_a_module_that_python_is_compiling():
    assert own_file("src/paper/__pycache__/checks.cpython-311.pyc.1398329661") is None
    assert own_file("src/paper/points.csv") == Path("src/paper/points.csv")
