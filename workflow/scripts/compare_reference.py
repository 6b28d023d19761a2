"""Compare a run's verdicts and tables with committed ones, in classes.

A file is equal to the byte, or equal to 1e-9 of its columns' scales (other processors round
differently), or it differs in columns that the registry names as
depending on the machine, without a shift that an exact test at level 1e-6 can
see; anything else that differs, and a verdict's word always, is an error. What
differs is printed by claim, the worst first. sparseact.reference has the rules.

Exit status: 0, or 1 if something differs that may not, or 2 if there is nothing
to compare with or the registry names what it cannot. With --replace the run
becomes the reference.
"""

import argparse
import shutil
import sys
from pathlib import Path

from sparseact.errors import ClaimsError
from sparseact.reference import compare_runs, parts, summary
from sparseact.registry import read_registry


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
    parser.add_argument("--registry", type=Path, default=Path("config/claims"))
    parser.add_argument("results", type=Path)
    parser.add_argument("reference", type=Path)
    arguments = parser.parse_args()
    if arguments.replace:
        replace(arguments.results, arguments.reference)
    try:
        registry = read_registry(arguments.registry)
        comparison = compare_runs(arguments.results, arguments.reference, registry)
    except ClaimsError as error:
        print(error, file=sys.stderr)
        return 2
    claims = None
    for difference in comparison.differences:
        if difference.claims != claims:
            claims = difference.claims
            print(f"{claims}:")
        print(f"  [{difference.kind}] {difference.file}: {difference.text}")
    print(summary(comparison))
    return 0 if comparison.same else 1


if __name__ == "__main__":
    sys.exit(main())
