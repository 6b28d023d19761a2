"""Theorems T and T′: predictors at several accuracies, read through nested windows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np

from awasthi2024.sample_complexity.checks.erm_curves import dense_loss
from awasthi2024.sample_complexity.checks.unknown_support import greedy_code
from awasthi2024.sample_complexity.checks.worst_erm import Family, block_neuron
from awasthi2024.sample_complexity.parameters import Blocks
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import samples
from sparseact.randomness import generator


@check("windows", claim="theorem-5")
def measure_windows(
    recorder: Recorder,
    *,
    seed: int,
    levels: NonEmpty[Positive],
    repeats: Positive,
    neurons: NonEmpty[Positive],
    deltas: NonEmpty[OpenProbability],
    exponents: NonEmpty[Positive],
    dimensions: NonEmpty[Blocks],
    shares: NonEmpty[Positive],
) -> None:
    """Check the windows and codes of Theorem T, and the constants of Theorems T and T′.

    `levels` are numbers J of windows. The smallest window has half-width 1, and kM = 2^J; `repeats`
    random lists of integer predictions are read for each J. The constants are compared at s in
    `neurons`. `deltas` are values of δ. `exponents` are values of e: m = 2^e points, and the losses
    are 2^(1−e). There M = 1. The networks of Theorem P have n in `dimensions`, k = 1 and 4 blocks.
    `shares` are divisors of ε = n/256.
    """
    for count in levels:
        rng = generator(seed, "sample_complexity", "windows", count)
        for repeat in range(repeats):
            target = int(rng.integers(-(2**count), 2**count + 1))
            errors = rng.integers(-(2 ** (count + 1)), 2 ** (count + 1) + 1, size=count)
            good = np.clip(errors, -(2 ** np.arange(count)), 2 ** np.arange(count))
            chosen = np.where(rng.random(count) < 0.5, good, errors)
            instance_recorder = recorder.where(levels=count, repeat=repeat)
            _compare_windows(instance_recorder, target, (target + chosen).tolist())
        _compare_windows_sharp(recorder.where(levels=count))
    for s in neurons:
        for delta in deltas:
            for e in exponents:
                _compare_constants(recorder.where(s=s, delta=delta, m=2**e))
                _compare_samples(recorder.where(s=s, delta=delta, epsilon=2.0 ** (1 - e)))
                _compare_pruned(recorder.where(s=s, delta=delta, epsilon=2.0 ** (1 - e)))
                for k in sorted({1, s}):
                    _compare_raised(recorder.where(s=s, k=k, delta=delta, m=2**e))
                    loss_recorder = recorder.where(s=s, k=k, delta=delta, epsilon=2.0 ** (1 - e))
                    _compare_raised_samples(loss_recorder)
    for eta in ETAS:
        _compare_additions(recorder.where(eta=str(eta)), eta)
    for m in range(1, 4):
        for T in range(1, 6):
            _compare_multisets(recorder.where(m=m, T=T))
    for n in dimensions:
        for share in shares:
            rng = generator(seed, "sample_complexity", "windows", "worst", n, share)
            _compare_worst(recorder, Family(n, 1, 4, share), rng)


#: 1/η² is an integer only for some.
ETAS = tuple(Fraction(text) for text in ("3/10", "1/3", "1/2", "7/10", "9/10"))


def read_through_windows(predictions: Sequence[float]) -> float:
    """Return f_0: f_J is 0, and f_j the number within 2^{j+1} of f_{j+1} that is nearest to g_j."""
    nearest = 0
    for j in reversed(range(len(predictions))):
        nearest = max(nearest - 2 ** (j + 1), min(nearest + 2 ** (j + 1), predictions[j]))
    return nearest


def _compare_windows(recorder: Recorder, target: int, predictions: Sequence[int]) -> None:
    """Compare the error with 1, or with six half-widths of the widest window that is bad."""
    bad = [j for j, g in enumerate(predictions) if abs(g - target) > 2**j]
    most = 6 * 2 ** max(bad) if bad else 1
    recorder.exact("windows", abs(read_through_windows(predictions) - target), "<=", most)


def _compare_windows_sharp(recorder: Recorder) -> None:
    """Check the error 6t_j − 2t_0, where all predictions are far below a target of kM."""
    count = recorder.instance["levels"]
    error = 2**count - read_through_windows([-(8**count)] * count)
    recorder.exact("windows-sharp", error, "==", 6 * 2 ** (count - 1) - 2)


def far_mass(s: int, T: int, m: int, delta: float) -> float:
    """Return ρ of Lemma 9, for codes of at most T indices a neuron."""
    codes = s * (T * math.log(2 * m + 1) + math.log(2))
    return (codes - math.log(delta)) / (m - s * T)


def _compare_constants(recorder: Recorder) -> None:
    """Compare ½t_0² + 18·Σ t_j²ρ_j, at k = M = 1, with the bound."""
    s, delta, m = (recorder.instance[key] for key in ("s", "delta", "m"))
    least = 8 * s / m
    squares = [least * 4**j for j in range(m.bit_length()) if least * 4**j < 1]
    loss = min(least, 1) / 2
    for square in squares:
        loss += 18 * square * far_mass(s, math.ceil(4 / square) - 1, m, delta / len(squares))
    recorder.closed_form("labelled-only", loss, "<=", samples.theorem_t(s, 1, m, 1, delta))


def _compare_samples(recorder: Recorder) -> None:
    """Compare the bound at the number of points that is enough with ε."""
    s, delta, epsilon = (recorder.instance[key] for key in ("s", "delta", "epsilon"))
    m = samples.theorem_t_samples(s, 1, 1, epsilon, delta)
    recorder.where(quantity="samples").closed_form(
        "labelled-only", samples.theorem_t(s, 1, m, 1, delta), "<=", epsilon
    )
    recorder.row(m=m)


def _compare_pruned(recorder: Recorder) -> None:
    """Compare ½t² + ½(2kM)²ρ, at t² = ε and kM = 1, with ε."""
    s, delta, epsilon = (recorder.instance[key] for key in ("s", "delta", "epsilon"))
    m = samples.pruned_samples(s, 1, 1, epsilon, delta)
    loss = epsilon / 2 + 2 * far_mass(s, math.ceil(4 / epsilon) - 1, m, delta)
    recorder.closed_form("pruned", loss, "<=", epsilon)


def _compare_raised(recorder: Recorder) -> None:
    """Compare A/(2m) + (36/m)·Σ t_j²Y_j, at M = 1, with the bound of Theorem T′."""
    s, k, delta, m = (recorder.instance[key] for key in ("s", "k", "delta", "m"))
    log, nats = math.log(7 * m), -math.log(delta)
    A = 3750 * k * s * log**3
    squares = [A / m * 4**j for j in range(m.bit_length()) if A / m * 4**j < k**2]
    loss = min(A / m, k**2) / 2
    for square in squares:
        levels = math.log(8 * len(squares))
        heavy = 1201 * k * s * log**2 / square + (levels + nats) / math.log(2)  # X_j
        most = math.floor(4 * heavy + 3 * math.log(4 * len(squares)))  # b_j
        far = most * (1 + math.log2(2 * m + 1))
        far += (16 * A / square + levels + nats) / math.log(2)  # Y_j
        loss += 36 * square * far / m
    bound = samples.theorem_t_prime(s, k, m, 1, delta)
    recorder.closed_form("raised", loss, "<=", bound)


def _compare_raised_samples(recorder: Recorder) -> None:
    """Compare the bound of Theorem T′ at the number of points that is enough with ε."""
    s, k, delta, epsilon = (recorder.instance[key] for key in ("s", "k", "delta", "epsilon"))
    m = samples.theorem_t_prime_samples(s, k, 1, epsilon, delta)
    bound = samples.theorem_t_prime(s, k, m, 1, delta)
    recorder.where(quantity="samples").closed_form("raised", bound, "<=", epsilon)


def most_indices(eta: Fraction) -> int:
    """Return T = ⌈η⁻²⌉ − 1, the most additions of a greedy code."""
    return math.ceil(eta**-2) - 1


def _compare_additions(recorder: Recorder, eta: Fraction) -> None:
    """Count the additions at T orthogonal points, whose products with v are just above η."""
    points = most_indices(eta)
    value = (eta + Fraction(math.isqrt(10**12 // points), 10**6)) / 2  # below 1/√T
    gram = [[Fraction(i == j) for j in range(points)] for i in range(points)]
    additions, _ = greedy_code([value] * points, gram, eta)
    recorder.where(quantity="additions").exact("indices", additions, "==", most_indices(eta))


def _compare_multisets(recorder: Recorder) -> None:
    """List the multisets of at most T of 2m signed indices."""
    m, T = recorder.instance["m"], recorder.instance["T"]
    count = sum(
        sum(1 for _ in combinations_with_replacement(range(2 * m), size)) for size in range(T + 1)
    )
    recorder.where(quantity="multisets").exact("indices", count, "==", math.comb(2 * m + T, T))
    recorder.where(quantity="power").exact("indices", count, "<=", (2 * m + 1) ** T)


def pruned(products: np.ndarray, gram: np.ndarray, seen: np.ndarray, eta: float) -> np.ndarray:
    """Return σ(⟨p, y⟩ − η) at all points, with p a code of the neuron at the seen points."""
    code = np.zeros(len(products))
    while True:
        gaps = np.where(seen, products - code, 0.0)
        far = int(np.abs(gaps).argmax())
        if abs(gaps[far]) <= eta:
            return np.maximum(code - eta, 0.0)
        code += math.copysign(eta, gaps[far]) * gram[far]


def _compare_worst(recorder: Recorder, family: Family, rng: np.random.Generator) -> None:
    """Compare the loss of f_0 with the loss of clip(h), for the worst h on a drawn sample."""
    q, g, s = family.q, family.g, family.g * family.neurons
    seen = family.sample(family.m, rng)
    unseen = ~seen[:-1].reshape(g, q)
    x, R = family.points(), math.sqrt(family.n)
    M = R + 2  # W = 1, B = 2
    gram = (x @ x.T + 2 * R) / (R * M)
    least = family.k * M * math.sqrt(8 * s / family.m)  # t_0
    predictions = np.zeros((max(0, math.ceil(math.log2(family.k * M / least))), len(x)))
    for j, a in product(range(len(predictions)), range(g)):
        v, b = block_neuron(family, a, np.flatnonzero(unseen[a]))
        products = (x @ v - b) / (M * math.sqrt(q * (1 + unseen[a].sum())))
        kept = pruned(products, gram, seen, least * 2**j / (2 * family.k * M))
        predictions[j] += family.neurons * M * kept / least
    values = least * np.array([read_through_windows(each) for each in predictions.T.tolist()])
    masses = np.full(len(x), float(family.p))
    masses[-1] = 1 - g * q * float(family.p)
    loss, clipped = float(masses @ values**2) / 2, float(dense_loss(family, unseen))
    instance_recorder = recorder.where(n=family.n, s=s, m=family.m)
    # ‖p‖ < 2, and f_0 is 1-Lipschitz in the predictions: rounding changes it by less than 10⁻⁹.
    instance_recorder.certified("windows-worst-erm", loss, "<", clipped, error=1e-6)
    instance_recorder.row(clipped=clipped, windows=loss)
