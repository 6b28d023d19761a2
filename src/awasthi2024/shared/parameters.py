"""The types of parameters that several topics use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Predicate
from typing_extensions import TypedDict

from paperclaims.checks.parameters import Positive, fraction


def _is_share(text: str) -> bool:
    """Require a fraction such as 63/64, at least 0 and less than 1."""
    if not 0 <= fraction(text) < 1:
        raise ValueError("must be at least 0 and less than 1")
    return True


def has(entry: Mapping[str, Any], *keys: str) -> bool:
    """Refuse an entry that lacks one of the keys."""
    missing = [key for key in keys if key not in entry]
    if missing:
        raise ValueError(f"must have {', '.join(missing)}")
    return True


Share = Annotated[str, Predicate(_is_share)]
#: n of a cube: 2^n float64 values and a transform stay within 1 GiB.
Dimension = Annotated[int, Ge(1), Le(24)]
#: n of a shared network: a table of 16 bytes for each point stays within 4 GiB.
NetworkDimension = Annotated[int, Ge(1), Le(28)]
#: n or p at which all 2^(2^n) functions are visited.
FewVariables = Annotated[int, Ge(0), Le(4)]
PowerOfTwo = Literal[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
#: Points of a certified complexity, which is a mean over all 2^m signs.
FewPoints = Annotated[int, Ge(1), Le(10)]
TruthTableKind = Literal["random", "parity"]


class NetworkShape(TypedDict):
    """Dimension and neurons of a network that is enumerated."""

    n: Positive
    s: Positive
