"""A copy of the tree in which tests run Snakemake on the quick configuration."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from read_yaml import read_yaml

#: Seconds after which a run is taken to hang, even on a loaded machine.
TIMEOUT = 1800

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
QUICK = read_yaml(ROOT / "config/quick.yaml")
RESULTS = QUICK["results"]
FAMILIES = read_yaml(ROOT / "config/claims/index.yaml")


def fresh_copy(folder):
    """Copy the tree, without what is compiled: numba keeps kernels by the place of their file."""
    passing = shutil.ignore_patterns("__pycache__")
    for part in PARTS:
        source = ROOT / part
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=passing)
        else:
            shutil.copy2(source, folder / part)
    return folder


def quick(tree, *arguments, alone=False):
    """Run Snakemake in `tree` on that tree's own sparseact, on two cores if nothing else is said.

    It runs in a process of its own from the start if `alone`, as users run it, and else
    in a copy of one that has imported Snakemake, which takes half the time of a plan.
    """
    # --configfile takes all that follows it, so it comes last.
    options = ["--cores=2", *arguments, "--configfile", "config/quick.yaml"]
    if not alone:
        return _forked(tree, options)
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *options],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


@cache
def _server():
    """Start the process that is copied; it ends when its input does, with this one."""
    return subprocess.Popen(
        [sys.executable, Path(__file__).with_name("forked_snakemake.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _forked(tree, options):
    with TemporaryDirectory() as folder:
        files = {name: f"{folder}/{name}" for name in ("stdout", "stderr")}
        request = {"tree": str(tree), "arguments": options, "timeout": TIMEOUT, **files}
        print(json.dumps(request), file=_server().stdin, flush=True)
        status = int(_server().stdout.readline())
        said = {name: Path(path).read_text(encoding="utf-8") for name, path in files.items()}
    return subprocess.CompletedProcess(options, status, **said)


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
