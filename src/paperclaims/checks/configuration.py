"""Plan a run: the configuration, checked before anything runs.

The keys of a job are the parameters of its check; the keys of a kind of shared data are the
parameters of the function that makes it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ValidationError, create_model

from paperclaims.checks.decorator import keyword_types
from paperclaims.checks.paper import Data, Paper, find_paper
from paperclaims.checks.parameters import STRICT, PositiveReal, Run
from paperclaims.errors import ClaimsError
from paperclaims.paths import REFERENCE
from paperclaims.refusals import describe
from paperclaims.registry.claims import check_file_name, read_topics
from paperclaims.registry.yaml_files import find_line


def check_configuration(config: Mapping[str, Any], files: Sequence[str] = ()) -> None:
    """Reject a configuration that does not fit the signatures of the checks.

    Raises ClaimsError in one sentence; with the line of the error in one of the files, the last
    file first.
    """
    paper = config_paper(config)
    model = configuration_model(config, paper)
    try:
        model.model_validate(config)
        refusal = paper.data and paper.data.contradiction(config)
    except ValidationError as failed:
        refusal = describe(model, config, failed)
    if refusal:
        lines = [(*find_line(file, refusal[0]), file) for file in reversed(files)]
        _, line, file = max(lines, key=lambda item: item[0], default=(0, 0, ""))
        raise ClaimsError(f"{file}:{line}: {refusal[1]}" if file else refusal[1])


def check_folders(results: str, figures: str) -> None:
    """Reject folders in which a run would write over other files, or which are files.

    Raises ClaimsError if both are one folder, or one is the reference, with which `results` are
    compared, the working folder, or a folder above it.
    """
    if os.path.realpath(results) == os.path.realpath(figures):
        raise ClaimsError(f"figures must be another folder than results, got {figures} for both")
    here = Path.cwd()
    for key, folder in (("results", results), ("figures", figures)):
        if Path(folder).is_file():
            raise ClaimsError(f"{folder} is a file; name a folder in the configuration")
        if Path(folder).resolve() in (here, *here.parents, Path(REFERENCE).resolve()):
            raise ClaimsError(
                f"{key} must be a folder that only runs write to, got {folder}; name another one"
            )


def config_paper(config: Mapping[str, Any]) -> Paper:
    """Return the paper that a configuration names; ClaimsError if there is no such paper."""
    return find_paper(config.get("paper"))


def strict_model(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """Return the model of a mapping that has these keys, all of them and no others."""
    required: dict[str, Any] = {key: (kind, ...) for key, kind in fields.items()}
    return create_model(name, __config__=STRICT, **required)


def configuration_model(config: Mapping[str, Any], paper: Paper) -> type[BaseModel]:
    """Return the model of a configuration with the jobs that this one has."""
    fields: dict[str, Any] = {}
    if data := paper.data:
        kinds = {kind: _section(kind, keyword_types(make)) for kind, make in data.kinds.items()}
        fields[data.section] = (strict_model(data.section, kinds), ...)
    for topic in read_topics(paper.folder):
        jobs = _jobs(paper, topic, _mapping(config.get(topic)))
        fields[topic] = (strict_model(topic, jobs), ...)
    return create_model("configuration", __base__=Run, **fields)


def _jobs(paper: Paper, topic: str, jobs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model of each job; a check without a job is reported as a missing job."""
    checks = paper.checks(topic)
    called = {
        job: _mapping(section).get("check", job)
        for job, section in jobs.items()
        if isinstance(job, str)
    }
    for job in called:
        check_file_name(job, f"{topic}: job")
    models: dict[str, Any] = {name: Any for name in checks if name not in called.values()}
    known: Any = Literal[tuple(checks)]
    for job, name in called.items():
        named = {"check": known} if "check" in _mapping(jobs[job]) else {}
        if name in list(checks):
            models[job] = _section(job, named | checks[name].parameters, paper.data)
        elif named:
            models[job] = create_model(job, check=(known, ...))
    return models


def _section(name: str, types: Mapping[str, Any], data: Data | None = None) -> type[BaseModel]:
    """Return the model of a section, whose keys are the parameters of a function.

    The seed is the run's, the level comes from `error_share`, and shared data are given by name.
    """
    fields = {key: kind for key, kind in types.items() if key != "seed"}
    first: dict[str, Any] = {}
    if fields.pop("level", None):
        first[SHARE] = PositiveReal
    if data and fields.pop(data.section, None):
        first[data.key] = Annotated[Any, AfterValidator(partial(_kinds, data))]
    return strict_model(name, first | fields)


#: The key of a job whose checks are statistical: its part of the error budget.
SHARE = "error_share"


def statistical_jobs(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield topic and job of each statistical job, in the configuration's order."""
    for topic, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if SHARE in _mapping(section):
                yield topic, job


def job_level(config: Mapping[str, Any], topic: str, job: str) -> float:
    """Return the job's part of the error budget, by the statistical jobs' `error_share`."""
    parts = {(a, b): config[a][b][SHARE] for a, b in statistical_jobs(config)}
    total = math.fsum(parts.values())
    return float(config["error_budget"] * parts[topic, job] / total)


def job_parameters(config: Mapping[str, Any], topic: str, job: str) -> dict[str, Any]:
    """Return all that a job's result depends on besides the code."""
    section, data = config[topic][job], config_paper(config).data
    others = {"check", SHARE, data and data.key}
    arguments = {key: value for key, value in section.items() if key not in others}
    if SHARE in section:
        arguments["level"] = job_level(config, topic, job)
    parameters = {
        "check": f"{topic}/{section.get('check', job)}",
        "arguments": arguments,
        "seed": config["seed"],
    }
    if data and data.key in section:
        arguments[data.section] = kinds = _kinds(data, section[data.key])
        parameters[data.section] = {kind: config[data.section][kind] for kind in kinds}
    return parameters


def _kinds(data: Data, wanted: Any) -> list[str]:
    """Return the kinds of shared data that a job lists by their names, or by the word `all`."""
    wanted = ["all"] if wanted == "all" else wanted
    known, listed = [*data.kinds, "all"], isinstance(wanted, list) and wanted
    if not listed or any(name not in known or wanted.count(name) > 1 for name in wanted):
        raise ValueError(f"must be all or a list of different names of {', '.join(data.kinds)}")
    others = [kind for kind in data.all if kind not in wanted]
    return [kind for name in wanted for kind in (others if name == "all" else [name])]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
