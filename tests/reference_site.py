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
    results, figures, parameters = folder / "results", folder / "figures", {}
    shutil.copytree(ROOT / "results/reference", results)
    for made in (figures, results / "notebooks", results / "summaries"):
        made.mkdir()
    for claim in registry.values():
        for figure in claim.figures:
            (figures / f"{figure.name}.svg").write_text(made_up.PICTURE, "utf-8")
        if claim.note:
            (results / claim.note).write_bytes(b"%PDF-made-up")
    for topic in dict.fromkeys(claim.topic for claim in registry.values()):
        mine = [claim for claim in registry.values() if claim.topic == topic]
        notebook = results / f"notebooks/{topic}.ipynb"
        made_up.write_notebook(notebook, topic, claims=[claim.id for claim in mine])
        records = [compare(c.id, c.main_statement.key, {"n": 1}, 1, "<=", 1) for c in mine]
        jobs = {f"{topic}/{job}": job for job in config[topic]}
        for place, job in jobs.items():
            parameters[place] = job_parameters(config, topic, job)
            for kind in ("records", "tables"):
                (results / kind / topic).mkdir(parents=True, exist_ok=True)
            write_records(results / f"records/{place}.jsonl", records, "")
            table = results / f"tables/{place}.csv"
            if not table.exists():  # the reference has none without rows
                write_table(table, pd.DataFrame(), "")
        summaries = dict.fromkeys(jobs, summarize(records, "", ""))
        write_summary(results / f"summaries/{topic}.json", summaries, mine)
    write_pages(
        folder / "pages",
        registry=ROOT / "src/awasthi2024",
        documents=ROOT / "docs",
        proofs=ROOT / "proofs",
        results=results,
        figures=figures,
        parameters=parameters,
        seed=config["seed"],
        error_budget=config["error_budget"],
        citation=ROOT / "CITATION.cff",
    )
    return folder / "pages"
