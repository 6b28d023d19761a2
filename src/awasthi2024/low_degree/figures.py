"""Figures of the topic low_degree."""

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.optimize import brentq

from awasthi2024.bounds import section_4
from awasthi2024.shared import style
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
    figure, panels = style.new_figure(1, 2)
    factors = []
    for axes, (kind, group) in zip(panels, table.groupby("class", sort=False), strict=True):
        rows = group[group["n"] == group["n"].max()]
        curves = {str(key): one for key, one in rows[rows["size"] == "curve"].groupby("method")}
        for method, role, mark in (("averages", "second", "s"), ("regression", "measured", "o")):
            curve, colour = curves[method], style.COLOURS[role]
            style.draw_rates(axes, curve["m"], curve, ms=4, color=colour, marker=mark, label=method)
        m = rows.drop_duplicates("size").set_index("size")["m"]
        label = "the paper’s size, constant 1"
        axes.axvline(m["printed"], color=style.COLOURS["paper"], ls="--", label=label)
        label = "proved size for averages"
        axes.axvline(m["averages"], color=style.COLOURS["second"], ls="-.", label=label)
        factors.append(m["averages"] / needed_samples(curves["averages"]))
        axes.axhline(1 - rows["delta"].iloc[0], color=style.COLOURS["muted"], ls=":", label="1 − δ")
        axes.set(xscale="log", ylim=(-0.03, 1.06), xlabel="number of samples")
        axes.set_title(f"{kind}s, n = {rows['n'].max()}, d = {rows['d'].max()}")
    panels[0].set_ylabel("fraction with loss at most ε")
    style.legend_below(figure, *panels[0].get_legend_handles_labels(), columns=3)
    least, most = style.number(min(factors)), style.number(max(factors))
    style.set_title(figure, f"The proved size is {least} to {most} times the measured one")
    return figure


def draw_agnostic(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the largest excess of averages over its proved bound, for each noise."""
    table = tables["agnostic"]
    table = table[table["method"] == "averages"]
    share = table["largest_excess"] / table["allowed"]
    figure, (axes,) = style.new_figure()
    names = {
        "flipped": "labels flipped with probability {:g}",
        "additive": "noise uniform in ±{:g}",
        "arbitrary": "arbitrary ±1 labels",
    }
    groups = table.assign(share=share).groupby(["noise", "amount"], sort=False)
    for i, ((noise, amount), rows) in enumerate(groups):
        label, mark = names[noise].format(amount), style.MARKERS[i] + "-"
        axes.plot(rows["m"], rows["share"], mark, color=style.SERIES[i], label=label)
    axes.axhline(1, color=style.COLOURS["sharp"], ls="--", label="the proved bound")
    axes.set(xscale="log", yscale="log", xlabel="number of samples")
    axes.set_ylabel("largest excess / bound")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    said = style.counted(share <= 1, "excess lies", "excesses lie")
    style.set_title(figure, f"{said} under its bound, up to {style.percent(share.max())} of it")
    return figure


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the paper's degree and Theorem C's against n, for Theorem B's network with s = 4."""
    s, k, W, B, epsilon = 4, 1, 2**0.5, 2**0.5, 1 / 16

    def paper(n: float) -> float:
        return float(bounds.theorem_8_degree(n, s, k, W, B, epsilon))

    n = np.logspace(1, 24, 461)
    figure, (axes,) = style.new_figure(height=4.2)
    degrees = [paper(x) for x in n.tolist()]
    axes.plot(n, degrees, "--", color=style.COLOURS["paper"], label="Theorem 8, constant 1")
    axes.plot(n, n, color=style.COLOURS["muted"], label="all monomials: degree n")
    sharp = float(bounds.theorem_c_degree(k, W, epsilon))
    axes.axhline(sharp, color=style.COLOURS["sharp"], label=f"Theorem C: {style.number(sharp)}")
    axes.set(xscale="log", yscale="log", xlim=(10, 1e24), ylim=(1, 1e13))
    axes.set_xlabel(f"n, number of inputs, at s = {s}, k = {k}, W² = 2, ε = {epsilon:g}")
    axes.set_ylabel("degree that is enough")
    style.label_ends(axes)
    met = brentq(lambda x: paper(x) - x, 10, 1e24)
    style.set_title(figure, f"The paper’s degree is above n until n ≈ {style.number(met)}")
    return figure


def draw_exponents(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exponents of n against D = 2k²W²/ε at k = 1: queries, samples and degrees."""
    (figure, (axes,)), blue = style.new_figure(height=4.2), style.COLOURS["measured"]
    D = [Fraction(i, 100) for i in range(1, 801)]  # W² = D/2 at k = ε = 1
    constant = 16 / math.log(2) ** 4  # with which Theorem 8 is proved
    W = [sqrt(d / 2) for d in D]
    least = [bounds.theorem_8_degree(2, 1, 1, float(w), 0, 1, constant=constant) for w in W]
    label = "degree of Theorem 8, at the least $ns = 2$"
    axes.plot([float(d) for d in D], least, "--", color=style.COLOURS["paper"], label=label)
    sharp = [float(bounds.theorem_c_degree(1, w, 1)) for w in W]
    queries = [math.floor(section_4.theorem_q_exponent(1, w, 1)) for w in W]
    for values, colour, label in (
        (sharp, "third", "degree of Theorem C"),
        # For D ≤ 1 no theorem says the cost.
        ([np.nan] * 100 + queries[100:], "sharp", "cost of statistical queries, ⌊D⌋"),
    ):
        levels = np.array(values, float)
        levels[1:][np.diff(levels) != 0] = np.nan  # no line at a jump
        axes.plot([float(d) for d in D], levels, color=style.COLOURS[colour], lw=2, label=label)
    for place, level, text in ((2.5, 0, "ln n"), (6, 1, "n")):
        axes.text(place, level + 0.2, f"samples: {text}", ha="center", color=blue)
    x, y = [1, 4, np.nan, 4, 8], [0, 0, np.nan, 1, 1]
    axes.plot(x, y, color=blue, linewidth=3, label="samples, unlimited time")
    axes.set(xlim=(0, 8), ylim=(-0.4, 16), xlabel="$D = 2k^2W^2/ε$, for $k = 1$")
    axes.set_ylabel("exponent of $n$")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    style.set_title(figure, "Statistical queries cost n^⌊D⌋, and samples n or ln n")
    return figure
