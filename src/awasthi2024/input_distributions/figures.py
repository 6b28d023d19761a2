"""The figure of input_distributions."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from awasthi2024.shared.style import COLOURS, SERIES, new_figure, number, percent, set_title

#: The share of 1-sparse inputs whose bias the title names.
_MOST = 0.99


def draw_gaussian(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of 1-sparse Gaussian inputs against the bias, for orthogonal neurons."""
    table = tables["gaussian"]
    rows = table[(table["directions"] == "orthogonal") & table["s"].isin((3, 8, 64, 256))]
    figure, (axes,) = new_figure(height=4.2)
    # The names are at two heights, so that they do not overlap.
    for (s, mine), colour, level in zip(rows.groupby("s"), SERIES, (0.5, 0.3) * 2, strict=False):
        axes.plot(mine["bias"], mine["low"], color=colour, marker="o", markersize=4)
        place = np.interp(level, mine["low"], mine["bias"]), level
        dark = [0.8 * part for part in to_rgb(colour)]
        axes.annotate(f"s = {s}", place, (7, -3), textcoords="offset points", color=dark)
    axes.axhline(_MOST, color=COLOURS["muted"], linestyle=":")
    axes.annotate(percent(_MOST), (0.01, 0.88), xycoords="axes fraction", color=COLOURS["muted"])
    axes.set(ylim=(-0.03, 1.05), xlabel="bias t = b/‖w‖", ylabel="share of 1-sparse inputs")
    axes.set_title("s neurons with orthogonal directions")
    enough = mine.loc[mine["low"] >= _MOST, "bias"]
    where = f"from bias {number(enough.min())} on" if len(enough) else "at none of these biases"
    set_title(figure, f"{s} neurons are nearly always 1-sparse {where}")
    return figure
