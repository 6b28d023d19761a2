"""Which edit makes which results anew: a table, checked against Snakemake's plan.

The plan needs only the files, their times and what Snakemake noted of them, so
the results here are empty files that are said to be up to date. That a real run
leaves nothing to do is tested with the run.
"""

import ast
import os

import pytest
import yaml
from copied import FAMILIES, QUICK, RESULTS, ROOT, fresh_copy, kept, put_back, quick
from read_yaml import read_yaml

from claimcheck.configuration import job_data

REGISTRY = {
    family: read_yaml(ROOT / f"src/sparse_activations/{family}/claims.yaml") for family in FAMILIES
}
#: family -> its figures, which its notebook draws
FIGURES = {
    family: {name for entry in entries for name in entry.get("figures", {})}
    for family, entries in REGISTRY.items()
}
#: Jobs whose tables a figure of another topic shows → those topics.
SHOWN_BY = {
    table: {
        family
        for family, entries in REGISTRY.items()
        for entry in entries
        for figure in entry.get("figures", {}).values()
        if table in figure["tables"]
    }
    for entries in REGISTRY.values()
    for entry in entries
    for figure in entry.get("figures", {}).values()
    for table in figure["tables"]
    if "/" in table
}
#: The pages that Sphinx reads, and the site.
SITE = {f"{RESULTS}/pages", f"{RESULTS}/site"}
ALL_JOBS = {f"{family}/{job}" for family in FAMILIES for job in QUICK[family]}
#: the jobs that are notebooks
NOTEBOOK_JOBS = {job for job in ALL_JOBS if (ROOT / "notebooks/jobs" / job.split("/")[0]).is_dir()}


def outputs(tree):
    """Return each output, and whether Snakemake would make it anew."""
    run = quick(tree, "--summary")
    assert run.returncode == 0, run.stdout + run.stderr
    rows = [line.split("\t") for line in run.stdout.splitlines()[1:]]
    return {row[0]: row[-1] == "update pending" for row in rows}


def planned(tree):
    return {name for name, pending in outputs(tree).items() if pending}


def jobs_of(family):
    return {job for job in ALL_JOBS if job.startswith(f"{family}/")}


def consequences(jobs=(), notebooks=(), judged=(), networks=()):
    """Return the outputs that follow when jobs, families' notebooks or verdicts are new."""
    networks, jobs = set(networks), set(jobs)
    for job in ALL_JOBS:
        family, name = job.split("/")
        if networks & set(job_data(QUICK, family, name)):
            jobs.add(job)
    found = {f"{RESULTS}/networks/{name}" for name in networks}
    found |= {f"{RESULTS}/records/{job}.jsonl" for job in jobs}
    found |= {f"{RESULTS}/tables/{job}.csv" for job in jobs}
    found |= {f"{RESULTS}/notebooks/jobs/{job}.ipynb" for job in jobs & NOTEBOOK_JOBS}
    judged = {job.split("/")[0] for job in jobs} | set(judged)
    found |= {f"{RESULTS}/verdicts/{family}.csv" for family in judged}
    found |= {f"{RESULTS}/summaries/{family}.json" for family in judged}
    shown = judged | set(notebooks)
    shown = shown.union(*(SHOWN_BY.get(job, set()) for job in jobs))
    found |= {
        f"{RESULTS}/notebooks/{family}.{form}" for family in shown for form in ("html", "ipynb")
    }
    found |= {
        f"{QUICK['figures']}/{name}{form}.svg"
        for family in shown
        for name in FIGURES[family]
        for form in ("", "-narrow")
    }
    if judged:
        found |= {f"{RESULTS}/verdicts.csv", f"{RESULTS}/statuses.csv"}
    if shown & {"conjecture_20", "section_6"}:
        found.add(f"{RESULTS}/note.pdf")
    return found | SITE


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of the tree with results of an empty line that count as made."""
    tree = fresh_copy(tmp_path_factory.mktemp("reruns"))
    for name in outputs(tree):
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n", "utf-8") if path.suffix else path.mkdir()
    run = quick(tree, "--touch", "--forceall")
    assert run.returncode == 0, run.stdout + run.stderr
    return tree


@pytest.fixture
def restored(tree):
    """Put back what a test edits."""
    files = kept(tree)
    yield tree
    put_back(files)


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


def test_docstrings_make_the_librarys_pages_anew_and_nothing_else(restored):
    edited = 0
    for folder in ("src", "workflow"):
        for path in (restored / folder).rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            for node in ast.walk(ast.parse("\n".join(lines))):
                documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
                if isinstance(node, documented) and ast.get_docstring(node) is not None:
                    line = node.body[0].lineno - 1
                    lines[line] = lines[line].replace('"""', '"""Edited. ', 1)
                    edited += 1
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert edited > 500
    assert planned(restored) == {f"{RESULTS}/site"}


#: Jobs none of whose files imports the class of networks.
WITHOUT_NETWORKS = {
    *("conjecture_20/codes", "conjecture_20/orthogonal", "conjecture_20/rectangles"),
    "outside_claims/depth",
    *("input_distributions/gaussian", "input_distributions/gaussian_sampled"),
    *("low_degree/recovery", "rademacher/steps", "sample_complexity/counterexamples"),
    *("sample_complexity/sizes", "statistical_queries/elimination"),
}
LEARNED = {"learners/recovery", "learners/distributions", "learners/sizes", "learners/digits"}

#: An edit (file, what stood there, what stands there now), and what follows.
EDITS = {
    "a constant of one check": (
        (
            "src/sparse_activations/fourier/checks.py",
            "NEAR = Fraction(97, 100)",
            "NEAR = Fraction(96, 100)",
        ),
        consequences(jobs_of("fourier")),
    ),
    "a function of a package": (
        (
            "src/sparse_activations/rounding/checks/definition.py",
            "names: dict",
            "found: dict = {}\n    names: dict",
        ),
        consequences({"rounding/definition"}),
    ),
    "a constant of a floor": (
        ("src/sparseact/rademacher/orthogonal.py", "PACKING = 1 << 27", "PACKING = 1 << 26"),
        consequences({"conjecture_20/exact", "conjecture_20/orthogonal"}),
    ),
    "a default argument": (
        (
            "src/sparseact/learning/query_learners.py",
            "degree: int | None = None",
            "degree: int | None = 1",
        ),
        consequences(
            {f"statistical_queries/{job}" for job in ("counts", "dense", "lifted", "queries")}
            | {"statistical_queries/targets"}
        ),
    ),
    "a decorator": (
        (
            "src/sparse_activations/noise_sensitivity/checks/coupling.py",
            "@lru_cache(maxsize=64)",
            "@lru_cache",
        ),
        consequences(jobs_of("noise_sensitivity")),
    ),
    "a kernel's decorator": (
        ("src/sparseact/learning/parity.py", "@njit(cache=True)", "@njit(cache=True, nogil=True)"),
        consequences({"statistical_queries/elimination", "statistical_queries/samples"}),
    ),
    "a new function": (
        ("src/sparse_activations/halfspaces.py", "def ", "def edited(): pass\n\n\ndef "),
        consequences(jobs_of("rademacher")),
    ),
    "a learner": (
        ("src/sparseact/learning/sparse_relu.py", "    def fit(", "    edited = 1\n\n    def fit("),
        consequences(
            LEARNED
            | {"sample_complexity/curves", "sample_complexity/trees"}
            | {f"section_6/{job}" for job in ("trained", "images", "greedy", "hard", "limits")}
        ),
    ),
    "a network family": (
        (
            "src/sparse_activations/network_families.py",
            "    def generate(",
            "    edited = 1\n\n    def generate(",
        ),
        consequences(
            {f"average_sensitivity/{job}" for job in ("attained", "average_case", "examples")}
            | {f"average_sensitivity/{job}" for job in ("last_line", "networks", "proof")}
            | {"average_sensitivity/smallest", "average_sensitivity/tail"}
            | {"definitions/representations", "definitions/sensitivity", "definitions/sparsity"}
            | {"input_distributions/product", "low_degree/degrees", "low_degree/steps"}
            | {"noise_sensitivity/examples", "noise_sensitivity/noise"}
            | {"representations/appendix_a", "representations/average_case"},
            networks=QUICK["networks"],
        ),
    ),
    "what all networks stand on": (
        ("src/sparseact/network.py", "    def __init__(", "    edited = 1\n\n    def __init__("),
        consequences(ALL_JOBS - WITHOUT_NETWORKS, networks=QUICK["networks"]),
    ),
    "a right-hand side": (
        ("src/sparseact/bounds/appendix_b.py", "    return ", "    edited = 1\n    return "),
        consequences({"noise_sensitivity/appendix_b", "noise_sensitivity/concentration"}),
    ),
    "what decides rates": (
        ("src/claimcheck/binomial.py", "    return ", "    edited = 1\n    return "),
        consequences(ALL_JOBS),
    ),
    "a mutant": (
        ("src/sparse_activations/fourier/mutants.py", "MUTANTS = [", "EDITED = 1\nMUTANTS = ["),
        set(),
    ),
    "what reads the registry": (
        ("src/claimcheck/registry.py", "IMPACTS = (", 'IMPACTS = (\n    "edited",'),
        consequences(judged=FAMILIES),
    ),
    "what writes all tables": (
        ("src/claimcheck/files.py", 'stream.write(f"# para', 'stream.write(f"# edited para'),
        consequences(ALL_JOBS),
    ),
    "a figure": (
        (
            "src/sparse_activations/juntas/figures.py",
            "def draw_cost(",
            "@staticmethod\ndef draw_cost(",
        ),
        consequences(notebooks={"juntas"}),
    ),
    "words of verdicts and of the site": (
        ("src/claimcheck/wording.py", "In this run: ", "In the run: "),
        consequences(notebooks=FAMILIES),
    ),
    "the stylesheet": (
        ("src/claimcheck/reporting/static/site.css", ".formula {", ".formula, .edited {"),
        {f"{RESULTS}/site"},
    ),
    "how Sphinx is set": (
        ("src/claimcheck/reporting/settings.py", '"show_toc_level": 2', '"show_toc_level": 1'),
        SITE,
    ),
    "a page of the site": (
        ("src/claimcheck/reporting/templates/results.md.j2", "# Results", "# The results"),
        SITE,
    ),
    "a document": (("docs/reading.md", "# How", "# Edited: how"), SITE),
    "what a document shows": (
        ("examples/monotone_decision_trees/config/config.yaml", "seed: 1", "seed: 2"),
        {f"{RESULTS}/site"},
    ),
    "the claim table of the notebooks": (
        ("src/claimcheck/reporting/templates/notebook_claim.md.j2", "What fails", "What is false"),
        consequences(notebooks=FAMILIES),
    ),
    "what runs notebooks": (
        ("workflow/scripts/_notebook.py", "jupytext.read(path)", "jupytext.read(path, fmt=None)"),
        consequences(NOTEBOOK_JOBS, notebooks=FAMILIES),
    ),
    "what renders notebooks": (
        ("src/claimcheck/reporting/offline.py", "data:text/javascript,", "data:text/plain,"),
        consequences(notebooks=FAMILIES),
    ),
    "what runs jobs": (
        ("workflow/scripts/measure.py", "dict(job[", "dict(**job["),
        consequences(ALL_JOBS - NOTEBOOK_JOBS),
    ),
    "what runs a notebook's cells": (
        ("workflow/scripts/_notebook.py", "progress_bar=False", "progress_bar=True"),
        consequences(NOTEBOOK_JOBS, notebooks=FAMILIES),
    ),
    "a job's notebook": (
        ("notebooks/jobs/juntas/cost.py", "p, n = sweep[", "edited = 1\np, n = sweep["),
        consequences({"juntas/cost"}),
    ),
    "what a job's notebook shows live": (
        (
            "src/sparse_activations/juntas/checks.py",
            "def fewest_samples(",
            "@staticmethod\ndef fewest_samples(",
        ),
        consequences(jobs_of("juntas")),
    ),
    "a notebook": (
        ("notebooks/fourier.py", "# %% [markdown]", "# %% [markdown]\n# Edited."),
        consequences(notebooks={"fourier"}),
    ),
    "the registry": (
        ("src/sparse_activations/fourier/claims.yaml", "title: ", "title: Edited. "),
        consequences(judged={"fourier"}),
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_makes_anew_what_uses_it(restored, name):
    (file, old, new), expected = EDITS[name]
    replace(restored / file, old, new)
    assert planned(restored) == expected


def test_an_edited_key_makes_anew_what_depends_on_it(restored):
    path = restored / "config/quick.yaml"
    config = yaml.safe_load(path.read_text())
    jobs = config["fourier"]
    job = next(iter(jobs))
    key = next(key for key, value in jobs[job].items() if isinstance(value, int))
    jobs[job][key] += 1
    path.write_text(yaml.safe_dump(config, sort_keys=False))
    assert planned(restored) == consequences({f"fourier/{job}"})
