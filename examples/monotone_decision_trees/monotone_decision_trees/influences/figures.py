"""The figure of average sensitivity against size."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure


def draw_influence(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw I(f) against log₂ s, monotone functions and others, with √log₂ s and log₂ s."""
    table = pd.concat([tables["all_trees"], tables["random_trees"]])
    figure = Figure(layout="constrained")
    axes = figure.add_subplot()
    kinds = ((False, "other functions", "o", "#E69F00"), (True, "monotone", "^", "#0072B2"))
    for monotone, label, marker, colour in kinds:
        rows = table[table["monotone"] == monotone]
        axes.plot(np.log2(rows["s"]), rows["influence"], marker, ms=4, color=colour, label=label)
    grid = np.linspace(0, np.log2(table["s"].max()), 100)
    axes.plot(grid, np.sqrt(grid), color="#0072B2", label=r"$\sqrt{\log_2 s}$")
    axes.plot(grid, grid, color="#666666", ls="--", label=r"$\log_2 s$")
    axes.set_xlabel(r"$\log_2 s$")
    axes.set_ylabel("average sensitivity $I(f)$")
    axes.legend()
    rows = table[table["monotone"]]
    under = (rows["influence"] <= np.sqrt(np.log2(rows["s"])) + 1e-9).sum()
    figure.suptitle(f"{under} of {len(rows)} monotone functions\nlie on or under the root", x=0.5)
    return figure
