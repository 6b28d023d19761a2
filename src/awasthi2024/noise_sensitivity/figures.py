"""Figures of the topic noise_sensitivity."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from awasthi2024.shared.family_styles import family_style
from awasthi2024.shared.style import (
    COLOURS,
    NEAR,
    SERIES,
    counted,
    legend_beside,
    legend_under,
    new_figure,
    number,
    set_title,
)

_COLUMNS = 2
_STYLES = ("-", "--", "-.", ":", (0, (5, 1)))


def draw_noise(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw NS_ρ/(min(2k, s)²W²) against 1 − ρ by network family, with Lemma 10 and Theorem D.

    Needs the table of the job `noise`.
    """
    shown = _scaled(tables["noise"])
    families = [str(name) for name in tables["noise"]["family"].unique()]
    rows = len(families) // _COLUMNS + 1  # with a place for the legend
    figure, axes = new_figure(rows, _COLUMNS, height=2.5 * rows)
    for i, (panel, name) in enumerate(zip(axes, families, strict=False)):
        table = shown[shown["family"] == name]
        _family(panel, table)
        label = family_style(name).label
        panel.set_title(f"{label[0].upper()}{label[1:]}: {table['network'].nunique()}")
        panel.set_ylim(shown["scaled"].min() / 2, 2 * shown["paper"].max())
        if i % _COLUMNS == 0:
            panel.set_ylabel(r"$\mathrm{NS}_\rho(h)\,/\,(\min(2k, s)^2W^2)$")
        if i + _COLUMNS >= len(families):
            panel.set_xlabel(r"$1-\rho$")
    legend_beside(figure, axes, len(families), columns=2)
    ours = shown["one_minus_rho"] / 2
    largest = (shown["paper"] / ours).max()
    set_title(
        figure,
        counted(shown["scaled"] > ours * (1 + NEAR), "value exceeds", "values exceed")
        + f" Theorem D’s bound; Lemma 10’s is up to {number(largest)} times it",
    )
    return figure


def _scaled(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows where the corrected lemma applies and NS is not 0, over min(2k, s)²W²."""
    use = table[
        (table["n"] * table["s"] >= 2) & (table["one_minus_rho"] <= 1) & (table["W"] > 0)
    ].copy()
    unit = np.minimum(2 * use["k"], use["s"]) ** 2 * use["W"] ** 2
    use["scaled"] = use["noise_sensitivity"] / unit
    use["paper"] = use["paper_corrected"] / unit
    return use[use["scaled"] > 0]


def _family(axes: Axes, table: pd.DataFrame) -> None:
    for i, (_, group) in enumerate(table.groupby("network", sort=False)):
        axes.plot(
            group["one_minus_rho"],
            group["scaled"],
            color=COLOURS["measured"],
            linewidth=0.9,
            alpha=0.6,
            label="exact, a line for each network" if i == 0 else None,
        )
    rest = np.array(sorted(table["one_minus_rho"].unique()))
    paper = table.groupby("one_minus_rho")["paper"].agg(["min", "max"]).loc[rest]
    axes.fill_between(
        rest,
        paper["min"],
        paper["max"],
        color=COLOURS["paper"],
        alpha=0.25,
        linewidth=0,
        label="Lemma 10, with its least constant:\nrange over the networks",
    )
    axes.plot(
        rest,
        paper["min"].iloc[0] * np.sqrt(rest / rest[0]),
        color=COLOURS["paper"],
        linestyle=":",
        label="slope ½, its root of 1 − ρ",
    )
    axes.plot(
        rest,
        rest / 2,
        color=COLOURS["sharp"],
        linestyle="--",
        label="Theorem D: (1 − ρ)/2",
        zorder=3,
    )
    axes.set_xscale("log")
    axes.set_yscale("log")


def draw_coupling(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how far the coupling's (x, y) is from (x, N_ρ(x)), and the noise that it gives.

    Needs the table of the job `coupling`.
    """
    table = tables["coupling"]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    for i, (n, group) in enumerate(table.groupby("n", sort=True)):
        group = group.sort_values("rho_value")
        colour, style = SERIES[i % len(SERIES)], _STYLES[i % len(_STYLES)]
        # A new piece where r jumps, so that no line is drawn across the jump.
        for j, (_, piece) in enumerate(group.groupby("r")):
            left.plot(
                piece["rho_value"],
                piece["total_variation"],
                color=colour,
                linestyle=style,
                label=f"n = {int(n)}" if j == 0 else None,
            )
    met = table.loc[table["total_variation"] == 0, "rho_value"].unique()
    left.plot(
        met,
        0 * met,
        color=COLOURS["muted"],
        marker="o",
        linestyle="",
        zorder=3,
        label="equal: 2/(1 − ρ) is whole",
    )
    left.set_xlabel("ρ")
    left.set_ylabel("total variation distance")
    left.set_title(r"From $(x, y)$ to $(x, N_\rho(x))$")
    legend_under(left, columns=3)

    widest = table[table["n"] == table.loc[table["r"].idxmax(), "n"]].sort_values("rho_value")
    for j, (_, piece) in enumerate(widest.groupby("r")):
        right.plot(
            piece["rho_value"],
            piece["rho_given"],
            color=COLOURS["measured"],
            label="given: ρ′ = 1 − 2/r" if j == 0 else None,
        )
    ends = [-1, float(widest["rho_value"].max())]
    right.plot(ends, ends, color=COLOURS["paper"], linestyle="--", label="claimed: ρ")
    exact = widest[widest["total_variation"] == 0]
    right.plot(
        exact["rho_value"],
        exact["rho_given"],
        color=COLOURS["muted"],
        marker="o",
        linestyle="",
        zorder=3,
        label="equal",
    )
    right.set_xlabel("ρ")
    right.set_ylabel(r"correlation of $x_i$ and $y_i$")
    right.set_title("The noise that the coupling gives")
    legend_under(right, columns=3)
    values = table["rho"].drop_duplicates()
    integral = {rho for rho in values if (2 / (1 - Fraction(str(rho)))).denominator == 1}
    equal = set(table.loc[table["total_variation"] == 0, "rho"])
    where = (
        "only where 2/(1 − ρ) is whole"
        if equal == integral
        else f"at {len(equal)} of {len(values)} values of ρ"
    )
    set_title(figure, f"The coupling gives the claimed noise {where}")
    return figure
