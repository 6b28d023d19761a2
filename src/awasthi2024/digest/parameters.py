"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Lt, Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.parameters import NonEmpty, Positive, are_different


def _reads_at_most_all(target: Mapping[str, Any]) -> bool:
    """Require `p` at most `n`."""
    if target["p"] > target["n"]:
        raise ValueError("must have p at most n")
    return True


#: Correlation of neighbours in a Markov chain.
ChainCorrelation = Annotated[float, Ge(0), Lt(1)]
#: Chains that are only in the table; the list may be empty.
StrongCorrelations = Annotated[Sequence[ChainCorrelation], Predicate(are_different)]
#: Hidden layers of a network with integer weights.
SmallDepth = Annotated[int, Ge(1), Le(4)]


class DeepShape(TypedDict):
    """Inputs of a deep network, and the number of neurons of each hidden layer."""

    n: Annotated[int, Ge(1), Le(10)]
    widths: NonEmpty[Positive]


class _QueriedTarget(TypedDict):
    kind: Literal["parity", "noisy parity", "junta", "forest"]
    n: Dimension
    p: Annotated[int, Ge(1), Le(8)]


#: A member of the class that answers queries: a parity or a junta of p of n variables, or two
#: trees of depth p.
QueriedTarget = Annotated[_QueriedTarget, Predicate(_reads_at_most_all)]
