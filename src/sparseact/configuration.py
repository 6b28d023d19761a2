"""The configuration, checked before anything runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from sparseact.errors import ClaimsError
from sparseact.files import parameters_hash
from sparseact.network_families import NETWORK_FAMILIES, network_family


def check_configuration(config: Mapping[str, Any], schema: Path | str) -> None:
    """Raise ClaimsError, in one sentence, unless `config` fits the JSON schema in a YAML file."""
    rules = yaml.safe_load(Path(schema).read_text(encoding="utf-8"))
    if "networks" in rules["properties"]:  # the learner's grid has no such section
        rules["properties"]["networks"] = _network_rules()
    error = best_match(Draft202012Validator(rules).iter_errors(config))
    if error is not None:
        where = " → ".join(str(part) for part in error.absolute_path) or "the top level"
        raise ClaimsError(f"the configuration is wrong at {where}: {_sentence(error)}")
    _check_sparsities(config, ())
    _check_network_families(config)


#: The key of a job that runs on networks: the network families that it reads.
NETWORKS = "network_families"
#: What stands for all network families that are sparse on every input and not named beside it.
ALL = "all"

#: The key of a job whose checks are statistical: its share of the error budget.
SHARE = "error_share"

#: What a job's section holds besides the arguments of its check.
_NO_ARGUMENTS = ("check", SHARE, NETWORKS)


def statistical_jobs(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield claim family and job of each statistical job, in the configuration's order."""
    for family, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if SHARE in _mapping(section):
                yield family, job


def job_level(config: Mapping[str, Any], family: str, job: str) -> float:
    """Return the error budget times the job's share of all statistical jobs' shares."""
    shares = {(a, b): config[a][b][SHARE] for a, b in statistical_jobs(config)}
    total = math.fsum(shares.values())
    return float(config["error_budget"] * shares[family, job] / total)


def job_parameters(config: Mapping[str, Any], family: str, job: str) -> dict[str, Any]:
    """Return all that a job's result depends on besides the code."""
    section = config[family][job]
    arguments = {key: value for key, value in section.items() if key not in _NO_ARGUMENTS}
    if SHARE in section:
        arguments["level"] = job_level(config, family, job)
    parameters = {
        "check": f"{family}.measure_{section.get('check', job)}",
        "arguments": arguments,
        "seed": config["seed"],
    }
    names = job_network_families(config, family, job)
    if names:
        # One family stands without a list: so say the hashes of the committed tables.
        arguments["networks"] = names if len(names) > 1 else names[0]
        parameters["networks"] = {name: config["networks"][name] for name in names}
    return parameters


def job_network_families(config: Mapping[str, Any], family: str, job: str) -> list[str]:
    """Return the names of the network families that a job reads, in its order.

    Raises
    ------
    ClaimsError
        If there is no such network family.
    """
    asked = config[family][job].get(NETWORKS, [])
    if isinstance(asked, str):
        if asked != ALL:
            raise ClaimsError(f"{asked!r} is not allowed; it must be {ALL} or a list of names")
        asked = [ALL]
    names: list[str] = []
    for name in asked:
        if name == ALL:
            sparse = (key for key in NETWORK_FAMILIES if network_family(key).always_sparse)
            names += [key for key in sparse if key not in asked]
        else:
            names.append(network_family(name).name)
    return names


def statistical_hash(config: Mapping[str, Any]) -> str:
    """Return a hash of all statistical jobs' parameters but the seed."""
    found = {}
    for family, job in statistical_jobs(config):
        found[f"{family}/{job}"] = {**job_parameters(config, family, job), "seed": None}
    return parameters_hash(found)


def _network_rules() -> dict[str, Any]:
    """Return the JSON schema of the section of the network families' parameters."""
    return _section({name: _section(network_family(name).parameters) for name in NETWORK_FAMILIES})


def _section(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": dict(properties),
    }


def _check_network_families(config: Mapping[str, Any]) -> None:
    """Refuse a job that reads a network family that there is not."""
    for family, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if NETWORKS in _mapping(section):
                try:
                    job_network_families(config, family, job)
                except ClaimsError as error:
                    where = f"{family} → {job} → {NETWORKS}"
                    raise ClaimsError(f"the configuration is wrong at {where}: {error}") from None


def _check_sparsities(value: Any, where: tuple[str, ...]) -> None:
    """Refuse, anywhere in the configuration, more active neurons than there are."""
    if isinstance(value, list):
        for position, item in enumerate(value):
            _check_sparsities(item, (*where, str(position)))
    if not isinstance(value, Mapping):
        return
    k, s = value.get("k", 0), value.get("s", 0)
    neurons, sparsities = value.get("neurons"), value.get("sparsities")
    if where[:1] == ("networks",) and neurons and sparsities:
        # Lists vary one at a time around their first entries.
        k, s = max(
            (max(sparsities), neurons[0]),
            (sparsities[0], min(neurons)),
            key=lambda pair: pair[0] - pair[1],
        )
    elif isinstance(neurons, int) and isinstance(sparsities, list):
        k, s = max(sparsities), neurons
    if isinstance(k, int) and isinstance(s, int) and 0 < s < k:
        raise ClaimsError(
            f"the configuration is wrong at {' → '.join(where)}: k = {k} active neurons of "
            f"s = {s}; k must be at most s"
        )
    for key, item in value.items():
        _check_sparsities(item, (*where, str(key)))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sentence(error: ValidationError) -> str:
    """Say what is there and what is allowed."""
    allowed: Any = error.validator_value
    if error.validator == "additionalProperties":
        known = sorted(_mapping(error.schema).get("properties", {}))
        unknown = sorted(set(_mapping(error.instance)) - set(known))
        return f"unknown key {', '.join(unknown)}; allowed are {', '.join(known)}"
    if error.validator == "required":
        missing = [key for key in allowed if key not in _mapping(error.instance)]
        return f"missing key {', '.join(missing)}"
    words = {
        "minimum": "at least",
        "maximum": "at most",
        "exclusiveMinimum": "more than",
        "exclusiveMaximum": "less than",
        "type": "of type",
        "enum": "one of",
        "minItems": "items numbering at least",
    }
    if error.validator in words:
        return f"{error.instance!r} is not allowed; it must be {words[error.validator]} {allowed}"
    return error.message
