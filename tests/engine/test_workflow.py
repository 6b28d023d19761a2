"""The workflow, end to end on the quick configuration, in a copy of the tree."""

import hashlib
import json
import re
import shutil

import pytest
from copied import QUICK, RESULTS, TOPICS, fresh_copy, quick
from read_yaml import read_yaml

from paperclaims.checks.paper import find_paper


def planned(tree, *arguments):
    """Return how many jobs of each rule a dry run would rerun."""
    run = quick(tree, *arguments, "--dry-run", "--quiet", "host")
    assert run.returncode == 0, run.stdout + run.stderr
    table = re.findall(r"^(\w+)\s+(\d+)\s*$", run.stdout + run.stderr, flags=re.MULTILINE)
    return {rule: int(jobs) for rule, jobs in table if rule != "total"}


def digests(folder):
    """Return a hash of every result; logs and times are none."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"logs", "benchmarks"} & set(path.relative_to(folder).parts)
        if path.name not in ("timings.html", "timings.md")
    }


@pytest.fixture(scope="session")
def first(tmp_path_factory):
    """Return a copy of the tree with a finished quick run, and the hashes of its results."""
    tree = fresh_copy(tmp_path_factory.mktemp("tree"))
    run = quick(tree)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-6000:]
    # So small a run has no counterexample to this statement, and says so.
    unshown = re.findall(r"Not shown by this run: that (\S+) fails\.", run.stdout)
    assert unshown == ["conj-20/root-two"]
    return tree, digests(tree / RESULTS)


@pytest.fixture(scope="session")
def tree(first):
    return first[0]


def test_the_quick_run_makes_everything(tree):
    results = tree / RESULTS
    assert (results / "site/index.html").is_file()
    assert (results / "verdicts.csv").is_file()
    assert (results / "statuses.csv").is_file()
    for page in ("claims/theorem_13", "notebooks/jobs/parities/subsets"):
        text = (results / f"site/{page}.html").read_text(encoding="utf-8")
        assert re.search(
            r"snakemake .* --configfile config/quick.yaml\n", re.sub("<[^>]*>", "", text)
        )
    for topic in TOPICS:
        assert (results / f"notebooks/{topic}.html").is_file()
        for job, section in QUICK[topic].items():
            check = find_paper("awasthi2024").checks(topic)[section.get("check", job)]
            page = results / f"site/notebooks/jobs/{topic}/{job}.html"
            assert page.is_file() == check.notebook
            assert (results / f"records/{topic}/{job}.jsonl").stat().st_size > 0
            assert (results / f"tables/{topic}/{job}.csv").stat().st_size > 0


def test_executed_notebooks_show_no_address(tree):
    """An object without a face of its own shows its address, which is another each time."""
    executed = sorted((tree / RESULTS / "notebooks").rglob("*.ipynb"))
    assert executed
    for path in executed:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r" at 0x[0-9a-f]+>", text), path


def test_figures_name_no_font_that_browsers_lack(tree):
    """Matplotlib draws signs that its own font lacks in another one."""
    figures = sorted((tree / QUICK["figures"]).glob("*.svg"))
    assert figures
    for path in figures:
        families = set(re.findall("font-family=\"'([^']+)'", path.read_text(encoding="utf-8")))
        assert families == {"DejaVu Sans"}, path


def test_nothing_is_left_to_do(tree):
    assert planned(tree) == {}


@pytest.mark.tools
def test_snakemakes_report_lists_what_the_registry_and_the_topics_name(tree, tmp_path):
    run = quick(tree, "--report", str(tmp_path / "report.html"))
    assert run.returncode == 0, run.stderr[-3000:]
    text = (tmp_path / "report.html").read_text("utf-8")
    assert len(text) > 1_000_000  # the figures and notebooks are in it
    assert "Every claim of the paper was judged" in text
    claims = [
        claim
        for topic in TOPICS
        for claim in read_yaml(tree / f"src/awasthi2024/{topic}/claims.yaml")
    ]
    names = {name for claim in claims for name in claim.get("figures", ())}
    folders = json.loads(re.search(r"var categories = (.*);\n", text)[1])
    assert {name: set().union(*groups.values()) for name, groups in folders.items()} == {
        "Figures": {f"{QUICK['figures']}/{name}.svg" for name in names},
        "Notebooks": {f"{RESULTS}/notebooks/{topic}.html" for topic in TOPICS},
        "Verdicts": {f"{RESULTS}/{name}.csv" for name in ("statuses", "verdicts")},
    }


@pytest.mark.tools
def test_one_core_gives_the_same_bytes(tree):
    """All topics are compared with a committed run on two cores by `make compare`."""
    claims = ["conj_20", "claim_2_1", "intro_observation", "theorem_13"]  # certify, sample, train
    places = {"results": "results/again", "figures": "figures/again"}
    config = [f"{name}={place}" for name, place in places.items()]
    again = quick(tree, *claims, "--cores=1", "--config", *config)
    assert again.returncode == 0, again.stderr[-3000:]
    first = digests(tree / RESULTS) | digests(tree / QUICK["figures"])
    for notebook in (tree / "results/again/notebooks").glob("*.*"):  # it shows its parameters
        text = notebook.read_text("utf-8")
        for name, place in places.items():
            text = text.replace(place, QUICK[name])
        notebook.write_text(text, "utf-8")
    second = digests(tree / "results/again") | digests(tree / "figures/again")
    for place in places.values():
        shutil.rmtree(tree / place)
    assert [name for name in second if first[name] != second[name]] == []
    for kind in (".jsonl", ".csv", ".html", ".ipynb", ".svg"):
        assert sum(name.endswith(kind) for name in second) >= len(claims)


def test_every_claim_is_a_target(tree):
    claims = [
        claim["id"].replace("-", "_").replace(".", "_")
        for topic in TOPICS
        for claim in read_yaml(tree / f"src/awasthi2024/{topic}/claims.yaml")
    ]
    assert claims
    # A target that does not exist is an error; nothing but the targets themselves may be planned.
    assert planned(tree, *claims).items() <= dict.fromkeys(claims, 1).items()


def test_a_table_that_was_changed_is_refused(restored):
    path = next((restored / RESULTS / "tables/fourier").glob("*.csv"))
    text = path.read_text()
    path.write_text("# parameters: 0000000000000000\n" + text.split("\n", 1)[1])
    (restored / RESULTS / "verdicts.csv").unlink()
    run = quick(restored, f"{RESULTS}/verdicts.csv", "--rerun-triggers", "params")
    path.write_text(text)
    assert run.returncode != 0
    assert f"{path.name} is damaged: its hash is not in" in run.stdout + run.stderr


@pytest.mark.tools
def test_notebooks_that_fail_are_told(restored):
    """Two pages' notebooks and two jobs' fail in one run, each in its own way."""
    raising = "\n# %%\nraise ValueError('seen in the notebook of {}')\n"
    edits = {
        "fourier": lambda text: text + raising.format("fourier"),
        "definitions": lambda text: text.replace("\nseed = 1", "\nsede = 1", 1),
        "job": lambda text: text + raising.format("a job"),
        "jobs/low_degree/success": lambda text: text.replace("\nparameters = ", "\nsaid = ", 1),
    }
    for name, edit in edits.items():
        path = restored / f"notebooks/{name}.py"
        text = path.read_text()
        assert edit(text) != text
        path.write_text(edit(text))
    pages = [f"{RESULTS}/notebooks/{topic}.html" for topic in ("fourier", "definitions")]
    tables = [f"{RESULTS}/tables/{job}.csv" for job in ("parities/subsets", "low_degree/success")]
    run = quick(restored, *pages, *tables, "--keep-going")
    assert run.returncode != 0
    said = run.stdout + run.stderr
    assert "notebook fourier: seen in the notebook of fourier" in said
    assert "notebooks/definitions.py has no parameter seed" in said
    assert "parities.measure_subsets: seen in the notebook of a job" in said
    assert "notebooks/jobs/low_degree/success.py has no parameter parameters" in said
    for path, name in (
        ("run_notebook/fourier", "fourier"),
        ("run_check_notebook/parities/subsets", "a job"),
    ):
        executed = (restored / f"{RESULTS}/logs/{path}.ipynb").read_text(encoding="utf-8")
        assert f"raise ValueError('seen in the notebook of {name}')" in executed
    for output in pages + tables:
        assert not (restored / output).exists()


@pytest.mark.tools
def test_the_next_run_makes_what_failed(first):
    """The tests above it leave results undone; all that they edit is put back."""
    tree, made = first
    run = quick(tree)
    assert run.returncode == 0, run.stderr[-3000:]
    assert digests(tree / RESULTS) == made
