"""Compare a run's verdicts and tables with committed ones, column by column.

Numbers may differ by 1e-9 of themselves (another processor rounds otherwise),
everything else not at all. With --replace the run becomes the reference.
"""

import argparse
import csv
import math
import re
import shutil
import sys
from pathlib import Path

RELATIVE = 1e-9
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")


def parts(folder):
    """Return the files that are compared, by their path in the folder."""
    files = [folder / "verdicts.csv", *sorted(folder.glob("tables/*/*.csv"))]
    return {file.relative_to(folder).as_posix(): file for file in files if file.is_file()}


def rows(path):
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def same(ours, reference):
    """Say whether two cells agree; numbers inside a text are compared as numbers."""
    if ours == reference:
        return True
    if _NUMBER.sub("#", ours) != _NUMBER.sub("#", reference):
        return False
    numbers = zip(_NUMBER.findall(ours), _NUMBER.findall(reference), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=RELATIVE) for a, b in numbers)


def differences(ours, reference):
    """Return a sentence for each column (or row, or shape) in which two files differ."""
    mine, theirs = rows(ours), rows(reference)
    # A table's first line is the hash of its job's parameters, then come the columns' names.
    head = 2 if mine and mine[0] and mine[0][0].startswith("# parameters") else 1
    if mine[:head] != theirs[:head]:
        return [f"its head is {mine[:head]}, the reference's {theirs[:head]}"]
    if len(mine) != len(theirs):
        return [f"it has {len(mine) - head} rows, the reference {len(theirs) - head}"]
    found = {}
    bodies = zip(mine[head:], theirs[head:], strict=True)
    for line, (row, expected) in enumerate(bodies, start=head + 1):
        if len(row) != len(expected):
            return [f"line {line} has {len(row)} cells, in the reference {len(expected)}"]
        for column, cell, wanted in zip(mine[head - 1], row, expected, strict=True):
            if not same(cell, wanted):
                found.setdefault(column, []).append((line, cell, wanted))
    return [
        f"column {column}: {len(cells)} rows differ, first line {cells[0][0]}: "
        f"{cells[0][1]!r}, in the reference {cells[0][2]!r}"
        for column, cells in found.items()
    ]


def compare(results, reference):
    """Return all differences between two folders, a sentence each."""
    ours, theirs = parts(results), parts(reference)
    if not theirs:
        return [f"{reference} holds no verdicts and no tables"]
    found = [f"{name}: only in {results}" for name in ours.keys() - theirs.keys()]
    found += [f"{name}: only in {reference}" for name in theirs.keys() - ours.keys()]
    for name in ours.keys() & theirs.keys():
        found += [f"{name}: {text}" for text in differences(ours[name], theirs[name])]
    return sorted(found)


def replace(results, reference):
    # Other files of the reference are made by targets of their own, and stay.
    for file in parts(reference).values():
        file.unlink()
    for name, file in parts(results).items():
        (reference / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, reference / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("results", type=Path)
    parser.add_argument("reference", type=Path)
    arguments = parser.parse_args()
    if arguments.replace:
        replace(arguments.results, arguments.reference)
    found = compare(arguments.results, arguments.reference)
    print("\n".join(found) or f"{len(parts(arguments.reference))} files agree with the reference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
