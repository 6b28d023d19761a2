"""What a run says on the terminal besides Snakemake's lines; makes nothing."""

import re

from paperclaims.reporting.costs import read_seconds

#: topic or rule -> its seconds in the committed run
SECONDS = read_seconds(f"{paths.REFERENCE}/{paths.SECONDS}")


def tell_start():
    """Say how many topics run, and how long that takes by the committed run."""
    rules_ = [job.rule.name for job in workflow.dag.needrun_jobs()]
    topics = [SECONDS.get(name, 0) for name in rules_ if name in TOPICS]
    others = [SECONDS.get(name, 0) for name in rules_ if name not in TOPICS]
    cores = min(workflow.resource_settings.cores or 1, len(topics) or 1)
    seconds = max([sum(topics) / cores, *topics]) + sum(others)
    if seconds >= 1:
        told = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
        where = f"{cores} core{'s' * (cores > 1)}"
        print(f"{len(topics)} of {len(TOPICS)} topics to run, about {told} on {where}.", flush=True)


def tell_end():
    """Print the count of claims, the main results, and where to look."""
    from paperclaims.reporting.screen import last_screen  # which loads pandas and Matplotlib

    print("", last_screen(REGISTRY, RESULTS), "", sep="\n", flush=True)


def tell_errors(logs):
    """Print again, below Snakemake's own lines, the sentence of each job that failed.

    `logs` are Snakemake's own logs of the run, which name the log of each such job.
    """
    told = "".join(Path(log).read_text("utf-8") for log in logs)
    lines = re.findall(r"^ +log: (.*) \(check log", told, re.MULTILINE)
    names = [name for line in lines for name in line.split(", ") if name.endswith(".log")]
    texts = [Path(name).read_text("utf-8") for name in names if Path(name).is_file()]
    failed = [line for text in texts for line in re.findall("^Failed: (.*)$", text, re.MULTILINE)]
    print("", *failed, "", sep="\n", file=sys.stderr, flush=True)
