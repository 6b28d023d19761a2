"""Figures of the topic section_6."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, PercentFormatter, ScalarFormatter

from awasthi2024.bounds.section_6 import theorem_s, theorem_s_sparsity
from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    draw_rates,
    label_ends,
    legend_below,
    legend_under,
    new_figure,
    number,
    percent,
    set_title,
)
from sparseact.bounds import dense_rademacher_sharp, theorem_j


def draw_average_case(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the activity of networks on data and under uniform inputs, and what the mean costs.

    Needs the tables of the jobs `trained` and `limits`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    trained = tables["trained"].drop_duplicates(["data", "told", "n", "s"]).reset_index(drop=True)
    roots = np.sqrt(trained[["data_mean_square", "mean_square"]])
    left.hlines(trained.index, *roots.to_numpy().T, color=COLOURS["muted"], lw=1, zorder=1)
    for column, text, colour, marker in (
        ("data_mean_square", "on the data", COLOURS["measured"], MARKERS[0]),
        ("mean_square", "under uniform inputs", COLOURS["third"], MARKERS[1]),
    ):
        left.plot(roots[column], roots.index, color=colour, marker=marker, ls="", label=text)
    names = [
        f"{row['data']},\ns = {row['s']}, k = {row['k']}".replace(f", k = {row['s']}", "")
        for _, row in trained.iterrows()
    ]
    left.set_yticks(trained.index, names)
    left.set_ylim(len(trained) - 0.4, -0.6)
    left.set_xlim(left=0)
    left.set_xlabel("active neurons, root of the mean square")
    left.set_title("Trained networks")
    legend_under(left)
    limits = tables["limits"]
    right.plot(
        limits["q"], limits["ratio"], marker="o", color=COLOURS["measured"],
        label="on average,\nat least",
    )  # fmt: skip
    right.axhline(1, color=COLOURS["sharp"], linestyle="--", label="at each point,\nat most")
    right.set_xscale("log", base=2)
    right.set_xlabel("$q$, where $m = q^2$")
    right.set_ylabel("complexity / $WR√(sk/m)$")
    right.set_title("Sparsity on average and at each point")
    right.xaxis.set_major_formatter(ScalarFormatter())
    label_ends(right)
    most = (roots["mean_square"] / roots["data_mean_square"]).max()
    set_title(
        figure, f"Uniform inputs activate up to {number(most)} times as many neurons as the data"
    )
    return figure


def draw_practical(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how often greedy selection learns, and what few monomials leave of a flat junta.

    Needs the tables of the jobs `greedy` and `hard`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    table = tables["greedy"]
    for i, (n, rows) in enumerate(table.groupby("n")):
        label = f"n = {n}, {rows['monomials'].iloc[0]} monomials"
        draw_rates(left, rows["m"], rows, color=SERIES[i], marker=MARKERS[i], label=label)
    left.set_xlabel("number of samples")
    left.set_ylabel("share of trials that learn")
    left.set_title("Greedy selection on sums of decision trees")
    legend_under(left)
    for i, (p, rows) in enumerate(tables["hard"].groupby("p")):
        right.plot(
            rows["terms"], rows["loss"], color=SERIES[i], marker=MARKERS[i], label=f"s = {2**p}"
        )
    right.set_xscale("log", base=2)
    right.set_xlabel("t, number of monomials")
    right.set_ylabel("smallest loss")
    right.set_title("Juntas whose coefficients all have one size, k = 1")
    legend_under(right, columns=4)
    most = table[table["m"] == table["m"].max()]
    set_title(
        figure,
        f"With {most['m'].iloc[0]} samples greedy selection learns in at least "
        f"{percent((most['successes'] / most['trials']).min())} of trials",
    )
    return figure


def draw_rare(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the Rademacher complexity of networks that are rarely active, against the samples.

    Needs the table of the job `rare`; of its systems it draws the systems of the largest dimension.
    """
    table = tables["rare"]
    rows = table[(table["n"] == table["n"].max()) & (table["points"] == "drawn")]
    n, eta = int(rows["n"].max()), float(rows["eta"].min())
    rows = rows[rows["eta"] == eta]
    limit, root = float(rows["limit"].max()), math.sqrt(n)
    figure, (ax,) = new_figure(height=4.6)
    samples = np.unique(np.geomspace(1, 1e9, 400).astype(int))
    scale = root, 1, math.sqrt(2 * math.log(1 / eta))  # R, W and B, as small as it may be
    curves = {
        "no sparsity, at most": ("paper", ":", lambda m: dense_rademacher_sharp(1, m, *scale)),
        "rare activity, at least": (
            "sharp", "-", lambda m: theorem_s(n, 1, m, 1, eta)
        ),
        "sparse in the mean, at most": (
            "third", "--",
            lambda m: theorem_j(1, min(theorem_s_sparsity(n, 1, eta, m), 1), m, *scale),
        ),
        "sparse on each sample, at most": (
            "muted", "-.", lambda m: theorem_j(1, eta, m, *scale)
        ),
    }  # fmt: skip
    for text, (role, style, bound) in curves.items():
        heights = [bound(int(m)) / root for m in samples]
        ax.plot(samples, heights, color=COLOURS[role], linestyle=style, label=text)
    (built,) = ax.plot(
        rows["m"],
        rows["value"] / root,
        color=COLOURS["measured"],
        marker="o",
        linestyle="",
        label="networks that were built, mean over all signs",
    )
    ax.axvline(limit, color=COLOURS["muted"], linewidth=0.8)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("number of samples $m$; the line is at $m_0=n/(16\\,\\ln(1/\\eta))$")
    ax.set_ylabel("complexity / $sWR$")
    label_ends(ax, ax.get_lines()[: len(curves)])
    legend_below(figure, [built], [str(built.get_label())], columns=1)
    factor = float((rows["dense"] / rows["value"]).max())
    set_title(
        figure,
        f"On up to {rows['m'].max()} samples, rare activity gains at most a factor of "
        f"{number(factor)}",
    )
    return figure


def draw_activity(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of active neurons on digits by width, and the signs right."""
    table = tables["activity"]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    names = list(dict.fromkeys(table["network"]))
    for i, name in enumerate(names):
        rows = table[table["network"] == name]
        look = {
            "color": COLOURS["muted"] if i == 0 else SERIES[i - 1], "marker": MARKERS[i],
            "label": name, "mfc": "none",
        }  # fmt: skip
        left.plot(rows["s"], rows["mean_share"], **look)
        if i:
            right.plot(rows["s"], rows["accuracy"], **look)
    left.axhline(0.03, linestyle=":", color=COLOURS["paper"])
    left.annotate(
        "3 %, cited for transformers", (1, 0.03), xytext=(-3, 3), ha="right", fontsize=9,
        xycoords=("axes fraction", "data"), textcoords="offset points",
    )  # fmt: skip
    left.set_yscale("log")
    left.set_ylim(top=1)
    left.set_ylabel("mean share of active neurons")
    right.set_ylim(0.5, 1.01)
    right.set_ylabel("signs right on held-out images")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xlabel("number of neurons $s$")
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(table["s"]))))
    left.yaxis.set_major_formatter(PercentFormatter(1))
    right.yaxis.set_major_formatter(PercentFormatter(1))
    legend_below(figure, *left.get_legend_handles_labels(), columns=3)
    widest = table[table["s"] == table["s"].max()].set_index("network")["mean_share"]
    set_title(
        figure,
        f"The largest penalty takes {percent(widest['trained'])} active neurons to "
        f"{percent(widest[names[-1]])} in the widest network",
    )
    return figure
