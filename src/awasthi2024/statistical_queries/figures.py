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
    draw_rates,
    legend_below,
    legend_under,
    new_figure,
    number,
    percent,
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

    Needs the table of the job `queries`; with the table of `targets` it has the blocks' worst
    queries.
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
    targets = tables.get("targets", pd.DataFrame(columns=["m", "j", "tolerance", "queries"]))
    targets = targets[(targets["m"] == largest) & targets["j"].notna()]
    ends = targets.groupby("tolerance", as_index=False)["queries"].max().sort_values("tolerance")
    if len(ends):
        right.plot(1 / ends["tolerance"], ends["queries"], color=COLOURS["muted"], linestyle="--",
                   label="blocks, the worst of three honest oracles")  # fmt: skip
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


def draw_elimination(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the success of elimination without noise and with one label in ten flipped.

    Needs the table of the job `elimination`.
    """
    table = tables["elimination"]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    clean = table[table["noise"] == 0]
    surplus = np.arange(0, int((clean["samples"] - clean["m"]).max()) + 1)
    # For large m only k − m matters.
    limit = [np.prod(1 - 2.0 ** -np.arange(c + 1, c + 60)) for c in surplus]
    left.plot(surplus, limit, color=COLOURS["sharp"], label="exact, m → ∞: Π(1 − 2^−i), i > k − m")
    for i, (m, group) in enumerate(clean.groupby("m", sort=True)):
        # Set side by side, for their abscissae are the same integers.
        position = group["samples"] - group["m"] + 0.12 * (i - 1.5)
        style = {"color": list(COLOURS.values())[i % 6], "marker": MARKERS[i % len(MARKERS)]}
        draw_rates(left, position, group, linestyle="", label=f"m = {m}", **style)
    left.set_xlabel("k − m, samples beyond the number of bits")
    left.set_ylabel("share of runs that determine S")
    left.set_title("Noise-free: m + O(1) samples, m in the hundreds")
    left.set_ylim(0, 1.05)
    legend_under(left)
    noisy = table[table["noise"] > 0].sort_values("m")
    group = noisy[noisy["learner"] == "elimination"]
    grid = np.linspace(1, float(noisy["m"].max()), 200)
    rate = 1 - float(noisy["noise"].iloc[0])
    right.plot(grid, rate**grid, color=COLOURS["sharp"], label=f"exact, elimination: {rate:g}^m")
    style = {"color": COLOURS["measured"], "marker": "o", "label": "elimination, m + 10 samples"}
    draw_rates(right, group["m"], group, linestyle="", **style)
    group = noisy[noisy["learner"] != "elimination"]
    label = "best of all 2^m parities, 8m samples"
    style = {"color": COLOURS["third"], "marker": "s", "label": label}
    draw_rates(right, group["m"], group, linestyle="", **style)
    right.set_xlabel("m, number of bits")
    right.set_ylabel("success rate")
    right.set_ylim(-0.02, 1.05)
    right.set_title("One label in ten flipped")
    legend_under(right, columns=1)
    noisy = noisy[noisy["learner"] == "elimination"]
    last = noisy.iloc[-1]
    set_title(
        figure,
        "With one label in ten flipped, elimination succeeds in "
        f"{percent(last['successes'] / last['trials'])} at m = {last['m']}",
    )
    return figure


def draw_lifted(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw Theorem 3's bound next to learners by queries, and learners from samples.

    Needs the tables of the jobs `lifted` and `samples`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    samples = tables["samples"]
    draw_lifted_queries(left, tables["lifted"])
    draw_success(right, samples)
    rates = samples.assign(rate=samples["successes"] / samples["trials"])
    last = rates[rates["m"] == rates["m"].max()].set_index("learner")["rate"]
    set_title(
        figure,
        f"At the largest m, elimination succeeds in {percent(last['elimination'])}, a trained "
        f"network in {percent(last['trained network'])}",
    )
    return figure


def draw_lifted_queries(axes: Axes, table: pd.DataFrame) -> None:
    """Draw the queries of learners of lifted parities, with Theorem 3's bound and the exact one."""
    table = table[table["learner"].isin(list(_LEARNERS))]
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
    legend_under(axes)


def draw_success(axes: Axes, samples: pd.DataFrame) -> None:
    """Draw how often each learner finds a lifted parity from samples."""
    roles = ("measured", "fourth", "third", "second")
    for i, (learner, group) in enumerate(samples.groupby("learner", sort=True)):
        position = group["m"] + 0.12 * (i - 1.5)
        style = {"color": COLOURS[roles[i]], "marker": MARKERS[i], "label": str(learner)}
        draw_rates(axes, position, group, linewidth=0.8, **style)
    ratio = int((samples["samples"] / samples["m"]).iloc[0])
    axes.set_xticks(sorted(set(samples["m"])))
    axes.set_xlabel("m, number of bits")
    axes.set_ylabel("share of runs with error at most 1/3")
    axes.set_title(f"From {ratio}m noise-free samples")
    legend_under(axes)


def draw_dense(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries that parities of at most s of n bits take, over s.

    Needs the table of the job `dense`.
    """
    table = tables["dense"]
    tolerance = float(table["tolerance"].max())
    shown = table[table["tolerance"] == tolerance]
    figure, (axes,) = new_figure(1, 1, height=5.6)
    roles = ("measured", "third", "second", "fourth")
    for i, (n, group) in enumerate(shown.groupby("n", sort=True)):
        colour = COLOURS[roles[i % len(roles)]]
        group = group.sort_values("s")
        excluded = group["excluded"]
        axes.plot(group["s"], group["queries"], color=colour, marker=MARKERS[i], linestyle="",
                  label=f"n = {n}: queries used")  # fmt: skip
        bound = (group["parities"] - 6) / excluded
        visible = bound > 0
        axes.plot(group["s"][visible], bound[visible], color=colour,
                  label=f"n = {n}: lower bound, parities of ≤ s bits")  # fmt: skip
    # At the largest n; the others follow the same curve up to their own n.
    bound = (2.0 ** group["bits"] - 6) / excluded
    visible = bound > 0
    axes.plot(group["s"][visible], bound[visible], color=COLOURS["muted"], linestyle="--",
              label=f"n = {n}: lower bound, 2^min(n,s) parities")  # fmt: skip
    axes.set_yscale("log", base=2)
    axes.set_xlabel("s, neurons of the dense network")
    axes.set_ylabel("queries until success")
    axes.set_title(f"Parities of at most s of n bits, τ = {tolerance:.4g}")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=1)
    needed = (shown["parities"] - 6) / shown["excluded"]
    times = (shown["queries"] / needed)[needed > 0].min()
    set_title(
        figure, f"The runs take at least {number(times)} times the queries of the lower bound"
    )
    return figure
