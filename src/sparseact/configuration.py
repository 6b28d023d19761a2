"""The configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from sparseact.claims import ClaimsError


def check_configuration(config: Mapping[str, Any], schema: Path | str) -> None:
    """Raise ClaimsError, in one sentence, unless `config` fits the JSON schema in a YAML file."""
    rules = yaml.safe_load(Path(schema).read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(rules).iter_errors(config))
    if error is not None:
        where = " → ".join(str(part) for part in error.absolute_path) or "the top level"
        raise ClaimsError(f"the configuration is wrong at {where}: {_sentence(error)}")


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
