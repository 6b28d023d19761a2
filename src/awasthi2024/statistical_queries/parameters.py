"""The types of parameters that only these checks use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from annotated_types import Ge, Le, Predicate
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import has
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal


def _has_its_rate(game: Mapping[str, Any]) -> bool:
    """Require a `rate` of the learner `gradient`."""
    return has(game, *(["rate"] if game["learner"] == "gradient" else []))


#: m of an oracle, which keeps all 2^m parities.
OracleDimension = Annotated[int, Ge(1), Le(20)]
LearnerName = Literal["characters", "blocks", "low degree", "gradient"]


class _QueryGame(TypedDict):
    learner: LearnerName
    dimensions: NonEmpty[OracleDimension]
    tolerances: NonEmpty[PositiveReal]
    rate: NotRequired[PositiveReal]
    six: NotRequired[bool]
    loss: NotRequired[Literal["classification", "squared"]]
    repeats: NotRequired[Positive]


class _LiftedGame(TypedDict):
    learner: LearnerName
    dimensions: NonEmpty[OracleDimension]
    rate: NotRequired[PositiveReal]
    repeats: NotRequired[Positive]


class QueryClass(TypedDict):
    """Sizes of a class, with W = β√p, and a loss ε, a fraction such as 19/10, with p below D."""

    n: Annotated[int, Ge(1), Le(12)]
    p: Positive
    k: Positive
    beta: PositiveReal
    epsilon: str


#: 4, 8, 16, …: uniform bits are uniform residues.
PowerOfTwo = Annotated[int, Ge(4), Predicate(lambda q: q & (q - 1) == 0)]


class ErrorsCase(TypedDict):
    """A modulus, and the length and the largest entry of the secrets; q^m vectors are taken."""

    q: PowerOfTwo
    m: Positive
    beta: Positive


class RoundedCase(TypedDict):
    """Moduli q and p, and the length of the secrets; all q^m secrets and vectors are taken."""

    q: PowerOfTwo
    p: Positive
    m: Positive


class DenseGame(TypedDict):
    """A game at the job's dimensions; its learners draw nothing."""

    learner: Literal["characters", "blocks", "low degree"]
    tolerances: NonEmpty[PositiveReal]


#: A learner and the oracles that it plays against; that by gradients needs a rate.
QueryGame = Annotated[_QueryGame, Predicate(_has_its_rate)]
LiftedGame = Annotated[_LiftedGame, Predicate(_has_its_rate)]
