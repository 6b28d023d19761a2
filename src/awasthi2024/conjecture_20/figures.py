"""Figures of Conjecture 20."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from awasthi2024.constructions.rectangles import Rectangles, build_network
from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    label_ends,
    legend_below,
    new_figure,
    number,
    set_title,
)
from sparseact import bounds

_RATIO = "complexity / $(WR+B)√(sk/m)$"


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw proved lower and upper bounds on the largest ratio against the number of points.

    Needs the table of the job `rectangles`.
    """
    table = tables["rectangles"]
    figure, (ax,) = new_figure(1, 1, height=4.8)
    exponents = np.linspace(2, 50, 400)
    upper = [
        bounds.theorem_j(1, 1, 10**exponent, 1, 1, 0) / bounds.conj_20(1, 1, 10**exponent, 1, 1, 0)
        for exponent in exponents.tolist()
    ]
    growth = np.sqrt(2 * exponents * math.log(10))
    lines = [
        *ax.plot(exponents, upper, color=COLOURS["sharp"], label="Theorem J"),
        ax.axhline(
            1, color=COLOURS["paper"], ls="--",
            label="the paper’s Conjecture 20, constant 1",
        ),
        *ax.plot(
            exponents, growth, color=COLOURS["muted"], ls=":",
            label="the ratio’s limit, √(2 ln m)",
        ),
    ]  # fmt: skip
    points = [
        ax.plot(
            *table.loc[table["points"] == kind, ["log10_m", "ratio"]].to_numpy().T,
            color=COLOURS["measured"], marker=marker, ls="", label=text,
        )[0]
        for kind, text, marker in (
            ("rectangles", "Theorem H, sparsity on the sample", "o"),
            ("sorted halves", "Theorem H*, with sorted rows", "^"),
            ("cliques", "Theorem H′, sparsity on the whole cube", "s"),
        )
    ]  # fmt: skip
    ax.set_yscale("log")
    ax.set_ylim(0.5, 50)
    ax.set_xlim(2, 50)
    ax.set_xticks(range(10, 51, 10), [f"$10^{{{power}}}$" for power in range(10, 51, 10)])
    ax.set_xlabel("number of points $m$")
    ax.set_ylabel(_RATIO)
    label_ends(ax, lines)
    legend_below(figure, points, [str(line.get_label()) for line in points], columns=2)
    drawn = table[(table["points"] != "cliques") & (table["log10_m"] <= 50)]
    best = drawn.loc[drawn["ratio"].idxmax()]
    set_title(
        figure,
        f"Complexities reach {number(best['ratio'])} times Conjecture 20’s bound, at m = "
        f"{number(10 ** best['log10_m'])}",
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
    figure, (ax,) = new_figure(1, 1, height=2.3)
    colours = ListedColormap(["#dfe7ef", "#f4d9c6"])
    ax.imshow(signs, cmap=colours, aspect="equal", interpolation="none")
    for row, column in np.ndindex(*signs.shape):
        text = "+" if signs[row, column] > 0 else "−"
        ax.text(column, row, text, ha="center", va="center", fontsize=9, color=COLOURS["muted"])
    full = np.flatnonzero(network.columns.sum(axis=1) == _SEEN.b)
    positive, negative = full[network.u[full] > 0], full[network.u[full] < 0]
    chosen = [positive[0], positive[-1], negative[len(negative) // 2]]
    for neuron, colour, marker in zip(chosen, SERIES, MARKERS, strict=False):
        rows, columns = np.nonzero(np.outer(network.rows[neuron], network.columns[neuron]))
        sign = "+" if network.u[neuron] > 0 else "−"
        used = " and ".join(str(u + 1) for u in np.flatnonzero(network.rows[neuron]))
        ax.plot(
            columns,
            rows,
            color=colour,
            marker=marker,
            ms=11,
            mew=2,
            mfc="none",
            ls="",
            label=f"rows {used}, sign {sign}",
        )
    ax.set_xticks(range(_SEEN.N), [str(v + 1) for v in range(_SEEN.N)], fontsize=9)
    ax.set_yticks(range(_SEEN.n), [str(u + 1) for u in range(_SEEN.n)])
    ax.set_xlabel("column $v$ of the point $x_{uv} = p\\,e_u + q\\,f_v$")
    ax.set_ylabel("row $u$")
    ax.grid(False)
    legend_below(figure, *ax.get_legend_handles_labels(), columns=3)
    covered = network.rows.astype(int).T @ network.columns.astype(int)
    set_title(
        figure,
        f"Each neuron is active on a rectangle; at most {covered.max()} share a point",
    )
    return figure
