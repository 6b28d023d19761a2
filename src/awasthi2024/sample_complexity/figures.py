"""Figures of the sample sizes: what is claimed, proved, excluded and measured."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from awasthi2024.bounds import section_5
from awasthi2024.shared import style
from awasthi2024.shared.style import COLOURS, MARKERS, SERIES
from paperclaims.checks.binomial import rate_columns

_AT, _LOSS = (4, 2, 1, 2.0, 64.0, 0.0), 0.5


def draw_sizes(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw Theorem 17's sample size and the corrected one, over what is not enough.

    Needs no table: the sizes are right-hand sides.
    """
    n, s, k, R, W, B = _AT
    exponents = np.unique(np.geomspace(2, 1000, 200).round().astype(int))
    deltas = [0.5 ** int(exponent) for exponent in exponents]
    lower = np.array([section_5.confidence_lower(k * (W * R + B), _LOSS, d) for d in deltas])
    stated = np.array([section_5.theorem_17(*_AT, _LOSS, d) for d in deltas])
    corrected = [section_5.realizable_samples(*_AT, _LOSS, d) for d in deltas]
    figure, (axes,) = style.new_figure(height=4.2)
    axes.plot(exponents, corrected, color=COLOURS["sharp"], label="corrected, proved")
    axes.plot(exponents, stated, "--", color=COLOURS["paper"], label="Theorem 17, constant 1")
    axes.fill_between(exponents, 1, lower, color=COLOURS["measured"], alpha=0.25, lw=0)
    axes.text(0.97, 0.06, "not enough for any learner", transform=axes.transAxes, ha="right",
              color=COLOURS["measured"])  # fmt: skip
    axes.set_xlim(2, 1000)
    axes.set_ylim(1e3, 2 * max(corrected))
    _logarithmic(axes)
    axes.set_xlabel("$\\log_2(1/\\delta)$, confidence")
    axes.set_ylabel("samples $m$")
    axes.set_title(f"n = {n}, s = {s}, k = {k}, W = {W:g}, B = {B:g}, ε = {_LOSS:g}")
    style.label_ends(axes)
    first = exponents[np.argmax(stated < lower)]
    style.set_title(figure, f"From log₂(1/δ) = {first} on, Theorem 17 has too few samples")
    return figure


def _logarithmic(axes: Axes) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    low, high = axes.get_xlim()
    if high / low < 5000:
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_locator(LogLocator(numticks=8))


def draw_curves(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of fits that learn, for each kind of target, against m over the unknowns."""
    table = tables["curves"]
    kinds = np.select([table["k"] == table["s"], table["k"] == 1],
                      ["dense, k = s", "trees, k = 1"], "forests, 1 < k < s")  # fmt: skip
    pooled = table.groupby([kinds, "multiple"])[["learned", "optimised"]].sum()
    pooled = pooled[pooled["optimised"] > 0]
    rates = pd.DataFrame([rate_columns(*map(int, row)) for row in pooled.to_numpy()], pooled.index)
    figure, (axes,) = style.new_figure(height=4.0)
    for i, (kind, rows) in enumerate(rates.groupby(level=0)):
        x = rows.index.get_level_values("multiple") * 1.03 ** (i - 1)
        style.draw_rates(axes, x, rows, color=SERIES[i], marker=MARKERS[i], label=kind)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("samples for each of the $s(n+1)$ unknowns")
    axes.set_ylabel("share of fits that learn")
    stated = table["theorem_17"] / (table["s"] * (table["n"] + 1))
    few, many = style.number(stated.min()), style.number(stated.max())
    axes.set_title(f"Theorem 17, constant 1, has {few} to {many} samples for each unknown")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    most = table["multiple"].max()
    last = rates.xs(most, level="multiple")
    share = style.percent(math.floor(100 * (last["successes"] / last["trials"]).min()) / 100)
    style.set_title(figure, f"At {most:g} samples an unknown, at least {share} of fits learn")
    return figure


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the sizes against n without their logarithms: 1, 3/2 and 2 are the slopes."""
    rows = tables["unknown_support"].query("axis == 'growth'").sort_values("n")
    stated = rows["printed"] / np.log((np.sqrt(rows["n"]) + rows["B"]) * rows["inverse_loss"])
    corrected = rows["corrected"] / np.log(rows["corrected"])
    learner = rows["learner"] / np.log(rows["learner"]) ** 2
    figure, (axes,) = style.new_figure(height=5.0)
    slopes = []
    for sizes, label, colour, marks in (
        (learner, "a learner for an unknown support (Theorem M)", "sharp", "o-"),
        (rows["worst"], "the worst clipped ERM: not enough (Theorem P)", "second", "s--"),
        (corrected, "Theorem 17 as corrected", "third", "^-"),
        (stated, "Theorem 17 as stated, constant 1", "paper", "D:"),
    ):
        logs = np.log(sizes.to_numpy(dtype=float)), np.log(rows["n"].to_numpy(dtype=float))
        slopes.append((logs[0][-1] - logs[0][-2]) / (logs[1][-1] - logs[1][-2]))
        label = f"{label}, slope {slopes[-1]:.2f}"
        axes.plot(rows["n"], sizes, marks, color=COLOURS[colour], ms=4, label=label)
    _logarithmic(axes)
    axes.set_xlabel("dimension $n$")
    axes.set_ylabel("samples, logarithms divided out")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=1)
    first, last = f"{slopes[0]:.1f}", f"{slopes[-1]:.1f}"
    style.set_title(figure, f"The slope in n is {first} by Theorem M, {last} by Theorem 17")
    return figure


def draw_learners(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the loss of each learner against m, at the smallest and the largest n."""
    table = tables["erm_curves"]
    figure, panels = style.new_figure(1, 2, height=4.2)
    sizes = table["n"].min(), table["n"].max()
    for axes, n in zip(panels, sizes, strict=True):
        shown = table[(table["n"] == n) & (table["loss"] > 0)].sort_values("m")
        for i, (name, rows) in enumerate(shown.groupby("learner", sort=False)):
            over = rows["loss"] / rows["epsilon"]
            axes.plot(rows["multiple"], over, color=SERIES[i], marker=MARKERS[i], ms=4, label=name)
        axes.axhline(1, color="black", lw=1)
        axes.set_ylim(1e-2, 20)
        _logarithmic(axes)
        axes.set_title(f"$n={n}$")
        axes.set_xlabel("$m$ over Theorem P’s bound")
    panels[0].set_ylabel("mean loss over $\\varepsilon$")
    style.legend_below(figure, *panels[1].get_legend_handles_labels(), columns=3)
    at_bound = table[(table["n"] == sizes[1]) & (table["multiple"] == 1)].set_index("learner")
    times = at_bound["loss"]["worst ERM"] / at_bound["loss"]["Theorem M"]
    style.set_title(
        figure, f"At n = {sizes[1]} the worst ERM loses {times:.1f} times Theorem M’s loss"
    )
    return figure
