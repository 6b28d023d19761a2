"""Schemas of the configuration and the claims files for editors, and a line on each key."""

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
from paperclaims.reporting.markdown import table

#: For editors: the schemas of the configuration and of the claims files.
SCHEMA = "config/schema.json"
REGISTRY_SCHEMAS = "config/{}.schema.json"
#: In words, in a project that has this guide; its menu must name the page.
KEYS = "config/README.md"

_OPENING = """\
# The configuration

`config/config.yaml` is the full run; its values are the defaults below. Your own file contains only
the keys that differ. Lists are replaced, not merged. Name other folders in your file, so that your
run does not overwrite the full run.

```sh
snakemake --cores all --configfile mine.yaml
```

Each section is named after a topic. Its entries are jobs, each with the arguments of a check, whose
docstring explains the job. Every value is validated before anything runs. `paperclaims keys`
writes this file, and next to it the schemas by which an editor completes and checks keys.

A key of one job is named as `job.key`.
"""


def write_keys(configuration: Path) -> list[str]:
    """Write the schemas for editors, and rewrite the guide if the project has one.

    Return the files. Raises ClaimsError if the configuration names no paper.
    """
    config = read_yaml(configuration)
    texts = {SCHEMA: keys_schema(config)}
    texts |= {REGISTRY_SCHEMAS.format(name): text for name, text in registry_schemas().items()}
    if Path(KEYS).is_file():
        texts |= {KEYS: describe_keys(config)}
    for path, text in texts.items():
        Path(path).write_text(text, encoding="utf-8")
    return list(texts)


class _Untitled(GenerateJsonSchema):
    """A schema in which keys have no titles, which would repeat them."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def keys_schema(config: Mapping[str, Any]) -> str:
    """Return the JSON schema of whole configurations with the jobs that this one has.

    Raises ClaimsError if the configuration names no paper.
    """
    model = configuration_model(config, config_paper(config))
    schema = model.model_json_schema(schema_generator=_Untitled)
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def registry_schemas() -> dict[str, str]:
    """Return the JSON schema of each file of a paper's registry."""
    kinds: dict[str, Any] = {
        "claims": list[Claim],
        "theorems": list[Theorem],
        "paper": PaperMetadata,
    }
    schemas = {
        name: TypeAdapter(kind).json_schema(schema_generator=_Untitled)
        for name, kind in kinds.items()
    }
    return {
        name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


#: The meanings of keys that every paper has, unless its keys.yaml defines them.
_EVERY_PAPER = {
    "paper": "the package with the paper's claims and checks",
    "seed": "the random seed; each job adds its own name",
    "results": "the folder for tables, records, notebooks and pages",
    "figures": "the folder for figures",
    "error_budget": "the largest probability that any statistical verdict is wrong",
    "strict": "true if the run stops at a missing entry of the claims files, or at an unrefuted "
    "line that is marked as failing",
    "error_share": "the weight of the job in the error budget",
    "check": "the check that the job calls, if the names differ",
}


def describe_keys(config: Mapping[str, Any]) -> str:
    """Return the guide to the keys of a configuration, in Markdown.

    A check's docstring defines the check's own keys, each in a sentence that begins with the key
    in backticks, or else in a sentence that contains it. keys.yaml defines all other keys.

    Raises ClaimsError if the configuration names no paper, or a key is defined nowhere.
    """
    paper = config_paper(config)
    path = Path(paper.folder) / "keys.yaml"
    shared: dict[str, str] = _EVERY_PAPER | (read_yaml(path) if path.is_file() else {})
    model = configuration_model(config, paper)
    types = {key: field.annotation for key, field in model.model_fields.items()}
    sections = {key: _fields(kind) for key, kind in types.items() if _fields(kind)}
    single = {key: shared.get(key) for key in types if key not in sections}
    head = ["Key", "Meaning"]
    used: set[str] = set()
    tables = []
    for section, jobs in sections.items():
        rows: list[list[str]] = []
        for job, arguments in jobs.items():
            text = _docstring(paper, section, job, config)
            found = {key: _definition(text, key) for key in _fields(arguments)}
            own = {
                key: says or _mention(text, key)
                for key, says in found.items()
                if says or key not in shared
            }
            used |= set(found) - set(own)
            rows += _rows(own, f"{job}.")
        if rows:
            tables += [f"## {section}", table(head, rows)]
    parts = [_OPENING, "## Keys of the run", table(head, _rows(single))]
    common = {key: says for key, says in shared.items() if key in used}
    if common:
        parts += ["## Keys of many checks", table(head, _rows(common))]
    return "\n\n".join(part.rstrip() for part in [*parts, *tables]) + "\n"


def _docstring(paper: Paper, section: str, job: str, config: Mapping[str, Any]) -> str:
    """Return in a line the docstring of a job's check, or of what makes shared data of a kind."""
    if paper.data and section == paper.data.section:
        made = paper.data.kinds[job]
    else:
        made = paper.checks(section)[config[section][job].get("check", job)]
    return " ".join((inspect.getdoc(made) or job).partition("\n\nRaises\n")[0].split())


def _definition(text: str, key: str) -> str | None:
    """Return what a docstring's sentence that begins with a key says the key is."""
    found = re.search(rf"(?:^|[.;] )`{key}` (?:is|are) (.*?)[.;](?= |$)", text)
    return found[1] if found else None


def _mention(text: str, key: str) -> str | None:
    """Return the first sentence of a docstring that contains a key."""
    parts = [part for part in re.split(r"(?<=[.;]) ", text) if key in part]
    return parts[0].rstrip(".;") if parts else None


def _rows(meanings: Mapping[str, str | None], job: str = "") -> list[list[str]]:
    """Return the rows of a table of keys; keys of one meaning share a row.

    `job` is written before each key.
    """
    missing = [key for key, says in meanings.items() if not says]
    if missing:
        raise ClaimsError(f"neither keys.yaml nor a docstring explains {', '.join(missing)}")
    rows: dict[str, list[str]] = {}
    for key, says in meanings.items():
        rows.setdefault(str(says), []).append(f"`{job}{key}`")
    return [[", ".join(keys), says.replace("|", "\\|")] for says, keys in rows.items()]


def _fields(kind: Any) -> dict[str, Any]:
    """Return the keys of a type that is a mapping of known keys, and their types."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {key: field.annotation for key, field in kind.model_fields.items()}
    return get_type_hints(kind, include_extras=True) if is_typeddict(kind) else {}
