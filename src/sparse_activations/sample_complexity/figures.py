"""Figures of the sample sizes: what is claimed, proved, excluded and measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from sparse_activations.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    counted,
    legend_below,
    legend_under,
    new_figure,
    number,
    set_title,
    span,
)

#: Axes of the sizes, with what stands below them.
_AXES = {
    "s": "neurons $s$",
    "n": "dimension $n$, with $R=√n$",
    "k": "active neurons $k$",
    "inverse_loss": "$1/\\varepsilon$",
    "exponent": "$\\log_2(1/\\delta)$",
    "W": "weight bound $W$, with $M=W√n+B$",
}

_LINES = (
    ("derived", "Lemma 18 + (15), as printed", COLOURS["second"], ":"),
    ("printed", "Theorem 17, as printed, constant 1", COLOURS["paper"], "--"),
    ("corrected", "Theorem 17 corrected, constants proved", COLOURS["sharp"], "-"),
    ("smooth", "Theorem G, with constant 1", COLOURS["third"], "-."),
)


def draw_sizes(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw every sample size along each axis, over the area that is excluded."""
    table = tables["sizes"]
    names = [axis for axis in _AXES if axis in set(table["axis"])]
    figure, axes = new_figure(-(-len(names) // 3), 3, width=10.0, height=3.2 * -(-len(names) // 3))
    for place, (ax, name) in enumerate(zip(axes, names, strict=False)):
        rows = table[(table["axis"] == name)].sort_values("value")
        lower = rows[["lower_confidence", "lower_dimension"]].max(axis=1)
        shown = lower > 0
        ax.fill_between(
            rows["value"][shown], 0.5, lower[shown], color=COLOURS["measured"], alpha=0.25, lw=0,
            label="not enough for any learner (proved)",
        )  # fmt: skip
        for column, label, colour, style in _LINES:
            positive = rows[column].where(rows[column] > 0)
            ax.plot(rows["value"], positive, color=colour, ls=style, label=label)
        if name == "s":
            ax.plot(
                rows["value"], rows["lower_dense"].where(rows["lower_dense"] > 0),
                color=COLOURS["muted"], marker=MARKERS[2], ms=3.5, lw=1,
                label="dense class ($k=s$): not enough (proved)",
            )  # fmt: skip
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_ylim(bottom=1)
        _plain(ax)
        ax.set_xlabel(_AXES[name])
        if place % 3 == 0:
            ax.set_ylabel("samples $m$")
    for ax in axes[len(names) :]:
        ax.set_visible(False)
    handles, labels = axes[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, columns=2)
    lower = table[["lower_confidence", "lower_dimension"]].max(axis=1)
    loss = table[table["axis"] == "inverse_loss"].sort_values("value")
    under = loss[loss["corrected"] < loss["printed"]]
    set_title(
        figure,
        counted(table["corrected"] >= lower, "corrected size is", "corrected sizes are")
        + " above what is not enough, and below Theorem 17 as printed "
        + (f"from 1/ε = {number(under['value'].min())} on" if len(under) else "at no 1/ε"),
    )
    return figure


def _plain(ax: Axes) -> None:
    low, high = ax.get_xlim()
    if high / low < 5000:
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_locator(LogLocator(numticks=8))


def draw_curves(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the samples needed against s, n, k, and against ks·M² with what is proved."""
    table = tables["curves"]
    cells = table.sort_values("m").groupby(["target", "n", "s", "k"], as_index=False).last()
    base = table.iloc[0]
    figure, axes = new_figure(1, 3, width=10.0, height=4.0)
    panels = (
        ("s", "neurons $s$", cells[cells["n"] == base["n"]]),
        ("n", "dimension $n$", cells[cells["s"] == base["s"]]),
        (
            "k",
            "active neurons $k$",
            cells[(cells["n"] == base["n"]) & (cells["target"] == "forest")],
        ),
    )
    for ax, (column, label, rows) in zip(axes, panels, strict=True):
        if column == "k":
            largest = rows.loc[rows["k"] > 1, "s"].max()
            series = {"forest of $k$ trees": rows[rows["s"] == largest]}
            ax.set_title(f"More active neurons, $n={base['n']}$, $s={largest}$")
        else:
            other = "n" if column == "s" else "s"
            grows = "More neurons" if column == "s" else "More inputs"
            ax.set_title(f"{grows}, ${other}={base[other]}$")
            series = {
                "tree ($k=1$)": rows[(rows["target"] == "forest") & (rows["k"] == 1)],
                "dense ($k=s$)": rows[rows["target"] == "dense"],
            }
        for (name, part), colour, marker in zip(
            series.items(), (COLOURS["measured"], COLOURS["third"]), MARKERS, strict=False
        ):
            _needed(ax, part.sort_values(column), column, name, colour, marker)
        x = np.array(sorted(rows[column].unique()), dtype=float)
        unknowns = x * 0 + largest * (base["n"] + 1) if column == "k" else (
            x * (base["n"] + 1) if column == "s" else base["s"] * (x + 1)
        )  # fmt: skip
        ax.plot(x, unknowns, color=COLOURS["muted"], ls=":", label="unknowns, $s(n+1)$")
        ax.set_xscale("log", base=2)
        ax.set_yscale("log", base=2)
        ax.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        ax.set_xlabel(label)
        legend_under(ax, columns=1)
        ax.set_ylabel("samples needed")
    known = cells[np.isfinite(cells["needed"])]
    set_title(
        figure,
        f"Trees and dense networks need {span(known['needed'] / (known['s'] * (known['n'] + 1)))} "
        f"samples for each unknown; Theorem 17 with constant 1 asks for "
        f"{span(known['theorem_17'] / known['needed'])} times as many, corrected and proved for "
        f"{span(known['corrected'] / known['needed'])} times",
    )
    return figure


def _needed(
    ax: Axes, rows: pd.DataFrame, column: str, label: str, colour: str, marker: str
) -> None:
    finite = rows[np.isfinite(rows["needed"])]
    top = finite["needed_high"].where(np.isfinite(finite["needed_high"]), 4 * finite["needed"])
    error = np.array([finite["needed"] - finite["needed_low"], top - finite["needed"]])
    ax.errorbar(
        finite[column], finite["needed"], yerr=_bars(error), color=colour, marker=marker,
        capsize=3, label=label,
    )  # fmt: skip
    missing = rows[~np.isfinite(rows["needed"])]
    ax.plot(missing[column], missing["m"], ls="", marker=marker, mfc="none", color=colour)


def _bars(error: np.ndarray) -> np.ndarray | None:
    """Return error bars, or None where there is no point."""
    return np.maximum(error, 0) if error.size else None


def draw_growth(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the sizes against n without their logarithms: 1, 3/2 and 2 are the slopes."""
    table = tables["unknown_support"]
    rows = table[table["axis"] == "growth"].sort_values("n")
    labels, points = rows["labels"], rows["points"]
    long = np.log(7 * labels)
    lines = (
        ("labels", labels / long**4, "labels that are enough (Theorem N)", "sharp", "-"),
        ("points", points / long / np.log(7 * points) ** 2,
         "points in all that are enough (Theorem N)", "second", "-"),
        ("worst", rows["worst"], "the worst clipped ERM: not enough (Theorem P)", "second", "--"),
        ("many", rows["many"], "every learner: not enough", "sharp", "--"),
        ("corrected", rows["corrected"] / np.log(rows["corrected"]),
         "Theorem 17 as corrected", "third", "-"),
        ("printed",
         rows["printed"] / np.log((np.sqrt(rows["n"]) + rows["B"]) * rows["inverse_loss"]),
         "Theorem 17 as printed, constant 1", "paper", ":"),
    )  # fmt: skip
    figure, (ax,) = new_figure(width=9.0, height=5.0)
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
    legend_below(figure, *ax.get_legend_handles_labels(), columns=2)
    set_title(
        figure,
        f"Slopes in n: labels {slopes['labels']:.1f}, points in all {slopes['points']:.1f} as "
        f"needed, Theorem 17 {slopes['printed']:.1f}",
    )
    return figure


def draw_learners(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the loss of each learner against m, a panel for each n."""
    table = tables["erm_curves"]
    sizes = sorted(table["n"].unique())
    names = list(dict.fromkeys(table["learner"]))
    figure, axes = new_figure(1, len(sizes), width=10.0, height=4.2)
    for ax, n in zip(axes, sizes, strict=True):
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
    axes[0].set_ylabel("mean loss over $\\varepsilon$")
    legend_below(figure, *axes[0].get_legend_handles_labels(), columns=3)
    at = table[(table["n"] == sizes[-1]) & (table["multiple"] == 1)].set_index("learner")
    over = at["loss"] / at["epsilon"]
    set_title(
        figure,
        f"At n = {sizes[-1]} the worst ERM loses {over['worst ERM']:.1f} ε, a random one "
        f"{over['random ERM']:.1f} ε, Theorem M's learner {over['Theorem M']:.1f} ε",
    )
    return figure


def draw_failure(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the failure that no learner avoids at the printed m, against the δ allowed."""
    table = tables["counterexamples"].dropna(subset=["nats_failure"])
    figure, (ax,) = new_figure(width=9.0, height=4.8)
    # Failures as small as 1 in 10^(10¹⁵): their logarithms stand on a logarithmic axis.
    decades = table[["nats_delta", "nats_failure"]] / np.log(10)
    names = {
        "lemma-18, printed": "Lemma 18, two functions, $C_H=0$",
        "lemma-18, networks": "Lemma 18, all of $H_{1,1,1}^{W,0}$",
        "theorem-17, printed": "Theorem 17, $\\varepsilon=k(R+B)$",
        "theorem-17, confidence": "Theorem 17, $\\varepsilon\\leq 1/2$",
        "theorem-17, scaled": "Theorem 17, $\\ln(1/\\delta)$ times $M^2$ too, $s=k$",
    }
    for (name, label), marker, colour in zip(names.items(), MARKERS, SERIES, strict=False):
        rows = table["statement"] == name
        share = 1 - decades["nats_failure"][rows] / decades["nats_delta"][rows]
        ax.plot(
            decades["nats_delta"][rows], 100 * share, ls="", marker=marker, color=colour,
            alpha=0.8, label=label,
        )  # fmt: skip
    ax.axhline(0, color="black", lw=1)
    ax.annotate(
        "promised: no shortfall", (1, 0), xytext=(0, -11), textcoords="offset points",
        xycoords=("axes fraction", "data"), ha="right",
    )  # fmt: skip
    ax.set_ylim(-5, None)
    ax.set_xscale("log")
    ax.set_xlabel("failure allowed: δ = 1 in $10^x$, at $x$")
    ax.set_ylabel("zeros of δ that are missing, in %")
    legend_below(figure, *ax.get_legend_handles_labels(), columns=2)
    drawn = table[table["statement"].isin(names)]
    failing = drawn["nats_failure"] < drawn["nats_delta"]
    set_title(
        figure,
        counted(failing, "printed sample size lets", "printed sample sizes let")
        + " every learner fail more often than δ, at least as often as δ to the power "
        f"{span((drawn['nats_failure'] / drawn['nats_delta'])[failing])}",
    )
    return figure
