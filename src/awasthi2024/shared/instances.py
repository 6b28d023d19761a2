"""Networks with what is known of them, and their folders: an .npz file each, under an index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sparseact.network import SparseReLUNetwork


class Instance(NamedTuple):
    """A network with what is known of it."""

    name: str  # unique in its network family; letters, digits, hyphens and dots
    family: str
    parameters: dict[str, Any]  # JSON scalars; always with n and s
    network: SparseReLUNetwork
    k: int  # no input activates more neurons


def save_instances(folder: Path | str, instances: Sequence[Instance]) -> None:
    """Write index.json and an .npz file a network; the same instances give the same bytes."""
    folder = Path(folder)
    names = [instance.name for instance in instances]
    if len(set(names)) != len(names):
        raise ValueError(f"{folder}: two instances have the same name")
    folder.mkdir(parents=True, exist_ok=True)
    index = [
        {
            "name": instance.name,
            "family": instance.family,
            "parameters": instance.parameters,
            "k": instance.k,
        }
        for instance in instances
    ]
    for instance in instances:
        instance.network.save(folder / f"{instance.name}.npz")
    text = json.dumps(index, indent=1, sort_keys=True, allow_nan=False)
    (folder / "index.json").write_text(text + "\n", encoding="utf-8")


def load_instances(folder: Path | str) -> list[Instance]:
    """Read what `save_instances` wrote, in the same order; ValueError if it is damaged."""
    folder = Path(folder)
    path = folder / "index.json"
    if not path.is_file():
        raise ValueError(f"{folder} holds no index.json, so it is not a folder of networks")
    try:
        return [
            Instance(
                entry["name"],
                entry["family"],
                entry["parameters"],
                SparseReLUNetwork.load(folder / f"{entry['name']}.npz"),
                entry["k"],
            )
            for entry in json.loads(path.read_text(encoding="utf-8"))
        ]
    except (json.JSONDecodeError, KeyError, TypeError, FileNotFoundError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete the folder and rerun") from error
