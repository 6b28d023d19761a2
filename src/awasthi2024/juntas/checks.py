"""Checks of juntas: their 1-sparse networks, and the degree that approximates them."""

import math
from fractions import Fraction

import numpy as np

from awasthi2024 import constructions
from awasthi2024.shared.parameters import FewVariables
from balls import exact, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative, Positive
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points, popcounts
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@check("theorem-13")
def all_tables(
    at: Recorder,
    *,
    variables: NonEmpty[FewVariables],
    extra: Natural,
    sizes: NonEmpty[Positive],
    losses: NonEmpty[NonNegative],
) -> None:
    """Compare the networks of all juntas of p variables with Theorem 13, on all inputs.

    Values, active neurons, W² and B² are compared as integers, on p + `extra` coordinates. For each
    s in `sizes` neurons of weight 0 are added to the network of a parity, up to s. For each ε in
    `losses` the loss of the predictor 0, and the least loss of degree p − 1, are compared with ε as
    fractions. So are both sides of "near-optimal": the number of samples for a few n and ε, and
    Theorem 8's exponent for powers of two n and s.
    """
    for p in variables:
        tables = all_truth_tables(p)
        for n in [p + extra] if p else [1, 2]:  # p = 0 fails at every n, not only at n = s = 1
            compare_inclusion(at(p=p, n=n, s=2**p), tables)
        if p:  # p = 0 has nothing to learn
            compare_losses(at.of("conj-12")(p=p), tables, losses)
            compare_samples(at.of("intro-optimal")(p=p, s=2**p))
    for s in sizes:
        compare_padding(at(s=s, p=s.bit_length() - 1, n=s.bit_length()))
    compare_stated_exponent(at.of("intro-optimal"))


@check("theorem-13")
def random_juntas(
    at: Recorder,
    *,
    seed: int,
    variables: NonEmpty[Positive],
    extras: NonEmpty[Natural],
    repeats: Positive,
) -> None:
    """Compare the networks of random juntas with Theorem 13, on all inputs, as integers.

    A junta reads p random variables of n, with p in `variables` and n − p in `extras`.
    """
    for p in variables:
        for n in (p + extra for extra in extras):
            for repeat in range(repeats):
                rng = generator(seed, "juntas", "random", p, n, repeat)
                table, chosen = rng.choice([-1.0, 1.0], size=2**p), rng.permutation(n)[:p]
                network = constructions.junta(table, chosen.tolist(), n)
                seen = (points(n)[:, chosen] < 0) @ (1 << np.arange(p))
                here = at(p=p, n=n, s=network.s, repeat=repeat)
                compare_class(here, "corrected", network, network.values() != table[seen], p - 1)


def all_truth_tables(p: int) -> np.ndarray:
    """Return all truth tables of p variables, shape (2**(2**p), 2**p), int8 ±1, in cube order."""
    numbers = np.arange(2 ** (2**p), dtype=np.int64)
    return (1 - 2 * (numbers[:, None] >> np.arange(2**p) & 1)).astype(np.int8)


def compare_class(
    at: Recorder, statement: str, network: SparseReLUNetwork, wrong: np.ndarray, B: int
) -> None:
    """J_{n,p} ⊆ H_{n,2^p,1}^{√p,B}, by one network; `wrong` marks its wrong values."""
    p, (W2, B2) = at["p"], network.scale_squared
    at(quantity="wrong values").compare(statement, int(wrong.sum()), "==", 0)
    at(quantity="active neurons").compare(statement, network.max_active()[1], "<=", 1)
    at(quantity="neurons").compare(statement, network.s, "<=", 2**p)
    at(quantity="W²").compare(statement, W2, "<=", p)
    at(quantity="B²").compare(statement, B2, "<=", B**2)


def compare_inclusion(at: Recorder, tables: np.ndarray) -> None:
    """Theorem 13 for all truth tables at once: their networks differ only in u_j = f(w_j)."""
    p, n = at["p"], at["n"]
    network = constructions.junta(np.ones(2**p), range(p), n)
    bits = 1 << np.arange(p)
    pattern, seen = ((x[:, :p] < 0) @ bits for x in (network.w, points(n)))
    relus = np.maximum(points(n) @ network.w.T - network.b, 0.0)
    others = int(np.sum(relus != (seen[:, None] == pattern)))
    at(quantity="pairs of an input and a neuron").compare("indicator", others, "==", 0)
    if p == 0:  # W = B = 0; the right-hand side is at least |h| of every network of the class
        largest, bound = int(np.abs(tables).max()), bounds.sup_norm(exact(n), 1, 0, 0)
        here = at(quantity="largest |f| against that of the class")
        here.compare("printed", largest, "<=", bound)
        return
    wrong = np.any(tables[:, pattern] @ relus.T != tables[:, seen], axis=1)
    compare_class(at, "corrected", network, wrong, p - 1)
    compare_class(at, "printed", network, wrong, p)


def compare_padding(at: Recorder) -> None:
    """Pad the network of the parity of p bits with s − 2^p neurons, w = 0 and u = 0."""
    s, p, n = at["s"], at["p"], at["n"]
    core = constructions.junta([(-1) ** t.bit_count() for t in range(2**p)], range(p), n)
    w, u = np.zeros((s, n)), np.zeros(s)
    w[: core.s], u[: core.s] = core.w, core.u
    network = SparseReLUNetwork(w, np.full(s, float(p - 1)), u)
    W2, B2 = network.scale_squared
    wrong = int(np.sum(network.values() != points(n)[:, :p].astype(int).prod(axis=1)))
    at(quantity="wrong values").compare("padding", wrong, "==", 0)
    at(quantity="active neurons").compare("padding", network.max_active()[1], "<=", 1)
    at(quantity="2^(W²)").compare("padding", 2 ** int(W2), "<=", s)
    at(quantity="B²").compare("padding", B2, "<=", (p - 1) ** 2)


def compare_losses(at: Recorder, tables: np.ndarray, losses: NonEmpty[NonNegative]) -> None:
    """½E f² > ε, and the greatest least loss of degree p − 1; count the degrees that ε needs."""
    p, best, unit = at["p"], best_losses(tables), Fraction(1, 2 * 4 ** at["p"])
    of_zero = Fraction(int((tables.astype(int) ** 2).sum(axis=1).max()), 2 * 2**p)
    for epsilon in losses:
        here = at(n=p, epsilon=epsilon)
        if epsilon <= 0.5:
            here.compare("any-epsilon", of_zero, ">", Fraction(epsilon))
        if epsilon < 0.5:
            here.compare("small-epsilon", int(best[:, p - 1].max()) * unit, ">", Fraction(epsilon))
    for epsilon in [0.0, *losses]:
        needed = (best > Fraction(epsilon) / unit).sum(axis=1)
        for d in range(p + 1):
            at.row(epsilon=epsilon, degree=d, juntas=np.count_nonzero(needed == d))


def best_losses(tables: np.ndarray) -> np.ndarray:
    """Return min_{deg g ≤ d} ½E(g − f)² = ½Σ_{|T|>d} f̂(T)², times 2·4^p, for d = 0..p.

    int64, shape (number, p + 1), of truth tables of shape (number, 2**p).
    """
    p = tables.shape[1].bit_length() - 1
    sizes, masks = popcounts(p).astype(int), np.arange(2**p)
    characters = 1 - 2 * (sizes[masks[:, None] & masks] & 1)
    squares = (tables.astype(np.int64) @ characters) ** 2
    return np.stack([squares[:, sizes > d].sum(axis=1) for d in range(p + 1)], axis=1)


def compare_samples(at: Recorder) -> None:
    """n^d C² ≤ 4n^(4p/ε + 2), over n^d; C² = (√(np) + p)² is at most 2p(n + p)."""
    p = at["p"]
    for epsilon in (Fraction(7, 16), Fraction(1, 4), Fraction(1, 64)):
        d = bounds.theorem_c_degree(1, sqrt(exact(p)), epsilon)
        for n in (p, 2 * p, 64):
            right = 4 * Fraction(n) ** (math.floor(4 * p / epsilon) + 2 - d)
            at(n=n, epsilon=epsilon).compare("upper", 2 * p * (n + p), "<=", right)


def compare_stated_exponent(at: Recorder) -> None:
    """(16/ln⁴2)(W⁴ ln⁴(ns) + B⁴ ln s) ≤ K log₂⁶ s at W² = B = log₂ s = p.

    The first term is 16p²(log₂ n + p)⁴; the second, at most 48.1p⁵, is left out where s < n.
    """
    for log2n in (1, 2, 5, 20, 10**3, 10**6):
        for p in (1, 2, 5, 20):
            left = 16 * p**2 * (log2n + p) ** 4 + (Fraction(481, 10) * p**5 if p >= log2n else 0)
            for K in (305, 10**6):
                if p >= log2n or left > K * p**6:  # elsewhere the second term could decide
                    here = at(p=p, log2ns=log2n + p, K=K)
                    here.compare("printed-exponent", left, "<=", K * p**6)
