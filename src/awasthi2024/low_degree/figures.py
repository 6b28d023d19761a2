"""Figures of the topic low_degree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullFormatter
from scipy.optimize import brentq

from awasthi2024.bounds import section_5
from awasthi2024.shared.style import (
    COLOURS,
    counted,
    label_ends,
    legend_below,
    legend_beside,
    new_figure,
    number,
    percent,
    set_title,
)
from sparseact import bounds

_METHODS = {"averages": ("second", "s"), "regression": ("measured", "o")}
_NEEDED_SHARE = 1 / 16  # of the variance: the ε of the figure of degrees


def draw_success(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the share of successes against m, with proved sample sizes and the paper's.

    Needs the table of the job `success`.
    """
    table = tables["success"]
    keys = ["class", "n", "s", "k", "W", "B", "d", "epsilon"]
    groups = list(table.groupby(keys, sort=False))
    columns = min(2, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, height=2.5 * rows)
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
    legend_beside(figure, panels, len(groups), columns=3)
    proved = table[(table["size"] == table["method"])]
    rate = proved["successes"] / proved["trials"]
    set_title(
        figure,
        f"At the proved sample sizes {percent(rate.min())} of the runs succeed; "
        f"{percent(1 - table['delta'].max())} is guaranteed",
    )
    return figure


def _draw_rates(panel: Axes, group: pd.DataFrame) -> None:
    import seaborn  # here, since most jobs draw without it and it takes half a second

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
        ("printed", "paper", "--", "the paper’s size, constant 1"),
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


def draw_agnostic(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the excess under noisy labels, with the bounds that are proved.

    Needs the table of the job `agnostic`.
    """
    table = tables["agnostic"]
    groups = list(table.groupby(["noise", "amount"], sort=False))
    columns = min(2, len(groups))
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, height=2.5 * rows)
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
    legend_beside(figure, panels, len(groups), columns=2)
    most = table["largest_excess"] / table["allowed"]
    set_title(
        figure,
        counted(most <= 1, "excess lies", "excesses lie")
        + f" under its proved bound and uses at most {percent(most.max())} of it",
    )
    return figure


#: The network whose bounds are drawn: Theorem B's, with s, k, W and B.
_NETWORK = (4, 1, 2**0.5, 2**0.5)


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the paper's degree and Theorem C's against n, and from which n on they say something.

    Needs no table: the degrees are right-hand sides, of Theorem B's network with s = 4 and k = 1.
    """
    s, k, W, B = _NETWORK
    n = np.logspace(1, 24, 461)
    paper = np.array([bounds.theorem_8_degree(x, s, k, W, B, _NEEDED_SHARE) for x in n.tolist()])
    ours = bounds.theorem_c_degree(k, W, _NEEDED_SHARE)
    figure, (axes,) = new_figure(1, 1, height=4.2)
    axes.plot(n, paper, color=COLOURS["paper"], ls="--", label="Theorem 8, constant 1")
    axes.plot(n, n, color=COLOURS["muted"], label="all monomials: degree n")
    axes.axhline(ours, color=COLOURS["sharp"], label="Theorem C")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(10, 1e24)
    axes.set_ylim(1, 1e13)
    axes.set_xlabel(f"n, number of inputs, at s = {s}, k = {k}, W² = 2, ε = {_NEEDED_SHARE:g}")
    axes.set_ylabel("degree that is enough")
    label_ends(axes)
    met = brentq(lambda x: bounds.theorem_8_degree(x, s, k, W, B, _NEEDED_SHARE) - x, 10, 1e24)
    set_title(
        figure,
        f"The paper’s degree exceeds n until n ≈ {number(met)}; "
        f"Theorem C’s is {number(float(ours))} always",
    )
    return figure


def _exponents() -> dict[str, list[tuple[float, float]]]:
    """Return, for each bound, the exponents of k, W, n and 1/ε in the paper's and in the new one.

    Each is the slope of the logarithm far out, to halves, so that logarithms drop out; for noise
    sensitivity ε is 1 − ρ. B = 0, s is the largest k, and the inputs of Theorem 17 are of the cube.
    """
    delta, near, far = 0.1, 10**24, 10**30
    bounds: dict[str, tuple[Callable[..., float], Callable[..., float]]] = {
        "average sensitivity:\nLemma 9 → Theorem A": (
            lambda k, W, n, e: bounds.lemma_9(n, far, k, W, 0),
            lambda k, W, n, e: float(bounds.theorem_a(k, W)),
        ),
        "noise sensitivity:\nLemma 10 → Theorem D": (
            lambda k, W, n, e: bounds.lemma_10(n, far, k, W, 0, 1 - e),
            lambda k, W, n, e: float(bounds.theorem_d(k, W, 1 - e)),
        ),
        "degree:\nTheorem 8 → Theorem C": (
            lambda k, W, n, e: bounds.theorem_8_degree(n, far, k, W, 0, e),
            lambda k, W, n, e: float(bounds.theorem_c_degree(k, W, e)),
        ),
        "samples:\nTheorem 17 → corrected": (
            lambda k, W, n, e: section_5.theorem_17(n, far, k, n**0.5, W, 0, float(e), delta),
            lambda k, W, n, e: float(
                section_5.realizable_samples(n, far, k, n**0.5, float(W), 0, float(e), delta)
            ),
        ),
    }
    start = {"k": 1, "W": 1, "n": 4, "e": Fraction(1, 10**4)}

    def slope(bound: Callable[..., float], name: str) -> float:
        places = [Fraction(1, x) if name == "e" else x for x in (near, far)]
        values = [bound(**{**start, name: x}) for x in places]
        return round(2 * np.log10(values[1] / values[0]) / np.log10(far / near)) / 2 + 0.0

    return {
        text: [(slope(paper, name), slope(ours, name)) for name in start]
        for text, (paper, ours) in bounds.items()
    }


def draw_exponents(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the exponents of k, W, n and 1/ε in the paper's bounds and in the new bounds.

    Needs no table: the exponents come from the right-hand sides.
    """
    exponents = _exponents()
    figure, (axes,) = new_figure(1, 1, height=3.8)
    better = {-1: "sharp", 0: "muted", 1: "paper"}
    cells = [pair for row in exponents.values() for pair in row]
    for y, row in enumerate(exponents.values()):
        for x, (paper, ours) in enumerate(row):
            colour = COLOURS[better[int(np.sign(ours - paper))]]
            axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, color=colour, alpha=0.18))
            text = f"{_half(paper)} → {_half(ours)}"
            axes.text(x, y, text, ha="center", va="center", fontsize=12)
    for sign, text in ((-1, "the new one is smaller"), (0, "equal"), (1, "the new one is larger")):
        colour = COLOURS[better[sign]]
        axes.plot([], [], "s", color=colour, alpha=0.5, markersize=9, label=text)
    axes.set_xlim(-0.5, 3.5)
    axes.set_ylim(len(exponents) - 0.5, -0.5)
    axes.set_xticks(range(4), ["k", "W", "n", "1/ε, or\n1/(1 − ρ)"])
    axes.set_yticks(range(len(exponents)), list(exponents))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.set_xlabel("exponent in the paper’s bound → in the new one, without logarithms")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    smaller = sum(ours < paper for paper, ours in cells)
    larger = sum(ours > paper for paper, ours in cells)
    set_title(
        figure,
        f"New bounds improve {smaller} of the paper’s {len(cells)} exponents and worsen "
        + ("none", "one", "some")[min(larger, 2)],
    )
    return figure


def _half(value: float) -> str:
    """Return a multiple of ½."""
    units, half = divmod(abs(value), 1)
    text = ("" if half and not units else f"{units:g}") + ("½" if half else "")
    return ("−" if value < 0 else "") + text
