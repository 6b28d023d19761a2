"""Figures of the sample sizes: what is claimed, proved, excluded and measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from awasthi2024.bounds import section_5
from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    label_ends,
    legend_below,
    legend_beside,
    new_figure,
    number,
    set_title,
)

_AT, _LOSS = (4, 2, 1, 2.0, 64.0, 0.0), 0.5


def draw_sizes(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw Theorem 17's sample size and the corrected one, over what is not enough.

    Needs no table: the sizes are right-hand sides.
    """
    n, s, k, R, W, B = _AT
    exponents = np.unique(np.geomspace(2, 1000, 200).round().astype(int))
    deltas = [0.5 ** int(exponent) for exponent in exponents]
    lower = np.array([section_5.confidence_lower(k * (W * R + B), _LOSS, d) for d in deltas])
    printed = np.array([section_5.theorem_17(*_AT, _LOSS, d) for d in deltas])
    ours = [section_5.realizable_samples(*_AT, _LOSS, d) for d in deltas]
    figure, (ax,) = new_figure(height=4.2)
    ax.plot(exponents, ours, color=COLOURS["sharp"], label="corrected, proved")
    ax.plot(exponents, printed, color=COLOURS["paper"], ls="--", label="Theorem 17, constant 1")
    ax.fill_between(exponents, 1, lower, color=COLOURS["measured"], alpha=0.25, lw=0)
    ax.annotate(
        "not enough for any learner", (0.97, 0.06), xycoords="axes fraction", ha="right",
        color=COLOURS["measured"],
    )  # fmt: skip
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.set_xlim(2, 1000)
    ax.set_ylim(1e3, 2 * max(ours))
    _plain(ax)
    ax.set_xlabel("$\\log_2(1/\\delta)$, confidence that is asked for")
    ax.set_ylabel("samples $m$")
    ax.set_title(f"n = {n}, s = {s}, k = {k}, W = {W:g}, B = {B:g}, ε = {_LOSS:g}")
    label_ends(ax)
    first = next(
        e for e in range(2, 1001)
        if section_5.theorem_17(*_AT, _LOSS, 0.5**e)
        < section_5.confidence_lower(k * (W * R + B), _LOSS, 0.5**e)
    )  # fmt: skip
    set_title(figure, f"From log₂(1/δ) = {first} on, Theorem 17’s sample size is not enough")
    return figure


def _plain(ax: Axes) -> None:
    low, high = ax.get_xlim()
    if high / low < 5000:
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_locator(LogLocator(numticks=8))


def draw_curves(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the samples needed for each unknown, and Theorem 17's size, against the unknowns.

    Needs the table of the job `curves`.
    """
    table = tables["curves"]
    cells = table.sort_values("m").groupby(["target", "n", "s", "k"], as_index=False).last()
    cells["unknowns"] = cells["s"] * (cells["n"] + 1)
    figure, (ax,) = new_figure(height=4.6)
    kinds = {
        "trees ($k=1$)": (cells["target"] == "forest") & (cells["k"] == 1),
        "forests ($k>1$)": (cells["target"] == "forest") & (cells["k"] > 1),
        "dense ($k=s$)": cells["target"] == "dense",
    }
    for place, ((name, chosen), marker) in enumerate(zip(kinds.items(), MARKERS, strict=False)):
        rows = cells[chosen].sort_values("unknowns")
        # Side by side, for many networks have as many unknowns.
        x = rows["unknowns"] * 1.05 ** (place - 1)
        finite = np.isfinite(rows["needed"])
        top = rows["needed_high"].where(np.isfinite(rows["needed_high"]), 4 * rows["needed"])
        bars = np.array([rows["needed"] - rows["needed_low"], top - rows["needed"]])[:, finite]
        ax.errorbar(
            x[finite], (rows["needed"] / rows["unknowns"])[finite],
            yerr=np.maximum(bars, 0) / rows["unknowns"][finite].to_numpy(),
            color=COLOURS["measured"], marker=marker, ls="", capsize=2, label=name,
        )  # fmt: skip
        ax.plot(
            x[~finite], (rows["m"] / rows["unknowns"])[~finite], color=COLOURS["measured"],
            marker=marker, mfc="none", ls="",
        )  # fmt: skip
        for column, role in (("theorem_17", "paper"), ("corrected", "sharp")):
            ax.plot(x, rows[column] / rows["unknowns"], color=COLOURS[role], marker=marker, ls="")
    for role, text in (("paper", "Theorem 17, constant 1"), ("sharp", "corrected, proved")):
        ax.plot([], [], color=COLOURS[role], marker="o", ls="", label=text)
    ax.axhline(1, color=COLOURS["muted"], ls=":", lw=1)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    _plain(ax)
    ax.set_xlabel("unknowns, $s(n+1)$")
    ax.set_ylabel("samples for each unknown")
    legend_below(figure, *ax.get_legend_handles_labels(), columns=3)
    known = cells[np.isfinite(cells["needed"])]
    where = "" if len(known) == len(cells) else ", where any do,"
    set_title(
        figure,
        f"Half of the fits{where} succeed with at most "
        f"{number((known['needed'] / known['unknowns']).max())} samples for each unknown",
    )
    return figure


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the sizes against n without their logarithms: 1, 3/2 and 2 are the slopes."""
    table = tables["unknown_support"]
    rows = table[table["axis"] == "growth"].sort_values("n")
    lines = (
        ("learner", rows["learner"] / np.log(rows["learner"]) ** 2,
         "a learner for an unknown support (Theorem M)", "sharp", "-"),
        ("worst", rows["worst"], "the worst clipped ERM: not enough (Theorem P)", "second", "--"),
        ("corrected", rows["corrected"] / np.log(rows["corrected"]),
         "Theorem 17 as corrected", "third", "-"),
        ("printed",
         rows["printed"] / np.log((np.sqrt(rows["n"]) + rows["B"]) * rows["inverse_loss"]),
         "Theorem 17 as stated, constant 1", "paper", ":"),
    )  # fmt: skip
    figure, (ax,) = new_figure(height=5.0)
    slopes = {}
    for (name, sizes, label, colour, style), marker in zip(lines, MARKERS * 2, strict=False):
        last = np.log(sizes.to_numpy(dtype=float)[-2:])
        slopes[name] = float(np.diff(last)[0] / np.diff(np.log(rows["n"].to_numpy(float)[-2:]))[0])
        ax.plot(
            rows["n"], sizes, color=COLOURS[colour], ls=style, marker=marker, ms=4,
            label=f"{label}, slope {slopes[name]:.2f}",
        )  # fmt: skip
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    _plain(ax)
    ax.set_xlabel("dimension $n$")
    ax.set_ylabel("samples, logarithms divided out")
    legend_below(figure, *ax.get_legend_handles_labels(), columns=1)
    set_title(
        figure,
        f"Theorem M’s samples grow like n to the power {slopes['learner']:.1f}, Theorem 17’s to "
        f"{slopes['printed']:.1f}",
    )
    return figure


def draw_learners(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the loss of each learner against m, a panel for each n."""
    table = tables["erm_curves"]
    sizes = sorted(table["n"].unique())
    names = list(dict.fromkeys(table["learner"]))
    figure, axes = new_figure(-(-(len(sizes) + 1) // 2), 2, height=5.4)
    for ax, n in zip(axes, sizes, strict=False):
        for name, colour, marker in zip(names, SERIES, MARKERS, strict=False):
            rows = table[(table["n"] == n) & (table["learner"] == name)].sort_values("m")
            shown = rows[rows["loss"] > 0]
            ax.plot(
                shown["multiple"], shown["loss"] / shown["epsilon"], color=colour, marker=marker,
                ms=4.5, label=name,
            )  # fmt: skip
        ax.axhline(1, color="black", lw=1)
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_ylim(1e-2, 20)
        _plain(ax)
        ax.set_title(f"$n={n}$")
        ax.set_xlabel("$m$ over Theorem P's bound")
        ax.set_ylabel("mean loss over $\\varepsilon$")
    legend_beside(figure, axes, len(sizes), columns=3)
    largest = table[(table["n"] == sizes[-1]) & (table["multiple"] == 1)].set_index("learner")
    over = largest["loss"] / largest["epsilon"]
    set_title(
        figure,
        f"The worst ERM loses {over['worst ERM']:.1f} ε, where Theorem M’s learner loses "
        f"{over['Theorem M']:.1f} ε",
    )
    return figure
