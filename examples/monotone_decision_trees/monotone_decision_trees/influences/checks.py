"""Each inequality on all trees of up to three variables and on random ones, in fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le
from monotone_decision_trees import trees
from monotone_decision_trees.trees import (
    is_monotone,
    mean_depth,
    parity_tree,
    random_tree,
    size,
    threshold_tree,
    values,
)

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import walsh_transform
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact


def first_order(f: np.ndarray) -> list[Fraction]:
    """Return f̂({1}), …, f̂({n}) exactly; f has shape (2^n,)."""
    coefficients = walsh_transform(f)
    return [Fraction(coefficients[1 << i]) for i in range(f.size.bit_length() - 1)]


def log_size(s: int, n: int) -> Fraction:
    """Return log₂ s rounded down to a multiple of 1/q, where q = 4^n.

    Δ and I(f)² are multiples p/q, too: at most this if and only if 2^p ≤ s^q.
    """
    q = 4**n
    return Fraction((s**q).bit_length() - 1, q)


def compare_tree(at: Recorder, f: np.ndarray, s: int, depth: Fraction) -> dict[str, Any]:
    """Record every inequality for a function and a tree's size and mean depth."""
    coefficients = first_order(f)
    total = sum(coefficients)
    influence, monotone = average_sensitivity_exact(f), is_monotone(f)
    bound = log_size(s, at["n"])
    at.compare("printed", total * abs(total), "<=", depth)
    at.compare("size", depth, "<=", bound)
    at.of("any-function").compare("printed", influence**2, "<=", bound)
    at.of("any-function").compare("depth", influence, "<=", depth)
    if monotone:
        at.of("monotone").compare("printed", influence**2, "<=", bound)
        at.of("monotone").compare("sum", influence, "==", total)
    numbers = {"depth": depth, "first_order": total, "influence": influence}
    sizes = {"n": at["n"], "s": s, "monotone": monotone}
    return sizes | {name: float(number) for name, number in numbers.items()}


@check("first-order")
def all_trees(at: Recorder, *, largest: Annotated[int, Ge(1), Le(3)]) -> None:
    """Check all trees of up to `largest` variables, those of equal f, s and Δ as one."""
    for n in range(1, largest + 1):
        every = trees.all_trees(range(n))
        found = Counter((tuple(values(t, n).tolist()), size(t), mean_depth(t)) for t in every)
        for (f, s, depth), number in sorted(found.items()):
            signs = "".join("+" if value > 0 else "-" for value in f)
            here = at(n=n, s=s, f=signs, depth=str(depth), trees=number)
            at.rows.append(compare_tree(here, np.array(f), s, depth) | {"trees": number})


@check("first-order")
def random_trees(
    at: Recorder, *, seed: int, sizes: Distinct[Annotated[int, Ge(1), Le(8)]], number: Positive
) -> None:
    """Check, for each n of `sizes`, `number` random trees and as many of random thresholds."""
    for n in sizes:
        for draw in range(number):
            rng = generator(seed, "random_trees", n, draw)
            weights = dict(enumerate(rng.integers(1, 6, n).tolist()))
            thresholds = threshold_tree(weights, int(rng.integers(-2, 3)), rng)
            for kind, t in (("any", random_tree(range(n), rng)), ("threshold", thresholds)):
                here = at(n=n, s=size(t), kind=kind, draw=draw)
                at.rows.append(compare_tree(here, values(t, n), size(t), mean_depth(t)))


@check("any-function")
def parities(at: Recorder, *, largest: Annotated[int, Ge(1), Le(12)]) -> None:
    """Check that the complete trees of parities of up to `largest` signs attain I(f) = Δ."""
    for n in range(1, largest + 1):
        t = parity_tree(n)
        influence = average_sensitivity_exact(values(t, n))
        here = at(n=n, s=size(t))
        here.compare("attained", influence, "==", mean_depth(t))
        here.row(influence=float(influence))
