"""Learn whether a handwritten digit is even, a task that is not in the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.shared.images import Images, digits
from awasthi2024.shared.tasks import Effort, fit_sparse
from awasthi2024.shared.trained import rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator
from sparseact.reproducible import mean_square

if TYPE_CHECKING:
    from sparseact.learning.sparse_relu import SparseReLURegressor

#: On digits, signs right on fresh images.
ACCURACY = 0.75


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
) -> None:
    """Learn whether a digit is even from 64 thresholded pixels (not a claim of the paper).

    The networks have as many `neurons`; k is of `sparsities`, or not bounded. `folds` is the number
    of folds of the cross-validation. The images are shuffled once for it. The learner's `max_iter`
    and `n_restarts` are `steps` and `starts`. The table has a row per fold and k: errors as
    fractions of the variance, signs right, and how many neurons are active.
    """
    data = digits()
    order = generator(seed, "learners", "digits", "order").permutation(len(data.y))[:images]
    for fold, held in enumerate(np.array_split(order, folds)):
        train = np.setdiff1d(order, held)
        fit, test = (Images(data.x[part], data.y[part]) for part in (train, held))
        fold_recorder = recorder.where(n=data.x.shape[1], s=neurons, m=len(train), fold=fold)
        for k in [*sparsities, None]:
            rng = generator(seed, "learners", "digits", fold, k)
            model = fit_sparse(fit.x, fit.y, neurons, k, Effort(steps, starts), rng)
            row = score_sparse(model, k, fit, test)
            recorder.rows.append({"fold": fold, **row})
            if k is None:
                continue
            instance_recorder = fold_recorder.where(k=k)
            instance_recorder.exact("guarantee", row["most_active_train"], "<=", k)
            instance_recorder.exact("printed", row["most_active_test"], "<=", k)
            if k == max(sparsities):
                right = round(row["accuracy"] * len(held))
                instance_recorder.rate(
                    "accuracy", right, len(held), ">=", ACCURACY, level=level / folds
                )


def score_sparse(
    model: SparseReLURegressor, k: int | None, fit: Images, test: Images
) -> dict[str, Any]:
    """Return errors, signs right and activity of the sparse learner; k is None if not told."""
    predicted = model.predict(test.x)
    on_fit, on_test = (model.network_.active(part.x).sum(axis=1) for part in (fit, test))
    return {
        "method": f"sparse, k = {k}" if k else "sparse, k free",
        "train_error": rounded(mean_square(model.predict(fit.x) - fit.y) / fit.y.var()),
        "test_error": rounded(mean_square(predicted - test.y) / test.y.var()),
        "accuracy": float(np.mean((predicted > 0) == (test.y > 0))),
        "most_active_train": int(on_fit.max()),
        "mean_active_train": rounded(on_fit.mean()),
        "most_active_test": int(on_test.max()),
        "mean_active_test": rounded(on_test.mean()),
        "above_test": rounded(np.mean(on_test > on_fit.max())),
    }
