"""Every step: validation errors as one sentence, place must be X, got Y; the nearest word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError


def nearest(word: object, known: Iterable[str]) -> str:
    """Return the nearest known word in brackets, or an empty text if none is similar."""
    near = get_close_matches(str(word), list(known), n=1)
    return f" (nearest: {near[0]})" if near else ""


#: Misspelt keys are reported first, and missing keys, which may follow from them, last.
_ORDER = {"extra_forbidden": -1, "invalid_key": -1, "missing": 1, "too_short": 2}

#: Wordings of pydantic, and their replacements for users of YAML.
_WORDS = (
    (r"^(Input|Value|Tuple|List|Keys) should", "must"),
    (r"^'str' instances are not allowed as.*", "must be a list"),
    (r"^Value error, ", ""),
    (r" an? (valid tuple|instance of Sequence).*", " a list"),
    (r" a valid (dictionary|mapping).*", " a mapping"),
    (r" a valid (string|boolean|number)", r" a \1"),
    (r" a valid integer", " an integer"),
    (r"greater than or equal to", "at least"),
    (r"less than or equal to", "at most"),
    (r" or ''$", ""),
    (r" after validation.*", ""),
)


def describe(
    model: type[BaseModel], entry: Mapping[str, Any], failed: ValidationError
) -> tuple[tuple[Any, ...], str]:
    """Return the place of the first error in the data, and a sentence about it."""
    errors = sorted(failed.errors(), key=lambda error: _ORDER.get(error["type"], 0))
    first = errors[0]
    place, kind = first["loc"], first["type"]
    if place[-1:] == ("[key]",) and not isinstance(first["input"], str):
        place, kind = place[:-1], "invalid_key"
    if kind not in ("extra_forbidden", "missing", "invalid_key"):
        must = first["msg"]
        for pattern, plain in _WORDS:
            must = re.sub(pattern, plain, must)
        near = nearest(first["input"], re.findall(r"'([^']+)'", must))
        must = f" {must}" if must.startswith("must") else f": {must}"
        return place, f"{_named(model, entry, place)}{must}, got {first['input']!r}{near}"
    inside = _named(model, entry, place[:-1])
    if kind == "invalid_key":
        return place, f"{inside} must have texts as keys, got {place[-1]!r}"
    keys = [
        error["loc"][-1]
        for error in errors
        if (error["loc"][:-1], error["type"]) == (place[:-1], kind)
    ]
    if kind == "missing":
        return place, f"{inside} lacks the key {', '.join(map(str, keys))}"
    known = sorted(_keys(model, place[:-1]))
    allowed = f"known keys are {', '.join(known)}{nearest(keys[0], known)}"
    return place, f"{inside} has the unknown key {', '.join(map(str, keys))}; {allowed}"


def _named(model: type[BaseModel], entry: Any, place: Sequence[Any]) -> str:
    """Return a place in words; an entry of a mapping keeps its name."""
    names = [f"{model.__name__.lower()} {entry['id']}"] if "id" in entry else []
    for part in place:
        if isinstance(entry, Mapping) and isinstance(part, int):
            part = list(entry)[part]
        entry = entry.get(part) if isinstance(entry, Mapping) else None
        names.append(str(part))
    return " → ".join(names) or "the top level"


def _keys(model: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    """Return the keys of the mapping at a place in a model."""
    inside = schema = model.model_json_schema()
    for part in (*place, None):
        while "$ref" in inside:
            inside = schema["$defs"][inside["$ref"].rpartition("/")[2]]
        if part is not None:
            named = inside.get("properties", {}).get(part)
            inside = named or inside.get("additionalProperties") or inside["items"]
    return list(inside["properties"])
