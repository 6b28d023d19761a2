"""What a topic's notebook reads and makes, by the configuration and the registry; makes nothing."""

import json
import math

from paperclaims.reporting.markdown import rst
from paperclaims.used_files import hashes


def figures_of(topic):
    """Return the figures of a topic, each with its claim."""
    claims = [claim for claim in CLAIMS.values() if claim.topic == topic]
    return [(figure, claim) for claim in claims for figure in claim.figures]


def topic_digest(topic):
    """Return one hash of the files that a notebook uses; a file of each is kept for its log."""
    modules = {PAPER.drawing(figure.draw).partition(":")[0] for figure, _ in figures_of(topic)}
    modules |= {f"{PAPER.package}.data"} if PAPER.data else set()
    modules |= {f"{PAPER.package}.{topic}", "paperclaims.topic", f"notebooks/{topic}.py"}
    beside = [*paths.TEMPLATES.glob("notebook_*"), *Path().glob("*.py")]
    files = engine_code("run_notebook", *modules) + beside
    if workflow.is_main_process:
        kept = Path(f".snakemake/used_files/{topic}.json")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(hashes(files), indent=0))
    return digest(files)


def caption(name, text):
    """Return the file with a result's caption, which Snakemake's report reads as a template."""
    path = Path(f".snakemake/captions/{name}.rst").absolute()
    if workflow.is_main_process:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{{% raw %}}{rst(text)}{{% endraw %}}\n", encoding="utf-8")
    return str(path)


def claims_in_words(topic):
    """Return the sentence on a topic's notebook in Snakemake's report."""
    names = [claim.called for claim in CLAIMS.values() if claim.topic == topic]
    return f"The checks, verdicts and figures on {', '.join(names)}."


def data_of(topic):
    """Return the folders of shared data that a topic's jobs read."""
    section = PAPER.data and PAPER.data.section
    kinds = {kind for job in TOPICS[topic] for kind in PARAMETERS[topic, job].get(section, ())}
    return [f"{RESULTS}/{section}/{kind}" for kind in sorted(kinds)]


def records_of(topic):
    """Return a topic's record files."""
    return [f"{RESULTS}/records/{topic}/{job}.jsonl" for job in TOPICS[topic]]


def tables_of(topic):
    """Return a topic's tables."""
    return [f"{RESULTS}/tables/{topic}/{job}.csv" for job in TOPICS[topic]]


def megabytes(topic):
    """Return the MB of a notebook: 1000, and the most that a check of the topic states."""
    stated = [0]
    for job in TOPICS[topic]:
        given = PARAMETERS[topic, job]
        data = {name: given[name] for name in given if PAPER.data and name == PAPER.data.section}
        if memory := CHECKS[topic, job].memory:
            stated.append(memory(**{**given["arguments"], **data}))
    return 1000 + math.ceil(max(stated) / 10**6)
