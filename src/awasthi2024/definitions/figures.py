"""Figures of Definitions 1 and 2."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

from awasthi2024.constructions import forest
from awasthi2024.shared import style
from sparseact.cube import points
from sparseact.randomness import generator


def draw_active(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how many neurons are active on one input, at most, against s."""
    table = tables["sparsity"]
    figure, (axes,) = style.new_figure(height=4.2)
    families = list(table.groupby("family", sort=False))
    for i, (name, rows) in enumerate(families):
        look = style.family_style(str(name))
        seen = rows[["s", "largest_active"]].drop_duplicates()
        # Networks of the same s and k would hide one another without a small shift.
        shift = 2 ** (0.13 * (i - (len(families) - 1) / 2))
        axes.plot(
            seen["s"] * shift, seen["largest_active"], look.marker, color=look.colour,
            label=look.label, markerfacecolor="none" if i % 2 else look.colour,
        )  # fmt: skip
    most, widest = table["largest_active"].max(), table["s"].max()
    diagonal, grey = [1, widest], style.COLOURS["muted"]
    axes.plot(diagonal, diagonal, "--", color=grey, label="k = s, no sparsity")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.set(xlabel="number of neurons $s$", ylabel="neurons active on one input, at most")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    style.set_title(figure, f"At most {most} neurons are active, in networks of up to {widest:,}")
    return figure


def draw_pattern(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw which neurons of a forest of two trees, which is built here, are active on an input."""
    trees, depth, n = 2, 3, 6  # small enough to be seen
    network = forest(trees, depth, n, generator(1, "the figure of a pattern"))
    active = network.active(points(n))
    active = active[np.lexsort(active.T[::-1])[::-1]]  # the same active neurons side by side
    figure, (axes,) = style.new_figure(height=4.4)
    leaves = network.s // trees
    for tree in range(trees):
        rows, columns = np.nonzero(active.T[tree * leaves : (tree + 1) * leaves])
        axes.plot(
            columns, rows + tree * leaves, "s", markersize=4.5, color=style.SERIES[tree],
            label=f"tree {tree + 1}",
        )  # fmt: skip
    axes.set(xlim=(-1, 2**n), ylim=(network.s - 0.4, -0.6), ylabel="neuron")
    axes.set_yticks(range(network.s), [str(j + 1) for j in range(network.s)])
    axes.set_xlabel(f"the {2**n} inputs of {{±1}}$^{n}$, those with one pattern side by side")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    low, high = active.sum(axis=1).min(), active.sum(axis=1).max()
    each = f"{high}" if low == high else f"{low} to {high}"
    style.set_title(figure, f"Each input activates {each} of the {network.s} neurons")
    return figure
