"""The networks of a job that is a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from sparse_activations.instances import Instance, load_instances
from sparse_activations.network_families import network_family


def read_networks(folders: Sequence[str]) -> list[Instance]:
    """Return the networks in folders, as the workflow makes them, or a few if none is named."""
    if folders:
        return [instance for folder in folders for instance in load_instances(folder)]
    return network_family("extremal").generate(
        seed=1, variables=[2, 3], copies=[1, 2], deltas=[0], dimensions=[4]
    )
