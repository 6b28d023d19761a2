"""The one visual style of all figures."""

from __future__ import annotations

from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

#: Okabe and Ito's colour-blind-safe palette, by role.
COLOURS = {
    "measured": "#0072B2",
    "paper": "#D55E00",
    "sharp": "#009E73",
    "second": "#CC79A7",
    "third": "#E69F00",
    "fourth": "#56B4E9",
    "muted": "#666666",
}

#: Colours for series that have no role, in order.
SERIES = ("#0072B2", "#E69F00", "#CC79A7", "#56B4E9", "#000000", "#F0E442")

#: One marker a series, so that colour is never the only difference.
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

_SETTINGS: dict[str, Any] = {
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "font.size": 9.5,
    "grid.alpha": 0.3,
    "legend.fontsize": 8.5,
    "legend.framealpha": 0.9,
    "lines.linewidth": 1.5,
    "lines.markersize": 5,
    "savefig.dpi": 150,
    "svg.fonttype": "path",
    "svg.hashsalt": "sparseact",
}

for _name, _value in _SETTINGS.items():
    matplotlib.rcParams[_name] = _value  # type: ignore[index]


def new_figure(
    rows: int = 1, columns: int = 1, *, width: float = 7.2, height: float = 4.2
) -> tuple[Figure, list[Axes]]:
    """Return a figure and its axes, row by row; width and height in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = [figure.add_subplot(rows, columns, i + 1) for i in range(rows * columns)]
    return figure, axes


def draw_rates(
    axes: Axes, x: Any, rows: pd.DataFrame, *, successes: str = "successes", **style: Any
) -> None:
    """Draw rates against x with the table's intervals; `style` goes to `Axes.errorbar`.

    `rows` has trials, low, high and the number of successes.
    """
    rate = rows[successes] / rows["trials"]
    spread = np.abs([rate - rows["low"], rows["high"] - rate])  # rounding may leave −0
    axes.errorbar(x, rate, yerr=spread, capsize=3, **style)
