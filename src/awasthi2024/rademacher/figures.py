"""Figures of the Rademacher complexity of sparsely activated networks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator, StrMethodFormatter

from awasthi2024.bounds import section_5
from awasthi2024.shared.style import COLOURS, legend_below, new_figure, number, set_title
from sparseact import bounds

_MEASURED: dict[str, Any] = {"color": COLOURS["measured"], "marker": "o", "ls": "", "zorder": 5}


def draw_cube(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw certified complexities on points of the cube against n, with Theorem 19's bounds."""
    table = tables["sweeps"]
    table = table[table["sweep"] == "cube dimension"]
    first, dimensions = table.iloc[0], sorted(set(table["n"]))
    s, m, W, B = int(first["s"]), int(first["m"]), Fraction(first["W"]), Fraction(first["B"])
    figure, (axes,) = new_figure(height=4.4)
    middle = (table["lower"] + table["upper"]) / 2
    axes.plot(table["n"], middle, label="complexity, certified", **_MEASURED)
    # Scaled to norm 1: on the cube R is √n, and the weights are smaller by this factor.
    stated = [section_5.theorem_19(n, s, m, n**0.5, W / n**0.5, B) for n in dimensions]
    constant = section_5.eq_15_cube_constant
    label = f"Theorem 19 with the constant {float(constant)}"
    axes.plot(dimensions, constant * np.array(stated), color=COLOURS["sharp"], label=label)
    paper: dict[str, Any] = {"color": COLOURS["paper"], "ls": "--"}
    axes.plot(dimensions, stated, label="Theorem 19 as stated", **paper)
    without = bounds.theorem_j(s, 1, m, 1, W, B)
    axes.axhline(without, color=COLOURS["third"], ls="-.", label="without √n (Theorem J)")
    axes.set(yscale="log", xlabel=f"dimension n; {m} points of the cube, {s} neurons, k = 1")
    axes.set_ylabel("Rademacher complexity")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    ends = middle.groupby(table["n"]).mean()
    grown = number(ends.iloc[-1] / ends.iloc[0]), number(stated[-1] / stated[0])
    set_title(figure, f"Theorem 19 grows {grown[1]}-fold in n, the complexity {grown[0]}-fold")
    return figure


def draw_sweeps(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exact complexities on orthonormal points against m and k, with the bounds of (15)."""
    table = tables["bounds"]
    figure, panels = new_figure(1, 2, height=4.4)
    shown = []
    for panel, sweep, column, other in zip(
        panels, ("samples", "sparsity"), "mk", ("k = {k:g}", "m = {m:g}"), strict=True
    ):
        rows = table[table["sweep"] == sweep]
        panel.plot(rows[column], rows["lower"], label="complexity, exact", **_MEASURED)
        for name, label, colour, style in (
            ("closed", "(15) with proved constants", COLOURS["sharp"], "-"),
            ("eq_15", "(15) as stated", COLOURS["paper"], "--"),
            ("conj_20", "Conjecture 20, constant 1", COLOURS["second"], ":"),
        ):
            panel.plot(rows[column], rows[name], color=colour, ls=style, label=label)
        panel.set_xscale("log", base=2)
        panel.set(
            yscale="log",
            xlabel=f"{column}, at s = {rows['s'].iloc[0]}, " + other.format(**rows.iloc[0]),
        )
        panel.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        panel.xaxis.set_minor_locator(NullLocator())
        shown.append(rows["eq_15"] / rows["lower"])
    panels[0].set_ylabel("Rademacher complexity, n = m")
    legend_below(figure, *panels[0].get_legend_handles_labels(), columns=2)
    ratios = pd.concat(shown)
    ends = f"{number(ratios.min())} to {number(ratios.max())}"
    set_title(figure, f"Display (15) is {ends} times the exact complexity")
    return figure


def draw_range(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exact complexities of sparse and dense networks of one range against s/k.

    On orthogonal points both are values of Theorem F, the dense ones at k = s.
    """
    k, m = 2, 64
    shares, unit = np.arange(2, 62, 2), k / np.sqrt(m)
    figure, (axes,) = new_figure(height=4.2)
    sparse = np.array([section_5.theorem_f(k * r, k, m, 1, 1) for r in shares.tolist()]) / unit
    dense = [section_5.theorem_f(k * r, k * r, m, 1, 1 / r) / unit for r in shares.tolist()]
    axes.plot(shares, sparse, color=COLOURS["measured"], marker="o", ms=4, label="sparse")
    axes.plot(shares, dense, color=COLOURS["second"], marker="s", ms=4, label="dense, scale $kW/s$")
    axes.axhline(1.5, color=COLOURS["sharp"], label="bound of dense, any points: 3/2")
    axes.set_xlabel(f"$s/k$, at $k={k}$, $m={m}$ orthogonal points and $B=0$")
    axes.set_ylabel(r"complexity $\cdot\,√m\,/\,(kWR)$")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    smaller = f"{(sparse > dense).sum()} of {len(shares)}"
    set_title(figure, f"Dense networks of equal range are less complex ({smaller})")
    return figure
