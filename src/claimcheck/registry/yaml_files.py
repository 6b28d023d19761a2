"""YAML files, read as plain data of a bounded size."""

from __future__ import annotations

import math
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from claimcheck.errors import ClaimsError

#: libyaml's loader where PyYAML has it, which is ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: Characters and values that a file may have once each alias is written out.
MOST = 1_000_000

#: How deeply a file may be nested.
DEEPEST = 100


def read_yaml(path: Path | str) -> Any:
    """Read a YAML file, by libyaml where PyYAML has it.

    Nothing but plain data is made of it, so nothing in it is run.

    Raises
    ------
    ClaimsError
        If there is no such file, or it is no YAML, or larger than `MOST`.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        _check_depth(text)
        content = yaml.load(text, Loader=_LOADER)
        check_size(content, str(path))
    except OSError as error:
        raise ClaimsError(f"{path}: {error.strerror}") from error
    except RecursionError:
        raise ClaimsError(f"{path} is no YAML that can be read: it is nested too deeply") from None
    except ClaimsError:
        raise
    except (yaml.YAMLError, ValueError, TypeError) as error:  # TypeError: a list as a key
        raise ClaimsError(f"{path} is no YAML: {' '.join(str(error).split())}") from error
    return content


def _check_depth(text: str) -> None:
    """Raise RecursionError for a nest in which libyaml would overrun the stack of the process."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise RecursionError


def check_size(content: Any, where: str) -> None:
    """Refuse data in which a few nested aliases stand for more than `MOST`.

    Such data are small until somebody walks through them or prints them.
    """
    if _size(content, {}) > MOST:
        raise ClaimsError(
            f"{where} is too large: with each alias written out it has more than {MOST} "
            "characters and values"
        )


def _size(value: Any, known: dict[int, float]) -> float:
    if isinstance(value, str):
        return 1 + len(value)
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = math.inf  # which it is if it holds itself
        parts = chain(value, value.values()) if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(value)]
