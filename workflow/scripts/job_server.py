"""Run the jobs' scripts in copies of this process, which does once what each would do first.

The Snakefile starts it; SPARSEACT_JOB_SERVER is the path of its socket. A line that
comes in is the path of a script; the line that goes out is what the script ends with,
as `sys.exit` takes it. A copy ends with the process that asked for it, and this one
with Snakemake.
"""

import json
import os
import pkgutil
import runpy
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from socketserver import ForkingMixIn, StreamRequestHandler, UnixStreamServer
from threading import Thread

#: What Snakemake sets for a job of one thread; libraries read it when they are imported.
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Script(StreamRequestHandler):
    """A script to run, in a copy of this process."""

    def handle(self):
        script = self.rfile.readline().decode().removesuffix("\n")
        Thread(target=self.end_with_client, daemon=True).start()
        sys.argv = [script]
        status = 0
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            status = end.code
        except Exception:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        self.wfile.write(json.dumps(status).encode() + b"\n")

    def end_with_client(self):
        self.rfile.read()
        os._exit(1)


class JobServer(ForkingMixIn, UnixStreamServer):
    """A server that answers each request in a copy of its process."""


def prepare():
    """Import what jobs import, and have the libraries build what they build when first used."""
    import _notebook  # noqa: F401
    import nbformat
    import numba
    import seaborn  # noqa: F401
    from matplotlib.mathtext import MathTextParser

    import sparseact
    from sparseact.executed import executed

    for module in pkgutil.walk_packages(sparseact.__path__, "sparseact."):
        with suppress(Exception):  # whoever uses it will say what is wrong with it
            import_module(module.name)
    numba.njit(lambda: 0)()
    MathTextParser("path").parse("$0$")
    cells = [nbformat.v4.new_markdown_cell("# Title"), nbformat.v4.new_code_cell("0")]
    executed(nbformat.v4.new_notebook(cells=cells), hidden="")


def end_with(parent, address):
    """End when `parent` has ended, and leave no socket behind."""
    if os.getppid() != parent:
        Path(address).unlink(missing_ok=True)
        os._exit(0)


if __name__ == "__main__":
    address = os.environ.pop("SPARSEACT_JOB_SERVER")
    os.environ.update(THREADS)
    parent = os.getppid()
    # An interrupt from the keyboard is Snakemake's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, lambda *_: end_with(parent, address))
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)  # its copies have no timer
    prepare()  # until it is done there is no socket, and each script runs by itself
    JobServer(address, Script).serve_forever()
