"""What every script does: keep a log, and end an error with one sentence."""

import os
import sys
import traceback
from contextlib import contextmanager


@contextmanager
def run_as_job(path, what):
    """Do the work of a script.

    Messages and the traceback go to the log at `path`, and an error ends in one
    sentence. The file descriptor itself is turned, so that child processes follow.
    """
    terminal = os.dup(2)
    with open(path, "w", encoding="utf-8") as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except Exception as error:
            traceback.print_exc()
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            sys.exit(f"{what}: {kind}{error}")
        finally:
            sys.stderr.flush()
            os.dup2(terminal, 2)
            os.close(terminal)
