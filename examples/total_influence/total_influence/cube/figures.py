"""The figure of total influence against the mean."""

import numpy as np
from matplotlib.figure import Figure


def draw_influence(tables):
    """Draw I(f) against μ, with the bound."""
    table = tables["functions"]
    figure = Figure(layout="constrained")
    axes = figure.add_subplot(xlabel=r"mean $\mu$", ylabel="total influence $I(f)$")
    axes.plot(table["mean"], table["influence"], "o", ms=4)
    grid = np.linspace(1e-3, 0.5, 200)
    bound = 2 * grid * np.log2(1 / grid)
    axes.plot(grid, bound, color="grey")
    under = 2 * table["mean"] * np.log2(1 / table["mean"].clip(lower=1e-9))
    attained = int((table["influence"] <= under + 1e-9).sum())
    figure.suptitle(f"{attained} of {len(table)} pairs of mean and influence attain the bound")
    return figure
