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


def read_entities(folder):
    graph = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))["@graph"]
    return {entity["@id"]: entity for entity in graph}


def test_write_crate_returns_claims_files_with_hashes_and_what_a_codechecker_needs(project):
    folder = crate(project)
    entities = read_entities(folder)
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
    files = [entity for entity in entities.values() if "sha256" in entity]
    made = [entity for entity in files if not entity["@id"].startswith("project/")]
    assert len(made) == 2 + 2 + 2 + 1  # verdicts, records, tables, a figure
    for entity in files:
        content = (folder / entity["@id"]).read_bytes()
        assert entity["sha256"] == hashlib.sha256(content).hexdigest()
    check = yaml.safe_load((folder / "codecheck.yml").read_text("utf-8"))
    assert {"file": "verdicts.csv"} in check["manifest"]
    meta = json.loads((folder / "codemeta.json").read_text("utf-8"))
    assert meta["license"].endswith("/MIT")
    assert "pytest==" in (folder / "packages.txt").read_text("utf-8")


@pytest.mark.parametrize("missing", ["figures/lemma-9-n.svg", "records/low_degree/learning.jsonl"])
def test_write_crate_rejects_a_run_that_is_not_whole(project, missing):
    next(Path().rglob(missing)).unlink()
    with pytest.raises(ClaimsError, match=f"{missing} must be there.* run the workflow"):
        crate(project)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"license": ""}, "must have the key license"),
        ({"title": None}, "CITATION.cff must have the keys title and authors"),
        ({"authors": []}, "CITATION.cff must have the keys title and authors"),
        ({"authors": [{"orcid": "1"}]}, "a list of entries with a name"),
    ],
)
def test_write_crate_rejects_a_citation_without(project, change, sentence):
    Path("CITATION.cff").write_text(yaml.safe_dump(CITATION | change), "utf-8")
    with pytest.raises(ClaimsError, match=sentence):
        crate(project)


def test_write_crate_returns_what_the_citation_has_and_invents_no_more(project):
    Path("CITATION.cff").write_text("{title: T, license: MIT, authors: [{alias: A}]}", "utf-8")
    meta = json.loads((crate(project) / "codemeta.json").read_text("utf-8"))
    assert meta["author"]["name"] == "A"
    assert not {"version", "codeRepository"} & meta.keys()


def test_write_crate_returns_all_files_of_the_project_but_made_ones(project):
    made = ("venv/pyvenv.cfg", "results/records/old/job.jsonl", "claims/__pycache__/a.pyc")
    for path in (*made, "results/reference/a.csv"):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("a\n", "utf-8")
    inputs = [path for name in ("claims", "docs", "proofs") for path in Path(name).rglob("*")]
    names = {path.as_posix() for path in inputs if path.is_file()} - {*made}
    names |= {"Snakefile", "config.yaml", "CITATION.cff", "results/reference/a.csv"}
    folder = crate(project)
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {one for one in found if one.startswith("project/")} == {f"project/{n}" for n in names}
    assert not [name for name in found if "old" in name]


def test_write_crate_returns_the_commit_and_whether_files_differ_from_it(project):
    def version():
        return read_entities(crate(project))["project/Snakefile"].get("version", "")

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
