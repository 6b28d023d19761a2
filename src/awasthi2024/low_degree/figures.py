"""Figures of the topic low_degree."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from scipy.optimize import brentq

from awasthi2024.bounds import section_4
from awasthi2024.shared.style import (
    COLOURS,
    counted,
    label_ends,
    legend_below,
    legend_beside,
    new_figure,
    number,
    percent,
    set_title,
)
from balls import sqrt
from sparseact import bounds

_METHODS = {"averages": ("second", "s"), "regression": ("measured", "o")}
_NEEDED_SHARE = 1 / 16  # of the variance: the ε of the figure of degrees


def draw_success(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of successes against m, with proved sample sizes and the paper's.

    Needs the table of the job `success`.
    """
    table = tables["success"]
    keys = ["class", "n", "s", "k", "W", "B", "d", "epsilon"]
    groups = list(table.groupby(keys, sort=False))
    columns = min(2, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, height=2.5 * rows)
    for panel, (key, group) in zip(panels, groups, strict=False):
        _draw_rates(panel, group)
        parameters = dict(zip(keys, key, strict=True))
        if parameters["class"] == "network":
            title = "n={n}, s={s}, k={k}, W={W:g}, B={B:g}\nnetworks, d={d}, ε={epsilon:.3g}"
        else:
            title = "juntas of {d} of {n} variables\nd={d}, ε={epsilon:.3g}"
        panel.set_title(title.format(**parameters), fontsize=9.5)
        panel.set_xlabel("samples m")
        panel.set_ylabel("share with loss ≤ ε")
    legend_beside(figure, panels, len(groups), columns=3)
    proved = table[(table["size"] == table["method"])]
    rate = proved["successes"] / proved["trials"]
    set_title(
        figure,
        f"At the proved sample sizes {percent(rate.min())} of the runs succeed; "
        f"{percent(1 - table['delta'].max())} is guaranteed",
    )
    return figure


def _draw_rates(panel: Axes, group: pd.DataFrame) -> None:
    import seaborn  # here, since most jobs draw without it and it takes half a second

    curves = group[group["size"] == "curve"].sort_values("m")
    curves = curves.assign(rate=curves["successes"] / curves["trials"])
    seaborn.lineplot(
        curves,
        x="m",
        y="rate",
        hue="method",
        style="method",
        palette={method: COLOURS[colour] for method, (colour, _) in _METHODS.items()},
        markers={method: marker for method, (_, marker) in _METHODS.items()},
        dashes=False,
        errorbar=None,  # the exact interval is drawn below
        legend=False,
        ax=panel,
    )
    for method, (colour, marker) in _METHODS.items():
        curve = curves[curves["method"] == method]
        panel.plot([], [], color=COLOURS[colour], marker=marker, label=f"{method}, measured")
        panel.vlines(curve["m"], curve["low"], curve["high"], color=COLOURS[colour], linewidth=0.9)
    for size, colour, line, text in (
        ("printed", "paper", "--", "the paper’s size, constant 1"),
        ("averages", "second", "-.", "proved size, averages"),
        ("regression", "measured", ":", "proved size, regression"),
    ):
        row = group[group["size"] == size].iloc[0]
        panel.axvline(row["m"], color=COLOURS[colour], linestyle=line, linewidth=1.3, label=text)
        panel.plot(
            row["m"],
            row["successes"] / row["trials"],
            color=COLOURS[colour],
            marker="D",
            markersize=7,
            markeredgecolor="white",
            linestyle="",
        )
    panel.axvline(group["monomials"].iloc[0], color=COLOURS["muted"], linewidth=0.8, label="m = N")
    panel.axhline(
        1 - group["delta"].iloc[0],
        color=COLOURS["muted"],
        linestyle="--",
        linewidth=0.8,
        label="1 − δ",
    )
    panel.set_xscale("log")
    panel.set_ylim(-0.03, 1.06)


def draw_agnostic(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the excess under noisy labels, with the bounds that are proved.

    Needs the table of the job `agnostic`.
    """
    table = tables["agnostic"]
    groups = list(table.groupby(["noise", "amount"], sort=False))
    columns = min(2, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, height=2.5 * rows)
    for panel, ((noise, amount), group) in zip(panels, groups, strict=False):
        for method, (colour, marker) in _METHODS.items():
            run = group[group["method"] == method].sort_values("m")
            panel.errorbar(
                run["m"],
                run["excess"],
                yerr=[np.zeros(len(run)), run["largest_excess"] - run["excess"]],
                color=COLOURS[colour],
                marker=marker,
                linestyle="",
                capsize=3,
                label=f"{method}: mean, up to the largest",
            )
            panel.plot(
                run["m"],
                run["allowed"],
                color=COLOURS[colour],
                marker="_",
                markersize=10,
                linestyle="--" if method == "averages" else ":",
                label=f"{method}: bound at δ = {group['delta'].iloc[0]:g}",
            )
        panel.axhline(
            group["best_loss"].iloc[0],
            color=COLOURS["muted"],
            linewidth=1,
            label="best loss of degree d (mean)",
        )
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.xaxis.set_minor_formatter(NullFormatter())  # they overlap on a short axis
        panel.set_title(
            {
                "flipped": f"labels flipped with probability {amount:g}",
                "additive": f"noise uniform in ±{amount:g}",
                "arbitrary": "arbitrary ±1 labels",
            }[noise],
            fontsize=10,
        )
        panel.set_xlabel("samples m")
        panel.set_ylabel("excess loss")
    legend_beside(figure, panels, len(groups), columns=2)
    most = table["largest_excess"] / table["allowed"]
    set_title(
        figure,
        counted(most <= 1, "excess lies", "excesses lie")
        + f" under its proved bound and uses at most {percent(most.max())} of it",
    )
    return figure


#: The network whose bounds are drawn: Theorem B's, with s, k, W and B.
_NETWORK = (4, 1, 2**0.5, 2**0.5)


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the paper's degree and Theorem C's against n, and where each falls below n.

    Needs no table: the degrees are right-hand sides, of Theorem B's network with s = 4 and k = 1.
    """
    s, k, W, B = _NETWORK
    n = np.logspace(1, 24, 461)
    paper = np.array([bounds.theorem_8_degree(x, s, k, W, B, _NEEDED_SHARE) for x in n.tolist()])
    ours = bounds.theorem_c_degree(k, W, _NEEDED_SHARE)
    figure, (axes,) = new_figure(1, 1, height=4.2)
    axes.plot(n, paper, color=COLOURS["paper"], ls="--", label="Theorem 8, constant 1")
    axes.plot(n, n, color=COLOURS["muted"], label="all monomials: degree n")
    axes.axhline(ours, color=COLOURS["sharp"], label="Theorem C")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(10, 1e24)
    axes.set_ylim(1, 1e13)
    axes.set_xlabel(f"n, number of inputs, at s = {s}, k = {k}, W² = 2, ε = {_NEEDED_SHARE:g}")
    axes.set_ylabel("degree that is enough")
    label_ends(axes)
    met = brentq(lambda x: bounds.theorem_8_degree(x, s, k, W, B, _NEEDED_SHARE) - x, 10, 1e24)
    set_title(
        figure,
        f"The paper’s degree exceeds n until n ≈ {number(met)}; "
        f"Theorem C’s is {number(float(ours))} always",
    )
    return figure


def draw_exponents(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exponents of n against D = 2k²W²/ε at k = 1: queries, samples and degrees.

    Needs no table: the exponents come from the right-hand sides.
    """
    figure, (axes,) = new_figure(height=4.2)
    D = [Fraction(i, 100) for i in range(1, 801)]  # W² = D/2 at k = ε = 1
    constant = 16 / math.log(2) ** 4  # with which Theorem 8 is proved
    paper = [
        bounds.theorem_8_degree(2, 1, 1, float(d / 2) ** 0.5, 0, 1, constant=constant) for d in D
    ]
    axes.plot(
        [float(d) for d in D],
        paper,
        "--",
        color=COLOURS["paper"],
        label="degree of Theorem 8, at the least $ns = 2$",
    )
    ours = [float(bounds.theorem_c_degree(1, sqrt(d / 2), 1)) for d in D]
    _draw_steps(axes, D, ours, "third", "degree of Theorem C")
    above = [d for d in D if d > 1]
    queries = [math.floor(section_4.theorem_q_exponent(1, sqrt(d / 2), 1)) for d in above]
    _draw_steps(axes, above, queries, "sharp", "cost of statistical queries, ⌊D⌋")
    for place, level, text in ((2.5, 0, "ln n"), (6, 1, "n")):
        axes.text(place, level + 0.2, f"samples: {text}", ha="center", color=COLOURS["measured"])
    axes.plot(
        [1, 4], [0, 0], color=COLOURS["measured"], linewidth=3, label="samples, unlimited time"
    )
    axes.plot([4, 8], [1, 1], color=COLOURS["measured"], linewidth=3)
    axes.set_xlim(0, 8)
    axes.set_ylim(-0.4, 16)
    axes.set_xlabel("$D = 2k^2W^2/ε$, for $k = 1$")
    axes.set_ylabel("exponent of $n$")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    set_title(figure, "Statistical queries cost n^⌊D⌋, and samples are of the order n or ln n")
    return figure


def _draw_steps(axes: Axes, D: Any, levels: Any, colour: str, label: str) -> None:
    D = np.array(D, float)
    levels = np.array(levels, float)
    levels[1:][np.diff(levels) != 0] = np.nan  # no line at a jump
    axes.plot(D, levels, color=COLOURS[colour], linewidth=2, label=label)
