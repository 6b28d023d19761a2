"""Commands: a run as a Workflow Run RO-Crate, with its code, its inputs and its results.

References
----------
S. Leo et al., Recording provenance of workflow runs with RO-Crate, PLOS ONE 19(9), 2024,
doi:10.1371/journal.pone.0309210.
D. Nüst and S. Eglen, CODECHECK, F1000Research 10:253, 2021, doi:10.12688/f1000research.51738.2.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import distributions
from io import BytesIO
from pathlib import Path
from platform import python_version
from typing import Any

import yaml
from rocrate.model.contextentity import ContextEntity
from rocrate.rocrate import ROCrate

from paperclaims import paths
from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.judging.relations import related
from paperclaims.judging.statuses import read_statuses
from paperclaims.judging.summary import require_current, run_jobs
from paperclaims.judging.verdicts import Verdict, read_verdicts
from paperclaims.registry.claims import Claim, read_registry
from paperclaims.registry.paper_metadata import PaperMetadata, read_paper_metadata
from paperclaims.reporting.citation import Citation, git, read_citation, read_commit

CITATION = "CITATION.cff"

#: The folder of the project's files in the crate, and the list of the installed packages.
PROJECT, PACKAGES = "project", "packages.txt"

_PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
}
_FORMATS = {".csv": "text/csv", ".jsonl": "application/jsonl", ".svg": "image/svg+xml"}


def write_crate(paper: Paper, configuration: Path, results: Path, figures: Path) -> Path:
    """Write the crate of a run into the folder `crate` of its results, and return that folder.

    It has the project's files, without which nobody could repeat the run, the installed packages,
    the commit, each claim with its status, its verdicts and the records, tables and figures behind
    it, these files with their hashes, codemeta.json, and codecheck.yml as far as a machine can fill
    it.

    Raises ClaimsError if the run is incomplete, or CITATION.cff has no license, title or authors.
    """
    registry = read_registry(paper.folder)
    require_current(results, registry)
    jobs = run_jobs(results, registry)
    about, citation = read_paper_metadata(paper.folder), read_citation(CITATION)
    if not citation.license:
        raise ClaimsError(f"{CITATION} must have the key license; the crate takes it from there")
    crate = ROCrate(version="1.1")  # on which the profiles of runs rest
    crate.metadata.extra_terms["sha256"] = "https://schema.org/sha256"
    crate.name, crate.license = citation.title, citation.license
    crate.description = (
        f"A run of {_version(about, citation)} on the claims of {about.title}. To repeat it, "
        f"install {PACKAGES}, and call snakemake in the folder {PROJECT}."
    )
    for address, name in _PROFILES.items():
        version = address.rsplit("/", 1)[1]
        profile = _entity(crate, address, "CreativeWork", name=name, version=version)
        crate.root_dataset.append_to("conformsTo", profile)
    article = _entity(
        crate, about.address or "#paper", "ScholarlyArticle", name=about.title, author=about.authors
    )
    crate.root_dataset["citation"] = article
    run = _run(crate, configuration, results, figures)
    files = _results(results, figures, registry, jobs)
    added = {place: _file(crate, path, place) for place, path in files.items()}
    run["result"] = list(added.values())
    verdicts = read_verdicts(results / paths.VERDICTS)
    mentions = [run]
    for name, status in read_statuses(results / paths.STATUSES).items():
        claim = registry[name]
        made = [job for job, summary in jobs.items() if name in summary.claims]
        shown = [f"figures/{paths.figure(figure.name)}" for figure in claim.figures]
        places = (*map(paths.records, made), *map(paths.table, made), *shown)
        entity = _entity(
            crate,
            f"#{name}",
            "Claim",
            identifier=name,
            name=claim.title,
            position=claim.place,
            creativeWorkStatus=status.status or status.kind,
            abstract=status.answer,
        )
        entity["isBasedOn"] = [added[place] for place in places]
        entity["additionalProperty"] = [
            _verdict(crate, verdict) for (of, _), verdict in verdicts.items() if of == name
        ]
        cited = [
            f"{statement.key} {one.verb} {one.target}: {one.name}, {one.paper}"
            for statement in claim.statements
            for one in related(statement, about)
        ]
        if cited:
            entity["citation"] = cited
        if claim.in_paper:
            entity["isPartOf"] = article
        mentions.append(entity)
    crate.root_dataset["mentions"] = mentions
    folder = results / "crate"
    shutil.rmtree(folder, ignore_errors=True)
    crate.write(folder)
    meta = json.dumps(_codemeta(citation, about), indent=2, ensure_ascii=False)
    (folder / "codemeta.json").write_text(meta + "\n", encoding="utf-8")
    check = yaml.safe_dump(_codecheck(citation, about, files), sort_keys=False, allow_unicode=True)
    (folder / "codecheck.yml").write_text(check, encoding="utf-8")
    return folder


def _entity(crate: ROCrate, name_in_crate: str, kind: str, **properties: Any) -> ContextEntity:
    return crate.add(ContextEntity(crate, name_in_crate, properties={"@type": kind, **properties}))


def _file(crate: ROCrate, path: Path, place: str) -> Any:
    properties = {
        "name": place,
        "encodingFormat": _FORMATS.get(path.suffix, "text/plain"),
        "contentSize": str(path.stat().st_size),
        "sha256": sha256(path.read_bytes()).hexdigest(),
    }
    return crate.add_file(path, place, properties=properties)


def _run(crate: ROCrate, configuration: Path, results: Path, figures: Path) -> ContextEntity:
    """Add the workflow, and the run of it on the project's files and the packages."""
    main = f"{PROJECT}/Snakefile"
    workflow = crate.add_workflow("Snakefile", main, main=True, lang="snakemake")
    commit = read_commit(".")
    if commit:
        workflow["version"] = commit
    given = [path for path in _project_files(results, figures) if path != Path("Snakefile")]
    installed = crate.add_file(BytesIO(_packages().encode()), PACKAGES, properties={
        "name": PACKAGES, "encodingFormat": "text/plain",
        "description": "the packages of Python that were installed when the crate was written",
    })  # fmt: skip
    ended = datetime.fromtimestamp((results / paths.VERDICTS).stat().st_mtime, UTC)
    run = _entity(crate, "#run", "CreateAction", name="The run of the workflow")
    run["endTime"] = ended.isoformat(timespec="seconds")
    run["instrument"] = workflow
    run["description"] = f"snakemake --configfile {configuration}"
    run["object"] = [
        installed,
        *(_file(crate, path, f"{PROJECT}/{path.as_posix()}") for path in given),
    ]
    return run


def _project_files(results: Path, figures: Path) -> list[Path]:
    """Return the files of the project, without those that a run makes.

    In a repository these are the files that git tracks or does not ignore.
    """
    if git("ls-files"):
        listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        files = {Path(name) for name in listed if name}
    else:
        environments = {path.parent for path in Path().glob("*/pyvenv.cfg")}
        visible = {*Path().glob("[!.]*"), Path(".gitignore")} - environments
        files = {file for path in visible for file in (path, *path.rglob("*"))}
    made, kept = {results, figures, Path("results"), Path("figures")}, Path(paths.REFERENCE)
    return sorted(
        file
        for file in files
        if file.is_file()
        and "__pycache__" not in file.parts
        and (kept in file.parents or not made & set(file.parents))
    )


def _packages() -> str:
    """Return the installed packages with their versions, a line each, as pip reads them."""
    lines = {f"{one.name}=={one.version}" for one in distributions()}
    return "\n".join([f"# Python {python_version()}", *sorted(lines, key=str.lower)]) + "\n"


def _results(
    results: Path, figures: Path, registry: Mapping[str, Claim], jobs: Iterable[str]
) -> dict[str, Path]:
    """Return the files of a run, by their places in the crate."""
    files = {name: results / name for name in (paths.VERDICTS, paths.STATUSES)}
    for job in jobs:
        for name in (paths.records(job), paths.table(job)):
            files[name] = results / name
    for claim in registry.values():
        for figure in claim.figures:
            name = paths.figure(figure.name)
            files[f"figures/{name}"] = figures / name
    for place, path in files.items():
        if not path.is_file():
            raise ClaimsError(f"{place} must be there, and {path} is not; run the workflow")
    return files


def _verdict(crate: ROCrate, verdict: Verdict) -> ContextEntity:
    return _entity(
        crate,
        f"#{verdict.claim}/{verdict.statement}",
        "PropertyValue",
        name=verdict.statement,
        value=verdict.outcome,
        description=f"instances: {verdict.instances}; proof: {verdict.proof}",
    )


def _version(about: PaperMetadata, citation: Citation) -> str:
    return f"{about.project} {citation.version}".strip()


def _codemeta(citation: Citation, about: PaperMetadata) -> dict[str, Any]:
    made = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": about.project,
        "description": citation.title,
        "version": citation.version,
        "license": f"https://spdx.org/licenses/{citation.license}",
        "author": {"@type": "Organization", "name": citation.authors},
        "codeRepository": citation.repository,
        "referencePublication": about.address,
        "programmingLanguage": "Python",
    }
    return {key: value for key, value in made.items() if value}


def _codecheck(
    citation: Citation, about: PaperMetadata, files: Mapping[str, Path]
) -> dict[str, Any]:
    made = {
        "version": "https://codecheck.org.uk/spec/config/1.0/",
        "paper": {"title": about.title, "authors": about.authors, "reference": about.address},
        "manifest": [{"file": place} for place in files],
        "summary": f"Recomputed by {_version(about, citation)}; {paths.STATUSES} has the status of "
        "each claim.",
        "repository": citation.repository,
    }
    return {key: value for key, value in made.items() if value}
