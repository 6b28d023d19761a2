"""The largest ratios to the conjectured bound: on families of points, and by hill climbing."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.conjecture_20.checks.point_sets import equicorrelated, point_sets
from awasthi2024.conjecture_20.parameters import Climb, Sparsity
from balls import between, exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points as cube_points
from sparseact.rademacher.interval import outwards, rademacher_interval, rademacher_upper_end
from sparseact.randomness import generator

#: Larger than what the ends of an interval depend on the processor by, relative.
_NOISE = 1e-5


@check("conj-20")
def families(
    at: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[Annotated[int, Ge(2), Le(7)]],
    classes: NonEmpty[Sparsity],
    biases: NonEmpty[NonNegative],
    repeats: Positive,
) -> pd.DataFrame:
    """Certify the ratio on families of point sets, sparsity on the sample.

    `sizes` are numbers m of points. All 2^m sign vectors are taken. `classes` are pairs (s, k) with
    m > s/k. Below that (16) is weaker than k(WR + B). `biases` are values of B, at WR = 1.
    `repeats` point sets are drawn for each random family, dimension and m. The table has, for each
    family, m, s and k, the bias with the largest certified ratio, between `low` and `high` (rounded
    outwards).
    """
    rows: list[dict[str, Any]] = []
    for m in sizes:
        for s, k in classes:
            if m * k <= s:
                continue
            for family, repeat, x in point_sets(seed, m, repeats):
                best = _best(_evaluate(x, s, k, 1.0, B, "sample") for B in biases)
                lower = best.lower_end()
                best.compare(at(points=family, repeat=repeat), lower)
                rows.append({"points": family, **best.row(lower)})
    table = pd.DataFrame(rows)
    keys = ["points", "m", "n", "s", "k"]
    largest = table.groupby(keys)["high"].transform("max")
    return table[table["high"] == largest].drop_duplicates(keys)


class _Found(NamedTuple):
    """An instance with the upper end of its complexity, and that end's ratio to the conjecture."""

    x: np.ndarray
    s: int
    k: int
    W: float
    B: float
    sparsity: str
    upper: float
    ratio: float  # of `upper` to the conjectured bound

    def beats(self, other: _Found) -> bool:
        """Return whether the ratio is larger, by more than the processor can change."""
        return self.ratio > other.ratio * (1 + _NOISE)

    def sizes(self) -> dict[str, Any]:
        """Return what the table and the records say of the instance."""
        m, n = self.x.shape
        sizes = {"m": m, "n": n, "s": self.s, "k": self.k, "B": self.B}
        return {**sizes, "sparsity": self.sparsity}

    def lower_end(self) -> float:
        """Build the networks, which the search does without, and return what they attain."""
        x, s, k, W, B, sparsity = self[:6]
        return rademacher_interval(x, s=s, k=k, W=W, B=B, sparsity=sparsity).lower

    def compare(self, at: Recorder, lower: float) -> None:
        """Record the complexity against what is claimed and what is proved."""
        instance_recorder = at(**self.sizes())
        radius = sqrt(max(sum(Fraction(v) ** 2 for v in row) for row in self.x.tolist()))
        s, k, m = map(exact, (self.s, self.k, len(self.x)))
        sizes = (s, k, m, radius, Fraction(self.W), Fraction(self.B))
        lower, upper = outwards(lower, self.upper)
        right = {"cube": bounds.conj_20(*sizes)}
        if self.sparsity == "sample":
            right = {
                "printed": bounds.conj_20(*sizes),
                "root-two": bounds.conj_20_root_two(*sizes),
                "theorem-j": bounds.theorem_j(*sizes),
                "theorem-k": bounds.theorem_k(*sizes),
                "theorem-l": bounds.theorem_l(*sizes),
            }
        for statement, bound in right.items():
            # The conjecture is judged for k < s; for k = s it is the bound without sparsity.
            if self.k < self.s or statement not in ("cube", "printed"):
                instance_recorder.compare(statement, between(lower, upper), "<=", bound)

    def row(self, lower: float) -> dict[str, Any]:
        """Return the instance with the ratio's ends, rounded outwards."""
        right = self.upper / self.ratio
        low, high = outwards(*(end / right for end in outwards(lower, self.upper)))
        return {**self.sizes(), "low": low, "high": high}


def _radius(x: np.ndarray) -> float:
    return float(np.linalg.norm(x, axis=1).max())


def _evaluate(x: np.ndarray, s: int, k: int, W: float, B: float, sparsity: str) -> _Found:
    upper = rademacher_upper_end(x, s=s, k=k, W=W, B=B, sparsity=sparsity)
    right = bounds.conj_20(s, k, len(x), _radius(x), W, B)
    return _Found(x, s, k, W, B, sparsity, upper, upper / right)


def _best(candidates: Iterable[_Found]) -> _Found:
    """Return the first candidate that no other candidate beats by more than rounding."""
    return functools.reduce(lambda best, new: new if new.beats(best) else best, candidates)


@check("conj-20")
def climbs(at: Recorder, *, seed: int, climbs: NonEmpty[Climb]) -> None:
    """Search for the largest ratio by hill climbing over the points and the bias.

    `climbs` are sizes of hill climbs, with m > s/k. For the sparsity "cube" the points are vertices
    of {±1}^n, repeats allowed; for "sample" with m = n the first start is at equicorrelated points.
    The table has a row per climb, with the points found; a recorder holds them too, so that anybody
    can check them.
    """
    for climb in climbs:
        m, n, s, k = (int(climb[key]) for key in ("m", "n", "s", "k"))
        sparsity = climb["sparsity"]
        climbed = []
        for start in range(climb["starts"]):
            rng = generator(seed, "conjecture_20", "climb", sparsity, m, n, s, k, start)
            symmetric = start == 0 and m == n and sparsity == "sample"
            climbed.append(_climb(rng, symmetric, m, n, s, k, sparsity, climb["steps"]))
        best = _best(climbed)
        coordinates = [[float(c) for c in row] for row in best.x]
        lower = best.lower_end()
        best.compare(at(points="hill climbing", coordinates=coordinates), lower)
        row = best.row(lower)
        at.rows.append({"points": "hill climbing", **row, "coordinates": str(coordinates)})


def _climb(
    rng: np.random.Generator,
    symmetric: bool,
    m: int,
    n: int,
    s: int,
    k: int,
    sparsity: str,
    steps: int,
) -> _Found:
    """Keep a random change of the points or of B where it raises the ratio.

    It starts at random points, or at equicorrelated ones if `symmetric`.

    Coordinates are kept to three decimals, so that a table can contain the points.
    """
    on_cube = sparsity == "cube"
    vertices = cube_points(n).astype(np.float64)
    if on_cube:
        x = vertices[rng.integers(2**n, size=m)]
    else:
        x = rng.normal(size=(m, n))
        x = _rounded(equicorrelated(m, 0.2) if symmetric else x)
    bias = round(float(rng.uniform(0, 0.5)), 3)
    best = _evaluate(x, s, k, 1.0, bias, sparsity)
    reach = 0.5
    for _ in range(steps):
        x, bias = best.x.copy(), best.B
        if rng.random() < 0.3:
            bias = round(abs(bias + reach * float(rng.normal())) * (rng.random() < 0.8), 3)
        elif on_cube:
            x[rng.integers(m)] = vertices[rng.integers(2**n)]
        else:
            moved = np.arange(m) if rng.random() < 0.3 else rng.integers(m, size=1)
            x[moved] += reach * rng.normal(size=(len(moved), n))
            x = _rounded(x)
        new = _evaluate(x, s, k, 1.0, bias, sparsity)
        if new.beats(best):
            best, reach = new, min(1.3 * reach, 0.7)
        else:
            reach = max(0.97 * reach, 2e-3)
    return best


def _rounded(x: np.ndarray) -> np.ndarray:
    """Put points of norm above 1 on the sphere, and round to three decimals."""
    return np.round(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1), 3) + 0.0
