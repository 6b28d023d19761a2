"""Checks of Definitions 1 and 2, and of the sensitivity at a point."""

from collections.abc import Sequence

import numpy as np

from awasthi2024.shared.exact_networks import require_exact
from awasthi2024.shared.instances import Instance
from awasthi2024.shared.network_families import is_theorem_b, largest_dimension, network_family
from awasthi2024.shared.parameters import Dimension, FewVariables
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import Natural, NonEmpty, Positive
from paperclaims.checks.recorder import Recorder
from sparseact.cube import points
from sparseact.randomness import generator


@check("def-1", memory=lambda networks, **_: 12 << largest_dimension(networks))
def sparsity(at: Recorder, *, networks: Sequence[Instance], integers_up_to: Natural) -> None:
    """Compare the active neurons on every input, W² and B² with what each construction states.

    All are integers or fractions. On Theorem B's networks the neurons with ⟨w, x⟩ − b ≥ 0 are
    counted, too; `integers_up_to` is the largest n for these counts.
    """
    for instance in networks:
        network, k = instance.network, instance.k
        here = at(network=instance.name, **instance.parameters)(k=k)
        counts = network.active_counts()
        here.compare("printed", int(counts.max()), "<=", k)
        if is_theorem_b(instance) and network.n <= integers_up_to:
            require_exact(network)
            p, delta = instance.parameters["p"], instance.parameters["delta"]
            closed = (points(network.n) @ network.w.T >= network.b).sum(axis=1).max()
            here.compare("strict", int(closed), "==", k * (p + 1 if delta == 0 else 1))
        relation = "==" if network_family(instance.family).attained else "<="
        for name, value, limit in zip(
            ("W²", "B²"), network.scale_squared, instance.scale, strict=False
        ):
            here.of("def-2")(quantity=name).compare("printed", value, relation, limit)
        active = {"largest_active": counts.max(), "mean_active": counts.mean()}
        sizes = {"n": network.n, "s": network.s, "k": k}
        at.row(name=instance.name, family=instance.family, **sizes, **active)


@check("sen-def")
def sensitivity(
    at: Recorder,
    *,
    seed: int,
    exhaustive: FewVariables,
    dimensions: NonEmpty[Dimension],
    repeats: Positive,
) -> None:
    """Compare 4·sen_f(x) with 4 times the number of sensitive coordinates at every x, as integers.

    Values are ±1; for values 0 and 1 it is compared with the number itself. `exhaustive` is the
    largest n for all functions. For each n in `dimensions` there are `repeats` random functions of
    random means.
    """
    for n in range(1, exhaustive + 1):
        f = points(2**n).astype(int)  # all ±1-valued functions on n coordinates
        compare_sensitivity(at(n=n, functions=len(f)), f)
    for n in dimensions:
        for repeat in range(repeats):
            rng = generator(seed, "definitions", "sensitivity", n, repeat)
            f = np.where(rng.random(2**n) < rng.random(), 1, -1)
            compare_sensitivity(at(n=n, repeat=repeat), f)


def compare_sensitivity(at: Recorder, f: np.ndarray) -> None:
    """sen_f = |{i : f(x) ≠ f(x^{⊕i})}|, and a quarter of that number for g = (1 + f)/2."""
    g, changes = (1 + f) // 2, sensitive_coordinates(f)  # f and g change at the same coordinates
    at.compare("printed", int(np.sum(squared_differences(f) == 4 * changes)), "==", f.size)
    at.compare("indicator", int(np.sum(squared_differences(g) == changes)), "==", g.size)


def squared_differences(values: np.ndarray) -> np.ndarray:
    """Return Σ_i (f(x) − f(x^{⊕i}))², which is 4·sen_f(x); shape as `values` (…, 2^n)."""
    index = np.arange(values.shape[-1])
    flips = (values[..., index ^ 1 << i] for i in range(values.shape[-1].bit_length() - 1))
    return sum(((values - flipped) ** 2 for flipped in flips), np.zeros_like(values))


def sensitive_coordinates(values: np.ndarray) -> np.ndarray:
    """Return |{i : f(x) ≠ f(x^{⊕i})}| at every point; shape as `values` (…, 2^n), n ≥ 1."""
    n = values.shape[-1].bit_length() - 1
    cubes = values.reshape(*values.shape[:-1], *(2,) * n)
    # Axis −1−i is coordinate i, and its reversal flips that coordinate.
    changes = [cubes != np.flip(cubes, axis=-1 - i) for i in range(n)]
    return np.sum(changes, axis=0).reshape(values.shape)
