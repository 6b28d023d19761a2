"""The learner: its success against the number of samples, with noise, and by centred averages."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, NotRequired

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import TypedDict

from awasthi2024 import constructions
from awasthi2024.bounds import section_2
from awasthi2024.shared.parameters import Dimension
from balls import sqrt
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
    PositiveReal,
    fraction,
)
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

if TYPE_CHECKING:
    from sparseact.learning.low_degree import LowDegreeRegressor


class LearningSetting(TypedDict):
    """A class of networks (s, k, W and B), or the juntas of d variables (epsilon)."""

    n: Dimension
    d: Natural
    s: NotRequired[Positive]
    k: NotRequired[Positive]
    W: NotRequired[NonNegative]
    B: NotRequired[NonNegative]
    epsilon: NotRequired[PositiveReal]


class Noise(TypedDict):
    """The noise of the labels."""

    kind: Literal["flipped", "additive", "arbitrary"]
    amount: NonNegative


class CentredTarget(TypedDict):
    """A parity of p of n variables times 2k, or what one pattern of them adds, and a constant."""

    kind: Literal["parity", "rare"]
    n: Annotated[int, Ge(1), Le(12)]
    p: Positive
    k: Positive
    bias: NonNegative
    epsilon: str


class Setting(NamedTuple):
    """A class of functions, with the loss that the learner must reach and a bound C on |h|."""

    kind: str  # "network": H_{n,s,k}^{W,B}; "junta": of d variables
    n: int
    s: int
    k: int
    W: float
    B: float
    d: int
    epsilon: Fraction
    C: float


def setting_of(
    n: int, d: int, *, s: int = 0, k: int = 1, W: float = 1, B: float = 0, epsilon: float = 0
) -> Setting:
    """Return H_{n,s,k}^{W,B} with the ε that Theorem C serves at d, or d-juntas with ε given."""
    if epsilon:
        return Setting("junta", n, 2**d, 1, math.sqrt(d), d - 1, d, Fraction(epsilon), 1.0)
    if not s:
        raise ValueError("success: a setting must have epsilon, or s, k, W and B")
    served = Fraction(bounds.theorem_c_tail(k, Fraction(W), d))
    return Setting("network", n, s, k, W, B, d, served, bounds.sup_norm(n, k, W, B))


@check("lemma-7")
def success(
    at: Recorder,
    *,
    seed: int,
    settings: NonEmpty[LearningSetting],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
    sizes: NonEmpty[Positive],
    curve_trials: Positive,
) -> None:
    """Compare the fraction of trials with loss at most ε with 1 − δ, by an exact binomial interval.

    The learner takes averages, at the number of samples that is proved. Each trial draws a member
    of the class and its samples; the loss is over the whole cube. A class of networks has the ε
    for which Theorem C allows the degree d; half of its members are Theorem B's. `sizes` are
    further numbers of samples, only tabulated, as are the trials of regression.
    """
    made = [setting_of(**setting) for setting in settings]
    # A class of networks has a record of Lemma 7 and one of Theorem 8.
    share = level / sum(2 if setting.kind == "network" else 1 for setting in made)
    for setting in made:
        kind, n, s, k, W, B, d, epsilon, C = setting
        sizes_of = {"n": n, "s": s, "k": k, "W": W, "B": B, "d": d, "epsilon": epsilon}
        here = at(**{"class": kind, **sizes_of, "delta": delta})
        printed = math.ceil(section_2.lemma_7_samples(n, d, C, epsilon, delta))
        proved = [
            ("averages", "averages", bounds.lemma_7_proved_samples(n, d, C, epsilon, delta)),
            ("regression", "regression", bounds.regression_samples(n, d, delta)),
            ("printed", "regression", printed),
        ]
        curve = [("curve", method, m) for method in ("averages", "regression") for m in sizes]
        for what, runs, repeats in (("proved", proved, trials), ("curve", curve, curve_trials)):
            counted = count_successes(seed, what, setting, runs, repeats)
            for (size, method, m), (successes, tie) in zip(runs, counted, strict=True):
                row = {"epsilon": epsilon, "monomials": bounds.n_monomials(n, d), "method": method}
                here.row(**row, size=size, m=m, **rate_columns(successes, repeats), nearest_tie=tie)
                if size == "averages":
                    on = here(m=m)
                    on.rate("averages", successes, trials, ">=", 1 - delta, level=share)
                    if kind == "network":
                        theorem_8 = on.of("theorem-8")
                        theorem_8.rate("learns", successes, trials, ">=", 1 - delta, level=share)


def member(setting: Setting, rng: np.random.Generator) -> np.ndarray:
    """Return the values of a random member; of networks every second is Theorem B's."""
    n, s, k, W = setting.n, setting.s, setting.k, setting.W
    if setting.kind == "junta":
        table = rng.choice([-1.0, 1.0], size=2**setting.d)
        return constructions.junta(table, rng.permutation(n)[: setting.d].tolist(), n).values()
    if rng.random() < 0.5:
        return constructions.random_network(n, s, k, W, setting.B, rng).values()
    # Up to d + 1 variables, as large as W and B allow.
    p = int(rng.integers(1, min(setting.d + 1, n, (s // k).bit_length() - 1) + 1))
    core = constructions.extremal(p, 0, k, n)
    size = W / math.sqrt(p)
    if p != 2:
        size = min(size, setting.B / abs(p - 2))
    size = math.floor(size * 64) / 64  # few bits, and never too large
    w = size * core.w[:, rng.permutation(n)]
    return SparseReLUNetwork(w, size * core.b, rng.choice([-1.0, 1.0]) * core.u).values()


def count_successes(
    seed: int, what: str, setting: Setting, runs: Sequence[tuple[str, str, int]], trials: int
) -> list[tuple[int, float]]:
    """Count for each (size, method, m) the losses of at most ε; how near one comes to ε, over ε."""
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    cube, epsilon = points(setting.n), float(setting.epsilon)
    counts, ties = np.zeros(len(runs), dtype=int), np.full(len(runs), np.inf)
    for trial in range(trials):
        rng = generator(seed, "low_degree", "success", what, *setting, trial)
        values = member(setting, rng)
        spectrum = walsh_transform(values)
        for i, (_, method, m) in enumerate(runs):
            x, numbers = sample(rng, cube, m)
            with warnings.catch_warnings():
                # The question is how few samples are enough.
                warnings.simplefilter("ignore", FewSamplesWarning)
                model = LowDegreeRegressor(setting.d, method).fit(x, values[numbers])
            loss = loss_of(model, spectrum)
            counts[i] += loss <= epsilon
            ties[i] = min(ties[i], abs(loss - epsilon) / epsilon)
    return list(zip(counts.tolist(), ties.tolist(), strict=True))


def sample(rng: np.random.Generator, cube: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Return m uniform points of the cube and their numbers."""
    numbers = rng.integers(0, len(cube), size=m)
    return cube[numbers], numbers


def estimation_error(model: LowDegreeRegressor, coefficients: np.ndarray) -> float:
    """Return Σ_{|T|≤d} (ĉ_T − c_T)² against the population's coefficients, by mask."""
    return float(((model.coefficients_ - coefficients[model.masks_]) ** 2).sum())


def loss_of(model: LowDegreeRegressor, spectrum: np.ndarray) -> float:
    """Return ½E(ĝ − h)² over the cube, from the spectrum of h."""
    tail = max(float(spectrum @ spectrum) - float((spectrum[model.masks_] ** 2).sum()), 0.0)
    return (tail + estimation_error(model, spectrum)) / 2


def target_of(
    kind: str, amount: float, n: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Return a random target on the cube, and of its labels E[y | x], E y² and a bound on |y|."""
    if kind == "flipped":  # of a junta, each label with probability `amount`
        table = rng.choice([-1.0, 1.0], size=4)
        values = constructions.junta(table, rng.permutation(n)[:2].tolist(), n).values()
        return values, (1 - 2 * amount) * values, 1.0, 1.0
    if kind == "additive":  # to a network's values, uniform in [−amount, amount]
        values = constructions.random_network(n, 16, 2, 1, 1, rng).values()
        second, largest = float((values**2).mean()) + amount**2 / 3, float(np.abs(values).max())
        return values, values, second, largest + amount
    values = rng.choice([-1.0, 1.0], size=2**n)  # arbitrary: of no sparse network
    return values, values, 1.0, 1.0


def labels_of(y: np.ndarray, kind: str, amount: float, rng: np.random.Generator) -> np.ndarray:
    """Return the target's values y with noise of this kind and amount."""
    if kind == "flipped":
        return y * np.where(rng.random(len(y)) < amount, -1, 1)
    return y + rng.uniform(-amount, amount, len(y)) if kind == "additive" else y


@check("intro-agnostic")
def agnostic(
    at: Recorder,
    *,
    seed: int,
    n: Dimension,
    degree: Natural,
    noises: NonEmpty[Noise],
    factors: NonEmpty[PositiveReal],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> None:
    """Compare the fraction of trials with an excess within its bound, by a binomial interval.

    The excess of averages is over the best loss of degree d, from the population's coefficients.
    Each trial draws labels and samples. `noises` are kinds of label noise, each with its amount:
    "flipped" labels of a junta, "additive" noise on a network, and an "arbitrary" ±1-valued
    function. `factors` are sample sizes, in units of the size proved for regression. Regression is
    only tabulated, from 1 on.
    """
    from sparseact.learning.low_degree import LowDegreeRegressor

    base, cube = bounds.regression_samples(n, degree, delta), points(n)
    runs = []
    for factor in factors:
        methods = ("averages", "regression") if factor >= 1 else ("averages",)
        runs += [(method, math.ceil(factor * base)) for method in methods]
    kept = popcounts(n) <= degree
    for noise in noises:
        kind, amount = noise["kind"], float(noise["amount"])
        excess, allowed = np.zeros((2, len(runs), trials))
        best = np.zeros(trials)
        for trial in range(trials):
            rng = generator(seed, "low_degree", "agnostic", kind, amount, n, degree, trial)
            values, mean, second, largest = target_of(kind, amount, n, rng)
            population = walsh_transform(mean)
            best[trial] = (second - float((population[kept] ** 2).sum())) / 2
            for i, (method, m) in enumerate(runs):
                x, numbers = sample(rng, cube, m)
                y = labels_of(values[numbers], kind, amount, rng)
                model = LowDegreeRegressor(degree, method).fit(x, y)
                excess[i, trial] = estimation_error(model, population) / 2
                if method == "averages":
                    bound = section_2.averages_excess(n, degree, largest, m, delta)
                else:
                    bound = section_2.regression_excess(n, degree, best[trial], m, delta)
                allowed[i, trial] = bound
        for (method, m), found, most in zip(runs, excess, allowed, strict=True):
            here = at(n=n, d=degree, noise=kind, amount=amount, delta=delta, m=m)
            successes, share = int((found <= most).sum()), level / (len(factors) * len(noises))
            if method == "averages":
                here.rate(method, successes, trials, ">=", 1 - delta, level=share)
            row = {"best_loss": best.mean(), "excess": found.mean(), "largest_excess": found.max()}
            row |= {"allowed": most.mean(), "successes": successes, "trials": trials}
            tie = np.abs(found - most).min()
            here.row(method=method, monomials=int(kept.sum()), **row, nearest_tie=tie)


@check("theorem-r")
def centred(
    at: Recorder,
    *,
    seed: int,
    targets: NonEmpty[CentredTarget],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> None:
    """Compare the fraction of trials with loss at most ε with 1 − δ, by an exact binomial interval.

    The learner takes blocks of centred averages at Theorem R's sizes, told W and E|R_x|². Each
    trial draws the samples; the loss is over the whole cube. `targets` are functions of the first
    p of n variables, plus a constant. The function is 2k times the parity, or what one pattern of
    the variables adds to it. The constant `bias` is one more neuron, which is always active.
    """
    from sparseact.learning.low_degree import LowDegreeRegressor

    for target in targets:
        network, epsilon = network_of(target), fraction(target["epsilon"])
        W, V = sqrt(Fraction(network.scale_squared[0])), mean_square_active(network)
        d, blocks = bounds.theorem_r_degree(W, V, epsilon), bounds.theorem_r_blocks(delta)
        m = blocks * bounds.theorem_r_block(network.n, W, V, epsilon)
        values, cube, successes = network.values(), points(network.n), 0
        for trial in range(trials):
            rng = generator(seed, "low_degree", "centred", *map(str, target.values()), trial)
            x, numbers = sample(rng, cube, m)
            model = LowDegreeRegressor(d, "centred", blocks=blocks).fit(x, values[numbers])
            successes += loss_of(model, walsh_transform(values)) <= float(epsilon)
        here, share = at(**target, delta=delta), level / len(targets)
        here.rate("learns", successes, trials, ">=", 1 - delta, level=share)
        rates = rate_columns(successes, trials)
        here.row(mean_square_active=str(V), d=d, blocks=blocks, m=m, **rates)


def network_of(target: CentredTarget) -> SparseReLUNetwork:
    """Return the network: a parity or one pattern, and the constant."""
    core = constructions.extremal(target["p"], copies=target["k"], n=target["n"])
    kept = (core.w >= 0).all(axis=1) | (target["kind"] == "parity")
    w = np.vstack([core.w[kept], np.zeros(target["n"])])
    b = np.append(core.b[kept], -target["bias"])
    return SparseReLUNetwork(w, b, np.append(core.u[kept], 1.0))


def mean_square_active(network: SparseReLUNetwork) -> Fraction:
    """Return E|R_x|²."""
    counts = network.active_counts().astype(object)
    return Fraction(int((counts**2).sum()), len(counts))
