"""Run a few claims through Slurm on this machine, break two jobs, and compare the results.

Needs root and apt-get, which installs Debian's Slurm and munge. Both are started
without systemd, from a folder of their own, and ended at the end. `make test-slurm`
runs this; it prints what was tried and what came out.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from copied import ROOT, TIMEOUT, fresh_copy, snakemake

#: Claims of cheap topics; the last one reads five kinds of networks, a job each.
CLAIMS = ("claim_2_1", "sec4_parity", "theorem_13", "def_1")
PACKAGES = ("munge", "slurm-client", "slurmctld", "slurmd", "slurm-wlm-basic-plugins")
COMMANDS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel")
#: Slurm's commands in a job look here, whatever the environment says.
CONFIGURATION = Path("/etc/slurm/slurm.conf")

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
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=6000
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def main():
    """Print what was tried and what came out; the exit status is 1 if not all is as it should."""
    install()
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        folder, log = Path(name), Path(name, "slurm.log")
        alone, queued = fresh_copy(folder / "alone"), fresh_copy(folder / "queued")
        local = snakemake(alone, *CLAIMS)
        if local.returncode:
            sys.exit(local.stderr)
        with slurm(folder):
            outcomes = through_slurm(queued, log)
        for part in ("records", "tables", "verdicts"):
            command = ["diff", "-r", *(tree / "results" / part for tree in (alone, queued))]
            same = not subprocess.run(command, stdout=subprocess.DEVNULL).returncode
            outcomes[f"the bytes of a local run's {part}"] = same
        if not all(outcomes.values()):
            print(*log.read_text("utf-8").splitlines()[-60:], sep="\n")
    for tried, good in outcomes.items():
        print(f"{'passed' if good else 'FAILED'}: {tried}")
    return not all(outcomes.values())


def install():
    """Install Slurm where it is missing; end in a sentence where this machine cannot have it."""
    if os.geteuid() != 0:
        sys.exit("test-slurm: Slurm is installed and started as root, and this user is not root.")
    if CONFIGURATION.exists() or CONFIGURATION.is_symlink():
        sys.exit(f"test-slurm: this machine has a Slurm of its own, {CONFIGURATION}; it stays.")
    if not all(map(shutil.which, COMMANDS)):
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


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


def through_slurm(tree, log):
    """Run the claims, cancel one job and kill the process of another; return what came out."""
    command = [sys.executable, "-m", "snakemake", *CLAIMS, f"--profile={ROOT}/profiles/slurm"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with open(log, "w", encoding="utf-8") as stream:
        run = subprocess.Popen(command, cwd=tree, env=environment, stdout=stream, stderr=stream)
    most, cancelled, killed = 0, None, None

    def break_two_jobs():
        nonlocal most, cancelled, killed
        jobs = states("PENDING,RUNNING")
        most = max(most, len(jobs))
        for job in [job for job, state in jobs.items() if state == "RUNNING" and most >= 4]:
            if not cancelled:
                cancelled = job
                subprocess.run(["scancel", job], check=True)
            elif not killed and job != cancelled and (script := script_of(job)):
                with contextlib.suppress(ProcessLookupError):  # it has ended by now
                    os.kill(script, signal.SIGKILL)
                    killed = job
        return run.poll() is not None

    try:
        until(break_two_jobs, "the run through Slurm does not end", TIMEOUT)
    finally:
        run.terminate()
    ended = states("all")
    return {
        f"{', '.join(CLAIMS)} through Slurm": run.returncode == 0,
        f"four or more jobs in the queue at once: {most}": most >= 4,
        "SIGKILL to the process of one job fails it": ended.get(killed) == "FAILED",
        "`scancel` of another cancels it": ended.get(cancelled) == "CANCELLED",
        "both are tried again": log.read_text("utf-8").count("Trying to restart job") >= 2,
    }


def states(wanted):
    """Return the number of each of Slurm's jobs in these states, and its state."""
    listed = output("squeue", "-h", "-t", wanted, "-o", "%i %T").splitlines()
    return dict(line.split() for line in listed)


def script_of(job):
    """Return the process of a Slurm job that runs a rule's script, if there is one by now."""
    for line in output("scontrol", "listpids", job).splitlines()[1:]:
        pid = line.split()[0]
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if any(b".snakemake/scripts/" in word for word in words[1:3]):
                return int(pid)
    return None


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
