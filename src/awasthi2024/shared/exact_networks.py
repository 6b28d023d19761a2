"""Networks whose values are exact."""

from __future__ import annotations

import numpy as np

from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork


def require_exact(network: SparseReLUNetwork) -> None:
    """Raise InexactError unless the network's values are exact."""
    if not network.is_exact():
        raise InexactError(f"{network} has weights that float64 does not add exactly")


def exact_values(network: SparseReLUNetwork) -> np.ndarray:
    """Return the network's values on the cube; InexactError unless they are exact."""
    require_exact(network)
    return network.values()
