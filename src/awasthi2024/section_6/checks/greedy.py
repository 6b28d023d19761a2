"""A practical learner, greedy selection of low-degree monomials, and a limit of such learners."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, MultipleOf
from scipy.linalg import LinAlgError, solve

from awasthi2024.constructions import forest, junta
from awasthi2024.shared.distributions import uniform
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Distinct, OpenProbability, Positive, Several
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import n_monomials
from sparseact.cube import points, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: Selection stops at a residual of so much a sample, squared.
_RESIDUAL = 1e-9

#: Columns whose products with the residual differ by less, relative to the largest, tie. In the
#: reference the largest products differ by less than 10⁻¹¹, and all others by 2·10⁻⁵.
_TIE = 1e-8

_TEST_POINTS = 500

_LEARNED = 1e-3  # a mean square error on these points


def monomials(x: np.ndarray, degree: int) -> np.ndarray:
    """Return χ_T(x) for all |T| ≤ degree, a column each, at points x (m, n) of ±1."""
    m, n = x.shape
    columns = [np.ones((m, 1))]
    # Each level extends the sets of the one before by a later variable.
    level, last = columns[0], np.array([-1])
    for _ in range(degree):
        later = [np.arange(top + 1, n) for top in last]
        sources = np.repeat(np.arange(len(last)), [len(added) for added in later])
        last = np.concatenate(later)
        level = level[:, sources] * x[:, last]
        columns.append(level)
    return np.hstack(columns)


def select(design: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Fit y by orthogonal matching pursuit until nothing is left; return the coefficients (N,).

    Each step takes the column of the design whose product with the residual is the
    largest in size, and fits y again by all columns taken. Labels of few values make
    many products equal; of the columns that tie within a relative `_TIE` the first is taken. The
    design is (m, N) of ±1.
    """
    taken: list[int] = []
    coefficients, residual = np.empty(0), y
    while np.mean(residual**2) > _RESIDUAL:
        sizes = np.abs(residual @ design)
        if sizes.max() <= _TIE * np.abs(y).sum():
            break  # no column has a part in what is left
        column = int(np.argmax(sizes >= (1 - _TIE) * sizes.max()))
        part = design[:, [*taken, column]]
        try:
            coefficients = solve(part.T @ part, y @ part, assume_a="pos")
        except LinAlgError:
            break  # the column depends on those taken, as far as rounding shows
        taken.append(column)
        residual = y - part @ coefficients
    weights = np.zeros(design.shape[1])
    weights[taken] = coefficients
    return weights


def flat_junta(p: int, variables: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return the junta (−1)^(x_1x_2 + x_3x_4 + …) of an even number p of bits.

    All 2^p of its coefficients are ±2^(−p/2).
    """
    bits = (points(p) < 0).astype(int)
    table = (-1) ** (bits[:, 0::2] * bits[:, 1::2]).sum(axis=1)
    return junta(table.astype(float), variables, n)


@check("sec6-practical")
def greedy(
    at: Recorder,
    *,
    seed: int,
    level: OpenProbability,
    dimensions: Distinct[Annotated[int, Ge(5), Le(40)]],
    trees: Positive,
    depth: Annotated[int, Ge(1), Le(3)],
    enough: Several,
    samples: Distinct[Several],
    trials: Positive,
) -> None:
    """Count how often greedy selection learns forests of few monomials.

    `trees` is the number of decision trees of a forest. `depth` is the depth of the trees. `enough`
    is the number of samples of the records. It is the same for every n and below N. The other
    numbers in `samples` are only for the table, which has a row per n and m, with a 95 % interval.
    """
    for n in dimensions:
        count = n_monomials(n, depth)
        if enough >= count:
            raise ValueError(f"greedy: enough must be below the {count} monomials, got {enough}")
        for m in sorted({enough, *samples}):
            successes, tie = _count(seed, n, m, trials, trees, depth)
            instance_recorder = at(n=n, d=depth, m=m, monomials=count)
            instance_recorder.row(**rate_columns(successes, trials), nearest_tie=tie)
            if m == enough:
                share = level / len(dimensions)
                instance_recorder.rate("greedy", successes, trials, ">=", 0.5, level=share)


def _count(seed: int, n: int, m: int, trials: int, trees: int, depth: int) -> tuple[int, float]:
    """Return the trials in which greedy selection succeeds, and the nearest tie."""
    errors = []
    for trial in range(trials):
        rng = generator(seed, "section_6", "greedy", "forest", n, m, trial)
        network = forest(trees, depth, n, rng)
        x, fresh = uniform(m, n, rng), uniform(_TEST_POINTS, n, rng)
        guess = monomials(fresh, depth) @ select(monomials(x, depth), network(x))
        errors.append(float(((guess - network(fresh)) ** 2).mean()))
    return sum(error < _LEARNED for error in errors), min(abs(error - _LEARNED) for error in errors)


@check("sec6-practical")
def hard(at: Recorder, *, bits: Distinct[Annotated[int, Ge(2), Le(12), MultipleOf(2)]]) -> None:
    """Check which members of the class no learner by few monomials learns.

    `bits` are even numbers p of bits of flat juntas, which have 2^p neurons and k = 1. The table
    has a row per p and number t of monomials: the smallest loss.
    """
    for p in bits:
        network = flat_junta(p, range(p), p)
        instance_recorder = at(n=p, s=network.s, k=int(network.active_counts().max()))
        squares = sorted(
            (Fraction(c) ** 2 for c in walsh_transform(network.values())), reverse=True
        )
        for t in (2**j for j in range(p + 1)):
            loss = sum(squares[t:], Fraction(0)) / 2
            instance_recorder(terms=t).compare("flat", loss, "==", (1 - Fraction(t, network.s)) / 2)
            at.rows.append({"p": p, "s": network.s, "terms": t, "loss": float(loss)})
