"""The types of a job's parameters: what a configuration may say, in the signatures of the checks.

An annotation says which values are allowed, and `sparseact.configuration` holds
a configuration against it. It reads annotations as text and looks their names up
here, so that every name they use must be here; nothing heavy is imported.

This file is long because one place must have the names of all claim families.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, NotRequired, TypeVar

from annotated_types import Ge, Gt, Le, Len, Lt, MinLen, Predicate
from typing_extensions import TypedDict

T = TypeVar("T")


# -------------------------------------------------------------- conditions
# Each returns True, or refuses a value by a ValueError that says what is allowed.


def _are_different(values: Sequence[Any]) -> bool:
    if len(set(values)) < len(values):
        raise ValueError("its entries must differ")
    return True


def _fraction(text: str) -> Fraction:
    try:
        if "." in text or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError("it must be a fraction such as 63/64") from None


def _is_correlation(text: str) -> bool:
    if not -1 <= _fraction(text) <= 1:
        raise ValueError("it must be at least -1 and at most 1")
    return True


def _is_below_one(text: str) -> bool:
    if not -1 <= _fraction(text) < 1:
        raise ValueError("it must be at least -1 and less than 1")
    return True


def _is_share(text: str) -> bool:
    if not 0 <= _fraction(text) < 1:
        raise ValueError("it must be at least 0 and less than 1")
    return True


def _is_cloud(pair: Sequence[int]) -> bool:
    if pair[0] > 3 or pair[1] > 8:
        raise ValueError("it must be at most 3 dimensions and at most 8 points")
    return True


def _has_active_at_most(pair: Sequence[int]) -> bool:
    if pair[1] > pair[0]:
        raise ValueError("k must be at most s")
    return True


def _holds_both_ends(multiples: Sequence[float]) -> bool:
    if min(multiples) > 0.5 or max(multiples) < 2:
        raise ValueError("one entry must be at most 0.5, and one at least 2")
    return True


def _holds_more_than_64(losses: Sequence[int]) -> bool:
    if max(losses) <= 64:
        raise ValueError("one entry must be more than 64")
    return True


def _is_nontrivial(climb: Mapping[str, Any]) -> bool:
    if climb["m"] * climb["k"] <= climb["s"]:
        raise ValueError("m must be more than s/k")
    return True


def _holds_several_active(cells: Sequence[Mapping[str, Any]]) -> bool:
    if not any(cell["target"] == "forest" and cell["k"] > 1 for cell in cells):
        raise ValueError("one forest must have a k of at least 2")
    return True


def _has(entry: Mapping[str, Any], *keys: str) -> bool:
    missing = [key for key in keys if key not in entry]
    if missing:
        raise ValueError(f"it must have {', '.join(missing)}")
    return True


def _has_its_arguments(entry: Mapping[str, Any]) -> bool:
    needed = {"forest": ["depth", "n"], "index": ["b"], "appendix_a": ["b", "q"]}
    return _has(entry, *needed[entry["construction"]])


def _has_a_loss(setting: Mapping[str, Any]) -> bool:
    return _has(setting, *([] if "epsilon" in setting else "skWB"))


def _has_its_rate(game: Mapping[str, Any]) -> bool:
    return _has(game, *(["rate"] if game["learner"] == "gradient" else []))


# ------------------------------------------------------------------ numbers

Natural = Annotated[int, Ge(0)]
Positive = Annotated[int, Ge(1)]
Several = Annotated[int, Ge(2)]
NonNegative = Annotated[float, Ge(0)]
PositiveReal = Annotated[float, Gt(0)]
AtLeastOne = Annotated[float, Ge(1)]
Probability = Annotated[float, Ge(0), Le(1)]
#: Strictly between 0 and 1.
OpenProbability = Annotated[float, Gt(0), Lt(1)]
BelowHalf = Annotated[float, Gt(0), Lt(0.5)]
#: Correlation of neighbours in a Markov chain.
ChainCorrelation = Annotated[float, Ge(0), Lt(1)]
#: The registry's 1 % of the variance.
OnePercent = Annotated[float, Ge(0.01), Le(0.01)]
#: A fraction as text, such as "63/64": a correlation, one at which 1 − ρ is positive,
#: and one at which ρ is not negative either.
Correlation = Annotated[str, Predicate(_is_correlation)]
CorrelationBelowOne = Annotated[str, Predicate(_is_below_one)]
Share = Annotated[str, Predicate(_is_share)]

#: n of a cube: 2^n float64 values and a transform stay within 1 GiB.
Dimension = Annotated[int, Ge(1), Le(24)]
#: m of an oracle, which keeps all 2^m parities.
OracleDimension = Annotated[int, Ge(1), Le(20)]
#: n or p at which all 2^(2^n) functions are visited.
FewVariables = Annotated[int, Ge(0), Le(4)]
#: b of Index_b, on b + 2^b coordinates.
AddressBits = Annotated[int, Ge(0), Le(4)]
#: Numbers with square roots that are powers of two, or integers.
PowerOfFour = Literal[1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]
PerfectSquare = Literal[1, 4, 9, 16, 25, 36]
PowerOfTwo = Literal[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
#: Points of a certified complexity, which is a mean over all 2^m signs.
FewPoints = Annotated[int, Ge(1), Le(10)]
#: e of δ = 2^−e, below ½ and above 0 in float64.
DeltaExponent = Annotated[int, Ge(2), Le(1000)]

# -------------------------------------------------------------------- lists

NonEmpty = Annotated[Sequence[T], MinLen(1)]
Distinct = Annotated[Sequence[T], MinLen(1), Predicate(_are_different)]
Pair = Annotated[Sequence[T], Len(2, 2)]
Triple = Annotated[Sequence[T], Len(3, 3)]
#: s and k.
Sparsity = Annotated[Sequence[Positive], Len(2, 2), Predicate(_has_active_at_most)]

# -------------------------------------------------------------------- names

TableKind = Literal["random", "parity"]
DistributionName = Literal["uniform", "product", "markov", "mixture"]
CloudKind = Literal["sphere", "gaussian", "cube", "orthonormal", "equicorrelated", "repeated"]


# ------------------------------------------------------- a run, and its grid


class Run(TypedDict):
    """What a configuration says besides networks and jobs."""

    seed: Natural
    results: Annotated[str, MinLen(1)]
    figures: Annotated[str, MinLen(1)]
    error_budget: Annotated[float, Gt(0), Le(0.001)]


class GridTargets(TypedDict):
    """For each kind of target, whether the learner is told k."""

    tree: NotRequired[Distinct[bool]]
    junta: NotRequired[Distinct[bool]]
    forest: NotRequired[Distinct[bool]]
    appendix_a: NotRequired[Distinct[bool]]


class LiftedParitySize(TypedDict):
    """Inputs and neurons of a lifted parity."""

    inputs: Literal[4, 9, 16, 25, 36, 49, 64]
    neurons: Annotated[int, Ge(1), Le(5)]


class GridLiftedParity(TypedDict):
    """The lifted parities of the grid."""

    told: Distinct[bool]
    sizes: Sequence[LiftedParitySize]


class LearnerGrid(TypedDict):
    """The configuration of the learner's grid."""

    seed: Natural
    seeds: Positive
    samples: Positive
    test_points: Positive
    starts: Positive
    steps: Positive
    distributions: Distinct[DistributionName]
    inputs: Distinct[Annotated[int, Ge(6)]]
    neurons: Distinct[Literal[4, 8, 16, 32]]
    targets: Annotated[GridTargets, MinLen(1)]
    lifted_parity: GridLiftedParity


# ------------------------------------------- entries of lists, by claim family


class NetworkShape(TypedDict):
    """Dimension and neurons of a network that is enumerated."""

    n: Positive
    s: Positive


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


class ParitySweep(TypedDict):
    """Parities of p of n variables, for each n."""

    p: Natural
    dimensions: NonEmpty[Dimension]


class RandomHalfspaces(TypedDict):
    """Halfspaces of random integer weights."""

    dimensions: NonEmpty[Dimension]
    count: Positive
    largest_weight: Natural


class HalfspaceSearch(TypedDict):
    """A hill climb over integer weights."""

    dimensions: NonEmpty[Dimension]
    restarts: Positive
    steps: Positive
    largest_weight: Natural


class Peak(TypedDict):
    """Equal neurons that are active on one point alone."""

    n: Several
    s: Several


class CoupledJunta(TypedDict):
    """A junta whose values at coupled points are compared."""

    n: Positive
    p: Natural
    table: TableKind
    rho: CorrelationBelowOne


class CoupledForest(TypedDict):
    """A forest whose values at coupled points are compared."""

    n: Positive
    trees: Positive
    depth: Natural
    rho: CorrelationBelowOne


class ConcentrationCase(TypedDict):
    """Weights of s neurons and a partition of n coordinates into r buckets."""

    n: Positive
    s: Positive
    r: Positive
    weights: Literal["equal", "ramp", "geometric"]
    support: Literal["shared", "disjoint"]
    partition: Literal["spread", "single"]


class NormCase(TypedDict):
    """Random weights and partitions, and the bounds with which their norms are compared."""

    n: Positive
    s: Positive
    r: Positive
    q: Positive


class _LearningSetting(TypedDict):
    n: Dimension
    d: Natural
    s: NotRequired[Positive]
    k: NotRequired[Positive]
    W: NotRequired[NonNegative]
    B: NotRequired[NonNegative]
    epsilon: NotRequired[PositiveReal]


#: A class of networks (s, k, W and B), or the juntas of d variables (epsilon).
LearningSetting = Annotated[_LearningSetting, Predicate(_has_a_loss)]


class RecoveryCase(TypedDict):
    """Polynomials of degree d in n variables."""

    n: Dimension
    d: Natural


class Noise(TypedDict):
    """What becomes of the labels."""

    kind: Literal["flipped", "additive", "arbitrary"]
    amount: NonNegative


LearnerName = Literal["characters", "blocks", "low degree", "gradient"]


class _TargetGame(TypedDict):
    learner: LearnerName
    dimensions: NonEmpty[OracleDimension]
    tolerances: NonEmpty[PositiveReal]
    rate: NotRequired[PositiveReal]


class _QueryGame(_TargetGame):
    six: NotRequired[bool]
    loss: NotRequired[Literal["classification", "squared"]]
    repeats: NotRequired[Positive]


class _LiftedGame(TypedDict):
    learner: LearnerName
    dimensions: NonEmpty[OracleDimension]
    rate: NotRequired[PositiveReal]
    repeats: NotRequired[Positive]


class DenseGame(TypedDict):
    """A game at the job's dimensions; its learners draw nothing."""

    learner: Literal["characters", "blocks", "low degree"]
    tolerances: NonEmpty[PositiveReal]


#: A learner and the oracles that it plays against; that by gradients needs a rate.
QueryGame = Annotated[_QueryGame, Predicate(_has_its_rate)]
TargetGame = Annotated[_TargetGame, Predicate(_has_its_rate)]
LiftedGame = Annotated[_LiftedGame, Predicate(_has_its_rate)]


class RoundingCase(TypedDict):
    """Moduli q and p, and the length m of the secrets."""

    q: Several
    m: Positive
    p: NonEmpty[Positive]


class RoundingSecrets(TypedDict):
    """Some secrets of one length, and at how many vectors their networks are evaluated."""

    q: Several
    m: Positive
    p: Positive
    secrets: Positive
    sample: Positive


class DecodedHypotheses(TypedDict):
    """q, p and m of each case, and the number of random hypotheses."""

    cases: NonEmpty[Triple[Positive]]
    count: Positive


class EasyCase(TypedDict):
    """Moduli for which rounding is easy, and lengths."""

    q: Several
    p: Positive
    m: NonEmpty[Positive]


class LineClass(TypedDict):
    """A class of networks on points of the line."""

    points: Annotated[Sequence[float], Len(1, 8)]
    neurons: Positive
    weight_bound: NonNegative
    bias_bound: NonNegative


class SparseLineClass(LineClass):
    """The same, of `active` neurons at most on a point."""

    active: Positive


class OrthogonalSweep(TypedDict):
    """Classes on orthogonal points."""

    sweep: Literal["samples", "neurons", "sparsity"]
    points: NonEmpty[Positive]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]


class CloudSweep(TypedDict):
    """Classes on random point sets."""

    sweep: Literal[
        "dimension", "bias", "weight", "no bias", "certified samples", "certified neurons",
        "certified sparsity", "cube", "orthonormal",
    ]  # fmt: skip
    kind: CloudKind
    dimensions: NonEmpty[Positive]
    points: NonEmpty[FewPoints]
    neurons: NonEmpty[Positive]
    active: NonEmpty[Positive]
    weight_bounds: NonEmpty[NonNegative]
    bias_bounds: NonEmpty[NonNegative]
    clouds: Positive


class _Climb(TypedDict):
    m: Annotated[int, Ge(2), Le(7)]
    n: Annotated[int, Ge(1), Le(7)]
    s: Positive
    k: Positive
    sparsity: Literal["sample", "cube"]
    starts: Positive
    steps: Positive


#: A hill climb over m points in n dimensions; the bound is trivial unless m > s/k.
Climb = Annotated[_Climb, Predicate(_is_nontrivial)]


class RectangleSample(TypedDict):
    """Sizes of Theorem H's sample, and the square of a constant that the ratio exceeds."""

    n: Positive
    N: Positive
    h: Positive
    a: Positive
    b: Positive
    above: AtLeastOne
    built: Natural


class BiasedSample(TypedDict):
    """Sizes of Theorem H's sample with biased signs, and the square of a constant as there."""

    n: Positive
    N: Positive
    h: Positive
    a: Positive
    b: Positive
    agreeing: Positive
    above: AtLeastOne


class SquaredConstant(TypedDict):
    """The square of a constant, and a = b of Theorem H with which it is exceeded."""

    squared: Positive
    a: Positive


class CliqueSample(TypedDict):
    """Sizes of Theorem H′'s sample; the bias is θ + share·(τ − θ)."""

    d: Annotated[int, Ge(3)]
    n: Positive
    q: Positive
    through: Positive
    limit: Positive
    share: OpenProbability


#: n dimensions and m points.
CloudSize = Annotated[Sequence[Positive], Len(2, 2), Predicate(_is_cloud)]

#: Numbers of samples, for each dimension; all samples are enumerated.
EnumeratedSamples = TypedDict(
    "EnumeratedSamples",
    {"1": Annotated[int, Ge(1), Le(64)], "2": Annotated[int, Ge(1), Le(12)]},
)


class SizeBase(TypedDict):
    """A class, 1/ε, and e of δ = 2^−e."""

    n: PowerOfTwo
    s: Positive
    k: Positive
    W: PositiveReal
    B: NonNegative
    inverse_loss: AtLeastOne
    exponent: DeltaExponent


class SizeAxes(TypedDict):
    """The values that each of `SizeBase` runs over."""

    n: NonEmpty[PowerOfTwo]
    s: NonEmpty[Positive]
    k: NonEmpty[Positive]
    W: NonEmpty[PositiveReal]
    B: NonEmpty[NonNegative]
    inverse_loss: NonEmpty[AtLeastOne]
    exponent: NonEmpty[DeltaExponent]


class DeviationClass(TypedDict):
    """H_{n,s,k}^{W,B}, and the masses of the points of the cube."""

    n: Literal[1, 2]
    s: Annotated[int, Ge(1), Le(8)]
    k: Positive
    W: NonNegative
    B: NonNegative
    masses: Literal["uniform", "skewed"]


class CurveCell(TypedDict):
    """A kind and size of target, and the axis of the figure that it is on."""

    axis: Literal["s", "n", "k"]
    target: Literal["forest", "dense"]
    n: Annotated[int, Ge(1), Le(64)]
    s: Annotated[int, Ge(1), Le(64)]
    k: Positive


#: A panel of the figure is in k.
CurveCells = Annotated[Sequence[CurveCell], MinLen(1), Predicate(_holds_several_active)]
#: Chains of which the table tells more; there may be none.
StrongCorrelations = Annotated[Sequence[ChainCorrelation], Predicate(_are_different)]
#: Samples for each parameter: statements speak of at most a half, and of at least two.
SampleMultiples = Annotated[
    Sequence[PositiveReal], MinLen(2), Predicate(_are_different), Predicate(_holds_both_ends)
]
#: C²/ε, more than 8 for pairs and more than 64 for free labels.
InverseLosses = Annotated[
    Sequence[Annotated[int, Ge(9)]], MinLen(1), Predicate(_holds_more_than_64)
]
