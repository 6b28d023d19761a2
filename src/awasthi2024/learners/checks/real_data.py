"""Whether a handwritten digit is even: no claim of the paper."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import pandas as pd
from annotated_types import Ge, Le

from awasthi2024.learners.checks.alternation import _RIDGE
from awasthi2024.shared.images import Images, digits
from awasthi2024.shared.tasks import Effort, fit_sparse
from awasthi2024.shared.trained import rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.reproducible import cholesky, mean_square, product, solve

if TYPE_CHECKING:
    from sparseact.learning.sparse_relu import SparseReLURegressor

#: On digits, signs right on fresh images.
ACCURACY = 0.75

#: Fits of the dense network on digits, a fold. Its training depends on the machine.
_DENSE_STARTS = 6


@check("digits", claim="digest-real-data", notebook=True)
def measure_digits(
    recorder: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    neurons: Annotated[int, Ge(1), Le(64)],
    sparsities: NonEmpty[Positive],
    folds: Annotated[int, Ge(2), Le(20)],
    images: Annotated[int, Ge(100), Le(1797)],
    steps: Positive,
    starts: Positive,
    others: bool,
) -> None:
    """Learn whether a digit is even from 64 thresholded pixels; no claim of the paper.

    The sparse networks and the dense one have as many `neurons`; k is of `sparsities`, or none. The
    images are shuffled once for cross-validation. `steps` and `starts` are `max_iter` and
    `n_restarts` of the sparse learner; `others` says whether to fit the methods to compare with,
    too. The table has a row per fold, method and start (the dense network has several, of other
    methods there is one): errors as shares of the variance, signs right, and for networks how many
    neurons are active.
    """
    data = digits()
    order = generator(seed, "learners", "digits", "order").permutation(len(data.y))[:images]
    for fold, held in enumerate(np.array_split(order, folds)):
        train = np.setdiff1d(order, held)
        fit, test = (Images(data.x[part], data.y[part]) for part in (train, held))
        at = {"n": data.x.shape[1], "s": neurons, "m": len(train), "fold": fold}
        for k in [*sparsities, None]:
            rng = generator(seed, "learners", "digits", fold, k)
            model = fit_sparse(fit.x, fit.y, neurons, k, Effort(steps, starts), rng)
            row = score_sparse(model, k, fit, test)
            recorder.rows.append({"fold": fold, "start": 0, **row})
            if k is None:
                continue
            here = recorder.where(**at, k=k)
            compare_activity(here, row)
            if k == max(sparsities):
                compare_accuracy(here, row, len(held), level / folds)
        if others:
            rng = generator(seed, "learners", "digits", fold, "others")
            for name, start, predict in _other_methods(fit, neurons, rng):
                row = _score(name, predict, fit, test)
                recorder.rows.append({"fold": fold, "start": start, **row})


def score_sparse(
    model: SparseReLURegressor, k: int | None, fit: Images, test: Images
) -> dict[str, Any]:
    """Return errors, signs right and activity of the sparse learner; k is None if not told."""
    row = _score(f"sparse, k = {k}" if k else "sparse, k free", model.predict, fit, test)
    return row | _activity(model.network_, fit.x, test.x)


def compare_activity(recorder: Recorder, row: Mapping[str, Any]) -> None:
    """Compare the most active neurons, at images to fit and held out, with the k of `record`."""
    k = recorder.instance["k"]
    recorder.exact("guarantee", row["most_active_train"], "<=", k)
    recorder.exact("printed", row["most_active_test"], "<=", k)


def compare_accuracy(recorder: Recorder, row: Mapping[str, Any], held: int, level: float) -> None:
    """Compare how many signs are right on so many held-out images with ¾."""
    right = round(row["accuracy"] * held)
    recorder.rate("accuracy", right, held, ">=", ACCURACY, level=level)


def _score(
    name: str, predict: Callable[[np.ndarray], np.ndarray], fit: Images, test: Images
) -> dict[str, Any]:
    found = predict(test.x)
    return {
        "method": name,
        "train_error": rounded(mean_square(predict(fit.x) - fit.y) / fit.y.var()),
        "test_error": rounded(mean_square(found - test.y) / test.y.var()),
        "accuracy": float(np.mean((found > 0) == (test.y > 0))),
    }


def paired_differences(table: pd.DataFrame, reference: str) -> pd.DataFrame:
    """Return each method's test error less that of `reference`, with a 95 % interval.

    A method's error on a fold is its mean over the starts.
    The interval is Student's for the mean of the folds' differences. It takes
    them for independent and normal; the folds' training sets overlap, so that
    it is too short, and no verdict rests on it.

    Returns
    -------
    DataFrame
        Indexed by method: difference, low, high.
    """
    from scipy.stats import t as student

    errors = table.pivot_table(index="fold", columns="method", values="test_error")
    apart = errors.drop(columns=reference).sub(errors[reference], axis=0)
    folds = len(apart)
    half = student.ppf(0.975, folds - 1) * apart.std(ddof=1) / math.sqrt(folds)
    mean = apart.mean()
    return pd.DataFrame({"difference": mean, "low": mean - half, "high": mean + half})


def _activity(network: SparseReLUNetwork, fit: np.ndarray, test: np.ndarray) -> dict[str, Any]:
    on_fit, on_test = network.active(fit), network.active(test)
    return {
        "most_active_train": int(on_fit.sum(axis=1).max()),
        "mean_active_train": rounded(on_fit.sum(axis=1).mean()),
        "most_active_test": int(on_test.sum(axis=1).max()),
        "mean_active_test": rounded(on_test.sum(axis=1).mean()),
        "above_test": rounded(np.mean(on_test.sum(axis=1) > on_fit.sum(axis=1).max())),
        "dead_share": rounded(np.mean(~on_fit.any(axis=0))),
    }


def _other_methods(
    fit: Images, neurons: int, rng: np.random.Generator
) -> Iterator[tuple[str, int, Callable[[np.ndarray], np.ndarray]]]:
    """Fit ridge, degree 2 in two ways, boosted trees and a dense network of the same size.

    Yields each method, the number of its start, and its function.
    """
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV
    from sklearn.neural_network import MLPRegressor

    penalties = {"alpha": [1.0, 100.0, 10000.0]}
    # Degree 2 through its kernel: (1 + ⟨x, x'⟩)² weighs each product like two pixels.
    quadratic = KernelRidge(kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    models = [
        ("ridge", 0, GridSearchCV(Ridge(), penalties, cv=3)),
        ("degree 2, ridge", 0, GridSearchCV(quadratic, penalties, cv=3)),
        (
            "boosted trees",
            0,
            HistGradientBoostingRegressor(random_state=0, early_stopping=False),
        ),
    ]
    for start in range(_DENSE_STARTS):
        seed = int(rng.integers(2**31))
        dense = MLPRegressor(
            hidden_layer_sizes=(neurons,), solver="lbfgs", max_iter=300, random_state=seed
        )
        models.append(("dense network", start, dense))
    for name, start, model in models:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # iterations that run out are part of the method
            yield name, start, model.fit(fit.x, fit.y).predict
    yield "degree 2, no penalty", 0, least_norm_quadratic(fit.x, fit.y)


def least_norm_quadratic(x: np.ndarray, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the polynomial of degree 2 of least norm that fits y at x, points of ±1, best.

    With fewer samples than the N monomials it is a combination of the samples'
    kernels Σ_{|T| ≤ 2} χ_T(x)χ_T(x'), of which `_RIDGE` of the diagonal is added.
    """

    def kernel(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        inner = product(a.astype(np.float64), b.T.astype(np.float64))
        return 1 + inner + (inner**2 - a.shape[1]) / 2

    system = kernel(x, x)
    system.flat[:: len(system) + 1] *= 1 + _RIDGE
    if not cholesky(system):
        raise AssertionError("a Gram matrix with a ridge is positive definite")
    weights = solve(system, y)
    return lambda points: product(kernel(points, x), weights[:, None])[:, 0]
