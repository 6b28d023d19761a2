"""Index, dense networks that compute parities (§1), and how few neurons suffice (Theorem V)."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Le

from awasthi2024 import constructions
from awasthi2024.bounds import section_2
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.parameters import Dimension
from balls import Exact, between, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Pair, Positive
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
        here = at(n=m, s=m, quantity="least max|h - parity| over all networks")
        low = distance_below(m)
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
    neurons = zip(network.w, network.b, network.u, strict=True)
    alone = (exact_values(SparseReLUNetwork([w], [b], [u])) for w, b, u in neurons)
    changed = min(int(np.count_nonzero(values)) for values in alone)
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


# ---------------------------------------------------------------------------------------- Theorem V


@check("theorem-v")
def few_neurons(
    at: Recorder,
    *,
    variables: Positive,
    largest: Positive,
    degrees: NonEmpty[str],
    bits: Pair[Positive],
    losses: NonEmpty[str],
) -> None:
    """Compare both sides of Theorem V's lines, as integers, as fractions or with proved errors.

    The neurons have 1 to `variables` inputs, weights 1, 2, 3, and multiples of ½ as biases. Those
    with p ≤ 2^−D are dropped from parities of sparsity below `largest` and from Index, for D in
    `degrees`; the loss and the number of neurons left are compared. For p ≤ 3 the networks of all
    functions of p bits, and all active sets of a neuron, are counted. The number of functions that
    fewer neurons can be near to is compared with 2^(2^p), for p from the first to the last of
    `bits` and each ε in `losses`.
    """
    for n in range(1, variables + 1):
        for weights in itertools.combinations_with_replacement([1, 2, 3], n):
            sums = points(n).astype(int) @ np.array(weights)
            for half in range(-2 * sum(weights), 2 * sum(weights)):
                above = np.maximum(2 * sums - half, 0)  # 2f
                compare_neuron(at(n=n, w=str(weights), b=half / 2), weights, above)
    networks = {
        (str(r), k): constructions.extremal(r, copies=k)
        for r in range(1, 5)
        for k in range(1, largest)
    }
    networks |= {("Index", b): constructions.index_function(b) for b in (1, 2, 3)}
    for (r, k), network in networks.items():
        for D in degrees:
            compare_few(at(network=r, size=k, D=D), network)
    for p, loss in itertools.product(range(bits[0], bits[1] + 1), losses):
        compare_signs(at(p=p, epsilon=loss))
    for p in (1, 2, 3):
        compare_functions(at(p=p, n=p + 1), losses)
        rows = np.array(list(itertools.product(range(-2, 3), repeat=p)))
        sums = np.repeat(2 * rows @ points(p).astype(int).T, 4 * p + 2, axis=0)
        biases = np.tile(np.arange(-4 * p - 1, 4 * p + 2, 2), len(rows))
        active_sets = len(np.unique(sums > biases[:, None], axis=0))
        at(p=p, quantity="sets").compare("needed", active_sets, "<=", 2 * 2 ** (p * p))


def log2_inverse(positive: int, n: int) -> Exact:
    """Return log₂(2^n/positive), a fraction where that is a power of two."""
    if positive & (positive - 1) == 0:
        return n - positive.bit_length() + 1
    return log(Fraction(2**n, positive)) / log(exact(2))


def compare_neuron(at: Recorder, weights: Sequence[int], twice: np.ndarray) -> None:
    """Compare E f²·log₂(1/p) with 4p‖w‖², for the values 2f of a neuron on the cube."""
    n, positive = len(weights), int(np.count_nonzero(twice))
    square = Fraction(int((twice**2).sum()), 4 * 2**n)
    bound = section_2.theorem_v_neuron(Fraction(positive, 2**n), sum(w * w for w in weights))
    at.compare("neuron", square * log2_inverse(positive, n), "<=", bound)


def often_active(positive: int, n: int, D: Fraction) -> bool:
    """Say whether a neuron that is active at so many points has p > 2^−D."""
    return compare(log2_inverse(positive, n), "<", D) is True


def compare_few(at: Recorder, network: SparseReLUNetwork) -> None:
    """Compare what the network loses without its seldom active neurons with ε, and their number."""
    n, D = network.n, Fraction(at["D"])
    terms = network.u * np.maximum(points(n) @ network.w.T - network.b, 0)
    counts = np.count_nonzero(terms, axis=0).tolist()
    kept = np.array([c > 0 and often_active(c, n, D) for c in counts])
    lost = terms[:, ~kept].sum(axis=1)
    loss = sum(Fraction(v) ** 2 for v in lost.tolist()) / 2 ** (n + 1)
    k, (W2, _) = int(np.count_nonzero(terms, axis=1).max()), network.scale_squared
    at.compare("enough", loss, "<=", 2 * k**2 * Fraction(W2) / D)
    share = Fraction(int(kept.sum()), k) ** D.denominator
    at(quantity="neurons").compare("enough", share, "<", 2**D.numerator)


def compare_signs(at: Recorder) -> None:
    """Compare how many functions S neurons reach with 2^(2^p), S being just below the bound."""
    p, epsilon = at["p"], Fraction(at["epsilon"])
    neurons = math.ceil(float(section_2.theorem_v_needed(p, epsilon))) - 1
    flips = range(math.floor(2 * epsilon * 2**p) + 1)
    near = sum(math.comb(2**p, flipped) for flipped in flips)
    reached = 2 ** (1 + max(neurons, 0) * (2 * p * p + p + 1)) * near
    at.compare("needed", reached, "<", 2 ** (2**p))


def compare_functions(at: Recorder, losses: Sequence[str]) -> None:
    """Compare the networks of all functions of p bits with their class, and count those nearby.

    At most 2^(H(2ε)s) functions may differ from one function on at most a share 2ε of the inputs.
    """
    p, n, s = at["p"], at["n"], 2 ** at["p"]
    tables = list(itertools.product([1.0, -1.0], repeat=s))
    networks = [constructions.junta(table, range(p), n) for table in tables]
    values = np.array([network.values() for network in networks])
    seen = (points(n)[:, :p] < 0) @ (1 << np.arange(p))
    wrong = int(np.count_nonzero(values != np.array(tables)[:, seen]))
    at(quantity="wrong values").compare("needed", wrong, "==", 0)
    at(quantity="functions").compare("needed", len(np.unique(values, axis=0)), "==", 2**s)
    active = max(int(network.active_counts().max()) for network in networks)
    at(quantity="active neurons").compare("needed", active, "<=", 1)
    at(quantity="neurons").compare("needed", max(network.s for network in networks), "<=", s)
    W2, B2 = (max(squares) for squares in zip(*(h.scale_squared for h in networks), strict=True))
    at(quantity="W").compare("needed", sqrt(W2), "<=", sqrt(exact(p)))
    at(quantity="B").compare("needed", sqrt(B2), "<=", p - 1)
    differ = (2**n - values @ values.T) / 2  # the number of inputs at which two functions differ
    for epsilon in map(Fraction, losses):
        near = int(np.count_nonzero(differ <= math.floor(2 * epsilon * 2**n), axis=1).max())
        here = at(epsilon=str(epsilon), quantity="log2 of the functions near one")
        exponent = section_2.binary_entropy(2 * epsilon) * s
        here.compare("needed", log(exact(near)) / log(exact(2)), "<=", exponent)
