"""Compare the reference tables of two commits, cell by cell, through a map of renamed columns.

For changes of the code that must not change results: columns may be renamed or
added, and no other cell may differ. Needs the history, so not a shallow clone.

Exit status: 0, or 1 if a cell differs.
"""

import argparse
import csv
import io
import subprocess
import sys

from claimcheck.verdicts import Outcome

REFERENCE = "results/reference"


def outcome_and_reason(row):
    """Return the two columns that replace the sentence `evidence`."""
    said = row.pop("evidence")
    outcome = max((o for o in Outcome if said.startswith(o)), key=len)
    return {"outcome": str(outcome), "reason": said.partition(" by computing: ")[2]}


def column(old, new):
    """Return what renames one column of a row."""
    return lambda row: {new: row.pop(old)}


#: File → what turns a row with the old columns into one with the new.
RENAMED = {
    "verdicts.csv": outcome_and_reason,
    "tables/average_sensitivity/average_case.csv": column("theorem_a", "theorem_a_min"),
    "tables/average_sensitivity/networks.csv": column("theorem_a", "theorem_a_min"),
    "tables/noise_sensitivity/noise.csv": column("theorem_d", "theorem_d_min"),
    "tables/representations/appendix_a.csv": column("theorem_a", "theorem_a_average"),
    "tables/representations/average_case.csv": column("theorem_a", "theorem_a_average"),
}


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def rows(commit, name):
    text = git("show", f"{commit}:{REFERENCE}/{name}")
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    return list(csv.DictReader(io.StringIO("".join(lines))))


def compare(name, old, new):
    """Return how many cells differ, and the columns that were added."""
    before, after = rows(old, name), rows(new, name)
    if len(before) != len(after):
        return abs(len(before) - len(after)), []
    differing, added = 0, set()
    for left, right in zip(before, after, strict=True):
        if name in RENAMED and not set(left) <= set(right):
            left |= RENAMED[name](left)
        differing += sum(right.get(column) != cell for column, cell in left.items())
        added |= set(right) - set(left)
    return differing, sorted(added)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new", nargs="?", default="HEAD")
    commits = parser.parse_args()
    names = [
        set(git("ls-tree", "-r", "--name-only", f"{commit}:{REFERENCE}").split())
        for commit in (commits.old, commits.new)
    ]
    bad = 0
    for name in sorted(names[0] | names[1]):
        if name not in names[0]:
            print(f"{name}: only in {commits.new}")
        elif name not in names[1]:
            print(f"{name}: only in {commits.old}")
            bad += 1
        elif git("rev-parse", f"{commits.old}:{REFERENCE}/{name}") != git(
            "rev-parse", f"{commits.new}:{REFERENCE}/{name}"
        ):
            differing, added = compare(name, commits.old, commits.new)
            columns = f", new columns {', '.join(added)}" if added else ""
            print(f"{name}: {differing} cells differ{columns}")
            bad += differing
    print(f"{len(names[0])} files, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
