"""The faults that `try_faults` puts into small runs.

A fault is a function of the place, a copy of its project and a generator of random numbers. It
breaks a run, yields what that run said with a regular expression of the words that must be in it,
and then removes the fault. Nothing is killed but what a fault started.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress

import psutil
from small_runs import LOST, SAME, SENTENCE, compared, ended


class NotTried(Exception):
    """The machine does not allow this fault."""


# --------------------------------------------------------------------- kills


def kill(what, number=signal.SIGKILL):
    """Return a try that kills at a random moment Snakemake, its group, a job or a kernel."""

    def broken(place, folder, rng):
        latest, victim = place.seconds, None
        while victim is None:  # the run was over before the moment came
            assert latest > 1, f"there was never a {what} to kill"
            shutil.rmtree(folder)
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
        done = place.run(folder)  # at once, while jobs may still be running
        locked = "Directory cannot be locked" in done.said
        if locked:
            place.run(folder, "--unlock")
            done = place.run(folder)
        _, left = psutil.wait_procs(started, timeout=60)
        for one in left:
            one.kill()
        assert not left
        assert not done.code, f"the next run fails: {done.said[-700:]}"
        yield SENTENCE if locked else SAME

    return broken


def caught(process, what, rng, moment):
    """Return what is to be killed of a run once the moment has come, and all that it started.

    It is None if the run ends before.
    """
    started = {}
    while process.poll() is None:
        time.sleep(0.02)
        kernels, jobs = [], []
        with suppress(psutil.NoSuchProcess):
            for one in psutil.Process(process.pid).children(recursive=True):
                with suppress(psutil.Error):  # it has ended
                    is_kernel = any("ipykernel" in word for word in one.cmdline())
                    (kernels if is_kernel else jobs).append(started.setdefault(one.pid, one))
        found = {"kernel": kernels, "job": jobs}.get(what, [process])
        # A kernel lives for some seconds only, so its moment is counted from its start.
        if what == "kernel" and found:
            time.sleep(rng.uniform(0, 1.5))
        elif time.monotonic() < moment:
            continue
        if found:
            return rng.choice(found), list(started.values())
    return None, list(started.values())


# --------------------------------------------------------------------- disks


def kilobytes(folder):
    return int(subprocess.check_output(["du", "-sk", folder]).split()[0])


def full_disk(place, folder, rng):
    """Fill a disk that has room for a part of what a run writes."""
    before, after = kilobytes(place.folder / "fresh"), kilobytes(place.folder / "finished")
    size = f"size={round(before + rng.uniform(0, 0.9) * (after - before))}k"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], stderr=-1)
    if done.returncode:
        raise NotTried(done.stderr.decode())
    try:
        place.copy(folder.name, "fresh")
        yield place.run(folder), "No space left"
        subprocess.run(["mount", "-o", "remount,size=1g", folder], check=True)
        yield  # the next run needs the disk
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def largest_file(place, folder, rng):
    """Let no file grow beyond a size, as a quota may."""
    sizes = [(place.folder / "finished" / name).stat().st_size for name in place.bytes]
    limit = rng.randint(100, max(sizes))
    yield place.run(folder, before=["prlimit", f"--fsize={limit}"]), "File too large"


def read_only(name, *arguments):
    """Return a try in which nothing in a folder may be written."""

    def broken(place, folder, rng):
        (folder / name).mkdir(exist_ok=True)
        subprocess.run(["chmod", "-R", "a-w", folder / name], check=True)
        try:
            yield place.run(folder, *arguments), "Permission denied|Write-protected"
        finally:
            if (folder / name).exists():
                subprocess.run(["chmod", "-R", "u+w", folder / name], check=True)

    return broken


# -------------------------------------------------------------------- damage


def cut_at_a_line(data, rng):
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: rng.randrange(1, len(lines))])


def zeroed(data, rng):
    """Return the data with a block of zeros, as a disk leaves it after a loss of power."""
    start = rng.randrange(len(data))
    return data[:start] + bytes(min(512, len(data) - start)) + data[start + 512 :]


def one_bit(data, rng):
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


HOWS = {
    "cut short": lambda data, rng: data[: rng.randrange(1, len(data))],
    "cut at the end of a line": cut_at_a_line,
    "emptied": lambda data, rng: b"",
    "a block of zeros": zeroed,
    "one bit changed": one_bit,
}


def damaged(pattern, how, remove=()):
    """Return a try with a damaged file of a finished run; what `remove` names is deleted too."""

    def broken(place, folder, rng):
        path = rng.choice(sorted(folder.glob(pattern)))
        for name in remove:
            (folder / name).unlink()
        path.write_bytes(HOWS[how](path.read_bytes(), rng))
        # A job may be the first to see it; both name the file.
        yield place.run(folder), re.escape(path.name)
        shutil.rmtree(path.parent) if path.suffix == ".npz" else path.unlink()

    return broken


def metadata(how):
    """Return a try in which all that Snakemake itself keeps is damaged, or removed."""

    def broken(place, folder, rng):
        for path in sorted((folder / ".snakemake").rglob("*")):
            if how in HOWS and path.is_file() and path.stat().st_size:
                path.write_bytes(HOWS[how](path.read_bytes(), rng))
        if how == "removed":
            shutil.rmtree(folder / ".snakemake")
        yield place.run(folder), r"\.snakemake"

    return broken


# ------------------------------- notebooks, two runs, times, versions, parameters


#: A claim notebook with nothing but its parameters.
NOTEBOOK = '# %% tags=["parameters"]\nresults = ""\nfigures = ""\nseed = 0\n'


def raising(name):
    """Return a try with a notebook that raises; a topic without a notebook is given one."""

    def broken(place, folder, rng):
        path = folder / name
        text = path.read_text("utf-8") if path.is_file() else ""
        path.parent.mkdir(exist_ok=True)
        path.write_text((text or NOTEBOOK) + "\n# %%\nraise ValueError('seen here')\n", "utf-8")
        yield place.run(folder), ": seen here"
        path.write_text(text, "utf-8") if text else path.unlink()

    return broken


def no_kernel(place, folder, rng):
    """Hide ipykernel, as if its package were not installed."""
    # A job's search path begins with the project's folder, the kernel's own does not.
    hidden = folder / "ipykernel_launcher.py"
    hidden.write_text("raise SystemExit('there is no kernel')\n", "utf-8")
    env = f"PYTHONPATH={folder}{os.pathsep}{folder / place.project.sources}"
    yield place.run(folder, before=["env", env]), "[Kk]ernel"
    hidden.unlink()


def two_at_once(place, folder, rng):
    first = place.start(folder)
    time.sleep(rng.uniform(0, place.seconds))
    second, done = place.run(folder), ended(first)
    assert not (done.code and second.code), f"both fail: {done.said[-700:]}{second.said[-700:]}"
    yield second if second.code else done, "cannot be locked"


def other_times(pattern, seconds):
    """Return a try in which files have times that a wrong clock has given them, until it is set."""

    def broken(place, folder, rng):
        files = [path for path in folder.glob(pattern) if path.is_file() and rng.random() < 0.5]
        moments = {path: path.stat().st_mtime for path in files}
        for path, moment in moments.items():
            os.utime(path, (moment + seconds, moment + seconds))
        yield place.run(folder), "clock|older"
        for path, moment in moments.items():
            if path.is_file():  # a failed job's are removed
                os.utime(path, (moment, moment))

    return broken


def older(name, today, before, *arguments, noted=False):
    """Return a try on the results of an older file, which Snakemake may or may not have noted."""

    def broken(place, folder, rng):
        text = (folder / name).read_text("utf-8")
        assert today in text
        (folder / name).write_text(text.replace(today, before), "utf-8")
        assert place.run(folder).code == 0
        assert compared(place, folder).kind == LOST
        (folder / name).write_text(text, "utf-8")
        if not noted:
            shutil.rmtree(folder / ".snakemake")
        yield place.run(folder, *arguments), "other parameters"
        shutil.rmtree(folder / "results")

    return broken
