"""Run Snakemake many times in copies of one process, which imports it and its libraries once.

Each line that comes in is a JSON object, the arguments of `run`; the line that goes
out is the exit status. The project's own modules are no part of what is copied: each
run imports those of its tree.
"""

import json
import os
import signal
import sys

import numba  # noqa: F401
import pandas  # noqa: F401
import pydantic  # noqa: F401
import snakemake.cli

snakemake.cli.get_argument_parser()  # it imports the plugins


def run(tree, arguments, stdout, stderr, timeout):
    """Do what `python -m snakemake` does in `tree`, with what it prints going to two files."""
    for stream, path in ((1, stdout), (2, stderr)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    signal.alarm(timeout)
    os.chdir(tree)
    os.environ["PYTHONPATH"] = os.path.join(tree, "src")
    sys.path.insert(0, os.environ["PYTHONPATH"])
    snakemake.cli.main(arguments)


for line in sys.stdin:
    assert not [name for name in sys.modules if name.partition(".")[0] == "sparseact"]
    copy = os.fork()
    if not copy:
        sys.exit(run(**json.loads(line)))
    print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)
