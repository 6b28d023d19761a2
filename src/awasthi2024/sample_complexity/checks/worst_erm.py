"""Theorem P's networks.

Proof: docs/proofs-theorem_5.md, 3. Theorem P's neurons are β(v, ·) − βq with an integer
vector v and β² = W²/(q(1 + u)), so that all squares are fractions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Literal, NamedTuple

import numpy as np
from scipy.linalg import hadamard

from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator

#: n of Theorem P, a power of two.
Blocks = Literal[8, 16, 32, 64, 128, 256]


@check("theorem-5")
def worst_erm(
    at: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Blocks],
    sparsities: NonEmpty[Positive],
    blocks: NonEmpty[Positive],
    shares: NonEmpty[Positive],
    enumerated: Positive,
) -> None:
    """Compare the networks of Theorem P on drawn samples with each line of its proof, as fractions.

    W = 1, B = 2, n is in `dimensions` and k in `sparsities`. `blocks` are values of g, at most n/2.
    `shares` are divisors of ε = k²n/256. Samples of the largest m below the bound are drawn until
    the event of the proof occurs. `enumerated` is the largest number of points for which the exact
    probability of the event is compared with 1/3. For smaller s the coordinates are repeated.
    """
    for n, k, g, share in product(dimensions, sparsities, blocks, shares):
        if g <= n // 2:
            rng = generator(seed, "sample_complexity", "worst_erm", n, k, g, share)
            at.rows.append(compare_worst(at, Family(n, k, g, share), enumerated, rng))
    for k, g, copies in product(sparsities, blocks, (2, 8)):
        if g <= dimensions[0] // 2:
            rng = generator(seed, "sample_complexity", "worst_erm", "smaller", k, g, copies)
            compare_worst(at, Family(dimensions[0], k, g, 1, copies), 0, rng)


class Family(NamedTuple):
    """Theorem P's distribution and networks at W = 1, B = 2: ε = k²n/(256·share).

    For smaller s each of the n coordinates is repeated `copies` times, and B² = 4·copies.
    """

    n: int
    k: int
    g: int
    share: int
    copies: int = 1

    @property
    def q(self) -> int:
        """Points of a block."""
        return self.n // 2

    @property
    def neurons(self) -> int:
        """Neurons of a block, ⌊k√n/2⌋."""
        return math.isqrt(self.k**2 * self.n // 4)

    @property
    def epsilon(self) -> Fraction:
        """The loss that is exceeded."""
        return Fraction(self.k**2 * self.n * self.copies, 256 * self.share)

    @property
    def m(self) -> int:
        """m_0, the largest integer below skn^{3/2}/(256ε), whose square is a fraction."""
        scale = Fraction(self.g * self.neurons * self.k * self.copies, 256) / self.epsilon
        square = scale**2 * self.n**3
        root = math.isqrt(math.floor(square))
        return root - (root * root == square)

    @property
    def p(self) -> Fraction:
        """The mass of each point but x_0."""
        return Fraction(1, 4 * self.m)

    def points(self) -> np.ndarray:
        """Return x_{a,i} in the order of aq + i, and last x_0."""
        rows = hadamard(self.q)
        x = [np.concatenate([rows[a], rows[i]]) for a in range(self.g) for i in range(self.q)]
        return np.array([*x, -np.concatenate([rows[0], rows[0]])]).repeat(self.copies, axis=1)

    def masses(self) -> np.ndarray:
        """Return the masses of the points, in floats."""
        size = self.g * self.q
        masses = np.full(size + 1, float(self.p))
        masses[-1] = max(0.0, 1 - size * float(self.p))
        return masses / masses.sum()


def block_neuron(family: Family, a: int, unseen: np.ndarray) -> tuple[np.ndarray, int]:
    """Return (c_a, Σ_{i ∈ U_a} c_i) and q: the neuron is β times ⟨v, x⟩/copies − q."""
    rows = hadamard(family.q)
    v = np.concatenate([rows[a], rows[unseen].sum(axis=0)])
    return v.repeat(family.copies), family.q


def is_good(u: int, q: int) -> bool:
    """Return whether a block has enough points that were not seen."""
    return 4 * u >= q


def compare_worst(
    at: Recorder, family: Family, enumerated: int, rng: np.random.Generator
) -> dict[str, Any]:
    """Draw samples until the event of the proof occurs, and build the network."""
    n, k, g, share, copies = family
    q, neurons, m, p = family.q, family.neurons, family.m, family.p
    here = at(n=n * copies, s=g * neurons, k=k, g=g, share=share, m=m)
    here = here(copies=copies) if copies > 1 else here
    claim = "clipped-erm-lower"
    here(quantity="mass").compare(claim, g * q, "<=", 4 * m)
    chance = math.nan
    if g * q <= enumerated:
        event = event_probability(family)
        here(quantity="event").compare(claim, event, ">=", Fraction(1, 3))
        chance = float(event)
    while True:
        seen = rng.multinomial(m, family.masses()) > 0  # x_0 among them
        unseen = [np.flatnonzero(~seen[a * q : (a + 1) * q]) for a in range(g)]
        good = [a for a in range(g) if is_good(len(unseen[a]), q)]
        if 2 * len(good) >= g:
            break
    x = family.points()
    norm, bias, loudest, twice = [], [], 0, 0
    squares = np.zeros(len(x), dtype=object)
    for a in good:
        v, b = block_neuron(family, a, unseen[a])
        beta_square = Fraction(copies, q * (1 + len(unseen[a])))
        norm.append(beta_square * int(v @ v) / copies**2)
        bias.append(beta_square * b * b)
        products = x @ v // copies - b
        activations = np.maximum(products, 0)
        loudest = max(loudest, int(products[seen].max()))
        twice += int((activations.astype(bool) & squares.astype(bool)).sum())
        squares = squares + neurons**2 * beta_square * (activations.astype(object) ** 2)
    here(quantity="norm").compare(claim, max(norm, key=lambda v: abs(v - 1)), "==", 1)
    here(quantity="bias").compare(claim, max(bias), "<=", 4 * copies)
    here(quantity="inactive").compare(claim, loudest, "<=", 0)
    # So squares add up.
    here(quantity="points of two blocks").compare(claim, twice, "==", 0)
    here(quantity="value").compare(claim, Fraction(max(squares)), "<=", k**2 * n * copies)
    # x_0 has the rest of the mass, and no neuron is active there.
    loss = p * Fraction(sum(squares[:-1])) / 2 + (1 - g * q * p) * Fraction(squares[-1]) / 2
    # Each block adds pl²q/4 at least; W² is `copies` on the small cube.
    least = p * neurons**2 * q * copies / 4 * len(good)
    here(quantity="blocks").compare(claim, loss, ">=", least)
    here(quantity="loss").compare(claim, loss, ">", family.epsilon)
    return {
        "n": n, "k": k, "g": g, "share": share, "m": m, "epsilon": float(family.epsilon),
        "event": chance, "good": len(good),
        "loss": float(loss),
    }  # fmt: skip


def event_probability(family: Family) -> Fraction:
    """Return the probability that at least g/2 blocks have at least q/4 points not seen in m_0.

    The points that are seen are a set of size j with a probability that depends only on j; the
    sets of each size with enough good blocks are counted by a product of polynomials.
    """
    q, g, m = family.q, family.g, family.m
    kinds = {kind: np.zeros(q + 1, dtype=object) for kind in (True, False)}
    for j in range(q + 1):
        kinds[is_good(q - j, q)][j] = math.comb(q, j)
    counts = np.zeros(g * q + 1, dtype=object)
    for good in range(-(-g // 2), g + 1):
        power = np.array([math.comb(g, good)], dtype=object)
        for number in range(g):
            power = np.convolve(power, kinds[number < good])
        counts += power
    rest = 4 * m - g * q  # the mass of x_0, in units of p
    chances = [(rest + i) ** m for i in range(g * q + 1)]
    total = 0
    for j, count in enumerate(counts):
        if count:
            exactly = sum((-1) ** (j - i) * math.comb(j, i) * chances[i] for i in range(j + 1))
            total += count * exactly
    return Fraction(total, (4 * m) ** m)


@check("theorem-5")
def erm_curves(
    at: Recorder,
    *,
    seed: int,
    dimensions: NonEmpty[Blocks],
    sparsity: Positive,
    blocks: Positive,
    multiples: NonEmpty[PositiveReal],
    unlabelled: NonEmpty[Positive],
    repeats: Positive,
    draws: Positive,
) -> None:
    """Compare the worst clipped ERM's loss with ε on drawn samples; and measure other learners.

    Samples of more than m_0 points, or without the event of the proof, are only measured. The
    others are a random clipped ERM, the worst one that is also inactive at further points, and
    Theorem M's learner. W = 1, B = 2 and ε = k²n/256; `sparsity` is k and `blocks` the number g of
    blocks. `multiples` are numbers m of samples in units of m_0, and `unlabelled` factors T/m. All
    learners see the same `repeats` samples. `draws` is the number of terms of Theorem M's mean.
    """
    for n in dimensions:
        family = Family(n, sparsity, min(blocks, n // 2), 1)
        for multiple in multiples:
            m = max(1, round(multiple * family.m))
            losses: dict[str, list[float]] = {}
            for repeat in range(repeats):
                rng = generator(seed, "sample_complexity", "erm_curves", n, m, repeat)
                for name, loss in one_sample(family, m, unlabelled, draws, rng, at).items():
                    losses.setdefault(name, []).append(loss)
            for name, values in losses.items():
                at(n=n, k=sparsity, g=family.g).row(
                    m=m, multiple=multiple, m_0=family.m, learner=name, repeats=repeats,
                    epsilon=float(family.epsilon), loss=float(np.mean(values)),
                )  # fmt: skip


def one_sample(
    family: Family,
    m: int,
    unlabelled: Sequence[int],
    draws: int,
    rng: np.random.Generator,
    at: Recorder,
) -> Mapping[str, float]:
    """Return the loss of each learner on one sample, and compare the worst ERM's with ε."""
    size, q, g = family.g * family.q, family.q, family.g
    # More points follow the labelled ones, and the learner of Theorem M has 3m' − 2 of the latter.
    sample = rng.choice(size + 1, size=m * max(unlabelled), p=family.masses())
    unseen = {
        factor: (np.bincount(sample[: factor * m], minlength=size + 1)[:-1] == 0).reshape(g, q)
        for factor in {1, *unlabelled}
    }
    worst = {factor: dense_loss(family, points) for factor, points in unseen.items()}
    if m <= family.m and 2 * sum(is_good(int(u), q) for u in unseen[1].sum(axis=1)) >= g:
        here = at(n=family.n, k=family.k, g=g, m=m, seen=int(size - unseen[1].sum()))
        here.compare("clipped-erm-lower", worst[1], ">", family.epsilon)
    some = unseen[1] & (rng.random((g, q)) < 0.5)
    losses = {"worst ERM": float(worst[1]), "random ERM": float(dense_loss(family, some))}
    losses |= {f"worst ERM, T = {f}m": float(worst[f]) for f in unlabelled if f > 1}
    return losses | {"Theorem M": learner_loss(family, sample[:m], draws, rng)}


def dense_loss(family: Family, chosen: np.ndarray) -> Fraction:
    """Return the loss of the network with l neurons for each block, active at the chosen points."""
    q, total = family.q, Fraction(0)
    for v in chosen.sum(axis=1):
        total += family.p * family.neurons**2 * Fraction(q * int(v), 1 + int(v)) / 2
    return total


def learner_loss(family: Family, sample: np.ndarray, draws: int, rng: np.random.Generator) -> float:
    """Return the loss of the mean of `draws` predictions h_{S, V ∪ {x}}(x), at random t and V.

    The rule is the worst on U: k neurons a block, active at the points of U that are not in S.
    """
    size, q = family.g * family.q, family.q
    half = max(1, (len(sample) + 2) // 3)
    total = np.zeros(size)
    for _ in range(draws):
        t = int(rng.integers(2 * half - 1, 3 * half - 1))
        held = np.zeros(t, dtype=bool)
        held[rng.choice(t, size=half - 1, replace=False)] = True
        first = sample[:t]
        labelled = np.bincount(first[~held], minlength=size + 1)[:-1] > 0
        rest = (np.bincount(first[held], minlength=size + 1)[:-1] > 0) & ~labelled
        # With x itself, if it is not yet among them.
        among = np.repeat(rest.reshape(-1, q).sum(axis=1), q) + ~rest
        total += np.where(labelled, 0.0, family.k * np.sqrt(q / (1 + among)))
    return float(family.p) * float(np.square(total / draws).sum()) / 2
