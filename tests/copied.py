"""A copy of the tree in which tests run Snakemake on the quick configuration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from read_yaml import read_configuration, read_yaml

#: Seconds after which a run is taken to hang, even on a loaded machine.
TIMEOUT = 1800

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    "CITATION.cff",
    "Snakefile",
    "config",
    "docs",
    "environment.yml",
    "examples/monotone_decision_trees/Snakefile",
    "examples/monotone_decision_trees/config",
    "examples/monotone_decision_trees/monotone_decision_trees",
    "notebooks",
    "profiles",
    "proofs",
    "results/reference/kernels.csv",
    "results/reference/kernels.md",
    "results/reference/proofs.json",
    "results/reference/statuses.csv",
    "results/reference/tables/conjecture_20/rectangles.csv",
    "results/reference/verdicts.csv",
    "src",
    "workflow",
)
#: --configfile takes all that follows it, so it comes last.
QUICKLY = ("--configfile", "config/quick.yaml")
QUICK = read_configuration("quick")
RESULTS = QUICK["results"]
TOPICS = read_yaml(ROOT / "src/awasthi2024/topics.yaml")


def fresh_copy(folder):
    """Copy the tree, without what is compiled: numba keeps kernels by the place of their file."""
    passing = shutil.ignore_patterns("__pycache__")
    for part in PARTS:
        source = ROOT / part
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=passing, symlinks=True)
        else:
            shutil.copy2(source, folder / part)
    return folder


def run_module(folder, *command, sources=ROOT / "src", stderr=subprocess.PIPE):
    """Run a module of Python in a folder, with these sources."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(sources)},
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def code_and_words(folder, *command):
    """Run a module of Python; return its exit status and all that it printed, in its order."""
    done = run_module(folder, *command, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def quick(tree, *arguments, sources=ROOT / "src"):
    """Run Snakemake in `tree` on two cores, with the compiled kernels of these sources."""
    return run_module(tree, "snakemake", "--cores=2", *arguments, *QUICKLY, sources=sources)


def kept(tree):
    """Return the content and the times of all that a test may edit."""
    return {
        path: (path.read_bytes(), path.stat())
        for folder in ("config", "docs", "examples", "src", "workflow", "notebooks")
        for path in (tree / folder).rglob("*")
        if path.is_file() and path.suffix in (".css", ".j2", ".md", ".py", ".yaml", ".smk")
    }


def put_back(files):
    for path, (content, status) in files.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
