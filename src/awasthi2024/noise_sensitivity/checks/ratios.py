"""The comparison, of many, that is nearest to failing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any


def ratio(left: Any, right: Any) -> float:
    """Return left/right, infinite over 0, but 0 where the left-hand side is 0."""
    if left == 0:
        return 0.0
    return math.inf if right == 0 else float(left) / float(right)


def largest(sides: Iterable[tuple[Any, Any]]) -> tuple[Any, str, Any]:
    """Return the sides of the ≤ that is nearest to failing, with the relation between them."""
    left, right = max(sides, key=lambda pair: ratio(*pair))
    return left, "<=", right
