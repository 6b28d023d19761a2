"""Figures of the topic statistical_queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    counted,
    legend_below,
    new_figure,
    number,
    set_title,
)

#: Colour, marker, place from −1 to 1 next to the others at the same number, label.
_LEARNERS = {
    "characters": ("measured", "o", -0.5, "correlation with every character"),
    "low degree": ("third", "s", 0.5, "low-degree algorithm"),
    "blocks": ("fourth", "^", 0.0, "blocks (bent functions)"),
    "gradient": ("second", "D", 1.0, "gradient descent on the lift"),
}


def draw_queries(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw queries until success against the lower bound, over m and over τ.

    Needs the table of the job `queries`.
    """
    table = tables["queries"]
    table = table[(table["loss"] == "classification") & (table["excluded"] > 0)]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    tolerance = float(table["tolerance"].mode().iloc[0])
    shown = table[table["tolerance"] == tolerance]
    _draw_learners(left, shown, "m", width=0.5)
    lines = shown[shown["needed"] >= 1].drop_duplicates("m").sort_values("m")
    left.plot(lines["m"], lines["needed"], color=COLOURS["paper"],
              label="lower bound, proved")  # fmt: skip
    left.set_xlabel("m, number of bits")
    left.set_title(f"Growing m, τ = {tolerance:.4g}")
    largest = int(table.loc[table["learner"] == "gradient", "m"].max())
    shrinking = table[table["m"] == largest].assign(inverse=lambda rows: 1 / rows["tolerance"])
    _draw_learners(right, shrinking, "inverse", width=0.25)
    lines = shrinking[shrinking["needed"] >= 1].drop_duplicates("inverse").sort_values("inverse")
    right.plot(lines["inverse"], lines["needed"], color=COLOURS["paper"],
               label="lower bound, proved")  # fmt: skip
    right.set_xscale("log", base=2)
    right.set_xlabel("1/τ, accuracy of a query")
    right.set_title(f"Growing accuracy, m = {largest}")
    for axes in (left, right):
        axes.set_yscale("log", base=2)
        axes.set_ylim(bottom=0.4)
        axes.set_ylabel("queries until success")
    legend_below(figure, *right.get_legend_handles_labels(), columns=2)
    done = table[table["succeeded"]]
    some = done[done["needed"] > 1]
    attained = (some["queries"] == some["needed"]).sum()
    set_title(
        figure,
        counted(done["queries"] >= done["needed"], "success takes", "successes take")
        + f" at least the queries of the lower bound; {attained} attain it",
    )
    return figure


def _draw_learners(axes: Axes, table: pd.DataFrame, column: str, *, width: float) -> None:
    """Draw each learner's queries, side by side; `width` is a share of the space between marks."""
    for learner, (role, marker, place, label) in _LEARNERS.items():
        group = table[table["learner"] == learner]
        # On an axis of powers of two the marks are a factor apart, and not a term.
        beside = 2 ** (place * width) if column == "inverse" else 1
        along = group[column] * beside + (place * width if column != "inverse" else 0)
        done = group["succeeded"]
        style: dict[str, Any] = {"color": COLOURS[role], "marker": marker, "linestyle": ""}
        axes.plot(along[done], group["queries"][done], label=label, **style)
        axes.plot(along[~done], group["queries"][~done], markerfacecolor="none", **style)
        axes.plot(along[~done], 1.6 * group["queries"][~done], color=COLOURS[role], marker="$↑$",
                  linestyle="", markersize=8)  # fmt: skip
    axes.plot([], [], color=COLOURS["muted"], marker="D", markerfacecolor="none", linestyle="",
              label="none within the limit")  # fmt: skip


def draw_lifted(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries of learners of lifted parities, with Theorem 3's bound and the exact one.

    Needs the table of the job `lifted`.
    """
    table = tables["lifted"]
    table = table[table["learner"].isin(list(_LEARNERS))]
    figure, (axes,) = new_figure(1, 1, height=4.8)
    _draw_learners(axes, table, "m", width=0.5)
    grid = np.linspace(4, float(table["m"].max()), 200)
    axes.plot(grid, 0.625 * 2 ** (grid / 3), color=COLOURS["paper"],
              label="Theorem 3: ⅝·2^(√n/3)")  # fmt: skip
    lines = table[table["needed"] >= 1].drop_duplicates("m").sort_values("m")
    axes.plot(lines["m"], lines["needed"], color=COLOURS["sharp"], linestyle="--",
              label="lower bound, exact")  # fmt: skip
    axes.set_yscale("log", base=2)
    axes.set_xlabel("m, number of bits (the lift has n = m² coordinates)")
    axes.set_ylabel("queries until success")
    axes.set_title("Queries of tolerance just above 2^(−√n/3)")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    done = table[table["succeeded"] & (table["m"] >= 4)]
    times = (done["queries"] / (0.625 * 2 ** (done["m"] / 3))).min()
    set_title(figure, f"Every success takes at least {number(times)} times Theorem 3's queries")
    return figure


def draw_dense(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries that parities of at most s of n bits take, over s.

    Needs the table of the job `dense`.
    """
    table = tables["dense"]
    tolerance = float(table["tolerance"].max())
    shown = table[table["tolerance"] == tolerance].sort_values("s")
    figure, (axes,) = new_figure(1, 1, height=4.8)
    roles = ("measured", "third", "second", "fourth")
    for i, (n, group) in enumerate(shown.groupby("n", sort=True)):
        axes.plot(group["s"], group["queries"], color=COLOURS[roles[i % len(roles)]],
                  marker=MARKERS[i], linestyle="", label=f"queries used, n = {n}")  # fmt: skip
    # At the largest n; the others follow the same curve up to their own n.
    proved = group[group["bits"] >= 4]
    axes.plot(proved["s"], 0.625 * 2 ** (proved["bits"] / 3), color=COLOURS["paper"],
              label=f"lower bound ⅝·2^(min(n,s)/3), n = {n}")  # fmt: skip
    axes.set_yscale("log", base=2)
    axes.set_xlabel("s, neurons of the dense network")
    axes.set_ylabel("queries until success")
    axes.set_title(f"Parities of at most s of n bits, τ = {tolerance:.4g}")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    judged = shown[(shown["bits"] >= 4) & shown["succeeded"]]
    times = (judged["queries"] / (0.625 * 2 ** (judged["bits"] / 3))).min()
    set_title(
        figure, f"The runs take at least {number(times)} times the queries of the lower bound"
    )
    return figure
