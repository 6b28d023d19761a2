"""The configuration against the signatures of the checks, and each mistake in one sentence."""

import copy
import os
import re
import sys
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest
import yaml
from made_package import CHECKS, CONFIG, write_package

from paperclaims.checks.configuration import check_configuration, check_folders, job_parameters
from paperclaims.checks.decorator import check
from paperclaims.checks.own_files import own_file
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError

TREE = ["graphs", "trees"]
DOUBLED, DRAWN = ["topic", "doubled"], ["topic", "drawn"]
KINDS = [*DRAWN, "graph_kinds"]
ALLOWED = "must be all or a list of different names of paths, trees, stars, got "


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """Return the made-up paper; a package of another folder is imported anew."""
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path)
    yield find_paper(CONFIG["paper"])
    for name in [name for name in sys.modules if name.startswith(CONFIG["paper"])]:
        del sys.modules[name]


def changed(place, value):
    """Return the configuration with one value replaced (None: removed)."""
    config = copy.deepcopy(CONFIG)
    *parents, last = place
    section = config
    for key in parents:
        section = section[key]
    section[last] = value
    if value is None:
        del section[last]
    return config


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (["sed"], 1, r":\d+: the top level has the unknown key sed; .* \(nearest: seed\)"),
        (["seed"], -1, ":2: seed must be at least 0, got -1"),
        (["seed"], "one", ":2: seed must be an integer, got 'one'"),
        (["error_budget"], 0.5, ":3: error_budget must be at most 0.001, got 0.5"),
        (["paper"], 3, "paper must be the name of a package, without dots, got 3; name it .*"),
        (["paper"], "mypaper", "the package 'mypaper' with a paper's claims is missing"),
        ([*TREE, "leafs"], 5, r":\d+: graphs → trees has the unknown key leafs; .*"),
        ([*TREE, "leaves"], 100, r":\d+: a tree must have leaves"),
        (["graphs", "paths", "ends"], "even", ".* must be 'open' or 'closed', got 'even'"),
        (KINDS, ["tree"], rf".*: topic → drawn → graph_kinds {ALLOWED}\['tree'\]"),
        (KINDS, [], rf".*{ALLOWED}\[\]"),
        (KINDS, ["trees", "trees"], f".*{ALLOWED}.*"),
        ([*DRAWN, "rates"], ["half"], ".* → rates → 0 must be a fraction such as 63/64, got 'h.*"),
        ([*DRAWN, "roots"], 0.1, ".*: topic → drawn → roots must be a list, .*"),
        ([*DRAWN, "roots"], [float("nan")], ".* 0 must be a finite .* got nan"),
        ([*DRAWN, "roots"], [2, 2], ".* must have entries that differ, .*"),
        ([*DRAWN, "axes"], {1: [2]}, ".* must have texts as keys, got 1"),
        ([*DOUBLED, "sizes"], [1.0], ".* must be an integer, got 1.0"),
        ([*DOUBLED, "cases"], [{"q": 2, "n": 2}], ".* 0 has the unknown key n; .*"),
        (DOUBLED, None, ".*: topic lacks the key doubled"),
        (DOUBLED, [], ".*: topic → doubled must be a mapping, .*"),
        (["topic", "a/b"], {"check": "doubled"}, "topic: job must be letters, .*, got 'a/b'"),
        ([*DOUBLED, "check"], "double", r".*→ check .*nearest: doubled\)"),
    ],
)
def test_check_configuration_rejects(paper, tmp_path, place, value, says):
    check_configuration(CONFIG)
    file = tmp_path / "config.yaml"
    config = changed(place, value)
    file.write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")
    with pytest.raises(ClaimsError) as error:
        check_configuration(config, [str(file)])
    assert re.fullmatch(says, str(error.value).removeprefix(str(file))), error.value


def test_check_configuration_rejects_a_parameter_without_a_type(paper):
    file = paper.folder / "topic/checks.py"
    file.write_text(CHECKS.replace("sizes: NonEmpty[Positive]", "sizes"))
    text = r"checks.py:\d+: sizes of doubled must have a type, got none; write one of"
    with pytest.raises(ClaimsError, match=text):
        check_configuration(CONFIG)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("all", ["paths", "trees"]),
        (["trees", "all"], ["trees", "paths"]),
        (["stars", "paths"], ["stars", "paths"]),
    ],
)
def test_all_stands_for_the_kinds_of_data_that_are_not_named(paper, asked, read):
    config = changed(KINDS, asked)
    parameters = job_parameters(config, "topic", "drawn")
    assert parameters["graphs"] == {kind: config["graphs"][kind] for kind in read}
    assert parameters["arguments"]["graphs"] == read
    assert "graph_kinds" not in parameters["arguments"]
    # Whether `all` or the names are written, the parameters and so their hash are the same.
    assert parameters == job_parameters(changed(KINDS, read), "topic", "drawn")
    assert job_parameters(config, "topic", "doubled")["arguments"] == CONFIG["topic"]["doubled"]


@pytest.mark.parametrize("folder", ["results/reference", "out/../results/reference", ".", ".."])
def test_check_folders_rejects_folders_with_other_files(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    check_folders("out", "out/figures")
    with pytest.raises(ClaimsError, match="figures must be another folder than results, got"):
        check_folders("out", "other/../out/")
    for folders in ((folder, "figures"), ("results", folder)):
        with pytest.raises(ClaimsError, match=f"must be a folder that only runs .*, got {folder};"):
            check_folders(*folders)


# ------------------------------------------------------------------------- checks


@pytest.mark.parametrize("name", ["../x", ".x", "", "a b", "a.b"])
def test_find_paper_rejects_other_names(name):
    with pytest.raises(ClaimsError, match="paper must be the name of a package, without dots"):
        find_paper(name)


def test_two_checks_of_one_name_are_told(paper):
    assert list(paper.checks("topic")) == ["doubled", "drawn"]
    module = import_module(f"{paper.package}.topic.checks")
    module.again = check("made-up")(module.doubled.function)
    with pytest.raises(ClaimsError, match=r"^topic has two checks 'doubled'$"):
        paper.checks("topic")


def test_checks_names_the_line_of_an_error_outside_of_the_folder_of_the_project(paper):
    checks = paper.folder / "topic/checks.py"
    checks.write_text("import ballls\n")
    where = re.escape(os.path.relpath(checks))
    with pytest.raises(ClaimsError, match=f"^{where}:1: ModuleNotFoundError: .*'ballls'"):
        paper.checks("topic")


def test_a_table_that_is_returned_takes_the_place_of_the_rows():
    def measure(at, *, n):
        at.row(n=n)
        return pd.DataFrame({"n": [n, n + 1]})

    found = check("made-up")(measure)(n=3)
    assert (found.records, found.table["n"].tolist()) == ([], [3, 4])


def test_own_file_returns_nothing_for_a_module_that_python_is_compiling():
    assert own_file("src/paper/__pycache__/checks.cpython-311.pyc.1398329661") is None
    assert own_file("src/paper/points.csv") == Path("src/paper/points.csv")
