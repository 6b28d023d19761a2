"""Figures of the topic juntas."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    SERIES,
    legend_below,
    new_figure,
    percent,
    set_title,
)


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw which degree all juntas of p variables need, for several losses.

    Needs the table of the job `all_tables`.
    """
    table = tables["all_tables"]
    values = sorted(set(table["p"]))
    figure, panels = new_figure(-(-len(values) // 2), 2, height=5.0)
    feasible = sorted(set(table.loc[table["epsilon"] < 0.5, "epsilon"]))
    losses = sorted({feasible[0], feasible[len(feasible) // 2], feasible[-1]})
    width = 0.8 / len(losses)
    for panel, p in zip(panels, values, strict=True):
        for i, epsilon in enumerate(losses):
            group = table[(table["p"] == p) & (table["epsilon"] == epsilon)]
            share = group["juntas"] / group["juntas"].sum()
            text = f"at most {epsilon:.3g}" if epsilon else "0"
            panel.bar(
                group["degree"] + (i - (len(losses) - 1) / 2) * width,
                share,
                width,
                color=SERIES[i % len(SERIES)],
                hatch=("", "//", "..")[i],
                edgecolor="white",
                label=f"loss {text}",
            )
        panel.set_yscale("log")
        panel.set_ylim(1e-5, 2)
        panel.set_xticks(range(p + 1))
        panel.set_xlabel("degree needed")
        panel.set_title(f"p = {p}: {2 ** (2**p):,} juntas")
    panels[0].set_ylabel("share of all juntas")
    handles, labels = panels[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, columns=len(losses))
    p = values[-1]
    widest = table[table["p"] == p]
    exact = widest[widest["epsilon"] == losses[0]]
    full = exact.loc[exact["degree"] == p, "juntas"].sum() / exact["juntas"].sum()
    set_title(
        figure,
        f"{percent(full)} of the juntas of {p} variables have no exact fit of lower degree",
    )
    return figure
