"""Learning curves: the excess loss over half the tail, in m and d, with what theory predicts."""

from __future__ import annotations

import itertools
import math
import warnings
from typing import Annotated

from annotated_types import Ge, Le

from awasthi2024.low_degree.checks.samples import estimation_error, sample
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.bounds import section_2
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@check("curves", claim="lemma-7", notebook=True)
def measure_curves(
    recorder: Recorder,
    *,
    seed: int,
    n: Annotated[int, Ge(6), Le(24)],
    degrees: NonEmpty[Natural],
    sizes: NonEmpty[Positive],
    repeats: Positive,
) -> None:
    """Tabulate the excess loss over half the tail, in m and d, with what theory predicts.

    `degrees` are values of d. `sizes` are numbers m of samples. One network of each kind on n
    coordinates has `repeats` samples for each d and m. Averages: ½(N·E h² − Σ_{|T|≤d} ĥ(T)²)/m,
    exact in the mean. Regression: ½·tail·N/(m − N − 1), as for independent Gaussian columns (a
    heuristic; for m > N + 1).
    """
    for family, network in curve_networks(seed, n).items():
        spectrum = walsh_transform(network.values())
        for d, method in itertools.product(degrees, ("averages", "regression")):
            kept = popcounts(n) <= d
            low, tail = (float((spectrum[part] ** 2).sum()) for part in (kept, ~kept))
            monomials = section_2.n_monomials(n, d)
            for m in sizes:
                recorder.rows.append(
                    {
                        "family": family,
                        "n": n,
                        "d": d,
                        "monomials": monomials,
                        "method": method,
                        "m": m,
                        "half_tail": tail / 2,
                        "excess": mean_excess(family, network, d, method, m, seed, repeats),
                        "predicted": predicted_excess(method, tail, low, monomials, m),
                    }
                )


def mean_excess(
    family: str, network: SparseReLUNetwork, d: int, method: str, m: int, seed: int, repeats: int
) -> float:
    """Return the mean excess loss over half the tail of fits of degree d to m samples each."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    cube, values = points(network.n), network.values()
    spectrum = walsh_transform(values)
    errors = []
    for repeat in range(repeats):
        rng = generator(seed, "low_degree", "curves", family, d, method, m, repeat)
        x, numbers = sample(rng, cube, m)
        with warnings.catch_warnings():
            # The curve is to show what few samples cost.
            warnings.simplefilter("ignore", FewSamplesWarning)
            model = LowDegreeRegressor(d, method).fit(x, values[numbers])
        errors.append(estimation_error(model, spectrum) / 2)
    return math.fsum(errors) / repeats


def predicted_excess(method: str, tail: float, low: float, monomials: int, m: int) -> float:
    """Return the mean excess loss over half the tail that theory predicts, or nan."""
    if method == "averages":
        return (monomials * (tail + low) - low) / (2 * m)
    return tail * monomials / (2 * (m - monomials - 1)) if m > monomials + 1 else math.nan


def curve_networks(seed: int, n: int) -> dict[str, SparseReLUNetwork]:
    """Return one network of each kind on n coordinates, n at least 6."""
    rng = generator(seed, "low_degree", "curves", n)
    unit = 2.0 ** -((n - 2).bit_length() // 2)
    weights = unit * rng.choice([-1.0, 1.0], size=(4, n - 2))
    return {
        "junta": constructions.junta(rng.choice([-1.0, 1.0], size=16), [0, 1, 2, 3], n),
        "forest": constructions.forest(2, 4, n, rng),
        "appendix_a": constructions.appendix_a(weights, unit * (n - 2) / 2),
        "extremal": constructions.extremal(4, 0, 1, n),
        "random": constructions.random_network(n, 32, 2, 1, 1, rng),
    }
