"""Configuration, registry, and the helpers that the other rule files use.

Needs config/config.yaml (or another against the same schema) and
config/claims; makes nothing.
"""

import ast
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError

from sparseact.claims import ClaimsError, parameters_hash, read_registry
from sparseact.configuration import (
    check_configuration,
    job_parameters,
    network_families,
    statistical_hash,
    statistical_jobs,
)

SCHEMA = "workflow/schemas/config.schema.yaml"
REGISTRY = "config/claims"
RESEEDS = "results/reference/reseed.csv"
ENVIRONMENT = "../../environment.yml"
SOURCES = Path("src/sparseact")

try:
    check_configuration(config, SCHEMA)
    CLAIMS = read_registry(REGISTRY)
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
FIGURES = config["figures"]
SEED = config["seed"]

#: family -> its jobs, in the report's order
FAMILIES = {claim.family: config[claim.family] for claim in CLAIMS.values()}
JOBS = [f"{family}/{job}" for family, jobs in FAMILIES.items() for job in jobs]
CLAIM_FIGURES = {
    figure.name: (claim, figure) for claim in CLAIMS.values() for figure in claim.figures
}


wildcard_constraints:
    family="|".join(FAMILIES),
    networks="|".join(config["networks"]),
    figure="|".join(CLAIM_FIGURES),


@cache
def _imports(path):
    """Return the files of sparseact that the file at `path` imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sparseact"):
            names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("sparseact")]
        else:
            continue
        for name in names:
            # A package's __init__ runs whenever a module in it is imported.
            parts = name.split(".")[1:]
            stems = [SOURCES.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]
            found |= {file for stem in stems for file in _files(stem)}
    return frozenset(found)


def _files(stem):
    return [file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()]


@cache
def modules(*names):
    """Return the source files of these sparseact modules and of all they import.

    Snakemake sees an edited script but not an edited import, so each rule
    lists what it imports as inputs.
    """
    waiting = [file for name in names for file in _files(SOURCES.joinpath(*name.split(".")))]
    seen = {SOURCES / "__init__.py"}
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting.extend(_imports(file))
    return sorted(str(file) for file in seen)


def job_hash(family, job):
    """Return the hash that the job's records and table must carry."""
    return parameters_hash(job_parameters(config, family, job))


def job_networks(family, job):
    """Return the folders of networks that the job reads."""
    return [f"{RESULTS}/networks/{name}" for name in network_families(config, family, job)]


def records_of(family):
    """Return the family's record files."""
    return [f"{RESULTS}/records/{family}/{job}.jsonl" for job in FAMILIES[family]]


def tables_of(family):
    """Return the family's tables, by job."""
    return {job: f"{RESULTS}/tables/{family}/{job}.csv" for job in FAMILIES[family]}
