"""Figures of learning with rounding."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    NEAR,
    SERIES,
    counted,
    legend_under,
    new_figure,
    percent,
    set_title,
)


def draw_size(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the largest norm and the number of neurons against q − 1, with their bounds."""
    table = tables["sizes"].sort_values("q")
    lengths = sorted(table["m"].unique())
    shown = lengths[:: max(1, (len(lengths) - 1) // 2)]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    for m, colour, marker in zip(shown, SERIES, MARKERS, strict=False):
        rows = table[table["m"] == m]
        base = rows["q"] - 1
        left.plot(base, rows["largest_norm"], color=colour, marker=marker, ls="", label=f"$m={m}$")
        left.plot(base, rows["norm_bound"], color=colour, ls="--", lw=1)
        right.plot(base, rows["neurons"], color=colour, marker=marker, ls="", label=f"$m={m}$")
        right.plot(base, m * base**2, color=colour, ls="--", lw=1)
        right.plot(base, m * rows["q"] ** 2, color=colour, ls=":", lw=1)
    grey = COLOURS["muted"]
    left.plot([], [], ls="--", label=r"bound $(√13/3)\,m^{1.5}(q-1)^4$", color=grey, lw=1)
    right.plot([], [], ls="--", label=r"sharper bound $m(q-1)^2$", color=grey, lw=1)
    right.plot([], [], ls=":", label=r"the paper's $q^2m$", color=grey, lw=1)
    p = int(table["p"].iloc[0])
    left.set_ylabel(r"largest $\Vert W_{w,a}\Vert_2$")
    left.set_title("Norm of the lifted weights")
    right.set_ylabel("neurons $s$")
    right.set_title(f"Number of neurons, $p={p}$")
    for ax in (left, right):
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("$q-1$  (the largest entry of $w$ and $y$)")
        legend_under(ax)
    size = table["neurons"] / (table["m"] * (table["q"] - 1) ** 2)
    norm = table["largest_norm"] / table["norm_bound"]
    set_title(
        figure,
        counted((size <= 1 + NEAR) & (norm <= 1 + NEAR), "network is", "networks are")
        + f" within both bounds; norms reach {percent(norm.max())} of them, sizes "
        f"{percent(size.max())}",
    )
    return figure
