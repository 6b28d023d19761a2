"""How many neurons sparse networks need (Theorem V)."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import section_2
from balls import Exact, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Pair, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork


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
