"""The command line: see `sparseact --help`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sparseact.inspector.terminal import Progress

# A command imports its modules as it starts, so that `--help` answers at once.

#: Largest number of a network's weights for a report, which then takes about 2 GB.
_MOST_WEIGHTS = 1 << 22


# --------------------------------------------------------------- arguments


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="sparseact", description="Sparsely activated networks on the cube.")
    parser.add_argument(
        "--version", action=_ShowVersion, nargs=0, help="show program's version number and exit"
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    inspect = commands.add_parser(
        "inspect", help="sparsity, scale, sensitivity and spectrum of a network"
    )
    inspect.set_defaults(command="inspect", run=_inspect)
    inspect.add_argument(
        "network",
        help="an .npz file with w (s, n), b (s,) and u (s,), each of at most "
        f"{_MOST_WEIGHTS} numbers, and optionally the number c: the network is "
        "sum u_j relu(<w_j, x> - b_j) + c at x of +1 and -1. Or a trained model: .pt, .pth "
        "or .ckpt with a PyTorch state_dict, or .onnx, of two layers with relu between them",
    )
    inspect.add_argument(
        "--layers",
        type=_names,
        metavar="FIRST,SECOND",
        help="names of the two layers of a state_dict, in the order of computation: where their "
        "shapes fit in both orders",
    )
    inspect.add_argument(
        "--output",
        type=_output,
        metavar="NUMBER",
        help="which output of a trained model, from 0 on, or 'all' for a table of them",
    )
    inspect.add_argument(
        "--inputs",
        choices=["pm1", "01"],
        default="pm1",
        help="the input values of a trained model: -1 and 1 (pm1), or 0 and 1 (01; default: pm1)",
    )
    inspect.add_argument(
        "--top",
        type=int,
        default=0,
        metavar="N",
        help="show the N largest Fourier coefficients, and the inputs of largest influence",
    )
    inspect.add_argument(
        "--epsilon",
        type=float,
        default=0.1,
        help="the allowed Fourier weight above the reported degree (default: 0.1)",
    )
    inspect.add_argument(
        "--time-limit",
        type=float,
        default=60.0,
        help="seconds for the sparsity, the spectrum and random points; after that, bounds and "
        "estimates replace exact values, from fewer points (default: 60)",
    )
    inspect.add_argument(
        "--samples",
        type=int,
        metavar="N",
        help="also estimate sensitivities and weights of low degree from N random points; the "
        "default is 100000 if the spectrum is not computed: for more than 24 inputs that have a "
        "weight, unless the neurons have few weights each",
    )
    inspect.add_argument(
        "--seed", type=int, default=0, help="the random seed of the random points (default: 0)"
    )
    inspect.add_argument(
        "--data",
        metavar="X.npy",
        help="count active neurons on these rows of +1 and -1, or 0 and 1",
    )
    inspect.add_argument(
        "--certificate",
        metavar="FILE",
        help="write a proof of the upper end of k as JSON, which examples/certificates/check.py "
        "checks; it is found within the time limit or not at all",
    )
    _add_output_arguments(inspect, "the weights by degree")

    activations = commands.add_parser(
        "activations",
        help="active neurons of each layer on real inputs, and the bounds of Section 5",
    )
    activations.set_defaults(command="activations", run=_activations, certificate=None)
    activations.add_argument(
        "network",
        help="an .npz file as inspect reads it, .onnx, or .pt with a PyTorch state_dict, of "
        "any number of linear layers with relu between them; without --data captured outputs of "
        "layers, an .npy, .npz or .safetensors file of arrays of shape (inputs, neurons)",
    )
    activations.add_argument(
        "--data", metavar="X.npy", help="rows of real inputs, as the model takes them"
    )
    activations.add_argument(
        "--threshold", type=float, help="a captured output above it is active (default: 0)"
    )
    activations.add_argument(
        "--layers",
        type=_names,
        metavar="NAME,NAME",
        help="names of the captured arrays to read (default: all of the file)",
    )
    _add_output_arguments(
        activations, "the numbers of active neurons, and how often each is active"
    )

    simplify = commands.add_parser(
        "simplify", help="the same function with fewer neurons and a smaller scale"
    )
    simplify.set_defaults(command="simplify", run=_simplify)
    simplify.add_argument("network", help="an .npz file as inspect reads it")
    simplify.add_argument("output", help="the .npz file to write")
    simplify.add_argument(
        "--time-limit",
        type=float,
        default=60.0,
        help="seconds for all: simplifying, the difference, and k of both networks (default: 60)",
    )
    simplify.add_argument(
        "--larger-scale", action="store_true", help="merge neurons even if this raises W or B"
    )
    simplify.add_argument("--force", action="store_true", help="overwrite the file that is read")
    return parser


class _Parser(argparse.ArgumentParser):
    """Reports output that cannot be written, which argparse ignores."""

    def _print_message(self, message: str, file: Any = None) -> None:
        stream = file or sys.stderr
        if stream is not None:
            stream.write(message)


class _ShowVersion(argparse.Action):
    """Looks the version up only for `--version`, unlike argparse's own action."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from sparseact import __version__

        print(f"sparseact {__version__}")
        parser.exit()


def _add_output_arguments(parser: argparse.ArgumentParser, drawn: str) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON instead of text")
    parser.add_argument("-o", dest="file", metavar="FILE", help="write to this file")
    parser.add_argument("--plot", metavar="FILE", help=f"draw {drawn} (.svg, .pdf or .png)")


def _names(text: str) -> list[str]:
    return text.split(",")


def _output(text: str) -> int | str:
    with contextlib.suppress(ValueError):
        return text if text == "all" else int(text)
    raise argparse.ArgumentTypeError(f"must be a number or 'all', got {text}")


# ---------------------------------------------------------------- commands
# A ValueError or OSError becomes one sentence on stderr.


def _inspect(arguments: argparse.Namespace) -> None:
    _require_outputs(arguments)
    files: dict[str | None, str | bytes] = {}
    with _progress(arguments) as progress:
        from sparseact.inspector.inspection import outputs_table
        from sparseact.inspector.measured import read_points
        from sparseact.inspector.models import STATES, TRAINED, UNVERIFIED, load_networks
        from sparseact.inspector.report import inspect

        path = arguments.network
        table = arguments.output == "all"
        number = None if table else arguments.output
        with _warnings("inspect"):
            networks = load_networks(
                path, number, arguments.inputs, _MOST_WEIGHTS, arguments.layers
            )
        if len(networks) > 1 and arguments.output is None:
            raise ValueError(
                f"{path} has {len(networks)} outputs: --output 0 to {len(networks) - 1}, "
                "or --output all"
            )
        if table and (arguments.plot or arguments.certificate):
            raise ValueError("--plot and --certificate take one network: --output with its number")
        points = None
        if arguments.data:
            signs = arguments.inputs == "pm1" and path.lower().endswith(TRAINED)
            points = read_points(arguments.data, networks[0].n, trained_on_signs=signs)
        reports = []
        for place, network in enumerate(networks):
            report = inspect(
                network,
                epsilon=arguments.epsilon,
                time_limit=arguments.time_limit / len(networks),
                samples=arguments.samples,
                seed=arguments.seed,
                points=points,
                top=arguments.top,
                tell=progress.of(f"output {place}: ") if table else progress,
            )
            reports.append(report)
        measured = [report.measured for report in reports]
        if arguments.certificate:
            from sparseact.inspector.certificate import certificate

            progress("the certificate")
            proof = certificate(networks[0].neurons, measured[0].k, time_limit=arguments.time_limit)
            files[arguments.certificate] = json.dumps(proof)
        progress("the report")
        if arguments.plot:
            from sparseact.inspector.inspection_plot import draw

            files[arguments.plot] = draw(measured[0], Path(arguments.plot).suffix)
        unverified = Path(path).suffix.lower() in STATES
        if arguments.json:
            note = {"unverified": UNVERIFIED} if unverified else {}
            outputs = [note | report.to_dict() for report in reports]
            text = json.dumps(outputs if table else outputs[0], indent=2, allow_nan=False)
        else:
            text = f"{UNVERIFIED}\n\n" if unverified else ""
            encoding = _encoding(arguments)
            text += (
                outputs_table(measured, arguments.epsilon, encoding)
                if table
                else reports[0].text(encoding)
            )
    _write(files | {arguments.file: text})


def _activations(arguments: argparse.Namespace) -> None:
    _require_outputs(arguments)
    files: dict[str | None, str | bytes] = {}
    with _progress(arguments) as progress:
        from sparseact.inspector.layer_activity import activations, captured
        from sparseact.inspector.measured import CAPTURED, read_captured, read_rows

        if arguments.data is None:
            if not arguments.network.lower().endswith(CAPTURED):
                raise ValueError(
                    f"--data must be given with a model; without it {arguments.network} must be "
                    f"a file of captured outputs ({', '.join(CAPTURED)})"
                )
            outputs = read_captured(arguments.network, arguments.layers or ())
            activity = captured(outputs, arguments.threshold or 0.0)
        elif arguments.threshold is not None or arguments.layers:
            raise ValueError("--threshold and --layers are for captured outputs: leave out --data")
        else:
            x = read_rows(arguments.data)
            progress(f"the active neurons on {len(x)} rows")
            with _warnings("activations"):
                activity = activations(arguments.network, x)
        if arguments.plot:
            from sparseact.inspector.inspection_plot import draw_activity

            layers = [(layer.counts, layer.fired) for layer in activity.layers]
            files[arguments.plot] = draw_activity(layers, Path(arguments.plot).suffix)
        text = (
            json.dumps(activity.to_dict(), indent=2, allow_nan=False)
            if arguments.json
            else activity.text(_encoding(arguments))
        )
    _write(files | {arguments.file: text})


def _simplify(arguments: argparse.Namespace) -> None:
    _require_writable(arguments.output)
    with _progress(arguments) as progress:
        from sparseact.arguments import seconds
        from sparseact.inspector.measured import SAMPLES, SPECTRUM_LIMIT
        from sparseact.inspector.simplify import largest_difference, simplify_in_time
        from sparseact.network import SparseReLUNetwork

        deadline = time.monotonic() + seconds("--time-limit", arguments.time_limit)

        def left() -> float:
            return deadline - time.monotonic()

        with _warnings("simplify"):
            before = SparseReLUNetwork.load(arguments.network, _MOST_WEIGHTS)
        output = arguments.output
        if _is_same(arguments.network, output) and not arguments.force:
            raise ValueError(f"{output} is the file that is read; --force overwrites it")
        progress("the simpler network")
        after, untouched = simplify_in_time(before, left() / 2, larger_scale=arguments.larger_scale)
        progress("the difference")
        difference, points = largest_difference(before, after, SPECTRUM_LIMIT, SAMPLES, left() / 3)
        # A neuron that is left is active where it was; if all are, the two have one k.
        networks = [before] if after.s == before.s else [before, after]
        intervals: list[tuple[int, int]] = []
        most = before.s
        for network, part in zip(networks, (1 / len(networks), 1), strict=False):
            lower, upper = 0, network.s
            if left() > 0:
                lower, upper = network.max_active(
                    time_limit=left() * part,
                    watch=lambda lower, upper: progress(f"k, certified in [{lower}, {upper}]"),
                )
            most = min(most, upper)
            intervals.append((lower, most))
        k = [f"{a}" if a == b else f"{a} to {b}" for a, b in (intervals[0], intervals[-1])]
        scales = zip(before.scale, after.scale, strict=True)
        W, B = ([f"{value:.6g}" for value in pair] for pair in scales)
    after.save(output)
    print(f"{'':8}{'before':>14}{'after':>14}")
    for name, pair in ("neurons", [before.s, after.s]), ("k", k), ("W", W), ("B", B):
        print(f"{name:<8}{pair[0]:>14}{pair[1]:>14}")
    where = "on the whole cube" if points is None else f"on {points} random points"
    print(f"largest difference of values, {where}: {difference:.3g}")
    if untouched:
        print(f"{untouched} neurons were not rebalanced: time was over (--time-limit)")


# ------------------------------------------------------- files and messages


def _encoding(arguments: argparse.Namespace) -> str | None:
    return "utf-8" if arguments.file else sys.stdout.encoding


def _write(files: dict[str | None, str | bytes]) -> None:
    """Write files, and on standard output what has no file's name."""
    from sparseact.npz import write_whole

    for file, content in files.items():
        if file:
            write_whole(file, f"{content}\n".encode() if isinstance(content, str) else content)
        else:
            print(content)


def _require_outputs(arguments: argparse.Namespace) -> None:
    """Reject files that cannot or must not be written, before anything is computed."""
    if arguments.plot:
        try:
            from sparseact.inspector.inspection_plot import SUFFIXES
        except ImportError:
            raise ValueError("--plot needs Matplotlib: pip install 'sparseact[plot]'") from None
        if Path(arguments.plot).suffix not in SUFFIXES:
            raise ValueError(f"--plot writes {', '.join(SUFFIXES)}, and no {arguments.plot}")
    others = [file for file in (arguments.network, arguments.data) if file]
    for file in filter(None, (arguments.plot, arguments.file, arguments.certificate)):
        _require_writable(file)
        if any(_is_same(file, other) for other in others):
            raise ValueError(f"{file} must be a new file, got one that this command also uses")
        others.append(file)


def _is_same(file: str, other: str) -> bool:
    return os.path.realpath(file) == os.path.realpath(other) or (
        os.path.exists(file) and os.path.exists(other) and os.path.samefile(file, other)
    )


def _require_writable(path: str) -> None:
    """Raise the OSError of a file that could not be written, before anything is computed."""
    exists = os.path.exists(path)
    if exists and not os.path.isfile(path) and not os.path.isdir(path):
        return  # a device or a pipe, whose reader would take this for the end
    open(path, "ab").close()
    if not exists:
        os.remove(os.path.realpath(path))


def _progress(arguments: argparse.Namespace) -> Progress:
    name = f"sparseact {arguments.command}"
    return Progress(name, sys.stderr, is_command=arguments.is_command)


@contextlib.contextmanager
def _warnings(command: str) -> Iterator[None]:
    """Say each warning in a line on stderr."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        _complain(f"sparseact {command}: {warning.message}")


# -------------------------------------------------------------------- main


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    It is 0, or 2 for bad input or too little memory, or 3, after a traceback, for a mistake of
    the program. Where the reader of a pipe has gone it is 141, without a word,
    and after an interruption 130, with one: as a shell tells that the signals SIGPIPE and SIGINT
    have ended a program. Without arguments it runs as the command, and ends the process itself if
    that is interrupted; another program, which gives `arguments`, goes on.
    """
    if sys.stdout is None:  # closed before the program began
        _complain("sparseact: standard output is closed")
        return 2
    command = ""
    try:
        try:
            parsed = _parser().parse_args(arguments)
            parsed.is_command = arguments is None
            command = f" {parsed.command}"
            parsed.run(parsed)
            return 0
        finally:
            sys.stdout.flush()  # raises an error of writing here, not at the end of Python
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
            error.filename = "standard output"
        code, message = 2, f"{error.filename or repr('')}: {error.strerror}"
    except MemoryError:
        code, message = 2, "there is too little memory for this network and these options"
    except Exception as error:
        traceback.print_exc()
        code, message = 3, f"a mistake of the program: {type(error).__name__}; please report it"
    _complain(f"sparseact{command}: {message}")
    return code


def _complain(sentence: str) -> None:
    if sys.stderr is not None:  # print would write to standard output
        print(sentence, file=sys.stderr)


def _discard_output() -> None:
    """Drop the output not yet written, which Python would try again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
