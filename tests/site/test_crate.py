"""The crate of a run: its files, its claims."""

import hashlib
import json
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
    assert len(files) == 2 + 2 + 2 + 1 + 2  # verdicts, records, tables, a figure, configuration
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
        ("results/records/low_degree/learning.jsonl", "learning.jsonl is not there"),
    ],
)
def test_rejects_a_run_that_is_not_whole(project, remove, sentence):
    Path(remove).unlink()
    with pytest.raises(ClaimsError, match=sentence):
        crate(project)


def test_rejects_a_citation_without_a_license(project):
    Path("CITATION.cff").write_text(yaml.safe_dump(CITATION | {"license": ""}), "utf-8")
    with pytest.raises(ClaimsError, match="must have the key license"):
        crate(project)
