"""The data that jobs share: the networks of the network families."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from awasthi2024.shared.instances import Instance, load_instances, save_instances
from awasthi2024.shared.network_families import NETWORK_FAMILIES, network_family
from paperclaims.checks.paper import Data


def _contradiction(value: Any, where: tuple[Any, ...] = ()) -> tuple[tuple[Any, ...], str] | None:
    """Find, anywhere in the configuration, more active neurons than there are."""
    items: Iterable[tuple[Any, Any]] = enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, Mapping):
        items, (k, s) = value.items(), _sparsity(value)
        if isinstance(k, int) and isinstance(s, int) and 0 < s < k:
            place = " → ".join(map(str, where))
            return where, f"{place} must have k at most s, got k = {k} of s = {s} neurons"
    contradictions = (_contradiction(item, (*where, key)) for key, item in items)
    return next(filter(None, contradictions), None)


def _sparsity(section: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the k and s of a section at which k − s is largest."""
    k, s = section.get("k", section.get("active", 0)), section.get("s", 0)
    neurons, sparsities = section.get("neurons"), section.get("sparsities")
    if isinstance(neurons, list) and neurons and sparsities:
        # Lists of a network family vary one at a time around their first entries.
        pairs = (max(sparsities), neurons[0]), (sparsities[0], min(neurons))
        k, s = max(pairs, key=lambda pair: pair[0] - pair[1])
    elif isinstance(neurons, int):
        k, s = max(sparsities or [k]), neurons
    return k, s


def _generate(name: str, seed: int, arguments: Mapping[str, Any]) -> list[Instance]:
    """Return a family's networks; their parameters have the order of the tables' columns."""
    generated = network_family(name).generate(seed=seed, **arguments)
    return [one._replace(parameters=dict(sorted(one.parameters.items()))) for one in generated]


def data() -> Data:
    """Return what the jobs share: a kind for each network family."""
    return Data(
        section="networks",
        key="network_families",
        kinds={name: family.networks for name, family in NETWORK_FAMILIES.items()},
        all=[name for name, family in NETWORK_FAMILIES.items() if family.always_sparse],
        generate=_generate,
        save=save_instances,
        load=load_instances,
        contradiction=_contradiction,
    )
