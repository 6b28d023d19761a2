"""Figures of the learners on planted and real data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
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

_FLOOR = 1e-9  # errors below it are 0 in the tables
_LEARNED = 1e-3

_NAMES = {
    "tree": "decision tree",
    "junta": "junta",
    "forest": "forest",
    "appendix_a": "Appendix A",
}


def draw_recovery(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of points with the right active set, a panel a target and a point a fit."""
    table = tables["recovery"]
    targets = [target for target in _NAMES if target in set(table["target"])]
    figure, panels = new_figure(-(-len(targets) // 2), 2, width=9.0, height=5.4)
    for panel, target in zip(panels, targets, strict=False):
        rows = table[table["target"] == target]
        # Side by side in the order of the table, so that fits do not hide each other.
        place = rows["k_given"] + 0.5 * (np.arange(len(rows)) % 17 / 16 - 0.5)
        for learned, fill in ((True, COLOURS["measured"]), (False, "none")):
            chosen = rows["learned"] == learned
            panel.plot(
                place[chosen], rows["right_share"][chosen], color=COLOURS["measured"], mfc=fill,
                marker="o", ls="", ms=4, label="function learned" if learned else "not learned",
            )  # fmt: skip
        sizes = " and ".join(str(s) for s in sorted(set(rows["s"])))
        panel.set_title(f"{_NAMES[target]}, s = {sizes}")
        panel.set_xlim(-0.5, 1.5)
        panel.set_xticks([0, 1], ["k free", "k given"])
        panel.set_ylim(-0.04, 1.04)
        panel.yaxis.set_major_formatter(PercentFormatter(1))
        panel.set_ylabel("active set right")
    for panel in panels[len(targets) :]:
        panel.set_visible(False)
    legend_below(figure, *panels[0].get_legend_handles_labels(), columns=2)
    set_title(
        figure,
        f"{table['learned'].sum()} fits recover the function, and {table['recovered'].sum()} of "
        "them which neurons fire",
    )
    return figure


def draw_distributions(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw success against samples by distribution, and errors against correlation."""
    table = tables["distributions"]
    chain = table["distribution"].str.startswith("chain")
    named = table[~chain]
    figure, (left, middle, right) = new_figure(1, 3, width=10.0, height=4.4)
    n, s = int(table["n"].iloc[0]), int(table["s"].iloc[0])
    count = n_monomials(n, s.bit_length() - 1)
    for i, name in enumerate(dict.fromkeys(named["distribution"])):
        rows = named[(named["distribution"] == name) & (named["learner"] == "sparse")]
        rows = rows.sort_values("m")
        left.plot(rows["m"], rows["learned"] / rows["trials"], color=SERIES[i], marker=MARKERS[i],
                  label=f"sparse learner, {name}")  # fmt: skip
    rows = named[named["learner"] == "regression"].groupby("m")[["learned", "trials"]].sum()
    left.plot(rows.index, rows["learned"] / rows["trials"], color=COLOURS["paper"], ls="none",
              marker=MARKERS[5], label="regression, all of these")  # fmt: skip
    left.axvline(count, color=COLOURS["muted"], lw=1, ls="--")
    left.text(count * 1.04, 0.97, f"$N={count}$\nmonomials", fontsize=8, color=COLOURS["muted"],
              va="top")  # fmt: skip
    left.set_xscale("log")
    ticks = sorted(named[named["learner"] != "averages"]["m"].unique())
    apart = [m for m in ticks if not any(m / 1.7 < other < m for other in ticks)]
    left.xaxis.set_major_locator(FixedLocator(apart))
    left.xaxis.set_major_formatter(ScalarFormatter())
    left.xaxis.set_minor_formatter(NullFormatter())
    left.set_xlabel("number of samples $m$")
    left.set_ylabel("trials with a test error below 0.1 %")
    left.yaxis.set_major_formatter(PercentFormatter(1))
    left.set_ylim(-0.04, 1.04)
    left.set_title(f"Trees, $n={n}$, $s={s}$")
    rows = table[chain].copy()
    rows["rho"] = rows["distribution"].str.removeprefix("chain ").astype(float)
    rows = rows.sort_values("rho")
    middle.plot(rows["rho"], rows["learned"] / rows["trials"], color=COLOURS["measured"],
                marker=MARKERS[0])  # fmt: skip
    middle.set_ylabel("sparse learner’s trials below 0.1 %")
    middle.yaxis.set_major_formatter(PercentFormatter(1))
    middle.set_ylim(-0.04, 1.04)
    for column, label, colour, marker in (
        ("test_error", "median test error", COLOURS["measured"], MARKERS[0]),
        ("train_error", "median training error", COLOURS["second"], MARKERS[1]),
    ):
        right.plot(rows["rho"], np.maximum(rows[column], _FLOOR), color=colour, marker=marker,
                   label=label)  # fmt: skip
    right.axhline(_LEARNED, color=COLOURS["muted"], ls="--", label="0.1 %: learned below")
    right.set_yscale("log")
    right.set_ylabel("error, share of the variance")
    for ax in (middle, right):
        ax.set_xlabel(r"correlation $\rho$ of neighbours")
        ax.set_title(f"Markov chains, $m={rows['m'].iloc[0]}$")
    for ax in (left, right):
        legend_under(ax, columns=1)
    worst = rows.loc[(rows["learned"] / rows["trials"]).idxmin()]
    set_title(
        figure,
        f"On chains of correlation {number(worst['rho'])} the sparse learner succeeds in "
        f"{percent(worst['learned'] / worst['trials'])} of trials",
    )
    return figure


def draw_digits(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the errors of the methods, and how many neurons are active."""
    import seaborn  # here, since most jobs draw without it and it takes half a second

    table = tables["digits"]
    figure, (left, right) = new_figure(1, 2, width=10.0, height=5.0)
    means = table.groupby("method")[["test_error", "train_error"]].mean()
    order = list(means.sort_values("test_error").index)
    palette = {
        method: COLOURS["measured" if method.startswith("sparse") else "muted"] for method in order
    }
    seaborn.stripplot(
        table, x="test_error", y="method", order=order, hue="method", palette=palette,
        jitter=False, size=5, alpha=0.45, legend=False, ax=left,
    )  # fmt: skip
    for i, method in enumerate(order):
        colour = palette[method]
        left.plot([means.loc[method, "test_error"]], [i], color=colour, marker="|",
                  markersize=16, mew=2, ls="none")  # fmt: skip
        left.plot([means.loc[method, "train_error"]], [i], color=colour, marker=MARKERS[1],
                  mfc="none", ls="none")  # fmt: skip
    left.set_ylabel("")
    left.set_xscale("log")
    left.axvline(1, color=COLOURS["paper"], ls="--", lw=1.2)
    _legend_of_errors(left)
    left.set_xlabel("squared error, share of the labels' variance")
    left.set_title("Is the digit even?")
    networks = table[table["most_active_train"].notna()]
    methods = list(dict.fromkeys(networks["method"]))
    for column, label, colour, marker, shift in (
        ("most_active_train", "largest, training images", COLOURS["measured"], MARKERS[0], -0.15),
        ("most_active_test", "largest, held-out images", COLOURS["paper"], MARKERS[1], -0.05),
        ("mean_active_train", "mean, training images", COLOURS["sharp"], MARKERS[2], 0.05),
        ("mean_active_test", "mean, held-out images", COLOURS["second"], MARKERS[3], 0.15),
    ):
        for i, method in enumerate(methods):
            rows = networks[networks["method"] == method]
            right.plot(np.full(len(rows), i + shift), rows[column], color=colour, marker=marker,
                       ls="none", mfc="none", label=label if i == 0 else None)  # fmt: skip
    for i, method in enumerate(methods):
        _, _, k = method.partition("= ")
        if k:
            right.plot([i - 0.35, i + 0.35], [int(k)] * 2, color="black", lw=1.4,
                       label="the $k$ asked for" if i == 0 else None)  # fmt: skip
    right.set_xticks(range(len(methods)), [m.removeprefix("sparse, ") for m in methods])
    right.set_xlabel("sparse network")
    right.set_ylabel("active neurons per image, one mark per fold")
    right.set_ylim(bottom=0)
    right.set_title("Activity")
    legend_under(right)
    sparsest = networks[networks["method"] == methods[0]]
    set_title(
        figure,
        f"With {methods[0].removeprefix('sparse, ')} asked for, held-out images activate up to "
        f"{sparsest['most_active_test'].max():g} neurons",
    )
    return figure


def _legend_of_errors(ax: Axes) -> None:
    """Explain the marks, which stand for several methods each."""
    styles: dict[str, dict[str, Any]] = {
        "test, a point per fit": {"marker": MARKERS[0], "alpha": 0.45, "mec": "none"},
        "test, mean": {"marker": "|", "markersize": 12, "mew": 2},
        "training, mean": {"marker": MARKERS[1], "mfc": "none"},
        "best constant": {"ls": "--", "color": COLOURS["paper"]},
    }
    for label, style in styles.items():
        ax.plot([], [], label=label, **{"color": COLOURS["muted"], "ls": "none", **style})
    legend_under(ax)
