"""Figures of the digest's phrases: polynomials for one neuron, queries, and depth."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter, PercentFormatter, ScalarFormatter

from sparse_activations.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    draw_rates,
    new_figure,
    number,
    percent,
    set_title,
    span,
)

_LOSS = 0.01


def draw_neurons(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a neuron's error against the degree, and the degree needed against n."""
    table = tables["neurons"]
    table = table[table["d"] % 2 == 0]
    figure, (left, right) = new_figure(1, 2, width=10.0, height=4.4)
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
        ("neuron", "proved for one neuron", COLOURS["sharp"], "-"),
        ("theorem_c", "Theorem C, $k=1$", COLOURS["muted"], "--"),
    ):
        left.plot(bounds["d"], bounds[column], color=colour, ls=style, label=label)
    left.set_xscale("log", base=2)
    left.xaxis.set_major_formatter(ScalarFormatter())
    left.set_yscale("log")
    left.set_xlabel("degree $d$")
    left.set_ylabel("mean squared error, $W=1$")
    left.set_title("What degree $d$ leaves of one neuron")
    left.legend(fontsize=7.5, loc="lower left")
    left.set_ylim(bottom=1e-6)  # room for the legend
    for column, label, colour, marker in (
        ("uniform", "uniform approximation", COLOURS["paper"], MARKERS[1]),
        ("neuron", "proved for one neuron", COLOURS["sharp"], MARKERS[2]),
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
    right.legend(fontsize=8)
    exact = table[table["tail"] <= _LOSS].groupby("n")["d"].min()
    uniform = table[table["uniform"] <= _LOSS].groupby("n")["d"].min()
    set_title(
        figure,
        f"For a loss of {_LOSS:g} the degree {span(exact)} is enough for n = "
        f"{span(exact.index)}; uniform approximation asks for {span(uniform)}",
    )
    return figure


def draw_queries(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw success against queries, and queries against the number of monomials."""
    table, parities = tables["queries"], tables["exact_queries"]
    figure, (left, right) = new_figure(1, 2, width=10.0, height=4.2)
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
    left.legend(fontsize=8, loc="lower right")
    p = parities["p"].iloc[0]
    for column, label, colour, marker in (
        ("monomials", f"monomials of degree at most {p}", COLOURS["paper"], MARKERS[1]),
        ("queries", "queries that are enough", COLOURS["sharp"], MARKERS[0]),
    ):
        right.plot(parities["n"], parities[column], color=colour, marker=marker, label=label)
    right.set_yscale("log")
    right.set_xlabel("dimension $n$")
    right.set_ylabel("number")
    right.set_title(f"Parities of {p} of $n$ bits")
    right.legend(fontsize=8)
    full = table[table["share"] == table["share"].max()]
    last = parities.sort_values("n").iloc[-1]
    set_title(
        figure,
        f"At the proved number of queries {span(full['found'] / full['trials'], percent)} of the "
        f"trials find all; a parity of {p} of {last['n']:g} bits takes {number(last['queries'])} "
        f"queries, where there are {number(last['monomials'])} monomials",
    )
    return figure
