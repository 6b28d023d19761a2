"""The job server: what a script does in it is what the script does by itself."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "workflow/scripts"
#: Seconds after which something that should happen at once is taken not to.
PATIENCE = 60

SCRIPT = f"""
import os
import sys

sys.path.append({str(SCRIPTS)!r})
from _job import run_as_job

with run_as_job("made_up.log", "made up"):
    import time

    print("a message", file=sys.stderr)
    with open("parent", "w") as stream:
        stream.write(str(os.getppid()))
    with open("process", "w") as stream:
        stream.write(str(os.getpid()))
    {{work}}
"""


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def runs(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return the address of a job server, its process, and the one that started it."""
    folder = tmp_path_factory.mktemp("server")
    address = folder / "socket"
    start = "import subprocess, sys; s = subprocess.Popen(sys.argv[1:]); print(s.pid, flush=True)"
    server = [sys.executable, SCRIPTS / "job_server.py"]
    parent = subprocess.Popen(
        [sys.executable, "-c", f"{start}; sys.stdin.read()", *server],
        cwd=folder,
        env={**os.environ, "SPARSEACT_JOB_SERVER": "socket", "OPENBLAS_NUM_THREADS": "2"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    process = int(parent.stdout.readline())
    wait_for(address.exists)
    yield address, process, parent
    parent.kill()
    parent.wait()


@pytest.fixture
def folder(server):
    """Return the server's folder, with nothing in it but the socket."""
    address = server[0]
    for path in set(address.parent.iterdir()) - {address}:
        path.unlink()
    return address.parent


@pytest.fixture(params=["in the server", "by itself"])
def start(request, folder):
    """Return a function that starts a script with some work to do."""

    def start(work):
        (folder / "made_up.py").write_text(SCRIPT.format(work=work))
        address = "socket" if start.forked else "none"
        return subprocess.Popen(
            [sys.executable, "made_up.py"],
            cwd=folder,
            # As Snakemake does for a job of one thread.
            env={**os.environ, "SPARSEACT_JOB_SERVER": address, "OPENBLAS_NUM_THREADS": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )

    start.forked = request.param == "in the server"
    return start


def test_a_script_leaves_its_log_and_its_cost(start, server, folder):
    job = start("open('result', 'w').write('done')")
    assert job.communicate(timeout=PATIENCE)[1] == ""
    assert job.returncode == 0
    assert (folder / "result").read_text() == "done"
    assert (folder / "made_up.log").read_text() == "a message\n"
    seconds, megabytes = (folder / "made_up.csv").read_text().splitlines()[1].split(",")
    assert 0 <= float(seconds) < PATIENCE
    assert float(megabytes) > 1
    assert (int((folder / "parent").read_text()) == server[1]) == start.forked
    assert (int((folder / "process").read_text()) == job.pid) != start.forked


def test_the_memory_of_a_child_process_counts(start, folder):
    child = "b = bytearray(600_000_000); b[::4096] = b'1' * len(b[::4096])"
    work = f"import subprocess; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    assert start(work).wait(PATIENCE) == 0
    megabytes = float((folder / "made_up.csv").read_text().splitlines()[1].split(",")[1])
    assert 600 < megabytes < 900


def test_an_error_is_one_sentence(start, folder):
    job = start("raise ValueError('k is larger than s')")
    assert job.communicate(timeout=PATIENCE)[1] == "made up: k is larger than s\n"
    assert job.returncode == 1
    assert "Traceback" in (folder / "made_up.log").read_text()
    assert not (folder / "made_up.csv").exists()


def test_a_script_that_is_killed_has_failed(start):
    job = start("os.kill(os.getpid(), 9)")
    told = job.communicate(timeout=PATIENCE)[1]
    assert job.returncode != 0
    assert told == ("made up: the process was killed\n" if start.forked else "")


def test_a_script_ends_with_the_process_that_asked_for_it(start, folder):
    job = start("time.sleep(1000)")
    wait_for(lambda: (folder / "process").exists() and (folder / "process").read_text())
    process = int((folder / "process").read_text())
    assert runs(process)
    job.kill()
    job.communicate()
    wait_for(lambda: not runs(process))


def test_blas_has_one_thread(start, folder):
    work = "import numpy; from threadpoolctl import threadpool_info as pools; "
    work += "assert {pool['num_threads'] for pool in pools()} == {1}"
    assert start(work).wait(PATIENCE) == 0


def test_scripts_share_nothing_but_what_was_imported(start, folder):
    work = "import builtins; seen = hasattr(builtins, 'left'); builtins.left = 1; assert not seen"
    for _ in range(2):
        assert start(work).wait(PATIENCE) == 0


def test_an_interrupt_from_the_keyboard_is_left_to_snakemake(start, server):
    os.kill(server[1], signal.SIGINT)
    assert start("pass").wait(PATIENCE) == 0
    assert runs(server[1])


def test_the_server_ends_with_the_process_that_started_it(server):
    address, process, parent = server
    parent.kill()
    wait_for(lambda: not runs(process))
    assert not address.exists()
