"""The command line: see `sparseact --help`."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import signal
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sparseact import __version__
from sparseact.terminal import Progress

if TYPE_CHECKING:
    from sparseact.network import SparseReLUNetwork

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
    parser.add_argument(
        "--samples",
        type=_natural,
        metavar="N",
        help="estimate sensitivities and weights of low degree from N random points, too; with "
        "more than 24 inputs that have a weight this is done unasked, with 100000",
    )
    parser.add_argument("--seed", type=_natural, default=0, help="of these points (default: 0)")
    parser.add_argument(
        "--data",
        metavar="X.npy",
        help="count active neurons on these rows of +1 and -1, or 0 and 1",
    )
    parser.add_argument("--json", action="store_true", help="write JSON in place of text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the weights by degree (.svg, .pdf or .png)"
    )


def _positive(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise argparse.ArgumentTypeError(f"must be a positive number, not {text}")


def _natural(text: str) -> int:
    with contextlib.suppress(ValueError):
        if int(text) >= 0:
            return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number of at least 0, not {text}")


def _inspect(arguments: argparse.Namespace) -> None:
    with Progress("sparseact inspect", sys.stderr, "loading libraries") as progress:
        try:
            _make_report(arguments, progress)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(progress.phrase) from None


def _make_report(arguments: argparse.Namespace, progress: Progress) -> None:
    if arguments.plot:
        _require_plot(arguments.plot)
    from sparseact.inspection import inspection
    from sparseact.inspection_json import as_json
    from sparseact.measured import measure, read_points

    network = _load("inspect", arguments.network)
    points = read_points(arguments.data, network.n) if arguments.data else None
    found = measure(
        network,
        arguments.time_limit,
        samples=arguments.samples,
        seed=arguments.seed,
        points=points,
        tell=progress,
    )
    progress("the report")
    if arguments.plot:
        from sparseact.inspection_plot import draw

        draw(found, arguments.plot)
    encoding = "utf-8" if arguments.output else sys.stdout.encoding
    if arguments.json:
        report = json.dumps(as_json(found, arguments.epsilon), indent=2, allow_nan=False)
    else:
        report = inspection(found, arguments.epsilon, encoding)
    if arguments.output:
        Path(arguments.output).write_text(report + "\n", encoding="utf-8")
    else:
        print(report)


def _load(command: str, path: str) -> SparseReLUNetwork:
    """Return the network of a file, and say on stderr what else the file holds."""
    from sparseact.network import SparseReLUNetwork

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        network = SparseReLUNetwork.load(path, _MOST_WEIGHTS)
    for warning in found:
        print(f"sparseact {command}: {warning.message}", file=sys.stderr)
    return network


def _require_plot(path: str) -> None:
    """Refuse a plot that could not be drawn, before anything is computed."""
    try:
        from sparseact.inspection_plot import SUFFIXES
    except ImportError:
        raise ValueError("--plot needs Matplotlib: pip install 'sparseact[plot]'") from None
    if Path(path).suffix not in SUFFIXES:
        raise ValueError(f"--plot writes {', '.join(SUFFIXES)}, and no {path}")


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
    except KeyboardInterrupt as stop:
        at = f" ({stop})" if stop.args else ""
        code, message = 128 + signal.SIGINT, f"interrupted{at}"
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
