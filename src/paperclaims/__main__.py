"""Commands: the command `paperclaims`; an error explains how to get packages that are missing."""

import os
import sys
from importlib.metadata import packages_distributions


def program() -> int:
    """Run the command line as a program; the exit code is 2 if a package is missing."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # as Snakemake does for a job of one thread
    try:
        from paperclaims import cli

        return cli.program()
    except ModuleNotFoundError as error:
        if str(error.name).startswith("paperclaims"):  # a fault of this package
            raise
        name = packages_distributions()["paperclaims"][0]
        print(
            f"paperclaims needs {error.name}, which is not installed: "
            f"pip install '{name}[workflow]' installs all that the workflow needs",
            file=sys.stderr,
        )
        return 2


if __name__ == "__main__":
    sys.exit(program())
