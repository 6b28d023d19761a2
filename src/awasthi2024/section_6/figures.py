"""Figures of the topic section_6."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

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
from sparseact.bounds.rademacher import dense_rademacher_sharp, theorem_j
from sparseact.bounds.section_6 import theorem_s, theorem_s_sparsity


def draw_average_case(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw E|R_x|² on data and under uniform inputs, and the example on Rademacher complexity.

    Needs the tables of the jobs `trained`, `images` and `limits`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    trained = tables["trained"].drop_duplicates(["data", "told", "n", "s"])
    images = tables["images"]
    both = pd.concat([trained, images], ignore_index=True)
    for y, row in both.iterrows():
        ends = [row["data_mean_square"], row["mean_square"]]
        left.plot(ends, [y, y], color=COLOURS["muted"], lw=1, zorder=1)
    for column, text, colour, marker in (
        ("data_mean_square", "on the data", COLOURS["measured"], MARKERS[0]),
        ("mean_square", "under uniform inputs", COLOURS["third"], MARKERS[1]),
    ):
        left.plot(both[column], both.index, color=colour, marker=marker, ls="", label=text)
    rows = both["mean_square_low"].notna()
    left.hlines(
        both.index[rows], both["mean_square_low"][rows], both["mean_square_high"][rows],
        color=COLOURS["third"], lw=3, alpha=0.5,
    )  # fmt: skip
    names = [
        f"{row['data']},\ns = {row['s']}" + (f", k = {row['k']}" if row["k"] < row["s"] else "")
        for _, row in both.iterrows()
    ]
    left.set_yticks(both.index, names)
    left.set_ylim(len(both) - 0.4, -0.6)
    left.set_xscale("log", base=2)
    left.xaxis.set_major_formatter(ScalarFormatter())
    left.set_xlabel("$\\mathbf{E}\\,|R_x|^2$, active neurons")
    left.set_title("Trained networks")
    legend_under(left)
    limits = tables["limits"]
    right.plot(
        limits["q"], limits["ratio"], marker="o", color=COLOURS["measured"], label="on average"
    )
    right.axhline(1, color=COLOURS["sharp"], linestyle="--", label="at each\npoint")
    right.set_xscale("log", base=2)
    right.set_xlabel("$q$, where $m = q^2$")
    right.set_ylabel("complexity / $WR√(sk/m)$, at least")
    right.set_title("Complexity for three forms of sparsity")
    right.xaxis.set_major_formatter(ScalarFormatter())
    label_ends(right)
    beside = both["mean_square"] / both["data_mean_square"]
    set_title(
        figure,
        f"Networks are up to {number(beside.max())} times as active on uniform inputs as on data",
    )
    return figure


def draw_practical(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how often greedy selection learns, and what few monomials leave of a flat junta.

    Needs the tables of the jobs `greedy` and `hard`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    table = tables["greedy"]
    forests = table[table["target"] == "forest"]
    for i, (n, group) in enumerate(forests.groupby("n")):
        for learner, style in (("greedy", "-"), ("regression", ":")):
            rows = group[group["learner"] == learner].sort_values("m")
            draw_rates(
                left,
                rows["m"],
                rows,
                color=SERIES[i],
                marker=MARKERS[i],
                linestyle=style,
                label=f"{learner}, n = {n}, N = {rows['monomials'].iloc[0]}",
            )
    left.set_xlabel("samples")
    left.set_ylabel("share of trials that learn")
    left.set_title("Sums of decision trees")
    legend_under(left)
    for i, (p, rows) in enumerate(tables["hard"].groupby("p")):
        right.plot(
            rows["terms"], rows["loss"], color=SERIES[i], marker=MARKERS[i], label=f"s = {2**p}"
        )
    right.set_xscale("log", base=2)
    right.set_xlabel("t, number of monomials")
    right.set_ylabel("least loss")
    right.set_title("Juntas with a flat spectrum, k = 1")
    legend_under(right, columns=4)
    most = forests["m"] == forests["m"].max()
    last = (forests["successes"] / forests["trials"])[most & (forests["learner"] == "greedy")]
    set_title(
        figure,
        f"From {forests['m'].max()} samples greedy selection learns in at least "
        f"{percent(last.min())} of trials",
    )
    return figure


def draw_rare(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the Rademacher complexity of networks that are rarely active, against the samples.

    Needs the table of the job `rare`; of its systems it draws the systems of the largest dimension.
    """
    table = tables["rare"]
    rows = table[(table["n"] == table["n"].max()) & (table["points"] == "drawn")]
    n, delta = int(rows["n"].max()), float(rows["delta"].min())
    rows = rows[rows["delta"] == delta]
    limit, root = float(rows["limit"].max()), math.sqrt(n)
    figure, (ax,) = new_figure(height=4.6)
    samples = np.unique(np.geomspace(1, 1e9, 400).astype(int))
    scale = root, 1, math.sqrt(2 * math.log(1 / delta))  # R, W and B, as small as it may be
    curves = {
        "no sparsity, at most": ("paper", ":", lambda m: dense_rademacher_sharp(1, m, *scale)),
        "rare activity, at least": (
            "sharp", "-", lambda m: theorem_s(n, 1, m, 1, delta)
        ),
        "sparse in the mean, at most": (
            "third", "--",
            lambda m: theorem_j(1, min(theorem_s_sparsity(n, 1, delta, m), 1), m, *scale),
        ),
        "sparse on each sample, at most": (
            "muted", "-.", lambda m: theorem_j(1, delta, m, *scale)
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
    ax.set_xlabel("number of samples $m$; the line is at $m_0=n/(16\\,\\ln(1/\\delta))$")
    ax.set_ylabel("complexity / $sWR$")
    label_ends(ax, ax.get_lines()[: len(curves)])
    legend_below(figure, [built], [str(built.get_label())], columns=1)
    few = rows[rows["m"] <= limit]
    where = f"up to {math.floor(limit)}" if len(few) else f"{rows['m'].min()} to {rows['m'].max()}"
    shown = few if len(few) else rows
    factor = float((shown["dense"] / shown["value"]).max())
    set_title(
        figure, f"On {where} samples, rare activity gains at most a factor of {number(factor)}"
    )
    return figure
