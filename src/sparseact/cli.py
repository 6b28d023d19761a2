"""The command line: see `sparseact --help`."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import signal
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sparseact import __version__

# What a command needs is imported as it starts: `--help` answers at once, and an
# interruption while libraries are imported is met like any other.

#: Weights of a network up to which a report is made: at so many it takes about 2 GB.
_MOST_WEIGHTS = 1 << 22


class Command(NamedTuple):
    """A subcommand with its line of help, its arguments and the function that runs it.

    A ValueError or OSError that `run` raises becomes one sentence on stderr.
    """

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], None]


# ----------------------------------------------------------------- inspect


def _add_inspect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "network",
        help="an .npz file with w (s, n), b (s,) and u (s,), each of at most "
        f"{_MOST_WEIGHTS} numbers, and at choice the number c: the network is "
        "sum u_j relu(<w_j, x> - b_j) + c at x of +1 and -1",
    )
    parser.add_argument(
        "--epsilon",
        type=_positive,
        default=0.1,
        help="the Fourier weight that may lie above the degree given (default: 0.1)",
    )
    parser.add_argument(
        "--time-limit",
        type=_positive,
        default=60.0,
        help="seconds for the sparsity of a network with more than 28 inputs (default: 60)",
    )


def _positive(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise argparse.ArgumentTypeError(f"must be a positive number, not {text}")


def _inspect(arguments: argparse.Namespace) -> None:
    from sparseact.inspection import inspection
    from sparseact.network import SparseReLUNetwork

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        network = SparseReLUNetwork.load(arguments.network, _MOST_WEIGHTS)
    for warning in found:
        print(f"sparseact inspect: {warning.message}", file=sys.stderr)
    print(inspection(network, arguments.epsilon, arguments.time_limit, sys.stdout.encoding))


# -------------------------------------------------------------------- main


_COMMANDS: Mapping[str, Command] = {
    "inspect": Command(
        "sparsity, scale, sensitivity and spectrum of a network", _add_inspect_arguments, _inspect
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    It is 0, or 2 for bad input. Where the reader of a pipe has gone it is 141,
    without a word, and after an interruption 130, with one: as a shell tells
    that the signals SIGPIPE and SIGINT have ended a program.
    """
    parsed = _parser().parse_args(arguments)
    try:
        try:
            _COMMANDS[parsed.command].run(parsed)
            return 0
        finally:
            sys.stdout.flush()  # what cannot be written is met here, not at the end of Python
    except BrokenPipeError:
        _discard_output()
        return 128 + signal.SIGPIPE
    except KeyboardInterrupt:
        code, message = 128 + signal.SIGINT, "interrupted"
    except ValueError as error:
        code, message = 2, str(error)
    except OSError as error:
        if error.filename is None:  # no file that a command names
            _discard_output()
        code, message = 2, f"{error.filename or 'standard output'}: {error.strerror}"
    print(f"sparseact {parsed.command}: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sparseact", description="Sparsely activated networks on the cube."
    )
    parser.add_argument("--version", action="version", version=f"sparseact {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, command in _COMMANDS.items():
        command.add_arguments(commands.add_parser(name, help=command.help))
    return parser


def _discard_output() -> None:
    """Drop what is still to be written, which Python would try again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
