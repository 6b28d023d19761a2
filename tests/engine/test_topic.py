"""A topic in its notebook: it runs checks, judges, draws, and shows what was found."""

import json
import sys
from pathlib import Path

import pytest
from copied import replace
from jinja2 import UndefinedError
from matplotlib.figure import Figure

from paperclaims import cli
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import read_verdicts
from paperclaims.new import write_paper
from paperclaims.reporting.drawing import read_title
from paperclaims.reporting.rendering import render
from paperclaims.topic import Topic, try_check
from paperclaims.used_files import UsedFiles, changed, hashes


def test_render_rejects_a_missing_value():
    with pytest.raises(UndefinedError, match="costs"):
        render("timings.md.j2")


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """Return the folder of a new paper; its package has a name that no other test uses."""
    monkeypatch.chdir(tmp_path)
    write_paper("topic-paper")
    monkeypatch.chdir(tmp_path / "topic-paper")
    monkeypatch.syspath_prepend(tmp_path / "topic-paper")
    yield tmp_path / "topic-paper"
    for name in [name for name in sys.modules if name.startswith("topic_paper")]:
        del sys.modules[name]


@pytest.fixture
def topic(paper):
    made = Topic("topic_paper", "harmonic", paper / "results", paper / "figures")
    made.run()
    return made


def test_run_writes_records_table_and_verdicts(topic, paper):
    topic.claim("lower")
    records = (paper / "results/records/harmonic/logarithms.jsonl").read_text("utf-8")
    assert records.count('"relation"') == 400
    assert topic.table("logarithms")["n"].tolist() == list(range(1, 201))
    verdicts = read_verdicts(paper / "results/verdicts/harmonic.csv")
    assert [verdicts[claim, "printed"].failures for claim in ("lower", "upper")] == [0, 195]
    assert (paper / "results/summaries/harmonic.json").is_file()


def test_run_returns_to_the_folder_that_a_check_leaves(paper):
    left = 'Fraction(__import__("os").chdir("..") or 0)'
    replace(paper / "topic_paper/harmonic/checks.py", "Fraction(0)", left)
    Topic("topic_paper", "harmonic", "results", "figures").run()
    assert Path.cwd() == paper
    assert (paper / "results/records/harmonic/logarithms.jsonl").is_file()


def test_topic_without_folders_writes_nothing(paper):
    made = Topic("topic_paper", "harmonic")
    before = {path for path in paper.rglob("*") if path.suffix != ".pyc"}
    made.run()
    made.claim("upper")
    assert {path for path in paper.rglob("*") if path.suffix != ".pyc"} == before


def test_topic_shows_its_answer_statements_and_the_counterexample(topic):
    assert "1 statement fails, with its counterexample below: 1 is what" in repr(topic.answer())
    shown = topic.claim("upper")
    assert "For n = 6, the left-hand side is 49/20. By the statement" in shown.markdown
    assert "Fails on 195 of 200 instances" in repr(shown)


def test_topic_rejects_an_unknown_name_and_figure_and_what_has_not_run(topic):
    with pytest.raises(ClaimsError, match=r"no claim has the topic 'harmonics' \(nearest: harm"):
        Topic("topic_paper", "harmonics")
    with pytest.raises(ClaimsError, match="no figure 'other'; there are gap"):
        topic.figure("other")
    with pytest.raises(ClaimsError, match="has not run; run it before its table is shown"):
        Topic("topic_paper", "harmonic").table("logarithms")
    with pytest.raises(ClaimsError, match=r"harmonic has not run; call topic\.run\(\) before"):
        Topic("topic_paper", "harmonic").claim("lower")


def test_figure_is_drawn_saved_and_shown_with_its_caption(topic, paper, monkeypatch):
    shown = topic.figure("gap")
    saved = (paper / "figures/gap.svg").read_text("utf-8")
    assert saved[saved.index("<svg") :] == shown.picture
    assert read_title(saved) == "The harmonic number exceeds the bound from n = 6 on"
    displayed = []
    monkeypatch.setattr("IPython.display.display", lambda data, **more: displayed.append(data))
    monkeypatch.setattr("paperclaims.topic.draw", lambda *_: Figure())
    topic.figure("gap")._ipython_display_()
    picture, caption = displayed
    assert picture["image/svg+xml"].startswith("<svg")
    assert caption["text/markdown"] == shown.markdown


def test_topic_outside_a_project_is_rejected(tmp_path, paper, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimsError, match="lies in no folder with a Snakefile"):
        Topic("topic_paper", "harmonic")


CONFIG = {"paper": "topic_paper", "harmonic": {"logarithms": {"largest": 200}}}


def test_try_check_returns_a_line_for_each_statement(paper):
    lines = try_check(find_paper("topic_paper"), CONFIG, "harmonic/logarithms", {"largest": 7})
    assert lines[0].startswith("lower, printed: certified on 7 instances; a side may be multi")
    assert lines[1].startswith("upper, printed: fails on 2 of 7 instances, first at n=6: not 49/20")
    with pytest.raises(ClaimsError, match=r"'harmonic/log' must be a job of the configuration"):
        try_check(find_paper("topic_paper"), CONFIG, "harmonic/log", {})
    with pytest.raises(ClaimsError, match="has the unknown key larges"):
        try_check(find_paper("topic_paper"), CONFIG, "harmonic/logarithms", {"larges": 7})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('@check("lower")', '@check("lowr")', r"for lowr \(.*\), unregistered \(nearest: lower\)"),
        ("harmonic = Fraction(0)", "exit(0)", "before its first comparison: SystemExit"),
    ],
)
def test_try_check_rejects_a_check_of_no_claim_or_that_ends_the_process(paper, old, new, says):
    replace(paper / "topic_paper/harmonic/checks.py", old, new)
    with pytest.raises(ClaimsError, match=says):
        try_check(find_paper("topic_paper"), CONFIG, "harmonic/logarithms", {})


@pytest.mark.parametrize(
    ("harmonic", "says"),
    [
        (None, "must be a job of the configuration"),
        ({"logarithms": None}, "harmonic → logarithms must be a mapping, got None"),
    ],
)
def test_try_check_rejects_a_configuration_without_mappings(paper, harmonic, says):
    config = CONFIG | {"harmonic": harmonic}
    with pytest.raises(ClaimsError, match=says):
        try_check(find_paper("topic_paper"), config, "harmonic/logarithms", {})


@pytest.mark.parametrize("value", ["[1", "!!python/name:x", "2020-99-99"])
def test_try_rejects_a_value_that_is_no_yaml(paper, tmp_path, capsys, value):
    file = tmp_path / "config.yaml"
    file.write_text("paper: topic_paper\n", "utf-8")
    words = ["--configuration", str(file), "try", "harmonic/logarithms", f"largest={value}"]
    assert cli.main(words) == 2
    assert capsys.readouterr().err == (
        f"paperclaims try: largest must be YAML, such as 10 or [1, 2], got {value!r}\n"
    )


def test_used_files_returns_what_a_notebook_and_its_modules_import(tmp_path, monkeypatch):
    package = tmp_path / "used_of_tests"
    package.mkdir()
    for name, text in {
        "__init__": "from used_of_tests import always", "always": "", "a": "import used_of_tests.b",
        "b": "", "c": "from used_of_tests.b import x", "d": "",
    }.items():  # fmt: skip
        (package / f"{name}.py").write_text(text + "\n")
    notebook = tmp_path / "notebook.py"
    notebook.write_text("from used_of_tests import a\n")
    monkeypatch.syspath_prepend(tmp_path)
    used = UsedFiles("used_of_tests").of(str(notebook))
    assert {path.stem for path in used} == {"notebook", "__init__", "always", "a", "b"}
    before = hashes(used)
    (package / "b.py").write_text("x = 1\n")
    assert [Path(name).name for name in changed(before, hashes(used))] == ["b.py"]
    assert json.dumps(before)
