"""Small projects in which `try_faults` breaks runs, and what becomes of a broken one."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from copied import fresh_copy

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples/monotone_decision_trees"
#: Seconds after which a run is taken to hang.
TIMEOUT = 300
#: Takes from root what lets it pass by the permissions of files.
UNPRIVILEGED = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] * (os.geteuid() == 0)
SMALL = """\
influences:
  all_trees: {largest: 2}
  random_trees: {sizes: [4], number: 3}
  parities: {largest: 4}
"""


class Project(NamedTuple):
    """What is run: its targets, and how a folder is made that has it."""

    targets: tuple[str, ...]
    configfile: str
    make: Callable[[Path], object]
    sources: str  # as a path in the project's folder, or elsewhere


def make_example(folder):
    made = shutil.ignore_patterns("__pycache__", ".snakemake", "results", "figures")
    shutil.copytree(EXAMPLE, folder, ignore=made)
    (folder / "config/small.yaml").write_text(SMALL, encoding="utf-8")


def make_quick(folder):
    folder.mkdir()
    fresh_copy(folder)


#: The example has a whole site; of the others, one job is a notebook, and one reads npz files.
EXAMPLE_RUN = Project(("all",), "config/small.yaml", make_example, str(ROOT / "src"))
NOTEBOOK_RUN = Project(
    ("results/quick/tables/parities/subsets.csv",),
    "config/quick.yaml",
    make_quick,
    "src",
)
NETWORKS_RUN = NOTEBOOK_RUN._replace(
    targets=("results/quick/tables/representations/appendix_a.csv",)
)


class Place:
    """A project with a finished run, copies of it, and the bytes that every run must make."""

    def __init__(self, project, folder):
        self.project, self.folder = project, folder
        folder.mkdir()
        project.make(folder / "fresh")
        self.copy("finished", "fresh")
        started = time.monotonic()
        done = self.run(folder / "finished")
        self.seconds = time.monotonic() - started
        assert done.code == 0, done.said
        self.bytes = digests(folder / "finished")

    def copy(self, name, kind):
        """Copy the fresh or the finished project, with its times."""
        return shutil.copytree(self.folder / kind, self.folder / name, dirs_exist_ok=True)

    def start(self, folder, *arguments, before=()):
        """Start Snakemake in a session of its own; what it says goes to a file, since its
        children may outlive it."""
        project = self.project
        command = [*before, *UNPRIVILEGED, sys.executable, "-m", "snakemake", "--cores=2"]
        command += [*project.targets, *arguments, "--configfile", project.configfile]
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        env = {**os.environ, "HOME": str(home), "PYTHONPATH": str(folder / project.sources)}
        number = len(list(self.folder.glob(f"{folder.name}*.said")))
        with open(self.folder / f"{folder.name}-{number}.said", "w+b") as said:
            process = subprocess.Popen(
                command, cwd=folder, env=env, stdout=said, stderr=said, start_new_session=True
            )
        process.said = Path(said.name)
        return process

    def run(self, folder, *arguments, before=()):
        return ended(self.start(folder, *arguments, before=before))


class Run(NamedTuple):
    code: int
    said: str


def ended(process):
    """Wait until a run ends."""
    return Run(process.wait(TIMEOUT), process.said.read_text("utf-8", "replace"))


def digests(folder):
    """Return a hash of every result; logs and times are none."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for results in ("results", "figures")
        for path in sorted((folder / results).rglob("*"))
        if path.is_file()
        and not {"logs", "benchmarks", "reference"} & set(path.relative_to(folder).parts)
        and path.name not in ("timings.html", "timings.md", ".snakemake_timestamp")
    }


# ------------------------------------------------------------------ outcomes

SENTENCE, SAME, LOST = "sentence", "same", "lost"


class Outcome(NamedTuple):
    kind: str
    why: str = ""


def judge(place, folder, fault):
    """Return what became of a broken run, and of the next one once the fault is removed.

    A fault that looks to this itself yields how its run would end well.
    """
    found = next(fault)
    if isinstance(found, str):
        outcome = compared(place, folder)
        return Outcome(found) if outcome.kind == SAME else outcome
    broken, words = found
    if broken.code == 0:
        return compared(place, folder)
    # The logs of failed jobs have their tracebacks. On a full disk Python's logging has one for
    # each line that Snakemake cannot write to its own log.
    logs = r"^--- Logging error ---$.*?^Arguments: .*?$|^={20,}\n.*?^={20,}$"
    said = re.sub(logs, "", broken.said, flags=re.MULTILINE | re.DOTALL)
    if "Traceback (most recent" in said:
        return Outcome(LOST, f"a traceback: {broken.said[-700:]}")
    if not re.search(words, broken.said):
        return Outcome(LOST, f"no sentence like {words!r}: {broken.said[-700:]}")
    next(fault, None)
    again = place.run(folder)
    if again.code:
        return Outcome(LOST, f"the next run fails, too: {again.said[-700:]}")
    mended = compared(place, folder)
    return Outcome(SENTENCE) if mended.kind == SAME else mended


def compared(place, folder):
    found = digests(folder)
    names = sorted(found.keys() | place.bytes.keys())
    other = [name for name in names if found.get(name) != place.bytes.get(name)]
    return Outcome(LOST, f"other bytes in {', '.join(other)}"[:500]) if other else Outcome(SAME)
