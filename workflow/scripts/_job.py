"""Common parts of all scripts: a log, and one sentence for an error."""

import os
import sys
import traceback
from contextlib import contextmanager, suppress
from textwrap import indent

#: The beginning of each line of a failed job's sentence in its log, which the rules look for.
FAILED = "Failed: "


@contextmanager
def run_as_job(path, name):
    """Run the body of a script with a log.

    Messages and the traceback go to the log at `path`, and an error ends in one
    sentence, on the terminal and in the log. The file descriptor itself is redirected,
    so that child processes follow; after an error it stays so, for what ends later.
    """
    # Records have integers of any length. Python rejects more than 4300 digits by default, to
    # protect servers from strangers.
    sys.set_int_max_str_digits(0)
    os.environ["PYTHONINTMAXSTRDIGITS"] = "0"  # of child processes
    terminal = os.dup(2)
    sys.stdout.reconfigure(errors="replace")  # a terminal of Latin-1 has no arrows
    with open(path, "w", encoding="utf-8") as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except BaseException as error:
            sentence = f"{name}: {describe(error)}"
            with suppress(OSError):  # the log's disk may be full
                sys.stderr.flush()
                told = f"{traceback.format_exc()}{indent(sentence, FAILED)}\n"
                os.write(log.fileno(), told.encode())
            os.write(terminal, f"{sentence}\n".encode(sys.stderr.encoding, "backslashreplace"))
            sys.exit(1)
        with suppress(OSError):
            sys.stderr.flush()
        os.dup2(terminal, 2)
        os.close(terminal)


def describe(error):
    """Return an error that ended a job as a sentence."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    from paperclaims.errors import place_of

    kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
    return f"{kind}{error}{place_of(error)}"


def require_memory(megabytes, name):
    """Reject a job that requires more memory than the machine has, which would kill it."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 10**6
    if megabytes > there:
        sys.exit(
            f"{name} requires {megabytes} MB of memory, and this machine has {there}; run it on a "
            "larger one, or make the sizes in the configuration smaller"
        )
