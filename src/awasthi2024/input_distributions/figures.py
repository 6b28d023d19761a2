"""Figures of the topic input_distributions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    counted,
    draw_rates,
    legend_under,
    new_figure,
    number,
    percent,
    set_title,
)
from paperclaims.checks.comparison import ROUNDING


def draw_product(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how near networks come to Theorem A under product distributions, and the learner.

    Needs the tables of the jobs `product`, `product_search` and `product_learner`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
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
    left.axhline(1, color=COLOURS["sharp"], linestyle="--", label="Theorem A")
    left.set_xlabel("probability of the commoner value, largest over the coordinates")
    left.set_ylabel(
        "$\\Sigma_i\\,\\mathbf{E}\\,\\mathrm{Var}_i(h)\\,/\\,4W^2\\,\\mathbf{E}\\,|R_x|^2$"
    )
    left.set_title("Theorem A under product distributions")
    legend_under(left)
    learner = tables["product_learner"]
    _draw_learner(right, learner)
    tightness = pd.concat([tables["product"]["tightness"], tables["product_search"]["tightness"]])
    set_title(
        figure,
        counted(tightness <= 1 + ROUNDING, "network lies", "networks lie")
        + f" at or below the bound, and {(tightness >= 1 - ROUNDING).sum()} attain it",
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
    legend_under(axes)


#: The share of 1-sparse inputs whose bias the title tells.
_MOST = 0.99


def draw_gaussian(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of 1-sparse Gaussian inputs against the bias, for orthogonal neurons.

    Needs the table of the job `gaussian`.
    """
    table = tables["gaussian"]
    orthogonal = table[(table["directions"] == "orthogonal") & (table["s"] > 2)]
    sizes = sorted(set(orthogonal["s"]))
    shown = sorted({sizes[0], *(s for s in sizes if s in (8, 64)), sizes[-1]})
    figure, (axes,) = new_figure(1, 1, height=4.2)
    # The names are at two heights, so that they do not overlap.
    for s, colour, marker, level in zip(shown, SERIES, MARKERS, (0.5, 0.3) * 2, strict=False):
        rows = orthogonal[orthogonal["s"] == s].sort_values("bias")
        axes.plot(
            rows["bias"], rows["low"], color=colour, marker=marker, markersize=4, linewidth=1.2
        )
        bias = np.interp(level, rows["low"], rows["bias"])
        axes.annotate(
            f"s = {s}", (bias, level), xytext=(7, -3), textcoords="offset points",
            color=[0.8 * part for part in to_rgb(colour)],
        )  # fmt: skip
    axes.axhline(_MOST, color=COLOURS["muted"], linestyle=":")
    axes.annotate(
        percent(_MOST), (0, _MOST), xytext=(3, -11), xycoords=("axes fraction", "data"),
        textcoords="offset points", color=COLOURS["muted"], fontsize=9,
    )  # fmt: skip
    axes.set_ylim(-0.03, 1.05)
    axes.set_xlabel("bias t = b/‖w‖")
    axes.set_ylabel("share of 1-sparse inputs")
    axes.set_title("s neurons with orthogonal directions")
    last = orthogonal[orthogonal["s"] == shown[-1]]
    enough = last.loc[last["low"] >= _MOST, "bias"]
    where = f"from bias {number(enough.min())} on" if len(enough) else "at none of these biases"
    set_title(figure, f"Nearly all inputs are 1-sparse {where}, even with {shown[-1]} neurons")
    return figure
