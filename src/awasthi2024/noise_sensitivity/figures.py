"""Figures of the topic noise_sensitivity."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.shared.style import COLOURS, NEAR, counted, legend_below, new_figure, set_title


def draw_noise(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw NS_ρ/(min(2k, s)²W²) against 1 − ρ, with Lemma 10 and Theorem D."""
    table = tables["noise"]
    use = (table["n"] * table["s"] >= 2) & (table["one_minus_rho"] <= 1)
    table = table[use & (table["noise_sensitivity"] > 0)]
    unit = np.minimum(2 * table["k"], table["s"]) ** 2 * table["W"] ** 2
    table = table.assign(
        scaled=table["noise_sensitivity"] / unit, paper=table["paper_corrected"] / unit
    )
    ends = table.groupby("one_minus_rho")[["scaled", "paper"]].agg(["min", "max"])
    rest = ends.index.to_numpy(float)
    figure, (axes,) = new_figure(height=4.4)
    for column, colour, label in (
        ("paper", COLOURS["paper"], "Lemma 10, with its least constant: range"),
        ("scaled", COLOURS["measured"], f"{table['network'].nunique()} networks: range"),
    ):
        low, high = ends[column]["min"], ends[column]["max"]
        axes.fill_between(rest, low, high, color=colour, alpha=0.3, linewidth=0, label=label)
    root = ends["paper"]["min"].iloc[0] * np.sqrt(rest / rest[0])
    axes.plot(rest, root, color=COLOURS["paper"], linestyle=":", label="slope ½, its root of 1 − ρ")
    axes.plot(rest, rest / 2, "--", color=COLOURS["sharp"], label="Theorem D: (1 − ρ)/2")
    axes.set(xscale="log", yscale="log", xlabel="1 − ρ", ylabel="noise sensitivity / min(2k, s)²W²")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=2)
    above = table["scaled"] > table["one_minus_rho"] / 2 * (1 + NEAR)
    said = counted(above, "value exceeds", "values exceed")
    set_title(figure, f"{said} Theorem D’s bound on noise sensitivity")
    return figure


def draw_coupling(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the correlation that the coupling gives, against the claimed one."""
    table = tables["coupling"]
    equal = table["total_variation"] == 0
    figure, (axes,) = new_figure(height=4.2)
    given = table.groupby("rho_value")[["r", "rho_given"]].first()
    # A new piece where r jumps, so that no line is drawn across the jump.
    for r, piece in given.groupby("r"):
        label = "given by the coupling: 1 − 2/r" if r == 1 else None
        axes.plot(piece["rho_given"], color=COLOURS["measured"], label=label)
    ends = [given.index.min(), given.index.max()]
    axes.plot(ends, ends, color=COLOURS["paper"], linestyle="--", label="claimed: ρ")
    met = table.loc[equal, "rho_value"].unique()
    label = "the laws of (x, y) are equal"
    axes.plot(met, met, "o", color=COLOURS["muted"], zorder=3, label=label)
    axes.set(xlabel="ρ", ylabel="correlation of $x_i$ and $y_i$")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    values = table["rho"].drop_duplicates()
    whole = {rho for rho in values if (2 / (1 - Fraction(str(rho)))).denominator == 1}
    where = f"at {table.loc[equal, 'rho'].nunique()} of {len(values)} values"
    if set(table.loc[equal, "rho"]) == whole:
        where = "only at whole 2/(1 − ρ)"
    set_title(figure, f"The coupling’s correlation is ρ {where}")
    return figure
