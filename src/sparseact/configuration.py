"""The configuration, checked before anything runs.

What a job may say is the signature of its check, which is read without importing
it; what a network family may say is the signature of what yields its networks.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from sparseact import parameters
from sparseact.errors import ClaimsError
from sparseact.files import parameters_hash
from sparseact.network_families import NETWORK_FAMILIES, network_family
from sparseact.signatures import read_signatures

_CHECKS = Path(__file__).parent / "checks"


def check_configuration(config: Mapping[str, Any]) -> None:
    """Raise ClaimsError, in one sentence, unless `config` fits the signatures of the checks."""
    check_mapping(_configuration(config), config)
    _check_sparsities(config, ())
    _check_network_families(config)


def check_mapping(model: type[BaseModel], value: Mapping[str, Any]) -> None:
    """Raise ClaimsError, in one sentence, unless `value` fits a model of `strict_model`."""
    try:
        model.model_validate(value)
    except ValidationError as failed:
        # Before what is missing comes what is there, for it may be misspelt.
        strange = ("extra_forbidden", "invalid_key")
        errors = sorted(failed.errors(), key=lambda error: error["type"] not in strange)
        raise _wrong(*_sentence(model, errors)) from None


def strict_model(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """Return the model of a mapping that has these keys, all of them and no others.

    A type given as text is resolved among the names of `sparseact.parameters`.
    """
    required: dict[str, Any] = {key: (kind, ...) for key, kind in fields.items()}
    settings = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)
    return create_model(name, __config__=settings, __module__=parameters.__name__, **required)


def _configuration(config: Mapping[str, Any]) -> type[BaseModel]:
    """Return the model of a configuration with the jobs that this one has."""
    networks = {name: _section(name, _generated_from(name)) for name in NETWORK_FAMILIES}
    fields = get_type_hints(parameters.Run, include_extras=True)
    fields["networks"] = strict_model("networks", networks)
    for path in sorted(_CHECKS.iterdir()):
        family, checks = path.stem, read_signatures(path, "measure_")
        if checks:
            jobs = _jobs(family, checks, _mapping(config.get(family)))
            fields[family] = strict_model(family, jobs)
    return strict_model("configuration", fields)


def _jobs(
    family: str,
    checks: Mapping[str, Mapping[str, str]],
    jobs: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the model of each job; a check without a job is a job that is missing."""
    names = {
        job: _mapping(section).get("check", job)
        for job, section in jobs.items()
        if isinstance(job, str)
    }
    models: dict[str, Any] = {name: Any for name in checks if name not in names.values()}
    for job, name in names.items():
        if name in list(checks):
            models[job] = _section(job, checks[name], "check" in _mapping(jobs[job]))
        elif name != job:
            raise _wrong((family, job, "check"), _refusal(name, f"one of {', '.join(checks)}"))
    return models


def _section(name: str, said: Mapping[str, str], named: bool = False) -> type[BaseModel]:
    """Return the model of a section, whose keys are the arguments of a signature.

    The seed is the run's, the level comes from a share, and networks are given by name.
    """
    fields: dict[str, Any] = {key: kind for key, kind in said.items() if key != "seed"}
    if fields.pop("level", None):
        fields[SHARE] = parameters.PositiveReal
    if fields.pop("networks", None):
        fields[NETWORKS] = Any
    if named:
        fields["check"] = str
    return strict_model(name, fields)


def _generated_from(name: str) -> dict[str, str]:
    """Return the arguments that a network family is generated from, and their types as written."""
    signature = inspect.signature(NETWORK_FAMILIES[name].networks)
    return {
        argument.name: argument.annotation
        for argument in signature.parameters.values()
        if argument.kind is argument.KEYWORD_ONLY
    }


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


def _check_sparsities(value: Any, where: tuple[str, ...]) -> None:
    """Refuse, anywhere in the configuration, more active neurons than there are."""
    if isinstance(value, list):
        for position, item in enumerate(value):
            _check_sparsities(item, (*where, str(position)))
    if not isinstance(value, Mapping):
        return
    k, s = value.get("k", value.get("active", 0)), value.get("s", 0)
    neurons, sparsities = value.get("neurons"), value.get("sparsities")
    if where[:1] == ("networks",) and neurons and sparsities:
        # Lists vary one at a time around their first entries.
        k, s = max(
            (max(sparsities), neurons[0]),
            (sparsities[0], min(neurons)),
            key=lambda pair: pair[0] - pair[1],
        )
    elif isinstance(neurons, int):
        k, s = max(sparsities or [k]), neurons
    if isinstance(k, int) and isinstance(s, int) and 0 < s < k:
        raise _wrong(where, f"k = {k} active neurons of s = {s}; k must be at most s")
    for key, item in value.items():
        _check_sparsities(item, (*where, str(key)))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _check_network_families(config: Mapping[str, Any]) -> None:
    """Refuse a job that reads a network family that there is not."""
    for family, jobs in config.items():
        for job, section in _mapping(jobs).items():
            if NETWORKS in _mapping(section):
                where, asked = (family, job, NETWORKS), section[NETWORKS]
                if asked != ALL and not isinstance(asked, list):
                    raise _wrong(where, _refusal(asked, f"{ALL} or a list of names"))
                if len(asked) == 0:
                    raise _wrong(where, _refusal(asked, "at least 1 long"))
                try:
                    names = job_network_families(config, family, job)
                except ClaimsError as error:
                    raise _wrong(where, str(error)) from None
                if len(set(names)) < len(names):
                    raise _wrong(where, f"{asked!r} is not allowed; its entries must differ")


# ---------------------------------------------------------------- sentences


def _wrong(where: Sequence[Any], sentence: str) -> ClaimsError:
    place = " → ".join(map(str, where)) or "the top level"
    return ClaimsError(f"the configuration is wrong at {place}: {sentence}")


def _refusal(value: Any, allowed: str) -> str:
    return f"{value!r} is not allowed; it must be {allowed}"


#: What is allowed where pydantic finds an error of this type.
_ALLOWED = {
    "bool_type": "of type boolean",
    "dict_type": "a mapping",
    "finite_number": "finite",
    "float_type": "of type number",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "int_type": "of type integer",
    "is_instance_of": "a list",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "literal_error": "one of {expected}",
    "model_type": "a mapping",
    "sequence_str": "a list",
    "string_too_short": "at least {min_length} long",
    "string_type": "of type text",
    "too_long": "at most {max_length} long",
    "too_short": "at least {min_length} long",
}


def _sentence(
    model: type[BaseModel], errors: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Any, ...], str]:
    """Return the place of the first error, and what is there and what is allowed."""
    first = errors[0]
    where, kind = first["loc"], first["type"]
    if kind in ("extra_forbidden", "missing"):
        *place, _ = where
        keys = [
            error["loc"][-1]
            for error in errors
            if error["type"] == kind and list(error["loc"][:-1]) == place
        ]
        if kind == "missing":
            return tuple(place), f"missing key {', '.join(keys)}"
        known = sorted(_keys(model, place))
        return tuple(place), f"unknown key {', '.join(keys)}; allowed are {', '.join(known)}"
    if kind == "value_error":
        return where, f"{first['input']!r} is not allowed; {first['ctx']['error']}"
    if kind == "invalid_key":
        return where[:-1], f"{where[-1]!r} is not allowed as a key; it must be of type text"
    return where, _refusal(first["input"], _ALLOWED[kind].format(**first.get("ctx", {})))


def _keys(kind: Any, place: Sequence[int | str]) -> list[str]:
    """Return the keys of the mapping at a place in a model."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind):
        return _keys(get_args(kind)[0], place[1:])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        types = {key: field.annotation for key, field in kind.model_fields.items()}
    else:
        types = get_type_hints(kind)
    return _keys(types[str(place[0])], place[1:]) if place else list(types)
