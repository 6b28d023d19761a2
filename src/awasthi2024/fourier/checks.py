"""Claim 2.1 and Lemma 6: Fourier identities, and average sensitivity of halfspaces.

A halfspace is g = 1{⟨w, x⟩ ≤ b} with integer w and b; it is non-increasing in
coordinate i where w_i > 0 and non-decreasing where w_i < 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from awasthi2024.bounds import section_2
from awasthi2024.constructions import halfspace
from awasthi2024.fourier.parameters import Correlation, HalfspaceSearch, RandomHalfspaces
from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights

#: Lemma 6's statement `tight` is that average sensitivity exceeds this share of the sharp bound.
NEAR = Fraction(97, 100)

#: Relative: ratios in floats that are nearer count as equal in a search.
_NEAR = 1e-12

Rational = int | float | str


# -------------------------------------------------------------- Claim 2.1


@check("claim-2.1")
def identities(
    at: Recorder,
    *,
    seed: int,
    exhaustive: Natural,
    characters: Natural,
    functions: Positive,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[Correlation],
) -> None:
    """Check Claim 2.1: Parseval, the formula of NS_ρ, and the bounds on the tail.

    `exhaustive` is the largest n for all functions. The functions visited are 1_{x} and 1_{x} +
    1_{x'}, all x and x', at the first n + 1 correlations. Both sides are quadratic forms in f, and
    polynomials of degree at most n in ρ. So these functions decide both identities for all f and
    all ρ at these n. `characters` is the largest n for the tail bounds of characters χ_T. One T of
    each size 0..n is taken. `functions` is the number of random functions for each n. Their values
    are integers. The majority function is added at odd n. The numbers in `rhos` are at least
    `exhaustive` + 1, as numbers or strings "p/q". The table has a row per function, d and ρ; a
    right-hand side is empty where it is undefined.
    """
    correlations = [Fraction(rho) for rho in rhos]
    if len(set(correlations)) < exhaustive + 1 or max(map(abs, correlations)) > 1:
        raise ValueError(
            f"rhos must be at least {exhaustive + 1} different values in [-1, 1], "
            f"got {len(set(correlations))}"
        )
    for n in range(1, exhaustive + 1):
        for instance, values in _two_point_functions(n):
            _compare_identities(at(**instance), values, correlations[: n + 1])
    for instance, values in _functions(seed, characters, functions, dimensions):
        _compare_identities(at(**instance), values, correlations)
        _compare_tails(at(**instance), values, correlations)


def _two_point_functions(n: int) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
    """Yield 1_{x} and 1_{x} + 1_{x'}: a quadratic form is determined by them."""
    for x, other in combinations_with_replacement(range(1 << n), 2):
        values = np.zeros(1 << n, dtype=np.int64)
        values[[x, other]] = 1
        yield {"n": n, "function": "indicator", "points": sorted({x, other})}, values


def _functions(
    seed: int, characters: int, count: int, dimensions: Sequence[int]
) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
    for n in range(1, characters + 1):
        x = points(n).astype(np.int64)
        for size in range(n + 1):
            yield {"n": n, "function": f"character on {size}"}, x[:, :size].prod(axis=1)
    for n in dimensions:
        if n % 2:
            yield {"n": n, "function": "majority"}, np.sign(points(n).sum(axis=1, dtype=np.int64))
        for index in range(count):
            rng = generator(seed, "fourier", "identities", n, index)
            values = rng.integers(-8, 9, size=1 << n, dtype=np.int64)
            yield {"n": n, "function": f"random {index}"}, values


def _compare_identities(at: Recorder, values: np.ndarray, rhos: Sequence[Fraction]) -> None:
    """Compare both sides of Parseval's identity and of the formula of NS_ρ."""
    weights = degree_weights_exact(values)
    norm = Fraction(int((values * values).sum()), values.size)
    at.compare("parseval", norm, "==", sum(weights))
    sums = difference_sums(values)
    for rho in rhos:
        formula = noise_of_weights(weights, rho)
        left = noise_sensitivity_enumerated(sums, rho)
        at(rho=rho).compare("noise-formula", left, "==", formula)


def difference_sums(values: np.ndarray) -> list[int]:
    """Return Σ (f(x) − f(y))² over the pairs at distance t = 0..n; the values are (2**n,) int64."""
    size = len(values)
    sums = [0] * size.bit_length()
    index = np.arange(size)
    for flips in range(size):
        difference = values - values[index ^ flips]
        sums[flips.bit_count()] += int((difference * difference).sum())
    return sums


def noise_sensitivity_enumerated(sums: Sequence[int], rho: Fraction) -> Fraction:
    """Return E ¼(f(x) − f(y))² over all x and y, from `difference_sums`.

    §2.1: y has each coordinate of x flipped with probability (1 − ρ)/2.
    """
    n = len(sums) - 1
    flip, keep = (1 - rho) / 2, (1 + rho) / 2
    total = sum(keep ** (n - t) * flip**t * value for t, value in enumerate(sums))
    return total / 4 / 2**n


def _compare_tails(at: Recorder, values: np.ndarray, rhos: Sequence[Fraction]) -> None:
    """Check the bounds on the tail wherever their right-hand side is defined."""
    n = at["n"]
    weights = degree_weights_exact(values)
    sums = difference_sums(values)
    for rho in rhos:
        noise = noise_sensitivity_enumerated(sums, rho)
        for d in range(n + 1):
            tail = sum(weights[d + 1 :], Fraction(0))
            instance_recorder = at(d=d, rho=rho)
            printed = None
            if rho**d != 1:
                printed = section_2.claim_2_1_tail(noise, rho, d)
                instance_recorder.compare("printed", tail, "<=", printed)
                if d >= 1 and 0 <= rho < 1:
                    instance_recorder.compare("corrected", tail, "<=", printed)
            numbers = (tail, noise, printed)
            floats = [None if number is None else float(number) for number in numbers]
            names = ("tail", "noise_sensitivity", "printed")
            at.row(d=d, rho=float(rho), **dict(zip(names, floats, strict=True)))


# ---------------------------------------------------------------- Lemma 6


@check("lemma-6")
def halfspaces(
    at: Recorder,
    *,
    largest_weights: NonEmpty[Natural],
    steps: Positive,
) -> None:
    """Check Lemma 6 on all halfspaces of few variables, and each line of its proof.

    `largest_weights` are the largest weights at n = 1, 2, …. With 1, 1, 2, 3, 5 every halfspace
    occurs, up to the signs and the order of the coordinates. `steps` is the largest n for the
    proof's lines. They are checked at all coordinates, for w and for −w. The table has a row per
    halfspace.
    """
    for n, largest in enumerate(largest_weights, start=1):
        for w, b, values in canonical_halfspaces(n, largest):
            instance_recorder = at(n=n, w=list(w), b=float(b))
            mean = Fraction(int(values.sum()), values.size)
            sensitivity = average_sensitivity_exact(values)
            at.rows.append(_compare_halfspace(instance_recorder, mean, sensitivity))
            if n <= steps and 0 not in w:
                _compare_proof(at, w, b)
                # −⟨w, x⟩ ≤ −b' is ⟨w, x⟩ ≥ b': the next value of ⟨w, x⟩ above b.
                above = min((v for v in _inner_products(w) if v > b), default=None)
                if above is not None:
                    _compare_proof(at, [-v for v in w], -above)


def _inner_products(w: Sequence[int]) -> np.ndarray:
    """Return ⟨w, x⟩ on the cube, in order, as integers."""
    products = np.zeros(1, dtype=np.int64)
    for value in w:
        products = np.concatenate([products + value, products - value])
    return products


def canonical_halfspaces(n: int, largest: int) -> Iterator[tuple[tuple[int, ...], int, np.ndarray]]:
    """Yield (w, b, values) with largest ≥ w_1 ≥ … ≥ w_n ≥ 0, each function once.

    The constant 0 is left out. Signs and order of the coordinates change
    neither mean nor average sensitivity.
    """
    seen = set()
    weights = combinations_with_replacement(range(largest, -1, -1), n)
    # Those without a zero come first, so that a function's w is positive where it can be.
    for w in sorted(weights, key=lambda w: (w.count(0), sum(w), w)):
        for b in np.unique(_inner_products(w)).tolist():
            values = halfspace(w, b).values()
            key = values.tobytes()
            if key not in seen:
                seen.add(key)
                yield w, b, values


def _compare_halfspace(at: Recorder, mean: Fraction, sensitivity: Fraction) -> dict[str, Any]:
    """Compare the average sensitivity of one halfspace with Lemma 6; return the table's row."""
    n = at["n"]
    printed, sharp = section_2.lemma_6(n, mean), section_2.lemma_6_sharp(n, mean)
    at.compare("printed", sensitivity, "<=", printed)
    at.compare("sharp", sensitivity, "<=", sharp)
    return {
        "n": n,
        "weights": " ".join(map(str, at.instance.get("w", ()))),
        "mean": float(mean),
        "average_sensitivity": float(sensitivity),
        "printed": float(printed),
        "sharp": float(sharp),
    }


def _compare_proof(at: Recorder, w: Sequence[int], b: int) -> None:
    """Evaluate both sides of every line of the paper's proof of Lemma 6, all exact."""
    n = len(w)
    g = halfspace(w, b).values().astype(np.int64)
    x = points(n).astype(np.int64)
    index = np.arange(1 << n)
    at = at(n=n, w=list(w), b=float(b))
    for i in range(n):
        instance_recorder = at(i=i)
        sign = (w[i] > 0) - (w[i] < 0)
        flipped = g[index ^ (1 << i)]
        upper = x[:, i] == 1
        correlation, printed_sum, square = _line(x[:, i], g, flipped)
        if sign > 0:
            falls, rises = (g < flipped)[upper].sum(), (g > flipped)[upper].sum()
            instance_recorder.compare("step-monotone", int(falls), "==", 0)
            instance_recorder.compare("step-monotone-corrected", int(rises), "==", 0)
        instance_recorder.compare("step-sum", correlation, "==", printed_sum)
        instance_recorder.compare("step-sum-corrected", correlation, "==", printed_sum / 2**n)
        instance_recorder.compare("step-square", correlation, "==", square)
        instance_recorder.compare("step-square-corrected", correlation, "==", -sign * square / 2)
    sensitivity = average_sensitivity_exact(g)
    signs = np.sign(np.asarray(w))
    right = _mean_product(g, x.sum(axis=1)) / 4
    at.compare("step-sensitivity", sensitivity, "==", right)
    right = -_mean_product(g, x @ signs) / 2
    at.compare("step-sensitivity-corrected", sensitivity, "==", right)


def _mean_product(g: np.ndarray, x: np.ndarray) -> Fraction:
    """Return E[g(x)·x], exactly."""
    return Fraction(int(g @ x), len(g))


def _line(x: np.ndarray, g: np.ndarray, flipped: np.ndarray) -> tuple[Fraction, Fraction, Fraction]:
    """Return the three sides of the proof's displayed line, in the paper's order."""
    printed_sum = Fraction(int(x @ (g - flipped)), 2)
    return _mean_product(g, x), printed_sum, Fraction(int(((g - flipped) ** 2).sum()), len(g))


@check("lemma-6")
def thresholds(
    at: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[Positive],
    means: NonEmpty[OpenProbability],
    witnesses: NonEmpty[Positive],
    random: RandomHalfspaces,
    search: HalfspaceSearch,
) -> None:
    """Check Lemma 6 on large halfspaces: symmetric, random, and found by a search.

    `sizes` are numbers n of inputs. `means` are bounds on the mean of a symmetric threshold. The
    largest 1{Σx_i ≤ b} within each bound is counted by binomials. `witnesses` are numbers n at
    which a threshold comes near the sharp bound. `random` are sizes of random halfspaces. Their
    weights are integers. They are evaluated on the whole cube, with ln(1/p) about uniform. `search`
    are sizes of hill climbs over integer weights. The climbs look for the largest ratio AS/(p√(n
    ln(1/p)/2)), at all thresholds at once. The table has a row per halfspace, with its kind.
    """

    def note(kind: str, instance: dict[str, Any], mean: Fraction, sensitivity: Fraction) -> None:
        row = _compare_halfspace(at(**instance, kind=kind), mean, sensitivity)
        at.rows.append({"kind": kind, **row})

    for n in sizes:
        for ones, mean, sensitivity in _symmetric_at(n, means):
            note("symmetric", {"n": n, "b": float(2 * ones - n)}, mean, sensitivity)
    for n in witnesses:
        ones, mean, sensitivity = max(symmetric_thresholds(n), key=lambda s: _ratio(n, s[1], s[2]))
        instance = {"n": n, "b": float(2 * ones - n)}
        note("best symmetric", instance, mean, sensitivity)
        right = NEAR * section_2.lemma_6_sharp(n, mean)
        at(**instance).compare("tight", sensitivity, ">", right)
    for n in random["dimensions"]:
        for index in range(random["count"]):
            rng = generator(seed, "fourier", "random halfspaces", n, index)
            w = rng.integers(1, random["largest_weight"] + 1, size=n).tolist()
            # A rank uniform on the log scale: small means are where the bound is near.
            rank = int(2.0 ** (n * rng.random())) - 1
            b = int(np.partition(_inner_products(w), rank)[rank])
            instance, mean, sensitivity = _on_the_cube(w, b)
            note("random", instance, mean, sensitivity)
    for n in search["dimensions"]:
        for restart in range(search["restarts"]):
            rng = generator(seed, "fourier", "search", n, restart)
            w, b = climb(n, search["largest_weight"], search["steps"], rng)
            instance, mean, sensitivity = _on_the_cube(w, b)
            note("search", instance, mean, sensitivity)


def _on_the_cube(w: Sequence[int], b: int) -> tuple[dict[str, Any], Fraction, Fraction]:
    values = halfspace(w, b).values()
    mean = Fraction(int(values.sum()), values.size)
    return {"n": len(w), "w": list(w), "b": float(b)}, mean, average_sensitivity_exact(values)


def _ratio(n: int, mean: Fraction, sensitivity: Fraction) -> float:
    if not Fraction(1, 10**250) < mean < Fraction(1, 2):  # far beyond, no float holds the bound
        return 0.0
    return float(sensitivity) / section_2.lemma_6_sharp(n, mean)


def symmetric_thresholds(n: int) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield (m, mean, AS) of 1{at most m coordinates are +1}, m = 0..n − 1, exact.

    Level m has C(n, m)(n − m) edges to level m + 1, and each edge adds ½·2^−n
    to the average sensitivity.
    """
    level, below = 1, 0
    for m in range(n):
        below += level
        yield m, Fraction(below, 1 << n), Fraction(level * (n - m), 2 << n)
        level = level * (n - m) // (m + 1)


def _symmetric_at(n: int, means: Sequence[float]) -> list[tuple[int, Fraction, Fraction]]:
    """Return, for each entry of `means`, the largest threshold of at most this mean."""
    chosen = {}
    for threshold in symmetric_thresholds(n):
        for mean in means:
            if threshold[1] <= mean:
                chosen[mean] = threshold
    return sorted(set(chosen.values()))


def climb(
    n: int, largest: int, steps: int, rng: np.random.Generator
) -> tuple[tuple[int, ...], int]:
    """Search weights in 0..largest for a large AS/(p√(n ln(1/p)/2)); return (w, b).

    A step changes one weight by ±1 or copies another, and is kept unless the
    ratio falls. The ratio is in floats, and ratios that differ only by rounding count as equal;
    what is found is then evaluated exactly.
    """
    total = _inner_products([1] * n)

    def best(w: np.ndarray) -> tuple[float, int]:
        products = _inner_products(w.tolist())
        order = np.argsort(products, kind="stable")
        products = products[order]
        ends = np.flatnonzero(products[1:] != products[:-1])
        if ends.size == 0:
            return 0.0, int(products[-1])
        mean = (ends + 1) / products.size
        sensitivity = -np.cumsum(total[order])[ends] / (2 * products.size)
        ratio = sensitivity / (mean * np.sqrt(n * np.log(1 / mean) / 2))
        place = int(np.argmax(ratio >= ratio.max() * (1 - _NEAR)))
        return float(ratio[place]), int(products[ends[place]])

    w = rng.integers(1, largest + 1, size=n)
    ratio, b = best(w)
    for _ in range(steps):
        i = rng.integers(n)
        step = w.copy()
        step[i] = w[rng.integers(n)] if rng.random() < 0.5 else w[i] + rng.choice([-1, 1])
        if not 0 <= step[i] <= largest:
            continue
        step_ratio, threshold = best(step)
        if step_ratio >= ratio * (1 - _NEAR):
            w, ratio, b = step, step_ratio, threshold
    return tuple(sorted(w.tolist())), b
