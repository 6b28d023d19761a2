"""Break runs of the workflow in every plain way, and see what becomes of them: `make test-faults`.

A try breaks one run in a temporary copy of a project. It is lost unless the run still makes the
bytes of an undisturbed one, or ends with an exit status other than 0 and in words that name the
fault, after which, the fault removed, one more run makes those bytes. After a kill it is the next
run that must do so, if need be once `snakemake --unlock` was said. Nothing is killed but what this
script started. As root, the runs have no capability that would let them pass what a file's
permissions forbid. Disks are filled by a small tmpfs where one can be mounted.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pandas as pd
import psutil
from small_runs import (
    EXAMPLE_RUN,
    NETWORKS_RUN,
    NOTEBOOK_RUN,
    SMALL,
    Place,
    Project,
    digests,
    ended,
)

from claimcheck.checks.files import parameters_hash, read_table, write_table

# ------------------------------------------------------------------ outcomes


BLOCK = re.MULTILINE | re.DOTALL
SENTENCE, SAME, LOST = "sentence", "same", "lost"


class Outcome(NamedTuple):
    kind: str
    why: str = ""


def without_logs(said):
    """Return what a run says beside the logs of failed jobs, which have their tracebacks.

    On a full disk Snakemake cannot write its own log either, and Python's logging tells so with a
    traceback for each line; that is left out, too.
    """
    said = re.sub(r"^--- Logging error ---$.*?^Arguments: .*?$", "", said, flags=BLOCK)
    return re.sub(r"^={20,}\n.*?^={20,}$", "", said, flags=BLOCK)


def judge(place, folder, broken, words, mend=lambda: None):
    """Return what became of a broken run, and of the next one once the fault is removed."""
    if broken.code == 0:
        return compared(place, folder)
    if "Traceback (most recent" in without_logs(broken.said):
        return Outcome(LOST, f"a traceback: {broken.said[-700:]}")
    if not re.search(words, broken.said):
        return Outcome(LOST, f"no sentence like {words!r}: {broken.said[-700:]}")
    mend()
    again = place.run(folder)
    if again.code:
        return Outcome(LOST, f"the next run fails, too: {again.said[-700:]}")
    mended = compared(place, folder)
    return Outcome(SENTENCE) if mended.kind is SAME else mended


def compared(place, folder):
    found = digests(folder)
    names = sorted(found.keys() | place.bytes.keys())
    other = [name for name in names if found.get(name) != place.bytes.get(name)]
    return Outcome(LOST, f"other bytes in {', '.join(other)}"[:500]) if other else Outcome(SAME)


# --------------------------------------------------------------------- kills


def is_kernel(process):
    return any("ipykernel" in word for word in process.cmdline())


def descendants(process, wanted):
    """Return the processes that a run has started, those that are wanted."""
    found = []
    for one in psutil.Process(process.pid).children(recursive=True):
        try:
            if wanted(one):
                found.append(one)
        except psutil.Error:
            pass  # it has ended
    return found


def kill(what, number=signal.SIGKILL):
    """Return a try that kills at a random moment Snakemake, its group, a job or a kernel."""

    def broken(place, folder, rng):
        latest, victim = place.seconds, None
        while victim is None:  # the run was over before the moment came
            if latest < 1:
                return Outcome(LOST, f"there was never a {what} to kill")
            shutil.rmtree(folder, ignore_errors=True)
            place.copy(folder.name, "fresh")
            process = place.start(folder)
            victim, started = caught(process, what, rng, time.monotonic() + rng.uniform(0, latest))
            latest /= 2
        with suppress(psutil.NoSuchProcess, ProcessLookupError):  # it may end at that moment
            if what == "group":
                os.killpg(process.pid, number)
            else:
                victim.send_signal(number)
        ended(process)  # in whatever words; what counts is the next run
        again = place.run(folder)  # at once, while jobs may still be running
        unlocked = "Directory cannot be locked" in again.said
        if unlocked:
            place.run(folder, "--unlock")
            again = place.run(folder)
        _, left = psutil.wait_procs(started, timeout=60)
        for one in left:
            one.kill()
        if again.code or left:
            return Outcome(LOST, f"{len(left)} left; the next run fails: {again.said[-700:]}")
        outcome = compared(place, folder)
        return Outcome(SENTENCE) if unlocked and outcome.kind is SAME else outcome

    return broken


def caught(process, what, rng, moment):
    """Return what is to be killed of a run once the moment has come, and all that it started.

    It is None if the run ends before.
    """
    kind = {"job": lambda one: not is_kernel(one), "kernel": is_kernel}.get(what)
    started = {}
    while process.poll() is None:
        time.sleep(0.02)
        try:
            started |= {one.pid: one for one in descendants(process, lambda one: True)}
            found = descendants(process, kind) if kind else [process]
        except psutil.NoSuchProcess:
            break
        # A kernel lives for some seconds only, so its moment is counted from its start.
        if what == "kernel" and found:
            time.sleep(rng.uniform(0, 1.5))
            return rng.choice(found), list(started.values())
        if found and time.monotonic() > moment:
            return rng.choice(found), list(started.values())
    return None, list(started.values())


# --------------------------------------------------------------------- disks


class NotTried(Exception):
    """The machine does not allow this fault."""


@contextmanager
def small_disk(folder, kilobytes):
    """Mount a tmpfs of this size; NotTried if that is not allowed."""
    folder.mkdir()
    size = f"size={kilobytes}k"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], stderr=-1)
    if done.returncode:
        raise NotTried(done.stderr.decode())
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def kilobytes(folder):
    return int(subprocess.check_output(["du", "-sk", folder]).split()[0])


def full_disk(place, folder, rng):
    """Fill a disk that has room for a part of what a run writes."""
    before, after = kilobytes(place.folder / "fresh"), kilobytes(place.folder / "finished")
    size = round(before + rng.uniform(0, 0.9) * (after - before))
    with small_disk(folder, size):
        place.copy(folder.name, "fresh")
        broken = place.run(folder)

        def mend():
            subprocess.run(["mount", "-o", "remount,size=1g", folder], check=True)

        return judge(place, folder, broken, "No space left", mend)


def largest_file(place, folder, rng):
    """Let no file grow beyond a size, as a quota may."""
    place.copy(folder.name, "fresh")
    sizes = [(place.folder / "finished" / name).stat().st_size for name in place.bytes]
    limit = rng.randint(100, max(sizes))
    broken = place.run(folder, before=["prlimit", f"--fsize={limit}"])
    return judge(place, folder, broken, "File too large")


def read_only(name, *arguments, kind="finished"):
    """Return a try in which nothing in a folder may be written."""

    def broken(place, folder, rng):
        place.copy(folder.name, kind)
        (folder / name).mkdir(exist_ok=True)
        subprocess.run(["chmod", "-R", "a-w", folder / name], check=True)
        done = place.run(folder, *arguments)

        def mend():
            if (folder / name).exists():
                subprocess.run(["chmod", "-R", "u+w", folder / name], check=True)

        try:
            return judge(place, folder, done, "Permission denied|Write-protected", mend)
        finally:
            mend()

    return broken


# -------------------------------------------------------------------- damage


def cut(data, rng):
    return data[: rng.randrange(1, len(data))]


def cut_at_a_line(data, rng):
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: rng.randrange(1, len(lines))])


def emptied(data, rng):
    return b""


def zeroed(data, rng):
    """Return the data with a block of zeros, as a disk leaves it after a loss of power."""
    start = rng.randrange(len(data))
    end = min(len(data), start + 512)
    return data[:start] + bytes(end - start) + data[end:]


def one_bit(data, rng):
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def damaged(pattern, how, remove=()):
    """Return a try with a damaged file of a finished run; `remove` is what must be made anew."""

    def broken(place, folder, rng):
        place.copy(folder.name, "finished")
        path = rng.choice(sorted(folder.glob(pattern)))
        for name in remove:
            (folder / name).unlink()
        path.write_bytes(how(path.read_bytes(), rng))
        done = place.run(folder)

        def mend():
            shutil.rmtree(path.parent) if path.suffix == ".npz" else path.unlink()

        # A job may be the first to see it; both name the file.
        return judge(place, folder, done, re.escape(path.name), mend)

    return broken


def damaged_metadata(how):
    """Return a try in which all that Snakemake itself keeps is damaged."""

    def broken(place, folder, rng):
        place.copy(folder.name, "finished")
        for path in sorted((folder / ".snakemake").rglob("*")):
            if path.is_file() and path.stat().st_size:
                path.write_bytes(how(path.read_bytes(), rng))
        return judge(place, folder, place.run(folder), r"\.snakemake")

    return broken


def without_metadata(place, folder, rng):
    place.copy(folder.name, "finished")
    shutil.rmtree(folder / ".snakemake")
    return judge(place, folder, place.run(folder), "no")


# ----------------------------------------------------------------- notebooks


def raising(name):
    """Return a try with a notebook that raises."""

    def broken(place, folder, rng):
        place.copy(folder.name, "fresh")
        path = folder / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# %%\nraise ValueError('seen here')\n", encoding="utf-8")
        done = place.run(folder)
        return judge(place, folder, done, r": seen here", lambda: path.write_text(text, "utf-8"))

    return broken


def no_kernel(place, folder, rng):
    """Hide ipykernel, as if its package were not installed."""
    place.copy(folder.name, "fresh")
    # A job's search path begins with the project's folder, the kernel's own does not.
    hidden = folder / "ipykernel_launcher.py"
    hidden.write_text("raise SystemExit('there is no kernel')\n", encoding="utf-8")
    env = f"PYTHONPATH={folder}{os.pathsep}{folder / place.project.sources}"
    done = place.run(folder, before=["env", env])
    return judge(place, folder, done, "[Kk]ernel", hidden.unlink)


# ------------------------------------------------------- two runs, times, versions


def two_at_once(place, folder, rng):
    place.copy(folder.name, "fresh")
    first = place.start(folder)
    time.sleep(rng.uniform(0, place.seconds))
    second = place.run(folder)
    done = ended(first)
    if done.code and second.code:
        return Outcome(LOST, f"both fail: {done.said[-700:]}{second.said[-700:]}")
    return judge(place, folder, second if second.code else done, "cannot be locked")


def other_times(pattern, seconds):
    """Return a try in which files have times that a wrong clock has given them."""

    def broken(place, folder, rng):
        place.copy(folder.name, "finished")
        for path in folder.glob(pattern):
            if path.is_file() and rng.random() < 0.5:
                moment = path.stat().st_mtime + seconds
                os.utime(path, (moment, moment))
        return judge(place, folder, place.run(folder), "clock|older")

    return broken


def old_version(*, metadata):
    """Return a try that starts from the results of another version of the code."""

    def broken(place, folder, rng):
        place.copy(folder.name, "fresh")
        path = folder / "monotone_decision_trees/trees.py"
        text = path.read_text(encoding="utf-8")
        old = text.replace("rng.random() < 0.2", "rng.random() < 0.6")
        assert old != text
        path.write_text(old, encoding="utf-8")
        assert place.run(folder).code == 0
        assert compared(place, folder).kind is LOST
        path.write_text(text, encoding="utf-8")
        if not metadata:
            shutil.rmtree(folder / ".snakemake")
        return judge(place, folder, place.run(folder), "version")

    return broken


def other_configuration(place, folder, rng):
    """Start from results of other parameters, of which Snakemake knows nothing."""
    place.copy(folder.name, "fresh")
    path = folder / place.project.configfile
    path.write_text(SMALL.replace("number: 3", "number: 2"), encoding="utf-8")
    assert place.run(folder).code == 0
    path.write_text(SMALL, encoding="utf-8")
    shutil.rmtree(folder / ".snakemake")
    done = place.run(folder, "--forcerun", "compile_verdicts")
    return judge(place, folder, done, "other parameters", lambda: shutil.rmtree(folder / "results"))


# --------------------------------------------------------------------- table


class Known(NamedTuple):
    """What a lost try may say, a regular expression, and why it is lost."""

    why: str
    note: str


class Fault(NamedTuple):
    """A row of the table: what is done, to what, in which project, how often.

    A try may be lost in a `known` way alone.
    """

    fault: str
    where: str
    place: Project
    broken: Callable[[Place, Path, random.Random], Outcome]
    tries: int
    known: Known | None = None


HOWS = {
    "cut short": cut,
    "cut at the end of a line": cut_at_a_line,
    "emptied": emptied,
    "a block of zeros": zeroed,
    "one bit changed": one_bit,
}
#: What is damaged: the files, and what then must be made anew for it to be read.
FILES = {
    "records": "results/records/*/*.jsonl",
    "a table": "results/tables/*/*.csv",
    "verdicts": "results/verdicts/*.csv",
    "a summary": "results/summaries/*.json",
    "the statuses": "results/statuses.csv",
    "an executed notebook": "results/notebooks/*.ipynb",
    "a figure": "figures/*.svg",
}
#: What has a hash of its own is damaged in every way.
HOWS_OF = {"records": HOWS, "a table": HOWS}
OF_ANOTHER_VERSION = Known(
    r"other bytes in .*",
    "Which version made a file is in Snakemake's own notes alone; without them, delete the "
    "results.",
)
#: The damaged file alone: what is computed from it is as it was.
BESIDE_THE_NUMBERS = Known(
    r"other bytes in [^,]*\.npz",
    "A bit beside the numbers, as of a date in the archive, is not looked at; the numbers are "
    "those that were written.",
)
DAY = 86400
FAULTS = [
    Fault("killed", "Snakemake", EXAMPLE_RUN, kill("Snakemake"), 8),
    Fault("interrupted", "Snakemake", EXAMPLE_RUN, kill("Snakemake", signal.SIGINT), 4),
    Fault("told to end", "Snakemake", EXAMPLE_RUN, kill("Snakemake", signal.SIGTERM), 4),
    Fault("killed", "a job", EXAMPLE_RUN, kill("job"), 8),
    Fault("killed", "a job that is a notebook", NOTEBOOK_RUN, kill("job"), 4),
    Fault("killed", "the kernel of a claim notebook", EXAMPLE_RUN, kill("kernel"), 6),
    Fault("killed", "the kernel of a job", NOTEBOOK_RUN, kill("kernel"), 6),
    Fault("killed", "the process group", EXAMPLE_RUN, kill("group"), 6),
    Fault("interrupted", "the process group", EXAMPLE_RUN, kill("group", signal.SIGINT), 4),
    Fault("full disk", "the project's folder", EXAMPLE_RUN, full_disk, 4),
    Fault("a file that may not grow further", "any", EXAMPLE_RUN, largest_file, 4),
    Fault("read-only", "results, nothing made", EXAMPLE_RUN, read_only("results", kind="fresh"), 1),
    Fault("read-only", "results, all made", EXAMPLE_RUN,
          read_only("results", "--forcerun", "judge_claims"), 1),
    Fault("read-only", "figures", EXAMPLE_RUN, read_only("figures", kind="fresh"), 1),
    Fault("read-only", ".snakemake", EXAMPLE_RUN, read_only(".snakemake", kind="fresh"), 1),
    Fault("read-only", "the project's folder", EXAMPLE_RUN, read_only(".", kind="fresh"), 1),
    *(
        Fault(how, what, EXAMPLE_RUN, damaged(pattern, HOWS[how]), 1)
        for what, pattern in FILES.items()
        for how in HOWS
        if how in HOWS_OF.get(what, ("cut short", "emptied", "a block of zeros"))
    ),
    *(
        Fault(how, "networks (npz)", NETWORKS_RUN,
              damaged("results/quick/networks/*/*.npz", HOWS[how], NETWORKS_RUN.targets), 1,
              BESIDE_THE_NUMBERS if how == "one bit changed" else None)
        for how in HOWS
        if how != "cut at the end of a line"
    ),
    *(
        Fault(how, "all of .snakemake", EXAMPLE_RUN, damaged_metadata(HOWS[how]), 1)
        for how in ("cut short", "emptied", "a block of zeros")
    ),
    Fault("removed", "all of .snakemake", EXAMPLE_RUN, without_metadata, 1),
    Fault("raises", "a claim notebook", EXAMPLE_RUN, raising("notebooks/influences.py"), 1),
    Fault("raises", "a job's notebook", NOTEBOOK_RUN,
          raising("notebooks/jobs/parities/subsets.py"), 1),
    Fault("missing", "the kernel", EXAMPLE_RUN, no_kernel, 1),
    Fault("two runs at once", "one folder", EXAMPLE_RUN, two_at_once, 3),
    Fault("a day ahead", "the times of results", EXAMPLE_RUN, other_times("results/**/*", DAY), 1),
    Fault("a day behind", "the times of results", EXAMPLE_RUN,
          other_times("results/**/*", -DAY), 1),
    Fault("a day ahead", "the times of sources", EXAMPLE_RUN, other_times("*/*.*", DAY), 1),
    Fault("of an older version", "results", EXAMPLE_RUN, old_version(metadata=True), 1),
    Fault("of an older version, without .snakemake", "results", EXAMPLE_RUN,
          old_version(metadata=False), 1, OF_ANOTHER_VERSION),
    Fault("of another configuration, without .snakemake", "results", EXAMPLE_RUN,
          other_configuration, 1),
]  # fmt: skip


def attempt(fault, place, number, seed):
    """Make one try, by a generator of its own."""
    name = f"{fault.fault}, {fault.where}, {number}"
    folder = place.folder / re.sub(r"\W+", "-", f"{name}-{seed}").strip("-")
    started = time.monotonic()
    try:
        outcome = fault.broken(place, folder, random.Random(f"{seed} {name}"))
    except NotTried as error:
        outcome = Outcome("not tried", str(error))
    except Exception as error:  # the other tries go on
        outcome = Outcome(LOST, repr(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"{time.monotonic() - started:6.1f} s  {outcome.kind:9} {name}  {outcome.why}", flush=True
    )
    return outcome


def table(faults, outcomes):
    rows = []
    for fault, found in zip(faults, outcomes, strict=True):
        kinds = [outcome.kind for outcome in found if outcome.kind != "not tried"]
        why = [outcome.why for outcome in found if outcome.kind is LOST]
        known = fault.known and why and all(re.fullmatch(fault.known.why, one) for one in why)
        rows.append({
            "fault": fault.fault, "where": fault.where, "tries": len(kinds),
            "same_bytes": kinds.count(SAME), "sentence": kinds.count(SENTENCE),
            "lost": len(why), "note": fault.known.note if known else "",
        })  # fmt: skip
    return pd.DataFrame(rows)


def replaced(before, found):
    """Return the rows of an earlier table, with those that were found now in their place."""
    order = {(f.fault, f.where): place for place, f in enumerate(FAULTS)}
    both = pd.concat([before, found]).drop_duplicates(["fault", "where"], keep="last")
    places = both.apply(lambda row: order.get((row["fault"], row["where"]), -1), axis=1)
    return both.assign(place=places).query("place >= 0").sort_values("place").drop(columns="place")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2, help="how many tries at a time")
    parser.add_argument("--only", default="", help="a regular expression of faults")
    arguments = parser.parse_args()
    faults = [f for f in FAULTS if re.search(arguments.only, f"{f.fault}, {f.where}")]
    with (
        TemporaryDirectory(prefix="faults-") as folder,
        ThreadPoolExecutor(arguments.at_once) as pool,
    ):
        places = {}
        for number, project in enumerate({fault.place for fault in faults}):
            (Path(folder) / str(number)).mkdir()
            places[project] = Place(project, Path(folder) / str(number))
            print(f"{places[project].seconds:6.1f} s  a run of {', '.join(project.targets)}")
        futures = [
            [pool.submit(attempt, f, places[f.place], n, arguments.seed) for n in range(f.tries)]
            for f in faults
        ]
        found = table(faults, [[one.result() for one in tries] for tries in futures])
    print(found.to_string())
    if arguments.only and arguments.output.is_file():
        found = replaced(read_table(arguments.output).astype({"note": object}).fillna(""), found)
    write_table(arguments.output, found, parameters_hash({"seed": arguments.seed}))
    return int(((found["lost"] > 0) & (found["note"] == "")).any())


if __name__ == "__main__":
    sys.exit(main())
