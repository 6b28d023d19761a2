"""Figures of the Rademacher complexity of sparsely activated networks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter, NullLocator, StrMethodFormatter

from awasthi2024.bounds import section_5
from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    NEAR,
    SERIES,
    counted,
    legend_below,
    new_figure,
    set_title,
)

_BOUNDS = (
    ("theorem_j", "Theorem J, without $n$", COLOURS["third"], "-."),
    ("closed", "(15) with proved constants", COLOURS["sharp"], "-"),
    ("eq_15", "the paper’s (15), as stated", COLOURS["paper"], "--"),
    ("conj_20", "Conjecture 20, constant 1", COLOURS["second"], ":"),
    ("theorem_f", "Theorem F, closed form (lower bound)", "black", (0, (3, 2))),
)


def draw_sweeps(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the complexity and its bounds against m, s, k, n, W and B."""
    exact, certified = tables["bounds"], tables["sweeps"]
    figure, axes = new_figure(3, 2, height=8.2)
    panels = (
        (exact, "samples", "m", "number of samples $m$"),
        (exact, "neurons", "s", "number of neurons $s$"),
        (exact, "sparsity", "k", "active neurons $k$"),
        (certified, "dimension", "n", "dimension $n$"),
        (certified, "weight", "W", "bound on the weights $W$"),
        (certified, "bias", "B", "bound on the biases $B$"),
    )
    for ax, (table, sweep, column, label) in zip(axes, panels, strict=True):
        rows = table[table["sweep"] == sweep]
        rows = rows[rows["k"] == rows["k"].min()]
        if column == "k":
            rows = table[table["sweep"] == sweep]
        _panel(ax, rows, column)
        ax.set_xlabel(label)
        ax.set_ylabel("Rademacher complexity")
        ax.set_title(_title(rows, column))
    handles, labels = axes[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, columns=2)
    both = pd.concat([exact, certified])
    over = {name: (both["lower"] > both[name] * (1 + NEAR)).sum() for name, *_ in _BOUNDS}
    set_title(
        figure,
        f"{over['eq_15']} of {len(both):,} complexities exceed (15) as stated, "
        + ("none" if not over["closed"] else f"{over['closed']}")
        + " the proved bound",
    )
    return figure


def _title(rows: pd.DataFrame, column: str) -> str:
    exact = "cloud" not in rows
    names = [name for name in ("m", "s", "k", "n", "W", "B") if name != column]
    if exact:  # n = m, W = 1
        names = [name for name in names if name not in ("n", "W")]
    fixed = ", ".join(f"${name}={rows[name].iloc[0]:g}$" for name in names)
    return f"{'Orthonormal' if exact else 'Sphere'},\n{fixed}"


def _panel(ax: Axes, rows: pd.DataFrame, column: str) -> None:
    means = rows.groupby(column).mean(numeric_only=True)
    for name, label, colour, style in _BOUNDS:
        values = means[name].where(means[name] > 0)
        ax.plot(means.index, values, color=colour, ls=style, label=label)
    middle = (rows["lower"] + rows["upper"]) / 2
    ax.plot(
        rows[column],
        middle,
        color=COLOURS["measured"],
        marker=MARKERS[0],
        ls="none",
        label="measured (exact or certified)",
        zorder=5,
    )
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_minor_formatter(NullFormatter())


def draw_dense(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw 𝓡√m/(s(WR+B)) against m for each kind of points."""
    table = tables["dense"]
    table = table[table["s"] == table["s"].min()]
    biases = sorted(table["B"].unique())
    figure, axes = new_figure(len(biases), 1, height=6.8)
    kinds = list(table["kind"].unique())
    colours = (*SERIES[:5], COLOURS["muted"])
    for ax, bias in zip(axes, biases, strict=True):
        for kind, colour, marker in zip(kinds, colours, MARKERS, strict=False):
            rows = table[(table["kind"] == kind) & (table["B"] == bias)].sort_values("m")
            # One point is attained whatever it is.
            m = [1, *rows["m"]] if 1 not in set(rows["m"]) else list(rows["m"])
            values = [*([1.0] if len(m) > len(rows) else []), *(rows["low"] + rows["high"]) / 2]
            if len(rows):
                ax.plot(m, values, color=colour, marker=marker, lw=1.0, label=f"{kind} points")
        ax.axhline(1, color=COLOURS["paper"], ls="--", label="the paper’s bound")
        ax.axhline(1.5, color=COLOURS["sharp"], label="proved bound, 3/2")
        ax.axhline(
            np.sqrt(0.5),
            color=COLOURS["muted"],
            ls=":",
            label=r"repeated point: at least $1/√2$",
        )
        ax.set_ylim(0.45, 1.6)
        ax.set_xlim(0.6, table["m"].max() + 0.4)
        ax.xaxis.set_major_locator(FixedLocator(sorted(table["m"].unique())))
        ax.set_xlabel("number of samples $m$")
        ax.set_ylabel(r"complexity $\cdot\,√m\,/\,((WR+B)\,s)$")
        ax.set_title(f"$k=s$, $W=1$, $B={bias:g}$")
    handles, labels = axes[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, columns=3)
    set_title(
        figure,
        counted(table["high"] <= 1 + NEAR, "complexity lies", "complexities lie")
        + " at or below the paper’s bound, with constant 1",
    )
    return figure


def draw_range(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw exact complexities of sparse and dense networks of one range against s/k.

    Needs no table: on orthogonal points both are values of Theorem F, the dense ones at k = s.
    """
    k, m = 2, 64
    shares = np.arange(2, 62, 2)
    unit = k / np.sqrt(m)
    figure, (axes,) = new_figure(1, 1, height=4.2)
    sparse = np.array([section_5.theorem_f(k * r, k, m, 1, 1) for r in shares.tolist()]) / unit
    dense = [section_5.theorem_f(k * r, k * r, m, 1, 1 / r) / unit for r in shares.tolist()]
    axes.plot(shares, sparse, color=COLOURS["measured"], marker="o", ms=4, label="sparse")
    axes.plot(shares, dense, color=COLOURS["second"], marker="s", ms=4, label="dense, scale $kW/s$")
    axes.axhline(1.5, color=COLOURS["sharp"], label="bound of dense, any points: 3/2")
    axes.set_xlabel(f"$s/k$, at $k={k}$, $m={m}$ orthogonal points and $B=0$")
    axes.set_ylabel(r"complexity $\cdot\,√m\,/\,(kWR)$")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    smaller = sparse > dense
    set_title(
        figure,
        "At one range dense networks have the smaller complexity: "
        f"{smaller.sum()} of {len(shares)} ratios",
    )
    return figure
