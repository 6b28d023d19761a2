"""What every script does: let the job server run it, keep a log, end an error with one sentence."""

import json
import os
import resource
import socket
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def run_as_job(path, what):
    """Do the work of a script, in the job server if there is one.

    Messages and the traceback go to the log at `path`, and an error ends in one
    sentence. The file descriptor itself is turned, so that child processes follow.
    What the work cost is written beside the log.
    """
    _hand_over(what)
    terminal = os.dup(2)
    began = time.perf_counter()
    with open(path, "w", encoding="utf-8") as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
            _write_cost(Path(path).with_suffix(".csv"), time.perf_counter() - began)
        except Exception as error:
            traceback.print_exc()
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            sys.exit(f"{what}: {kind}{error}")
        finally:
            sys.stderr.flush()
            os.dup2(terminal, 2)
            os.close(terminal)


def _hand_over(what):
    """Have the job server run this script, and end as it ends; without one, do nothing."""
    address = os.environ.get("SPARSEACT_JOB_SERVER")
    if address is None:
        return
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.connect(address)
        except OSError:  # it is not ready yet
            return
        with server.makefile("rw", encoding="utf-8") as stream:
            print(sys.argv[0], file=stream, flush=True)
            answer = stream.readline()
    sys.exit(json.loads(answer) if answer else f"{what}: the process was killed")


def _write_cost(path, seconds):
    """Write the wall time of the work, and the largest memory of a process."""
    users = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    megabytes = max(resource.getrusage(user).ru_maxrss for user in users) * 1024 / 1e6
    path.write_text(f"seconds,megabytes\n{seconds:.2f},{megabytes:.0f}\n", encoding="utf-8")
