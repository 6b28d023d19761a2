"""The learner on planted targets: a grid of targets, distributions and sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, get_type_hints

import pandas as pd
import yaml
from annotated_types import Ge, Le, MinLen
from typing_extensions import TypedDict

from awasthi2024.shared.parameters import DistributionName
from paperclaims.checks.configuration import check_mapping, strict_model
from paperclaims.checks.files import parameters_hash
from paperclaims.checks.parameters import Distinct, Natural, Positive
from sparseact.randomness import generator


class GridTargets(TypedDict):
    """For each kind of target, whether the learner is told k."""

    tree: NotRequired[Distinct[bool]]
    junta: NotRequired[Distinct[bool]]
    forest: NotRequired[Distinct[bool]]
    appendix_a: NotRequired[Distinct[bool]]


class LiftedParitySize(TypedDict):
    """Inputs and neurons of a lifted parity."""

    inputs: Literal[4, 9, 16, 25, 36, 49, 64]
    neurons: Annotated[int, Ge(1), Le(5)]


class GridLiftedParity(TypedDict):
    """The lifted parities of the grid."""

    told: Distinct[bool]
    sizes: Sequence[LiftedParitySize]


class LearnerGrid(TypedDict):
    """The configuration of the learner's grid."""

    seed: Natural
    seeds: Positive
    samples: Positive
    test_points: Positive
    starts: Positive
    steps: Positive
    distributions: Distinct[DistributionName]
    inputs: Distinct[Annotated[int, Ge(6)]]
    neurons: Distinct[Literal[4, 8, 16, 32]]
    targets: Annotated[GridTargets, MinLen(1)]
    lifted_parity: GridLiftedParity


def read_grid(configuration: Path | str) -> dict[str, dict[str, Any]]:
    """Return the grid's cells: name → arguments of `fit_cell`.

    Raises
    ------
    ClaimsError
        In one sentence, if the configuration does not fit `LearnerGrid`.
    """
    grid = yaml.safe_load(Path(configuration).read_text(encoding="utf-8"))
    check_mapping(strict_model("grid", get_type_hints(LearnerGrid, include_extras=True)), grid)
    common = {key: grid[key] for key in ("seed", "seeds", "samples", "test_points")}
    common |= {key: grid[key] for key in ("starts", "steps")}
    places = [
        (target, distribution, n, s, told)
        for target, options in grid["targets"].items()
        for distribution in grid["distributions"]
        for n in grid["inputs"]
        for s in grid["neurons"]
        for told in options
    ]
    places += [
        ("lifted_parity", "lifted", size["inputs"], size["neurons"], told)
        for size in grid["lifted_parity"]["sizes"]
        for told in grid["lifted_parity"]["told"]
    ]
    return {
        f"{target}-{distribution}-n{n}-s{s}-{'k' if told else 'free'}": common
        | {"target": target, "distribution": distribution, "n": n, "s": s, "told": told}
        for target, distribution, n, s, told in places
    }


def grid_hash(cells: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the hash that the whole grid's table carries."""
    return parameters_hash({"cells": cells})


def fit_cell(
    target: str,
    distribution: str,
    n: int,
    s: int,
    told: bool,
    *,
    seed: int,
    seeds: int,
    samples: int,
    test_points: int,
    starts: int,
    steps: int,
) -> pd.DataFrame:
    """Fit `seeds` planted targets of one kind and size; return a row for each.

    Parameters
    ----------
    target, distribution : str
        Names that `planted` and `draw` know.
    n, s : int
        Inputs and neurons, of the target and of the fitted network.
    told : bool
        Whether the learner is told the target's sparsity k.
    seed : int
        The run's seed; a target's draw depends on it, on the target's place in the
        grid and on its number, and not on `told`.
    seeds : int
        Number of targets.
    samples : int
        There are samples·s·(n + 1) training points.
    test_points, starts, steps : int
        Fresh points on which the test error is taken; the learner's n_restarts and max_iter.

    Returns
    -------
    pandas.DataFrame
        Errors are mean squared, relative to the variance of the labels on the training
        points (3 digits; below 1e-9 they are 0); `success` is a test error below
        `learners.tasks.LEARNED`. `max_active` is the largest number of neurons active at a
        test point, `patterns` the share of test points at which the active set is the
        target's, neurons matched one to one at best.
    """
    # Here, since every start of the workflow reads the grid, and these take seconds.
    from awasthi2024.shared.active_sets import matched_share
    from awasthi2024.shared.distributions import draw
    from awasthi2024.shared.targets import planted
    from awasthi2024.shared.tasks import LEARNED
    from awasthi2024.shared.trained import fitted, rounded
    from sparseact.learning.sparse_relu import SparseReLURegressor
    from sparseact.reproducible import mean_square

    rows = []
    for number in range(seeds):
        rng = generator(seed, "learner_grid", target, distribution, n, s, number)
        network, k = planted(target, n, s, rng)
        x = draw(distribution, samples * s * (n + 1), n, rng)
        fresh = draw(distribution, test_points, n, rng)
        y, wanted = network(x), network(fresh)
        given = k if told else None
        learner = SparseReLURegressor(
            s, given, max_iter=steps, n_restarts=starts, random_state=number
        )
        model = fitted(learner, x, y)
        # A rare target is constant on all training points; then errors are absolute.
        variance = float(y.var()) or 1.0
        error = mean_square(model.predict(fresh) - wanted) / variance
        active = model.network_.active(fresh)
        rows.append(
            {
                "target": target,
                "distribution": distribution,
                "n": n,
                "s": s,
                "k": k,
                "told": told,
                "number": number,
                "samples": len(y),
                "train_error": rounded(model.loss_ / variance),
                "test_error": rounded(error),
                "success": error < LEARNED,
                "max_active": int(active.sum(axis=1).max()),
                "patterns": rounded(matched_share(network.active(fresh), active)),
                "starts": model.n_restarts_,
            }
        )
    return pd.DataFrame(rows)
