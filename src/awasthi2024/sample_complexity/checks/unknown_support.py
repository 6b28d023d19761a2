"""The steps of Theorems M and N: learning without knowing the support, exactly on small instances.

Proofs: docs/proofs-theorem_5.md, 1 and 2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.sample_complexity.checks.finite_classes import FiniteClass
from awasthi2024.sample_complexity.checks.lower import free_network, hadamard
from awasthi2024.sample_complexity.checks.separated import (
    Families,
    all_families,
    drawn_family,
    n_shattered,
    promised,
)
from awasthi2024.sample_complexity.checks.unknown_displays import (
    compare_constants,
    compare_gain,
)
from awasthi2024.sample_complexity.checks.unknown_sizes import compare_sizes, converted
from awasthi2024.sample_complexity.parameters import DimensionAxis, SizeAxes, SizeBase
from awasthi2024.shared.exactness import shortened
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator


@check("unknown_support", claim="theorem-5")
def measure_unknown_support(
    recorder: Recorder,
    *,
    seed: int,
    drawn: Positive,
    families: Positive,
    classes: Positive,
    exponents: NonEmpty[Positive],
    points_in_all: NonEmpty[Annotated[int, Ge(2), Le(100_000)]],
    base: SizeBase,
    axes: SizeAxes,
    growth: DimensionAxis,
) -> None:
    """Check each step of Theorems M and N, and their constants.

    `drawn` is the number of networks for the greedy code and the levels. `families` is the number
    of families of separated vectors. All small ones are added. `classes` is the number of classes
    for splits and the learner. `points_in_all` are values of T in Lemma 7. `growth` are sizes, with
    exponents i of n = 2^i. These and the sizes along `axes` are the rows of the table.
    """
    for number in range(drawn):
        rng = generator(seed, "sample_complexity", "unknown_support", "network", number)
        compare_code(recorder, number, rng)
        compare_layers(recorder, number, rng)
    for c, N in ((3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3)):
        compare_families(recorder, all_families(c, N), c, N)
    for number in range(families):
        rng = generator(seed, "sample_complexity", "unknown_support", "family", number)
        compare_drawn(recorder, number, rng)
    for number in range(classes):
        rng = generator(seed, "sample_complexity", "unknown_support", "class", number)
        compare_splits(recorder, number, exponents, rng)
        compare_conversion(recorder, number, rng)
        compare_gain(recorder, number, rng)
    compare_constants(recorder)
    for share in (1, 3, 10, 100):
        compare_chain(recorder, Fraction(1, share))
    for T, neurons, sparsity in product(points_in_all, (64, 1024), (1, 4)):
        compare_tails(recorder, T, neurons, sparsity)
    sweeps: Mapping[str, Any] = axes
    for axis, values in sweeps.items():
        recorder.rows += [compare_sizes(recorder, base, axis, value) for value in values]
    for power in growth["n_exponents"]:
        point: Any = {**growth, "n": 1 << power, "W": 1}
        recorder.rows.append(compare_sizes(recorder, point, "growth", 1 << power))


# ------------------------------------------------------------------ Lemma 1


def compare_code(recorder: Recorder, number: int, rng: np.random.Generator) -> None:
    """Replace every neuron of a network by its greedy code, on points of the square or its square.

    Fractions throughout: with R and W rational, inner products of the folded points are.
    """
    n = (4, 16)[number % 2]
    z = rng.choice([-1, 1], size=(int(rng.integers(4, 13)), n))
    if number % 3:
        network, W, B = drawn_network(n, int(rng.integers(2, 9)), rng)
    else:
        n, z = 16, spread_vertices(rng)
        # Each neuron is active at one of the other points, and just inactive at the first one.
        w = z[1:] / 4.0
        network = SparseReLUNetwork(w, np.ones(len(w)), np.ones(len(w)))
        W = B = Fraction(1)
    R = math.isqrt(n)
    M = W * R + B
    activations = preactivations(network, z)
    k = max(1, max(sum(a > 0 for a in column) for column in zip(*activations, strict=True)))
    gram = [[(Fraction(int(g)) + R * B / W) * W / (R * M) for g in row] for row in z @ z.T]
    for share in (8, 2):
        t = k * M / share
        eta = t / (2 * k * M)
        additions, errors = 0, [Fraction(0)] * len(z)
        for u, row in zip(network.u, activations, strict=True):
            products = [a / M for a in row]
            steps, code = greedy_code(products, gram, eta)
            additions = max(additions, steps)
            changes = [
                M * (coded(p, eta) - max(v, Fraction(0)))
                for p, v in zip(code, products, strict=True)
            ]
            errors = [e + int(u) * change for e, change in zip(errors, changes, strict=True)]
        instance_recorder = recorder.where(
            network=number, n=n, s=network.s, k=k, points=len(z), t_over_kM=1 / share
        )
        instance_recorder.where(quantity="additions").exact("code", additions, "<=", 1 / eta**2)
        error = max(abs(e) for e in errors)
        instance_recorder.where(quantity="error").exact("code", *shortened(error, "<=", t))


def spread_vertices(rng: np.random.Generator) -> np.ndarray:
    """Return vertices of the cube of dimension 16: products at most 4, and 4 with the first."""
    chosen = [rng.choice([-1, 1], size=16)]
    for x in rng.choice([-1, 1], size=(400, 16)):
        products = [int(x @ y) for y in chosen]
        if products[0] == 4 and max(products) <= 4 and len(chosen) < 12:
            chosen.append(x)
    return np.array(chosen)


def drawn_network(
    n: int, s: int, rng: np.random.Generator
) -> tuple[SparseReLUNetwork, Fraction, Fraction]:
    """Return a network of dyadic weights, W and B: ‖w‖ ≤ W and |b| ≤ B."""
    size = 2.0 ** -rng.integers(0, 4, size=s)
    w = rng.choice([-1.0, 1.0], size=(s, n)) * size[:, None]
    b = rng.integers(-8, 9, size=s) / 8
    u = rng.choice([-1.0, 1.0], size=s)
    W = Fraction(math.isqrt(n)) * Fraction(float(size.max()))
    return SparseReLUNetwork(w, b, u), W, Fraction(float(np.abs(b).max()))


def preactivations(network: SparseReLUNetwork, z: np.ndarray) -> list[list[Fraction]]:
    """Return ⟨w_j, z_i⟩ − b_j for each neuron j and point i."""
    return [
        [
            sum((Fraction(v) * int(x) for v, x in zip(w, point, strict=True)), -Fraction(b))
            for point in z
        ]
        for w, b in zip(network.w.tolist(), network.b.tolist(), strict=True)
    ]


def greedy_code(
    products: Sequence[Fraction], gram: Sequence[Sequence[Fraction]], eta: Fraction
) -> tuple[int, list[Fraction]]:
    """Return the number of additions and ⟨p, y_i⟩, with |⟨v − p, y_i⟩| ≤ η at all points.

    `products` are ⟨v, y_i⟩, `gram` ⟨y_i, y_j⟩, ‖v‖, ‖y_i‖ ≤ 1.
    """
    code, steps = [Fraction(0)] * len(products), 0
    while True:
        gaps = [v - p for v, p in zip(products, code, strict=True)]
        far = next((i for i, gap in enumerate(gaps) if abs(gap) > eta), None)
        if far is None:
            return steps, code
        step = stride(eta) * (1 if gaps[far] > 0 else -1)
        code = [p + step * g for p, g in zip(code, gram[far], strict=True)]
        steps += 1


def stride(eta: Fraction) -> Fraction:
    """Return how much of y_i the greedy code adds."""
    return eta


def coded(p: Fraction, eta: Fraction) -> Fraction:
    """Return σ(⟨p, y⟩ − η), which replaces σ(⟨v, y⟩)."""
    return max(p - eta, Fraction(0))


# ------------------------------------------------------------------ Lemma 2


def compare_families(recorder: Recorder, families: Families, c: int, N: int) -> None:
    """Compare the fewest shattered objects, over all separated families of a size, with 2^r.

    And with the sum over both halves of a pair, wherever the pair is.
    """
    for size, (count, fewest, slack) in families.items():
        instance_recorder = recorder.where(c=c, N=N, size=size, families=count)
        instance_recorder.where(quantity="objects").exact(
            "separated", fewest, ">=", promised(c, N, size)
        )
        instance_recorder.where(quantity="sum").exact("separated", slack, ">=", 0)


def compare_drawn(recorder: Recorder, number: int, rng: np.random.Generator) -> None:
    """Do the same for a drawn family that is too large for all to be looked at."""
    c, N = 3 + number % 3, 3 + number % 4
    family = drawn_family(c, N, rng)
    objects = n_shattered([family], c)
    slack = objects
    for i in range(N):
        for v, w in combinations(range(c), 2):
            if w >= v + 2:
                halves = [[x for x in family if x[i] == value] for value in (v, w)]
                slack = min(slack, objects - sum(n_shattered([half], c) for half in halves))
    instance_recorder = recorder.where(c=c, N=N, size=len(family), family=number)
    instance_recorder.where(quantity="objects").exact(
        "separated", objects, ">=", promised(c, N, len(family))
    )
    instance_recorder.where(quantity="sum").exact("separated", slack, ">=", 0)


# ------------------------------------------------------------------ Lemma 4


def split_class(number: int, rng: np.random.Generator) -> tuple[list[list[int]], int]:
    """Return values of networks at a list of points, and t; the target is the first, 0.

    Free labels in {0, 4} at orthogonal vertices: one network that is active at b of them, all with
    two active points, or some with any, which have units of noise added.
    """
    d, kind = 5 + number // 3 % 4, number % 3
    labels = np.array(list(product((0, 1), repeat=d)))[1:]
    if kind == 0:
        labels = labels[labels.sum(axis=1) == 2 + number // 3 % 2][:1]
    elif kind == 1:
        labels = labels[labels.sum(axis=1) == 2]
    else:
        labels = labels[rng.random(len(labels)) < 0.4]
    x = hadamard(8)[:d]
    rows = np.array([np.zeros(d), *(free_network(theta.tolist(), 8, 1)(x) / 2 for theta in labels)])
    if kind == 2:
        rows = rows + rng.integers(0, 2, size=rows.shape)
        rows -= rows[:1]
    return [[int(v) for v in row] for row in rows], 1


def cover_size(values: Sequence[Sequence[int]], t: int) -> int:
    """Return the size of a cover up to t: a greedy maximal set of rows more than t apart."""
    chosen: list[Sequence[int]] = []
    for row in values:
        if all(max(abs(a - b) for a, b in zip(row, g, strict=True)) > t for g in chosen):
            chosen.append(row)
    return len(chosen)


def split_failure(
    values: Sequence[Sequence[int]], m: int, t: int, cover: int, exponent: int
) -> Fraction:
    """Return the share of m-subsets U outside of which some row fits the first one too badly on U.

    That is, at more than log₂(cover) + `exponent` points it is more than 2t away.
    """
    N = len(values[0])
    target = values[0]
    wrong = [{i for i in range(N) if row[i] != target[i]} for row in values]
    far = [sum(abs(a - b) > 2 * t for a, b in zip(row, target, strict=True)) for row in values]
    failing = 0
    for held in combinations(range(N), m):
        fits = (count for bad, count in zip(wrong, far, strict=True) if bad <= set(held))
        failing += 1 << max(fits) > cover * (1 << exponent)
    return Fraction(failing, math.comb(N, m))


def compare_splits(
    recorder: Recorder, number: int, exponents: Sequence[int], rng: np.random.Generator
) -> None:
    """Compare the share of splits in which Lemma 4's count is exceeded with δ′."""
    values, t = split_class(number, rng)
    m, cover = len(values[0]) // 2, cover_size(values, t)
    instance_recorder = recorder.where(
        functions=len(values), points=len(values[0]), m=m, cover=cover, number=number
    )
    for exponent in (0, *exponents):
        failure = split_failure(values, m, t, cover, exponent)
        instance_recorder.where(delta=0.5**exponent).exact(
            "split", failure, "<=", Fraction(1, 1 << exponent)
        )


# ------------------------------------------------------------------ Lemma 5


def chain(a: Fraction) -> list[Fraction]:
    """Return τ_j = 2^j a below 2, which is 2kM in units of kM."""
    levels = []
    while a < 2:
        levels.append(a)
        a *= 2
    return levels


def chained(f: Fraction, a: Fraction) -> Fraction:
    """Return a² + 3Σ τ_j² 1{|f| > τ_j}, which f² is at most for |f| ≤ 2kM."""
    return a**2 + 3 * sum((tau**2 for tau in chain(a) if abs(f) > tau), Fraction(0))


def compare_chain(recorder: Recorder, a: Fraction) -> None:
    """Compare f² with its sum over levels, at each level and between, and the sum of squares."""
    instance_recorder = recorder.where(a_over_kM=float(a))
    for f in sorted({*chain(a), Fraction(2), *(Fraction(2 * i, 97) for i in range(98))}):
        instance_recorder.where(f_over_kM=float(f)).exact(
            "chain", *shortened(f**2, "<=", chained(f, a))
        )
    total = sum((tau**2 for tau in chain(a)), Fraction(0))
    instance_recorder.where(quantity="squares").exact(
        "chain", *shortened(total, "<=", Fraction(16, 3))
    )


# ------------------------------------------------- from the split to D


def small_class(number: int, rng: np.random.Generator) -> FiniteClass:
    """Return networks on three vertices of the square with masses; the first is the target."""
    x = points(2)[:3]
    w = rng.integers(-2, 3, size=(5, 2)).astype(float)
    b = rng.integers(-1, 2, size=5).astype(float)
    values = [[0, 0, 0]] + [
        [int(v) for v in SparseReLUNetwork(w[[j]], b[[j]], np.ones(1))(x)] for j in range(5)
    ]
    values[int(rng.integers(1, 6))] = [0, 0, int(rng.integers(1, 5))]
    weights = rng.integers(1, 9, size=3)
    masses = [Fraction(int(v), int(weights.sum())) for v in weights]
    return FiniteClass({"class": number, "n": 2}, values, 1, masses)


class TransductiveLearner:
    """Theorem M's learner for a finite class, by the worst rule: the largest error on U.

    `rule(S, U)` depends on the multisets, which are sorted tuples of points' numbers.
    """

    def __init__(self, finite: FiniteClass, m: int) -> None:
        self.finite, self.m = finite, m
        self.target = finite.values[0]
        self._rule: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def rule(self, labelled: Sequence[int], unlabelled: Sequence[int]) -> Sequence[int]:
        """Return the row without error on the labelled points that errs most on the others."""
        key = tuple(sorted(labelled)), tuple(sorted(unlabelled))
        if key not in self._rule:
            fitting = [
                (sum((row[i] - self.target[i]) ** 2 for i in unlabelled), number)
                for number, row in enumerate(self.finite.values)
                if all(row[i] == self.target[i] for i in labelled)
            ]
            self._rule[key] = max(fitting)[1]
        return self.finite.values[self._rule[key]]

    def split_mean(self) -> Fraction:
        """Return the largest mean loss on U over all lists of 2m to 3m − 1 points."""
        m, worst = self.m, Fraction(0)
        for N in range(2 * m, 3 * m):
            for z in combinations_with_replacement(range(len(self.target)), N):
                total = 0
                for held in combinations(range(N), m):
                    rest = [z[i] for i in range(N) if i not in held]
                    row = self.rule(rest, [z[i] for i in held])
                    total += sum((row[z[i]] - self.target[z[i]]) ** 2 for i in held)
                worst = max(worst, Fraction(total, 2 * m * math.comb(N, m)))
        return worst

    def predictions(self, sample: Sequence[int]) -> list[Fraction]:
        """Return f̂_t at every point, for the t = len(sample) points of a sample."""
        t, averages = len(sample), []
        for x in range(len(self.target)):
            values = [
                self.rule(
                    [sample[i] for i in range(t) if i not in unseen],
                    [*(sample[i] for i in unseen), x],
                )[x]
                for unseen in combinations(range(t), self.m - 1)
            ]
            averages.append(Fraction(sum(values), len(values)))
        return averages

    def loss(self, f: Sequence[Fraction]) -> Fraction:
        """Return L_D(f)."""
        return sum(
            (
                p * (v - y) ** 2 / 2
                for p, v, y in zip(self.finite.masses, f, self.target, strict=True)
            ),
            Fraction(0),
        )


def compare_conversion(recorder: Recorder, number: int, rng: np.random.Generator) -> None:
    """Enumerate all samples: the mean losses of the f̂_t, both exponential inequalities, and δ.

    b and e_m belong to the class: half the square of twice its bound, and the largest mean loss
    on a random part.
    """
    finite = small_class(number, rng)
    m = 1 + number % 2
    learner = TransductiveLearner(finite, m)
    mean = learner.split_mean()
    b = 2 * finite.bound**2
    instance_recorder = recorder.where(**finite.name, m=m)
    ends = range(2 * m - 1, 3 * m - 1)
    backward = forward = 0.0
    means = dict.fromkeys(ends, Fraction(0))
    cached: dict[tuple[int, ...], list[Fraction]] = {}
    averages: dict[float, Fraction] = {}
    convex = Fraction(0)
    for sample in product(range(len(finite.masses)), repeat=3 * m - 1):
        chance = math.prod((finite.masses[i] for i in sample), start=Fraction(1))
        seen = true = Fraction(0)
        for t in ends:
            key = tuple(sorted(sample[:t]))
            if key not in cached:
                cached[key] = learner.predictions(key)
            loss = (cached[key][sample[t]] - learner.target[sample[t]]) ** 2 / 2
            means[t] += chance * loss
            seen += loss
            true += learner.loss(cached[key])
        predicted = [cached[tuple(sorted(sample[:t]))] for t in ends]
        average = [sum(values) / m for values in zip(*predicted, strict=True)]
        convex = min(convex, true / m - learner.loss(average))
        averages[float(true / m)] = averages.get(float(true / m), Fraction(0)) + chance
        backward += float(chance) * math.exp(float(seen / b) - (math.e - 1) * float(m * mean / b))
        forward += float(chance) * math.exp((1 - 1 / math.e) * float(true / b) - float(seen / b))
    for t, left in means.items():
        instance_recorder.where(quantity="mean", t=t).exact(
            "conversion", *shortened(left, "<=", mean)
        )
    for quantity, value in (("backwards", backward), ("forwards", forward)):
        instance_recorder.where(quantity=quantity).certified(
            "conversion", value, "<=", 1, error=1e-10
        )
    instance_recorder.where(quantity="convexity").exact(
        "conversion", *shortened(convex, ">=", Fraction(0))
    )
    for delta in (Fraction(31, 32), Fraction(7, 8), Fraction(1, 2)):
        # What is within 10⁻⁹ of the bound is counted as above it.
        most = converted(float(mean), float(b), m, -math.log(delta)) - 1e-9
        above = sum((p for loss, p in averages.items() if loss > most), Fraction(0))
        above_recorder = instance_recorder.where(delta=float(delta), quantity="above")
        above_recorder.exact("conversion", *shortened(above, "<=", delta))


# ------------------------------------------------------------ Lemmas 6 and 7


def levels(n: int, s: int, k: int, M: Fraction, tau: Fraction) -> tuple[list[int], list[Fraction]]:
    """Return l_i and θ_i for 0 ≤ i ≤ I; n is a square, and θ_i is rounded down to 2^−50 τ."""
    mu = min(Fraction(s), math.isqrt(n) * tau / M)
    sizes = [2 * k]
    while sizes[-1] < mu:
        sizes.append(2 * sizes[-1])
    top = len(sizes) - 1
    thresholds = [
        tau * math.floor(2**50 * 2.0 ** (-(top - 1 - i) / 4) / (52 * size)) / 2**50
        for i, size in enumerate(sizes[:-1])
    ]
    return sizes, [*thresholds, Fraction(0)]


def is_bad(
    activations: Sequence[Fraction], sizes: Sequence[int], thresholds: Sequence[Fraction]
) -> bool:
    """Return whether for some i more than l_i activations are above θ_i."""
    return any(
        sum(a > theta for a in activations) > size
        for size, theta in zip(sizes, thresholds, strict=True)
    )


def compare_layers(recorder: Recorder, number: int, rng: np.random.Generator) -> None:
    """Raise all thresholds by θ_0, at points that are not bad: a drawn network, an extremal one."""
    n, k = 4, 1 << number % 3
    network, W, B = drawn_network(n, 96, rng)
    small = np.r_[np.zeros(2 * k), rng.integers(0, 12, size=96 - 2 * k)]
    network = SparseReLUNetwork(
        network.w * 0.5 ** small[:, None], network.b * 0.5**small, np.ones(96)
    )
    M = 2 * W + B
    columns = list(zip(*preactivations(network, points(n)), strict=True))
    for exponent in (2, 4, 6):
        tau = 2 * k * M / (1 << exponent)
        sizes, thresholds = levels(n, network.s, k, M, tau)
        calm = [c for c in columns if not is_bad(c, sizes, thresholds)]
        instance_recorder = recorder.where(
            network=number, s=network.s, k=k, tau_over_kM=2 / (1 << exponent)
        )
        _compare_drawn_layers(
            instance_recorder.where(points=len(calm)), calm, thresholds[0], k, tau
        )
    # As many neurons as a point may have that is not bad, with activations as large.
    s = 1 << 8 + number % 5
    M = Fraction(s)
    tau = k * M * Fraction(int(rng.integers(16, 32)), 16)
    sizes, thresholds = levels(s * s, s, k, M, tau)
    extremal = [M] * sizes[0]
    for before, size, theta in zip(sizes, sizes[1:], thresholds, strict=False):
        extremal += [theta] * (min(size, s) - before)
    assert not is_bad(extremal, sizes, thresholds)
    instance_recorder = recorder.where(
        network="extremal", s=s, k=k, tau_over_kM=float(tau / (k * M))
    )
    _compare_drawn_layers(instance_recorder.where(points=1), [extremal], thresholds[0], k, tau)


def most_active(k: int) -> int:
    """Return how many neurons are active at most, once all thresholds are raised."""
    return 2 * k


def _compare_drawn_layers(
    recorder: Recorder,
    calm: Sequence[Sequence[Fraction]],
    theta: Fraction,
    k: int,
    tau: Fraction,
) -> None:
    active = max((sum(a > theta for a in c) for c in calm), default=0)
    recorder.where(quantity="active").exact("layers", active, "<=", most_active(k))
    change = max(
        (sum(min(max(a, Fraction(0)), theta) for a in c) for c in calm), default=Fraction(0)
    )
    recorder.where(quantity="change").exact("layers", change, "<=", tau / 4)


def compare_tails(recorder: Recorder, T: int, s: int, k: int) -> None:
    """Compare both tails of the number of drawn neurons with 1/(2T), at every l = 2^{i+1}k < s."""
    size = 2 * k
    while size < s:
        r = math.ceil(n_drawn(s, size, T))
        nu = r * size / s
        cut = math.floor(nu / (2 * math.log(2)))
        instance_recorder = recorder.where(T=T, s=s, k=k, size=size, r=r)
        for quantity, rate, above in (
            ("at most k active", size / s / 2, True),
            ("bad", size / s, False),
        ):
            left = binomial_tail(r, rate, cut, above)
            instance_recorder.where(quantity=quantity).certified(
                "tails", left, "<", 1 / (2 * T), error=1e-7 * (left + 1 / T)
            )
        size *= 2


def n_drawn(s: int, size: int, T: int) -> float:
    """Return 24(s/l) ln 2T, which is rounded up to the number of neurons that are drawn."""
    return 24 * s / size * math.log(2 * T)


def binomial_tail(r: int, rate: float, cut: int, above: bool) -> float:
    """Return Pr[Bin(r, rate) > cut], or that it is ≤ cut, to a relative 10⁻⁷.

    The logarithms of factorials, of up to 2·10⁵, err by a few units in the last place.
    """
    terms = range(cut + 1, r + 1) if above else range(cut + 1)
    return math.fsum(
        math.exp(
            math.lgamma(r + 1) - math.lgamma(j + 1) - math.lgamma(r - j + 1)
            + j * math.log(rate) + (r - j) * math.log1p(-rate)
        )
        for j in terms
    )  # fmt: skip
