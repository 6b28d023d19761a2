"""Figures of the parities through the quadratic lift."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter

from awasthi2024.shared.style import COLOURS, MARKERS, legend_below, new_figure, number, set_title


def draw_norms(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw W and B of the corrected network for S = [m] against m."""
    table = tables["norms"].sort_values("m")
    m = table["m"].to_numpy(dtype=float)
    figure, (left, right) = new_figure(2, 1, height=7.0)
    for axes, column, bound in ((left, "W", 2 * np.sqrt(5) * m**1.5), (right, "B", 4 * m**2)):
        axes.plot(
            m, table[column], color=COLOURS["measured"], marker=MARKERS[0],
            label="corrected sum, $u=2$",
        )  # fmt: skip
        axes.plot(
            m, bound, color=COLOURS["paper"], ls="--",
            label=r"the paper, §4: here $2√5\,m^{1.5}$ (below: $4\,m^2$)",
        )  # fmt: skip
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("number of bits $m$  (the network has $n=m^2$ inputs)")
    left.plot(
        m, table["W"].iloc[0] * m / m[0], color=COLOURS["second"], ls=":",
        label=r"the paper, §1: $O(m)$, through the first point",
    )  # fmt: skip
    left.set_ylabel(r"$W=\Vert u\Vert_\infty\,\max_j\Vert w_j\Vert_2$")
    left.set_title("Norm of the weights")
    right.set_ylabel(r"$B=\Vert u\Vert_\infty\,\max_j|b_j|$")
    right.set_title("Size of the biases")
    legend_below(figure, *left.get_legend_handles_labels(), columns=2)
    slope = np.polyfit(np.log(m), np.log(table["W"]), 1)[0]
    set_title(figure, f"W of the corrected networks grows like m to the power {number(slope)}")
    return figure
