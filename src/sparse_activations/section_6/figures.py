"""Figures of the topic section_6."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from sparse_activations.style import COLOURS, MARKERS, SERIES, draw_rates, new_figure


def draw_average_case(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw E|R_x|² on data and under uniform inputs, and the example on Rademacher complexity.

    Needs the tables of the jobs `trained`, `images` and `limits`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.5, height=4.4)
    trained = tables["trained"].drop_duplicates(["data", "told", "n", "s"])
    images = tables["images"]
    for i, (name, rows) in enumerate(trained.groupby("data", sort=False)):
        left.plot(
            rows["data_mean_square"],
            rows["mean_square"],
            linestyle="",
            marker=MARKERS[i],
            color=SERIES[i],
            label=name,
        )
    middle = images["mean_square"]
    left.errorbar(
        images["data_mean_square"],
        middle,
        yerr=[middle - images["mean_square_low"], images["mean_square_high"] - middle],
        linestyle="",
        marker=MARKERS[2],
        color=SERIES[2],
        capsize=3,
        label="digits, 64 pixels",
    )
    ends = [1.0, float(max(trained["mean_square"].max(), images["mean_square_high"].max()))]
    left.plot(ends, ends, color=COLOURS["muted"], linestyle=":", label="equal")
    left.set_xscale("log")
    left.set_yscale("log")
    left.set_xlabel("$\\mathbf{E}\\,|R_x|^2$ on the data")
    left.set_ylabel("$\\mathbf{E}\\,|R_x|^2$ under uniform inputs")
    left.set_title("Trained networks")
    left.legend()
    limits = tables["limits"]
    right.plot(limits["q"], limits["ratio"], marker="o", color=COLOURS["measured"])
    right.axhline(1, color=COLOURS["sharp"], linestyle="--", label="sparsity at each point")
    right.set_xscale("log", base=2)
    right.set_xlabel("$q$, where $m = q^2$")
    right.set_ylabel("lower bound on $\\mathcal{R}_S$ over $WR\\sqrt{sk/m}$")
    right.set_title("Sparsity on average")
    right.legend()
    return figure


def draw_practical(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how often greedy selection learns, and what few monomials leave of a flat junta.

    Needs the tables of the jobs `greedy` and `hard`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.5, height=4.4)
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
    left.legend(fontsize=8)
    for i, (p, rows) in enumerate(tables["hard"].groupby("p")):
        right.plot(
            rows["terms"], rows["loss"], color=SERIES[i], marker=MARKERS[i], label=f"s = {2**p}"
        )
    right.set_xscale("log", base=2)
    right.set_xlabel("t, number of monomials")
    right.set_ylabel("least loss")
    right.set_title("Juntas with a flat spectrum, k = 1")
    right.legend()
    return figure
