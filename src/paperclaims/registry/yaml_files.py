"""YAML files, read as plain data, and as what a model says of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from paperclaims.errors import ClaimsError, in_a_line
from paperclaims.refusals import describe_errors, nearest

Model = TypeVar("Model", bound=BaseModel)

#: libyaml's loader where PyYAML has it, which is ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path | str) -> Any:
    """Read a YAML file, by libyaml where PyYAML has it.

    Nothing but plain data is made of it, so nothing in it is run.

    Raises
    ------
    ClaimsError
        If there is no such file, it is not YAML, or a mapping in it has a key twice.
    """
    path = Path(path)
    try:
        loader = _LOADER(path.read_text(encoding="utf-8"))
        node = loader.get_single_node()
        _refuse_repeated_keys(path, node)
        return loader.construct_document(node) if node else None
    except OSError as error:
        raise ClaimsError(f"{path}: {error.strerror}") from error
    except ClaimsError:
        raise
    except (yaml.YAMLError, ValueError, TypeError) as error:  # TypeError: a list as a key
        raise ClaimsError(f"{path} is not YAML: {in_a_line(error)}") from error


def _refuse_repeated_keys(path: Path, node: yaml.Node | None) -> None:
    """Refuse a mapping with a key twice: the last value would stand for all, without a word."""
    waiting, seen = [node], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen or not isinstance(node, yaml.CollectionNode):
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
            continue
        lines: dict[tuple[str, str], int] = {}
        for key, value in node.value:
            waiting.append(value)
            name, line = (key.tag, str(key.value)), key.start_mark.line + 1
            if name in lines:
                raise ClaimsError(
                    f"{path}:{line}: the key {key.value!r} is there already, in line "
                    f"{lines[name]}; keep one of them"
                )
            lines[name] = line


def read_entries(path: Path) -> list[Mapping[str, Any]]:
    """Return the entries of a YAML file that is a list of them; ClaimsError if it is none."""
    entries = read_yaml(path)
    if not isinstance(entries, list) or not all(isinstance(one, Mapping) for one in entries):
        raise ClaimsError(f"{path} must be a list of entries with keys")
    return entries


def fit_entries(
    model: type[Model],
    entries: Sequence[Mapping[str, Any]],
    path: Path,
    constants: Mapping[str, str],
    **given: str,
) -> list[Model]:
    """Return entries of a file as models, each with what is given.

    In their texts `[[name]]` becomes the constant of that name.

    Raises
    ------
    ClaimsError
        If there is no such constant, or an entry does not fit the model.
    """
    models = []
    for number, entry in enumerate(entries):
        try:
            said = put_constants(entry, constants)
        except KeyError as unknown:
            name = unknown.args[0]
            sentence = f"[[{name}]] is not a constant of the registry{nearest(name, constants)}"
            raise wrong_at(path, (number,), sentence) from None
        models.append(fit(model, {**said, **given}, path, number))
    return models


def put_constants(said: Any, constants: Mapping[str, str]) -> Any:
    """Return data in whose texts `[[name]]` is a constant; KeyError if there is none."""
    if isinstance(said, str):
        return re.sub(r"\[\[(\w+)\]\]", lambda found: constants[found[1]], said)
    if isinstance(said, Mapping):
        return {key: put_constants(value, constants) for key, value in said.items()}
    if isinstance(said, list):
        return [put_constants(value, constants) for value in said]
    return said


def fit(model: type[Model], said: Mapping[str, Any], path: Path, *place: int) -> Model:
    """Return what is said at a place of a file as a model; ClaimsError if it does not fit."""
    try:
        return model.model_validate(said)
    except ValidationError as failed:
        # Before what is missing comes what is there, for it may be misspelt. A list is too short
        # where its entries are wrong.
        last = {"missing": 1, "too_short": 2}
        errors = sorted(failed.errors(), key=lambda error: last.get(error["type"], 0))
        where, sentence = describe_errors(model, errors)
        names: list[Any] = [f"{model.__name__.lower()} {said['id']}"] if "id" in said else []
        here: Any = said
        for part in where:
            if isinstance(here, Mapping) and isinstance(part, int):
                part = list(here)[part]
            here = here.get(part) if isinstance(here, Mapping) else None
            names.append(part)
        words = " → ".join(map(str, names))
        raise wrong_at(path, (*place, *errors[0]["loc"]), f"{words}: {sentence}") from None


def wrong_at(path: Path, place: Sequence[int | str], sentence: str) -> ClaimsError:
    """Return the error with the line of a place in a file, such as (0, "statements", "printed").

    A number is the place in a list or in a mapping; where nothing is there, the line is of what
    should hold it.
    """
    node = yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
    line = 0
    for part in place:
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            number = part if isinstance(part, int) else keys.index(part) if part in keys else -1
            if not 0 <= number < len(keys):
                break
            key, node = node.value[number]
            line = key.start_mark.line
        elif isinstance(node, yaml.SequenceNode) and part in range(len(node.value)):
            node = node.value[int(part)]
            line = node.start_mark.line
    return ClaimsError(f"{path}:{line + 1}: {in_a_line(sentence)}")
