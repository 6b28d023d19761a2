"""Figures of the parities through the quadratic lift."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter, ScalarFormatter

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    legend_below,
    legend_under,
    new_figure,
    number,
    set_title,
)


def draw_norms(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw W and B of the networks for S = [m] against m."""
    table = tables["norms"].sort_values("m")
    names = [name for name in table["network"].unique() if name.startswith("truncated")]
    truncated = sorted(names, key=lambda name: -float(name.split()[1]))
    figure, axes = new_figure(2, 1, height=7.0)
    series = [
        ("corrected", "corrected sum, $u=2$", COLOURS["measured"]),
        ("economical", r"economical: least $W$ with neurons in $\Sigma y_i$", COLOURS["sharp"]),
        *(
            (name, f"the same, wrong on at most {_power(float(name.split()[1]))} of $y$", colour)
            for name, colour in zip(
                truncated, (COLOURS["third"], COLOURS["fourth"], COLOURS["muted"]), strict=False
            )
        ),
    ]
    m = np.array(sorted(table["m"].unique()), dtype=float)
    for ax, column in zip(axes, ("W", "B"), strict=True):
        for (name, label, colour), marker in zip(series, MARKERS, strict=False):
            rows = table[table["network"] == name]
            small = name.startswith("truncated")
            ax.plot(
                rows["m"], rows[column], color=colour, marker=marker, label=label,
                markersize=4 if small else 5.5, lw=1.2 if small else 1.6,
            )  # fmt: skip
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.xaxis.set_major_formatter(ScalarFormatter())
        ax.xaxis.set_minor_formatter(NullFormatter())
        ax.set_xlabel("number of bits $m$  (the network has $n=m^2$ inputs)")
    left, right = axes
    first = float(table[table["network"] == "corrected"]["W"].iloc[0])
    left.plot(
        m, 2 * np.sqrt(5) * m**1.5, color=COLOURS["paper"], ls="--",
        label=r"the paper, §4: here $2√5\,m^{1.5}$ (below: $4\,m^2$)",
    )  # fmt: skip
    left.plot(
        m, first * m / m[0], color=COLOURS["second"], ls=":",
        label=r"the paper, §1: $O(m)$, through the first point",
    )  # fmt: skip
    left.set_ylabel(r"$W=\Vert u\Vert_\infty\,\max_j\Vert w_j\Vert_2$")
    left.set_title("Norm of the weights")
    legend_below(figure, *left.get_legend_handles_labels(), columns=2)
    right.plot(m, 4 * m**2, color=COLOURS["paper"], ls="--", label=r"§4: $O(m^2)$, here $4\,m^2$")
    right.set_ylabel(r"$B=\Vert u\Vert_\infty\,\max_j|b_j|$")
    right.set_title("Size of the biases")
    rows = table[table["network"] == "corrected"]
    slope = np.polyfit(np.log(rows["m"]), np.log(rows["W"]), 1)[0]
    set_title(
        figure,
        f"W of the corrected networks grows like m to the power {number(slope)}",
    )
    return figure


def _power(epsilon: float) -> str:
    exponent = round(math.log10(epsilon))
    far = epsilon < 1e-3 and math.isclose(10.0**exponent, epsilon)
    return f"$10^{{{exponent}}}$" if far else f"{epsilon:g}"


def draw_cube(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how often, and how many, neurons are active on the whole cube."""
    table = tables["cube"].sort_values("m")
    figure, (left, right) = new_figure(2, 1, height=7.0)
    for ax, column, label in (
        (left, "share", "corrected network, $S=[m]$: all $2^{m^2}$ points"),
        (right, "largest", "corrected network, $S=[m]$: all $2^{m^2}$ points"),
    ):
        ax.plot(
            table["m"], table[column], color=COLOURS["measured"], marker=MARKERS[0], label=label
        )
        ax.set_xlabel("number of bits $m$  (the cube has dimension $m^2$)")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.axhline(0, color=COLOURS["sharp"], ls="--", label="on the image of the lift: none")
    left.set_ylabel("points with 2 or more active")
    left.set_title("How often more than one is active")
    right.plot(
        table["m"], table["m"] // 2 + 1, color=COLOURS["muted"], ls=":",
        label=r"number of neurons, $\lfloor m/2\rfloor+1$",
    )  # fmt: skip
    right.axhline(1, color=COLOURS["sharp"], ls="--", label="on the image of the lift: at most 1")
    right.set_ylabel("active neurons, at most")
    right.set_title("How many are active at one point")
    right.yaxis.set_major_locator(MaxNLocator(integer=True))
    for ax in (left, right):
        legend_under(ax, columns=1)
    set_title(
        figure,
        f"Off the lift’s image, up to {table['largest'].max()} neurons are active at once",
    )
    return figure
