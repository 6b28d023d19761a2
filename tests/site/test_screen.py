"""The last screen of a run, of a made-up one."""

import re
import shutil

import made_up
import pytest

from paperclaims import cli
from paperclaims.checks.paper import find_paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.summary import require_current
from paperclaims.registry.claims import read_registry
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.reporting.screen import last_screen


@pytest.fixture
def places(tmp_path):
    return made_up.write_run(tmp_path)


def screen(places, **options):
    return last_screen(places["registry"], places["results"], **options).splitlines()


def test_last_screen_returns_the_count_a_line_a_claim_and_where_to_look(places):
    assert screen(places) == [
        "Of 2 claims 1 holds and 1 is false.",
        "",
        "Lemma 9  false",
        "lemma-7  holds",
        "",
        f"Each statement: paperclaims verdicts {places['results']} --all",
    ]


def test_last_screen_returns_what_to_do_before_a_run(places, tmp_path):
    said = last_screen(places["registry"], tmp_path)
    assert said == f"{tmp_path} has no verdicts yet; run snakemake"


def test_last_screen_returns_each_statement_and_the_shares_of_the_time(places):
    assert screen(places, every=True)[2:] == [
        "Lemma 9  false",
        "  printed: fails on 2 of 2 instances",
        "  corrected: exact on 2 instances",
        "lemma-7  holds",
        "  printed: statistical on 2 instances at level 0.0002; "
        "its rate may be multiplied by 1.824 before a comparison fails",
        "  constant: not testable by computing",
        "",
        "Fraction of the run:",
        "run_check         97.5%    39.0 s",
        "compile_verdicts   2.5%     1.0 s",
    ]


def test_the_main_claims_have_a_short_result_that_fits_a_line():
    folder = find_paper("awasthi2024").folder
    claims, about = read_registry(folder), read_paper_metadata(folder)
    for name in about.main:
        line = f"{claims[name].called:14}  {claims[name].short}"
        assert 0 < len(claims[name].short.split()) <= 12, name
        assert not re.search(r"[$\\]", line), line
        assert len(line) <= 118, line


def test_verdicts_that_are_older_than_the_registry_are_not_told(places):
    registry = read_registry(places["registry"])
    require_current(places["results"], registry)
    (places["results"] / "verdicts").mkdir()
    (places["results"] / "verdicts/low_degree.csv").write_text("another\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"verdicts\.csv is older than .*low_degree\.csv"):
        require_current(places["results"], registry)
    shutil.rmtree(places["results"] / "verdicts")
    claims = places["registry"] / "average_sensitivity/claims.yaml"
    claims.write_text(claims.read_text("utf-8").replace("by a factor of 4", "by 4"), "utf-8")
    changed = "was judged, but the registry has changed; run the workflow"
    assert f"Lemma 9 {changed}" in " ".join(" ".join(screen(places)).split())
    with pytest.raises(ClaimsError, match=f"^average_sensitivity {changed}$"):
        require_current(places["results"], read_registry(places["registry"]))


def test_a_status_that_this_run_contradicts_is_not_told(places):
    path = places["results"] / "verdicts.csv"
    path.write_text(path.read_text("utf-8").replace("fails,2,2", "exact,2,0"), "utf-8")
    first, *others = screen(places)
    assert first.startswith("Lemma 9  is contradicted: lemma-9: status is 'false', but no concl")
    assert "lemma-7  holds" in others


def test_a_run_that_judged_nothing_has_its_shares(places):
    (places["results"] / "verdicts.csv").unlink()
    assert "Fraction of the run:" in screen(places, every=True)


def test_a_claim_that_changed_since_is_told(places):
    path = places["results"] / "verdicts.csv"
    kept = [line for line in path.read_text("utf-8").splitlines() if "corrected" not in line]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    assert screen(places)[0] == "Lemma 9  not judged since the claims files changed"


def test_a_run_that_is_not_there_ends_in_a_sentence(tmp_path, capsys, monkeypatch):
    assert cli.main(["verdicts", str(tmp_path)]) == 1  # it has no verdicts
    assert cli.main(["verdicts", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == (
        f"paperclaims verdicts: {tmp_path}/none is not a folder of a run\n"
    )
