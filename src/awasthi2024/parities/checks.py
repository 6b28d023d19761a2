"""Checks of §4, Hardness Under Arbitrary Distributions: parities through the quadratic lift."""

from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.bounds import section_4
from awasthi2024.constructions.quadratic_lift import lift, lifted_parity, square_neurons
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points


@check("sec4-parity")
def subsets(at: Recorder, *, max_m: Annotated[int, Ge(1), Le(12)]) -> None:
    """Compare each formula of the construction for every S ⊆ [m] and every y, as integers.

    For each formula the points at which it is right are counted: the y, the pairs (y, i) or the
    pairs (y, a). The count is compared with the number of all of them. Active neurons,
    neurons, norms and biases are compared with their bounds. m is at most `max_m`.
    """
    for m in range(1, max_m + 1):
        y = points(m)
        x = lift(y)
        for mask in range(1 << m):
            subset = [i for i in range(m) if mask >> i & 1]
            here = at(m=m, S=" ".join(str(i + 1) for i in subset) or "empty")
            compare_networks(here, subset, y, x)
            compare_neurons(here, subset, y, x)


def compare_networks(at: Recorder, subset: list[int], y: np.ndarray, x: np.ndarray) -> None:
    """χ_S(y) = Σ_a 2σ(½ − (Σ_{i∈S} y_i − a)²), over even a and over a ≡ |S| (mod 4)."""
    m, number = at["m"], len(y)
    stated, corrected = lifted_parity(subset, m, as_printed=True), lifted_parity(subset, m)
    require_exact(stated)
    require_exact(corrected)
    even = y[:, subset].sum(axis=1, dtype=int) % 2 == 0  # χ_S(y) as §4 defines it
    parity = y[:, subset].prod(axis=1) == 1
    flips = sum(int(np.sum(even != even[np.arange(number) ^ 1 << i])) for i in subset)
    at.compare("printed", flips, "==", len(subset) * number)
    at.compare("identity", int(np.sum(stated(x) == even)), "==", number)
    at.compare("corrected", int(np.sum(corrected(x) == parity)), "==", number)
    for which, network in (("as stated", stated), ("corrected", corrected)):
        here = at(quantity=which)
        here.compare("sparse", network.max_active(x)[1], "<=", 1)
        here.compare("size", network.s, "<=", 2 * m)


def compare_neurons(at: Recorder, subset: list[int], y: np.ndarray, x: np.ndarray) -> None:
    """½ − (Σ_{i∈S} y_i − a)² = ⟨w_{S,a}, x(y)⟩ − b_{S,a}, ‖w_{S,a}‖ and |b_{S,a}|, for each a."""
    m, a = at["m"], np.arange(-at["m"], at["m"] + 1)
    square = 0.5 - (y[:, subset].sum(axis=1, dtype=int)[:, None] - a) ** 2
    w = np.full((len(a), m, m), -1.0)  # as stated: w does not depend on S
    w[:, range(m), range(m)] = 2 * a[:, None]
    b = len(subset) + a**2 - 0.5
    restricted, biases = square_neurons(np.isin(np.arange(m), subset), a)
    for statement, values in (
        ("weights", x @ w.reshape(len(a), -1).T - b),
        ("weights-corrected", x @ restricted.T - biases),
    ):
        at.compare(statement, int(np.sum(values == square)), "==", square.size)
    norm_squared = int((restricted**2).sum(axis=1).max())
    at.compare("norm-section", norm_squared, "<=", section_4.parity_norm(m))
    at.compare("bias", Fraction(float(np.abs(biases).max())), "<=", section_4.parity_bias(m))


@check("sec4-parity")
def norms(
    at: Recorder, *, sizes: NonEmpty[Annotated[int, Ge(3)]], constants: NonEmpty[Positive]
) -> None:
    """Compare ‖w_{S,a}‖² with c²m² for S = [m] and a = m = ⌈c²/4⌉, as integers.

    No constant c suffices: 4m³ + m(m − 1) exceeds c²m² as soon as 4m ≥ c² and m ≥ 2. `constants`
    are values of c. The table has the scale of the corrected network for each m in `sizes`.
    """
    for c in constants:
        m = -(-c * c // 4)
        w, _ = square_neurons(np.ones(m), [m])
        at(m=m, c=c).compare("norm-introduction", int((w * w).sum()), "<=", (c * m) ** 2)
    for m in sizes:
        network = lifted_parity(range(m), m)
        W, B = network.scale
        at(m=m).row(neurons=network.s, W=W, B=B)
