"""Figures of Definitions 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from awasthi2024.constructions import forest
from awasthi2024.shared.family_styles import family_style
from awasthi2024.shared.style import COLOURS, SERIES, legend_below, new_figure, set_title
from sparseact.cube import points
from sparseact.randomness import generator

_PLAIN = FuncFormatter(lambda value, _: f"{value:g}")
_PERCENT = FuncFormatter(lambda value, _: f"{float(f'{100 * value:.2g}'):g} %")

#: The fraction of active neurons that the paper's introduction quotes for trained transformers.
_TRANSFORMERS = 0.03


def draw_active(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how few neurons are active: at most, and on average, against s.

    Needs the table of the job `sparsity`.
    """
    figure, (left, right) = new_figure(2, 1, height=6.4)
    families = list(tables["sparsity"].groupby("family", sort=False))
    for i, (name, table) in enumerate(families):
        look = family_style(str(name))
        # Networks of the same s and k would hide one another without a small shift.
        shift = 2 ** (0.13 * (i - (len(families) - 1) / 2))
        by_size = table.groupby(["s", "largest_active"]).size().reset_index()
        style: dict[str, Any] = {
            "marker": look.marker,
            "linestyle": "",
            "color": look.colour,
            "label": look.label,
            "markerfacecolor": "none" if i % 2 else look.colour,
        }
        left.plot(by_size["s"] * shift, by_size["largest_active"], **style)
        right.plot(table["s"] * shift, table["mean_active"] / table["s"], **style)
    sizes = np.array([1.0, max(table["s"].max() for _, table in families)])
    left.plot(sizes, sizes, "--", color=COLOURS["muted"], label="k = s, no sparsity")
    right.axhline(_TRANSFORMERS, linestyle=":", color=COLOURS["muted"])
    right.annotate(
        "3 %, trained\ntransformers (§1)", (1, _TRANSFORMERS), xytext=(-3, 3), ha="right",
        xycoords=("axes fraction", "data"), textcoords="offset points", fontsize=9,
    )  # fmt: skip
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        axes.set_xlabel("number of neurons $s$")
        axes.xaxis.set_major_formatter(_PLAIN)
    left.yaxis.set_major_formatter(_PLAIN)
    left.set_ylabel("neurons active on one input, at most")
    left.set_title("Over all inputs: the largest $|R_x|$")
    legend_below(figure, *left.get_legend_handles_labels(), columns=3)
    right.yaxis.set_major_formatter(_PERCENT)
    right.set_ylabel("share of neurons active on average")
    right.set_title("Over uniform inputs: $\\mathbf{E}\\,|R_x|\\,/\\,s$")
    most = tables["sparsity"]["largest_active"].max()
    widest = tables["sparsity"]["s"].max()
    set_title(
        figure,
        f"Never more than {most} neurons are active, in networks of up to {widest:,}",
    )
    return figure


#: A network small enough to be seen: trees, their depth, inputs.
_SEEN = (2, 3, 6)


def draw_pattern(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw which neurons of a forest of two trees are active on which inputs.

    Needs no table: the network is built here, as the checks build larger ones.
    """
    trees, depth, n = _SEEN
    network = forest(trees, depth, n, generator(1, "the figure of a pattern"))
    x = points(n)
    active = network.active(x)
    # Inputs with the same active neurons are side by side.
    order = np.lexsort(active.T[::-1])[::-1]
    figure, (axes,) = new_figure(1, 1, height=4.4)
    leaves = active.shape[1] // trees
    for tree in range(trees):
        rows, columns = np.nonzero(active[order].T[tree * leaves : (tree + 1) * leaves])
        axes.plot(
            columns, rows + tree * leaves, "s", markersize=4.5, color=SERIES[tree],
            label=f"tree {tree + 1}",
        )  # fmt: skip
    axes.set_xlim(-1, len(x))
    axes.set_ylim(active.shape[1] - 0.4, -0.6)
    axes.set_yticks(range(active.shape[1]), [str(j + 1) for j in range(active.shape[1])])
    axes.set_xlabel(f"the {len(x)} inputs of {{±1}}$^{n}$, those with one pattern side by side")
    axes.set_ylabel("neuron")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    counts = active.sum(axis=1)
    low, high = counts.min(), counts.max()
    each = f"{high}" if low == high else f"{low} to {high}"
    set_title(
        figure,
        f"Each input activates {each} of the {active.shape[1]} neurons",
    )
    return figure
