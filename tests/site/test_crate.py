"""The crate of a run: its files, its claims."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from made_up import write_run

from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.reporting.crate import write_crate

CITATION = {
    "title": "made up: a paper, recomputed",
    "version": "1.0",
    "license": "MIT",
    "authors": [{"name": "The maintainers"}],
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    places = write_run(tmp_path)
    Path("Snakefile").write_text("rule all:\n", "utf-8")
    Path("config.yaml").write_text("seed: 1\n", "utf-8")
    Path("CITATION.cff").write_text(yaml.safe_dump(CITATION), "utf-8")
    return places


def crate(places):
    paper = Paper("claims", places["registry"])
    return write_crate(paper, Path("config.yaml"), places["results"], places["figures"])


@pytest.fixture
def entities(project):
    graph = json.loads((crate(project) / "ro-crate-metadata.json").read_text("utf-8"))["@graph"]
    return {entity["@id"]: entity for entity in graph}


def test_a_claim_has_its_status_its_verdicts_and_what_they_come_from(entities):
    claim = entities["#lemma-9"]
    assert (claim["@type"], claim["creativeWorkStatus"]) == ("Claim", "false")
    assert claim["abstract"] == "It is false by a factor of 4."
    assert [one["@id"] for one in claim["isBasedOn"]] == [
        "records/average_sensitivity/sweep.jsonl",
        "tables/average_sensitivity/sweep.csv",
        "figures/lemma-9-n.svg",
    ]
    verdicts = [entities[one["@id"]] for one in claim["additionalProperty"]]
    assert {v["name"]: v["value"] for v in verdicts} == {"printed": "fails", "corrected": "exact"}


def test_each_file_is_there_with_its_hash(project, entities):
    files = [entity for entity in entities.values() if "sha256" in entity]
    made = [entity for entity in files if not entity["@id"].startswith("project/")]
    assert len(made) == 2 + 2 + 2 + 1  # verdicts, records, tables, a figure
    for entity in files:
        content = (project["results"] / "crate" / entity["@id"]).read_bytes()
        assert entity["sha256"] == hashlib.sha256(content).hexdigest()


def test_codecheck_lists_the_files_and_nothing_invents_an_address(project):
    folder = crate(project)
    check = yaml.safe_load((folder / "codecheck.yml").read_text("utf-8"))
    assert {"file": "verdicts.csv"} in check["manifest"]
    assert "repository" not in check
    meta = json.loads((folder / "codemeta.json").read_text("utf-8"))
    assert meta["license"].endswith("/MIT")
    assert "codeRepository" not in meta


@pytest.mark.parametrize(
    ("remove", "sentence"),
    [
        ("figures/lemma-9-n.svg", r"figures/lemma-9-n.svg must be there.* run the workflow"),
        ("results/records/low_degree/learning.jsonl", "learning.jsonl must be there"),
    ],
)
def test_rejects_a_run_that_is_not_whole(project, remove, sentence):
    Path(remove).unlink()
    with pytest.raises(ClaimsError, match=sentence):
        crate(project)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"license": ""}, "must have the key license"),
        ({"title": None}, "CITATION.cff must have the keys title and authors"),
        ({"authors": []}, "CITATION.cff must have the keys title and authors"),
        ({"authors": [{"orcid": "1"}]}, "each of them with a name"),
    ],
)
def test_write_crate_rejects_a_citation_without(project, change, sentence):
    Path("CITATION.cff").write_text(yaml.safe_dump(CITATION | change), "utf-8")
    with pytest.raises(ClaimsError, match=sentence):
        crate(project)


def test_write_crate_returns_one_of_a_citation_without_a_version(project):
    citation = {key: CITATION[key] for key in ("title", "license")} | {"authors": [{"alias": "A"}]}
    Path("CITATION.cff").write_text(yaml.safe_dump(citation), "utf-8")
    meta = json.loads((crate(project) / "codemeta.json").read_text("utf-8"))
    assert meta["author"]["name"] == "A"
    assert "version" not in meta


def test_write_crate_returns_all_files_of_the_project_but_made_ones(project):
    for path in ("venv/pyvenv.cfg", "results/records/old/job.jsonl", "results/reference/a.csv",
                 "claims/__pycache__/a.pyc"):  # fmt: skip
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("a\n", "utf-8")
    folder = crate(project)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    inputs = [path for name in ("claims", "docs", "proofs") for path in Path(name).rglob("*.*")]
    names = {path.as_posix() for path in inputs if path.suffix != ".pyc"}
    names |= {"Snakefile", "config.yaml", "CITATION.cff", "proofs/_CoqProject"}
    names |= {"results/reference/a.csv"}
    assert {name for name in there if name.startswith("project/")} == {
        f"project/{name}" for name in names
    }
    assert not [name for name in there if "old" in name]
    assert "pytest==" in (folder / "packages.txt").read_text("utf-8")


def test_write_crate_returns_the_commit_and_whether_files_differ_from_it(project):
    def version():
        graph = json.loads((crate(project) / "ro-crate-metadata.json").read_text("utf-8"))["@graph"]
        (workflow,) = (one for one in graph if one["@id"] == "project/Snakefile")
        return workflow.get("version", "")

    def git(*arguments):
        options = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(["git", *options, *arguments], check=True, capture_output=True)

    assert version() == ""
    Path(".gitignore").write_text("/results/\n", "utf-8")
    git("init")
    assert version() == ""  # a repository that tracks none of the files
    git("add", ".")
    git("commit", "-m", "all")
    assert re.fullmatch(r"[0-9a-f]{12} of \d{4}-\d\d-\d\d", version())
    Path("claims/new.py").write_text("", "utf-8")
    assert version().endswith(", with uncommitted changes")
