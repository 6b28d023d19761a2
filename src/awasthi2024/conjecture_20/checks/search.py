"""The largest ratios to the conjectured bound: on families of points, and by hill climbing."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le, Predicate
from typing_extensions import TypedDict

from balls import between, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Pair, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points as cube_points
from sparseact.rademacher.interval import outwards, rademacher_interval, rademacher_upper_end
from sparseact.randomness import generator

#: Larger than what the ends of an interval depend on the processor by, relative.
_NOISE = 1e-5


class _Climb(TypedDict):
    m: Annotated[int, Ge(2), Le(7)]
    n: Annotated[int, Ge(1), Le(7)]
    s: Positive
    k: Positive
    sparsity: Literal["sample", "cube"]
    starts: Positive
    steps: Positive


def _is_nontrivial(climb: Mapping[str, Any]) -> bool:
    """Require `m` more than `s`/`k`."""
    if climb["m"] * climb["k"] <= climb["s"]:
        raise ValueError("must have m more than s/k")
    return True


#: A hill climb over m points in n dimensions; the bound is trivial unless m > s/k.
Climb = Annotated[_Climb, Predicate(_is_nontrivial)]


class Found(NamedTuple):
    """An instance at W = 1 with the upper end of its complexity, over the conjectured bound."""

    x: np.ndarray  # (m, n)
    s: int
    k: int
    B: float
    sparsity: str  # "sample" or "cube"
    upper: float
    ratio: float

    def beats(self, other: Found) -> bool:
        """Return whether the ratio is larger, by more than the processor can change."""
        return self.ratio > other.ratio * (1 + _NOISE)


def evaluate(x: np.ndarray, s: int, k: int, B: float, sparsity: str) -> Found:
    """Return the instance with these points and this bias."""
    upper = rademacher_upper_end(x, s=s, k=k, W=1.0, B=B, sparsity=sparsity)
    radius = float(np.linalg.norm(x, axis=1).max())
    return Found(x, s, k, B, sparsity, upper, upper / bounds.conj_20(s, k, len(x), radius, 1.0, B))


def best_of(candidates: Iterator[Found]) -> Found:
    """Return the first candidate that no other candidate beats."""
    return functools.reduce(lambda best, new: new if new.beats(best) else best, candidates)


@check("conj-20")
def families(
    at: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[Annotated[int, Ge(2), Le(7)]],
    classes: NonEmpty[Pair[Positive]],
    biases: NonEmpty[NonNegative],
    repeats: Positive,
) -> pd.DataFrame:
    """Compare certified intervals of the complexity, for all 2^m signs, with the bounds.

    The points are simplices, polygons, lines, pairs of equal points and random points, with
    sparsity on the sample, at the bias with the largest ratio. `sizes` are numbers m of points.
    `classes` are pairs (s, k) with m > s/k; the conjectured bound is compared for k < s. `biases`
    are values of B, at WR = 1.
    """
    rows: list[dict[str, Any]] = []
    for m, (s, k) in product(sizes, classes):
        if m * k <= s:
            continue  # below that (16) is weaker than k(WR + B)
        for family, repeat, x in point_sets(seed, m, repeats):
            best = best_of(evaluate(x, s, k, B, "sample") for B in biases)
            found = _compare_found(at(points=family, repeat=repeat), best)
            rows.append({"points": family, **found})
    table = pd.DataFrame(rows)
    keys = ["points", "m", "n", "s", "k"]
    largest = table.groupby(keys)["high"].transform("max")
    return table[table["high"] == largest].drop_duplicates(keys)


def _compare_found(at: Recorder, found: Found) -> dict[str, Any]:
    """R(S) ≤ each bound, with R(S) in an interval; return the interval over the conjectured one."""
    x, s, k, B, sparsity, upper, ratio = found
    m, n = x.shape
    sizes = {"m": m, "n": n, "s": s, "k": k, "B": B, "sparsity": sparsity}
    attained = rademacher_interval(x, s=s, k=k, W=1.0, B=B, sparsity=sparsity).lower
    low, high = outwards(attained, upper)
    radius = sqrt(max(sum(Fraction(v) ** 2 for v in row) for row in x.tolist()))
    arguments = exact(s), exact(k), exact(m), radius, Fraction(1), Fraction(B)
    right = {}
    if k < s:  # for k = s the conjecture is the bound for dense networks
        right["printed" if sparsity == "sample" else "cube"] = bounds.conj_20(*arguments)
    if sparsity == "sample":
        right |= {
            "root-two": bounds.conj_20_root_two(*arguments),
            "theorem-j": bounds.theorem_j(*arguments),
            "theorem-k": bounds.theorem_k(*arguments),
            "theorem-l": bounds.theorem_l(*arguments),
        }
    for statement, bound in right.items():
        at(**sizes).compare(statement, between(low, high), "<=", bound)
    low, high = outwards(*(end * ratio / upper for end in (low, high)))
    return {**sizes, "low": low, "high": high}


@check("conj-20")
def climbs(at: Recorder, *, seed: int, climbs: NonEmpty[Climb]) -> None:
    """Compare certified intervals with the bounds where hill climbing finds the largest ratio.

    `climbs` are sizes of hill climbs over the points and the bias, with m > s/k. For the sparsity
    "cube" the points are vertices of {±1}^n, repeats allowed. The table and the records contain
    the points, so that anybody can check them.
    """
    for climb in climbs:
        best = best_of(_climb(climb, seed, start) for start in range(climb["starts"]))
        coordinates = best.x.tolist()
        row = _compare_found(at(points="hill climbing", coordinates=coordinates), best)
        at.rows.append({"points": "hill climbing", **row, "coordinates": str(coordinates)})


def _climb(climb: Mapping[str, Any], seed: int, start: int) -> Found:
    """Keep a random change of the points or of B where it raises the ratio.

    It starts at random points, but the first at equicorrelated ones for sparsity on the sample and
    m = n. Coordinates are kept to three decimals, so that a table can contain the points.
    """
    m, n, s, k, sparsity = (climb[key] for key in ("m", "n", "s", "k", "sparsity"))
    rng = generator(seed, "conjecture_20", "climb", sparsity, m, n, s, k, start)
    on_cube = sparsity == "cube"
    vertices = cube_points(n).astype(np.float64)
    if on_cube:
        x = vertices[rng.integers(2**n, size=m)]
    else:
        x = rng.normal(size=(m, n))
        x = _rounded(equicorrelated(m, 0.2) if start == 0 and m == n else x)
    best = evaluate(x, s, k, round(float(rng.uniform(0, 0.5)), 3), sparsity)
    reach = 0.5
    for _ in range(climb["steps"]):
        x, bias = best.x.copy(), best.B
        if rng.random() < 0.3:
            bias = round(abs(bias + reach * float(rng.normal())) * (rng.random() < 0.8), 3)
        elif on_cube:
            x[rng.integers(m)] = vertices[rng.integers(2**n)]
        else:
            moved = np.arange(m) if rng.random() < 0.3 else rng.integers(m, size=1)
            x[moved] += reach * rng.normal(size=(len(moved), n))
            x = _rounded(x)
        new = evaluate(x, s, k, bias, sparsity)
        if new.beats(best):
            best, reach = new, min(1.3 * reach, 0.7)
        else:
            reach = max(0.97 * reach, 2e-3)
    return best


def _rounded(x: np.ndarray) -> np.ndarray:
    """Put points of norm above 1 on the sphere, and round to three decimals."""
    return np.round(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1), 3) + 0.0


def point_sets(seed: int, m: int, repeats: int) -> Iterator[tuple[str, int, np.ndarray]]:
    """Yield the point sets of m points: family, number and points, `repeats` of each random one."""
    for family, draw in FAMILIES.items():
        random = family.startswith("random")
        for n in sorted({2, 3, m} if random else {m}):
            for number in range(repeats if random else 1):
                rng = generator(seed, "conjecture_20", family, m, n, number)
                yield family, number, draw(m, n, rng)


def equicorrelated(m: int, r: float) -> np.ndarray:
    """Return m unit vectors of R^m with inner products r ≥ −1/(m − 1)."""
    along, across = math.sqrt(max(1 + (m - 1) * r, 0.0)), math.sqrt(1 - r)
    return across * np.eye(m) + (along - across) / m


def _polygon(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    angles = 2 * np.pi * np.arange(m) / m
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _sphere(m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    x = rng.normal(size=(m, n))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


#: Point sets of norm at most 1, from m, n and a generator.
FAMILIES: dict[str, Callable[[int, int, np.random.Generator], np.ndarray]] = {
    "simplex": lambda m, n, rng: equicorrelated(m, -1 / (m - 1)),
    "polygon": _polygon,
    "line": lambda m, n, rng: np.linspace(-1, 1, m)[:, None],
    "pairs of equal points": lambda m, n, rng: np.repeat(np.eye((m + 1) // 2), 2, axis=0)[:m],
    "random on the sphere": _sphere,
    "random vertices of the cube": lambda m, n, rng: (
        cube_points(n)[rng.integers(2**n, size=m)] / math.sqrt(n)
    ),
}
