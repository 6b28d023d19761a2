"""Figures of Conjecture 20."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter

from sparse_activations.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    is_narrow,
    legend_below,
    new_figure,
    number,
    power_of_ten,
    set_title,
    span,
)
from sparseact.bounds import rademacher
from sparseact.rademacher.rectangles import Rectangles, build_network

_RATIO = "complexity / $(WR+B)√(sk/m)$"


def _levels(ax: Axes) -> None:
    """Draw the conjectured bound and the constant that orthogonal points force."""
    ax.axhline(1, color=COLOURS["paper"], ls="--", label="Conjecture 20, constant 1")
    ax.axhline(math.sqrt(2), color=COLOURS["sharp"], ls="-.", label=r"$√2$")


def draw_bias(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the ratio on orthogonal points against B, for s = 2 and k = 1."""
    table = tables["orthogonal"]
    table = table[table["curve"]]
    figure, (ax,) = new_figure(height=4.4)
    _levels(ax)
    for (m, rows), colour, marker in zip(table.groupby("m"), SERIES, MARKERS, strict=False):
        rows = rows.sort_values("B")
        x = rows["B"] * math.sqrt(float(m))
        ax.plot(x, rows["ratio"], color=colour, marker=marker, ms=4, label=f"$m={m}$")
    ax.axvline(1, color=COLOURS["muted"], lw=1, ls=":")
    ax.text(1.01, 0.03, "$B=WR\\,/√m$", transform=ax.get_xaxis_transform(), fontsize=8.5)
    ax.set_xlabel(r"bias allowed, $B√m/(WR)$")
    ax.set_ylabel(_RATIO)
    ax.set_title("$m$ orthogonal points, sparsity on the sample, $s=2$, $k=1$")
    ax.legend(loc="lower left", ncol=2)
    best = table.loc[table["ratio"].idxmax()]
    beyond = (table["ratio"] > math.sqrt(2)).sum()
    set_title(
        figure,
        f"With {best['m']} orthogonal points the complexity is {number(best['ratio'])} times the "
        f"conjectured bound at its best bias; √2 is exceeded at {beyond} of {len(table)} biases",
    )
    return figure


def draw_size(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the ratio against m at the best bias, and against s/k for sparsity on average."""
    figure, (left, right) = new_figure(1, 2, width=10.0, height=4.4)
    _best_ratio(left, tables["orthogonal"])
    _clusters(right, tables["exact"])
    points, average = tables["orthogonal"], tables["exact"]
    average = average[average["points"] == "clusters"]
    set_title(
        figure,
        f"Complexities reach {number(points['ratio'].max())} times the conjectured bound with "
        f"sparsity at each point, and {number(average['ratio'].max())} times with sparsity on "
        "average",
    )
    return figure


def _best_ratio(ax: Axes, table: pd.DataFrame) -> None:
    table = table[~table["curve"] & (table["points"] == "orthogonal")]
    _levels(ax)
    best = table.groupby(["s", "k", "m"])["ratio"].max().reset_index()
    m = np.geomspace(best["m"].min(), best["m"].max(), 200)
    ax.plot(
        m, math.sqrt(2) / (1 + 1 / np.sqrt(m)), color=COLOURS["sharp"], lw=1,
        label=r"proved for $s=2k$: $√2/(1+1/√m)$",
    )  # fmt: skip
    colours = (*SERIES, COLOURS["muted"])
    for ((s, k), rows), colour, marker in zip(
        best.groupby(["s", "k"]), colours, MARKERS, strict=False
    ):
        rows = rows[rows["m"] * k > s].sort_values("m")
        ax.plot(rows["m"], rows["ratio"], color=colour, marker=marker, label=f"$s={s}$, $k={k}$")
    ax.set_xscale("log", base=2)
    ax.xaxis.set_major_formatter(ScalarFormatter())
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("number of orthogonal points $m=n$")
    ax.set_ylabel(_RATIO)
    ax.set_ylim(0.76, 1.72)
    ax.set_title("At the best bias, sparsity at each sample point")
    ax.legend(fontsize=7.5, ncol=2, loc="upper left")


def _clusters(ax: Axes, table: pd.DataFrame) -> None:
    table = table[table["points"] == "clusters"].copy()
    table["size"] = table["m"] // table["n"]
    ax.axhline(1, color=COLOURS["paper"], ls="--", label="Conjecture 20, constant 1")
    for (size, rows), colour, marker in zip(table.groupby("size"), SERIES, MARKERS, strict=False):
        rows = rows.sort_values("n")
        label = f"clusters of {size} points"
        ax.plot(rows["n"], rows["ratio"], color=colour, marker=marker, label=label)
    groups = np.geomspace(table["n"].min(), table["n"].max(), 200)
    ax.plot(
        groups, np.sqrt(np.log(groups)), color=COLOURS["sharp"], lw=1, ls="-.",
        label=r"$√(\ln\,(s/k))$",
    )  # fmt: skip
    ax.set_xscale("log", base=2)
    ax.xaxis.set_major_formatter(ScalarFormatter())
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_ylim(bottom=0)
    ax.set_xlabel("$s/k$, number of clusters")
    ax.set_ylabel("lower value / $(WR+B)√(sk/m)$")
    ax.set_title("Sparsity only on average over the sample")
    ax.legend(fontsize=7.5, loc="upper left")


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw proved lower and upper bounds on the largest ratio against the number of points.

    Needs the table of the job `rectangles`.
    """
    table = tables["rectangles"]
    figure, (ax,) = new_figure(1, 1, width=8.4, height=4.8)
    exponents = np.linspace(2, 50, 400)
    upper = [
        rademacher.theorem_j(1, 1, 10**exponent, 1, 1, 0)
        / rademacher.conj_20(1, 1, 10**exponent, 1, 1, 0)
        for exponent in exponents.tolist()
    ]
    ax.plot(exponents, upper, color=COLOURS["sharp"], label="proved upper bound: Theorem J")
    ax.axhline(1, color=COLOURS["paper"], ls="--", label="Conjecture 20, constant 1")
    growth = np.sqrt(2 * exponents * math.log(10))
    ax.plot(
        exponents,
        growth,
        color=COLOURS["muted"],
        ls=":",
        label=r"$√(2 \ln m)$, Theorem H*'s limit",
    )
    for points, text, role, marker in (
        ("rectangles", "certified below, sparsity on the sample (H)", "measured", "o"),
        ("sorted halves", "the same with sorted rows (H*)", "third", "^"),
        ("cliques", "certified below, sparsity on the whole cube (H′)", "second", "s"),
    ):
        rows = table[table["points"] == points]
        ax.plot(
            rows["log10_m"], rows["ratio"], color=COLOURS[role], marker=marker, ls="", label=text
        )
    ax.set_yscale("log")
    ax.set_ylim(0.5, 300)
    ax.set_xlim(2, 50)
    ax.set_xticks(range(10, 51, 10), [f"$10^{{{power}}}$" for power in range(10, 51, 10)])
    ax.set_xlabel("number of points $m$")
    ax.set_ylabel(_RATIO)
    legend_below(figure, *ax.get_legend_handles_labels(), columns=2)
    rows = table[table["points"] != "cliques"]
    drawn = rows[rows["log10_m"] <= 50]
    reached = [
        f"{number(row['ratio'])} at m = {power_of_ten(round(row['log10_m']))}"
        for row in (part.loc[part["ratio"].idxmax()] for part in (drawn, rows))
    ]
    set_title(
        figure, "Certified below, the ratio grows to " + " and to ".join(dict.fromkeys(reached))
    )
    return figure


#: A sample small enough to be seen: 6 rows, 26 columns.
_SEEN = Rectangles(n=6, N=26, h=3, a=2, b=4)


def draw_rectangles(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw drawn signs as a matrix, and the rectangles of three of the neurons.

    Needs no table: the network is built here, as the check builds larger ones.
    """
    rng = np.random.default_rng(1)
    signs = rng.choice([-1, 1], size=(_SEEN.n, _SEEN.N))
    network = build_network(_SEEN, signs, rng)
    figure, (ax,) = new_figure(1, 1, width=10.0, height=3.4)
    upright = is_narrow()
    if upright:
        figure.set_figheight(8)
    colours = ListedColormap(["#dfe7ef", "#f4d9c6"])
    ax.imshow(signs.T if upright else signs, cmap=colours, aspect="equal", interpolation="none")
    for row, column in np.ndindex(*signs.shape):
        text = "+" if signs[row, column] > 0 else "−"
        x, y = (row, column) if upright else (column, row)
        ax.text(x, y, text, ha="center", va="center", fontsize=9, color=COLOURS["muted"])
    full = np.flatnonzero(network.columns.sum(axis=1) == _SEEN.b)
    positive, negative = full[network.u[full] > 0], full[network.u[full] < 0]
    chosen = [positive[0], positive[-1], negative[len(negative) // 2]]
    for neuron, colour, marker in zip(chosen, SERIES, MARKERS, strict=False):
        rows, columns = np.nonzero(np.outer(network.rows[neuron], network.columns[neuron]))
        sign = "+" if network.u[neuron] > 0 else "−"
        used = " and ".join(str(u + 1) for u in np.flatnonzero(network.rows[neuron]))
        ax.plot(
            *((rows, columns) if upright else (columns, rows)),
            color=colour,
            marker=marker,
            ms=15,
            mew=2,
            mfc="none",
            ls="",
            label=f"neuron of rows {used}, sign {sign}",
        )
    across, down = (ax.yaxis, ax.xaxis) if upright else (ax.xaxis, ax.yaxis)
    across.set_ticks(range(_SEEN.N), [str(v + 1) for v in range(_SEEN.N)], fontsize=8)
    down.set_ticks(range(_SEEN.n), [str(u + 1) for u in range(_SEEN.n)])
    across.set_label_text("column $v$ of the point $x_{uv} = p\\,e_u + q\\,f_v$")
    down.set_label_text("row $u$")
    ax.grid(False)
    legend_below(figure, *ax.get_legend_handles_labels(), columns=3)
    covered = network.rows.astype(int).T @ network.columns.astype(int)
    set_title(
        figure,
        f"Each of {len(network.u)} neurons is active on one rectangle, where its rows meet columns "
        f"of its sign, and each of {signs.size} points lies in {span(covered)} of them",
    )
    return figure
