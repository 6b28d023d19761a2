"""Which edit makes which results anew: a table, checked against Snakemake's plan.

The plan needs only the files, their times and what Snakemake noted of them, so
the results here are empty files that are said to be up to date. That a real run
leaves nothing to do is tested with the run.
"""

import os
import re

import pytest
import yaml
from copied import QUICK, RESULTS, ROOT, TOPICS, fresh_copy, quick
from read_yaml import read_yaml

from paperclaims.checks.configuration import job_data
from paperclaims.checks.paper import find_paper

pytestmark = pytest.mark.tools

REGISTRY = {topic: read_yaml(ROOT / f"src/awasthi2024/{topic}/claims.yaml") for topic in TOPICS}
#: topic -> its figures, which its notebook draws
FIGURES = {
    topic: {name for entry in entries for name in entry.get("figures", {})}
    for topic, entries in REGISTRY.items()
}
#: The pages that Sphinx reads, and the site.
SITE = {f"{RESULTS}/pages", f"{RESULTS}/site"}
ALL_JOBS = {f"{topic}/{job}" for topic in TOPICS for job in QUICK[topic]}
#: the jobs whose check is run in a notebook → that notebook
NOTEBOOK_JOBS = {
    f"{topic}/{job}": own if own.is_file() else ROOT / "notebooks/job.py"
    for topic in TOPICS
    for checks in [find_paper("awasthi2024").checks(topic)]
    for job, section in QUICK[topic].items()
    for check in [checks[section.get("check", job)]]
    for own in [ROOT / f"notebooks/jobs/{check.topic}/{check.name}.py"]
    if check.notebook
}
#: the jobs that share a notebook, which finds check and figures by their names
SHARED = {job for job, path in NOTEBOOK_JOBS.items() if path.name == "job.py"}


def outputs(tree):
    """Return each output, and whether Snakemake would make it anew."""
    run = quick(tree, "--summary", sources=tree / "src")
    assert run.returncode == 0, run.stdout + run.stderr
    rows = [line.split("\t") for line in run.stdout.splitlines()[1:]]
    return {row[0]: row[-1] == "update pending" for row in rows}


def planned(tree):
    return {name for name, pending in outputs(tree).items() if pending}


def jobs_of(topic):
    return {job for job in ALL_JOBS if job.startswith(f"{topic}/")}


def consequences(jobs=(), notebooks=(), judged=(), networks=()):
    """Return the outputs that follow when jobs, topics' notebooks or verdicts are new."""
    networks, jobs = set(networks), set(jobs)
    for job in ALL_JOBS:
        topic, name = job.split("/")
        if networks & set(job_data(QUICK, topic, name)):
            jobs.add(job)
    found = {f"{RESULTS}/networks/{name}" for name in networks}
    found |= {f"{RESULTS}/records/{job}.jsonl" for job in jobs}
    found |= {f"{RESULTS}/tables/{job}.csv" for job in jobs}
    found |= {f"{RESULTS}/notebooks/jobs/{job}.ipynb" for job in jobs & NOTEBOOK_JOBS.keys()}
    judged = {job.split("/")[0] for job in jobs} | set(judged)
    found |= {f"{RESULTS}/verdicts/{topic}.csv" for topic in judged}
    found |= {f"{RESULTS}/summaries/{topic}.json" for topic in judged}
    shown = judged | set(notebooks)
    found |= {
        f"{RESULTS}/notebooks/{topic}.{form}" for topic in shown for form in ("html", "ipynb")
    }
    found |= {f"{QUICK['figures']}/{name}.svg" for topic in shown for name in FIGURES[topic]}
    if judged:
        found |= {f"{RESULTS}/verdicts.csv", f"{RESULTS}/statuses.csv"}
    return found | SITE


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of the tree with results of an empty line that count as made."""
    tree = fresh_copy(tmp_path_factory.mktemp("reruns"))
    snakefile = tree / "Snakefile"  # at its end it reads verdicts, which are empty here
    snakefile.write_text(snakefile.read_text("utf-8").partition("\nonsuccess:")[0], "utf-8")
    for name in outputs(tree):
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n", "utf-8") if path.suffix else path.mkdir()
    run = quick(tree, "--touch", "--forceall", sources=tree / "src")
    assert run.returncode == 0, run.stdout + run.stderr
    return tree


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def append(folder, pattern, text):
    for path in folder.rglob(pattern):
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_comments_and_times_make_nothing_anew(restored):
    assert planned(restored) == set()
    append(restored / "src", "*.py", "\n\n# another comment\n")
    append(restored / "workflow", "*.py", "\n\n# another comment\n")
    append(restored / "workflow", "*.smk", "\n\n# another comment\n")
    append(restored / "config", "*.yaml", "\n# another comment\n")
    for folder in ("src", "workflow", "config", "notebooks"):
        for path in (restored / folder).rglob("*"):
            os.utime(path)
    assert planned(restored) == set()


#: For each kind of file an edit (file, what stood there, what stands there now), and what follows.
EDITS = {
    "a docstring": ("sparseact/cube.py", '"""', '"""Edited. ', {f"{RESULTS}/site"}),
    "a constant of one check": (
        "awasthi2024/fourier/checks.py", "NEAR = Fraction(97", "NEAR = Fraction(96",
        consequences(jobs_of("fourier")),
    ),
    "a right-hand side": (
        "sparseact/bounds/appendix_b.py", "    return ", "    edited = 1\n    return ",
        consequences({"noise_sensitivity/appendix_b", "noise_sensitivity/concentration"}),
    ),
    "a figure": (
        "awasthi2024/juntas/figures.py", "def draw_degrees(", "@staticmethod\ndef draw_degrees(",
        consequences(notebooks={"juntas"}),
    ),
    "a figure that jobs show": (
        "awasthi2024/low_degree/figures.py", "def draw_deg", "@staticmethod\ndef draw_deg",
        consequences({f"low_degree/{job}" for job in ("agnostic", "success")}),
    ),
    "a check that a notebook finds by its name": (
        "awasthi2024/parities/checks.py", "\n\n@check(", "\n\nEDITED = 1\n\n\n@check(",
        consequences(jobs_of("parities")),
    ),
    "a check's own notebook": (
        "../notebooks/jobs/low_degree/success.py", "at_sizes = ", "edited = 1\nat_sizes = ",
        consequences({"low_degree/success"}),
    ),
    "the notebook of all other jobs": (
        "../notebooks/job.py", "measurement = ", "edited = 1\nmeasurement = ",
        consequences(SHARED),
    ),
    "the stylesheet": (
        "paperclaims/reporting/static/site.css", ".formula {", ".formula, .edited {",
        {f"{RESULTS}/site"},
    ),
    "the registry": (
        "awasthi2024/fourier/claims.yaml", "title: ", "title: Edited. ",
        consequences(judged={"fourier"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_makes_anew_what_uses_it(restored, name):
    file, old, new, expected = EDITS[name]
    replace(restored / "src" / file, old, new)
    assert planned(restored) == expected


def test_the_reason_names_the_file_that_changed(restored):
    file, *edit, _ = EDITS["a right-hand side"]
    replace(restored / "src" / file, *edit)
    run = quick(restored, "--dry-run", sources=restored / "src")
    reasons = re.findall(r"before: (.*) now: (.*)", run.stdout + run.stderr)
    assert reasons
    for said in (half for reason in reasons for half in reason):
        assert re.fullmatch(rf"'src/{file} \w+'", said.strip())


def test_an_edited_key_makes_anew_what_depends_on_it(restored):
    path = restored / "config/quick.yaml"
    config = yaml.safe_load(path.read_text())
    jobs = config["fourier"]
    job = next(iter(jobs))
    key = next(key for key, value in jobs[job].items() if isinstance(value, int))
    jobs[job][key] += 1
    path.write_text(yaml.safe_dump(config, sort_keys=False))
    assert planned(restored) == consequences({f"fourier/{job}"})
