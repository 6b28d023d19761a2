"""Figures of the topic representations."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    legend_under,
    new_figure,
    set_title,
)


def draw_sparsity(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw how probable it is that Appendix A's network is not 1-sparse.

    Needs the tables of the jobs `probability` and `threshold`.
    """
    figure, (left, right) = new_figure(2, 1, height=7.0)
    _against_gamma(left, tables["probability"])
    _against_dimension(right, tables["threshold"])
    remark = tables["threshold"]
    last = remark[remark["statement"] == "remark"].sort_values(["n", "b"]).iloc[-1]
    times = last["probability"] * last["n"] * 2 ** last["b"]
    set_title(
        figure,
        f"With {2 ** last['b']:,} neurons, two are active {times:,.0f} times as often as "
        "Remark 11 allows",
    )
    return figure


def _against_gamma(axes: Axes, table: pd.DataFrame) -> None:
    # The most data bits of each even b: the curves of one b lie close together.
    shown = table[(table["b"] >= 2) & (table["b"] != 3)]
    last = [group.sort_values("gamma") for _, group in shown.groupby(["b", "q"], sort=True)]
    chosen = {int(group["b"].iloc[0]): group for group in last}
    floor = math.inf
    for i, (b, group) in enumerate(sorted(chosen.items())):
        colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
        q = int(group["q"].iloc[0])
        seen = group[group["several"] > 0]
        floor = min(floor, seen["several"].min())
        axes.plot(
            seen["gamma"], seen["several"], color=colour, marker=marker,
            label=f"s = {2**b}, q = {q}",
        )  # fmt: skip
        axes.plot(group["gamma"], group["bound"], color=colour, linestyle="--", linewidth=1)
        root = math.sqrt(b * math.log(2))
        axes.plot([root], [2 * b / 4**b], color=colour, marker="*", markersize=11, linestyle="")
    axes.plot([], [], color=COLOURS["muted"], linestyle="--", linewidth=1, label="union bound")
    axes.plot([], [], color=COLOURS["muted"], marker="*", markersize=11, linestyle="",
              label=r"Γ = √ln s, and 2 log₂(s)/s²")  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylim(floor / 2, 1.6)
    axes.set_xlabel("Γ")
    axes.set_ylabel("P(two or more active)")
    axes.set_title("‖w_α‖₂ = 1: the probability falls like exp(−2Γ²)")
    legend_under(axes)


def _against_dimension(axes: Axes, table: pd.DataFrame) -> None:
    remark = table[table["statement"] == "remark"]
    remark = remark[remark["probability"] > 0]
    for i, (b, group) in enumerate(remark.groupby("b", sort=True)):
        colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
        group = group.sort_values("n")
        s = 2 ** int(b)
        axes.plot(group["n"], group["probability"], color=colour, marker=marker, label=f"s = {s}")
        axes.plot(group["n"], 1 / (group["n"] * s), color=colour, linestyle="--", linewidth=1)
        axes.axhline(2 * int(b) / s**2, color=colour, linestyle=":", linewidth=1)
    for style, text in (("--", "1/(ns), Remark 11's hypothesis"), (":", "2 log₂(s)/s², proved")):
        axes.plot([], [], color=COLOURS["muted"], linestyle=style, linewidth=1, label=text)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(bottom=remark["probability"].min() / 30)
    axes.set_xlabel("n = b + q (Γ = √ln s fixed)")
    axes.set_ylabel("P(two or more active)")
    axes.set_title("With s and Γ fixed it does not vanish as n grows")
    legend_under(axes)
