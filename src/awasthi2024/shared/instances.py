"""Networks with what is known of them, and their folders: an .npz file each, under an index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
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
    scale: tuple[Fraction, ...] = ()  # W² and B², if the construction states them


def save_instances(folder: Path | str, instances: Sequence[Instance]) -> None:
    """Write index.json and an .npz file a network; the same instances give the same bytes."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if len({instance.name for instance in instances}) != len(instances):
        raise ValueError(f"{folder}: two instances have the same name")
    index = []
    for instance in instances:
        instance.network.save(folder / f"{instance.name}.npz")
        scale = [str(square) for square in instance.scale]
        index.append({**instance._asdict(), "network": f"{instance.name}.npz", "scale": scale})
    text = json.dumps(index, indent=1, sort_keys=True, allow_nan=False)
    (folder / "index.json").write_text(text + "\n", encoding="utf-8")


def load_instances(folder: Path | str) -> list[Instance]:
    """Read what `save_instances` wrote, in the same order; ValueError if it is damaged."""
    path = Path(folder, "index.json")
    if not path.is_file():
        raise ValueError(f"{folder} holds no index.json, so it is not a folder of networks")
    try:
        instances = []
        for entry in json.loads(path.read_text(encoding="utf-8")):
            entry["network"] = SparseReLUNetwork.load(Path(folder, entry["network"]))
            entry["scale"] = tuple(map(Fraction, entry["scale"]))
            instances.append(Instance(**entry))
    except (json.JSONDecodeError, KeyError, TypeError, FileNotFoundError) as error:
        raise ValueError(f"{path} is damaged: {error}; delete the folder and rerun") from error
    return instances
