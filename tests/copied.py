"""A copy of the tree in which tests run Snakemake on the quick configuration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    "Snakefile",
    "config",
    "docs",
    "environment.yml",
    "notebooks",
    "profiles",
    "proofs",
    "results/reference/proofs.json",
    "src",
    "workflow",
)
QUICK = yaml.safe_load((ROOT / "config/quick.yaml").read_text(encoding="utf-8"))
RESULTS = QUICK["results"]
FAMILIES = yaml.safe_load((ROOT / "config/claims/index.yaml").read_text(encoding="utf-8"))


def fresh_copy(folder):
    """Copy the tree; compiled kernels go along, since the files keep their times."""
    passing = shutil.ignore_patterns("*.pyc", "*.tmp.*")  # what another worker compiles just now
    for part in PARTS:
        source = ROOT / part
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=passing)
        else:
            shutil.copy2(source, folder / part)
    return folder


def quick(tree, *arguments, cores=2):
    """Run Snakemake in `tree` on that tree's own sparseact."""
    # --configfile takes all that follows it, so it comes last.
    options = ["--cores", str(cores), *arguments, "--configfile", "config/quick.yaml"]
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *options],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        timeout=1800,  # a hang, even on a loaded machine
        check=False,
    )


def kept(tree):
    """Return the content and the times of all that a test may edit."""
    return {
        path: (path.read_bytes(), path.stat())
        for folder in ("config", "src", "workflow", "notebooks")
        for path in (tree / folder).rglob("*")
        if path.is_file() and path.suffix in (".css", ".html", ".py", ".yaml", ".smk")
    }


def put_back(files):
    for path, (content, status) in files.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
