"""Checks of juntas: their 1-sparse networks, and how the low-degree algorithm learns them."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from awasthi2024.juntas.parameters import ParitySweep
from awasthi2024.shared.parameters import FewVariables
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import (
    BelowHalf,
    Natural,
    NonEmpty,
    NonNegative,
    OpenProbability,
    Positive,
)
from paperclaims.checks.recorder import Recorder
from sparseact import constructions
from sparseact.bounds import section_2, section_3
from sparseact.bounds.arithmetic import Root
from sparseact.cube import points, popcounts
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact

if TYPE_CHECKING:
    from sparseact.learning.low_degree import LowDegreeRegressor

RECOVERED = 2.0**-30  # squared error that counts as exact recovery; rounding leaves 2^-80
_DIGITS = 12  # decimals kept of a squared error: rounding noise is 0 on every machine
ERROR_ROUNDING = 10.0**-_DIGITS

# ------------------------------------------------------------- all truth tables


@check("all_tables", claim="theorem-13")
def measure_all_tables(
    recorder: Recorder,
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
        compare_inclusion(recorder, p, truth_tables, max(p + extra, 1))
        recorder.rows += compare_degrees(recorder.for_claim("conj-12"), p, truth_tables, losses)
        compare_exponents(recorder.for_claim("intro-optimal"), p, truth_tables)
    if 0 in variables:  # p = 0 fails at every n, not only at n = s = 1
        compare_inclusion(recorder, 0, all_truth_tables(0), 2)
    for s in sizes:
        _compare_padding(recorder, s)
    _compare_printed_exponent(recorder.for_claim("intro-optimal"))


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


def compare_inclusion(recorder: Recorder, p: int, truth_tables: np.ndarray, n: int) -> None:
    """Record what Theorem 13 says of all p-juntas as networks on n variables.

    `truth_tables` come from `all_truth_tables(p)`.
    """
    shared = shared_network(p, n)
    u = truth_tables[:, shared.pattern].astype(np.float64)  # u_j = f(x) for the x that w_j spells
    values = u @ shared.relus.T
    wrong = int(np.any(values != truth_tables[:, shared.seen], axis=1).sum())
    indicator = shared.seen[:, None] == shared.pattern
    W2, B2 = shared.network.scale_squared  # |u_j| = 1 for each of the tables
    recorder = recorder.where(p=p, n=n, s=2**p, tables=len(truth_tables))
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
            recorder.where(quantity=what).exact(statement, left, relation, right)
    if p == 0:
        # Not only this network: every member of the class is at most the right-hand side.
        largest = int(np.abs(truth_tables).max())
        instance_recorder = recorder.where(
            quantity="largest |f| of a junta against that of the class"
        )
        bound = section_3.sup_norm_square(n, 1, Fraction(0), Fraction(0))
        instance_recorder.exact("printed", largest**2, "<=", bound)
    instance_recorder = recorder.where(quantity="pairs of an input and a neuron")
    instance_recorder.exact("indicator", int(np.count_nonzero(shared.relus != indicator)), "==", 0)


def _compare_padding(recorder: Recorder, s: int) -> None:
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
    recorder = recorder.where(p=p, n=n, s=s)
    target = points(n)[:, :p].astype(int).prod(axis=1)
    wrong = int(np.count_nonzero(network.values() != target))
    for what, left, relation, right in (
        ("inputs with another value", wrong, "==", 0),
        ("active neurons", network.max_active()[1], "<=", 1),
        ("2^(W²) against s", 2 ** int(network.scale_squared[0]), "<=", s),
    ):
        recorder.where(quantity=what).exact("padding", left, relation, right)


def compare_degrees(
    recorder: Recorder, p: int, truth_tables: np.ndarray, losses: Sequence[float]
) -> list[dict[str, Any]]:
    """Record how much of each p-junta is left beyond each degree; return the table's rows.

    `truth_tables` come from `all_truth_tables(p)`; p = 0 has nothing to learn.
    """
    if p == 0:
        return []
    best = best_losses(truth_tables)  # in units of 4^-p / 2
    unit = Fraction(1, 2 * 4**p)
    recorder = recorder.where(p=p, n=p, tables=len(truth_tables))
    # E ½f² of the zero predictor; f² is an integer.
    of_zero = Fraction(int((truth_tables.astype(int) ** 2).sum(axis=1).max()), 2 * 2**p)
    below_full = int(best[:, p - 1].max()) * unit
    for epsilon in losses:
        if epsilon <= 0.5:
            instance_recorder = recorder.where(epsilon=epsilon, quantity="loss of the predictor 0")
            instance_recorder.exact("any-epsilon", of_zero, ">", Fraction(epsilon))
        if epsilon < 0.5:
            instance_recorder = recorder.where(
                epsilon=epsilon, quantity="greatest least loss of degree p - 1"
            )
            instance_recorder.exact("small-epsilon", below_full, ">", Fraction(epsilon))
    untouched = int(np.count_nonzero(best[:, p - 1] * unit == Fraction(1, 2)))
    instance_recorder = recorder.where(quantity="juntas of which degree p - 1 learns nothing")
    instance_recorder.exact("parities", untouched, "==", 2)
    full = int(np.count_nonzero(best[:, p - 1]))
    expected = 2 ** (2**p) - math.comb(2**p, 2 ** (p - 1))
    instance_recorder = recorder.where(quantity="juntas that need degree p for loss 0")
    instance_recorder.exact("full-degree", full, "==", expected)
    rows = []
    for epsilon in [0.0, *losses]:
        needed = (best > Fraction(epsilon) / unit).sum(axis=1)
        rows += [
            {"p": p, "epsilon": epsilon, "degree": d, "juntas": int(np.count_nonzero(needed == d))}
            for d in range(p + 1)
        ]
    return rows


def compare_exponents(recorder: Recorder, p: int, truth_tables: np.ndarray) -> None:
    """Compare Theorem C's exponent for the class of the p-juntas with log₂ s = p, and with need."""
    if p == 0:
        return
    W2 = shared_network(p, p).network.scale_squared[0]
    tails = [Fraction(int(most), 4**p) for most in best_losses(truth_tables).max(axis=0)]
    for d, tail in enumerate(tails):
        instance_recorder = recorder.where(p=p, n=p, s=2**p, d=d)
        instance_recorder.exact("tail", tail, "<=", section_3.theorem_c_tail(1, Root(W2), d))
    for epsilon in (Fraction(7, 16), Fraction(1, 4), Fraction(1, 64)):
        degree = section_3.theorem_c_degree(1, Root(W2), epsilon)
        instance_recorder = recorder.where(p=p, n=p, s=2**p, epsilon=epsilon)
        # A loss of ε is a tail of 2ε; the parity's is 1 below degree p.
        needed = next(d for d, tail in enumerate(tails) if tail <= 2 * epsilon)
        instance_recorder.exact("lower", needed, "==", p)
        for n in (p, 2 * p, 64):
            # The number of samples without 14 ln(1/δ)/ε, over n^d.
            allowed = 4 * Fraction(n) ** (math.floor(4 * p / epsilon) + 2 - degree)
            instance_recorder.where(n=n).exact("upper", supremum_squared(n, p), "<=", allowed)


def supremum_squared(n: int, p: int) -> int:
    """Return 2p(n + p), which is at least C² = (√(np) + p)²."""
    return 2 * p * (n + p)


def _compare_printed_exponent(recorder: Recorder) -> None:
    """Compare Theorem 8's exponent on the class of Theorem 13, times ε², with K·log₂⁶ s.

    Logarithms are integers. Only the term in B has a factor that is not an integer. It is replaced
    by 48.1, which is above 16/ln³2, inside the domain s ≥ n, and is omitted outside the domain.
    """
    for log2n, p in itertools.product((1, 2, 5, 20, 10**3, 10**6), (1, 2, 5, 20)):
        inside = p >= log2n
        first = 16 * p**2 * (log2n + p) ** 4  # but for the term in B
        left = first + Fraction(481, 10) * p**5 if inside else first
        for K in (305, 10**6):
            instance_recorder = recorder.where(p=p, log2ns=log2n + p, K=K)
            if inside or left > K * p**6:  # elsewhere the term in B could decide
                instance_recorder.exact("printed-exponent", left, "<=", K * p**6)


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


@check("random_juntas", claim="theorem-13")
def measure_random_juntas(
    recorder: Recorder,
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
                instance_recorder = recorder.where(p=p, n=n, s=network.s, repeat=repeat)
                recorder.rows.append(compare_junta(instance_recorder, network, table, chosen))


def compare_junta(
    recorder: Recorder, network: SparseReLUNetwork, table: np.ndarray, chosen: np.ndarray
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
        recorder.where(quantity=what).exact("corrected", left, relation, right)
    return {
        **recorder.instance,
        "wrong": wrong,
        "most_active": most,
        "W2": float(W2),
        "B2": float(B2),
    }


# --------------------------------------------------------------- parities


@check("parity", claim="theorem-13", notebook=True)
def measure_parity(
    recorder: Recorder,
    *,
    seed: int,
    variables: NonEmpty[Positive],
    extra: Natural,
    losses: NonEmpty[BelowHalf],
) -> None:
    """Check how well a degree-d polynomial approximates a parity, next to Theorem C's degree.

    Parities are of p in `variables` among p + extra coordinates, at each ε of `losses`. Random
    juntas are tabulated next to them.
    """
    for p in variables:
        rng = generator(seed, "juntas", "parity", p)
        n = p + extra
        parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
        for name, table in (("parity", parity), ("random", rng.choice([-1.0, 1.0], size=2**p))):
            network = constructions.junta(table, rng.permutation(n)[:p].tolist(), n)
            W = Root(network.scale_squared[0])
            least = least_losses(network, p)
            instance_recorder = recorder.where(p=p, n=n, s=network.s)
            for d, loss in enumerate(least):
                bound = section_3.theorem_c_tail(1, W, d) / 2
                instance_recorder.row(
                    function=name, degree=d, least_loss=float(loss), theorem_c=float(bound)
                )
            if name == "parity":
                compare_parity(instance_recorder, W, least, losses)


def least_losses(network: SparseReLUNetwork, p: int) -> list[Fraction]:
    """Return the smallest loss ½E(g − f)² over g of degree ≤ d for d = 0..p, by Parseval."""
    weights = degree_weights_exact(network.values())
    return [sum(weights[d + 1 :], Fraction(0)) / 2 for d in range(p + 1)]


def compare_parity(
    recorder: Recorder, W: Root, least: Sequence[Fraction], losses: Sequence[float]
) -> None:
    """Record what each degree leaves of a parity of p bits, and the degree that it needs.

    `least` are the smallest losses of the degrees 0..p, W is the scale of the parity's network, and
    `losses` are the ε to reach.
    """
    p = len(least) - 1
    for d, loss in enumerate(least):
        expected = Fraction(1, 2) if d < p else Fraction(0)
        instance_recorder = recorder.where(degree=d, quantity="least loss of degree d")
        instance_recorder.exact("parity-population", loss, "==", expected)
    for epsilon in losses:
        needed = next(d for d, loss in enumerate(least) if loss <= Fraction(epsilon))
        # The tail is twice the loss.
        degree = section_3.theorem_c_degree(1, W, 2 * Fraction(epsilon))
        for what, left, relation, right in (
            ("degree that is needed", needed, "==", p),
            ("needed against Theorem C's", needed, "<=", degree),
            ("Theorem C's against 2p/ε", degree, "<=", 2 * p / Fraction(epsilon)),
        ):
            instance_recorder = recorder.where(epsilon=epsilon, quantity=what)
            instance_recorder.exact("degree", left, relation, right)


@check("cost", claim="theorem-13", notebook=True)
def measure_cost(
    recorder: Recorder,
    *,
    seed: int,
    delta: OpenProbability,
    sweeps: NonEmpty[ParitySweep],
    repeats: Positive,
) -> None:
    """Find the smallest number of samples with which the low-degree algorithm recovers a parity.

    `sweeps` are parities of p variables, each for several n. The least-norm solution of the
    regression is the target's projection on the span of the rows. The span grows with the samples,
    so recovery stays after the first success, which bisection finds in each of `repeats` sequences.
    The proved sample size next to it has failure probability `delta`.
    """
    for sweep in sweeps:
        p = int(sweep["p"])
        for n in sweep["dimensions"]:
            for repeat in range(repeats):
                rng = generator(seed, "juntas", "cost", p, n, repeat)
                chosen = np.sort(rng.permutation(n)[:p])
                count = section_2.n_monomials(n, p)
                x = 1 - 2 * rng.integers(0, 2, size=(4 * count + 64, n), dtype=np.int8)
                y = x[:, chosen].astype(np.float64).prod(axis=1)
                instance_recorder = recorder.where(p=p, n=n, s=2**p, repeat=repeat)
                recorder.rows.append(compare_cost(instance_recorder, x, y, chosen, delta))


def compare_cost(
    recorder: Recorder, x: np.ndarray, y: np.ndarray, chosen: np.ndarray, delta: float
) -> dict[str, Any]:
    """Record what one parity costs the algorithm, at its degree and below; return the table's row.

    Samples x (m, n) with the parity y (m,) of the variables `chosen` (p,).
    """
    n, p = x.shape[1], len(chosen)
    fewest = fewest_samples(x, y, chosen)
    full, error = fit_parity(x[:fewest], y[:fewest], p, chosen)
    below, blind = fit_parity(x, y, p - 1, chosen)
    for degree, samples, left, relation, right in (
        (p, fewest, error, "<=", RECOVERED),
        (p - 1, len(x), blind, ">=", 1 - RECOVERED),
    ):
        instance_recorder = recorder.where(degree=degree, samples=samples, quantity="squared error")
        instance_recorder.certified("parity-samples", left, relation, right, error=ERROR_ROUNDING)
    proved = section_2.regression_samples(n, p, delta)
    instance_recorder = recorder.where(quantity="samples needed against those proved to be enough")
    instance_recorder.exact("cost", fewest, "<=", proved)
    instance_recorder = recorder.where(quantity="monomials of the learner against (n/p)^p")
    instance_recorder.exact("cost", len(full.coef_), ">=", section_2.monomials_below(n, p))
    return {
        **recorder.instance,
        "monomials": len(full.coef_),
        "samples": fewest,
        "proved": proved,
        "error": error,
        "monomials_below": len(below.coef_),
        "error_below": blind,
        "samples_below": len(x),
    }


def fit_parity(
    x: np.ndarray, y: np.ndarray, degree: int, chosen: np.ndarray
) -> tuple[LowDegreeRegressor, float]:
    """Fit, and return the squared error E(g − χ)² over the cube, by Parseval."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor

    with warnings.catch_warnings():
        # The fewest samples that are enough are looked for.
        warnings.simplefilter("ignore", FewSamplesWarning)
        model = LowDegreeRegressor(degree=degree).fit(x, y)
    mask = int((1 << chosen).sum())
    target = (model.masks_ == mask).astype(np.float64)
    missing = 1.0 - target.sum()  # 1 where no monomial of the learner is the parity
    error = math.fsum([missing, *((model.coef_ - target) ** 2).tolist()])
    return model, round(error, _DIGITS)


def fewest_samples(x: np.ndarray, y: np.ndarray, chosen: np.ndarray) -> int:
    """Return the smallest m at which the first m samples give the parity, or len(x)."""
    low, high = 0, len(x)
    while high - low > 1:
        middle = (low + high) // 2
        if fit_parity(x[:middle], y[:middle], len(chosen), chosen)[1] <= RECOVERED:
            high = middle
        else:
            low = middle
    return high
