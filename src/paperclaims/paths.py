"""Every step: the paths of a run's files in its folder; a job is "topic/job".

The rules of the workflow write these paths out, so that a search finds them.
"""

from __future__ import annotations

from pathlib import Path

from paperclaims.errors import ClaimsError

VERDICTS = "verdicts.csv"
STATUSES = "statuses.csv"
BENCHMARKS = "benchmarks"
SECONDS = "seconds.csv"
SITE = "site/index.html"
#: Only a run's own folder has logs, the committed run has none.
LOGS = "logs"
#: What Sphinx reads; a job that fails leaves no such folder.
PAGES = "pages"

#: The templates of pages, in this package.
TEMPLATES = Path(__file__).parent / "reporting/templates"

#: The committed run's folder, in the project.
REFERENCE = "results/reference"


def table(job: str) -> str:
    """Return where a job's table is."""
    return f"tables/{job}.csv"


def full_job(topic: str, name: str) -> str:
    """Return "topic/job" for the name of a job that may belong to another topic."""
    return name if "/" in name else f"{topic}/{name}"


def records(job: str) -> str:
    """Return where a job's records are."""
    return f"records/{job}.jsonl"


def summary(topic: str) -> str:
    """Return where the summaries of a topic's jobs are."""
    return f"summaries/{topic}.json"


def topic_verdicts(topic: str) -> str:
    """Return where a topic's verdicts are; for "*" a pattern."""
    return f"verdicts/{topic}.csv"


def notebook(topic: str) -> str:
    """Return where a topic's claim notebook is, as it was executed."""
    return f"notebooks/{topic}.ipynb"


def script_output(script: str) -> str:
    """Return where the output of a statement's script is."""
    return f"{script.removesuffix('.py')}.txt"


def figure(name: str) -> str:
    """Return where a figure is, in the folder of figures."""
    return f"{name}.svg"


def find_project() -> Path:
    """Return the project's folder: the one in which one works, or that holds it.

    Raises ClaimsError if no such folder has a Snakefile.
    """
    start = Path.cwd()
    for folder in (start, *start.parents):
        if (folder / "Snakefile").is_file():
            return folder
    raise ClaimsError(f"{start} lies in no folder with a Snakefile")
