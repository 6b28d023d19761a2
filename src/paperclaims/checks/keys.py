"""Document the keys of a configuration: config/README.md as a guide, a schema for editors."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import is_typeddict

from paperclaims.checks.configuration import config_paper, configuration_model
from paperclaims.checks.paper import Paper
from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim, Theorem
from paperclaims.registry.paper_metadata import PaperMetadata
from paperclaims.registry.yaml_files import read_yaml

#: In each project, where config.yaml is.
KEYS = "config/README.md"
SCHEMA = "config/schema.json"
#: The documents on the claims files: in words, and for editors.
REGISTRY = "config/registry.md"
REGISTRY_SCHEMAS = "config/{}.schema.json"

_OPENING = """\
# The configuration

`config/config.yaml` is the full run. Your own file contains only the keys that differ, and is
merged with it. Lists are replaced, not merged. Name other folders in your file, so that your run
does not overwrite the full run.

```sh
snakemake --cores all --configfile mine.yaml
```

Each section is named after a topic. Each of its entries is a job, with the arguments of a check.
Every value is validated before anything runs. `config/schema.json` defines the allowed values, for
editors. `paperclaims keys` generates both files from the checks.
"""

_REGISTRY_OPENING = """\
# The keys of the claims files

`paperclaims keys` generates this file from the models that read the claims files. A paper's package
contains `paper.yaml`, a folder with `claims.yaml` for each topic, and `theorems.yaml` for new
theorems. An unknown key is an error: the message contains the file, the line and the nearest known
key.
"""


def write_keys(path: Path, schema: Path, configuration: Path) -> None:
    """Write the text on the keys of a configuration, and their JSON schema.

    Raises
    ------
    ClaimsError
        If the configuration names no paper.
    """
    config = read_yaml(configuration)
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


#: The content of each claims file, and its model.
_REGISTRY: dict[str, tuple[str, Any]] = {
    "claims": ("a list of claims", list[Claim]),
    "theorems": ("a list of new theorems, which are not in the paper", list[Theorem]),
    "paper": ("a mapping of texts about the paper", PaperMetadata),
}


def registry_schemas() -> dict[str, str]:
    """Return the JSON schema of each file of a paper's registry."""
    schemas = {
        name: TypeAdapter(kind).json_schema(schema_generator=_Untitled)
        for name, (_, kind) in _REGISTRY.items()
    }
    return {
        name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
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
                f"| `{key}` | {_schema_words(field)} | {'yes' if key in needed else ''} "
                f"| {' '.join(field.get('description', '').split())} |"
                for key, field in model["properties"].items()
            ]
            head = ["| Key | Type | Required | Meaning |", "| --- " * 4 + "|"]
            parts.append(f"### {model['title']}\n\n{model['description']}")
            parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts) + "\n"


def _schema_words(schema: Mapping[str, Any]) -> str:
    """Return the type that a JSON schema describes, in words."""
    if "enum" in schema:
        return "one of " + ", ".join(f"`{word}`" for word in schema["enum"] if word)
    if "$ref" in schema:
        return f"as in {schema['$ref'].split('/')[-1]}"
    if schema.get("type") == "array":
        return f"a list, each entry {_schema_words(schema['items'])}"
    if schema.get("type") == "object":
        return f"a mapping of names, each value {_schema_words(schema['additionalProperties'])}"
    words = {"string": "text", "boolean": "true or false"}
    return words.get(str(schema.get("type")), "anything")


#: The meanings of keys that every paper has, unless its keys.yaml defines them.
_EVERY_PAPER = {
    "paper": "the package with the paper's claims and checks",
    "seed": "the number from which each job draws",
    "results": "the folder of the run's results",
    "figures": "the folder of the run's figures",
    "error_budget": "the largest probability that any statistical verdict of the run is wrong",
    "strict": "true if the run must fail when an entry of the claims files is missing, or when no "
    "instance refutes a proof line that is marked as failing",
    "error_share": "the weight of this job in the error budget",
}


def describe_keys(config: Mapping[str, Any]) -> str:
    """Return the guide to the keys of a configuration, in Markdown.

    The meanings come from the paper's keys.yaml, or else from the docstrings of the checks.

    Raises
    ------
    ClaimsError
        If the configuration names no paper, or a key is explained nowhere.
    """
    paper = config_paper(config)
    path = Path(paper.folder) / "keys.yaml"
    shared: dict[str, str] = read_yaml(path) if path.is_file() else {}
    shared |= {key: says for key, says in _EVERY_PAPER.items() if key not in shared}
    model = configuration_model(config, paper)
    types = {key: field.annotation for key, field in model.model_fields.items()}
    sections = {key: _fields(kind) for key, kind in types.items() if _fields(kind)}
    used = {key for jobs in sections.values() for kind in jobs.values() for key in _fields(kind)}
    single = [key for key in types if key not in sections]
    parts = [_OPENING, "## Keys of the run", _listed({key: shared.get(key) for key in single})]
    common = {key: says for key, says in shared.items() if key in used}
    if common:
        parts += ["## Keys of many checks", _listed(common)]
    for section, jobs in sections.items():
        parts.append(f"## {section}")
        for job, arguments in jobs.items():
            text = _docstring(paper, section, job, config)
            own = [key for key in _fields(arguments) if key not in shared]
            first = text.partition(". ")[0].rstrip(".")
            parts.append(f"**{job}**: {first}.")
            if own:
                parts.append(_listed({key: _sentence(text, key) for key in own}))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _docstring(paper: Paper, section: str, job: str, config: Mapping[str, Any]) -> str:
    """Return in a line the docstring of a job's check, or of what makes shared data of a kind."""
    if paper.data and section == paper.data.section:
        made = paper.data.kinds[job]
    else:
        made = paper.checks(section)[config[section][job].get("check", job)]
    return " ".join((inspect.getdoc(made) or job).partition("\n\nRaises\n")[0].split())


def _sentence(text: str, key: str) -> str | None:
    """Return the sentence of a docstring that explains a key."""
    parts = re.split(r"(?<=[.;]) ", text)
    named = [part for name in (f"`{key}`", key) for part in parts if name in part]
    return re.sub(rf"^`{key}` (is|are) ", "", named[0]).rstrip(".;") if named else None


def _listed(meanings: Mapping[str, str | None]) -> str:
    """Return a list of keys with their meanings; keys that one sentence explains share a line."""
    missing = [key for key, says in meanings.items() if not says]
    if missing:
        raise ClaimsError(f"neither keys.yaml nor a docstring explains {', '.join(missing)}")
    lines: dict[str, list[str]] = {}
    for key, says in meanings.items():
        lines.setdefault(str(says), []).append(f"`{key}`")
    return "\n".join(f"- {', '.join(keys)}: {says}" for says, keys in lines.items())


def _fields(kind: Any) -> dict[str, Any]:
    """Return the keys of a type that is a mapping of known keys, and their types."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {key: field.annotation for key, field in kind.model_fields.items()}
    return get_type_hints(kind, include_extras=True) if is_typeddict(kind) else {}
