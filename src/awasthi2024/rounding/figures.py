"""Figures of learning with rounding."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.shared import style
from awasthi2024.shared.style import COLOURS, MARKERS, NEAR, SERIES


def draw_size(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the largest norm of the lifted weights against q − 1, with its bound."""
    table = tables["sizes"].sort_values("q")
    figure, (axes,) = style.new_figure()
    lengths = sorted(table["m"].unique())
    for i, m in enumerate((lengths[0], lengths[len(lengths) // 2], lengths[-1])):
        rows = table[table["m"] == m]
        x = rows["q"] - 1
        axes.plot(x, rows["largest_norm"], MARKERS[i], color=SERIES[i], label=f"$m={m}$")
        axes.plot(x, rows["norm_bound"], "--", color=SERIES[i], linewidth=1)
    label = "bound $(√13/3)\\,m^{1.5}(q-1)^4$"
    axes.plot([], [], "--", color=COLOURS["muted"], linewidth=1, label=label)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("$q-1$  (the largest entry of $w$ and $y$)")
    axes.set_ylabel("largest $\\Vert W_{w,a}\\Vert_2$")
    axes.legend(loc="upper left")
    share = table["largest_norm"] / table["norm_bound"]
    said = style.counted(share <= 1 + NEAR, "network is", "networks are")
    style.set_title(figure, f"{said} within the bound, up to {style.percent(share.max())} of it")
    return figure
