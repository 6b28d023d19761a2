"""Figures of the topic input_distributions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from claimcheck.checks.comparison import ROUNDING
from sparse_activations.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    counted,
    draw_rates,
    new_figure,
    number,
    percent,
    set_title,
    span,
)


def draw_product(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how near networks come to Theorem A under product distributions, and the learner.

    Needs the tables of the jobs `product`, `product_search` and `product_learner`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.0, height=4.4)
    for i, (name, text) in enumerate(
        [("product", "networks, drawn distributions"), ("product_search", "searched")]
    ):
        table = tables[name]
        left.plot(
            table["largest_bias"],
            table["tightness"],
            linestyle="",
            marker=MARKERS[i],
            color=SERIES[i],
            alpha=0.7,
            label=text,
        )
    left.axhline(1, color=COLOURS["sharp"], linestyle="--", label="the bound")
    left.set_xlabel("probability of the commoner value, largest over the coordinates")
    left.set_ylabel(
        "$\\Sigma_i\\,\\mathbf{E}\\,\\mathrm{Var}_i(h)\\,/\\,4W^2\\,\\mathbf{E}\\,|R_x|^2$"
    )
    left.set_title("Theorem A under product distributions")
    left.legend()
    learner = tables["product_learner"]
    _draw_learner(right, learner)
    tightness = pd.concat([tables["product"]["tightness"], tables["product_search"]["tightness"]])
    rate = learner.assign(rate=learner["successes"] / learner["trials"])
    proved = rate.loc[rate["method"] != "characters", "rate"]
    set_title(
        figure,
        counted(tightness <= 1 + ROUNDING, "network lies", "networks lie")
        + f" on or under the bound, and {(tightness >= 1 - ROUNDING).sum()} attain it; at the "
        f"proved size the learner succeeds in {span(proved, percent)} of the trials",
    )
    return figure


def _draw_learner(axes: Axes, table: pd.DataFrame) -> None:
    names = {
        "regression": "regression",
        "averages": "averages of $y\\,\\varphi_T$",
        "characters": "averages of $y\\,\\chi_T$",
    }
    biases = sorted(set(table["q"]), key=Fraction, reverse=True)
    for i, (method, text) in enumerate(names.items()):
        rows = table[table["method"] == method].set_index("q").loc[biases]
        draw_rates(
            axes,
            [j + (i - 1) * 0.12 for j in range(len(biases))],
            rows,
            linestyle="",
            marker=MARKERS[i],
            color=SERIES[i],
            label=text,
        )
    axes.axhline(1 - float(table["delta"].iloc[0]), color=COLOURS["muted"], ls=":", label="1 − δ")
    axes.set_xticks(range(len(biases)), biases)
    axes.set_ylim(-0.05, 1.05)
    axes.set_xlabel("q and 1 − q, of every second coordinate")
    axes.set_ylabel("share of trials that succeed")
    axes.set_title("The low-degree learner at the proved sample size")
    axes.legend(loc="center left")


#: The share of 1-sparse inputs whose bias the title tells.
_MOST = 0.99


def draw_gaussian(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of 1-sparse Gaussian inputs against the bias.

    Needs the tables of the jobs `gaussian` and `gaussian_sampled`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.0, height=4.6)
    table, sampled = tables["gaussian"], tables["gaussian_sampled"]
    two = table[table["directions"].str.startswith("two at")]
    for i, (name, rows) in enumerate(two.groupby("directions", sort=False)):
        colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
        left.plot(rows["bias"], rows["low"], color=colour, marker=marker, label=f"{name}")
    left.set_ylabel("share of 1-sparse inputs")
    left.set_title("Two neurons")
    left.legend(title="angle")
    orthogonal = table[(table["directions"] == "orthogonal") & (table["s"] > 2)]
    shown = sorted(set(orthogonal["s"]) & {3, 8, 64, 256})
    for i, s in enumerate(shown):
        rows = orthogonal[orthogonal["s"] == s]
        right.plot(rows["bias"], rows["low"], color=SERIES[i], label=f"s = {s}, orthogonal")
        right.plot(rows["bias"], rows["bound"], color=SERIES[i], linestyle="--", linewidth=1)
    for i, (name, rows) in enumerate(sampled.groupby("directions")):
        middle = (rows["low"] + rows["high"]) / 2
        right.errorbar(
            rows["bias"],
            middle,
            yerr=(rows["high"] - rows["low"]) / 2,
            linestyle="",
            marker=MARKERS[i],
            color=COLOURS["muted"],
            capsize=3,
            label=f"{name}, s = {', '.join(map(str, sorted(set(rows['s']))))}",
        )
    right.set_title("More neurons")
    right.legend(fontsize=8)
    for axes in (left, right):
        axes.set_xlabel("bias t = b/‖w‖")
        axes.set_ylabel("share of 1-sparse inputs")
    least = {
        s: orthogonal[(orthogonal["s"] == s) & (orthogonal["low"] >= _MOST)]["bias"].min()
        for s in (shown[0], shown[-1])
    }
    set_title(
        figure,
        f"{percent(_MOST)} of the inputs are 1-sparse "
        + " and ".join(f"from bias {number(t)} on for s = {s}" for s, t in least.items())
        + ", with orthogonal directions",
    )
    return figure
