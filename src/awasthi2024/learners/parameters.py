"""The types of parameters that these checks alone use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from annotated_types import Ge, Lt, MinLen, Predicate

from paperclaims.checks.parameters import PositiveReal, are_different


def _holds_both_ends(multiples: Sequence[float]) -> bool:
    """Require one entry of at most 0.5, and one of at least 2."""
    if min(multiples) > 0.5 or max(multiples) < 2:
        raise ValueError("must have an entry of at most 0.5 and one of at least 2")
    return True


#: Correlation of neighbours in a Markov chain.
ChainCorrelation = Annotated[float, Ge(0), Lt(1)]
#: Chains of which the table tells more; there may be none.
StrongCorrelations = Annotated[Sequence[ChainCorrelation], Predicate(are_different)]
#: Samples for each parameter: statements speak of at most a half, and of at least two.
SampleMultiples = Annotated[
    Sequence[PositiveReal], MinLen(2), Predicate(are_different), Predicate(_holds_both_ends)
]
