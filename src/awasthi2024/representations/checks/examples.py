"""Index, and dense networks that compute parities (§1)."""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.parameters import Dimension
from balls import between
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

#: b of Index_b, on b + 2^b coordinates.
AddressBits = Annotated[int, Ge(0), Le(4)]

_BLOCK = 2**14  # points at a time where all neurons are looked at


@check("intro-index")
def index(at: Recorder, *, address_bits: NonEmpty[AddressBits]) -> None:
    """Compare value, activity and size of the network of Index_b with the definition.

    The comparison is on every input, as integers; b is from `address_bits`.
    """
    for b in address_bits:
        network, expected = constructions.index_function(b), index_values(b)
        here = at(b=b, n=network.n, s=network.s)
        wrong = int(np.sum(exact_values(network) != expected))
        here(quantity="wrong values").compare("printed", wrong, "==", 0)
        here(quantity="active neurons").compare("printed", network.max_active()[1], "<=", 1)
        here(quantity="coordinates").compare("printed", network.n, "==", b + 2**b)
        here(quantity="neurons").compare("printed", network.s, "==", 2**b)
        others = unlike = 0
        for start in range(0, 2**network.n, _BLOCK):
            t = np.arange(start, min(start + _BLOCK, 2**network.n))
            active = network.active(1 - 2 * (t[:, None] >> np.arange(network.n) & 1))
            own = active[np.arange(len(t)), 2**b - 1 - (t & 2**b - 1)]  # of the neuron α = x
            others += int(np.sum(active.sum(axis=1) > own))
            unlike += int(np.sum(own != (expected[t] == 1)))
        quantity = "inputs on which another neuron is active"
        here(quantity=quantity).compare("only-addressed", others, "==", 0)
        quantity = "inputs on which it is active and y_x = -1, or not and +1"
        here(quantity=quantity).compare("active-when", unlike, "==", 0)


def index_values(b: int) -> np.ndarray:
    """Return Index_b over the cube from its definition, by bit operations, shape (2**n,)."""
    t = np.arange(2 ** (b + 2**b), dtype=np.int64)
    address = (2**b - 1) - (t & (2**b - 1))  # bit i is set where x_i = +1
    return (1 - (t >> (b + address) & 1)).astype(np.float64)


@check("intro-contrast")
def contrast(
    at: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Dimension],
    exhaustive: NonEmpty[Literal[1, 2]],
    address_bits: NonEmpty[AddressBits],
    variables: NonEmpty[Natural],
) -> None:
    """Compare dense networks with parities on every input, as integers, for n in `dimensions`.

    The coordinates are random, for every s ≤ n. For m in `exhaustive` the least distance of
    networks of m neurons from the signed parity of m bits has bounds that are verified in
    fractions. For each neuron of Index_b, b in `address_bits`, and of a random and a constant
    p-junta, p in `variables`, the inputs whose value changes without it are counted.
    """
    for n in dimensions:
        for s in range(1, n + 1):
            rng, here = generator(seed, "representations", "contrast", n, s), at(n=n, s=s)
            compare_parities(here(bits=s), rng.permutation(n)[:s].tolist())
            compare_signed(here(bits=s - 1), rng.permutation(n)[: s - 1].tolist())
    for m in exhaustive:
        here, low = (
            at(n=m, s=m, quantity="least max|h - parity| over all networks"),
            distance_below(m),
        )
        here.compare("signed-printed", low if low == 1 else between(low, 1), "==", 0)
    for b in address_bits:
        compare_dropping(at(function="index", b=b), constructions.index_function(b))
    for p in variables:
        table = generator(seed, "representations", "dropping", p).choice([-1.0, 1.0], size=2**p)
        for name, values in (("junta", table), ("constant", np.ones(2**p))):
            network = constructions.junta(values, range(p), p + 1)
            compare_dropping(at(function=name, p=p), network)


def compare_parities(at: Recorder, chosen: list[int]) -> None:
    """(1 − χ)/2 and (1 + χ)/2 on the coordinates `chosen`, by as many neurons."""
    odd = (points(at["n"])[:, chosen] == -1).sum(axis=1) % 2
    for which, network, target in (
        ("odd", constructions.dense_parity(at["n"], chosen), odd),
        ("even", even_parity_on(chosen, at["n"]), 1 - odd),
    ):
        wrong = int(np.sum(exact_values(network) != target))
        at(quantity=f"wrong values, 1 for {which} numbers").compare("printed", wrong, "==", 0)
        at(quantity=f"neurons, 1 for {which} numbers").compare("printed", network.s, "<=", at["s"])


def compare_signed(at: Recorder, chosen: list[int]) -> None:
    """χ = 1 − 2·(1 − χ)/2, in which the constant takes a neuron."""
    n = at["n"]
    w, b, u = np.zeros((1, n)), np.array([-1.0]), np.array([1.0])
    if chosen:
        odd = constructions.dense_parity(n, chosen)
        w, b, u = np.vstack([odd.w, w]), np.append(odd.b, b), np.append(-2 * odd.u, u)
    network = SparseReLUNetwork(w, b, u)
    wrong = int(np.sum(exact_values(network) != points(n)[:, chosen].prod(axis=1)))
    at(quantity="wrong values").compare("signed", wrong, "==", 0)
    at(quantity="neurons").compare("signed", network.s, "<=", at["s"])


def compare_dropping(at: Recorder, network: SparseReLUNetwork) -> None:
    """|{x : u_j σ(⟨w_j, x⟩ − b_j) ≠ 0}| ≥ 1 for all j, by the least of these numbers."""
    neurons = (
        SparseReLUNetwork(network.w[j : j + 1], network.b[j : j + 1], network.u[j : j + 1])
        for j in range(network.s)
    )
    changed = min(int(np.count_nonzero(exact_values(neuron))) for neuron in neurons)
    here = at(n=network.n, s=network.s, quantity="inputs changed by the least important neuron")
    here.compare("dropping", changed, ">=", 1)


def even_parity_on(variables: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return §4's parity of m ≥ 1 `variables`, 1 where the number M of −1s is even.

    It has m neurons: 1 − M, and the first m − 1 of the other parity, at M − 1 for M.
    """
    odd = constructions.dense_parity(n, variables)
    w, b = np.vstack([odd.w[:-1], -odd.w[-1:]]), np.append(odd.b[:-1] + 1, odd.s / 2 - 1)
    return SparseReLUNetwork(w, b, np.append(odd.u[:-1], 1.0))


def distance_below(m: int) -> Fraction:
    """Return a lower bound on max_x |h(x) − χ_[m](x)| over all networks h of m neurons, m ≤ 2.

    Networks whose u are of one sign are at distance 1 at least, since χ takes both values ±1; a
    constant attains 1. For each other choice of signs of u and of the (closed) active sets the
    smallest distance is a linear programme in (w, b); its dual solution, rounded to fractions and
    verified in them, certifies a bound.
    """
    cube = points(m).astype(int)
    masks = [np.array(mask, dtype=bool) for mask in itertools.product((0, 1), repeat=2**m)]
    both_signs = [
        _certified_distance(cube, cube.prod(axis=1), np.array([1, -1]), np.array(active))
        for active in (itertools.product(masks, repeat=2) if m == 2 else ())
    ]
    return min([Fraction(1), *both_signs])


def _certified_distance(
    cube: np.ndarray, target: np.ndarray, signs: np.ndarray, active: np.ndarray
) -> Fraction:
    """Return a verified lower bound on the distance, for given signs and active sets (s, 2^m)."""
    from scipy.optimize import linprog  # here, since the other jobs need no SciPy

    s, m = len(signs), cube.shape[1]
    affine = np.hstack([cube, -np.ones((len(cube), 1), dtype=int)])  # pre-activation = affine·(w,b)
    value = np.hstack([signs[j] * active[j][:, None] * affine for j in range(s)])
    ones = np.ones((len(cube), 1), dtype=int)
    rows = [np.hstack([value, -ones]), np.hstack([-value, -ones])]
    for j in range(s):
        side = np.zeros((len(cube), s * (m + 1) + 1), dtype=int)
        side[:, j * (m + 1) : (j + 1) * (m + 1)] = np.where(active[j], -1, 1)[:, None] * affine
        rows.append(side)
    matrix = np.vstack(rows)
    right = np.concatenate([target, -target, np.zeros(s * len(cube), dtype=int)])
    cost = np.append(np.zeros(s * (m + 1)), 1.0)
    solution = linprog(cost, A_ub=matrix, b_ub=right, bounds=(None, None), method="highs")
    if solution.status != 0:
        return Fraction(0)
    dual = [Fraction(-float(v)).limit_denominator(1000) for v in solution.ineqlin.marginals]
    feasible = all(v >= 0 for v in dual) and all(
        sum(int(a) * v for a, v in zip(column, dual, strict=True)) == -int(c)
        for column, c in zip(matrix.T, cost, strict=True)
    )
    # A dual point that does not verify certifies nothing.
    return -sum((int(r) * v for r, v in zip(right, dual, strict=True)), Fraction(0)) * feasible
