"""Checks of Claim 2.1 and Lemma 6: Fourier identities, and average sensitivity of halfspaces.

A halfspace is g = 1{⟨w, x⟩ ≤ b} with integer w and b; it is non-increasing in
coordinate i where w_i > 0 and non-decreasing where w_i < 0.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from typing_extensions import TypedDict

from awasthi2024.bounds import section_2
from awasthi2024.constructions import halfspace
from awasthi2024.shared.parameters import Dimension
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights


class RandomHalfspaces(TypedDict):
    """Halfspaces of random integer weights."""

    dimensions: NonEmpty[Dimension]
    count: Positive
    largest_weight: Natural


@check("claim-2.1")
def identities(
    at: Recorder,
    *,
    seed: int,
    exhaustive: Natural,
    characters: Natural,
    functions: Positive,
    dimensions: NonEmpty[Dimension],
    rhos: NonEmpty[str],
) -> None:
    """Compare both sides of Parseval's identity, of the formula of NS_ρ, and of the tail bound.

    All are fractions; NS_ρ is added up over all pairs of points. Both identities are quadratic in
    f, and of degree at most n in ρ. So the functions 1_{x} and 1_{x} + 1_{x'} at n + 1 values of ρ
    decide the identities for n up to `exhaustive`. The tail bound is compared for characters of
    every size, n up to `characters`, for majority, and for `functions` random functions of n in
    `dimensions`; not where ρ^d = 1, since its right-hand side is undefined. `rhos` are fractions
    from −1 to 1.
    """
    correlations = [Fraction(rho) for rho in rhos]
    if len(set(correlations)) < exhaustive + 1 or max(map(abs, correlations)) > 1:
        raise ValueError(
            f"rhos must be at least {exhaustive + 1} different values in [-1, 1], got {list(rhos)}"
        )
    for n in range(1, exhaustive + 1):
        for x, other in combinations_with_replacement(range(1 << n), 2):
            values = np.zeros(1 << n, dtype=np.int64)
            values[[x, other]] = 1
            here = at(n=n, function="indicator", points=sorted({x, other}))
            compare_identities(here, values, correlations[: n + 1])
    visited = [
        (n, f"character on {size}", points(n)[:, :size].prod(axis=1, dtype=np.int64))
        for n in range(1, characters + 1)
        for size in range(n + 1)
    ]
    for n in dimensions:
        if n % 2:
            visited.append((n, "majority", np.sign(points(n).sum(axis=1, dtype=np.int64))))
        for index in range(functions):
            rng = generator(seed, "fourier", "identities", n, index)
            visited.append((n, f"random {index}", rng.integers(-8, 9, size=1 << n)))
    for n, name, values in visited:
        compare_identities(at(n=n, function=name), values, correlations)
        compare_tail(at(n=n, function=name), values, correlations)


def compare_identities(at: Recorder, values: np.ndarray, rhos: Sequence[Fraction]) -> None:
    """‖f‖₂² = Σ f̂(T)², and NS_ρ(f) = Σ ½(1 − ρ^|T|) f̂(T)²."""
    weights = degree_weights_exact(values)
    norm = Fraction(int((values**2).sum()), values.size)
    at.compare("parseval", norm, "==", sum(weights))
    for rho, noise in zip(rhos, noise_sensitivities(values, rhos), strict=True):
        at(rho=rho).compare("noise-formula", noise, "==", noise_of_weights(weights, rho))


def noise_sensitivities(values: np.ndarray, rhos: Sequence[Fraction]) -> list[Fraction]:
    """Return E ¼(f(x) − f(y))² over all pairs x, y; y_i ≠ x_i has probability (1 − ρ)/2 (§2.1)."""
    n, index = values.size.bit_length() - 1, np.arange(values.size)
    sums = [0] * (n + 1)  # of (f(x) − f(y))² over the pairs at distance t
    for flips in range(values.size):
        sums[flips.bit_count()] += int(((values - values[index ^ flips]) ** 2).sum())
    return [
        sum(((1 + rho) / 2) ** (n - t) * ((1 - rho) / 2) ** t * sums[t] for t in range(n + 1))
        / (4 * 2**n)
        for rho in rhos
    ]


def compare_tail(at: Recorder, values: np.ndarray, rhos: Sequence[Fraction]) -> None:
    """Σ_{|T|>d} f̂(T)² ≤ 2NS_ρ(f)/(1 − ρ^d), where that is defined."""
    weights = degree_weights_exact(values)
    for rho, noise in zip(rhos, noise_sensitivities(values, rhos), strict=True):
        for d in range(at["n"] + 1):
            here, tail, bound = at(d=d, rho=rho), sum(weights[d + 1 :], Fraction(0)), None
            if rho**d != 1:
                bound = section_2.claim_2_1_tail(noise, rho, d)
                here.compare("printed", tail, "<=", bound)
                if d >= 1 and 0 <= rho < 1:
                    here.compare("corrected", tail, "<=", bound)
            at.row(d=d, rho=rho, tail=tail, printed=bound)


@check("lemma-6")
def halfspaces(at: Recorder, *, largest_weights: NonEmpty[Natural], steps: Positive) -> None:
    """Compare AS(g), as a fraction, with Lemma 6's bounds for every halfspace of few variables.

    The bounds have proved errors. `largest_weights` are the largest weights at n = 1, 2, …. With 1,
    1, 2, 3, 5 every halfspace occurs, up to signs and order of the coordinates. The constant 0 is
    omitted, since log(1/0) is undefined. For n up to `steps` both sides of each line of the proof
    are compared as fractions, for w > 0 as in the paper, and for −w, where g is non-decreasing.
    """
    for n, largest in enumerate(largest_weights, start=1):
        for w, b, values in canonical_halfspaces(n, largest):
            here = at(n=n, w=list(w), b=b)
            mean = Fraction(int(values.sum()), values.size)
            compare_halfspace(here, mean, average_sensitivity_exact(values))
            if n <= steps and 0 not in w:
                compare_proof(here)
                # −⟨w, x⟩ ≤ −b' is ⟨w, x⟩ ≥ b': the next value of ⟨w, x⟩ above b.
                above = [v for v in inner_products(w).tolist() if v > b]
                if above:
                    compare_proof(at(n=n, w=[-v for v in w], b=-min(above)))


def inner_products(w: Sequence[int]) -> np.ndarray:
    """Return ⟨w, x⟩ on the cube, in order, as integers."""
    return points(len(w)).astype(np.int64) @ np.asarray(w)


def canonical_halfspaces(n: int, largest: int) -> Iterator[tuple[tuple[int, ...], int, np.ndarray]]:
    """Yield (w, b, values) with largest ≥ w_1 ≥ … ≥ w_n ≥ 0, each function but 0 once."""
    seen = set()
    weights = combinations_with_replacement(range(largest, -1, -1), n)
    # Those without a zero come first, so that a function's w is positive where it can be.
    for w in sorted(weights, key=lambda w: (w.count(0), sum(w), w)):
        for b in np.unique(inner_products(w)).tolist():
            values = halfspace(w, b).values()
            if values.tobytes() not in seen:
                seen.add(values.tobytes())
                yield w, b, values


def compare_halfspace(at: Recorder, mean: Fraction, sensitivity: Fraction, **row: str) -> None:
    """AS(g) ≤ p√(n ln(1/p)), and ≤ p√(n ln(1/p)/2)."""
    n, sharp = at["n"], section_2.lemma_6_sharp(at["n"], mean)
    at.compare("printed", sensitivity, "<=", section_2.lemma_6(n, mean))
    at.compare("sharp", sensitivity, "<=", sharp)
    floats = {"mean": mean, "average_sensitivity": sensitivity, "sharp": sharp}
    at.rows.append({**row, "n": n, **{name: float(value) for name, value in floats.items()}})


def compare_proof(at: Recorder) -> None:
    """Compare both sides of each line of the paper's proof of Lemma 6, and of its correction."""
    n, w = at["n"], at["w"]
    g, x = halfspace(w, at["b"]).values().astype(int), points(n).astype(int)

    def mean(values: np.ndarray) -> Fraction:
        return Fraction(int(values.sum()), len(g))

    for i in range(n):
        here, sign, x_i = at(i=i), 1 if w[i] > 0 else -1, x[:, i]
        flipped = g[np.arange(len(g)) ^ 1 << i]
        if sign > 0:
            up = x_i == 1
            here.compare("step-monotone", int(np.sum(g[up] < flipped[up])), "==", 0)
            here.compare("step-monotone-corrected", int(np.sum(g[up] > flipped[up])), "==", 0)
        left, half = mean(x_i * g), mean(x_i * g - x_i * flipped) / 2
        square = mean((g - flipped) ** 2)
        here.compare("step-sum", left, "==", 2**n * half)
        here.compare("step-sum-corrected", left, "==", half)
        here.compare("step-square", left, "==", square)
        here.compare("step-square-corrected", left, "==", -sign * square / 2)
    sensitivity = average_sensitivity_exact(g)
    at.compare("step-sensitivity", sensitivity, "==", mean(g * x.sum(axis=1)) / 4)
    at.compare("step-sensitivity-corrected", sensitivity, "==", -mean(g * (x @ np.sign(w))) / 2)


@check("lemma-6")
def thresholds(
    at: Recorder,
    *,
    seed: int,
    sizes: NonEmpty[Positive],
    means: NonEmpty[OpenProbability],
    witnesses: NonEmpty[Positive],
    random: RandomHalfspaces,
) -> None:
    """Compare AS(g), as a fraction, with Lemma 6's bounds on large halfspaces.

    The bounds have proved errors. For each n in `sizes` the thresholds 1{Σx_i ≤ b} are the largest
    with a mean up to each of `means`. For each n in `witnesses` the threshold that comes nearest to
    the sharp bound is compared with 0.97 of it. `random` are sizes of halfspaces of random integer
    weights, with ln(1/p) about uniform.
    """
    for n in sizes:
        below: dict[float, tuple[int, Fraction, Fraction]] = {}
        for threshold in symmetric_thresholds(n):
            below |= {bound: threshold for bound in means if threshold[1] <= bound}
        for ones, mean, sensitivity in sorted(set(below.values())):
            here = at(n=n, b=2 * ones - n, kind="symmetric")
            compare_halfspace(here, mean, sensitivity, kind="symmetric")
    for n in witnesses:
        candidates = [s for s in symmetric_thresholds(n) if 10**-250 < s[1] < 0.5]
        ones, mean, sensitivity = max(
            candidates, key=lambda s: float(s[2]) / section_2.lemma_6_sharp(n, float(s[1]))
        )
        here, sharp = at(n=n, b=2 * ones - n), section_2.lemma_6_sharp(n, mean)
        compare_halfspace(here(kind="best symmetric"), mean, sensitivity, kind="best symmetric")
        here.compare("tight", sensitivity, ">", Fraction(97, 100) * sharp)
    for n in random["dimensions"]:
        for index in range(random["count"]):
            rng = generator(seed, "fourier", "random halfspaces", n, index)
            w = rng.integers(1, random["largest_weight"] + 1, size=n).tolist()
            # A rank uniform on the log scale: small means are where the bound is near.
            b = int(np.sort(inner_products(w))[int(2.0 ** (n * rng.random())) - 1])
            values = halfspace(w, b).values()
            mean = Fraction(int(values.sum()), values.size)
            here = at(n=n, w=w, b=b, kind="random")
            compare_halfspace(here, mean, average_sensitivity_exact(values), kind="random")


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
