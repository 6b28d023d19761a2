"""Figures of the digest's phrases: learning from several distributions, digits, one neuron."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter, PercentFormatter, ScalarFormatter

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    legend_below,
    legend_under,
    new_figure,
    number,
    percent,
    set_title,
)
from sparseact.bounds.section_2 import n_monomials

_LOSS = 0.01  # that the title speaks of


def draw_distributions(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw success against samples by distribution, and against correlation on chains."""
    table = tables["distributions"]
    chain = table["distribution"].str.startswith("chain")
    named = table[~chain]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    n, s = int(table["n"].iloc[0]), int(table["s"].iloc[0])
    count = n_monomials(n, s.bit_length() - 1)
    for i, name in enumerate(dict.fromkeys(named["distribution"])):
        rows = named[(named["distribution"] == name) & (named["learner"] == "sparse")]
        rows = rows.sort_values("m")
        # Side by side, for several succeed equally often.
        left.plot(rows["m"] * 1.04 ** (i - 1.5), rows["learned"] / rows["trials"], color=SERIES[i],
                  marker=MARKERS[i], label=f"sparse learner, {name}")  # fmt: skip
    rows = named[named["learner"] == "regression"].groupby("m")[["learned", "trials"]].sum()
    left.plot(rows.index, rows["learned"] / rows["trials"], color=COLOURS["paper"], ls="none",
              marker=MARKERS[5], label="regression, all of these")  # fmt: skip
    left.axvline(count, color=COLOURS["muted"], lw=1, ls="--")
    left.text(count * 1.04, 0.97, f"$N={count}$\nmonomials", fontsize=9, color=COLOURS["muted"],
              va="top")  # fmt: skip
    left.set_xscale("log")
    ticks = sorted(named[named["learner"] != "averages"]["m"].unique())
    apart = [m for m in ticks if not any(m / 1.7 < other < m for other in ticks)]
    left.xaxis.set_major_locator(FixedLocator(apart))
    left.xaxis.set_major_formatter(ScalarFormatter())
    left.xaxis.set_minor_formatter(NullFormatter())
    left.set_xlabel("number of samples $m$")
    left.set_ylabel("trials with error below 0.1 %")
    left.yaxis.set_major_formatter(PercentFormatter(1))
    left.set_ylim(-0.04, 1.04)
    left.set_title(f"Trees, $n={n}$, $s={s}$")
    rows = table[chain].copy()
    rows["rho"] = rows["distribution"].str.removeprefix("chain ").astype(float)
    rows = rows.sort_values("rho")
    right.plot(rows["rho"], rows["learned"] / rows["trials"], color=COLOURS["measured"],
               marker=MARKERS[0])  # fmt: skip
    right.set_ylabel("trials with error below 0.1 %")
    right.yaxis.set_major_formatter(PercentFormatter(1))
    right.set_ylim(-0.04, 1.04)
    right.set_xlabel(r"correlation $\rho$ of neighbours")
    right.set_title(f"Markov chains, $m={rows['m'].iloc[0]}$")
    legend_under(left)
    worst = rows.loc[(rows["learned"] / rows["trials"]).idxmin()]
    set_title(
        figure,
        f"On chains of correlation {number(worst['rho'])} the sparse learner succeeds in "
        f"{percent(worst['learned'] / worst['trials'])} of trials",
    )
    return figure


def draw_digits(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how many neurons of each network are active on images of digits."""
    table = tables["digits"]
    methods = list(dict.fromkeys(table["method"]))
    figure, (axes,) = new_figure()
    for column, label, colour, marker, shift in (
        ("most_active_train", "largest, training images", COLOURS["measured"], MARKERS[0], -0.15),
        ("most_active_test", "largest, held-out images", COLOURS["paper"], MARKERS[1], -0.05),
        ("mean_active_train", "mean, training images", COLOURS["sharp"], MARKERS[2], 0.05),
        ("mean_active_test", "mean, held-out images", COLOURS["second"], MARKERS[3], 0.15),
    ):
        for i, method in enumerate(methods):
            rows = table[table["method"] == method]
            axes.plot(np.full(len(rows), i + shift), rows[column], color=colour, marker=marker,
                      ls="none", mfc="none", label=label if i == 0 else None)  # fmt: skip
    for i, method in enumerate(methods):
        _, _, k = method.partition("= ")
        if k:
            axes.plot([i - 0.35, i + 0.35], [int(k)] * 2, color="black", lw=1.4,
                      label="the $k$ asked for" if i == 0 else None)  # fmt: skip
    axes.set_xticks(range(len(methods)), [m.removeprefix("sparse, ") for m in methods])
    axes.set_xlabel("sparse network")
    axes.set_ylabel("active neurons, a mark a fold")
    axes.set_ylim(bottom=0)
    legend_under(axes)
    most = table.loc[table["method"] == methods[0], "most_active_test"].max()
    set_title(
        figure,
        f"With {methods[0].removeprefix('sparse, ')} asked for, held-out images activate up to "
        f"{most:g} neurons",
    )
    return figure


def draw_neurons(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a neuron's error against the degree, exact and by uniform approximation."""
    table = tables["neurons"]
    table = table[table["d"] % 2 == 0]
    figure, (axes,) = new_figure()
    for i, n in enumerate(sorted(table["n"].unique())):
        rows = table[table["n"] == n]
        seen = rows[rows["tail"] > 0]
        axes.plot(seen["d"], seen["tail"], color=SERIES[i], marker=MARKERS[i],
                  label=f"$n={n}$, exact")  # fmt: skip
        axes.plot(rows["d"], rows["uniform"], color=SERIES[i], marker=MARKERS[i], mfc="none",
                  ls=":", label=f"$n={n}$, uniform approximation")  # fmt: skip
    bounds = table.drop_duplicates("d").sort_values("d")
    for column, label, colour, style in (
        ("neuron", "bound for one neuron", COLOURS["sharp"], "-"),
        ("theorem_c", "Theorem C, $k=1$", COLOURS["muted"], "--"),
    ):
        axes.plot(bounds["d"], bounds[column], color=colour, ls=style, label=label)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.set_yscale("log")
    axes.set_xlabel("degree $d$")
    axes.set_ylabel("mean squared error, $W=1$")
    legend_under(axes)
    exact, uniform = (
        table[table[column] <= _LOSS].groupby("n")["d"].min().max()
        for column in ("tail", "uniform")
    )
    set_title(
        figure,
        f"Degree {exact:g} is enough at every n; uniform approximation requires up to {uniform:g}",
    )
    return figure


def draw_activity(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of active neurons on digits by width, and the signs right."""
    table = tables["activity"]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    names = list(dict.fromkeys(table["network"]))
    for i, name in enumerate(names):
        rows = table[table["network"] == name]
        look = {
            "color": COLOURS["muted"] if i == 0 else SERIES[i - 1], "marker": MARKERS[i],
            "label": name, "mfc": "none",
        }  # fmt: skip
        left.plot(rows["s"], rows["mean_share"], **look)
        if i:
            right.plot(rows["s"], rows["accuracy"], **look)
    left.axhline(0.03, linestyle=":", color=COLOURS["paper"])
    left.annotate(
        "3 %, cited for transformers", (1, 0.03), xytext=(-3, 3), ha="right", fontsize=9,
        xycoords=("axes fraction", "data"), textcoords="offset points",
    )  # fmt: skip
    left.set_yscale("log")
    left.set_ylim(top=1)
    left.set_ylabel("mean share of active neurons")
    right.set_ylim(0.5, 1.01)
    right.set_ylabel("signs right on held-out images")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xlabel("number of neurons $s$")
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(table["s"]))))
    left.yaxis.set_major_formatter(PercentFormatter(1))
    right.yaxis.set_major_formatter(PercentFormatter(1))
    legend_below(figure, *left.get_legend_handles_labels(), columns=3)
    widest = table[table["s"] == table["s"].max()].set_index("network")["mean_share"]
    set_title(
        figure,
        f"The largest penalty takes {percent(widest['trained'])} active neurons to "
        f"{percent(widest[names[-1]])} in the widest network",
    )
    return figure
