"""Commands: for editors, the JSON schemas of the configuration and of a paper's registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from paperclaims.checks.configuration import config_paper, configuration_model
from paperclaims.registry.claims import Claim, Theorem
from paperclaims.registry.paper_metadata import PaperMetadata


def schemas(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return name → JSON schema: of configurations with the jobs of this one, and of the registry.

    Raises ClaimsError if the configuration names no paper.
    """
    kinds: dict[str, Any] = {
        "schema": configuration_model(config, config_paper(config)),
        "claims.schema": list[Claim],
        "theorems.schema": list[Theorem],
        "paper.schema": PaperMetadata,
    }
    return {n: TypeAdapter(k).json_schema() for n, k in kinds.items()}


def write_keys(config: Mapping[str, Any]) -> list[str]:
    """Write the schemas into the folder config, and return their files."""
    made = {f"config/{name}.json": schema for name, schema in schemas(config).items()}
    for path, schema in made.items():
        Path(path).write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return list(made)
