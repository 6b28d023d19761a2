"""Learners on planted and real data: phrases of a digest of the paper, put to the test.

None of these experiments is in the paper, which has none. An error is a mean
square on fresh points divided by the variance of the target there, so that the
best constant has 1; a target counts as learned below `LEARNED`. Since the
planted network fits perfectly, a training error well above 0 is a failure to
optimise and says nothing of the number of samples.
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from annotated_types import Ge, Le, MinLen
from sklearn.exceptions import ConvergenceWarning

from sparseact import constructions, distributions
from sparseact.bounds import n_monomials
from sparseact.checks.targets import planted
from sparseact.comparison import Measurement, Record, compare, compare_rate
from sparseact.cube import points
from sparseact.learning import LowDegreeRegressor, SparseReLURegressor
from sparseact.network import SparseReLUNetwork
from sparseact.parameters import (
    ChainCorrelation,
    Distinct,
    DistributionName,
    FewPoints,
    NonEmpty,
    OpenProbability,
    Positive,
    SampleMultiples,
    Several,
    StrongCorrelations,
)
from sparseact.randomness import generator, nearly_normal
from sparseact.reproducible import (
    cholesky,
    design,
    mean,
    mean_square,
    normal_equations,
    product,
    signed_sum,
    solve,
)

#: A target is learned if the test error is below this share of its variance.
LEARNED = 1e-3

#: The same for Appendix A's targets, whose pieces are linear: the last digits come slowly.
LEARNED_LINEAR = 1e-2

#: A learner is of some use if its test error is below this share.
USEFUL = 0.5

#: The active sets are recovered if they are right at this share of the test points.
RECOVERED = 0.95

#: Rates are compared with this: more often than not.
RATE = 0.5

#: On digits, signs right on fresh images.
ACCURACY = 0.75

_TEST_POINTS = 2000
_LEAST_VARIANCE = 0.05  # a target of less under the distribution is drawn again
_NEGLIGIBLE = 1e-6  # of the standard deviation: a contribution below it is rounding
_RESAMPLES = 1000

_ALTERNATIONS = 40  # steps of one start at the most
_RIDGE = 1e-10  # of least squares, as a share of the Gram matrix's diagonal at most

#: Fits of the dense network on digits, a fold. Its training depends on the machine, and a
#: comparison of two runs by a test at level 1e-6 needs at least 21 fits.
_DENSE_STARTS = 6


# -------------------------------------------------------------- planted tasks


class _Task(NamedTuple):
    """A planted network with a training and a test sample."""

    network: SparseReLUNetwork
    k: int
    x: np.ndarray
    y: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray

    def error(self, predict: Callable[[np.ndarray], np.ndarray]) -> tuple[float, float]:
        """Return the training and the test error, as shares of the target's variance."""
        variance = mean_square(self.y_test - mean(self.y_test))
        train, test = (
            mean_square(predict(x) - y) / variance
            for x, y in ((self.x, self.y), (self.x_test, self.y_test))
        )
        return train, test


def _points(distribution: str, m: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw points by name; "chain 0.25" is the Markov chain of that correlation."""
    kind, _, correlation = distribution.partition(" ")
    if kind == "chain":
        return distributions.markov(m, n, float(correlation), rng)
    return distributions.draw(distribution, m, n, rng)


def _task(
    target: str, distribution: str, n: int, s: int, m: int, rng: np.random.Generator
) -> _Task:
    """Draw a target, m points to train on and `_TEST_POINTS` to test on."""
    while True:
        network, k = planted(target, n, s, rng)
        x_test = _points(distribution, _TEST_POINTS, n, rng)
        y_test = network(x_test)
        if y_test.var() >= _LEAST_VARIANCE:
            break
    x = _points(distribution, m, n, rng)
    return _Task(network, k, x, network(x), x_test, y_test)


def parameters(n: int, s: int) -> int:
    """Return s(n + 1), the number of weights and biases of the planted network."""
    return s * (n + 1)


class _Effort(NamedTuple):
    """`max_iter` and `n_restarts` of the sparse learner."""

    steps: int
    starts: int


def fitted(
    x: np.ndarray,
    y: np.ndarray,
    neurons: int,
    k: int | None,
    *,
    steps: int,
    starts: int,
    random_state: int,
) -> SparseReLURegressor:
    """Fit the sparse learner; that it did not converge shows in its training error.

    `steps` and `starts` are its `max_iter` and `n_restarts`.
    """
    model = SparseReLURegressor(
        neurons, k, max_iter=steps, n_restarts=starts, random_state=random_state
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(x, y)


def _regressor(
    x: np.ndarray,
    y: np.ndarray,
    neurons: int,
    k: int | None,
    effort: _Effort,
    rng: np.random.Generator,
) -> SparseReLURegressor:
    return fitted(x, y, neurons, k, **effort._asdict(), random_state=int(rng.integers(2**31)))


def rounded(value: Any) -> float:
    """Return three digits of a number, and 0 below 1e-9, which is as good as 0."""
    return 0.0 if abs(float(value)) < 1e-9 else float(f"{float(value):.3g}")


# ----------------------------------------------------- matching active sets


def matched_share(true: np.ndarray, found: np.ndarray) -> float:
    """Return the share of points at which the active set is right, neurons matched at best.

    Neurons are matched one to one so that the number of equal states (active
    or not) over all points is largest; a neuron without a partner is right
    where it is not active.

    Parameters
    ----------
    true, found : ndarray of bool, shapes (m, s) and (m, s')
    """
    from scipy.optimize import linear_sum_assignment

    size = max(true.shape[1], found.shape[1])
    a, b = (
        np.pad(active, ((0, 0), (0, size - active.shape[1]))).astype(np.int64)
        for active in (true, found)
    )
    equal = a.T @ b + (1 - a).T @ (1 - b)
    rows, columns = linear_sum_assignment(equal, maximize=True)
    return float(np.mean(np.all(a[:, rows] == b[:, columns], axis=1)))


def contributing(network: SparseReLUNetwork, x: np.ndarray, least: float) -> np.ndarray:
    """Return which neurons contribute more than `least` ≥ 0, in size, at x; bool (m, s)."""
    z = product(x.astype(np.float64), network.w.T) - network.b
    return np.abs(network.u) * np.maximum(z, 0) > least


# ------------------------------------------------------- recovery of patterns


def measure_recovery(
    *,
    seed: int,
    level: OpenProbability,
    rate: OpenProbability,
    n: Annotated[int, Ge(4), Le(64)],
    neurons: Literal[4, 8, 16, 32],
    samples: Positive,
    targets: Distinct[Literal["tree", "junta", "forest"]],
    distributions: Distinct[DistributionName],
    trials: Positive,
    linear_neurons: Distinct[Literal[2, 4, 8, 16, 32]],
    linear_trials: Positive,
    steps: Positive,
    starts: Positive,
    largest: FewPoints,
) -> Measurement:
    """Fit planted networks and compare active sets with the planted ones.

    Parameters
    ----------
    level : float
        Probability that one of the statistical verdicts is wrong.
    rate : float
        The functions of trees, juntas and forests should be found as often.
    n, neurons : int
        Inputs and neurons of the targets; the learner is given as many neurons.
    samples : int
        m = samples·s(n + 1).
    targets, distributions : sequence of str
        Every pair is a cell of `trials` fits with k free and as many with the
        planted k given, each with its own target and samples.
    linear_neurons : sequence of int
        Neurons of Appendix A's targets, with k given. Verdicts are on the least
        number, with `linear_trials` for each distribution; the others have
        `trials` and are for the table.
    steps, starts : int
        `max_iter` and `n_restarts` of the learner.
    largest : int
        Networks on up to this many bits show that a function has several patterns.

    Returns
    -------
    Measurement
        The table has a row per fit.
    """
    effort = _Effort(steps, starts)
    cells: list[tuple[str, int, bool, int]] = [
        (target, neurons, given, trials) for target in targets for given in (False, True)
    ]
    least = min(linear_neurons)
    cells += [
        ("appendix_a", s, True, linear_trials if s == least else trials) for s in linear_neurons
    ]
    rows: list[dict[str, Any]] = []
    for (target, s, given, count), distribution in itertools.product(cells, distributions):
        for trial in range(count):
            rng = generator(seed, "learners", "recovery", target, s, given, distribution, trial)
            m = samples * parameters(n, s)
            task = _task(target, distribution, n, s, m, rng)
            model = _regressor(task.x, task.y, s, task.k if given else None, effort, rng)
            row = {"target": target, "distribution": distribution, "n": n, "s": s, "k": task.k}
            row |= {"k_given": given, "m": m, "trial": trial}
            aim = LEARNED_LINEAR if target == "appendix_a" else LEARNED
            rows.append(row | _recovery_row(task, model, aim))
    table = pd.DataFrame(rows)
    linear = (table["target"] == "appendix_a") & (table["s"] == least)
    records = _pattern_records(largest)
    for suffix, fits in (
        ("", table[table["target"] != "appendix_a"]),
        ("-linear", table[linear]),
    ):
        at = {"n": n, "s": int(fits["s"].iloc[0]), "m": int(fits["m"].iloc[0])}
        both = fits["learned"] & fits["recovered"]
        for statement, right, asked in (
            ("function", int(fits["learned"].sum()), RATE if suffix else rate),
            # Of all fits: the number of trials must not hang on their outcomes.
            ("pattern", int(both.sum()), RATE),
        ):
            records.append(
                compare_rate("digest-recovery", statement + suffix, at, right, len(fits), ">=",
                             asked, level=level / 4)
            )  # fmt: skip
    return Measurement(records, table)


def _recovery_row(task: _Task, model: SparseReLURegressor, least: float) -> dict[str, Any]:
    train, test = task.error(model.predict)
    found = contributing(model.network_, task.x_test, _NEGLIGIBLE * float(task.y_test.std()))
    true = task.network.active(task.x_test)
    share = matched_share(true, found)
    return {
        "train_error": rounded(train),
        "test_error": rounded(test),
        "learned": test < least,
        "right_share": rounded(share),
        "recovered": share >= RECOVERED,
        "active_planted": rounded(true.sum(axis=1).mean()),
        "active_found": rounded(found.sum(axis=1).mean()),
        "most_active_found": int(found.sum(axis=1).max()),
    }


def same_functions(p: int) -> list[tuple[str, SparseReLUNetwork, SparseReLUNetwork]]:
    """Return pairs of 1-sparse networks of 2^p neurons that compute one function on {±1}^p.

    - "constant": the junta of p bits that is 1, and one neuron of weight 0
      beside 2^p − 1 that are never active.
    - "relabelled": a junta, and its neurons in another order.
    """
    size = 2**p
    split = constructions.junta(np.ones(size), range(p), p)
    lone = np.zeros(size)
    lone[0] = -1.0
    merged = SparseReLUNetwork(np.zeros((size, p)), lone, np.ones(size))
    values = np.where(np.arange(size) == 0, 1.0, -1.0)
    some = constructions.junta(values, range(p), p)
    back = SparseReLUNetwork(some.w[::-1], some.b[::-1], some.u[::-1])
    return [("constant", split, merged), ("relabelled", some, back)]


def _pattern_records(largest: int) -> list[Record]:
    records = []
    for p in range(1, largest + 1):
        x = points(p)
        for name, one, other in same_functions(p):
            if not np.array_equal(one(x), other(x)):
                raise ValueError(f"recovery: the networks {name!r} on {p} bits are two functions")
            at = {"pair": name, "n": p, "s": one.s, "k": 1}
            share = matched_share(one.active(x), other.active(x))
            records.append(compare("digest-recovery", "printed", at, share, "==", 1))
            for network in (one, other):
                right = network.active(x).any(axis=1) == (network(x) != 0)
                records.append(
                    compare("digest-recovery", "somewhere", at, int(right.sum()), "==", len(x))
                )
    return records


# ------------------------------------- uniform, general and correlated inputs


def measure_distributions(
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(3), Le(24)],
    neurons: Literal[2, 4, 8, 16],
    samples: Distinct[Positive],
    named: Distinct[Literal["product", "markov", "mixture"]],
    correlations: Distinct[ChainCorrelation],
    strong_correlations: StrongCorrelations,
    trials: Positive,
    chain_trials: Positive,
    average_trials: Positive,
    monomials: Several,
    dimensions: Distinct[Annotated[int, Ge(1), Le(5)]],
    steps: Positive,
    starts: Positive,
) -> Measurement:
    """Learn decision trees from several distributions, by three learners.

    Parameters
    ----------
    level : float
        Probability that one of the statistical verdicts is wrong.
    n, neurons : int
        Inputs and leaves of the trees, of degree d = log₂ s; N monomials have at
        most that degree.
    samples : sequence of int
        m = c·s(n + 1) for these c. Verdicts on the sparse learner are at the
        greatest of them; those that compare it with regression at the greatest
        with m < N.
    named : sequence of str
        Distributions other than the uniform one, for all learners.
    correlations, strong_correlations : sequence of float
        Markov chains of these correlations, for the sparse learner alone; those of the
        second are for the table.
    trials, chain_trials, average_trials : int
        Per distribution; the second for the first correlations, the third for averages.
    monomials : int
        Regression and averages are given m = monomials·N, too.
    dimensions : sequence of int
        Activations are counted exactly on juntas of so many bits.
    steps, starts : int
        `max_iter` and `n_restarts` of the sparse learner.

    Returns
    -------
    Measurement
        The table has a row per distribution, learner and m.
    """
    records = _independence_records(dimensions, [*correlations, *strong_correlations])
    effort = _Effort(steps, starts)
    degree = neurons.bit_length() - 1
    count = n_monomials(n, degree)
    below = [c for c in samples if c * parameters(n, neurons) < count]
    if not below:
        raise ValueError(
            f"distributions: samples = {list(samples)}; one of them must give fewer than the "
            f"{count} monomials, that is c·s(n + 1) below it"
        )
    few, enough = max(below) * parameters(n, neurons), max(samples) * parameters(n, neurons)
    large = monomials * count
    everywhere = ["uniform", *named]
    chains = [f"chain {correlation}" for correlation in correlations]
    grid: list[tuple[str, str, int, int]] = []
    for name in everywhere:
        grid += [(name, "sparse", c * parameters(n, neurons), trials) for c in samples]
        grid += [(name, "regression", m, trials) for m in (few, large)]
        grid += [(name, "averages", large, average_trials)]
    grid += [(name, "sparse", enough, chain_trials) for name in chains]
    grid += [(f"chain {c}", "sparse", enough, trials) for c in strong_correlations]
    table = pd.DataFrame(
        [
            {"distribution": name, "learner": learner, "n": n, "s": neurons, "m": m}
            | _learner_row(seed, name, learner, n, neurons, m, repeats, effort)
            for name, learner, m, repeats in grid
        ]
    )
    for statement, learner, m, among, column, relation in (
        ("sparse", "sparse", few, everywhere, "learned", ">="),
        ("below", "regression", few, everywhere, "learned", "<="),
        ("regression", "regression", large, everywhere, "learned", ">="),
        ("averages-uniform", "averages", large, ["uniform"], "useful", ">="),
        ("averages", "averages", large, named, "useful", ">="),
        ("chains", "sparse", enough, chains, "learned", ">="),
    ):
        claim = "digest-correlated" if statement == "chains" else "digest-uniform-general"
        chosen = table[
            (table["learner"] == learner) & (table["m"] == m) & table["distribution"].isin(among)
        ]
        at = {"n": n, "s": neurons, "m": m, "distributions": list(among)}
        right, made = int(chosen[column].sum()), int(chosen["trials"].sum())
        records.append(
            compare_rate(claim, statement, at, right, made, relation, RATE, level=level / 6)
        )
    return Measurement(records, table)


def _learner_row(
    seed: int, distribution: str, learner: str, n: int, s: int, m: int, trials: int, effort: _Effort
) -> dict[str, Any]:
    """Return counts and medians over the trials; every learner meets the same targets."""
    errors, apart = [], []
    for trial in range(trials):
        rng = generator(seed, "learners", "distributions", distribution, trial)
        task = _task("tree", distribution, n, s, m, rng)
        if learner == "sparse":
            predict = _regressor(task.x, task.y, s, None, effort, rng).predict
        else:
            degree = s.bit_length() - 1
            predict = LowDegreeRegressor(degree, learner).fit(task.x, task.y).predict
        errors.append(task.error(predict))
        apart.append(_mean_correlation(task.network.active(task.x_test)))
    train, test = np.array(errors).T
    return {
        "trials": trials,
        "learned": int((test < LEARNED).sum()),
        "useful": int((test < USEFUL).sum()),
        "train_error": rounded(np.median(train)),
        "test_error": rounded(np.median(test)),
        "activation_correlation": rounded(np.mean(apart)),
        "nearest_tie": rounded(np.abs(test[:, None] - [LEARNED, USEFUL]).min()),
    }


def _mean_correlation(active: np.ndarray) -> float:
    """Return the mean |correlation| of two neurons' activity, those that vary on the points."""
    varying = active[:, active.any(axis=0) & ~active.all(axis=0)]
    if varying.shape[1] < 2:
        return 0.0
    counts = varying.sum(axis=0)
    both = varying.T.astype(np.int64) @ varying.astype(np.int64)
    # Integers, but for the last root: m²·cov = m·|both| − |one|·|other|.
    covariance = len(varying) * both - np.outer(counts, counts)
    scale = np.sqrt(np.diag(covariance).astype(np.float64))
    matrix = np.abs(covariance) / np.outer(scale, scale)
    return mean(matrix[np.triu_indices(len(matrix), 1)])


def chain_masses(n: int, correlation: Fraction) -> list[Fraction]:
    """Return the probabilities of the 2^n points, in cube order, under the chain."""
    x = points(n)
    kept = (x[:, 1:] == x[:, :-1]).sum(axis=1).tolist()
    stay = (1 + correlation) / 2
    return [stay**same * (1 - stay) ** (n - 1 - same) / 2 for same in kept]


def joint_activity(network: SparseReLUNetwork, masses: Sequence[Fraction]) -> list[list[Fraction]]:
    """Return Pr[neurons j and l are active], exact, for all j and l (Pr[j] on the diagonal)."""
    active = network.active(points(network.n))
    return [
        [
            sum(itertools.compress(masses, active[:, j] & active[:, i]), Fraction(0))
            for i in range(network.s)
        ]
        for j in range(network.s)
    ]


def _independence_records(dimensions: Sequence[int], correlations: Sequence[float]) -> list[Record]:
    records = []
    for p, correlation in itertools.product(dimensions, correlations):
        if p == 1 and correlation != correlations[0]:
            continue  # one coordinate has no neighbour
        network = constructions.junta(np.ones(2**p), range(p), p)
        joint = joint_activity(network, chain_masses(p, Fraction(correlation)))
        pairs = list(itertools.combinations(range(network.s), 2))
        at = {"n": p, "s": network.s, "k": 1, "correlation": correlation}
        gap = max(abs(joint[j][i] - joint[j][j] * joint[i][i]) for j, i in pairs)
        records.append(compare("digest-correlated", "printed", at, gap, "==", 0))
        together = max(joint[j][i] for j, i in pairs)
        records.append(compare("digest-correlated", "disjoint", at, together, "==", 0))
    return records


# -------------------------------------------- number of neurons, alternation


def measure_sizes(
    *,
    seed: int,
    level: OpenProbability,
    n: Annotated[int, Ge(3), Le(64)],
    sizes: Annotated[Distinct[Literal[2, 4, 8, 16, 32]], MinLen(2)],
    samples: SampleMultiples,
    trials: Several,
    largest_trials: Several,
    bits: FewPoints,
    steps: Positive,
    starts: Positive,
) -> Measurement:
    """Learn trees of several sizes from several sample sizes, by three learners.

    Parameters
    ----------
    level : float
        Probability that one of the statistical verdicts is wrong.
    n : int
        Inputs.
    sizes : sequence of int
        Numbers s of leaves, powers of two.
    samples : sequence of float
        m = ⌈c·s(n + 1)⌉ for these c. The sparse learner is run at each; the
        alternation, and least squares with the right patterns, at the greatest, with
        verdicts on the greatest s.
    trials, largest_trials : int
        For each s and m; the second, at least as large, at the greatest of both.
    bits : int
        Juntas of up to so many bits show what the digest's symbols would say.
    steps, starts : int
        `max_iter` and `n_restarts` of the sparse learner.

    Returns
    -------
    Measurement
        The table has a row per s, learner and m. `needed` is the m at which
        half of the sparse learner's trials succeed, by interpolation, with a
        95 % bootstrap interval over the trials, `slope` its exponent in s; both
        say nothing if no m of the grid is enough.
    """
    records = _symbol_records(bits) + _alternation_records()
    if largest_trials < trials:
        raise ValueError(
            f"sizes: largest_trials = {largest_trials}; it must be at least trials = {trials}"
        )
    effort = _Effort(steps, starts)
    rng = generator(seed, "learners", "sizes", "bootstrap")
    few, enough, largest = min(samples), max(samples), max(sizes)
    rows: list[dict[str, Any]] = []
    learned: dict[tuple[str, float, int], np.ndarray] = {}
    for s in sizes:
        runs = [("sparse", c) for c in samples]
        runs += [("alternation", enough), ("given", enough)]
        for learner, c in runs:
            m = math.ceil(c * parameters(n, s))
            count = largest_trials if (c, s) == (enough, largest) else trials
            errors = np.array(
                [_size_trial(seed, learner, n, s, m, t, effort) for t in range(count)]
            )
            train, test = errors.T
            learned[learner, c, s] = test < LEARNED
            rows.append(
                {
                    "n": n, "s": s, "learner": learner, "c": c, "m": m, "trials": count,
                    "learned": int(learned[learner, c, s].sum()),
                    "fitted": int((train < LEARNED).sum()),
                    "train_error": rounded(np.median(train)),
                    "test_error": rounded(np.median(test)),
                }
            )  # fmt: skip
    # Every size has the same number of trials in what is pooled over sizes.
    outcomes = {s: np.array([learned["sparse", c, s][:trials] for c in samples]) for s in sizes}
    table = pd.DataFrame(rows).join(
        _needed_samples(n, sizes, samples, outcomes, rng).set_index("s"), on="s"
    )
    for claim, statement, learner, c, among, count, relation in (
        ("digest-effect-s", "enough", "sparse", enough, sizes, trials, ">="),
        ("digest-effect-s", "few", "sparse", few, sizes, trials, "<="),
        ("digest-least-squares", "printed", "alternation", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "regressor", "sparse", enough, [largest], largest_trials, ">="),
        ("digest-least-squares", "given", "given", enough, [largest], largest_trials, ">="),
    ):
        chosen = np.concatenate([learned[learner, c, s][:count] for s in among])
        at = {"n": n, "sizes": list(among), "samples_per_parameter": c}
        records.append(
            compare_rate(claim, statement, at, int(chosen.sum()), len(chosen), relation, RATE,
                         level=level / 5)
        )  # fmt: skip
    return Measurement(records, table)


def _size_trial(
    seed: int, learner: str, n: int, s: int, m: int, trial: int, effort: _Effort
) -> tuple[float, float]:
    rng = generator(seed, "learners", "sizes", s, trial)
    task = _task("tree", "uniform", n, s, m, rng)
    if learner == "sparse":
        return task.error(_regressor(task.x, task.y, s, None, effort, rng).predict)
    if learner == "alternation":
        return task.error(alternating_least_squares(task.x, task.y, s, effort.starts, rng))
    coefficients = fixed_pattern_fit(task.x, task.y, task.network.active(task.x))

    def predict(x: np.ndarray) -> np.ndarray:
        return _linear(x, task.network.active(x), coefficients)

    return task.error(predict)


def _needed_samples(
    n: int,
    sizes: Sequence[int],
    samples: Sequence[float],
    outcomes: Mapping[Any, np.ndarray],
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Return, for each s, the m at which half the trials succeed, and the slope in s."""

    def needed(s: int, rates: np.ndarray) -> float:
        m = np.array([math.ceil(c * parameters(n, s)) for c in samples], dtype=np.float64)
        enough = np.flatnonzero(rates >= RATE)
        if not len(enough):
            return math.nan
        i = int(enough[0])
        if i == 0:
            return float(m[0])
        step = (RATE - rates[i - 1]) / (rates[i] - rates[i - 1])
        return float(np.exp(np.log(m[i - 1]) + step * np.log(m[i] / m[i - 1])))

    def slope(values: Sequence[float]) -> float:
        if len(sizes) < 2 or not np.all(np.isfinite(values)):
            return math.nan
        return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])

    trials = next(iter(outcomes.values())).shape[1]
    point = [needed(s, outcomes[s].mean(axis=1)) for s in sizes]
    draws = np.array(
        [
            [
                needed(s, outcomes[s][:, rng.integers(trials, size=trials)].mean(axis=1))
                for s in sizes
            ]
            for _ in range(_RESAMPLES)
        ]
    )
    slopes = np.array([slope(row) for row in draws])

    def interval(values: np.ndarray) -> list[float]:
        # A resample that never reaches one half needs more than the grid has.
        ends = np.quantile(np.where(np.isnan(values), np.inf, values), [0.025, 0.975],
                           method="nearest")  # fmt: skip
        return [rounded(end) for end in ends]

    rows = []
    for s, value, column in zip(sizes, point, draws.T, strict=True):
        low, high = interval(column)
        rows.append({"s": s, "needed": rounded(value), "needed_low": low, "needed_high": high})
    frame = pd.DataFrame(rows)
    frame["slope"] = rounded(slope(point))
    frame["slope_low"], frame["slope_high"] = interval(slopes)
    return frame


def _symbol_records(bits: int) -> list[Record]:
    """Evaluate the digest's reading of n, s and k on juntas."""
    records = []
    claim = "digest-effect-s"
    for p in range(1, bits + 1):
        network = constructions.junta(np.where(np.arange(2**p) == 0, 1.0, -1.0), range(p), p)
        at = {"n": p, "s": network.s, "k": 1}
        records.append(compare(claim, "printed", at, network.s, "<=", network.n))
        entries = int((network.w != 0).sum(axis=1).max())
        records.append(compare(claim, "weight-sparsity", at, entries, "<=", 1))
        records.append(compare(claim, "active", at, network.max_active()[1], "<=", 1))
    return records


# ----------------------------------------------------- alternating least squares


def _with_bias(x: np.ndarray) -> np.ndarray:
    return np.hstack([x.astype(np.float64), np.ones((len(x), 1))])


def _linear(x: np.ndarray, active: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Return Σ_j [active_j(x)]·⟨coefficients_j, (x, 1)⟩; coefficients (s, n + 1)."""
    parts = np.where(active, product(_with_bias(x), coefficients.T), 0.0)
    return product(parts, np.ones((len(coefficients), 1)))[:, 0]


def fixed_pattern_fit(x: np.ndarray, y: np.ndarray, active: np.ndarray) -> np.ndarray:
    """Return the least-squares coefficients (s, n + 1), the patterns given.

    A ridge of `_RIDGE` for each sample, too small to matter otherwise, takes the
    coefficients of least norm where the samples leave some open.
    """
    wide, ridge = _with_bias(x), _RIDGE * len(x)
    m, width = len(x), active.shape[1] * wide.shape[1]
    if m > width:
        system, right = normal_equations(design(wide), active, np.ones(active.shape[1]), y)
    else:  # J(JᵀJ + ridge)⁻¹ = (JJᵀ + ridge)⁻¹J, and the second system is the smaller one
        shared = product(active.astype(np.float64), active.T.astype(np.float64))
        system, right = shared * product(wide, wide.T), y
    system.flat[:: len(system) + 1] += ridge
    if not cholesky(system):
        raise AssertionError("a Gram matrix with a ridge is positive definite")
    solution = solve(system, right)
    if m > width:
        return solution.reshape(active.shape[1], -1)
    return product((active * solution[:, None]).T, wide)


def alternating_least_squares(
    x: np.ndarray, y: np.ndarray, s: int, starts: int, rng: np.random.Generator
) -> Callable[[np.ndarray], np.ndarray]:
    """Alternate between least squares with the patterns fixed and the patterns it gives.

    Neuron j has the output sign (−1)^j. Starts are random networks; a run ends
    when the patterns no longer change. Of all networks on the way the one with
    the least training loss is returned, as a function of points.
    """
    signs = np.where(np.arange(s) % 2 == 0, 1.0, -1.0)
    wide = _with_bias(x)
    best: tuple[float, np.ndarray] = (math.inf, np.zeros((s, wide.shape[1])))
    for _ in range(starts):
        v = nearly_normal(rng, (s, wide.shape[1])) / math.sqrt(x.shape[1])
        active = product(wide, v.T) > 0
        for _ in range(_ALTERNATIONS):
            v = fixed_pattern_fit(x, y, active) * signs[:, None]
            z = product(wide, v.T)
            loss = mean_square(signed_sum(z, signs) - y)
            if loss < best[0]:
                best = (loss, v)
            if np.array_equal(z > 0, active):
                break
            active = z > 0
        if best[0] < 1e-12 * mean_square(y):
            break
    found = best[1]
    return lambda points: signed_sum(product(_with_bias(points), found.T), signs)


def exact_step(wide: np.ndarray, active: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Solve for the neuron that fits y at the active points; exact, in multiples of one half.

    Raises
    ------
    ValueError
        If that neuron does not fit the labels exactly.
    """
    step = np.rint(2 * np.linalg.lstsq(wide[active], y[active])[0]) / 2
    if not np.array_equal(wide[active] @ step, y[active]):
        raise ValueError(f"alternation: the step for labels {y.tolist()} is not exact")
    return step


def step_losses(labels: Sequence[int]) -> tuple[float, float, float]:
    """Take one step from σ(x_1 + x_2 + 1) on {±1}², which is inactive at (−1, −1) alone.

    `labels` are those at the three other points, the label at (−1, −1) is 0.
    Returns the sums of squares before, after with the active set held, and
    after with the active set that the new neuron has.
    """
    wide = _with_bias(points(2))
    start = np.array([1.0, 1.0, 1.0])
    active = wide @ start > 0
    y = np.array([*labels, 0.0])
    step = exact_step(wide, active, y)
    values = (
        np.maximum(wide @ start, 0),
        np.where(active, wide @ step, 0),
        np.maximum(wide @ step, 0),
    )
    before, held, after = (float(((value - y) ** 2).sum()) for value in values)
    return before, held, after


def _alternation_records() -> list[Record]:
    """Compare the losses of one step, for all labels in 0..3 where the neuron is active."""
    records = []
    for labels in itertools.product(range(4), repeat=3):
        before, held, after = step_losses(labels)
        at = {"n": 2, "s": 1, "k": 1, "m": 4, "labels": list(labels)}
        records.append(compare("digest-least-squares", "monotone", at, after, "<=", before))
        records.append(compare("digest-least-squares", "held", at, held, "<=", before))
    return records


# ----------------------------------------------------------------- real data


class _Images(NamedTuple):
    x: np.ndarray  # (m, 64) of ±1
    y: np.ndarray  # (m,) of ±1: whether the digit is even


def digits() -> _Images:
    """Return scikit-learn's digits: pixels above half their range as +1, else −1; parity."""
    from sklearn.datasets import load_digits

    data = load_digits()
    return _Images(
        np.where(data.data > 8, 1, -1).astype(np.int8), np.where(data.target % 2 == 0, 1.0, -1.0)
    )


def measure_digits(
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
) -> Measurement:
    """Learn whether a digit is even from 64 thresholded pixels; no claim of the paper.

    Parameters
    ----------
    level : float
        Probability that one of the statistical verdicts is wrong.
    neurons : int
        Of the sparse networks and of the dense one.
    sparsities : sequence of int
        Values of k; k = none is added.
    folds : int
        Of the cross-validation; the images are shuffled once.
    images : int
        So many are used, 1797 at the most.
    steps, starts : int
        `max_iter` and `n_restarts` of the sparse learner.
    others : bool
        Whether to fit the methods to compare with, too.

    Returns
    -------
    Measurement
        The table has a row per fold, method and start (the dense network has
        several, of other methods there is one): errors as shares of the
        variance, signs right, and for networks how many neurons are active.
    """
    data = digits()
    order = generator(seed, "learners", "digits", "order").permutation(len(data.y))[:images]
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for fold, held in enumerate(np.array_split(order, folds)):
        train = np.setdiff1d(order, held)
        fit, test = (_Images(data.x[part], data.y[part]) for part in (train, held))
        at = {"n": data.x.shape[1], "s": neurons, "m": len(train), "fold": fold}
        for k in [*sparsities, None]:
            rng = generator(seed, "learners", "digits", fold, k)
            model = _regressor(fit.x, fit.y, neurons, k, _Effort(steps, starts), rng)
            row = _score(f"sparse, k = {k}" if k else "sparse, k free", model.predict, fit, test)
            row |= _activity(model.network_, fit.x, test.x)
            rows.append({"fold": fold, "start": 0, **row})
            if k is None:
                continue
            here = {**at, "k": k}
            most, most_held = row["most_active_train"], row["most_active_test"]
            records.append(compare("digest-real-data", "guarantee", here, most, "<=", k))
            records.append(compare("digest-real-data", "printed", here, most_held, "<=", k))
            if k == max(sparsities):
                right = round(row["accuracy"] * len(held))
                records.append(
                    compare_rate("digest-real-data", "accuracy", here, right, len(held), ">=",
                                 ACCURACY, level=level / folds)
                )  # fmt: skip
        if others:
            rng = generator(seed, "learners", "digits", fold, "others")
            for name, start, predict in _other_methods(fit, neurons, rng):
                row = _score(name, predict, fit, test)
                rows.append({"fold": fold, "start": start, **row})
    return Measurement(records, pd.DataFrame(rows))


def _score(
    name: str, predict: Callable[[np.ndarray], np.ndarray], fit: _Images, test: _Images
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
    fit: _Images, neurons: int, rng: np.random.Generator
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
