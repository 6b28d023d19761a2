"""Configuration, registry, and the helpers that the other rule files use.

Needs the configuration, and the paper's package that it names; makes nothing.
"""

import importlib.util
import math
import os
import re
import sys
import sysconfig
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError

from paperclaims.code_hash import Code
from paperclaims.checks.configuration import (
    check_claims,
    check_configuration,
    check_folders,
    check_parameters,
    config_paper,
    job_data,
    job_parameters,
    statistical_jobs,
)
from paperclaims.checks.parameters import DEFAULTS
from paperclaims.judging.coq_proofs import check_marks, source_files, statement_files
from paperclaims.judging.sections import check_sections, read_documents
from paperclaims.errors import ClaimsError
from paperclaims.checks.files import parameters_hash
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.registry.claims import read_registry, read_theorems, read_topics
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.template_files import STATIC, TEMPLATES, templates_used

DOCS = "docs"
DOCUMENTS = sorted(
    str(path)
    for path in Path(DOCS).rglob("*")
    if path.suffix in (".md", ".py") and path.name != "errata.md"
)
#: the other files that pages show
SHOWN = sorted(
    {
        os.path.normpath(Path(document).parent / shown)
        for document in DOCUMENTS
        for shown in re.findall(
            r"^```\{(?:literal)?include\} (\S+)$",
            Path(document).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
)
#: packages that settings of Sphinx name by a string
SPHINX = ["myst-nb", "numpydoc", "pydata-sphinx-theme", "sphinx-design"]
REFERENCE = "results/reference"
FAULTS = f"{REFERENCE}/faults.csv"
MUTANTS = f"{REFERENCE}/mutants.csv"
PROOFS = "proofs"
CHECKED_PROOFS = f"{REFERENCE}/proofs.json"
ENVIRONMENT = os.path.abspath("environment.yml") if Path("environment.yml").is_file() else None
SCRIPTS = os.path.relpath(Path(str(workflow.current_basedir)).parent / "scripts")
#: how many parameters name the files of a job's code
PLACES = 80
#: A constraint that no value of a wildcard satisfies.
NOTHING = "(?!)"

if re.search(r"\s", sys.executable):  # Snakemake starts jobs by it, without quotes
    raise WorkflowError(
        f"the path of Python must have no space, and it is {sys.executable!r}; make the "
        "environment in another folder"
    )

for _own in sorted(Path("src").glob("*/__init__.py")):
    # An environment of another checkout would run that one's code without a word.
    _spec = importlib.util.find_spec(_own.parent.name)
    _used = Path(_spec.origin).parent if _spec and _spec.origin else _own.parent
    for _file in sorted(_own.parent.rglob("*.*")):
        _other = _used / _file.relative_to(_own.parent)
        if _file.is_dir() or _file.parent.name == "__pycache__" or _used.samefile(_own.parent):
            continue
        if not _other.is_file() or _other.read_bytes() != _file.read_bytes():
            raise WorkflowError(
                f"{_file} is not used: {_own.parent.name} is imported from {_used}, which "
                "differs; install this folder in the environment (pip install -e .)"
            )

try:
    for _path in workflow.configfiles:
        read_yaml(_path)  # Snakemake's own reader takes the last of two equal keys
    # Values of --config are in no file.
    check_configuration(config, [] if workflow.config_settings.config else workflow.configfiles)
    for _key, _value in DEFAULTS.items():
        config.setdefault(_key, _value)
    check_folders(config["results"], config["figures"])
    PAPER = config_paper(config)
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

try:
    REGISTRY = os.path.relpath(PAPER.folder)
    CLAIMS = read_registry(REGISTRY)
    ABOUT = read_paper_metadata(REGISTRY)
    THEOREMS = read_theorems(REGISTRY, CLAIMS)
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

#: topic -> its notebook, where it has one of its own
NOTEBOOKS = {
    topic: [f"notebooks/{topic}.py"] if Path(f"notebooks/{topic}.py").is_file() else []
    for topic in read_topics(REGISTRY)
}

#: the engine, and the paper's package with others beside it; an installed package has a version
PACKAGES = {"paperclaims", PAPER.package}
if str(PAPER.folder.parent) != sysconfig.get_path("purelib"):
    PACKAGES |= {path.parent.name for path in PAPER.folder.parent.glob("*/__init__.py")}
#: the packages beside the paper's package and the engine, which may have pages of their own
LIBRARY = sorted(PACKAGES - {"paperclaims", PAPER.package})
CODE = Code(*sorted(PACKAGES), kept=".snakemake/code")

RESULTS = config["results"]
FIGURES = config["figures"]
SEED = config["seed"]

#: topic -> its jobs, in the report's order
TOPICS = {claim.topic: config[claim.topic] for claim in CLAIMS.values()}
JOBS = {f"{topic}/{job}": (topic, job) for topic, jobs in TOPICS.items() for job in jobs}

#: job -> its check
CHECKS = {
    f"{topic}/{job}": checks[section.get("check", job)]
    for topic, jobs in TOPICS.items()
    for checks in [PAPER.checks(topic)]
    for job, section in jobs.items()
}

# All that the registry can tell before the first job; the jobs read these rules, too.
if workflow.is_main_process:
    from paperclaims.reporting.formulas import check_formulas

    try:
        check_claims(CHECKS.values(), CLAIMS)
        check_formulas(CLAIMS)
        check_sections(CLAIMS, THEOREMS, read_documents(DOCS))
        check_marks(CLAIMS, PROOFS)
    except ClaimsError as error:
        raise WorkflowError(str(error)) from None

#: the jobs that are run in notebooks
NOTEBOOK_JOBS = [job for job, check in CHECKS.items() if check.notebook]

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
    failed = [text.rpartition("\nFailed: ")[2] for text in texts if "\nFailed: " in text]
    print("", *failed, sep="\n", file=sys.stderr, flush=True)


wildcard_constraints:
    topic="|".join(TOPICS),
    job="|".join(JOBS),
    example="|".join(EXAMPLES) or NOTHING,
    kind="|".join(config[PAPER.data.section]) if PAPER.data else NOTHING,


@cache
def code(script, *names):
    """Return a parameter for each file that a script uses: Snakemake's reason names edited ones.

    Among the inputs, comments and times would count. `names` are modules and files that the script
    looks up by a string, reads or runs.
    """
    try:
        return CODE.lines(f"{SCRIPTS}/{script}.py", *names)
    except ValueError as error:
        raise WorkflowError(f"{script}: {error}") from None


def code_of_each(script, names):
    """Return `code` where `names` is a function of wildcards: as many functions as parameters.

    A rule has as many parameters for each job; the last has all lines that are left.
    """
    known = {}

    def at(wildcards, place):
        if (job := tuple(wildcards)) not in known:
            known[job] = code(script, *names(wildcards))
        more = place == PLACES - 1
        return " ".join(known[job][place:] if more else known[job][place : place + 1])

    return [lambda wildcards, place=place: at(wildcards, place) for place in range(PLACES)]


def docstrings_hash(*packages):
    """Return a hash of packages with their docstrings and the comments on constants."""
    return parameters_hash(
        {
            str(path): re.sub(r"^\s*(# .*)?\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
            for package in packages
            for pattern in ("*.py", "*.pyi")
            for path in sorted((PAPER.folder.parent / package).rglob(pattern))
        }
    )


def templates(*names):
    """Return the paths of templates and of all that they extend, include or import."""
    return [TEMPLATES / name for name in templates_used(*names)]


def data_name(job):
    """Return the module that a job reads its shared data with, if it reads any."""
    return [f"{PAPER.package}.data"] if job_data(config, *JOBS[job]) else []


def job_source(job):
    """Return the notebook that a job is run in: its check's own, or the notebook of all jobs."""
    own = Path(f"notebooks/jobs/{CHECKS[job].topic}/{CHECKS[job].name}.py")
    return str(own) if own.is_file() else "notebooks/job.py"


def job_figures(job):
    """Return the functions of the figures that show the table of this job's check and no other."""
    check = CHECKS[job]
    return [
        PAPER.drawing(figure.draw)
        for figure, claim in figures_of(check.topic)
        if figure.tables == (check.name,)
    ]


def job_code(job):
    """Return the code that a job's notebook uses; the notebook of all jobs finds it by name."""
    source = job_source(job)
    named = [CHECKS[job].module, *job_figures(job)] if source == "notebooks/job.py" else []
    return [f"{SCRIPTS}/_notebook.py", source, *named, *data_name(job), "ipykernel"]


def coq_files(find):
    """Return the project's Coq sources that `find` lists, none where it has no proofs."""
    return [str(path) for path in find(PROOFS)] if Path(PROOFS).is_dir() else []


def executed_jobs():
    """Return the executed notebooks, by job."""
    return {job: f"{RESULTS}/notebooks/jobs/{job}.ipynb" for job in NOTEBOOK_JOBS}


def claims_of(*topics):
    """Return the claims of these topics, in the registry's order."""
    return [claim for claim in CLAIMS.values() if claim.topic in topics]


def figures_of(topic):
    """Return the figures of a topic, each with its claim."""
    return [(figure, claim) for claim in claims_of(topic) for figure in claim.figures]


def other_tables(topic):
    """Return the tables of other topics that a topic's figures show."""
    names = {name for figure, _ in figures_of(topic) for name in figure.tables if "/" in name}
    return [f"{RESULTS}/tables/{name}.csv" for name in sorted(names)]


def registry_hash(*topics):
    """Return a hash of the registry's entries of these topics."""
    return parameters_hash({"claims": [repr(claim) for claim in claims_of(*topics)]})


def job_hash(topic, job):
    """Return the hash that the job's records and table must carry."""
    return parameters_hash(job_parameters(config, topic, job))


def data_of(job):
    """Return the folders of shared data that the job reads."""
    return [f"{RESULTS}/{PAPER.data.section}/{kind}" for kind in job_data(config, *JOBS[job])]


def records_of(topic):
    """Return a topic's record files."""
    return [f"{RESULTS}/records/{topic}/{job}.jsonl" for job in TOPICS[topic]]


def tables_of(topic):
    """Return a topic's tables."""
    return [f"{RESULTS}/tables/{topic}/{job}.csv" for job in TOPICS[topic]]


def megabytes(job):
    """Return the MB of a job: the memory that its check states for its parameters, and 1000."""
    stated = CHECKS[job].memory
    if stated is None:
        return 1000
    parameters = job_parameters(config, *JOBS[job])["arguments"]
    if kinds := job_data(config, *JOBS[job]):
        shared = config[PAPER.data.section]
        parameters = {**parameters, PAPER.data.section: {kind: shared[kind] for kind in kinds}}
    return 1000 + math.ceil(stated(**parameters) / 10**6)


def mutant_jobs(topic):
    """Return the parameters of a topic's jobs, by the names of their checks."""
    checks = {job: CHECKS[f"{topic}/{job}"] for job in TOPICS[topic]}
    return {
        check.name: check_parameters(config, topic, job, check) for job, check in checks.items()
    }
