"""Theorem R: centred averages, blocks of them, and what one block is kept for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from awasthi2024.low_degree.checks.samples import estimation_error, sample
from awasthi2024.low_degree.parameters import CentredCase, CentredTarget
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import largest_dimension
from awasthi2024.shared.tails import described, exact_weights
from paperclaims.checks.binomial import rate_columns
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, OpenProbability, Positive, fraction
from paperclaims.checks.recorder import Recorder
from sparseact.bounds import section_2, section_3
from sparseact.bounds.arithmetic import Root
from sparseact.constructions import extremal
from sparseact.cube import points, walsh_transform
from sparseact.learning.statistical_queries import character
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator
from sparseact.spectrum import degree_weights_exact


@check("centred", claim="theorem-r", notebook=True)
def measure_centred(
    recorder: Recorder,
    *,
    seed: int,
    targets: NonEmpty[CentredTarget],
    delta: OpenProbability,
    trials: Positive,
    level: OpenProbability,
) -> None:
    """Count how often blocks of centred averages learn, at the sizes of Theorem R.

    `targets` are functions of the first p of n variables, plus a constant. The function is 2k times
    the parity, or what one pattern of the variables adds to it. The constant `bias` is one more
    neuron, which is always active. `epsilon` is a fraction. The learner is told W and E|R_x|².
    Every trial draws fresh samples.
    """
    for target in targets:
        instance_recorder = recorder.where(**target, delta=delta)
        _compare_centred(
            instance_recorder, target, seed=seed, trials=trials, level=level / len(targets)
        )


def network_of(target: CentredTarget) -> SparseReLUNetwork:
    """Return the network: a parity or one pattern, and the constant."""
    core = extremal(target["p"], copies=target["k"], n=target["n"])
    kept = (core.w >= 0).all(axis=1) | (target["kind"] == "parity")
    w = np.vstack([core.w[kept], np.zeros(target["n"])])
    b = np.append(core.b[kept], -target["bias"])
    return SparseReLUNetwork(w, b, np.append(core.u[kept], 1.0))


def mean_square_active(network: SparseReLUNetwork) -> Fraction:
    """Return E|R_x|²."""
    counts = network.active_counts().astype(object)
    return Fraction(int((counts**2).sum()), len(counts))


def _compare_centred(
    recorder: Recorder, target: CentredTarget, *, seed: int, trials: int, level: float
) -> None:
    """Record how often one target is learnt, and add a row to the table."""
    # Here, since most jobs need no learner.
    from sparseact.learning.low_degree import LowDegreeRegressor

    delta = recorder.instance["delta"]
    network, epsilon = network_of(target), fraction(target["epsilon"])
    W, V = Root(network.scale_squared[0]), mean_square_active(network)
    d = section_3.theorem_r_degree(W, V, epsilon)
    blocks = section_3.theorem_r_blocks(delta)
    m = blocks * section_3.theorem_r_block(network.n, W, V, epsilon)
    values = network.values()
    spectrum = walsh_transform(values)
    cube, successes = points(network.n), 0
    for trial in range(trials):
        rng = generator(seed, "low_degree", "centred", *map(str, target.values()), trial)
        x, numbers = sample(rng, cube, m)
        model = LowDegreeRegressor(d, "centred", blocks=blocks).fit(x, values[numbers])
        tail = float(np.delete(spectrum**2, model.masks_).sum())
        successes += (tail + estimation_error(model, spectrum)) / 2 <= float(epsilon)
    recorder.rate("learns", successes, trials, ">=", 1 - delta, level=level)
    recorder.row(
        mean_square_active=str(V), d=d, blocks=blocks, m=m, **rate_columns(successes, trials)
    )


@check(
    "centred_steps",
    claim="theorem-r",
    memory=lambda networks, **_: 24 << largest_dimension(networks),
)
def measure_centred_steps(
    recorder: Recorder,
    *,
    seed: int,
    networks: Sequence[Instance],
    cases: NonEmpty[CentredCase],
    repeats: Positive,
    deltas: NonEmpty[str],
    sizes: NonEmpty[Positive],
) -> None:
    """Check the steps of Theorem R, exactly.

    The variance of each network is compared with 4W²E|R_x|². `cases` are sizes n, m of samples,
    with or without noise. All samples are enumerated. The function is random with integer values,
    and noise adds a fair ±1 to its labels. For each number of members, `repeats` random sets are
    drawn. `deltas` are probabilities δ. `sizes` are values of √n + B/W.
    """
    for instance in networks:
        _compare_variance(recorder.where(**described(instance)), instance)
    for k in range(1, len(cases) + 1):
        _compare_variance_sharp(recorder.where(k=k))
    for case in cases:
        rng = generator(seed, "low_degree", "centred_steps", case["n"], case["m"])
        _compare_averages(recorder.where(**case), rng)
    for members in range(1, 10):
        rng = generator(seed, "low_degree", "members", members)
        for repeat in range(repeats):
            _compare_selection(recorder.where(members=members, repeat=repeat), rng)
    for delta in deltas:
        _compare_blocks(recorder.where(delta=delta))
    for size in sizes:
        _compare_sizes(recorder.where(size=size))
    for e in (2**3, 2**10, 2**20):
        _compare_selection_sharp(recorder.where(e=f"1/{e}"), Fraction(1, e))


def _compare_variance(recorder: Recorder, instance: Instance) -> None:
    """Compare Var h with 4W²E|R_x|²."""
    variance = sum(exact_weights(instance)[1:], Fraction(0))
    recorder.exact("variance", variance, "<=", most_variance(instance.network))


def _compare_variance_sharp(recorder: Recorder) -> None:
    """Check the equality for h = 2k·x_1."""
    network = extremal(1, copies=recorder.instance["k"], n=2)
    variance = sum(degree_weights_exact(network.values())[1:], Fraction(0))
    recorder.exact("variance-sharp", variance, "==", most_variance(network))


def most_variance(network: SparseReLUNetwork) -> Fraction:
    """Return 4W²E|R_x|²."""
    W = Root(network.scale_squared[0])
    return Fraction(section_3.theorem_a_average(W, mean_square_active(network)))


def centred_averages(labels: np.ndarray, parities: np.ndarray) -> np.ndarray:
    """Return m(m − 1)·a_T, whole numbers (…), of whole labels and of χ_T at the points, (…, m)."""
    m = labels.shape[-1]
    return ((m * labels - labels.sum(axis=-1, keepdims=True)) * parities).sum(axis=-1)


def _compare_averages(recorder: Recorder, rng: np.random.Generator) -> None:
    """Enumerate all samples, and compare the means and variances of the centred averages."""
    n, m, noise = (recorder.instance[key] for key in ("n", "m", "noise"))
    f = rng.integers(-3, 4, size=1 << n)
    errors = (-1, 1) if noise else (0,)
    draws = np.array(list(product(product(range(1 << n), errors), repeat=m)))
    seen, labels = draws[..., 0], f[draws[..., 0]] + draws[..., 1]
    mean = Fraction(int(f.sum()), 1 << n)
    variance = Fraction(int((f**2).sum()), 1 << n) - mean**2 + noise
    total = variance / m
    for mask in range(1, 1 << n):
        parity = character(mask, n).astype(np.int64)
        averages = centred_averages(labels, parity[seen])
        scale = m * (m - 1)
        first = Fraction(int(averages.sum()), scale * len(draws))
        second = Fraction(int((averages**2).sum()), scale**2 * len(draws)) - first**2
        coefficient = Fraction(int((f * parity).sum()), 1 << n)
        instance_recorder = recorder.where(T=mask)
        instance_recorder.where(quantity="mean").exact("centred", first, "==", coefficient)
        right = section_3.centred_variance(variance, coefficient, m)
        instance_recorder.exact("centred", second, "==", right)
        total += second
    recorder.exact("centred-sum", total, "<=", (1 << n) * variance / (m - 1))


def _compare_selection(recorder: Recorder, rng: np.random.Generator) -> None:
    """Compare how far the selected member is from 0 with what more than half of them are."""
    from sparseact.learning.low_degree import select_member

    count = recorder.instance["members"]
    places = rng.integers(-20, 21, size=(count, 2)) * rng.choice([1, 1, 10], size=(count, 1))
    norms = np.abs(places).sum(axis=1)
    distances = np.abs(places[:, None] - places).sum(axis=-1)
    selected = int(norms[select_member(distances)])
    recorder.exact("selection", selected, "<=", 3 * int(np.sort(norms)[count // 2]))


def _compare_selection_sharp(recorder: Recorder, e: Fraction) -> None:
    """Check the example whose selected member is at 3 − 2e, where three of five are within 1."""
    from sparseact.learning.low_degree import select_member

    members = [Fraction(1), Fraction(-1), Fraction(-1), 3 - e, 3 - 2 * e]
    distances = np.array([[abs(a - b) for a in members] for b in members], dtype=object)
    recorder.exact("selection-sharp", members[select_member(distances)], "==", 3 - 2 * e)


def _compare_blocks(recorder: Recorder) -> None:
    """Compare the probability of half of the blocks being bad, each with ⅛, with δ."""
    delta = fraction(recorder.instance["delta"])
    r = section_3.theorem_r_blocks(delta)
    bad = sum(math.comb(r, j) * 7 ** (r - j) for j in range((r + 1) // 2, r + 1))
    recorder.exact("blocks", Fraction(bad, 8**r), "<=", delta)


def _compare_sizes(recorder: Recorder) -> None:
    """Compare Theorem R's sample size with plain averages', at δ = 1/100, k = W = 1, d = 3."""
    size = recorder.instance["size"]
    n = 100
    plain = section_2.lemma_7_proved_samples(n, 3, size, 1, Fraction(1, 100))
    centred = section_3.theorem_r_blocks(Fraction(1, 100)) * section_3.theorem_r_block(n, 1, 1, 1)
    relation = "<" if size**2 >= 213 else ">"
    recorder.exact("smaller", centred, relation, plain)
    recorder.row(centred=centred, plain=plain)
