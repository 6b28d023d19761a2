"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from annotated_types import Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import NetworkShape, has
from paperclaims.checks.parameters import Natural, Positive


def _has_its_arguments(entry: Mapping[str, Any]) -> bool:
    """Require the arguments of the construction."""
    needed = {"forest": ["depth", "n"], "index": ["b"], "appendix_a": ["b", "q"]}
    return has(entry, *needed[entry["construction"]])


class NetworkClass(NetworkShape):
    """H_{n,s,k}."""

    k: Positive


class _WideNetwork(TypedDict):
    construction: Literal["forest", "index", "appendix_a"]
    k: Positive
    depth: NotRequired[Natural]
    n: NotRequired[Positive]
    b: NotRequired[Natural]
    q: NotRequired[Positive]


#: A network on many inputs: a construction and its arguments.
WideNetwork = Annotated[_WideNetwork, Predicate(_has_its_arguments)]
