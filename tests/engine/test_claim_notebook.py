"""What a claim notebook shows: the verdicts that were judged, tables, and figures that it saves."""

import re
from pathlib import Path

import made_up
import pytest
from jinja2 import UndefinedError
from matplotlib.figure import Figure

from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.verdicts import read_verdicts, write_verdicts
from paperclaims.registry.claims import read_registry
from paperclaims.reporting.claim_notebook import Topic
from paperclaims.reporting.drawing import read_title
from paperclaims.reporting.rendering import render

ROOT = Path(__file__).resolve().parents[2]


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError, match="costs"):
        render("timings.md.j2")


@pytest.fixture
def run(tmp_path):
    return made_up.write_run(tmp_path)


@pytest.fixture
def topic(run, tmp_path, monkeypatch):
    """Return the made-up topic whose first statement fails, in a project of its own."""
    (tmp_path / "config").mkdir()
    run["registry"].rename(tmp_path / "made_up_paper")
    run["registry"] = tmp_path / "made_up_paper"
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "Snakefile").touch()
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    return Topic("made_up_paper", "average_sensitivity", run["results"], tmp_path / "saved")


def test_a_notebook_shows_the_verdicts_that_were_judged(topic):
    shown = topic.claim("lemma-9")
    page = shown.markdown
    assert page.count("\n| ") == 4
    assert "Checked: both sides exactly, n ≤ 2. In this run: n 1–2, s 1, k 1." in page
    assert r"\<made up>" in page
    (fault,) = re.findall(r"^- (.*)$", page, re.MULTILINE)
    assert (
        "For n = 1, s = 1, k = 1, the left-hand side is 1. By the statement it is at most 0.25"
        in fault
    )
    assert "Correction: Corrected bound on (U)." in fault
    assert repr(shown).splitlines() == [
        "lemma-9 (§3, p. 414): false",
        "Bound on (U): fails on 2 of 2 instances",
        "Corrected bound on (U): exact on 2 instances",
    ]


def test_a_notebook_shows_all_claims_of_its_topic():
    claims = read_registry(find_paper("awasthi2024").folder).values()
    for path in (ROOT / "notebooks").glob("*.py"):
        topic, text = path.stem, path.read_text("utf-8")
        shown = re.findall(r'^topic\.claim\("(.+)"\)$', text, re.MULTILINE)
        assert sorted(shown) == sorted(claim.id for claim in claims if claim.topic == topic)


def test_verdicts_of_another_registry_are_refused(run, topic):
    path = run["results"] / "verdicts.csv"
    write_verdicts(path, [read_verdicts(run["results"])["lemma-9", "printed"]])
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) has no verdict"):
        Topic("made_up_paper", "average_sensitivity", run["results"])
    with pytest.raises(ClaimsError, match="no claim of the registry belongs to the topic 'other'"):
        Topic("made_up_paper", "other", run["results"])


def test_a_figure_is_drawn_shown_with_its_caption_and_saved(topic, tmp_path, monkeypatch):
    def draw(paper, figure, tables, claim):
        drawn = Figure()
        drawn.suptitle("It grows\nwith n")
        assert tables["sweep"]["n"].tolist() == [1, 2]
        drawn.text(0, 0, f"{figure.name} of {claim.id}")
        return drawn

    monkeypatch.setattr("paperclaims.reporting.claim_notebook.draw", draw)
    shown = topic.figure("lemma-9-n")
    saved = (tmp_path / "saved/lemma-9-n.svg").read_text("utf-8")
    assert saved[saved.index("<svg") :] == shown.picture
    assert read_title(saved) == "It grows with n"
    assert repr(shown) == "It grows with n\nAverage sensitivity against n."
    assert shown.markdown == "Average sensitivity against n."
    with pytest.raises(ClaimsError, match="no figure 'other'"):
        topic.figure("other")


def test_a_table_that_is_missing_is_one_sentence(topic):
    assert topic.table("sweep")["n"].tolist() == [1, 2]
    with pytest.raises(ClaimsError, match=r"other\.csv is not there; the workflow makes it"):
        topic.table("other")


def test_a_notebook_outside_the_project_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimsError, match="lies in no folder with a Snakefile"):
        Topic("made_up_paper", "average_sensitivity")


def test_a_notebook_is_given_the_figure_with_its_name_and_then_the_words(topic, monkeypatch):
    monkeypatch.setattr("paperclaims.reporting.claim_notebook.draw", lambda *_: Figure())
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **more: shown.append((data, more)))
    topic.figure("lemma-9-n")._ipython_display_()
    (picture, named), (caption, _) = shown
    assert picture["image/svg+xml"].startswith("<svg")
    assert named["metadata"] == {"image/svg+xml": {"figure": "lemma-9-n"}}
    assert caption["text/markdown"] == "Average sensitivity against n."
