"""Break runs of the workflow in every plain way, and see what becomes of them: `make test-faults`.

A try breaks one run in a temporary copy of a project. It is lost unless the run still makes the
bytes of an undisturbed one, or ends with an exit status other than 0 and in words that name the
fault, after which, the fault removed, one more run makes those bytes. After a kill it is the next
run that must do so, if need be once `snakemake --unlock` was said. As root, the runs have no
capability that would let them pass what a file's permissions forbid. Disks are filled by a small
tmpfs where one can be mounted.
"""

import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pandas as pd
from faults import (
    HOWS,
    NotTried,
    damaged,
    full_disk,
    kill,
    largest_file,
    metadata,
    no_kernel,
    older,
    other_times,
    raising,
    read_only,
    two_at_once,
)
from small_runs import (
    EXAMPLE_RUN,
    LOST,
    NETWORKS_RUN,
    NOTEBOOK_RUN,
    SAME,
    SENTENCE,
    Outcome,
    Place,
    Project,
    judge,
)

from paperclaims.checks.files import parameters_hash, write_table

SEED = 1
#: How many tries are made at a time.
AT_ONCE = 2
DAY = 86400


class Fault(NamedTuple):
    """A row of the table: what is done, to what, how often, from which folder of a project.

    A try may be lost in the `known` way alone, a regular expression, for the reason in `note`.
    """

    fault: str
    where: str
    broken: Callable[[Place, Path, random.Random], Any]
    tries: int = 1
    start: str = "finished"
    project: Project = EXAMPLE_RUN
    known: str = "(?!)"
    note: str = ""


#: What is damaged. Files that have a hash of their own are damaged in every way.
FILES = {
    "records": "results/records/*/*.jsonl",
    "a table": "results/tables/*/*.csv",
    "verdicts": "results/verdicts/*.csv",
    "a summary": "results/summaries/*.json",
    "the statuses": "results/statuses.csv",
    "an executed notebook": "results/notebooks/*.ipynb",
    "a figure": "figures/*.svg",
}
PLAINLY = ("cut short", "emptied", "a block of zeros")
TREES = ("monotone_decision_trees/trees.py", "rng.random() < 0.2", "rng.random() < 0.6")
FAULTS = [
    Fault("killed", "Snakemake", kill("Snakemake"), 8),
    Fault("interrupted", "Snakemake", kill("Snakemake", signal.SIGINT), 4),
    Fault("told to end", "Snakemake", kill("Snakemake", signal.SIGTERM), 4),
    Fault("killed", "a job", kill("job"), 8),
    Fault("killed", "a job that is a notebook", kill("job"), 4, project=NOTEBOOK_RUN),
    Fault("killed", "the kernel of a claim notebook", kill("kernel"), 6),
    Fault("killed", "the kernel of a job", kill("kernel"), 6, project=NOTEBOOK_RUN),
    Fault("killed", "the process group", kill("group"), 6),
    Fault("interrupted", "the process group", kill("group", signal.SIGINT), 4),
    Fault("full disk", "the project's folder", full_disk, 4, start=""),
    Fault("a file that may not grow further", "any", largest_file, 4, "fresh"),
    Fault("read-only", "results, nothing made", read_only("results"), 1, "fresh"),
    Fault("read-only", "results, all made", read_only("results", "--forcerun", "judge_claims")),
    Fault("read-only", "figures", read_only("figures"), 1, "fresh"),
    Fault("read-only", ".snakemake", read_only(".snakemake"), 1, "fresh"),
    Fault("read-only", "the project's folder", read_only("."), 1, "fresh"),
    *(
        Fault(how, what, damaged(pattern, how))
        for what, pattern in FILES.items()
        for how in (HOWS if what in ("records", "a table") else PLAINLY)
    ),
    *(
        Fault(
            how,
            "networks (npz)",
            damaged("results/quick/networks/*/*.npz", how, NETWORKS_RUN.targets),
            project=NETWORKS_RUN,
            # The damaged file alone: what is computed from it is as it was.
            known=r"other bytes in [^,]*\.npz" if how == "one bit changed" else "(?!)",
            note="A bit beside the numbers, as of a date in the archive, is not looked at; the "
            "numbers are those that were written.",
        )
        for how in (*PLAINLY, "one bit changed")
    ),
    *(Fault(how, "all of .snakemake", metadata(how)) for how in (*PLAINLY, "removed")),
    Fault("raises", "a claim notebook", raising("notebooks/influences.py"), 1, "fresh"),
    Fault("raises", "a job's notebook", raising("notebooks/job.py"), 1, "fresh", NOTEBOOK_RUN),
    Fault("missing", "the kernel", no_kernel, 1, "fresh"),
    Fault("two runs at once", "one folder", two_at_once, 3, "fresh"),
    Fault("a day ahead", "the times of results", other_times("results/**/*", DAY)),
    Fault("a day behind", "the times of results", other_times("results/**/*", -DAY)),
    Fault("a day ahead", "the times of sources", other_times("*/*.*", DAY)),
    Fault("of an older version", "results", older(*TREES, noted=True), 1, "fresh"),
    Fault(
        "of an older version, without .snakemake",
        "results",
        older(*TREES),
        1,
        "fresh",
        known="other bytes in .*",
        note="Which version made a file is in Snakemake's own notes alone; without them, delete "
        "the results.",
    ),
    Fault(
        "of another configuration, without .snakemake",
        "results",
        older(EXAMPLE_RUN.configfile, "number: 3", "number: 2", "--forcerun", "compile_verdicts"),
        1,
        "fresh",
    ),
]  # fmt: skip


def attempt(fault, place, number):
    """Make one try, by a generator of its own."""
    name = f"{fault.fault}, {fault.where}, {number}"
    folder = place.folder / re.sub(r"\W+", "-", name).strip("-")
    started = time.monotonic()
    try:
        place.copy(folder.name, fault.start) if fault.start else folder.mkdir()
        with closing(fault.broken(place, folder, random.Random(f"{SEED} {name}"))) as broken:
            outcome = judge(place, folder, broken)
    except NotTried as error:
        outcome = Outcome("not tried", str(error))
    except Exception as error:  # the other tries go on
        outcome = Outcome(LOST, repr(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds = time.monotonic() - started
    print(f"{seconds:6.1f} s  {outcome.kind:9} {name}  {outcome.why}", flush=True)
    return outcome


def table_row(fault, outcomes):
    kinds = [outcome.kind for outcome in outcomes if outcome.kind != "not tried"]
    lost = [outcome.why for outcome in outcomes if outcome.kind == LOST]
    known = lost and all(re.fullmatch(fault.known, why) for why in lost)
    return {
        "fault": fault.fault, "where": fault.where, "tries": len(kinds),
        "same_bytes": kinds.count(SAME), "sentence": kinds.count(SENTENCE), "lost": len(lost),
        "note": fault.note if known else "",
    }  # fmt: skip


def main(output):
    with TemporaryDirectory(prefix="faults-") as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        places = {}
        for number, project in enumerate(dict.fromkeys(fault.project for fault in FAULTS)):
            places[project] = Place(project, Path(folder, str(number)))
            print(f"{places[project].seconds:6.1f} s  a run of {', '.join(project.targets)}")
        tries = [
            [pool.submit(attempt, fault, places[fault.project], n) for n in range(fault.tries)]
            for fault in FAULTS
        ]
        found = pd.DataFrame([
            table_row(fault, [one.result() for one in mine])
            for fault, mine in zip(FAULTS, tries, strict=True)
        ])  # fmt: skip
    print(found.to_string())
    write_table(output, found, parameters_hash({"seed": SEED}))
    return int(((found["lost"] > 0) & (found["note"] == "")).any())


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
