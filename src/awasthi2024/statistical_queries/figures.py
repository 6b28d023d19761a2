"""Figures of the statistical queries that learners of parities need."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from awasthi2024.shared import style
from awasthi2024.shared.style import COLOURS

#: Colour, marker and label; the first and the last are often at the same place.
_LEARNERS = {
    "characters": ("measured", "o", "correlation with every character"),
    "blocks": ("fourth", "^", "blocks (bent functions)"),
    "gradient": ("second", "D", "gradient descent on the lift"),
    "low degree": ("third", "x", "low-degree algorithm"),
}


def draw_queries(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw queries until success against the lower bound, over m and over the accuracy 1/τ."""
    table = tables["queries"]
    table = table[(table["loss"] == "classification") & (table["excluded"] > 0)]
    table = table.assign(accuracy=1 / table["tolerance"])
    tolerance = table["tolerance"].mode().iloc[0]
    figure, (upper, lower) = style.new_figure(2, 1, height=6.6)
    _draw_learners(upper, table[table["tolerance"] == tolerance], "m")
    upper.set(xlabel="m, number of bits", title=f"Growing m, τ = {tolerance:.3g}")
    m = table.loc[table["learner"] == "gradient", "m"].max()
    _draw_learners(lower, table[table["m"] == m], "accuracy")
    lower.set_xscale("log", base=2)
    lower.set(xlabel="1/τ, accuracy of a query", title=f"Growing accuracy, m = {m}")
    style.legend_below(figure, *upper.get_legend_handles_labels(), columns=2)
    drawn = (table["tolerance"] == tolerance) | (table["m"] == m)
    done = table[drawn & table["succeeded"]]
    every = style.counted(done["queries"] >= done["needed"], "success takes", "successes take")
    style.set_title(figure, f"{every} the lower bound or more")
    return figure


def _draw_learners(axes: Axes, table: pd.DataFrame, along: str) -> None:
    """Draw each learner's queries, hollow where the limit came before success, and the bound."""
    for learner, (role, marker, label) in _LEARNERS.items():
        rows = table[table["learner"] == learner]
        for done, face in ((True, COLOURS[role]), (False, "none")):
            shown = rows[rows["succeeded"] == done]
            axes.plot(shown[along], shown["queries"], marker, color=COLOURS[role],
                      markerfacecolor=face, label=label if done else "")  # fmt: skip
    bound = table[table["needed"] >= 1].drop_duplicates(along).sort_values(along)
    axes.plot(bound[along], bound["needed"], color=COLOURS["paper"], label="lower bound, proved")
    axes.set_yscale("log", base=2)
    axes.set_ylabel("queries until success")


def draw_lifted(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries of learners of lifted parities, with Theorem 3's bound and the exact one."""
    table = tables["lifted"][tables["lifted"]["learner"].isin(list(_LEARNERS))]
    figure, (axes,) = style.new_figure(height=4.4)
    _draw_learners(axes, table, "m")
    grid = np.linspace(4, table["m"].max(), 100)
    label = "Theorem 3: ⅝·2^(√n/3)"
    axes.plot(grid, 0.625 * 2 ** (grid / 3), "--", color=COLOURS["sharp"], label=label)
    axes.set_xlabel("m, number of bits; the lift has n = m² coordinates")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    done = table[table["succeeded"] & (table["m"] >= 4)]
    times = style.number((done["queries"] / (0.625 * 2 ** (done["m"] / 3))).min())
    style.set_title(figure, f"Success takes at least {times} times Theorem 3’s queries")
    return figure


def draw_dense(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries that parities of at most s bits take, at the largest n and τ, over s."""
    table = tables["dense"]
    table = table[(table["tolerance"] == table["tolerance"].max()) & table["succeeded"]]
    n, tolerance = table["n"].max(), table["tolerance"].max()
    table = table[(table["n"] == n) & (table["s"] <= n)].sort_values("s")
    figure, (axes,) = style.new_figure(height=3.4)
    axes.plot(table["s"], table["queries"], "o-", color=COLOURS["measured"])
    axes.text(4.3, 200, "low-degree algorithm", color=COLOURS["measured"])
    proved = table[table["bits"] >= 4]
    bound = 0.625 * 2 ** (proved["bits"] / 3)
    axes.plot(proved["s"], bound, color=COLOURS["paper"])
    axes.text(6, 5, "lower bound, $⅝·2^{s/3}$", color=COLOURS["paper"])
    axes.set_yscale("log", base=2)
    axes.set_xlabel(f"s, neurons of the dense network of {n} inputs")
    axes.set_ylabel(f"queries of tolerance {tolerance:.3g}")
    times = style.number(math.floor((proved["queries"] / bound).min()))
    style.set_title(figure, f"Low-degree queries: at least {times} times the lower bound")
    return figure
