"""Lemma 9's proof, line by line: on networks, on counterexamples, and on all small networks."""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from awasthi2024.average_sensitivity.checks.lemma import compare_lemma, on_network, sides
from awasthi2024.average_sensitivity.checks.terms import Terms, terms
from awasthi2024.bounds import section_2, section_3
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.parameters import NetworkShape
from balls import Exact, between, exact, log, sqrt
from paperclaims.checks.comparison import Record
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, NonNegative, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


@check("lemma-9")
def proof(
    at: Recorder,
    *,
    networks: Sequence[Instance],
    max_log2_work: Natural,
    constants: NonEmpty[NonNegative],
) -> pd.DataFrame:
    """Compare both sides of every displayed line of Lemma 9's proof, network by network.

    Means over the cube are fractions, by integer sums over its points and edges. The values of h
    and average sensitivities come from the library, by another route. Roots and logarithms have
    proved errors; where all means are k/s the roots agree, and their factors, both k, are compared.
    A threshold above every value of h says nothing, and is omitted. `max_log2_work` is the base-2
    logarithm of the largest n·s·2^n. `constants` are values of the proof's c.
    """
    for instance in networks:
        network = instance.network
        if network.n <= 16 and (network.n * network.s) << network.n <= 1 << max_log2_work:
            compare_proof(on_network(at, instance), instance, constants)
    return sides(at.records)


def compare_proof(at: Recorder, instance: Instance, constants: Sequence[float]) -> None:
    """Compare both sides of every displayed line of Lemma 9's proof."""
    network, n, s, k = instance.network, at["n"], at["s"], at["k"]
    W2, B2 = network.scale_squared
    W, B = sqrt(W2), sqrt(B2)
    t = terms(network)
    gates = sum((section_2.lemma_6(exact(n), p) for p in t.means if p), Fraction(0))
    at.compare("step-affine", t.affine_gap, "==", 0)
    at.compare("step-norms", t.norm, "<=", W2)
    at.compare("step-norms", t.bias, "<=", B2)
    at.compare("step-split", t.average_sensitivity, "==", t.u + t.v)
    at.compare("step-u-affine", t.u, "==", t.u_affine)
    at.compare("step-u-weights", t.u_affine, "<=", t.weights / 4)
    at.compare("step-u-printed", t.u, "<=", section_3.lemma_9_step_u_printed(k, W))
    at.compare("step-u-identity", t.u, "==", t.u_weights)
    at.compare("step-u-corrected", t.u_weights, "<=", t.weights)
    at.compare("step-u-corrected", t.weights, "<=", section_3.lemma_9_step_u(k, W))
    at.compare("step-v-square", t.v, "<=", t.v_halves)
    at.compare("step-v-symmetry", t.v_halves, "==", t.v_symmetric)
    at.compare("step-pr-union", t.changes, "<=", t.gate_changes)
    at.compare("step-pr-sensitivity", t.gate_changes, "==", t.gate_sensitivities / n)
    at.compare("step-pr-corrected", t.gate_changes, "==", 4 * t.gate_sensitivities / n)
    at.compare("step-means", sum(t.means), "<=", k)
    at.compare("step-lemma-6", t.gate_sensitivities, "<=", gates)
    at.compare("step-pr-printed", t.changes, "<=", gates / n)
    # Lemma 6 bounds the changes with 2√2 for halfspaces valued 0 or 1 (docs/proofs.md).
    at.compare("step-halfspaces", t.changes, "<=", sqrt(exact(8)) * gates / n)
    sizes = exact(n), exact(s), exact(k)
    printed = section_3.lemma_9_step_pr_printed(*sizes)
    corrected = section_3.lemma_9_step_pr(*sizes)
    if set(t.means) == {Fraction(k, s)} and s > k:
        # Both sides have the root √ln(s/k), so that their factors decide, exactly.
        at.compare("step-concavity-printed", sum(t.means), "<=", k)
        at.compare("step-concavity-corrected", sum(t.means), "<=", k)
    else:
        at.compare("step-concavity-printed", gates / n, "<=", printed)
        at.compare("step-concavity-corrected", gates / n, "<=", corrected / sqrt(exact(8)))
    at.compare("step-changes-printed", t.changes, "<=", printed)
    at.compare("step-changes-corrected", t.changes, "<=", corrected)
    at.compare("step-largest", t.largest, "<=", bounds.sup_norm(exact(n), k, W, B))
    sets = sum(math.comb(s, size) for size in range(1, k + 1))
    at.compare("step-union-count", sets, "<=", n**k)
    compare_tail_lines(at, network, t, constants)


def compare_tail_lines(
    at: Recorder, network: SparseReLUNetwork, t: Terms, constants: Sequence[float]
) -> None:
    """Compare the lines with Hoeffding's bound, and those that combine the parts of (V)."""
    n, s, k = exact(at["n"]), exact(at["s"]), exact(at["k"])
    W, B = map(sqrt, network.scale_squared)
    rare, reach = section_3.lemma_9_step_tail_probability(n, s), bounds.sup_norm(n, k, W, B)
    probability = partial(tail_probability, network)
    at.compare("step-v-corrected", t.v, "<=", section_3.lemma_9_step_v(n, s, k, W, B))
    level = section_3.lemma_9_step_tail_threshold(n, s, k, W, B)
    if level <= reach and W:
        compare_tail(at, "step-tail-corrected", probability, level, rare)
    elif level <= reach:  # the threshold is kB, a float
        at.compare("step-tail-corrected", probability(float(level), strict=True), "<=", rare)
    for given in constants:
        here, c = at(c=given), exact(given)
        union = section_3.lemma_9_step_union_printed(n, s, k, c)
        here.compare("step-union-printed", union, "<=", rare)
        level = section_3.lemma_9_step_tail_threshold_printed(n, s, k, W, B, c)
        if level <= reach and W and n * s > 1:
            compare_tail(here, "step-tail-printed", probability, level, rare)
        elif level <= reach:  # without its root the threshold is kB, a float
            here.compare("step-tail-printed", probability(float(level)), "<=", rare)
        right = section_3.lemma_9_step_v_printed(n, s, k, W, B, c)
        here.compare("step-v-printed", t.v, "<=", right)


def compare_both(
    at: Recorder, family: str, network: SparseReLUNetwork, constants: Sequence[float]
) -> None:
    """Compare both sides of the lemma and of the lines of its proof on a small network."""
    k = max(1, int(network.active_counts().max()))
    parameters = {"n": network.n, "s": network.s, "h": formula(network)}
    instance = Instance("", family, parameters, network, k)
    here = on_network(at, instance)
    compare_lemma(here, instance, average_sensitivity_exact(network.values()))
    compare_proof(here, instance, constants)


@check("lemma-9")
def examples(at: Recorder, *, constants: NonEmpty[NonNegative]) -> pd.DataFrame:
    """Compare Lemma 9 and the lines of its proof on the explicit networks that show its faults.

    Two neurons require the best constant. Three gates lie beyond the maximum of p√ln(1/p) although
    k < s. At σ(x_1 + x_2), (V) exceeds its bound for every c. At the 16 sign vectors of dimension 5
    up to sign, the union line fails. `constants` are values of the proof's c.
    """
    best = SparseReLUNetwork([[1], [-1]], [-53 / 64] * 2, [1, -1])  # (1 + 53/64)x
    # All means are 5/8 > e^(−1/2).
    gates = SparseReLUNetwork([[-2, -1, -1], [-1, -1, 2], [2, 1, -1]], [-1] * 3, [1] * 3)
    both = SparseReLUNetwork([[1, 1]], [0], [1])
    for network in (best, gates, both):
        compare_both(at, "example", network, constants)
    W, B = map(sqrt, best.scale_squared)
    right = section_3.lemma_9_constant * bounds.lemma_9(exact(1), exact(2), 1, W, B)
    left = average_sensitivity_exact(best.values())
    here = at(family="example", n=1, s=2, k=1, h=formula(best))
    here.compare("best-constant", left, ">=", Fraction("0.99999") * right)
    # At k = s = 1 and B = 0 the first term is −(ns)^−4(…)² ≤ 0, so that c = 0 is the largest.
    right = Fraction(2 * 2 * both.scale_squared[0], 2**4)
    here = at(family="example", n=2, s=1, k=1, c="every", h=formula(both))
    here.compare("step-v-printed", terms(both).v, "<=", right)
    compare_sign_vectors(at, 5, Fraction(21, 20))
    return sides(at.records)


def compare_sign_vectors(at: Recorder, n: int, c: Fraction) -> None:
    """Compare both sides of the union line where w_j is one of each pair ±α, α ∈ {±1}^n.

    With b_j = n − 2 one neuron is active at x or at −x, and at the other no neuron: k = 1.
    """
    cube = points(n).astype(float)
    signs = cube[: 2 ** (n - 1)]
    s = len(signs)
    # t − |b_j| = cW√ln(ns) is the same for all, W = √n.
    # Fewer values are beyond a level that is rounded up.
    level = float(c * sqrt(n * log(exact(n * s)))) * (1 + 2.0**-50)
    beyond = (np.abs(cube @ signs.T) > level).any(axis=1)
    left = Fraction(int(beyond.sum()), len(beyond))
    right = section_3.lemma_9_step_union_printed(exact(n), s, 1, c)
    at(family="signs", n=n, s=s, k=1, c=float(c)).compare("step-union-line", left, "<=", right)


@check("lemma-9")
def smallest(
    at: Recorder,
    *,
    shapes: NonEmpty[NetworkShape],
    weights: NonEmpty[int],
    biases: NonEmpty[int],
    constants: NonEmpty[NonNegative],
) -> pd.DataFrame:
    """Compare Lemma 9 and every line of its proof on all networks with few, small weights.

    All u_j are ±1, and the order of the neurons does not matter. k is the largest number of active
    neurons that occurs, or 1. A symmetry of the cube, or of the sign of h, changes no side, so that
    one network of each kind is taken. For each statement, shape and k, the network nearest to
    failing is recorded. `weights` are the allowed weights. `biases` are the allowed biases.
    `constants` are values of the proof's c.
    """
    worst: dict[tuple[Any, ...], tuple[tuple[int, float], Record]] = {}
    for shape in shapes:
        n, s = shape["n"], shape["s"]
        neurons = list(itertools.product(*[weights] * n, biases, (1, -1)))
        seen = set()
        for chosen in itertools.combinations_with_replacement(neurons, s):
            kind = tuple(min(images(chosen, n)))
            if kind in seen:
                continue
            seen.add(kind)
            numbers = np.array(chosen, dtype=float)
            network = SparseReLUNetwork(numbers[:, :n], numbers[:, n], numbers[:, n + 1])
            trial = Recorder(at.claim, {})
            compare_both(trial, "all", network, constants)
            for record in trial.records:
                key = record.statement, n, s, record.instance["k"], record.instance.get("c")
                rank = ([False, None, True].index(record.holds), record.margin)
                if key not in worst or rank < worst[key][0]:
                    worst[key] = rank, record
    at.keep(record for _, record in worst.values())
    return sides(at.records)


def images(chosen: Sequence[Sequence[int]], n: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield the neurons (w, b, u) of a network after each symmetry of the cube and of the sign."""
    symmetries = itertools.permutations(range(n)), itertools.product((1, -1), repeat=n), (1, -1)
    for order, signs, sign in itertools.product(*symmetries):
        yield sorted(
            (*(v * w[i] for i, v in zip(order, signs, strict=True)), b, sign * u)
            for *w, b, u in chosen
        )


def formula(network: SparseReLUNetwork) -> str:
    """Return a network of small whole numbers as a formula: 'σ(x1 - x2 + 2)'."""
    parts = []
    for w, b, u in zip(network.w, network.b, network.u, strict=True):
        inner = "".join(
            f" {'+' if v > 0 else '-'} {'' if abs(v) == 1 and name else f'{abs(v):g}'}{name}"
            for v, name in [*((v, f"x{i + 1}") for i, v in enumerate(w)), (-b, "")]
            if v
        )
        parts.append(f" {'+' if u > 0 else '-'} σ({(inner or ' + 0')[1:].removeprefix('+ ')})")
    return "".join(parts)[1:].removeprefix("+ ")


# ----------------------------------------------------- tails, and what fails only in high dimension

#: A float that is wider than the error of another.
_WIDER = 1 + 2.0**-50


def tail_probability(
    network: SparseReLUNetwork, threshold: float, *, strict: bool = False
) -> Fraction:
    """Return Pr_x[|h(x)| ≥ threshold], or > if `strict`, exactly for that float threshold."""
    values = np.abs(network.values())
    beyond = values > threshold if strict else values >= threshold
    return Fraction(int(beyond.sum()), len(values))


def sum_tail(n: int, level: float) -> Fraction:
    """Return Pr[x_1 + … + x_n ≥ level], exactly for that float level."""
    term = total = 1 if n >= level else 0
    minus = 0
    while term and n - 2 * (minus + 1) >= level and minus < n:
        minus += 1
        term = term * (n - minus + 1) // minus  # C(n, minus)
        total += term
    return Fraction(total, 2**n)


def compare_tail(
    at: Recorder,
    statement: str,
    probability: Callable[[float], Fraction],
    level: Exact,
    right: Exact,
) -> None:
    """Record whether the probability of what lies beyond a level is at most `right`.

    It is taken at a float below and at one above the level. Where a value lies between them the
    probability is known only up to their difference.
    """
    near = float(level)  # within 2^-52 of itself
    least, most = probability(near * _WIDER), probability(near * (1 - 2.0**-50))
    at.compare(statement, between(least, most), "<=", right)


@check("lemma-9")
def tail(
    at: Recorder,
    *,
    dimensions: NonEmpty[Positive],
    constants: NonEmpty[NonNegative],
    union_constants: NonEmpty[PositiveReal],
    max_log2_n: Natural,
) -> pd.DataFrame:
    """Compare the lines with tails where n is large, so that the thresholds are within reach.

    The tails of σ(x_1 + … + x_n + n), with s = k = 1, W = √n and B = n, are binomial sums. In the
    union line k = 1, the weights are random signs, s is a power of n and b_j = n. Some network has
    at least the mean over the weights, of which a lower bound is compared, as a fraction.
    `constants` are values of the proof's c. `union_constants` are values of c for the union line.
    The line is tried at n = 8, 16, … up to its first failure. `max_log2_n` is the base-2 logarithm
    of the largest n.
    """
    one = exact(1)
    for n in dimensions:
        here, size, W, B = at(family="sum", n=n, s=1, k=1), exact(n), sqrt(exact(n)), exact(n)
        rare = section_3.lemma_9_step_tail_probability(n, 1)

        t = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, B)
        compare_tail(here, "step-tail-corrected", partial(beyond, n), t, rare)
        # For one neuron the union over neurons is Pr[|x_1 + … + x_n| > t − kB].
        bare = section_3.lemma_9_step_tail_threshold(size, 1, 1, W, 0)
        union = section_3.lemma_9_step_union(n, 1)
        compare_tail(here, "step-union-corrected", partial(beyond_either, n), bare, union)
        for c in constants:
            t = section_3.lemma_9_step_tail_threshold_printed(size, one, one, W, B, exact(c))
            if t <= 2 * n:  # else beyond every value
                compare_tail(here(c=c), "step-tail-printed", partial(beyond, n), t, rare)
    for c in union_constants:
        compare_random_unions(at, c, max_log2_n)
    return sides(at.records)


def beyond(n: int, t: float) -> Fraction:
    """Return Pr[x_1 + … + x_n + n ≥ t]."""
    return sum_tail(n, t - n)


def beyond_either(n: int, t: float) -> Fraction:
    """Return Pr[|x_1 + … + x_n| ≥ t], t > 0."""
    return 2 * sum_tail(n, t)


def compare_random_unions(at: Recorder, c: float, max_log2_n: int) -> None:
    """Compare both sides of the union line for that c where it first fails.

    Here s = n^a for the smallest integer a that is more than 1 and 2/c² − 1, so that no neuron is
    ever active. For each x the s products ⟨w_j, x⟩ are independent over the draw of the weights, so
    that some network has at least the mean probability 1 − (1 − q)^s ≥ sq/(1 + sq), where
    q = Pr[|x_1 + … + x_n| > c√(n ln(ns))].
    """
    for n in (2**e for e in range(3, max_log2_n + 1)):
        s = n ** max(2, math.floor(2 / c**2))
        level = exact(c) * sqrt(n * log(exact(n * s)))
        q = 2 * sum_tail(n, float(level) * _WIDER)
        least = s * q / (1 + s * q)
        right = section_3.lemma_9_step_union_printed(exact(n), s, 1, exact(c))
        # What holds says nothing, as the left-hand side is only a lower bound on the largest.
        if least > right:
            at(family="signs", n=n, s=s, k=1, c=c).compare("step-union-line", least, "<=", right)
            break


@check("lemma-9")
def last_line(at: Recorder, *, exponents: NonEmpty[Natural], constant: NonNegative) -> None:
    """Compare the last two lines of (V), with proved errors, as n = s grows.

    Here k = 1, the proof's c is 1, and either W or B is 0, so that one of the two terms is left.
    The last line drops √ln(s/k) from the first term and √n from the second, so that no constant
    closes the step. `exponents` are values of e, for n = s = 2^e. `constant` is the factor that may
    hide in the O(·).
    """
    one = exact(1)
    for e in exponents:
        n = s = exact(1 << e)
        for term, W, B in (("weights", 1, 0), ("biases", 0, 1)):
            here = at(family=term, n=1 << e, s=1 << e, k=1)
            above = section_3.lemma_9_step_v_printed(n, s, one, W, B, 1)
            below = bounds.lemma_9(n, s, one, W, B)
            here.compare("step-last-printed", above, "<=", exact(constant) * below)
            proved = section_3.lemma_9_step_v(n, s, one, W, B)
            kept = section_3.lemma_9_step_last(n, s, one, W, B)
            here.compare("step-last-corrected", proved, "<=", kept)
            corrected = {"above_corrected": proved, "below_corrected": kept}
            at.row(n=1 << e, term=term, above=above, relation="<=", below=below, **corrected)
