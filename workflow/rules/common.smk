"""Configuration, registry, and the helpers that the other rule files use; makes nothing."""

import json
import math
import os
import re
import sys
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError

from paperclaims import paths
from paperclaims.checks.configuration import (
    check_claims,
    check_configuration,
    check_folders,
    config_paper,
    job_data,
    job_parameters,
    statistical_jobs,
)
from paperclaims.checks.files import parameters_hash
from paperclaims.checks.parameters import DEFAULTS
from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import check_marks, source_files, statement_files
from paperclaims.judging.sections import check_sections, read_documents
from paperclaims.judging.statuses import check_statuses
from paperclaims.registry.claims import check_needed, read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.costs import read_seconds
from paperclaims.reporting.formulas import check_formulas
from paperclaims.reporting.markdown import rst
from paperclaims.reporting.template_files import TEMPLATES
from paperclaims.used_files import UsedFiles, check_installed, digest, hashes, shown_files

DOCS, PROOFS = "docs", "proofs"
DOCUMENTS = sorted(
    str(path)
    for path in Path(DOCS).rglob("*")
    if path.suffix in (".md", ".py") and path.name != "errata.md"
)
SHOWN = shown_files(DOCUMENTS)
CHECKED_PROOFS = f"{paths.REFERENCE}/proofs.json"
ENVIRONMENT = os.path.abspath("environment.yml") if Path("environment.yml").is_file() else None
SCRIPTS = Path(str(workflow.current_basedir)).parent / "scripts"

try:
    check_installed(sys.executable)
    for _path in workflow.configfiles:
        read_yaml(_path)  # Snakemake's own reader takes the last of two equal keys
    # Values of --config are in no file.
    check_configuration(config, [] if workflow.config_settings.config else workflow.configfiles)
    for _key, _value in DEFAULTS.items():
        config.setdefault(_key, _value)
    check_folders(config["results"], config["figures"])
    PAPER = config_paper(config)
    REGISTRY = os.path.relpath(PAPER.folder)
    CLAIMS = read_registry(REGISTRY)
    ABOUT = read_paper_metadata(REGISTRY)
    THEOREMS = read_theorems(REGISTRY, CLAIMS)
    TOPICS = {claim.topic: config[claim.topic] for claim in CLAIMS.values()}
    CHECKS = {
        (topic, job): checks[section.get("check", job)]
        for topic, jobs in TOPICS.items()
        for checks in [PAPER.checks(topic)]
        for job, section in jobs.items()
    }
    if workflow.is_main_process:  # the jobs read these rules, too
        check_claims(CHECKS.values(), CLAIMS)
        check_formulas(CLAIMS)
        check_sections(REGISTRY, CLAIMS, THEOREMS, read_documents(DOCS))
        check_needed(REGISTRY, CLAIMS, THEOREMS)
        check_marks(CLAIMS, PROOFS)
        check_statuses(CLAIMS, config["strict"])
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

RESULTS, FIGURES, SEED = config["results"], config["figures"], config["seed"]
JOBS = list(CHECKS)  # pairs of a topic and a job
#: the packages beside the paper's package and the engine, which may have pages of their own
LIBRARY = sorted(
    {path.parent.name for path in PAPER.folder.parent.glob("*/__init__.py")}
    - {"paperclaims", PAPER.package}
)
USED = UsedFiles("paperclaims", PAPER.package, *LIBRARY)
#: topic -> the CPU seconds of its notebook in the committed run
SECONDS = read_seconds(f"{paths.REFERENCE}/{paths.SECONDS}")
#: the scripts of examples/gallery, by name -> where each is as it was executed
EXAMPLES = {
    path.stem: f"{RESULTS}/notebooks/gallery/{path.stem}.ipynb"
    for path in sorted(Path("examples/gallery").glob("*.py"))
}


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


wildcard_constraints:
    example="|".join(EXAMPLES) or "(?!)",
    kind="|".join(config[PAPER.data.section]) if PAPER.data else "(?!)",


@cache
def code_of(topic):
    """Return the files that a topic's notebook uses, besides its inputs."""
    modules = {PAPER.drawing(figure.draw).partition(":")[0] for figure, _ in figures_of(topic)}
    modules |= {f"{PAPER.package}.data"} if PAPER.data else set()
    modules |= {f"{PAPER.package}.{topic}", "paperclaims.topic", f"notebooks/{topic}.py"}
    beside = [*TEMPLATES.glob("notebook_*"), *Path().glob("*.py")]
    return engine_code("run_notebook", *modules) + beside


def topic_digest(topic):
    """Return one hash of these files; a file of each hash is kept for the topic's log."""
    if workflow.is_main_process:
        kept = Path(f".snakemake/used_files/{topic}.json")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(hashes(code_of(topic)), indent=0))
    return digest(code_of(topic))


def engine_code(script, *roots):
    """Return the files of a script and of what it uses, and the lock of versions."""
    lock = [path for path in ["requirements.lock"] if Path(path).is_file()]
    return [SCRIPTS / f"{script}.py", *SCRIPTS.glob("_*.py"), *lock, *USED.of(*roots)]


def figures_of(topic):
    """Return the figures of a topic, each with its claim."""
    claims = [claim for claim in CLAIMS.values() if claim.topic == topic]
    return [(figure, claim) for claim in claims for figure in claim.figures]


def claims_in_words(topic):
    """Return the sentence on a topic's notebook in Snakemake's report."""
    names = [claim.called for claim in CLAIMS.values() if claim.topic == topic]
    return f"The checks, verdicts and figures on {', '.join(names)}."


def caption(name, text):
    """Return the file with a result's caption, which Snakemake's report reads as a template.

    A rule has one caption for all its files' parameters, so that each result has a file.
    """
    path = Path(f".snakemake/captions/{name}.rst").absolute()
    if workflow.is_main_process:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{{% raw %}}{rst(text)}{{% endraw %}}\n", encoding="utf-8")
    return str(path)


def registry_hash(*topics):
    """Return a hash of the registry's entries of these topics."""
    claims = [repr(claim) for claim in CLAIMS.values() if claim.topic in topics]
    return parameters_hash({"claims": claims})


def job_hash(topic, job):
    """Return the hash that the job's records and table must carry."""
    return parameters_hash(job_parameters(config, topic, job))


def data_of(topic):
    """Return the folders of shared data that a topic's jobs read."""
    kinds = {kind for job in TOPICS[topic] for kind in job_data(config, topic, job)}
    return [f"{RESULTS}/{PAPER.data.section}/{kind}" for kind in sorted(kinds)]


def declared_files(topic):
    """Return the files that a topic's checks say that they read."""
    return sorted({path for job in TOPICS[topic] for path in CHECKS[topic, job].reads})


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
        given = job_parameters(config, topic, job)
        data = {name: given[name] for name in given if PAPER.data and name == PAPER.data.section}
        if memory := CHECKS[topic, job].memory:
            stated.append(memory(**{**given["arguments"], **data}))
    return 1000 + math.ceil(max(stated) / 10**6)


def notebook_parameters(topic):
    """Return what papermill gives a topic's notebook."""
    jobs = {job: job_parameters(config, topic, job) for job in TOPICS[topic]}
    return {"results": RESULTS, "figures": FIGURES, "seed": SEED, "jobs": jobs}


def coq_files(find):
    """Return the project's Coq sources that `find` lists, none where it has no proofs."""
    return [str(path) for path in find(PROOFS)] if Path(PROOFS).is_dir() else []
