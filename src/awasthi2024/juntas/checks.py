"""Checks of juntas: their 1-sparse networks, and the degree that approximates them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

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

# ------------------------------------------------------------- all truth tables


@check("theorem-13")
def all_tables(
    at: Recorder,
    *,
    variables: NonEmpty[FewVariables],
    extra: Natural,
    sizes: NonEmpty[Positive],
    losses: NonEmpty[NonNegative],
) -> None:
    """Check every junta on p variables: Theorem 13's inclusion, and the degree each junta needs.

    The network has p + extra coordinates. `sizes` are values of s, up to which zero neurons are
    added. Powers of two and other numbers are included. For each ε in `losses` the degree that loss
    ε needs is compared.
    """
    for p in variables:
        truth_tables = all_truth_tables(p)
        compare_inclusion(at, p, truth_tables, max(p + extra, 1))
        at.rows += compare_degrees(at.of("conj-12"), p, truth_tables, losses)
        compare_exponents(at.of("intro-optimal"), p)
    if 0 in variables:  # p = 0 fails at every n, not only at n = s = 1
        compare_inclusion(at, 0, all_truth_tables(0), 2)
    for s in sizes:
        _compare_padding(at, s)
    _compare_printed_exponent(at.of("intro-optimal"))


def all_truth_tables(p: int) -> np.ndarray:
    """Return all truth tables of p variables, shape (2**(2**p), 2**p), int8 ±1, in cube order."""
    numbers = np.arange(2 ** (2**p), dtype=np.int64)
    return (1 - 2 * (numbers[:, None] >> np.arange(2**p) & 1)).astype(np.int8)


class Shared(NamedTuple):
    """The common part of the networks of all p-juntas, which differ only in u."""

    network: SparseReLUNetwork
    relus: np.ndarray  # (2^n, 2^p) σ(⟨w_j, x⟩ − b_j)
    pattern: np.ndarray  # (2^p,) the table's index that neuron j's w spells
    seen: np.ndarray  # (2^n,) the table's index of x


def shared_network(p: int, n: int) -> Shared:
    """Return what the networks on n variables of all juntas of the first p share."""
    network = constructions.junta(np.ones(2**p), range(p), n)
    powers = 1 << np.arange(p)
    cube = points(n).astype(np.float64)
    return Shared(
        network,
        np.maximum(cube @ network.w.T - network.b, 0.0),
        (network.w[:, :p] < 0).astype(np.int64) @ powers,
        (cube[:, :p] < 0).astype(np.int64) @ powers,
    )


def compare_inclusion(at: Recorder, p: int, truth_tables: np.ndarray, n: int) -> None:
    """Record what Theorem 13 says of all p-juntas as networks on n variables.

    `truth_tables` come from `all_truth_tables(p)`.
    """
    shared = shared_network(p, n)
    u = truth_tables[:, shared.pattern].astype(np.float64)  # u_j = f(x) for the x that w_j spells
    values = u @ shared.relus.T
    wrong = int(np.any(values != truth_tables[:, shared.seen], axis=1).sum())
    indicator = shared.seen[:, None] == shared.pattern
    W2, B2 = shared.network.scale_squared  # |u_j| = 1 for each of the tables
    at = at(p=p, n=n, s=2**p, tables=len(truth_tables))
    most = int((shared.relus > 0).sum(axis=1).max())
    for statement, allowed in (("printed", p), ("corrected", p - 1)):
        for what, left, relation, right in (
            ("tables with a wrong value", wrong, "==", 0),
            ("active neurons", most, "<=", 1),
            ("neurons", shared.network.s, "<=", 2**p),
            ("W²", W2, "<=", p),
            ("B²", B2, "<=", allowed**2),
        ):
            if p == 0 and (statement == "corrected" or what == "B²"):
                continue  # B² is decided for all networks of the class, just below
            at(quantity=what).compare(statement, left, relation, right)
    if p == 0:
        # Not only this network: every member of the class is at most the right-hand side.
        largest = int(np.abs(truth_tables).max())
        instance_recorder = at(quantity="largest |f| of a junta against that of the class")
        bound = bounds.sup_norm(exact(n), 1, 0, 0)
        instance_recorder.compare("printed", largest**2, "<=", bound)
    instance_recorder = at(quantity="pairs of an input and a neuron")
    instance_recorder.compare(
        "indicator", int(np.count_nonzero(shared.relus != indicator)), "==", 0
    )


def _compare_padding(at: Recorder, s: int) -> None:
    """Check the network of s neurons, of which 2^⌊log₂ s⌋ are used."""
    p = s.bit_length() - 1
    n = p + 1
    parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
    core = constructions.junta(parity, range(p), n)
    idle = s - core.s
    network = SparseReLUNetwork(
        np.vstack([core.w, np.zeros((idle, n))]),
        np.append(core.b, np.full(idle, float(p - 1))),  # the same bias, as the formula has it
        np.append(core.u, np.zeros(idle)),
    )
    at = at(p=p, n=n, s=s)
    target = points(n)[:, :p].astype(int).prod(axis=1)
    wrong = int(np.count_nonzero(network.values() != target))
    for what, left, relation, right in (
        ("inputs with another value", wrong, "==", 0),
        ("active neurons", network.max_active()[1], "<=", 1),
        ("2^(W²) against s", 2 ** int(network.scale_squared[0]), "<=", s),
    ):
        at(quantity=what).compare("padding", left, relation, right)


def compare_degrees(
    at: Recorder, p: int, truth_tables: np.ndarray, losses: Sequence[float]
) -> list[dict[str, Any]]:
    """Record how much of each p-junta is left beyond each degree; return the table's rows.

    `truth_tables` come from `all_truth_tables(p)`; p = 0 has nothing to learn.
    """
    if p == 0:
        return []
    best = best_losses(truth_tables)  # in units of 4^-p / 2
    unit = Fraction(1, 2 * 4**p)
    at = at(p=p, n=p, tables=len(truth_tables))
    # E ½f² of the zero predictor; f² is an integer.
    of_zero = Fraction(int((truth_tables.astype(int) ** 2).sum(axis=1).max()), 2 * 2**p)
    below_full = int(best[:, p - 1].max()) * unit
    for epsilon in losses:
        if epsilon <= 0.5:
            instance_recorder = at(epsilon=epsilon, quantity="loss of the predictor 0")
            instance_recorder.compare("any-epsilon", of_zero, ">", Fraction(epsilon))
        if epsilon < 0.5:
            instance_recorder = at(epsilon=epsilon, quantity="greatest least loss of degree p - 1")
            instance_recorder.compare("small-epsilon", below_full, ">", Fraction(epsilon))
    rows = []
    for epsilon in [0.0, *losses]:
        needed = (best > Fraction(epsilon) / unit).sum(axis=1)
        rows += [
            {"p": p, "epsilon": epsilon, "degree": d, "juntas": int(np.count_nonzero(needed == d))}
            for d in range(p + 1)
        ]
    return rows


def compare_exponents(at: Recorder, p: int) -> None:
    """Compare the samples of Theorem C's learner, on the class of the p-juntas, with a power."""
    if p == 0:
        return
    for epsilon in (Fraction(7, 16), Fraction(1, 4), Fraction(1, 64)):
        degree = bounds.theorem_c_degree(1, sqrt(exact(p)), epsilon)
        for n in (p, 2 * p, 64):
            # The number of samples without 14 ln(1/δ)/ε, over n^d.
            allowed = 4 * Fraction(n) ** (math.floor(4 * p / epsilon) + 2 - degree)
            instance_recorder = at(p=p, n=n, s=2**p, epsilon=epsilon)
            instance_recorder.compare("upper", supremum_squared(n, p), "<=", allowed)


def supremum_squared(n: int, p: int) -> int:
    """Return 2p(n + p), which is at least C² = (√(np) + p)²."""
    return 2 * p * (n + p)


def _compare_printed_exponent(at: Recorder) -> None:
    """Compare Theorem 8's exponent on the class of Theorem 13, times ε², with K·log₂⁶ s.

    Logarithms are integers. Only the term in B has a factor that is not an integer. It is replaced
    by 48.1, which is above 16/ln³2, inside the domain s ≥ n, and is omitted outside the domain.
    """
    for log2n, p in itertools.product((1, 2, 5, 20, 10**3, 10**6), (1, 2, 5, 20)):
        inside = p >= log2n
        first = 16 * p**2 * (log2n + p) ** 4  # but for the term in B
        left = first + Fraction(481, 10) * p**5 if inside else first
        for K in (305, 10**6):
            instance_recorder = at(p=p, log2ns=log2n + p, K=K)
            if inside or left > K * p**6:  # elsewhere the term in B could decide
                instance_recorder.compare("printed-exponent", left, "<=", K * p**6)


def best_losses(truth_tables: np.ndarray) -> np.ndarray:
    """Return the smallest loss ½E(g − f)² over g of degree ≤ d, times 2·4^p, for d = 0..p.

    That is Σ_{|T|>d} (2^p f̂(T))², by Parseval; int64, shape (number, p + 1), of truth tables of
    shape (number, 2**p).
    """
    p = truth_tables.shape[1].bit_length() - 1
    sizes = popcounts(p).astype(int)
    masks = np.arange(2**p)
    characters = 1 - 2 * (sizes[masks[:, None] & masks] & 1)
    squares = (truth_tables.astype(np.int64) @ characters) ** 2
    return np.stack([squares[:, sizes > d].sum(axis=1) for d in range(p + 1)], axis=1)


# ---------------------------------------------------------- random juntas


@check("theorem-13")
def random_juntas(
    at: Recorder,
    *,
    seed: int,
    variables: NonEmpty[Positive],
    extras: NonEmpty[Natural],
    repeats: Positive,
) -> None:
    """Check Theorem 13's network on random juntas of random variables in larger cubes.

    `extras` are values of n − p. For each of them, every p in `variables` has `repeats` juntas.
    """
    for p in variables:
        for n in (p + extra for extra in extras):
            for repeat in range(repeats):
                rng = generator(seed, "juntas", "random", p, n, repeat)
                table = rng.choice([-1.0, 1.0], size=2**p)
                chosen = rng.permutation(n)[:p]
                network = constructions.junta(table, chosen.tolist(), n)
                instance_recorder = at(p=p, n=n, s=network.s, repeat=repeat)
                at.rows.append(compare_junta(instance_recorder, network, table, chosen))


def compare_junta(
    at: Recorder, network: SparseReLUNetwork, table: np.ndarray, chosen: np.ndarray
) -> dict[str, Any]:
    """Record what Theorem 13 says of one junta's network; return the table's row.

    The junta has the truth table `table` (2**p,) on the variables `chosen` (p,).
    """
    p = len(chosen)
    index = (points(network.n)[:, chosen] < 0).astype(np.int64) @ (1 << np.arange(p))
    wrong = int(np.count_nonzero(network.values() != table[index]))
    W2, B2 = network.scale_squared
    most = network.max_active()[1]
    for what, left, relation, right in (
        ("inputs with another value", wrong, "==", 0),
        ("active neurons", most, "<=", 1),
        ("neurons", network.s, "<=", 2**p),
        ("W²", W2, "<=", p),
        ("B²", B2, "<=", (p - 1) ** 2),
    ):
        at(quantity=what).compare("corrected", left, relation, right)
    return {
        **at.instance,
        "wrong": wrong,
        "most_active": most,
        "W2": float(W2),
        "B2": float(B2),
    }
