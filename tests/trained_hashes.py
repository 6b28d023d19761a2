"""Run the jobs that train and print, for each, a hash of all that training returns.

    python tests/trained_hashes.py [--largest] [--blas] [job …]

Without --largest they are the trained jobs of config/quick.yaml; with it, the cell of
most unknowns or samples of each in config/config.yaml, with one trial, and two large
cells. The hash is of unrounded float64: weights, losses and predictions. --blas puts one
product of the learner back into BLAS, as a control.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from read_yaml import read_configuration
from sklearn.dummy import DummyRegressor

from awasthi2024.shared.distributions import draw
from awasthi2024.shared.targets import planted
from awasthi2024.shared.trained import fitted
from paperclaims.checks.configuration import config_paper, job_parameters
from sparseact.learning import low_degree, sparse_search
from sparseact.learning.adam import Adam
from sparseact.learning.query_learners import GradientLearner
from sparseact.learning.sparse_relu import SparseReLURegressor
from sparseact.randomness import generator

#: What replaces arguments in both, to leave out what is not trained.
TRAINED: dict[str, dict[str, Any]] = {
    "sample_complexity/curves": {},
    "section_6/trained": {},
    "rounding/learners": {"learners": ["network", "network on bits"], "searches": 1},
    "statistical_queries/queries": {},
    "statistical_queries/lifted": {"max_m": 1, "one_query": 0},
}

#: What replaces arguments of config.yaml, for the cell of most unknowns or samples.
LARGEST: dict[str, dict[str, Any]] = {
    "sample_complexity/curves": {
        "cells": [{"axis": "s", "target": "dense", "n": 8, "s": 16, "k": 16}],
        "multiples": [8], "repeats": 1,
    },
    "section_6/trained": {"trees": [{"n": 12, "s": 8, "k": 2}]},
    "rounding/learners": {"lengths": [8], "trials": 1, "curve_trials": 1},
    "statistical_queries/queries": {
        "games": [{"learner": "gradient", "dimensions": [10], "tolerances": [0.0077972412109375],
                   "rate": 0.05}],
        "limit": 5000,
    },
    "statistical_queries/lifted": {
        "games": [{"learner": "gradient", "dimensions": [8], "rate": 0.05}], "limit": 5000,
    },
}  # fmt: skip

#: Target, its neurons s and whether k is given: up to 2 210 unknowns, n = 64, "mixture".
CELLS = (("tree", 32, False), ("appendix_a", 8, True))

_hash = hashlib.sha256()
_fed = 0


def feed(*values: Any) -> None:
    """Add arrays or numbers to the hash of the job."""
    global _fed
    for value in values:
        array = np.ascontiguousarray(value, dtype=np.float64)
        _hash.update(str(array.shape).encode())
        _hash.update(array.tobytes())
        _fed += array.size


def after(owner: Any, name: str, observe: Callable[..., None]) -> None:
    """Have `observe(result, *arguments)` called after each call of owner.name."""
    original = getattr(owner, name)

    def wrapped(*arguments: Any, **options: Any) -> Any:
        result = original(*arguments, **options)
        observe(result, *arguments)
        return result

    setattr(owner, name, wrapped)


def watch() -> None:
    """Feed the hash with what every kind of training returns."""
    after(
        SparseReLURegressor, "fit",
        lambda model, *_: feed(model.w_, model.b_, model.u_, model.loss_, model.loss_curve_),
    )  # fmt: skip
    after(SparseReLURegressor, "predict", lambda values, *_: feed(values))
    after(Adam, "train", lambda loss, adam, *_: feed(loss, *adam.network))
    after(GradientLearner, "_forward", lambda result, *_: feed(result[2]))
    after(GradientLearner, "hypothesis", lambda values, *_: feed(values))
    # Not trained: regression.
    low_degree.LowDegreeRegressor = lambda *_: DummyRegressor()  # type: ignore[assignment,misc]


def fit_cell(target: str, s: int, told: bool) -> None:
    """Fit a planted target of 64 inputs from 20·s·65 points, and predict at fresh ones."""
    rng = generator(1, "learner_grid", target, "mixture", 64, s, 0)
    network, k = planted(target, 64, s, rng)
    x, fresh = draw("mixture", 1300 * s, 64, rng), draw("mixture", 20_000, 64, rng)
    learner = SparseReLURegressor(
        s, k if told else None, max_iter=6000, n_restarts=3, random_state=0
    )
    fitted(learner, x, network(x)).predict(fresh)


def jobs(largest: bool) -> dict[str, Callable[[], Any]]:
    """Return what runs each job, by its name."""
    config = read_configuration("config" if largest else "quick")
    found: dict[str, Callable[[], Any]] = {}
    for job, trained in TRAINED.items():
        topic, _, measure = job.partition("/")
        arguments = job_parameters(config, topic, measure)["arguments"]
        arguments = arguments | trained | (LARGEST[job] if largest else {})
        if "games" in arguments:
            games = [game for game in arguments["games"] if game["learner"] == "gradient"]
            if not games:
                continue
            arguments["games"] = games
        function = config_paper(config).checks(topic)[measure]
        found[job] = partial(function, seed=config["seed"], **arguments)
    if largest:
        for cell in CELLS:
            found["cell-" + cell[0]] = partial(fit_cell, *cell)
    return found


def main() -> None:
    """Print a line for each job: its name, the hash, how many numbers it is of."""
    global _hash, _fed
    parser = argparse.ArgumentParser()
    parser.add_argument("--largest", action="store_true")
    parser.add_argument("--blas", action="store_true")
    parser.add_argument("jobs", nargs="*")
    options = parser.parse_args()
    if options.blas:
        sparse_search.product = np.matmul  # type: ignore[assignment]
    watch()
    for name, run in jobs(options.largest).items():
        if not options.jobs or name in options.jobs:
            _hash, _fed = hashlib.sha256(), 0
            run()
            assert _fed, name
            print(name, _hash.hexdigest(), _fed, flush=True)


if __name__ == "__main__":
    main()
