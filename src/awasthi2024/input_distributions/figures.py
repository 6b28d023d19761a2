"""Figures of the topic input_distributions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    new_figure,
    number,
    percent,
    set_title,
)

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
