"""The configuration and the registry, checked before the first job; makes nothing."""

import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError

from paperclaims import paths
from paperclaims.checks import configuration
from paperclaims.checks.files import parameters_hash
from paperclaims.checks.parameters import DEFAULTS
from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import check_marks, source_files, statement_files
from paperclaims.judging.relations import check_relations
from paperclaims.judging.sections import check_sections, read_documents
from paperclaims.judging.statuses import check_statuses
from paperclaims.refusals import nearest
from paperclaims.registry.claims import check_needed, read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata
from paperclaims.registry.yaml_files import read_yaml
from paperclaims.reporting.formulas import check_formulas
from paperclaims.used_files import UsedFiles, check_installed, digest, shown_files

DOCS, PROOFS = "docs", "proofs"
DOCUMENTS = sorted(
    str(path)
    for path in Path(DOCS).rglob("*")
    if path.suffix in (".md", ".py") and path.name != "errata.md"
)
CHECKED_PROOFS = f"{paths.REFERENCE}/proofs.json"
ENVIRONMENT = os.path.abspath("environment.yml") if Path("environment.yml").is_file() else None
SCRIPTS = Path(str(workflow.current_basedir)).parent / "scripts"

try:
    check_installed(sys.executable)
    for _path in workflow.configfiles:
        read_yaml(_path)  # Snakemake's own reader takes the last of two equal keys
    # Values of --config are in no file.
    _files = [] if workflow.config_settings.config else workflow.configfiles
    configuration.check_configuration(config, _files)
    for _key, _value in DEFAULTS.items():
        config.setdefault(_key, _value)
    configuration.check_folders(config["results"], config["figures"])
    PAPER = configuration.config_paper(config)
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
    for (_topic, _), _check in CHECKS.items():
        _known = [claim.id for claim in CLAIMS.values() if claim.topic == _topic]
        if _check.claim not in _known:
            _must = f"the claim of {_check.name} must be one of {_topic}, got {_check.claim!r}"
            raise ClaimsError(f"{_check.place}: {_must}{nearest(_check.claim, _known)}")
    if workflow.is_main_process:  # the jobs read these rules, too
        check_formulas(CLAIMS)
        check_sections(REGISTRY, CLAIMS, THEOREMS, read_documents(DOCS))
        RELATED = check_relations(REGISTRY, CLAIMS, ABOUT)
        check_needed(REGISTRY, CLAIMS, THEOREMS)
        check_marks(CLAIMS, PROOFS)
        check_statuses(CLAIMS, config["strict"])
except ClaimsError as error:
    raise WorkflowError(str(error)) from None

RESULTS, FIGURES, SEED = config["results"], config["figures"], config["seed"]
#: topic and job -> all that the job's result depends on besides the code
PARAMETERS = {names: configuration.job_parameters(config, *names) for names in CHECKS}
#: the packages beside the paper's package and the engine, which may have pages of their own
LIBRARY = sorted(
    {path.parent.name for path in PAPER.folder.parent.glob("*/__init__.py")}
    - {"paperclaims", PAPER.package}
)
USED = UsedFiles("paperclaims", PAPER.package, *LIBRARY)
#: the scripts of examples/gallery, by name -> where each is as it was executed
EXAMPLES = {
    path.stem: f"{RESULTS}/notebooks/gallery/{path.stem}.ipynb"
    for path in sorted(Path("examples/gallery").glob("*.py"))
}


wildcard_constraints:
    example="|".join(EXAMPLES) or "(?!)",
    kind="|".join(config[PAPER.data.section]) if PAPER.data else "(?!)",


def engine_code(script, *roots):
    """Return the files of a script and of what it uses, and the lock of versions."""
    lock = [path for path in ["requirements.lock"] if Path(path).is_file()]
    return [SCRIPTS / f"{script}.py", *SCRIPTS.glob("_*.py"), *lock, *USED.of(*roots)]


def registry_hash(*topics):
    """Return a hash of the registry's entries of these topics."""
    claims = [repr(claim) for claim in CLAIMS.values() if claim.topic in topics]
    return parameters_hash({"claims": claims})


def coq_files(find):
    """Return the project's Coq sources that `find` lists, none where it has no proofs."""
    return [str(path) for path in find(PROOFS)] if Path(PROOFS).is_dir() else []


def parts_of(*claims):
    """Return the notebooks, verdicts and figures of claims, named by their ids."""
    topics = dict.fromkeys(CLAIMS[claim].topic for claim in claims)
    return [
        *expand(f"{RESULTS}/notebooks/{{topic}}.html", topic=topics),
        *expand(f"{RESULTS}/verdicts/{{topic}}.csv", topic=topics),
        *(f"{FIGURES}/{figure.name}.svg" for claim in claims for figure in CLAIMS[claim].figures),
    ]
