"""Figures of Conjecture 20."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from awasthi2024.constructions.rectangles import Rectangles, build_network
from awasthi2024.shared import style
from awasthi2024.shared.style import COLOURS, MARKERS, SERIES
from sparseact import bounds


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw proved lower and upper bounds on the largest ratio against the number of points."""
    table = tables["rectangles"]
    figure, (axes,) = style.new_figure(height=4.8)
    powers = np.linspace(2, 50, 400)
    sizes = (10**powers).tolist()
    upper = [bounds.theorem_j(1, 1, m, 1, 1, 0) / bounds.conj_20(1, 1, m, 1, 1, 0) for m in sizes]
    axes.plot(powers, upper, color=COLOURS["sharp"], label="Theorem J, at most")
    limit = np.sqrt(2 * powers * math.log(10))
    axes.plot(powers, limit, ":", color=COLOURS["muted"], label="√(2 ln m), the ratio’s limit")
    axes.axhline(1, color=COLOURS["paper"], ls="--", label="Conjecture 20")
    kinds = {
        "rectangles": ("Theorem H, sparse on the sample", "o"),
        "sorted halves": ("Theorem H*, sparse on the sample", "^"),
        "cliques": ("Theorem H′, sparse on the whole cube", "s"),
    }
    drawn = table[table["points"].isin(kinds) & (table["log10_m"] <= 50)]
    for kind, (text, marker) in kinds.items():
        rows, blue = drawn[drawn["points"] == kind], COLOURS["measured"]
        axes.scatter(rows["log10_m"], rows["ratio"], c=blue, marker=marker, label=text, zorder=3)
    axes.set(yscale="log", ylim=(0.5, 50), xlim=(2, 50), xlabel="number of points $m$")
    axes.set_xticks(range(10, 51, 10), [f"$10^{{{power}}}$" for power in range(10, 51, 10)])
    axes.set_ylabel("complexity / $(WR+B)√(sk/m)$")
    style.label_ends(axes)
    style.legend_below(figure, axes.collections, [text for text, _ in kinds.values()], columns=2)
    most = style.number(drawn["ratio"].max())
    style.set_title(figure, f"The complexity reaches {most} times the conjectured bound")
    return figure


#: A sample small enough to be seen: 6 rows, 26 columns.
_SEEN = Rectangles(n=6, N=26, h=3, a=2, b=4)


def draw_rectangles(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw drawn signs as a matrix, and the rectangles of three of the neurons built on them."""
    rng = np.random.default_rng(1)
    signs = rng.choice([-1, 1], size=(_SEEN.n, _SEEN.N))
    network = build_network(_SEEN, signs, rng)
    figure, (axes,) = style.new_figure(height=2.5)
    axes.imshow(signs, cmap=ListedColormap(["#dfe7ef", "#f4d9c6"]), aspect="equal")
    for (row, column), sign in np.ndenumerate(signs):
        text, grey = "+" if sign > 0 else "−", COLOURS["muted"]
        axes.text(column, row, text, ha="center", va="center", fontsize=9, color=grey)
    full = np.flatnonzero(network.columns.sum(axis=1) == _SEEN.b)
    positive, negative = full[network.u[full] > 0], full[network.u[full] < 0]
    chosen = positive[0], positive[-1], negative[len(negative) // 2]
    for neuron, colour, marker in zip(chosen, SERIES, MARKERS, strict=False):
        rows, columns = np.nonzero(np.outer(network.rows[neuron], network.columns[neuron]))
        used = " and ".join(str(row + 1) for row in np.unique(rows))
        label = f"rows {used}, sign {'+' if network.u[neuron] > 0 else '−'}"
        axes.plot(columns, rows, marker, c=colour, ms=11, mew=2, mfc="none", label=label)
    axes.set_xticks(range(_SEEN.N), [str(v + 1) for v in range(_SEEN.N)], fontsize=9)
    axes.set_yticks(range(_SEEN.n), [str(u + 1) for u in range(_SEEN.n)])
    axes.set(xlabel="column $v$ of the point $x_{uv} = p\\,e_u + q\\,f_v$", ylabel="row $u$")
    axes.grid(False)
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    most = (network.rows.astype(int).T @ network.columns.astype(int)).max()
    style.set_title(figure, f"Each neuron has a rectangle; at most {most} share a point")
    return figure
