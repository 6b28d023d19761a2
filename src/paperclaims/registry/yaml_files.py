"""Read the registry: YAML files, read as plain data and as models."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from paperclaims.errors import ClaimsError, in_a_line
from paperclaims.refusals import describe, nearest

Model = TypeVar("Model", bound=BaseModel)

#: libyaml's loader where PyYAML has it, which is ten times as fast.
_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: Characters that are mistakes in any text; in double quotes, tabs and new lines, too.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


class _Loader(_FAST):
    """A loader of plain data that rejects two traps of YAML.

    Of two equal keys YAML keeps the last; in double quotes a backslash and t are a tab.
    """

    def construct_scalar(self, node: yaml.ScalarNode) -> Any:
        if _CONTROL.search(node.value) or (node.style == '"' and re.search(r"[\t\n]", node.value)):
            must = f"the text must have no control characters, got {node.value!r}"
            raise _at_line(node.start_mark, f"{must}; write it in single quotes")
        return super().construct_scalar(node)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        lines: dict[tuple[str, str], int] = {}
        for key, _ in node.value:
            name, line = (key.tag, str(key.value)), key.start_mark.line + 1
            if name in lines:
                there = f"the key {key.value!r} is there already, in line {lines[name]}"
                raise _at_line(key.start_mark, f"{there}; keep one of them")
            lines[name] = line
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def _at_line(mark: yaml.Mark, sentence: str) -> ClaimsError:
    return ClaimsError(f"{mark.name}:{mark.line + 1}: {sentence}")


def read_yaml(path: Path | str) -> Any:
    """Read a YAML file, by libyaml where PyYAML has it.

    Nothing but plain data is made of it, so nothing in it is run.

    Raises ClaimsError if the file is missing, it is not YAML, a mapping in it has a key twice, or a
    text control characters.
    """
    try:
        with open(path, encoding="utf-8") as stream:
            return yaml.load(stream, Loader=_Loader)
    except OSError as error:
        raise ClaimsError(f"{path}: {error.strerror}") from error
    except ClaimsError:
        raise
    except (yaml.YAMLError, ValueError, TypeError) as error:  # TypeError: a list as a key
        raise ClaimsError(f"{path} is not YAML: {in_a_line(error)}") from error


def read_entries(path: Path) -> list[Mapping[str, Any]]:
    """Return the entries of a YAML file that is a list of them; ClaimsError if it is not."""
    entries = read_yaml(path)
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise ClaimsError(f"{path} must be a list of entries with keys")
    return entries


def fit_entries(
    model: type[Model],
    entries: Sequence[Mapping[str, Any]],
    path: Path,
    constants: Mapping[str, str],
    **given: str,
) -> list[Model]:
    """Return entries of a file as models, each with the `given` keys.

    In their texts `[[name]]` becomes the constant of that name.

    Raises ClaimsError if a constant is unknown, or an entry does not fit the model.
    """
    models = []
    for number, entry in enumerate(entries):
        try:
            filled = put_constants(entry, constants)
        except KeyError as unknown:
            name = unknown.args[0]
            sentence = f"[[{name}]] is not a constant of the registry{nearest(name, constants)}"
            raise wrong_at(path, (number,), sentence) from None
        models.append(fit(model, {**filled, **given}, path, number))
    return models


def put_constants(value: Any, constants: Mapping[str, str]) -> Any:
    """Return data in whose texts `[[name]]` is a constant; KeyError for an unknown name."""
    if isinstance(value, str):
        return re.sub(r"\[\[(\w+)\]\]", lambda match: constants[match[1]], value)
    if isinstance(value, Mapping):
        return {key: put_constants(value, constants) for key, value in value.items()}
    if isinstance(value, list):
        return [put_constants(value, constants) for value in value]
    return value


def fit(model: type[Model], entry: Mapping[str, Any], path: Path, *place: int) -> Model:
    """Return the entry at a place of a file as a model; ClaimsError if it does not fit."""
    try:
        return model.model_validate(entry)
    except ValidationError as failed:
        where, sentence = describe(model, entry, failed)
        raise wrong_at(path, (*place, *where), sentence) from None


def wrong_at(path: Path, place: Sequence[int | str], sentence: str) -> ClaimsError:
    """Return the error with the line of a place in a file, such as (0, "statements", "printed")."""
    return ClaimsError(f"{path}:{find_line(path, place)[1]}: {in_a_line(sentence)}")


def find_line(path: Path | str, place: Sequence[int | str]) -> tuple[int, int]:
    """Return the number of steps to a place that a file has, and the line to which they lead.

    A number in `place` is the position of an entry in a list or a mapping. If the entry is
    missing, the line is the line of this list or mapping.
    """
    node = yaml.compose(Path(path).read_text(encoding="utf-8"), Loader=_FAST)
    line = 0
    for depth, part in enumerate(place):
        inside = node.value if isinstance(node, yaml.CollectionNode) else []
        keys = [key.value for key, _ in inside] if isinstance(node, yaml.MappingNode) else []
        number = keys.index(part) if part in keys else part
        if not isinstance(number, int) or not 0 <= number < len(inside):
            return depth, line + 1
        key, node = inside[number] if keys else (inside[number], inside[number])
        line = key.start_mark.line
    return len(place), line + 1
