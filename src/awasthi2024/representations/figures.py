"""Figures of the topic representations."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.shared.style import COLOURS, MARKERS, SERIES, legend_under, new_figure, set_title


def draw_sparsity(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how probable it is that Appendix A's network is not 1-sparse, as n grows."""
    table = tables["threshold"]
    table = table[(table["statement"] == "remark") & (table["probability"] > 0)].sort_values("n")
    figure, (axes,) = new_figure()
    for i, (b, rows) in enumerate(table.groupby("b")):
        s, colour = 2 ** int(b), SERIES[i]
        axes.plot(rows["n"], rows["probability"], MARKERS[i] + "-", color=colour, label=f"$s={s}$")
        axes.plot(rows["n"], 1 / (rows["n"] * s), "--", linewidth=1, color=colour)
    axes.plot([], [], "--", color=COLOURS["muted"], linewidth=1, label="$1/(ns)$, Remark 11")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set(xlabel="$n=b+q$", ylabel="probability that two or more are active")
    axes.set_title("$s$ and Γ = √ln s are fixed")
    legend_under(axes, columns=4)
    last = table[table["b"] == table["b"].max()].iloc[-1]
    s = 2 ** int(last["b"])
    times = last["probability"] * last["n"] * s
    set_title(figure, f"Of {s} neurons two are active {times:,.0f} times as often as allowed")
    return figure
