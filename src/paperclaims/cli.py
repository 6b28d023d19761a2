"""Commands: those on a project's runs; see `paperclaims --help`."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from paperclaims import paths
from paperclaims.checks.configuration import config_paper
from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.registry.yaml_files import read_yaml


def _verdicts(paper: Paper, arguments: argparse.Namespace) -> int:
    from paperclaims.judging.verdicts import verdict_files
    from paperclaims.reporting.screen import last_screen

    print(last_screen(paper.folder, arguments.results, every=arguments.all))
    return 0 if verdict_files(arguments.results) else 1


def _readme(paper: Paper, _: argparse.Namespace) -> None:
    from paperclaims.reporting.readme import write_readme

    write_readme(paper)


def _errata(paper: Paper, _: argparse.Namespace) -> None:
    from paperclaims.reporting.errata import write_errata

    write_errata(paper)


def _keys(_: Paper, arguments: argparse.Namespace) -> None:
    from paperclaims.reporting.keys import write_keys

    print(*write_keys(_configuration(arguments)), sep="\n")


def _new(_: None, arguments: argparse.Namespace) -> None:
    from paperclaims.new import write_paper

    print(*write_paper(arguments.folder), sep="\n")
    print(f"\nNow: cd {arguments.folder}; snakemake --cores 2")


def _compare(paper: Paper, arguments: argparse.Namespace) -> int:
    from paperclaims.judging.reference import compare_runs, replace
    from paperclaims.judging.summary import require_current
    from paperclaims.registry.claims import read_registry
    from paperclaims.registry.paper_metadata import read_paper_metadata
    from paperclaims.reporting.costs import write_seconds

    results, reference = Path(arguments.results), Path(arguments.reference)
    registry = read_registry(paper.folder)
    require_current(results, registry)
    if arguments.replace:
        replace(results, reference, registry)
        write_seconds(results / paths.BENCHMARKS, reference / paths.SECONDS)
    comparison = compare_runs(
        results, reference, registry, read_paper_metadata(paper.folder).trained
    )
    print(comparison)
    return 0 if comparison.same else 1


def _try(paper: Paper, arguments: argparse.Namespace) -> int:
    from paperclaims.topic import try_check

    pairs = [pair.partition("=") for pair in arguments.parameters]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        raise ClaimsError(f"{wrong[0]!r} must be a parameter with its value, such as largest=10")
    changed = {}
    for name, _, value in pairs:
        try:
            changed[name] = yaml.safe_load(value)
        except (yaml.YAMLError, ValueError):  # such as [1, or a day without its month
            raise ClaimsError(f"{name} must be YAML, such as 10 or [1, 2], got {value!r}") from None
    print(*try_check(paper, _configuration(arguments), arguments.job, changed), sep="\n")
    return 0


def _crate(paper: Paper, arguments: argparse.Namespace) -> None:
    from paperclaims.reporting.citation import read_commit
    from paperclaims.reporting.crate import write_crate

    configuration = Path(arguments.configuration)
    # Edited files beside the results of older ones would be a run that nobody can repeat.
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--nolock", "--quiet", "host"]
    if configuration != Path("config/config.yaml"):
        command += ["--configfile", str(configuration)]
    planned = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Nothing to be done" not in planned.stdout + planned.stderr:
        raise ClaimsError("the results are not of the files as they are; run snakemake first")
    figures = Path(_configuration(arguments).get("figures", "figures"))
    folder = write_crate(paper, configuration, Path(arguments.results), figures)
    print(f"{folder}: {read_commit('.') or 'no commit, since git tracks no file of this folder'}")


def _reseed(_: Paper, arguments: argparse.Namespace) -> int:
    from paperclaims.judging.reseed import changed_outcomes
    from paperclaims.judging.verdicts import read_verdicts

    verdicts = read_verdicts(Path(arguments.reference, paths.VERDICTS))
    config = _configuration(arguments)
    lines = changed_outcomes(arguments.results, config, arguments.seed, verdicts)
    print(*lines, f"seed {arguments.seed}: {len(lines)} outcomes changed", sep="\n")
    return 1 if lines else 0


def _configuration(arguments: argparse.Namespace) -> Mapping[str, Any]:
    config = read_yaml(Path(arguments.configuration))
    if not isinstance(config, Mapping):
        raise ClaimsError(f"{arguments.configuration} must be a mapping, as config/config.yaml is")
    return config


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    It is 0; 1 if `verdicts` finds none, `compare` a difference that may not be, or `reseed` an
    outcome that another seed changes; 2 for bad input.
    """
    parsed = _parser().parse_args(arguments)
    try:
        paper = None if parsed.run is _new else config_paper(_configuration(parsed))
        return parsed.run(paper, parsed) or 0
    except ClaimsError as error:
        message = str(error)
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
    print(f"paperclaims {parsed.command}: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paperclaims", description="The results of a run on a paper's claims, in its folder."
    )
    parser.add_argument(
        "--configuration",
        default="config/config.yaml",
        help="the configuration, which names the paper (default: %(default)s)",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    def command(name: str, run: Callable[..., int | None], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text)
        added.set_defaults(run=run)
        return added

    new = command("new", _new, "write a folder for a new paper, which runs at once")
    new.add_argument("folder", help="such as my-paper; its package is called my_paper")
    trial = command("try", _try, "run one check and say what it finds; this writes nothing")
    trial.add_argument("job", help="topic/job, such as juntas/all_tables")
    trial.add_argument("parameters", nargs="*", metavar="key=value", help="such as variables=[1,2]")
    text = "the count of claims by status, and one line for each main result"
    verdicts = command("verdicts", _verdicts, text)
    text = "list the differences between a run and the reference"
    compare = command("compare", _compare, text)
    text = "a run as a Workflow Run RO-Crate, in the folder crate of its results"
    crate = command("crate", _crate, text)
    for one in (verdicts, compare, crate):
        one.add_argument("results", nargs="?", default="results", help="the run's folder")
    text = "every claim with its statements, and the run's time"
    verdicts.add_argument("--all", action="store_true", help=text)
    compare.add_argument("reference", nargs="?", default=paths.REFERENCE, help="the committed run")
    compare.add_argument("--replace", action="store_true", help="make the run the committed one")
    text = "compare outcomes under another seed with the committed run, a line for each"
    reseed = command("reseed", _reseed, text)
    reseed.add_argument("results", help="the folder of the run with that seed")
    reseed.add_argument("seed", type=int)
    reseed.add_argument("--reference", default=paths.REFERENCE, help="the committed run")
    command("readme", _readme, "rewrite README's tables and figures from the committed run")
    command("errata", _errata, "rewrite docs/errata.md from the committed run")
    command("keys", _keys, "write the schemas of all YAML files, for editors, into config")
    return parser


def program() -> int:
    """Run the command line as a program."""
    # End without a message if the pipe is closed, or at an interruption.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # An exact record may have any number of digits.
    sys.set_int_max_str_digits(0)
    # A terminal that lacks a character is told its name.
    sys.stdout.reconfigure(errors="namereplace")  # type: ignore[union-attr]
    return main()
