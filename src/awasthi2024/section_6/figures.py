"""Figures of the topic section_6."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, PercentFormatter, ScalarFormatter

from awasthi2024.bounds.section_6 import theorem_s, theorem_s_sparsity
from awasthi2024.shared import style
from awasthi2024.shared.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import dense_rademacher_sharp, theorem_j


def draw_average_case(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the activity of trained networks on their data and under uniform inputs."""
    trained = tables["trained"].drop_duplicates(["data", "told", "n", "s"]).reset_index(drop=True)
    roots = np.sqrt(trained[["data_mean_square", "mean_square"]])
    figure, (axes,) = style.new_figure(height=3.0)
    axes.hlines(trained.index, *roots.to_numpy().T, color=COLOURS["muted"], lw=1, zorder=1)
    for column, text, colour, marker in (
        ("data_mean_square", "on the data", "measured", "o"),
        ("mean_square", "under uniform inputs", "third", "s"),
    ):
        axes.plot(roots[column], roots.index, marker, color=COLOURS[colour], label=text)
    names = [
        f"{row.data.partition(',')[0]}, s = {row.s}, k = {row.k}" for row in trained.itertuples()
    ]
    axes.set(yticks=trained.index, yticklabels=names, xlim=0, ylim=(len(trained) - 0.4, -0.6))
    axes.set_xlabel("number of active neurons, root of the mean square")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    most = style.number((roots["mean_square"] / roots["data_mean_square"]).max())
    style.set_title(figure, f"Uniform inputs activate up to {most} times as many neurons")
    return figure


def draw_practical(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how often greedy selection learns sums of decision trees, with 95 % intervals."""
    table = tables["greedy"]
    figure, (axes,) = style.new_figure()
    for (n, rows), colour, marker in zip(table.groupby("n"), SERIES, MARKERS, strict=False):
        label = f"n = {n}, {rows['monomials'].iloc[0]} monomials"
        style.draw_rates(axes, rows["m"], rows, color=colour, marker=marker, label=label)
    axes.set(xlabel="number of samples", ylabel="fraction of trials that learn", ylim=(0, 1.03))
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    most = table[table["m"] == table["m"].max()]
    least = style.percent((most["successes"] / most["trials"]).min())
    m = most["m"].iloc[0]
    style.set_title(figure, f"With {m} samples at least {least} of the trials learn")
    return figure


def draw_rare(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the complexity of rarely active networks; of the systems, the largest dimension's."""
    table = tables["rare"]
    rows = table[(table["n"] == table["n"].max()) & (table["points"] == "drawn")]
    n, eta, root = int(rows["n"].max()), float(rows["eta"].min()), math.sqrt(rows["n"].max())
    scale = root, 1, math.sqrt(2 * math.log(1 / eta))  # R, W and B, as small as it may be
    figure, (axes,) = style.new_figure(height=4.6)
    m = np.unique(np.geomspace(1, 1e9, 400).astype(int)).tolist()
    for label, colour, line, bound in (
        ("no sparsity, at most", "paper", ":", lambda m: dense_rademacher_sharp(1, m, *scale)),
        ("rare activity, at least", "sharp", "-", lambda m: theorem_s(n, 1, m, 1, eta)),
        ("sparse in the mean, at most", "third", "--",
         lambda m: theorem_j(1, min(theorem_s_sparsity(n, 1, eta, m), 1), m, *scale)),
        ("sparse on each sample, at most", "muted", "-.", lambda m: theorem_j(1, eta, m, *scale)),
    ):  # fmt: skip
        heights = [bound(size) / root for size in m]
        axes.plot(m, heights, color=COLOURS[colour], linestyle=line, label=label)
    text = "networks that were built, mean over all signs"
    built = axes.scatter(rows["m"], rows["value"] / root, color=COLOURS["measured"], label=text)
    axes.axvline(float(rows["limit"].max()), color=COLOURS["muted"], linewidth=0.8)
    axes.set(xscale="log", yscale="log", ylabel="complexity / $sWR$")
    axes.set_xlabel("number of samples $m$; the line is at $m_0=n/(16\\,\\ln(1/\\eta))$")
    style.label_ends(axes)
    style.legend_below(figure, [built], [text], columns=1)
    factor = style.number(float((rows["dense"] / rows["value"]).max()))
    most = rows["m"].max()
    style.set_title(figure, f"Up to {most} samples rare activity gains at most a factor {factor}")
    return figure


def draw_activity(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the fraction of active neurons on digits held out, by width."""
    table = tables["activity"]
    figure, (axes,) = style.new_figure(height=4.2)
    colours = COLOURS["muted"], *SERIES
    groups = table.groupby("network", sort=False)
    for (name, rows), colour, marker in zip(groups, colours, MARKERS, strict=False):
        axes.plot("s", "mean_share", data=rows, c=colour, marker=marker, mfc="none", label=name)
    axes.axhline(0.03, linestyle=":", color=COLOURS["paper"])
    axes.annotate(
        "3 %, cited for transformers", (1, 0.03), xytext=(-3, 3), ha="right", fontsize=9,
        xycoords=("axes fraction", "data"), textcoords="offset points",
    )  # fmt: skip
    axes.set_xscale("log", base=2)
    axes.set(yscale="log", ylim=(None, 1), xlabel="number of neurons $s$")
    axes.set_ylabel("mean fraction of active neurons")
    axes.xaxis.set(
        major_formatter=ScalarFormatter(), major_locator=FixedLocator(table["s"].unique())
    )
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    widest = table[table["s"] == table["s"].max()].set_index("network")["mean_share"]
    trained, last = style.percent(widest["trained"]), style.percent(widest.iloc[-1])
    style.set_title(figure, f"In the widest network {trained} are active, with a penalty {last}")
    return figure
