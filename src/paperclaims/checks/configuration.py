"""The configuration, checked before anything runs.

What a job may say are the parameters of its check; what kinds of shared data may say are
those of what makes them.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from paperclaims.checks.decorator import Check, keyword_types
from paperclaims.checks.paper import Data, Paper, find_paper
from paperclaims.checks.parameters import DEFAULTS, PositiveReal, Run
from paperclaims.errors import ClaimsError
from paperclaims.refusals import describe_errors, nearest, refusal
from paperclaims.registry.claims import check_file_name, read_topics


def check_configuration(config: Mapping[str, Any]) -> None:
    """Raise ClaimsError, in one sentence, unless `config` fits the signatures of the checks."""
    config = {**DEFAULTS, **config}
    paper = config_paper(config)
    check_mapping(configuration_model(config, paper), config)
    if paper.data:
        contradiction = paper.data.contradiction(config)
        if contradiction:
            raise _wrong(*contradiction)
        _check_kinds(config, paper.data)


def check_folders(*folders: str) -> None:
    """Refuse links by which a run would write outside the folders that it may write.

    Raises
    ------
    ClaimsError
        If one of the folders is a file or a symbolic link, or holds a link that leads out of it.
    """
    for folder in folders:
        if Path(folder).is_file():
            raise ClaimsError(f"{folder} is a file; name a folder in the configuration")
        if Path(folder).is_symlink():
            raise ClaimsError(
                f"{folder} is a symbolic link; name the folder itself in the configuration"
            )
        inside = Path(folder).resolve()
        for place, below, files in os.walk(folder):
            for name in below + files:
                path = Path(place, name)
                if path.is_symlink() and not path.resolve().is_relative_to(inside):
                    raise ClaimsError(
                        f"{path} is a symbolic link that leads out of {folder}; remove it"
                    )


def check_claims(checks: Iterable[Check[...]], registry: Collection[str]) -> None:
    """Refuse a check that begins with a claim which the registry does not have."""
    for one in checks:
        if one.claim not in registry:
            code = one.function.__code__
            where = f"{os.path.relpath(code.co_filename)}:{code.co_firstlineno}"
            raise ClaimsError(
                f"{where}: the check {one.name!r} is of {one.claim!r}, which is not a claim"
                f"{nearest(one.claim, registry)}"
            )


def config_paper(config: Mapping[str, Any]) -> Paper:
    """Return the paper that a configuration names.

    Raises
    ------
    ClaimsError
        If it names none, or there is none of that name.
    """
    if "paper" not in config:
        raise _wrong((), "missing key paper, the name of a package with a paper's claims")
    name = config["paper"]
    if not isinstance(name, str):
        raise _wrong(("paper",), refusal(name, "the name of a package with a paper's claims"))
    try:
        return find_paper(name)
    except ClaimsError as error:
        raise _wrong(("paper",), str(error)) from None


def check_mapping(model: type[BaseModel], value: Mapping[str, Any]) -> None:
    """Raise ClaimsError, in one sentence, unless `value` fits a model of `strict_model`."""
    try:
        model.model_validate(value)
    except ValidationError as failed:
        # Before what is missing comes what is there, for it may be misspelt.
        strange = ("extra_forbidden", "invalid_key")
        errors = sorted(failed.errors(), key=lambda error: error["type"] not in strange)
        raise _wrong(*describe_errors(model, errors)) from None


def strict_model(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """Return the model of a mapping that has these keys, all of them and no others."""
    required: dict[str, Any] = {key: (kind, ...) for key, kind in fields.items()}
    settings = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)
    return create_model(name, __config__=settings, **required)


def configuration_model(config: Mapping[str, Any], paper: Paper) -> type[BaseModel]:
    """Return the model of a configuration with the jobs that this one has."""
    fields = get_type_hints(Run, include_extras=True)
    data = paper.data
    if data:
        kinds = {kind: _section(kind, keyword_types(make)) for kind, make in data.kinds.items()}
        fields[data.section] = strict_model(data.section, kinds)
    for topic in read_topics(paper.folder):
        jobs = _jobs(paper, topic, _mapping(config.get(topic)))
        fields[topic] = strict_model(topic, jobs)
    return strict_model("configuration", fields)


def _jobs(paper: Paper, topic: str, jobs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model of each job; a check without a job is a job that is missing."""
    checks = paper.checks(topic)
    called = {
        job: _mapping(section).get("check", job)
        for job, section in jobs.items()
        if isinstance(job, str)
    }
    for job in called:
        check_file_name(job, f"the configuration is wrong at {topic}: job")
    models: dict[str, Any] = {name: Any for name in checks if name not in called.values()}
    data = paper.data
    for job, name in called.items():
        if name in list(checks):
            models[job] = _section(job, checks[name].parameters, data)
            if "check" in _mapping(jobs[job]):
                models[job] = create_model(job, __base__=models[job], check=(str, ...))
        elif name != job:
            raise _wrong((topic, job, "check"), refusal(name, f"one of {', '.join(checks)}"))
    return models


def _section(name: str, types: Mapping[str, Any], data: Data | None = None) -> type[BaseModel]:
    """Return the model of a section, whose keys are the parameters of a function.

    The seed is the run's, the level comes from a share, and shared data are given by name.
    """
    fields = {key: kind for key, kind in types.items() if key != "seed"}
    first: dict[str, Any] = {}
    if fields.pop("level", None):
        first[SHARE] = PositiveReal
    if data and fields.pop(data.section, None):
        first[data.key] = Any
    return strict_model(name, first | fields)


#: What stands for all kinds of shared data that are meant by it and not named beside it.
ALL = "all"

#: The key of a job whose checks are statistical: its share of the error budget.
SHARE = "error_share"

#: What a job's section holds besides the arguments of its check.
_NO_ARGUMENTS = ("check", SHARE)


def statistical_jobs(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield topic and job of each statistical job, in the configuration's order."""
    for topic, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if SHARE in _mapping(section):
                yield topic, job


def job_level(config: Mapping[str, Any], topic: str, job: str) -> float:
    """Return the error budget times the job's share of all statistical jobs' shares."""
    shares = {(a, b): config[a][b][SHARE] for a, b in statistical_jobs(config)}
    total = math.fsum(shares.values())
    return float(config["error_budget"] * shares[topic, job] / total)


def job_parameters(config: Mapping[str, Any], topic: str, job: str) -> dict[str, Any]:
    """Return all that a job's result depends on besides the code."""
    section, data = config[topic][job], config_paper(config).data
    others = (*_NO_ARGUMENTS, data.key) if data else _NO_ARGUMENTS
    arguments = {key: value for key, value in section.items() if key not in others}
    if SHARE in section:
        arguments["level"] = job_level(config, topic, job)
    parameters = {
        "check": f"{topic}.measure_{section.get('check', job)}",
        "arguments": arguments,
        "seed": config["seed"],
    }
    kinds = _kinds(data, section) if data else []
    if data and kinds:
        arguments[data.section] = kinds
        parameters[data.section] = {kind: config[data.section][kind] for kind in kinds}
    return parameters


def check_parameters(
    config: Mapping[str, Any], topic: str, job: str, check: Check[...]
) -> dict[str, Any]:
    """Return the parameters that a job gives its check, shared data by what makes its kinds."""
    found = job_parameters(config, topic, job)
    data = config_paper(config).data
    shared = {data.section: found[data.section]} if data and data.section in found else {}
    seed = {"seed": found["seed"]} if "seed" in check.parameters else {}
    return {**found["arguments"], **shared, **seed}


def job_data(config: Mapping[str, Any], topic: str, job: str) -> list[str]:
    """Return the kinds of shared data that a job reads, in its order.

    Raises
    ------
    ClaimsError
        If there is no such kind.
    """
    data = config_paper(config).data
    return _kinds(data, config[topic][job]) if data else []


def _kinds(data: Data, section: Mapping[str, Any]) -> list[str]:
    asked = section.get(data.key, [])
    if isinstance(asked, str):
        if asked != ALL:
            raise ClaimsError(f"{asked!r} is not allowed; it must be {ALL} or a list of names")
        asked = [ALL]
    names: list[str] = []
    for name in asked:
        if name == ALL:
            names += [kind for kind in data.all if kind not in asked]
        elif name in list(data.kinds):  # a list, since what is asked for may have no hash
            names.append(name)
        else:
            raise ClaimsError(
                f"{name!r} is none of the {data.section}; there are {', '.join(data.kinds)}"
            )
    return names


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _check_kinds(config: Mapping[str, Any], data: Data) -> None:
    """Refuse a job that reads a kind of data that there is not."""
    for topic, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if data.key in _mapping(section):
                where, asked = (topic, job, data.key), section[data.key]
                if asked != ALL and not isinstance(asked, list):
                    raise _wrong(where, refusal(asked, f"{ALL} or a list of names"))
                if len(asked) == 0:
                    raise _wrong(where, refusal(asked, "at least 1 long"))
                try:
                    names = job_data(config, topic, job)
                except ClaimsError as error:
                    raise _wrong(where, str(error)) from None
                if len(set(names)) < len(names):
                    raise _wrong(where, f"{asked!r} is not allowed; its entries must differ")


# ---------------------------------------------------------------- sentences


def _wrong(where: Sequence[Any], sentence: str) -> ClaimsError:
    place = " → ".join(map(str, where)) or "the top level"
    return ClaimsError(f"the configuration is wrong at {place}: {sentence}")
