"""What each key of a configuration may be: config/README.md in words, a schema for editors."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import yaml
from annotated_types import Ge, Gt, Le, Len, Lt, MinLen, Predicate
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import is_typeddict

from claimcheck.checks.configuration import config_paper, configuration_model
from claimcheck.checks.paper import Paper
from claimcheck.registry.claims import Claim, Theorem
from claimcheck.registry.paper_metadata import PaperMetadata

#: Beside config.yaml, in each project.
KEYS = "config/README.md"
SCHEMA = "config/schema.json"
#: What the files of a paper's package may say: in words, and for editors.
REGISTRY = "config/registry.md"
REGISTRY_SCHEMAS = "config/{}.schema.json"

_BASES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
_OPENING = """\
# The keys of a configuration

This file is written by `claimcheck keys` from the signatures of the checks.

`config.yaml` is the full run. Any other file is laid over it: it has only the keys that differ,
and a list replaces a list. `snakemake --cores all --configfile FILE` runs it, and every value is
checked before anything runs. A section named like a topic has a job for each of its entries, with
the arguments of its check.
"""

_REGISTRY_OPENING = """\
# The keys of a paper's registry

This file is written by `claimcheck keys` from the models that read the files. A paper's package
has `paper.yaml`, a folder with `claims.yaml` for each topic and, where it has theorems that are
not the paper's, `theorems.yaml`. An unknown key is an error, which names the file, the line and
the nearest known key.
"""


def write_keys(path: Path, schema: Path, configuration: Path) -> None:
    """Write the text on the keys of a configuration, and their JSON schema.

    Raises
    ------
    ClaimsError
        If the configuration names no paper.
    """
    config = yaml.safe_load(configuration.read_text(encoding="utf-8"))
    path.write_text(describe_keys(config), encoding="utf-8")
    schema.write_text(keys_schema(config), encoding="utf-8")
    Path(REGISTRY).write_text(describe_registry(), encoding="utf-8")
    for name, text in registry_schemas().items():
        Path(REGISTRY_SCHEMAS.format(name)).write_text(text, encoding="utf-8")


class _Untitled(GenerateJsonSchema):
    """A schema in which keys have no titles, which would repeat them."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def keys_schema(config: Mapping[str, Any]) -> str:
    """Return the JSON schema of whole configurations with the jobs that this one has.

    Raises
    ------
    ClaimsError
        If the configuration names no paper.
    """
    model = configuration_model(config, config_paper(config))
    schema = model.model_json_schema(schema_generator=_Untitled)
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


#: Each file of the registry, and what it is made of.
_REGISTRY: dict[str, tuple[str, Any]] = {
    "claims": ("a list of claims", list[Claim]),
    "theorems": ("a list of theorems that are ours", list[Theorem]),
    "paper": ("what pages say of the paper", PaperMetadata),
}


def registry_schemas() -> dict[str, str]:
    """Return the JSON schema of each file of a paper's registry."""
    schemas = {
        name: TypeAdapter(kind).json_schema(schema_generator=_Untitled)
        for name, (_, kind) in _REGISTRY.items()
    }
    return {
        name: json.dumps(one, indent=1, ensure_ascii=False) + "\n" for name, one in schemas.items()
    }


def describe_registry() -> str:
    """Return the text on the keys of a paper's registry, in Markdown."""
    parts = [_REGISTRY_OPENING.rstrip()]
    for name, (what, kind) in _REGISTRY.items():
        schema = TypeAdapter(kind).json_schema(schema_generator=_Untitled)
        models = schema.get("$defs", {})
        root = schema["items"]["$ref"].split("/")[-1] if "items" in schema else ""
        others = [models[title] for title in sorted(models) if title != root]
        parts.append(f"## {name}.yaml\n\nThe file is {what}.")
        for model in [models.get(root, schema), *others]:
            needed = model.get("required", [])
            rows = [
                f"| `{key}` | {_schema_words(said)} | {'yes' if key in needed else ''} "
                f"| {' '.join(said.get('description', '').split())} |"
                for key, said in model["properties"].items()
            ]
            head = ["| Key | What it may be | Needed | What it says |", "| --- " * 4 + "|"]
            parts.append(f"### {model['title']}\n\n{model['description']}")
            parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts) + "\n"


def _schema_words(said: Mapping[str, Any]) -> str:
    """Return in words what a JSON schema allows."""
    if "enum" in said:
        return "one of " + ", ".join(f"`{word}`" for word in said["enum"] if word)
    if "$ref" in said:
        return f"as in {said['$ref'].split('/')[-1]}"
    if said.get("type") == "array":
        return f"a list, each entry {_schema_words(said['items'])}"
    if said.get("type") == "object":
        return f"a mapping of names, each value {_schema_words(said['additionalProperties'])}"
    words = {"string": "a text", "boolean": "true or false"}
    return words.get(str(said.get("type")), "anything")


def describe_keys(config: Mapping[str, Any]) -> str:
    """Return the text on the keys of a configuration, in Markdown.

    Raises
    ------
    ClaimsError
        If the configuration names no paper.
    """
    paper = config_paper(config)
    model = configuration_model(config, paper)
    kinds = {key: _kind(field) for key, field in model.model_fields.items()}
    single = {key: kind for key, kind in kinds.items() if not _fields(kind)}
    parts = [_OPENING, "\n".join(_table(single))]
    for section, kind in kinds.items():
        if section in single:
            continue
        parts.append(f"## {section}")
        for job, arguments in _fields(kind).items():
            said = _first_line(paper, section, job, config)
            parts.append(f"**{job}**" + (f": {said}" if said else ""))
            parts.append("\n".join(_table(_fields(arguments))))
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def _first_line(paper: Paper, section: str, job: str, config: Mapping[str, Any]) -> str:
    """Return the sentence on a job's check, or on what makes shared data of a kind."""
    if paper.data and section == paper.data.section:
        made = paper.data.kinds[job]
    else:
        name = config[section][job].get("check", job)
        made = paper.checks(section)[name]
    return (inspect.getdoc(made) or "").split("\n\n")[0].replace("\n", " ")


def _table(kinds: Mapping[str, Any]) -> Iterator[str]:
    if not kinds:
        return
    yield "| Key | What it may be |"
    yield "| --- | --- |"
    for key, kind in kinds.items():
        yield f"| `{key}` | {describe(kind).replace('|', chr(92) + '|')} |"


def describe(kind: Any) -> str:
    """Return in words which values a type of a parameter allows."""
    limits = [text for limit in getattr(kind, "__metadata__", ()) for text in _limit(limit)]
    if limits:
        kind = get_args(kind)[0]
    origin, within = get_origin(kind), get_args(kind)
    if origin in (Sequence, list):
        return ", ".join(["a list", *limits]) + f"; each entry is {describe(within[0])}"
    if limits:
        return ", ".join([describe(kind), *limits])
    if origin is NotRequired:
        return f"{describe(within[0])} (may be left out)"
    if origin is Literal:
        return "one of " + ", ".join(f"`{value}`" for value in within)
    if origin in (Mapping, dict):
        return f"a mapping; each key is {describe(within[0])}, each value {describe(within[1])}"
    if fields := _fields(kind):
        inner = "; ".join(f"`{key}`, {describe(value)}" for key, value in fields.items())
        return f"a mapping of {inner}"
    return _BASES.get(kind, "a list of names, or `all`")


def _limit(limit: Any) -> Iterator[str]:
    """Yield what an annotation asks of a value besides its type."""
    words = {Ge: "at least", Gt: "more than", Le: "at most", Lt: "less than"}
    if type(limit) in words:
        yield f"{words[type(limit)]} {getattr(limit, type(limit).__name__.lower()):g}"
    elif isinstance(limit, MinLen):
        yield f"at least {limit.min_length} long" if limit.min_length > 1 else "not empty"
    elif isinstance(limit, Len):
        yield f"{limit.min_length} long"
    elif isinstance(limit, Predicate):
        said = inspect.getdoc(limit.func) or limit.func.__name__
        yield said.removeprefix("Require ").rstrip(".")


def _kind(field: Any) -> Any:
    """Return a field's type with its limits, which pydantic keeps apart."""
    return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation


def _fields(kind: Any) -> dict[str, Any]:
    """Return the keys of a type that is a mapping of known keys, and their types."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {key: _kind(field) for key, field in kind.model_fields.items()}
    return get_type_hints(kind, include_extras=True) if is_typeddict(kind) else {}
