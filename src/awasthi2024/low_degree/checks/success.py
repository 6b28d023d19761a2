"""Successes of the low-degree algorithm, at proved sample sizes and below."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import section_2
from awasthi2024.low_degree.checks.samples import estimation_error, sample
from awasthi2024.low_degree.parameters import LearningSetting
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


class Setting(NamedTuple):
    """A class of networks, with the error and the probability that the learner must reach."""

    kind: str  # "network": H_{n,s,k}^{W,B}; "junta": of d variables
    n: int
    s: int
    k: int
    W: float
    B: float
    d: int
    epsilon: Fraction
    C: float  # a bound on |h|

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters that a record contains."""
        return {
            "class": self.kind,
            "n": self.n,
            "s": self.s,
            "k": self.k,
            "W": self.W,
            "B": self.B,
            "d": self.d,
            "epsilon": self.epsilon,
        }


def setting_of(
    n: int, d: int, *, s: int = 0, k: int = 1, W: float = 1, B: float = 0, epsilon: float = 0
) -> Setting:
    """Return H_{n,s,k}^{W,B} with the ε that Theorem C serves at d, or d-juntas with ε given."""
    if epsilon:
        return Setting("junta", n, 2**d, 1, math.sqrt(d), d - 1, d, Fraction(epsilon), 1.0)
    served = Fraction(bounds.theorem_c_tail(k, Fraction(W), d))
    return Setting("network", n, s, k, W, B, d, served, bounds.sup_norm(n, k, W, B))


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
    """Count how often the low-degree algorithm succeeds, at proved sample sizes and below.

    Every trial draws a member of the class and its samples afresh; the loss is taken over the whole
    cube. A setting has n, d and either s, k, W, B (ε is then Theorem C's at degree d) or epsilon
    (juntas of d variables). `sizes` are further numbers of samples, only tabulated. Each of them
    has `curve_trials` trials.
    """
    made = [setting_of(**setting) for setting in settings]
    # A class of networks has a record of Lemma 7 and one of Theorem 8.
    share = level / sum(2 if setting.kind == "network" else 1 for setting in made)
    for setting in made:
        at.rows += compare_success(at, setting, delta, seed=seed, trials=trials, level=share)
        grid = [(method, m) for method in ("averages", "regression") for m in sizes]
        counts = count_successes(seed, "curve", setting, grid, curve_trials)
        for (method, m), count in zip(grid, counts, strict=True):
            at.rows.append(_rate_row(setting, delta, method, "curve", m, count, curve_trials))


def compare_success(
    at: Recorder, setting: Setting, delta: float, *, seed: int, trials: int, level: float
) -> list[dict[str, Any]]:
    """Record how often averages learn one class at their proved size; return the table's rows.

    The table has regression at its proved size and at the paper's too. Each recorder has the level
    `level`.
    """
    n, d, C, epsilon = setting.n, setting.d, setting.C, setting.epsilon
    printed = math.ceil(section_2.lemma_7_samples(n, d, C, epsilon, delta))
    proved = [
        ("averages", "averages", bounds.lemma_7_proved_samples(n, d, C, epsilon, delta)),
        ("regression", "regression", bounds.regression_samples(n, d, delta)),
        ("printed", "regression", printed),
    ]
    counts = count_successes(seed, "proved", setting, [run[1:] for run in proved], trials)
    rows = []
    for (size, method, m), count in zip(proved, counts, strict=True):
        rows.append(_rate_row(setting, delta, method, size, m, count, trials))
        if size != "averages":
            continue
        instance_recorder = at(**setting.parameters, delta=delta, m=m)
        instance_recorder.rate("averages", count.below, trials, ">=", 1 - delta, level=level)
        if setting.kind == "network":
            instance_recorder.of("theorem-8").rate(
                "learns", count.below, trials, ">=", 1 - delta, level=level
            )
    return rows


def _rate_row(
    setting: Setting,
    delta: float,
    method: str,
    size: str,
    m: int,
    count: _Count,
    trials: int,
) -> dict[str, Any]:
    return {
        **setting.parameters,
        "epsilon": float(setting.epsilon),
        "delta": delta,
        "monomials": bounds.n_monomials(setting.n, setting.d),
        "method": method,
        "size": size,
        "m": m,
        **rate_columns(count.below, trials),
        "nearest_tie": count.tie,
    }


class _Count(NamedTuple):
    """Trials with a loss of at most ε; `tie` is how near a loss comes to ε, as a share of it."""

    below: int
    tie: float


def count_successes(
    seed: int, what: str, setting: Setting, runs: Sequence[tuple[str, int]], trials: int
) -> list[_Count]:
    """Count for each (method, m) how often the loss is at most ε."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    cube = points(setting.n)
    epsilon = float(setting.epsilon)
    counts, ties = np.zeros(len(runs), dtype=int), np.full(len(runs), np.inf)
    for trial in range(trials):
        rng = generator(seed, "low_degree", "success", what, *setting, trial)
        values = member(setting, rng)
        spectrum = walsh_transform(values)
        total = float(spectrum @ spectrum)
        for i, (method, m) in enumerate(runs):
            x, numbers = sample(rng, cube, m)
            with warnings.catch_warnings():
                # The question is how few samples are enough.
                warnings.simplefilter("ignore", FewSamplesWarning)
                model = LowDegreeRegressor(setting.d, method).fit(x, values[numbers])
            tail = max(total - float((spectrum[model.masks_] ** 2).sum()), 0.0)
            loss = (tail + estimation_error(model, spectrum)) / 2
            counts[i] += loss <= epsilon
            ties[i] = min(ties[i], abs(loss - epsilon) / epsilon)
    return [_Count(int(below), float(tie)) for below, tie in zip(counts, ties, strict=True)]
