"""What is wrong with data, in one sentence: the value, what is allowed and the nearest word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel


def nearest(word: object, known: Iterable[str]) -> str:
    """Return the known word that is nearest to one, in brackets; nothing if none is near."""
    near = get_close_matches(str(word), list(known), n=1)
    return f" (nearest: {near[0]})" if near else ""


def refusal(value: Any, allowed: str) -> str:
    """Return the words on a value that is not allowed."""
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
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "sequence_str": "a list",
    "string_too_short": "at least {min_length} long",
    "string_type": "of type text",
    "too_long": "at most {max_length} long",
    "too_short": "at least {min_length} long",
    "tuple_type": "a list",
}


def describe_errors(
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
        return tuple(place), unknown_key(keys, known)
    if kind == "value_error":
        return where, f"{first['input']!r} is not allowed; {first['ctx']['error']}"
    if kind == "invalid_key":
        return where[:-1], f"{where[-1]!r} is not allowed as a key; it must be of type text"
    allowed = _ALLOWED.get(kind, "something else: {message}")
    said = refusal(first["input"], allowed.format(message=first["msg"], **first.get("ctx", {})))
    words = re.findall(r"'([^']+)'", first.get("ctx", {}).get("expected", ""))
    return where, said + nearest(first["input"], words)


def unknown_key(keys: Sequence[str], known: Sequence[str]) -> str:
    """Return the words on unknown keys: those that there are, and the nearest to the first."""
    allowed = f"allowed are {', '.join(known)}{nearest(keys[0], known)}"
    return f"unknown key {', '.join(keys)}; {allowed}"


def _keys(kind: Any, place: Sequence[int | str]) -> list[str]:
    """Return the keys of the mapping at a place in a model."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind):
        return _keys(get_args(kind)[0], place[1:])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        types = {
            key: field.annotation
            for key, field in kind.model_fields.items()
            if not any(type(one).__name__ == "SkipJsonSchema" for one in field.metadata)
        }
    else:
        types = get_type_hints(kind)
    return _keys(types[str(place[0])], place[1:]) if place else list(types)
