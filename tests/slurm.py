"""Run a few claims through Slurm on this machine, break two jobs, and compare the results.

Needs root and apt-get, which installs Debian's Slurm and munge. Both are started
without systemd, from a folder of their own, and ended at the end. `make test-slurm`
runs this; it prints what was tried and what came out.
"""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from copied import ROOT, fresh_copy

#: Claims of cheap topics; the last one reads five kinds of networks, a job each.
CLAIMS = ("claim_2_1", "sec4_parity", "theorem_13", "def_1")
PACKAGES = ("munge", "slurm-client", "slurmctld", "slurmd", "slurm-wlm-basic-plugins")
COMMANDS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel")
#: Slurm's commands in a job look here, whatever the environment says.
CONFIGURATION = Path("/etc/slurm/slurm.conf")
#: Either run is ended after so many seconds.
SECONDS = 900

# No cgroups, no accounting database; one node, on which two jobs run and the others wait.
SLURM = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=17117
SlurmdPort=17118
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=6000
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def main():
    """Print the table; return 0 if all came out as it should."""
    missing = what_is_missing()
    if missing:
        print(f"test-slurm: {missing}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        folder = Path(name)
        here, there = folder / "local", folder / "slurm"
        for tree in (here, there):
            tree.mkdir()
            fresh_copy(tree)
        alone = run(here, "--cores=2", folder / "local.log")
        try:
            alone.wait(SECONDS)
        finally:
            alone.terminate()
        with slurm(folder):
            broken = through_slurm(there, folder / "slurm.log")
        rows = [*broken, compare(here / "results", there / "results")]
        if not all(good for *_, good in rows):
            print(*(folder / "slurm.log").read_text("utf-8").splitlines()[-60:], sep="\n")
    print("| Tried | Came out |", "| --- | --- |", sep="\n")
    for tried, outcome, _ in rows:
        print(f"| {tried} | {outcome} |")
    return 0 if all(good for *_, good in rows) else 1


def what_is_missing():
    """Return in a sentence what this machine lacks, after installing what can be; or nothing."""
    if os.geteuid() != 0:
        return "Slurm is installed and started as root, and this user is not root."
    if subprocess.run([sys.executable, "-c", "import snakemake_executor_plugin_slurm"],
                      stderr=subprocess.DEVNULL).returncode:  # fmt: skip
        return "the plugin is missing; run pip install --require-hashes -r requirements-slurm.lock"
    if not all(map(shutil.which, COMMANDS)):
        if not shutil.which("apt-get"):
            return "Slurm is not installed, and there is no apt-get to install it with."
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
            return f"apt-get could not install {', '.join(PACKAGES)}."
    if CONFIGURATION.exists() or CONFIGURATION.is_symlink():
        return f"this machine has a Slurm of its own, {CONFIGURATION}; it is left alone."
    return ""


@contextlib.contextmanager
def slurm(folder):
    """Start munge and Slurm from a folder; end them by their process ids."""
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    folder.chmod(0o755)  # munged refuses a socket where others may not come
    host = os.uname().nodename.partition(".")[0]
    written = folder / "slurm.conf"
    written.write_text(SLURM.format(folder=folder, host=host), encoding="utf-8")
    CONFIGURATION.symlink_to(written)
    munged = ["munged", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket"]
    munged += [f"--{name}={folder}/munged.{name[:3]}" for name in ("pid-file", "log-file")]
    munged += [f"--seed-file={folder}/munged.seed"]
    try:
        for command in (munged, ["slurmctld"], ["slurmd"]):
            subprocess.run(command, check=True)
        until(lambda: "idle" in output("sinfo", "-h", "-o", "%T"), "the node is not idle")
        yield
    finally:
        CONFIGURATION.unlink()
        for path in [folder / "slurmd.pid", folder / "slurmctld.pid", folder / "munged.pid"]:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                pid = int(path.read_text())
                os.kill(pid, signal.SIGTERM)
                until(lambda pid=pid: not Path(f"/proc/{pid}").exists(), f"{path} does not end")


def run(tree, *arguments):
    """Start Snakemake on the claims in `tree`; the last argument is its log."""
    *arguments, log = arguments
    with open(log, "w", encoding="utf-8") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", "snakemake", *CLAIMS, *arguments],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree / "src")},
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def through_slurm(tree, log):
    """Run the claims through Slurm, kill one job's process and cancel another; return rows."""
    profile = ROOT / "profiles/slurm"
    process = run(tree, f"--profile={profile}", log)
    most = 0
    killed = cancelled = None
    deadline = time.monotonic() + SECONDS
    while process.poll() is None:
        if time.monotonic() > deadline:
            os.kill(process.pid, signal.SIGTERM)
            process.wait(60)
        jobs = dict(line.split() for line in output("squeue", "-h", "-o", "%i %T").splitlines())
        most = max(most, sum(state in ("PENDING", "RUNNING") for state in jobs.values()))
        running = [job for job, state in jobs.items() if state == "RUNNING"]
        if most >= 4 and running and not cancelled:
            cancelled = running[0]
            subprocess.run(["scancel", cancelled], check=True)
        for job in running:
            script = None if killed or job == cancelled else work_of(job)
            if script:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(script, signal.SIGKILL)
                    killed = job
        time.sleep(0.5)
    text = log.read_text("utf-8")
    submitted = len(re.findall(r"submitted with SLURM jobid", text))
    again = text.count("Trying to restart job")
    listed = output("squeue", "-h", "-t", "all", "-o", "%i %T").splitlines()
    states = dict(line.split() for line in listed)
    ended = f"exit {process.returncode}; {submitted} jobs submitted, {most} in the queue at once"
    died, stopped = states.get(killed), states.get(cancelled)
    return [
        (f"{', '.join(CLAIMS)}", ended, process.returncode == 0 and most >= 4),
        ("SIGKILL to the process of one job", f"Slurm has it as {died}", died == "FAILED"),
        ("`scancel` of another", f"Slurm has it as {stopped}", stopped == "CANCELLED"),
        ("retries, with more memory", f"{again} jobs tried again", again >= 2),
    ]


def work_of(job):
    """Return the process of a Slurm job that runs a rule's script, if there is one by now."""
    for line in output("scontrol", "listpids", job).splitlines()[1:]:
        pid = line.split()[0]
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if any(b".snakemake/scripts/" in word for word in words[1:3]):
                return int(pid)
    return None


def compare(here, there):
    """Compare every record, table and verdict of two runs, byte for byte; return a row."""
    left, right = digests(here), digests(there)
    different = [name for name in left.keys() | right.keys() if left.get(name) != right.get(name)]
    tried = f"{len(left)} tables, records and verdicts beside a local run's"
    outcome = f"different: {', '.join(sorted(different))}" if different else "the same bytes"
    return tried, outcome, bool(left) and not different


def digests(results):
    """Return the hashes of a run's records, tables and verdicts, by name."""
    return {
        str(path.relative_to(results)): hashlib.sha256(path.read_bytes()).hexdigest()
        for part in ("records", "tables", "verdicts")
        for path in sorted((results / part).rglob("*.*"))
    }


def output(*command):
    """Return what a command prints, nothing if it fails."""
    return subprocess.run(command, capture_output=True, text=True).stdout


def until(done, otherwise, seconds=60):
    """Wait until `done`, or raise TimeoutError."""
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(otherwise)
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
