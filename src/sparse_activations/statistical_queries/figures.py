"""Figures of the topic statistical_queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sparse_activations.style import COLOURS, MARKERS, draw_rates, new_figure

#: Colour, marker, its size (the first two learners often need the same number), label.
_LEARNERS = {
    "characters": ("measured", "o", 8, "correlation with every character"),
    "low degree": ("third", "s", 4, "low-degree algorithm"),
    "blocks": ("sharp", "^", 5, "blocks (bent functions)"),
    "gradient": ("second", "D", 5, "gradient descent on the lift"),
}


def draw_queries(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw queries until success against the lower bound, over m and over τ.

    Needs the tables of the jobs `queries` and `targets`.
    """
    table = tables["queries"]
    table = table[(table["loss"] == "classification") & (table["excluded"] > 0)]
    figure, (left, right) = new_figure(1, 2, width=10.5, height=5.4)
    tolerance = _commonest(table["tolerance"])
    shown = table[table["tolerance"] == tolerance]
    _draw_learners(left, shown, "m")
    grid = np.arange(int(shown["m"].min()), int(shown["m"].max()) + 1)
    excluded = float(shown["excluded"].iloc[0])
    near = np.select([grid == 1, grid <= 3], [1, 3], 6)
    bound = (2.0**grid - near) / excluded
    left.plot(grid, np.maximum(bound, 0.1), color=COLOURS["paper"],
              label="lower bound")  # fmt: skip
    left.set_xticks(grid)
    left.set_xlabel("m, number of bits")
    left.set_title(f"Growing m, τ = {tolerance:.4g}")
    largest = int(table.loc[table["learner"] == "gradient", "m"].max())
    shown = table[table["m"] == largest]
    _draw_learners(right, shown, "tolerance")
    lines = shown.drop_duplicates("tolerance").sort_values("tolerance")
    right.plot(lines["tolerance"], np.maximum(lines["needed"], 0.1), color=COLOURS["paper"],
               label="lower bound (2^m − L_m)/(⌈τ⁻²⌉ − 1)")  # fmt: skip
    found = tables["targets"]
    found = found[(found["m"] == largest) & found["j"].notna()]
    ends = found.groupby("tolerance", as_index=False)["queries"].max().sort_values("tolerance")
    if len(ends):
        right.plot(ends["tolerance"], ends["queries"], color=COLOURS["sharp"], linestyle="--",
                   label="blocks, the worst of three honest oracles")  # fmt: skip
    right.set_xscale("log", base=2)
    right.invert_xaxis()
    right.set_xlabel("τ, tolerance of a query (smaller to the right)")
    right.set_title(f"Shrinking tolerance, m = {largest}")
    for axes in (left, right):
        axes.set_yscale("log", base=2)
        axes.set_ylim(bottom=0.5)
        axes.set_ylabel("queries until success")
    handles, labels = right.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


def _commonest(values: pd.Series) -> float:
    return float(values.mode().iloc[0])


def _draw_learners(axes: Axes, table: pd.DataFrame, column: str) -> None:
    for learner, (role, marker, size, label) in _LEARNERS.items():
        group = table[table["learner"] == learner]
        done, given_up = group[group["succeeded"]], group[~group["succeeded"]]
        style: dict[str, Any] = {
            "color": COLOURS[role],
            "marker": marker,
            "markersize": size,
            "linestyle": "",
        }
        axes.plot(done[column], done["queries"], label=label, **style)
        axes.plot(given_up[column], given_up["queries"], markerfacecolor="none", **style)
        axes.plot(given_up[column], 1.6 * given_up["queries"], color=COLOURS[role],
                  marker="$↑$", linestyle="", markersize=8)  # fmt: skip
    axes.plot([], [], color=COLOURS["muted"], marker="D", markerfacecolor="none", linestyle="",
              label="none within the limit")  # fmt: skip


def draw_elimination(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the success of elimination without noise and with one label in ten flipped.

    Needs the table of the job `elimination`.
    """
    table = tables["elimination"]
    figure, (left, right) = new_figure(1, 2, width=10.5, height=4.8)
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
    left.legend(loc="lower right")
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
    right.legend(loc="center right")
    return figure


def draw_lifted(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw Theorem 3's bound beside learners by queries, and learners from samples.

    Needs the tables of the jobs `lifted` and `samples`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.5, height=5.4)
    table = tables["lifted"]
    table = table[table["learner"].isin(list(_LEARNERS))]
    _draw_learners(left, table, "n")
    grid = np.linspace(16, float(table["n"].max()), 200)
    left.plot(grid, 0.625 * 2 ** (np.sqrt(grid) / 3), color=COLOURS["paper"],
              label="Theorem 3: ⅝·2^(√n/3)")  # fmt: skip
    lines = table.drop_duplicates("n").sort_values("n")
    lines = lines[lines["needed"] >= 1]
    left.plot(lines["n"], lines["needed"], color=COLOURS["muted"], linestyle="--",
              label="(2^m − L_m)/(⌈τ⁻²⌉ − 1)")  # fmt: skip
    left.set_yscale("log", base=2)
    left.set_xlabel("n = m², coordinates of the lift")
    left.set_ylabel("queries until success")
    left.set_title("Queries of tolerance just above 2^(−√n/3)")
    samples = tables["samples"]
    roles = ("measured", "sharp", "third", "second")
    for i, (learner, group) in enumerate(samples.groupby("learner", sort=True)):
        position = group["m"] + 0.1 * (i - 1.5)
        style = {"color": COLOURS[roles[i]], "marker": MARKERS[i], "label": str(learner)}
        draw_rates(right, position, group, linestyle="", **style)
        rate = group["successes"] / group["trials"]
        right.plot(position, rate, color=COLOURS[roles[i]], linewidth=0.8)
    ratio = int((samples["samples"] / samples["m"]).iloc[0])
    right.set_xticks(sorted(set(samples["m"])))
    right.set_xlabel("m, number of bits")
    right.set_ylabel("share of runs with error at most 1/3")
    right.set_title(f"From {ratio}m noise-free samples")
    for axes in (left, right):
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2, fontsize=8)
    return figure


def draw_dense(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the queries that parities of at most s of n bits take, over s.

    Needs the table of the job `dense`.
    """
    table = tables["dense"]
    tolerance = float(table["tolerance"].max())
    shown = table[table["tolerance"] == tolerance]
    figure, (axes,) = new_figure(1, 1, width=7.2, height=4.6)
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
                  label=f"n = {n}: lower bound, all parities of ≤ s bits")  # fmt: skip
    # At the largest n; the others follow the same curve up to their own n.
    bound = (2.0 ** group["bits"] - 6) / excluded
    visible = bound > 0
    axes.plot(group["s"][visible], bound[visible], color=COLOURS["muted"], linestyle="--",
              label=f"lower bound from 2^min(n,s) parities, n = {n}")  # fmt: skip
    axes.set_yscale("log", base=2)
    axes.set_xlabel("s, neurons of the dense network")
    axes.set_ylabel("queries until success")
    axes.set_title(f"Parities of at most s of n bits, τ = {tolerance:.4g}")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure
