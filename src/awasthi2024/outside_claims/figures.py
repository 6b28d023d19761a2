"""Figures of the digest's phrases: polynomials for one neuron, queries, and depth."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter, PercentFormatter, ScalarFormatter

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    draw_rates,
    label_ends,
    legend_under,
    new_figure,
    number,
    set_title,
)

_LOSS = 0.01


def draw_neurons(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a neuron's error against the degree, and the degree needed against n."""
    table = tables["neurons"]
    table = table[table["d"] % 2 == 0]
    figure, (left, right) = new_figure(1, 2, width=10.0, height=5.2)
    sizes = sorted(table["n"].unique())
    for i, n in enumerate(sizes):
        rows = table[table["n"] == n]
        seen = rows[rows["tail"] > 0]
        left.plot(seen["d"], seen["tail"], color=SERIES[i], marker=MARKERS[i],
                  label=f"$n={n}$, exact")  # fmt: skip
        left.plot(rows["d"], rows["uniform"], color=SERIES[i], marker=MARKERS[i], mfc="none",
                  ls=":", label=f"$n={n}$, uniform approximation")  # fmt: skip
    bounds = table.drop_duplicates("d").sort_values("d")
    for column, label, colour, style in (
        ("neuron", "ours", COLOURS["sharp"], "-"),
        ("theorem_c", "Theorem C, $k=1$", COLOURS["muted"], "--"),
    ):
        left.plot(bounds["d"], bounds[column], color=colour, ls=style, label=label)
    left.set_xscale("log", base=2)
    left.xaxis.set_major_formatter(ScalarFormatter())
    left.set_yscale("log")
    left.set_xlabel("degree $d$")
    left.set_ylabel("mean squared error, $W=1$")
    left.set_title("What degree $d$ leaves of one neuron")
    legend_under(left)
    for column, label, colour, marker in (
        ("uniform", "uniform\napproximation", COLOURS["paper"], MARKERS[1]),
        ("neuron", "ours", COLOURS["sharp"], MARKERS[2]),
        ("tail", "exact", COLOURS["measured"], MARKERS[0]),
    ):
        needed = table[table[column] <= _LOSS].groupby("n")["d"].min()
        right.plot(needed.index, needed, color=colour, marker=marker, label=label)
    right.set_xscale("log", base=2)
    right.set_yscale("log", base=2)
    right.xaxis.set_major_locator(FixedLocator([float(n) for n in sizes]))
    right.xaxis.set_minor_formatter(NullFormatter())
    for axis in (right.xaxis, right.yaxis):
        axis.set_major_formatter(ScalarFormatter())
    right.set_xlabel("dimension $n$")
    right.set_ylabel(f"least even degree for a loss of {_LOSS:g}")
    right.set_title("Degree needed")
    label_ends(right)
    exact = table[table["tail"] <= _LOSS].groupby("n")["d"].min()
    uniform = table[table["uniform"] <= _LOSS].groupby("n")["d"].min()
    set_title(
        figure,
        f"Degree {exact.max():g} is enough at every n; uniform approximation asks for up to "
        f"{uniform.max():g}",
    )
    return figure


def draw_queries(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw success against queries, and queries against the number of monomials."""
    table, parities = tables["queries"], tables["exact_queries"]
    figure, (left, right) = new_figure(1, 2, width=10.0, height=5.0)
    groups = table.groupby(["kind", "n", "p"], sort=False)
    for i, ((kind, n, p), group) in enumerate(groups):
        rows = group.sort_values("share")
        label = f"{kind}, $n={n}$, $p={p}$"
        style = {"color": SERIES[i], "marker": MARKERS[i], "label": label}
        draw_rates(left, rows["share"], rows, successes="found", **style)
    left.set_xscale("log", base=2)
    left.set_ylim(-0.04, 1.04)
    left.yaxis.set_major_formatter(PercentFormatter(1))
    left.set_xlabel("queries, share of the proved number")
    left.set_ylabel("trials in which all is found")
    left.set_title("Searches by membership queries")
    legend_under(left, columns=1)
    p = parities["p"].iloc[0]
    for column, label, colour, marker in (
        ("monomials", "monomials", COLOURS["paper"], MARKERS[1]),
        ("queries", "queries", COLOURS["sharp"], MARKERS[0]),
    ):
        right.plot(parities["n"], parities[column], color=colour, marker=marker, label=label)
    right.set_yscale("log")
    right.set_xlabel("dimension $n$")
    right.set_ylabel("number")
    right.set_title(f"Parities of {p} of $n$ bits")
    label_ends(right)
    last = parities.sort_values("n").iloc[-1]
    set_title(
        figure,
        f"A parity takes {number(last['queries'])} queries, where there are "
        f"{number(last['monomials'])} monomials",
    )
    return figure
