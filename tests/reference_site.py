"""The site of the committed reference, with stand-ins for what is not committed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import made_up
import pandas as pd

from paperclaims.checks.comparison import compare
from paperclaims.checks.configuration import job_parameters
from paperclaims.checks.files import write_records, write_table
from paperclaims.judging.summary import summarize, write_summary
from paperclaims.registry.claims import read_registry
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.staging import write_pages

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "results/reference"
#: What Sphinx is run with, in a process of its own: it changes the interpreter that it runs in.
SPHINX = (sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-E", "-q", "-b", "html")


def sphinx(source, folder):
    """Build the site of a folder of pages; a warning is an error."""
    run = subprocess.run(
        [*SPHINX, "-d", f"{folder}-read", source, folder],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-5000:]
    (folder / ".buildinfo").unlink()
    return folder


def write_reference_pages(folder):
    """Write the pages of the reference; records, figures and notebooks are made up."""
    config = read_yaml(ROOT / "config/config.yaml")
    registry = read_registry(ROOT / "src/awasthi2024")
    topics = dict.fromkeys(claim.topic for claim in registry.values())
    jobs = [(topic, job) for topic in topics for job in config[topic]]
    results, figures = folder / "results", folder / "figures"
    shutil.copytree(REFERENCE / "tables", results / "tables")
    for name in ("verdicts.csv", "statuses.csv"):
        shutil.copyfile(REFERENCE / name, results / name)
    for name in ("notebooks", "summaries", "benchmarks"):
        (results / name).mkdir(parents=True)
    figures.mkdir()
    for topic in topics:
        mine = [claim for claim in registry.values() if claim.topic == topic]
        made_up.write_notebook(
            results / f"notebooks/{topic}.ipynb", topic, claims=[claim.id for claim in mine]
        )
        for claim in mine:
            for figure in claim.figures:
                (figures / f"{figure.name}.svg").write_text(made_up.PICTURE, "utf-8")
            if claim.note:
                (results / claim.note).write_bytes(b"%PDF-made-up")
        made = {}
        for job in config[topic]:
            records = [compare(c.id, c.main_statement.key, {"n": 1}, 1, "<=", 1) for c in mine]
            path = results / f"records/{topic}/{job}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_records(path, records, "")
            made[f"{topic}/{job}"] = summarize(records, "", "")
            table = results / f"tables/{topic}/{job}.csv"
            if not table.exists():  # the reference has none without rows
                write_table(table, pd.DataFrame(), "")
        write_summary(results / f"summaries/{topic}.json", made, mine)
    write_pages(
        folder / "pages",
        registry=ROOT / "src/awasthi2024",
        documents=ROOT / "docs",
        proofs=ROOT / "proofs",
        results=results,
        figures=figures,
        parameters={f"{t}/{j}": job_parameters(config, t, j) for t, j in jobs},
        seed=config["seed"],
        error_budget=config["error_budget"],
        citation=ROOT / "CITATION.cff",
    )
    return folder / "pages"
