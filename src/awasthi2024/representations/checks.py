"""Checks of what sparsely activated networks represent: Index, parities, Appendix A."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from awasthi2024 import constructions
from awasthi2024.bounds import appendices, section_2
from awasthi2024.representations.parameters import AddressBits, PowerOfFour
from awasthi2024.shared.exact_networks import exact_values
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.parameters import Dimension
from balls import Exact, between, compare, exact, log, sqrt
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    Natural,
    NonEmpty,
    NonNegative,
    Pair,
    Positive,
)
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

_BLOCK = 2**14  # points at a time where all neurons are looked at
_ACTIVE_WRONGLY = "inputs on which it is active and y_x = -1, or not and +1"

# ------------------------------------------------------------ intro-index


@check("intro-index")
def index(at: Recorder, *, address_bits: NonEmpty[AddressBits]) -> None:
    """Check Index_b ∈ H_{b+2^b, 2^b, 1} on every input (the paper, §1)."""
    for b in address_bits:
        network = constructions.index_function(b)
        n, s = b + 2**b, 2**b
        instance_recorder = at(b=b, n=network.n, s=network.s)
        expected = index_values(b)
        wrong = int(np.count_nonzero(exact_values(network) != expected))
        others, unlike = _index_activity(network, b, expected)
        W2, B2 = network.scale_squared
        for statement, quantity, left, relation, right in (
            ("printed", "inputs with another value", wrong, "==", 0),
            ("printed", "active neurons", network.max_active()[1], "<=", 1),
            ("printed", "coordinates", network.n, "==", n),
            ("printed", "neurons", network.s, "==", s),
            ("only-addressed", "inputs on which another neuron is active", others, "==", 0),
            ("active-when", _ACTIVE_WRONGLY, unlike, "==", 0),
        ):
            instance_recorder(quantity=quantity).compare(statement, left, relation, right)
        at.rows.append(
            {
                "b": b,
                "n": n,
                "s": s,
                "inputs": 2**n,
                "wrong": wrong,
                "others_active": others,
                "W2": float(W2),
                "B2": float(B2),
                "largest_support": int(np.count_nonzero(network.w, axis=1).max()),
            }
        )


def index_values(b: int) -> np.ndarray:
    """Return Index_b over the cube from its definition, by bit operations, shape (2**n,)."""
    t = np.arange(2 ** (b + 2**b), dtype=np.int64)
    address = (2**b - 1) - (t & (2**b - 1))  # bit i is set where x_i = +1
    return (1 - (t >> (b + address) & 1)).astype(np.float64)


def _index_activity(network: SparseReLUNetwork, b: int, expected: np.ndarray) -> tuple[int, int]:
    """Count inputs on which a neuron α ≠ x is active, and those where α = x is active wrongly."""
    others = unlike = 0
    size = 2**b
    for start in range(0, 2**network.n, _BLOCK):
        t = np.arange(start, min(start + _BLOCK, 2**network.n), dtype=np.int64)
        x = (1 - 2 * (t[:, None] >> np.arange(network.n) & 1)).astype(np.int8)
        active = network.active(x)
        own = active[np.arange(len(t)), (size - 1) - (t & (size - 1))]
        others += int(np.count_nonzero(active.sum(axis=1) > own))
        unlike += int(np.count_nonzero(own != (expected[t] == 1)))
    return others, unlike


# --------------------------------------------------------- intro-contrast


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
    """Check that dense networks compute parities, and that no neuron can be dropped (§1).

    For n in `dimensions` all s in 1..n are checked. `exhaustive` are numbers m of neurons and bits
    for all networks. Their outputs are compared with the parity of m bits. Only 1 and 2 are
    feasible. Neurons of Index_b for b in `address_bits`, and of p-juntas for p in `variables`, are
    dropped one by one.
    """
    for n in dimensions:
        for s in range(1, n + 1):
            rng = generator(seed, "representations", "contrast", n, s)
            for statement, m in (("printed", s), ("signed", s - 1)):
                chosen = rng.permutation(n)[:m]
                network = _dense_parity_on(chosen, n, signed=statement == "signed")
                minus_ones = (points(n)[:, chosen] == -1).sum(axis=1)
                parity = minus_ones % 2
                target = 1 - 2 * parity if statement == "signed" else parity
                wrong = int(np.count_nonzero(exact_values(network) != target))
                instance_recorder = at(n=n, s=s, bits=m)
                instance_recorder(quantity="inputs with another value").compare(
                    statement, wrong, "==", 0
                )
                instance_recorder(quantity="neurons").compare(statement, network.s, "<=", s)
                if statement == "printed":
                    even = _even_parity_on(chosen, n)
                    wrong = int(np.count_nonzero(exact_values(even) != 1 - parity))
                    quantity = "inputs with another value, where the parity is 1 for even numbers"
                    instance_recorder(quantity=quantity).compare("printed", wrong, "==", 0)
                    quantity = "neurons of this parity"
                    instance_recorder(quantity=quantity).compare("printed", even.s, "<=", s)
                at.rows.append(_contrast_row(statement, instance_recorder.instance, network))
    for m in exhaustive:
        instance_recorder = at(n=m, s=m, quantity="least max|h - parity| over all networks")
        low, high = distance_to_parity(m, m)
        if low == high:
            instance_recorder.compare("signed-printed", low, "==", 0)
        else:
            instance_recorder.compare("signed-printed", between(low, high), "==", 0)
    for name, parameters, network in _irreducible(seed, address_bits, variables):
        changed = min(
            int(np.count_nonzero(exact_values(_neuron(network, j)))) for j in range(network.s)
        )
        instance_recorder = at(function=name, **parameters, n=network.n, s=network.s)
        quantity = "inputs changed by the least important neuron"
        instance_recorder(quantity=quantity).compare("dropping", changed, ">=", 1)
        at.rows.append(
            {**_contrast_row("dropping", instance_recorder.instance, network), "changed": changed}
        )


def _contrast_row(
    what: str, instance: dict[str, Any], network: SparseReLUNetwork
) -> dict[str, Any]:
    return {
        "what": what,
        **instance,
        "neurons": network.s,
        "most_active": network.max_active()[1],
        "inputs": 2**network.n,
    }


def _dense_parity_on(variables: np.ndarray, n: int, *, signed: bool) -> SparseReLUNetwork:
    """Return the parity of `variables` in dimension n: 0/1-valued, or ±1 with one neuron more."""
    m = len(variables)
    w, b, u = np.zeros((m, n)), np.zeros(m), np.zeros(m)
    if m:
        small = constructions.dense_parity(m)
        w[:, variables], b, u = small.w, small.b, small.u
    if signed:  # 1 − 2·parity
        w, b, u = np.vstack([w, np.zeros((1, n))]), np.append(b, -1.0), np.append(-2 * u, 1.0)
    return SparseReLUNetwork(w, b, u)


def _even_parity_on(variables: np.ndarray, n: int) -> SparseReLUNetwork:
    """Return §4's parity of m ≥ 1 `variables`, 1 where the number M of −1s is even.

    It has m neurons: 1 − M, and the first m − 1 of the other parity, at M − 1 for M.
    """
    m = len(variables)
    small = constructions.dense_parity(m)
    w, b, u = np.zeros((m, n)), np.append(small.b[:-1] + 1, m / 2 - 1), np.append(small.u[:-1], 1.0)
    w[:, variables] = np.vstack([small.w[:-1], np.full((1, m), 0.5)])
    return SparseReLUNetwork(w, b, u)


def _neuron(network: SparseReLUNetwork, j: int) -> SparseReLUNetwork:
    """Return only neuron j: the difference that dropping the neuron makes."""
    return SparseReLUNetwork(network.w[j : j + 1], network.b[j : j + 1], network.u[j : j + 1])


def _irreducible(
    seed: int, address_bits: Sequence[int], variables: Sequence[int]
) -> list[tuple[str, dict[str, int], SparseReLUNetwork]]:
    listed: list[tuple[str, dict[str, int], SparseReLUNetwork]] = [
        ("index", {"b": b}, constructions.index_function(b)) for b in address_bits
    ]
    for p in variables:
        table = generator(seed, "representations", "dropping", p).choice([-1.0, 1.0], size=2**p)
        for name, values in (("junta", table), ("constant", np.ones(2**p))):
            listed.append((name, {"p": p}, constructions.junta(values, range(p), p + 1)))
    return listed


def distance_to_parity(m: int, s: int) -> tuple[Fraction, Fraction]:
    """Return bounds on the smallest max_x |h(x) − χ_[m](x)| over all networks h of s neurons.

    The upper bound is what the nearest constant attains, which takes one neuron. The
    lower one covers all networks. For each choice of signs of u and of the (closed)
    active sets the smallest distance is a linear programme in (w, b); its dual solution,
    rounded to fractions and verified in them, certifies a bound. Networks whose u are
    of one sign are at distance 1 from any function that takes both values ±1. The lower
    bound is 0 where a dual solution does not verify. m is 1 or 2, since there are 2^(2^m)
    active sets a neuron; ValueError if there are more than a thousand programmes.
    """
    if 2 ** (s * 2**m) * s > 1000:
        raise ValueError(f"distance_to_parity: m={m}, s={s} takes too many linear programmes")
    cube = points(m).astype(int)
    target = cube.prod(axis=1)
    positive = bool(np.any(target > 0)) and not np.any(target < 0)
    constant = Fraction(int(target.max()) - int(target.min()), 2)
    best = Fraction(0 if positive else 1)  # networks with u of one sign
    masks = [np.array(mask, dtype=bool) for mask in itertools.product((0, 1), repeat=2**m)]
    for plus in range(1, s):  # the first `plus` neurons have u > 0, the others u < 0
        signs = np.array([1] * plus + [-1] * (s - plus))
        for active in itertools.product(masks, repeat=s):
            best = min(best, _certified_distance(cube, target, signs, np.array(active)))
            if best == 0:
                return best, constant
    return best, constant


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


# ------------------------------------------------------------------ app-A


@check("app-A")
def appendix_a(at: Recorder, *, networks: Sequence[Instance]) -> None:
    """Check Appendix A's networks: sparsity, value and Theorem A, on every input.

    The networks are of the network families appendix_a or average_case.
    """
    for instance in networks:
        network, b = instance.network, int(instance.parameters["b"])
        weights = network.w[:, b:]
        gamma = Fraction(float(abs(network.w[0, 0]))) if b else Fraction(0)
        threshold = appendices.appendix_a_gamma(weights)
        instance_recorder = at(name=instance.name, n=network.n, s=network.s, gamma=float(gamma))
        W2, B2 = network.scale_squared
        counts = network.active_counts()
        values = exact_values(network)
        wrong = int(np.count_nonzero(values != _addressed_relu(weights)))
        if b == 0 or gamma >= threshold:
            instance_recorder(quantity="active neurons").compare(
                "corrected", int(counts.max()), "<=", 1
            )
            quantity = "inputs with a value other than σ(⟨w_x, y⟩)"
            instance_recorder(quantity=quantity).compare("corrected", wrong, "==", 0)
        support = int(np.count_nonzero(network.w, axis=1).min())
        quantity = "least support of a weight vector"
        instance_recorder(quantity=quantity).compare("dense-weights", support, "==", network.n)
        mean_square = Fraction(int((counts.astype(np.int64) ** 2).sum()), len(counts))
        sensitivity = average_sensitivity_exact(values)
        bound = bounds.theorem_a_average(sqrt(Fraction(W2)), mean_square)
        instance_recorder(quantity="AS against 4W²·E|R_x|²").compare(
            "theorem-a", sensitivity, "<=", bound
        )
        at.rows.append(
            {
                "name": instance.name,
                "b": b,
                "q": network.n - b,
                "n": network.n,
                "s": network.s,
                "gamma": float(gamma),
                "threshold": float(threshold),
                "most_active": instance.k,
                "not_1_sparse": float(np.mean(counts > 1)),
                "wrong": wrong / len(counts),
                "mean_square_active": float(mean_square),
                "W2": float(W2),
                "B2": float(B2),
                "average_sensitivity": float(sensitivity),
                "theorem_a_average": float(bound),
            }
        )


@check("app-A")
def threshold(
    at: Recorder,
    *,
    seed: int,
    address_bits: NonEmpty[Positive],
    roots: NonEmpty[Positive],
    data_bits: NonEmpty[PowerOfFour],
) -> None:
    """Check which Γ make Appendix A's network 1-sparse, and where Remark 11 applies.

    `roots` are values of √q. At these Γ = √q is exact. The q in `data_bits` are for the exact
    probabilities behind Remark 11.
    """
    for b, root in itertools.product(address_bits, roots):
        q = root**2
        rng = generator(seed, "representations", "threshold", b, q)
        dyadic_root = 2 ** ((q - 1).bit_length() + 1 >> 1)  # the smallest power of two ≥ √q
        signs = rng.choice([-1.0, 1.0], size=(2**b, q))
        cases = [
            ("printed", "w = (3, ..., 3)", np.full((2**b, q), 3.0), float(root)),
            ("printed", "random signs", signs, float(root)),
            ("printed", "norm at most 1", signs / dyadic_root, float(root)),
            ("normalised", "norm at most 2", 2 * signs / dyadic_root, float(root)),
            ("normalised", "norm 2, sparse", 2 * _one_coordinate(signs, rng), float(root)),
        ]
        for statement, what, weights, gamma in cases:
            network = constructions.appendix_a(weights, gamma)
            active = network.max_active()[1]
            instance_recorder = at(b=b, q=q, n=network.n, s=network.s, gamma=gamma, weights=what)
            instance_recorder = instance_recorder(quantity="active neurons")
            if statement == "normalised":
                instance_recorder.compare("normalised", active, "<=", 1)
            instance_recorder(w2=largest_square(weights)).compare("printed", active, "<=", 1)
            instance_recorder.row(statement=statement, most_active=active)
    for b, q in itertools.product(address_bits, data_bits):
        at_root = dyadic_gamma(2**b)
        n, s = b + q, 2**b
        probability = tied_probability(q, at_root)
        instance_recorder = at(b=b, q=q, n=n, s=s, gamma=float(at_root), weights="equal unit rows")
        instance_recorder = instance_recorder(quantity="Pr[|R_x| > 1] against 1/(ns)")
        instance_recorder.compare("remark", probability, "<=", Fraction(1, n * s))
        instance_recorder.row(statement="remark", probability=float(probability))
    for b, q in itertools.product((*address_bits, 6, 9), data_bits):
        _compare_larger_gamma(at, b, q)


@check("app-A")
def probability(
    at: Recorder,
    *,
    seed: int,
    enumerated: NonEmpty[Pair[Natural]],
    gammas: NonEmpty[NonNegative],
) -> None:
    """Check how probable it is that Appendix A's network is not 1-sparse.

    The weight vectors are random signs over √q, so of norm 1. `enumerated` are pairs [b, q]: all
    their inputs are visited. Each q is a power of 4. `gammas` are values of Γ for the curves. The
    smallest multiple of 1/16 that is ≥ √ln s is added.
    """
    for b, q in enumerated:
        weights = _unit_rows(seed, b, q)
        target = _addressed_relu(weights)
        s = 2**b
        at_root = dyadic_gamma(s)
        for gamma in sorted({Fraction(g) for g in gammas} | {at_root}):
            network = constructions.appendix_a(weights, float(gamma))
            counts = network.active_counts().astype(np.int64)
            several = Fraction(int(np.count_nonzero(counts > 1)), 2**network.n)
            wrong = Fraction(int(np.count_nonzero(exact_values(network) != target)), 2**network.n)
            instance_recorder = at(b=b, q=q, n=network.n, s=s, gamma=float(gamma))
            bound = appendices.appendix_a_union(b, float(gamma))
            for what, left in (("Pr[|R_x| > 1]", several), ("Pr[F ≠ σ(⟨w_x, y⟩)]", wrong)):
                full = instance_recorder(quantity=what)
                if gamma == at_root:
                    full.compare("probability", left, "<=", appendices.appendix_a_probability(b))
                    full.compare("probability", left, "<=", Fraction(1, s))
            if gamma == at_root:
                least = instance_recorder(w2=largest_square(weights), quantity="Pr[|R_x| > 1]")
                least.compare("probability-printed", several, "<=", Fraction(1, s))
                mean_square = Fraction(int((counts**2).sum()), 2**network.n)
                most = appendices.appendix_a_mean_square(b)
                instance_recorder(quantity="E|R_x|²").compare(
                    "mean-square", mean_square, "<=", most
                )
            instance_recorder.row(
                inputs=2**network.n,
                bound=bound,
                several=float(several),
                wrong=float(wrong),
                at_root=gamma == at_root,
                threshold=math.sqrt(q) / 2,
            )
        _compare_without_norm(at, b, q, at_root)


def dyadic_gamma(s: int) -> Fraction:
    """Return the smallest multiple of 1/16 that is at least √ln s, for s ≥ 1."""
    return Fraction(math.ceil(16 * math.sqrt(math.log(s))), 16)


def tied_probability(q: int, gamma: Fraction) -> Fraction:
    """Return Pr[|R_x| > 1] for equal rows w_α of entries ±1/√q, b ≥ 1; exact for square q.

    All neurons see the same ⟨w, y⟩ = S/√q, where S is a sum of q signs. The
    addressed neuron and its neighbours are active if S > 2Γ√q, and otherwise
    no neighbour is.
    """
    root = math.isqrt(q)
    if root**2 != q:
        raise ValueError(f"tied_probability: q={q} is not a square")
    favourable = sum(math.comb(q, j) for j in range(q + 1) if q - 2 * j > 2 * gamma * root)
    return Fraction(favourable, 2**q)


def largest_square(weights: np.ndarray) -> Fraction:
    """Return max_α ‖w_α‖₂² exactly; the rows are the w_α."""
    return max(sum((Fraction(w) ** 2 for w in row), Fraction(0)) for row in weights.tolist())


def _compare_larger_gamma(at: Recorder, b: int, q: int) -> None:
    """Compare Pr[|R_x| > 1] with (ns)^−A, at the Γ that is enough where s ≥ n^(1/root)."""
    n, s = b + q, 2**b
    for root, power in itertools.product((1, 2), (1, 2)):
        if n <= s**root:
            gamma = larger_gamma(s, root, power)
            instance_recorder = at(b=b, q=q, n=n, s=s, gamma=float(gamma), root=root, power=power)
            left = tied_probability(q, gamma)
            instance_recorder.compare("remark-larger", left, "<=", Fraction(1, (n * s) ** power))


def larger_gamma(s: int, root: int, power: int) -> Fraction:
    """Return the smallest multiple of 1/16 that is at least √(½(1 + power·(1 + root))·ln s).

    docs/proofs-representations.md, "A case of Appendix A that Remark 11 covers".
    """
    square = Fraction(1 + power * (1 + root), 2) * log(exact(s))
    return Fraction(math.ceil(16 * sqrt(square)), 16)


def _compare_without_norm(at: Recorder, b: int, q: int, gamma: Fraction) -> None:
    """Record that Γ = √ln s is not enough where the weights may be large."""
    weights = np.full((2**b, q), 2.0 * float(gamma) + 1)
    network = constructions.appendix_a(weights, float(gamma))
    several = Fraction(int(np.count_nonzero(network.active_counts() > 1)), 2**network.n)
    instance_recorder = at(b=b, q=q, n=network.n, s=2**b, gamma=float(gamma))
    instance_recorder = instance_recorder(
        w2=largest_square(weights), quantity="Pr[|R_x| > 1], all weights 2Γ + 1"
    )
    instance_recorder.compare("probability-printed", several, "<=", Fraction(1, 2**b))


# ------------------------------------------------------------------ parts


def _unit_rows(seed: int, b: int, q: int) -> np.ndarray:
    """Return random rows ±1/√q, shape (2**b, q), dyadic for q a power of 4."""
    root = math.isqrt(q)
    if root**2 != q or root & (root - 1):
        raise ValueError(f"representations: q={q} is not a power of 4, so ±1/√q is not dyadic")
    rng = generator(seed, "representations", "unit rows", b, q)
    return rng.choice([-1.0, 1.0], size=(2**b, q)) / root


def _one_coordinate(signs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return rows that keep one random sign each and are 0 elsewhere."""
    keep = np.arange(signs.shape[1]) == rng.integers(signs.shape[1], size=(len(signs), 1))
    return np.where(keep, signs, 0.0)


def _addressed_relu(weights: np.ndarray) -> np.ndarray:
    """Return σ(⟨w_x, y⟩) over the cube of (x, y), shape (2**(b+q),)."""
    q = weights.shape[1]
    products = points(q).astype(np.float64) @ weights.T  # (2^q, 2^b), columns by address
    # Bit i of the point's number is set where x_i = −1, so addresses run backwards.
    return np.maximum(products[:, ::-1], 0.0).reshape(-1)


# ------------------------------------------------------------ Theorem V


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
    """Check Theorem V.

    All neurons of 1 to `variables` inputs with weights 1, 2, 3 and half-integral biases. `degrees`
    are values of D at which the seldom active neurons of parities of at most 4 bits, of sparsity
    below `largest`, and of Index are dropped. For p ≤ 3 the networks of the lower half are built
    for all functions of p bits. The count of sign vectors is for p from the first to the last of
    `bits` and each ε of `losses`.
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
