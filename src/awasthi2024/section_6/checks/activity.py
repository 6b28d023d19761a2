"""Count the neurons that an image activates in dense networks of several widths."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Le

from awasthi2024.shared.trained import rounded
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive, PositiveReal
from paperclaims.checks.recorder import Recorder
from sparseact.learning.adam import Adam
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import generator

_RATE, _BATCH = 0.01, 64  # of Adam; the rate is for 32 neurons


class Data(NamedTuple):
    """Images, and whether their digits are even."""

    x: np.ndarray  # (m, 64), gray values in sixteenths
    y: np.ndarray  # (m,) of ±1


@check("intro-observation")
def activity(
    at: Recorder,
    *,
    seed: int,
    widths: NonEmpty[Annotated[int, Ge(16), Le(4096)]],
    penalties: NonEmpty[PositiveReal],
    images: Annotated[int, Ge(200), Le(1500)],
    passes: Positive,
) -> None:
    """Train dense networks to tell even digits, and count the neurons that other images activate.

    `widths` are numbers of neurons of a network. The network is counted as it starts and after
    training by Adam. `passes` is the number of passes through the images. The first `images` of a
    shuffle are used. `penalties` are factors of a penalty in further training. Each positive
    pre-activation, except an image's largest, adds this multiple of itself to the loss. The table
    has a row per network: signs right, the mean and the largest fraction of neurons that a held-out
    image activates, and the fraction that no image activates.
    """
    fit, held = _split(seed, images)
    for s in widths:
        networks = [("at the start", 0.0, 0), ("trained", 0.0, passes)]
        networks += [(f"penalty {penalty:g}", penalty, passes) for penalty in penalties]
        active = []
        for name, penalty, steps in networks:
            network = train(fit, s, penalty, steps, seed)
            counts = network.active(held.x)
            both = counts.any(axis=0) | network.active(fit.x).any(axis=0)
            values = network(held.x)
            active.append(int(counts.sum()))
            at.rows.append({
                "s": s, "network": name,
                "accuracy": rounded(np.mean((values > 0) == (held.y > 0))),
                "error": rounded(np.mean((values - held.y) ** 2)),
                "mean_share": rounded(counts.mean()),
                "largest_share": rounded(counts.sum(axis=1).max() / s),
                "dead_share": rounded(np.mean(~both)),
            })  # fmt: skip
        instance_recorder = at(s=s, m=images, images=len(held.y))
        _, trained, *penalized = active
        instance_recorder.compare("dense", 10 * trained, ">", s * len(held.y))
        instance_recorder.compare("penalty", 3 * penalized[-1], "<", 2 * trained)


def _split(seed: int, images: int) -> tuple[Data, Data]:
    from sklearn.datasets import load_digits

    x, digits = load_digits(return_X_y=True)
    order = generator(seed, "learners", "activity").permutation(len(x))
    parts = np.split(order, [images])
    return tuple(Data(x[part] / 16, np.where(digits[part] % 2 == 0, 1.0, -1.0)) for part in parts)  # type: ignore[return-value]


def train(fit: Data, s: int, penalty: float, passes: int, seed: int) -> SparseReLUNetwork:
    """Return a dense network after `passes` passes; the bias is the weight of an input 1."""
    rng = generator(seed, "learners", "activity", s)
    m, n = fit.x.shape
    v = rng.uniform(-1, 1, (s, n + 1)) * np.sqrt(6 / n)
    v[:, n] = 0
    u = rng.uniform(-1, 1, s) * np.sqrt(6 / s)
    steps = passes * -(-m // _BATCH)
    if steps:
        adam = Adam(
            np.column_stack([fit.x, np.ones(m)]), fit.y, v, u, steps, rate=_RATE * np.sqrt(32 / s),
            batch=_BATCH, k=1 if penalty else None, penalty=penalty,
        )  # fmt: skip
        adam.train(np.array([rng.permutation(m) for _ in range(passes)]))
        v, u = adam.network
    return SparseReLUNetwork(v[:, :n], 0 - v[:, n], u)
