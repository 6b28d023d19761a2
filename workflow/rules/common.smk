"""Configuration, registry, and the helpers that the other rule files use.

Needs config/config.yaml (or another, with the same jobs), config/claims and docs; makes nothing.
"""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from snakemake.exceptions import WorkflowError

import sparseact
from sparseact.configuration import (
    check_configuration,
    job_network_families,
    job_parameters,
    statistical_hash,
    statistical_jobs,
)
from sparseact.coq_proofs import source_files, statement_files
from sparseact.errors import ClaimsError
from sparseact.files import parameters_hash
from sparseact.power import TABLES
from sparseact.registry import read_registry, read_theorems
from sparseact.sources import Sources
from sparseact.template_files import templates_hash

REGISTRY = "config/claims"
DOCUMENTS = sorted(str(path) for path in Path("docs").glob("*.md") if path.name != "errata.md")
NOTE = "docs/note.typ"
REFERENCE = "results/reference"
RESEEDS = f"{REFERENCE}/reseed.csv"
POWER = [f"{REFERENCE}/{name}.csv" for name in TABLES]
PROOFS = "proofs"
CHECKED_PROOFS = "results/reference/proofs.json"
ENVIRONMENT = "../../environment.yml"
SCRIPTS = "workflow/scripts"
CODE = Sources(
    Path(sparseact.__file__).parents[1],
    SCRIPTS,
    named=[
        f"{SCRIPTS}/measure.py",
        f"{SCRIPTS}/run_mutants.py",
        "sparseact.drawing:draw",
        "sparseact.mutants.mutation:_files",
        "sparseact.mutants.mutation:corrupted",
        "_notebook:run_cell",
    ],
    cache=".snakemake/sources",
)

try:
    check_configuration(config)
    CLAIMS = read_registry(REGISTRY)
    THEOREMS = read_theorems(REGISTRY, CLAIMS)
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
FIGURES = config["figures"]
SEED = config["seed"]

#: claim family -> its jobs, in the report's order
FAMILIES = {claim.family: config[claim.family] for claim in CLAIMS.values()}
JOBS = [f"{family}/{job}" for family, jobs in FAMILIES.items() for job in jobs]

#: the claim families whose jobs are notebooks
EXPERIMENTS = [family for family in FAMILIES if Path(f"notebooks/jobs/{family}").is_dir()]


wildcard_constraints:
    family="|".join(FAMILIES),
    networks="|".join(config["networks"]),


def code_hash(script, *names):
    """Return the hash of all that a script uses: with it, Snakemake sees an edited import.

    It goes among the parameters, since comments and times must not count.
    `names` are what the script looks up by a string, or runs.
    """
    try:
        return CODE.digest(f"{SCRIPTS}/{script}.py", *names)
    except ValueError as error:
        raise WorkflowError(f"{script}: {error}") from None


def check_name(family, job):
    """Return the function that a job runs, with its module."""
    return f"sparseact.checks.{family}:measure_{FAMILIES[family][job].get('check', job)}"


def job_source(family, job):
    """Return the notebook that a job is, one for each check of its family."""
    return f"notebooks/jobs/{family}/{FAMILIES[family][job].get('check', job)}.py"


def executed_jobs():
    """Return the executed notebooks, by job."""
    return {
        f"{family}/{job}": f"{RESULTS}/notebooks/jobs/{family}/{job}.ipynb"
        for family in EXPERIMENTS
        for job in FAMILIES[family]
    }


def drawing_name(figure):
    """Return the function that draws a registered figure, with its module."""
    family, _, name = figure.draw.rpartition(".")
    return f"sparseact.plotting.{family}:draw_{name}"


def claims_of(*families):
    """Return the claims of these claim families, in the registry's order."""
    return [claim for claim in CLAIMS.values() if claim.family in families]


def figures_of(family):
    """Return the paths of a claim family's figures, by name."""
    return {
        figure.name: f"{FIGURES}/{figure.name}.svg"
        for claim in claims_of(family)
        for figure in claim.figures
    }


def registry_hash(*families):
    """Return a hash of what the registry says of these claim families."""
    return parameters_hash({"claims": [repr(claim) for claim in claims_of(*families)]})


def job_hash(family, job):
    """Return the hash that the job's records and table must carry."""
    return parameters_hash(job_parameters(config, family, job))


def job_networks(family, job):
    """Return the folders of networks that the job reads."""
    return [f"{RESULTS}/networks/{name}" for name in job_network_families(config, family, job)]


def records_of(family):
    """Return a claim family's record files."""
    return [f"{RESULTS}/records/{family}/{job}.jsonl" for job in FAMILIES[family]]


def tables_of(family):
    """Return a claim family's tables, by job."""
    return {job: f"{RESULTS}/tables/{family}/{job}.csv" for job in FAMILIES[family]}


def start_job_server():
    """Start the process that runs the scripts of the jobs, unless they have their own environments.

    Without it each job imports its libraries anew, which takes longer than most of them; for
    five jobs that takes as long as to start it.
    """
    many = len(list(workflow.dag.needrun_jobs())) > 5
    if many and not workflow.deployment_settings.deployment_method:
        os.environ.update(SPARSEACT_JOB_SERVER=f".snakemake/jobs-{os.getpid()}.sock")
        server = [sys.executable, f"{SCRIPTS}/job_server.py"]
        subprocess.Popen(server, stdin=subprocess.DEVNULL)
