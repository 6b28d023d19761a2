"""The command `sparse-activations`, which needs Python alone: see its `--help`."""

from __future__ import annotations

import argparse
import difflib
import json
import shutil
import signal
import sys
import textwrap
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

_WIDEST = 96  # columns of text


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 for a claim that there is not."""
    said = json.loads((files("sparse_activations") / "explanations.json").read_text("utf-8"))
    parser = argparse.ArgumentParser(
        prog="sparse-activations", description=f"What was found of the claims of {said['paper']}."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    explain = commands.add_parser(
        "explain", help="a claim, what was found of it, what holds instead and where to read on"
    )
    explain.add_argument(
        "claim", nargs="?", help="its id, such as lemma-9; without it all claims are listed"
    )
    name = parser.parse_args(arguments).claim
    claims = said["claims"]
    if name is None:
        print("\n".join(_listing(claims)))
        return 0
    ids = {known.lower(): known for known in claims}
    asked = name.lower().replace("_", "-").replace(" ", "-")
    if asked not in ids:
        near = difflib.get_close_matches(asked, ids, 1)
        hint = f"did you mean {ids[near[0]]}?" if near else "without a claim they are listed"
        print(f"sparse-activations explain: there is no claim {name!r}; {hint}", file=sys.stderr)
        return 2
    print("\n".join(_explained(claims[ids[asked]], said["notation"])))
    return 0


def _listing(claims: dict[str, Any]) -> Iterator[str]:
    """Return a line for each claim."""
    width = max(map(len, claims))
    for name, claim in claims.items():
        yield f"{name:<{width}}  {claim['called']}: {claim['word']}"


def _explained(claim: dict[str, Any], notation: str) -> Iterator[str]:
    """Return the lines on a claim; formulas are TeX."""
    yield f"{claim['called']}: {claim['title']} ({claim['place']})"
    yield "\nThe claim"
    if claim["quoted"]:
        yield from _formula(claim["quoted"])
        yield from _wrapped(f"Judged: {claim['judged']}")
    yield from _formula(claim["formula"])
    if claim["constant"]:
        yield from _wrapped(f"Read with the constant {claim['constant']}.")
    yield from _wrapped(notation)
    yield "\nStatus"
    yield from _wrapped(f"{claim['called']}: {claim['status']}.")
    yield from _wrapped(claim["answer"])
    yield from _wrapped(claim["sentence"])
    yield from _wrapped(claim["survives"])
    yield "\nWhy believe it"
    for one in claim["conclusions"]:
        named = one["name"] or one["title"]
        yield from _wrapped(f"{named}: {one['evidence']}. {one['counterexample']}")
    yield from _wrapped(claim["proof"])
    if claim["better"]:
        yield "\nWhat holds instead" if claim["instead"] else "\nWhat is sharper"
    for one in claim["better"]:
        title = one["title"]
        named = title if one["name"] in title else f"{one['name']}: {title}"
        yield from _wrapped(f"{named}: {one['evidence']}.")
        yield from _formula(one["formula"])
    if claim["idea"]:
        yield "\nThe idea of the proof"
        yield from _wrapped(claim["idea"])
    yield "\nRead on, in the repository (results/site is made by `make`)"
    yield from (f"  {place}" for place in claim["read"])


def _wrapped(text: str) -> list[str]:
    """Return the lines of a paragraph."""
    columns = min(shutil.get_terminal_size().columns, _WIDEST)
    return textwrap.wrap(
        text,
        columns,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _formula(tex: str) -> list[str]:
    return [f"    {line}" for line in tex.splitlines()]


def program() -> int:
    """Run the command line as a program of its own."""
    # Quiet where the reader of a pipe has gone.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if sys.stdout is None:  # closed before the program began
        print("sparse-activations: standard output is closed", file=sys.stderr)
        return 2
    # A terminal that lacks a character is told its name.
    sys.stdout.reconfigure(errors="namereplace")  # type: ignore[union-attr]
    return main()


if __name__ == "__main__":
    sys.exit(program())
