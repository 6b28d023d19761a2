"""What every script does: keep a log, and end bad input with one sentence."""

import os
import sys
import traceback
from contextlib import contextmanager


@contextmanager
def logged(path, what):
    """Send messages to the log at `path`; end a ValueError in one sentence.

    The file descriptor itself is turned, so that child processes follow.
    """
    terminal = os.dup(2)
    with open(path, "w", encoding="utf-8") as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except BaseException as error:
            traceback.print_exc()
            sys.stderr.flush()
            os.dup2(terminal, 2)
            if isinstance(error, ValueError):
                sys.exit(f"{what}: {error}")
            raise
        finally:
            sys.stderr.flush()
            os.dup2(terminal, 2)
            os.close(terminal)
