"""Figures of the topic juntas."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    legend_below,
    legend_under,
    new_figure,
    number,
    percent,
    set_title,
)


def draw_cost(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw what a parity costs the low-degree algorithm, and the loss that lower degrees leave.

    Needs the tables of the jobs `cost` and `parity`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    cost = tables["cost"]
    draw_samples(left, cost)
    draw_losses(right, tables["parity"])
    each = cost["samples"] / cost["monomials"]
    set_title(
        figure,
        f"A parity takes at most {number(each.max())} samples for each monomial of its degree",
    )
    return figure


def draw_samples(axes: Axes, cost: pd.DataFrame) -> None:
    """Draw the samples from which a parity is recovered, with those proved to be enough."""
    for i, (p, group) in enumerate(cost.groupby("p", sort=True)):
        colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
        lines = group.drop_duplicates("n").sort_values("n")
        axes.plot(lines["n"], lines["monomials"], color=colour, linewidth=1.2)
        axes.plot(lines["n"], lines["proved"], color=colour, linestyle="--", linewidth=1)
        axes.plot(
            group["n"],
            group["samples"],
            color=colour,
            marker=marker,
            linestyle="",
            label=f"p = {p} (s = {2**p})",
        )
    for style, text in (("-", "N monomials of degree ≤ p"), ("--", "samples proved to be enough")):
        axes.plot([], [], color=COLOURS["muted"], linestyle=style, label=text)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({int(n) for n in cost["n"]})
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    axes.set_xlabel("n, number of variables")
    axes.set_ylabel("samples until recovery")
    axes.set_title("Recovering a parity of p of n bits")
    legend_under(axes)


def draw_losses(axes: Axes, parity: pd.DataFrame) -> None:
    """Draw what each degree leaves of a parity and of a random junta, below Theorem C."""
    largest = int(parity["p"].max())
    shown = sorted({p for p in parity["p"] if p in (largest, (largest + 1) // 2)})
    for i, p in enumerate(shown):
        colour = SERIES[i % len(SERIES)]
        for name, style, marker in (("parity", "-", "o"), ("random", "--", "s")):
            group = parity[(parity["p"] == p) & (parity["function"] == name)]
            label = f"parity of {p}" if name == "parity" else f"a random junta of {p}"
            axes.plot(
                group["degree"],
                group["least_loss"],
                color=colour,
                linestyle=style,
                marker=marker,
                label=label,
            )
        d = np.arange(p - 1, 2 * largest + 1)
        axes.plot(d, 2 * p / (d + 1), color=colour, linestyle=":", label=f"Theorem C, W² = {p}")
    axes.set_ylim(-0.05, 2.15)
    axes.set_xticks(range(0, 2 * largest + 1, max(1, largest // 5)))
    axes.set_xlabel("degree d")
    axes.set_ylabel("least loss, ½E(g − f)²")
    axes.set_title("Remaining loss at degree d")
    legend_under(axes)


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
