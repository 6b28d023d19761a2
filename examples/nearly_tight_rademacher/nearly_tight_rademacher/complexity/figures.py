"""The figure of the bounds, drawn from their table."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure


def draw_useful(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw each bound over the trivial one against m; its title tells where they fall below it."""
    table = tables["bounds"]
    figure = Figure(layout="constrained")
    axes = figure.add_subplot(xlabel="number of points $m$", ylabel="bound over $kA$")
    kinds = {
        "printed": (r"Theorem 2, $434.3\,\ln^{3/2}(2m)$", "#666666", ":"),
        "two": (r"$2\,\ln^{3/2}(2m)$", "#E69F00", "--"),
        "root": (r"$7.2\,\ln^{1/2}(2m)$", "#0072B2", "-"),
        "lower": ("Theorem 3, from below", "#009E73", "-."),
    }
    first = {}
    for name, (label, colour, dashes) in kinds.items():
        axes.loglog(table["m"], table[name], dashes, color=colour, label=label)
        first[name] = int(table["m"][table[name] < 1].min())
    axes.axhline(1, color="black", ls="--", lw=0.8)
    axes.legend()
    figure.suptitle(
        f"The bound is useful from m = 2^{first['root'].bit_length() - 1} on,\n"
        f"with the constant of its proof from 2^{first['printed'].bit_length() - 1} on"
    )
    return figure
