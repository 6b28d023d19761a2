"""Learning curves of planted sparse and dense networks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le, MinLen

from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.parameters import CurveCells, OnePercent
from awasthi2024.shared.distributions import markov
from awasthi2024.shared.targets import sized_target
from awasthi2024.shared.trained import fitted, rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator

#: An error below this share of the variance is written as 0.
_NEGLIGIBLE = 1e-6


@check("theorem-17")
def curves(
    at: Recorder,
    *,
    seed: int,
    cells: CurveCells,
    multiples: Annotated[Distinct[Annotated[float, Gt(0), Le(8)]], MinLen(2)],
    repeats: Positive,
    accuracy: OnePercent,
    tests: Annotated[int, Ge(100)],
    restarts: Positive,
) -> None:
    """Measure how many samples a learner needs for planted sparse and dense networks.

    The inputs are a stationary Markov chain along the coordinates. `cells` are targets and sizes,
    each on an axis of the figure. A target is a "forest" (k trees with s/k leaves each) or "dense"
    (k = s). `multiples` are numbers of samples in units of s(n + 1). There are `repeats` targets
    and samples for each. A fit is "learned" if its mean squared error on `tests` points is at most
    `accuracy` of the labels' variance. It is "optimised" if its training error is at most a tenth
    of that, so that a fit which fails to optimise is not read as one that lacks samples.

    The table has a row per cell and m: fractions optimised and learned, errors, the smallest m from
    which on half of the fits are learned (not counting those that are neither learned nor
    optimised), with a bootstrap interval over targets (2.5 and 97.5 %), and the sizes of Theorem 17
    and others.
    """
    arguments: dict[str, Any] = {"accuracy": accuracy, "tests": tests, "restarts": restarts}
    for cell in cells:
        at.rows += learning_curve(seed, cell, multiples, repeats, **arguments)


def learning_curve(
    seed: int,
    cell: Mapping[str, Any],
    multiples: Sequence[float],
    repeats: int,
    *,
    accuracy: float,
    tests: int,
    restarts: int,
) -> list[dict[str, Any]]:
    """Return the table's rows of one cell, with m growing; arguments as for `curves`."""
    multiples = sorted(multiples)
    arguments: dict[str, Any] = {"accuracy": accuracy, "tests": tests, "restarts": restarts}
    fits = np.array(
        [
            [
                fit_planted(
                    cell, multiple, generator(seed, *label_of(cell), number, j), **arguments
                )
                for j, multiple in enumerate(multiples)
            ]
            for number in range(repeats)
        ]
    )
    rng = generator(seed, *label_of(cell), "bootstrap")
    return _cell_rows(cell, multiples, fits, rng, accuracy)


def label_of(cell: Mapping[str, Any]) -> tuple[str | int, ...]:
    """Return what the generators of a cell are named by."""
    sizes = (int(cell[key]) for key in ("n", "s", "k"))
    return ("sample_complexity", "curves", str(cell["target"]), *sizes)


def sample_size(cell: Mapping[str, Any], multiple: float) -> int:
    """Return m = multiple·s(n + 1), rounded, at least 2."""
    return max(2, round(multiple * int(cell["s"]) * (int(cell["n"]) + 1)))


def fit_planted(
    cell: Mapping[str, Any],
    multiple: float,
    rng: np.random.Generator,
    *,
    accuracy: float,
    tests: int,
    restarts: int,
) -> tuple[float, ...]:
    """Return training and test error, as shares of the variance, and W, B, the variance."""
    # Here, since most jobs need no learner.
    from sparseact.learning.sparse_relu import SparseReLURegressor

    n, s, k = int(cell["n"]), int(cell["s"]), int(cell["k"])
    m = sample_size(cell, multiple)
    while True:
        target = sized_target(str(cell["target"]), n, s, k, rng)
        x_test = markov(tests, n, 0.5, rng).astype(np.float64)
        labels = target(x_test)
        variance = float(labels.var())
        if variance > 0:
            break
    x = markov(m, n, 0.5, rng).astype(np.float64)
    y = target(x)
    learner = SparseReLURegressor(
        s,
        k=None if k == s else k,
        n_restarts=restarts,
        tol=accuracy / 100,
        random_state=int(rng.integers(2**31)),
    )
    learner = fitted(learner, x, y)
    errors = (learner.loss_, float(np.mean((learner.predict(x_test) - labels) ** 2)))
    train, test = (rounded(error / variance, _NEGLIGIBLE) for error in errors)
    return train, test, *target.scale, variance


def _cell_rows(
    cell: Mapping[str, Any],
    multiples: Sequence[float],
    fits: np.ndarray,
    rng: np.random.Generator,
    accuracy: float,
) -> list[dict[str, Any]]:
    n, s, k = int(cell["n"]), int(cell["s"]), int(cell["k"])
    train, test = fits[:, :, 0], fits[:, :, 1]
    learned, optimised = test <= accuracy, train <= accuracy / 10
    sizes = [sample_size(cell, multiple) for multiple in multiples]
    draws = rng.integers(len(fits), size=(400, len(fits)))
    needed = [_needed(learned[chosen], optimised[chosen], sizes) for chosen in draws]
    low, high = np.quantile(needed, [0.025, 0.975], method="nearest")
    W, B, variance = (float(np.median(fits[:, :, i])) for i in (2, 3, 4))
    R, epsilon, delta = math.sqrt(n), accuracy * variance / 2, 0.5
    theory = {
        "W": W,
        "B": B,
        "M": W * R + B,
        "theorem_17": section_5.theorem_17(n, s, k, R, W, B, epsilon, delta),
        "corrected": float(section_5.realizable_samples(n, s, k, R, W, B, epsilon, delta)),
        "theorem_g": float(section_5.theorem_g(s, k, R, W, B, epsilon, delta)),
    }
    return [
        {
            **{key: cell[key] for key in ("axis", "target", "n", "s", "k")},
            "m": m,
            "fits": len(fits),
            "optimised": float(optimised[:, j].mean()),
            "learned": float(learned[:, j].mean()),
            "train": rounded(np.median(train[:, j]), _NEGLIGIBLE),
            "test": rounded(np.median(test[:, j]), _NEGLIGIBLE),
            "needed": _needed(learned, optimised, sizes),
            "needed_low": float(low),
            "needed_high": float(high),
            **{name: float(f"{value:.6g}") for name, value in theory.items()},
        }
        for j, m in enumerate(sizes)
    ]


def _needed(learned: np.ndarray, optimised: np.ndarray, sizes: Sequence[int]) -> float:
    """Return the smallest m from which on at least half of the fits are learned, or inf.

    Fits that are neither learned nor optimised are left out: they show a search
    that failed, not a lack of samples.
    """
    counted = (learned | optimised).sum(axis=0)
    enough = (counted > 0) & (2 * learned.sum(axis=0) >= counted)
    behind = [m for j, m in enumerate(sizes) if enough[j:].all()]
    return float(behind[0]) if behind else math.inf
