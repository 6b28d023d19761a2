"""Figures of the topic low_degree."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.optimize import brentq

from awasthi2024.bounds import section_4
from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    counted,
    draw_rates,
    label_ends,
    legend_below,
    new_figure,
    number,
    percent,
    set_title,
)
from balls import sqrt
from sparseact import bounds


def needed_samples(curve: pd.DataFrame) -> int:
    """Return from which m of a learner's curve on the fraction of successes is at least 1 − δ."""
    curve = curve.sort_values("m")
    below = curve.loc[curve["successes"] < (1 - curve["delta"]) * curve["trials"], "m"]
    return int(curve["m"].min() if below.empty else curve.loc[curve["m"] > below.max(), "m"].min())


def draw_success(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the fraction of successes against m, for the largest class of each kind."""
    table = tables["success"]
    figure, panels = new_figure(1, 2)
    factors = []
    for axes, (kind, group) in zip(panels, table.groupby("class", sort=False), strict=True):
        rows = group[group["n"] == group["n"].max()]
        curves = {str(key): one for key, one in rows[rows["size"] == "curve"].groupby("method")}
        for method, colour, marker in (
            ("averages", "second", "s"),
            ("regression", "measured", "o"),
        ):
            style = {"color": COLOURS[colour], "marker": marker, "label": method}
            draw_rates(axes, curves[method]["m"], curves[method], ms=4, **style)
        m = rows.drop_duplicates("size").set_index("size")["m"]
        label = "the paper’s size, constant 1"
        axes.axvline(m["printed"], color=COLOURS["paper"], ls="--", label=label)
        label = "proved size for averages"
        axes.axvline(m["averages"], color=COLOURS["second"], ls="-.", label=label)
        factors.append(m["averages"] / needed_samples(curves["averages"]))
        axes.axhline(1 - rows["delta"].iloc[0], color=COLOURS["muted"], ls=":", label="1 − δ")
        axes.set(xscale="log", ylim=(-0.03, 1.06), xlabel="number of samples")
        axes.set_title(f"{kind}s, n = {rows['n'].max()}, d = {rows['d'].max()}")
    panels[0].set_ylabel("fraction with loss at most ε")
    legend_below(figure, *panels[0].get_legend_handles_labels(), columns=3)
    least, most = number(min(factors)), number(max(factors))
    set_title(figure, f"The proved size is {least} to {most} times the measured one")
    return figure


def draw_agnostic(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the largest excess of averages over its proved bound, for each noise."""
    table = tables["agnostic"]
    table = table[table["method"] == "averages"]
    share = table["largest_excess"] / table["allowed"]
    figure, (axes,) = new_figure()
    names = {
        "flipped": "labels flipped with probability {:g}",
        "additive": "noise uniform in ±{:g}",
        "arbitrary": "arbitrary ±1 labels",
    }
    groups = table.assign(share=share).groupby(["noise", "amount"], sort=False)
    for ((noise, amount), rows), colour, marker in zip(groups, SERIES, MARKERS, strict=False):
        label = names[noise].format(amount)
        axes.plot(rows["m"], rows["share"], color=colour, marker=marker, label=label)
    axes.axhline(1, color=COLOURS["sharp"], ls="--", label="the proved bound")
    axes.set(xscale="log", yscale="log", xlabel="number of samples")
    axes.set_ylabel("largest excess / bound")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    said = counted(share <= 1, "excess lies", "excesses lie")
    set_title(figure, f"{said} under its bound, up to {percent(share.max())} of it")
    return figure


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the paper's degree and Theorem C's against n, for Theorem B's network with s = 4."""
    s, k, W, B, epsilon = 4, 1, 2**0.5, 2**0.5, 1 / 16

    def paper(n: float) -> float:
        return float(bounds.theorem_8_degree(n, s, k, W, B, epsilon))

    n = np.logspace(1, 24, 461)
    figure, (axes,) = new_figure(height=4.2)
    degrees = [paper(x) for x in n.tolist()]
    axes.plot(n, degrees, "--", color=COLOURS["paper"], label="Theorem 8, constant 1")
    axes.plot(n, n, color=COLOURS["muted"], label="all monomials: degree n")
    sharp = float(bounds.theorem_c_degree(k, W, epsilon))
    axes.axhline(sharp, color=COLOURS["sharp"], label=f"Theorem C: {number(sharp)}")
    axes.set(xscale="log", yscale="log", xlim=(10, 1e24), ylim=(1, 1e13))
    axes.set_xlabel(f"n, number of inputs, at s = {s}, k = {k}, W² = 2, ε = {epsilon:g}")
    axes.set_ylabel("degree that is enough")
    label_ends(axes)
    met = brentq(lambda x: paper(x) - x, 10, 1e24)
    set_title(figure, f"The paper’s degree is above n until n ≈ {number(met)}")
    return figure


def draw_exponents(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exponents of n against D = 2k²W²/ε at k = 1: queries, samples and degrees."""
    figure, (axes,) = new_figure(height=4.2)
    D = [Fraction(i, 100) for i in range(1, 801)]  # W² = D/2 at k = ε = 1
    constant = 16 / math.log(2) ** 4  # with which Theorem 8 is proved
    W = [sqrt(d / 2) for d in D]
    least = [bounds.theorem_8_degree(2, 1, 1, float(w), 0, 1, constant=constant) for w in W]
    label = "degree of Theorem 8, at the least $ns = 2$"
    axes.plot([float(d) for d in D], least, "--", color=COLOURS["paper"], label=label)
    sharp = [float(bounds.theorem_c_degree(1, w, 1)) for w in W]
    queries = [math.floor(section_4.theorem_q_exponent(1, w, 1)) for w in W]
    for values, colour, label in (
        (sharp, "third", "degree of Theorem C"),
        # For D ≤ 1 no theorem says the cost.
        ([np.nan] * 100 + queries[100:], "sharp", "cost of statistical queries, ⌊D⌋"),
    ):
        levels = np.array(values, float)
        levels[1:][np.diff(levels) != 0] = np.nan  # no line at a jump
        axes.plot([float(d) for d in D], levels, color=COLOURS[colour], lw=2, label=label)
    for place, level, text in ((2.5, 0, "ln n"), (6, 1, "n")):
        axes.text(place, level + 0.2, f"samples: {text}", ha="center", color=COLOURS["measured"])
    x, y = [1, 4, np.nan, 4, 8], [0, 0, np.nan, 1, 1]
    axes.plot(x, y, color=COLOURS["measured"], linewidth=3, label="samples, unlimited time")
    axes.set(xlim=(0, 8), ylim=(-0.4, 16), xlabel="$D = 2k^2W^2/ε$, for $k = 1$")
    axes.set_ylabel("exponent of $n$")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    set_title(figure, "Statistical queries cost n^⌊D⌋, and samples n or ln n")
    return figure
