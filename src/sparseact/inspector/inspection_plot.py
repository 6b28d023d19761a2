"""The drawings of `sparseact inspect` and `activations` with `--plot`. Requires Matplotlib."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sparseact.inspector.measured import Measured
from sparseact.inspector.network_bounds import SharpBounds
from sparseact.inspector.sampling import LEVEL

#: Suffixes of files that can be written.
SUFFIXES = (".svg", ".pdf", ".png")


@style.context("default")  # and not the user's
def draw(measured: Measured, suffix: str) -> bytes:
    """Return a drawing of the weights by degree, and the weight above each with Theorem C's bound.

    Where the spectrum was not computed there are the sampled weights with their
    intervals, and the bound.

    Raises ValueError if no float holds a weight or a bound.
    """
    try:
        return _content(_figure(measured), suffix)
    except OverflowError:
        raise ValueError("--plot: the weights must be finite as floats") from None


@style.context("default")
def draw_activity(layers: Sequence[tuple[np.ndarray, np.ndarray]], suffix: str) -> bytes:
    """Return a drawing of each layer's fractions of active neurons, and sorted rates of neurons.

    A layer has the numbers of active neurons on each row, (m,), and of rows that activate each
    neuron, (s,).
    """
    figure = _empty(9, 3 * len(layers))
    panels = figure.subplots(len(layers), 2, squeeze=False)
    for number, ((counts, fired), (left, right)) in enumerate(zip(layers, panels, strict=True), 1):
        s, m = len(fired), len(counts)
        values, times = np.unique(counts, return_counts=True)
        left.bar(values / s, times / m, width=1 / s, color="0.6")
        left.set(
            xlabel="fraction of neurons active on a row", ylabel="fraction of rows", xlim=(0, 1)
        )
        left.set_title(f"layer {number}: s = {s}, k = {counts.max()} on {m} rows", loc="left")
        right.plot((np.arange(s) + 0.5) / s, np.sort(fired)[::-1] / m, color="C0")
        right.set(
            xlabel="fraction of neurons", ylabel="rate of rows", xlim=(0, 1), ylim=(-0.03, 1.03)
        )
        right.set_title("how often each neuron is active, sorted", loc="left")
    return _content(figure, suffix)


def _content(figure: Figure, suffix: str) -> bytes:
    stream = io.BytesIO()
    figure.savefig(stream, format=suffix[1:])
    return stream.getvalue()


def _empty(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _figure(measured: Measured) -> Figure:
    figure = _empty(6, 3.6)
    axes = figure.subplots()
    if measured.uniform:
        weights = [float(weight) for weight in measured.uniform.weights]
        axes.bar(range(len(weights)), weights, color="0.75", label="weight of the degree")
        tails = [float(tail) for tail in measured.uniform.tails]
        axes.plot(tails, "o-", color="C0", label="weight above the degree")
    elif measured.sampled:
        weights = [estimate.value for estimate in measured.sampled.weights]
        # An estimate may be negative where its interval is not.
        margins = [
            [max(estimate.value - estimate.lower, 0.0) for estimate in measured.sampled.weights],
            [max(estimate.upper - estimate.value, 0.0) for estimate in measured.sampled.weights],
        ]
        label = f"weight of the degree, sampled, at {LEVEL:.0%}"
        axes.errorbar(range(len(weights)), weights, margins, fmt="s", color="0.4", label=label)
    last = measured.in_use if measured.uniform else measured.network.n
    bound = [float(SharpBounds(measured).tail(degree)) for degree in range(last + 1)]
    axes.plot(bound, "--", color="C3", label="Theorem C's bound on the weight above")
    axes.set(
        xlabel="degree", ylabel="Fourier weight", yscale="symlog" if max(bound) == 0 else "log"
    )
    axes.legend()
    axes.set_title(
        f"n = {measured.network.n}, s = {measured.network.s}, k = {measured.k}", loc="left"
    )
    return figure
