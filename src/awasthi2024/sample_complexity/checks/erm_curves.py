"""Learners under Theorem P's distribution: loss against the number of samples.

The class is finite: for each block a set V_a of its points, and k or l = ⌊k√n/2⌋ neurons that are
active only at these points, with values W√(q/(1 + |V_a|)) each, as in docs/proofs-theorem_5.md, 3.
The target is 0. With k neurons a network is k-sparse at its points; with l it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from awasthi2024.sample_complexity.checks.worst_erm import Family, is_good
from awasthi2024.sample_complexity.parameters import Blocks
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.randomness import generator


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
    """Compare the worst and a random clipped ERM, more points, and Theorem M's learner.

    W = 1, B = 2 and ε = k²n/256. `sparsity` is the number k. `blocks` is the number g of blocks.
    `multiples` are numbers m of samples in units of m_0. `unlabelled` are factors T/m. All learners
    see the same `repeats` samples. `draws` is the number of terms of Theorem M's mean over V and t.
    A row of the table is a learner's mean loss.
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
    masses = np.full(size + 1, float(family.p))
    masses[-1] = max(0.0, 1 - masses[:-1].sum())
    masses /= masses.sum()
    # More points follow the labelled ones, and the learner of Theorem M has 3m' − 2 of the latter.
    sample = rng.choice(size + 1, size=m * max(unlabelled), p=masses)
    losses: dict[str, float] = {}
    for factor in (1, *(f for f in unlabelled if f > 1)):
        unseen = ~np.bincount(sample[: factor * m], minlength=size + 1)[:-1].astype(bool)
        name = "worst ERM" if factor == 1 else f"worst ERM, T = {factor}m"
        losses[name] = float(dense_loss(family, unseen.reshape(g, q)))
        if factor == 1:
            unseen_by_block = unseen.reshape(g, q)
            if (
                m <= family.m
                and 2 * sum(is_good(int(u), q) for u in unseen_by_block.sum(axis=1)) >= g
            ):
                instance_recorder = at(
                    n=family.n, k=family.k, g=g, m=m, seen=int(size - unseen_by_block.sum())
                )
                loss = dense_loss(family, unseen_by_block)
                instance_recorder.compare("clipped-erm-lower", loss, ">", family.epsilon)
            some = unseen & (rng.random(size) < 0.5)
            losses["random ERM"] = float(dense_loss(family, some.reshape(g, q)))
    losses["Theorem M"] = learner_loss(family, sample[:m], draws, rng)
    return losses


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
