"""A copy of the tree in which tests run Snakemake on a few topics."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from paperclaims.registry.yaml_files import read_yaml

#: Seconds after which a run is taken to hang, even on a loaded machine.
TIMEOUT = 1800

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    "CITATION.cff",
    "Snakefile",
    "config",
    "docs",
    "environment.yml",
    "examples",
    "notebooks",
    "profiles",
    "proofs",
    "results/reference",
    "src",
    "workflow",
)
CONFIG = read_yaml(ROOT / "config/config.yaml")


def fresh_copy(folder):
    """Copy the tree, without what is made: numba keeps kernels by the place of their file."""
    passing = shutil.ignore_patterns("__pycache__", ".snakemake")
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


def words(folder, *command, code=0):
    """Run a module of Python, which must end with this exit status; return all that it printed."""
    done = run_module(folder, *command, stderr=subprocess.STDOUT)
    assert done.returncode == code, done.stdout[-5000:]
    return done.stdout


def snakemake(tree, *arguments, sources=ROOT / "src"):
    """Run Snakemake in `tree` on two cores, with the compiled kernels of these sources."""
    return run_module(tree, "snakemake", "--cores=2", *arguments, sources=sources)


def replace(path, old, new):
    """Replace a text in a file, which must have it."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
