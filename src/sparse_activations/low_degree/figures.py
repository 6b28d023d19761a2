"""Figures of the topic low_degree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from sparse_activations.family_styles import family_style
from sparse_activations.style import COLOURS, MARKERS, SERIES, new_figure

_METHODS = {"averages": ("second", "s"), "regression": ("measured", "o")}
_NEEDED_SHARE = 1 / 16  # of the variance: the ε of the figure of degrees


def draw_success(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of successes against m, with proved and printed sample sizes.

    Needs the table of the job `success`.
    """
    table = tables["success"]
    keys = ["class", "n", "s", "k", "W", "B", "d", "epsilon"]
    groups = list(table.groupby(keys, sort=False))
    columns = min(3, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, width=3.5 * columns, height=3.2 * rows + 0.7)
    for panel, (key, group) in zip(panels, groups, strict=False):
        _draw_rates(panel, group)
        parameters = dict(zip(keys, key, strict=True))
        if parameters["class"] == "network":
            title = "n={n}, s={s}, k={k}, W={W:g}, B={B:g}\nnetworks, d={d}, ε={epsilon:.3g}"
        else:
            title = "juntas of {d} of {n} variables\nd={d}, ε={epsilon:.3g}"
        panel.set_title(title.format(**parameters), fontsize=9.5)
        panel.set_xlabel("samples m")
        panel.set_ylabel("share with loss ≤ ε")
    _add_legend(figure, panels, len(groups), ncols=3)
    return figure


def _draw_rates(panel: Axes, group: pd.DataFrame) -> None:
    curves = group[group["size"] == "curve"].sort_values("m")
    curves = curves.assign(rate=curves["successes"] / curves["trials"])
    seaborn.lineplot(
        curves,
        x="m",
        y="rate",
        hue="method",
        style="method",
        palette={method: COLOURS[colour] for method, (colour, _) in _METHODS.items()},
        markers={method: marker for method, (_, marker) in _METHODS.items()},
        dashes=False,
        errorbar=None,  # the exact interval is drawn below
        legend=False,
        ax=panel,
    )
    for method, (colour, marker) in _METHODS.items():
        curve = curves[curves["method"] == method]
        panel.plot([], [], color=COLOURS[colour], marker=marker, label=f"{method}, measured")
        panel.vlines(curve["m"], curve["low"], curve["high"], color=COLOURS[colour], linewidth=0.9)
    for size, colour, line, text in (
        ("printed", "paper", "--", "printed size, constant 1"),
        ("averages", "second", "-.", "proved size, averages"),
        ("regression", "measured", ":", "proved size, regression"),
    ):
        row = group[group["size"] == size].iloc[0]
        panel.axvline(row["m"], color=COLOURS[colour], linestyle=line, linewidth=1.3, label=text)
        panel.plot(
            row["m"],
            row["successes"] / row["trials"],
            color=COLOURS[colour],
            marker="D",
            markersize=7,
            markeredgecolor="white",
            linestyle="",
        )
    panel.axvline(group["monomials"].iloc[0], color=COLOURS["muted"], linewidth=0.8, label="m = N")
    panel.axhline(
        1 - group["delta"].iloc[0],
        color=COLOURS["muted"],
        linestyle="--",
        linewidth=0.8,
        label="1 − δ",
    )
    panel.set_xscale("log")
    panel.set_ylim(-0.03, 1.06)


def draw_curves(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw learning curves in m for each network family and degree, with the predicted excess.

    Needs the table of the job `curves`.
    """
    table = tables["curves"]
    families = list(table["family"].unique())
    columns = 3
    rows = -(-len(families) // columns)
    figure, panels = new_figure(rows, columns, width=11, height=3.5 * rows + 0.4)
    degrees = sorted(set(table["d"]))
    shown = table[table["excess"] > 1e-20]
    for panel, family in zip(panels, families, strict=False):
        for i, d in enumerate(degrees):
            for method, style, fill in (("averages", "--", "none"), ("regression", "-", "full")):
                group = shown[
                    (shown["family"] == family) & (shown["d"] == d) & (shown["method"] == method)
                ].sort_values("m")
                panel.plot(
                    group["m"],
                    group["excess"],
                    color=SERIES[i],
                    marker=MARKERS[i],
                    markersize=4,
                    linestyle="",
                    fillstyle=fill,
                    label=f"d = {d}, {method}",
                )
                known = group[group["predicted"] > 0]
                panel.plot(
                    known["m"], known["predicted"], color=SERIES[i], linestyle=style, linewidth=1
                )
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_ylim(max(1e-6, panel.get_ylim()[0]), min(1e3, panel.get_ylim()[1]))
        n = table["n"].iloc[0]
        panel.set_title(f"{family_style(family).label}, n = {n}")
        panel.set_xlabel("samples m")
        panel.set_ylabel("mean excess loss over ½·tail")
    for panel in panels[len(families) :]:
        panel.set_axis_off()
    panels[0].plot([], [], color=COLOURS["muted"], linestyle="--", label="predicted, averages")
    panels[0].plot([], [], color=COLOURS["muted"], linestyle="-", label="predicted, regression")
    handles, labels = panels[0].get_legend_handles_labels()
    target = panels[-1] if len(panels) > len(families) else panels[0]
    target.legend(handles, labels, loc="center", frameon=False)
    return figure


def draw_agnostic(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the excess under noisy labels, with the bounds that are proved.

    Needs the table of the job `agnostic`.
    """
    table = tables["agnostic"]
    groups = list(table.groupby(["noise", "amount"], sort=False))
    columns = min(3, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, width=3.6 * columns, height=3.1 * rows + 0.7)
    for panel, ((noise, amount), group) in zip(panels, groups, strict=False):
        for method, (colour, marker) in _METHODS.items():
            run = group[group["method"] == method].sort_values("m")
            panel.errorbar(
                run["m"],
                run["excess"],
                yerr=[np.zeros(len(run)), run["largest_excess"] - run["excess"]],
                color=COLOURS[colour],
                marker=marker,
                linestyle="",
                capsize=3,
                label=f"{method}: mean, up to the largest",
            )
            panel.plot(
                run["m"],
                run["allowed"],
                color=COLOURS[colour],
                marker="_",
                markersize=10,
                linestyle="--" if method == "averages" else ":",
                label=f"{method}: bound at δ = {group['delta'].iloc[0]:g}",
            )
        panel.axhline(
            group["best_loss"].iloc[0],
            color=COLOURS["muted"],
            linewidth=1,
            label="best loss of degree d (mean)",
        )
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.xaxis.set_minor_formatter(NullFormatter())  # they overlap on a short axis
        panel.set_title(
            {
                "flipped": f"labels flipped with probability {amount:g}",
                "additive": f"noise uniform in ±{amount:g}",
                "arbitrary": "arbitrary ±1 labels",
            }[noise],
            fontsize=10,
        )
        panel.set_xlabel("samples m")
        panel.set_ylabel("excess loss")
    _add_legend(figure, panels, len(groups), ncols=2)
    return figure


def _add_legend(figure: Figure, panels: Sequence[Axes], used: int, *, ncols: int) -> None:
    """Put one legend in the last panel if it is empty, else below; `used` panels are drawn."""
    for panel in panels[used:]:
        panel.set_axis_off()
    handles, labels = panels[0].get_legend_handles_labels()
    if len(panels) > used:
        panels[-1].legend(handles, labels, loc="center", frameon=False)
    else:
        figure.legend(handles, labels, loc="outside lower center", ncols=ncols)


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the needed degree beside Theorem C's and the paper's, for every network.

    Needs the table of the job `degrees`.
    """
    table = tables["degrees"]
    shares = sorted(set(table["fraction"]))
    share = min(shares, key=lambda value: abs(np.log(value / _NEEDED_SHARE)))
    table = table[table["fraction"] == share]
    figure, (axes,) = new_figure(1, 1, width=9.6, height=5.0)
    shown = {
        "really needed": ("needed", COLOURS["measured"]),
        "n, which all monomials have": ("n", "#BBBBBB"),
        "Theorem C's": ("theorem_c", COLOURS["sharp"]),
        "the paper's, constant 1 (Theorem 8)": ("paper", COLOURS["paper"]),
    }
    counts = table["family"].value_counts()
    names = {
        name: f"{family_style(name).label}\n({counts[name]})" for name in table["family"].unique()
    }
    rows = pd.concat(
        table.assign(degree=table[column], bound=text, family=table["family"].map(names))
        for text, (column, _) in shown.items()
    )
    look = {
        "x": "family", "y": "degree", "hue": "bound",
        "palette": {text: colour for text, (_, colour) in shown.items()},
    }  # fmt: skip
    seaborn.boxplot(
        rows, **look, whis=(0, 100), gap=0.15, fill=False, linewidth=1, legend=False, ax=axes
    )
    seaborn.stripplot(rows, **look, dodge=True, jitter=False, size=3.2, alpha=0.5, ax=axes)
    # Degrees 0 and 1 are apart on this scale, and 0 is shown.
    axes.set_yscale("symlog", linthresh=1, linscale=0.4)
    axes.set_ylim(-0.15, 2 * max(float(table["paper"].max()), 10.0))
    axes.set_xlabel("network family (number of networks)")
    axes.set_ylabel(f"degree for a tail of ε = {share:g}·variance")
    axes.set_title("The degree that is needed, and what the bounds ask for")
    handles, labels = axes.get_legend_handles_labels()
    if legend := axes.get_legend():
        legend.remove()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, markerscale=2)
    return figure
