"""Networks with what is known of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from sparseact.network import SparseReLUNetwork


class Instance(NamedTuple):
    """A network with what is known of it."""

    name: str  # unique in its network family; letters, digits, hyphens and dots
    family: str
    parameters: dict[str, Any]  # JSON scalars; always with n and s
    network: SparseReLUNetwork
    k: int  # no input activates more neurons
