"""The command `sparse-activations`, which needs Python alone: see its `--help`."""

from __future__ import annotations

import argparse
import difflib
import json
import shutil
import signal
import sys
import textwrap
from collections.abc import Sequence
from importlib.resources import files

_WIDEST = 96  # columns of text
_PARAGRAPH = "¶ "  # how a line that is wrapped begins


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 for a claim that there is not."""
    said = json.loads((files("awasthi2024") / "explanations.json").read_text("utf-8"))
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
        width = max(map(len, claims))
        for known, claim in claims.items():
            print(f"{known:<{width}}  {claim['called']}: {claim['word']}")
        return 0
    ids = {known.lower(): known for known in claims}
    asked = name.lower().replace("_", "-").replace(" ", "-")
    if asked not in ids:
        near = difflib.get_close_matches(asked, ids, 1)
        hint = f"did you mean {ids[near[0]]}?" if near else "without a claim they are listed"
        print(f"sparse-activations explain: there is no claim {name!r}; {hint}", file=sys.stderr)
        return 2
    columns = min(shutil.get_terminal_size().columns, _WIDEST)
    for line in claims[ids[asked]]["lines"]:
        print(_wrapped(line, columns) if line.startswith(_PARAGRAPH) else line)
    return 0


def _wrapped(line: str, columns: int) -> str:
    return textwrap.fill(
        line.removeprefix(_PARAGRAPH),
        columns,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def program() -> int:
    """Run the command line as its own program."""
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
