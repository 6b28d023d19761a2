"""Figures of the topic juntas."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sparse_activations.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    legend_below,
    legend_beside,
    legend_under,
    new_figure,
    number,
    set_title,
    span,
)


def draw_cost(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw what a parity costs the low-degree algorithm, and the loss that lower degrees leave.

    Needs the tables of the jobs `cost` and `parity`.
    """
    figure, (left, right) = new_figure(1, 2, width=10.0, height=5.4)
    cost = tables["cost"]
    for i, (p, group) in enumerate(cost.groupby("p", sort=True)):
        colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
        lines = group.drop_duplicates("n").sort_values("n")
        left.plot(lines["n"], lines["monomials"], color=colour, linewidth=1.2)
        left.plot(lines["n"], lines["proved"], color=colour, linestyle="--", linewidth=1)
        left.plot(
            group["n"],
            group["samples"],
            color=colour,
            marker=marker,
            linestyle="",
            label=f"p = {p} (s = {2**p})",
        )
    for style, text in (("-", "N monomials of degree ≤ p"), ("--", "samples proved to be enough")):
        left.plot([], [], color=COLOURS["muted"], linestyle=style, label=text)
    left.set_xscale("log", base=2)
    left.set_yscale("log")
    ticks = sorted({int(n) for n in cost["n"]})
    left.set_xticks(ticks, [str(n) for n in ticks])
    left.minorticks_off()
    left.set_xlabel("n, number of variables")
    left.set_ylabel("samples until the parity is recovered")
    left.set_title("Recovering a parity of p of n bits")
    legend_under(left)
    _draw_losses(right, tables["parity"])
    each = cost["samples"] / cost["monomials"]
    parity = tables["parity"]
    below = parity[(parity["function"] == "parity") & (parity["degree"] < parity["p"])]
    set_title(
        figure,
        f"A parity takes {span(each)} samples for each monomial; "
        f"a degree below p leaves a loss of at least {below['least_loss'].min():g}",
    )
    return figure


def _draw_losses(axes: Axes, parity: pd.DataFrame) -> None:
    largest = int(parity["p"].max())
    shown = sorted({p for p in parity["p"] if p in (largest, (largest + 1) // 2)})
    for i, p in enumerate(shown):
        colour = SERIES[i % len(SERIES)]
        for name, style, marker in (("parity", "-", "o"), ("random", "--", "s")):
            group = parity[(parity["p"] == p) & (parity["function"] == name)]
            label = f"parity of {p}" if name == "parity" else f"a random junta of {p}"
            axes.plot(
                group["degree"],
                group["least_loss"],
                color=colour,
                linestyle=style,
                marker=marker,
                label=label,
            )
        d = np.arange(p - 1, 2 * largest + 1)
        axes.plot(d, 2 * p / (d + 1), color=colour, linestyle=":", label=f"Theorem C, W² = {p}")
    axes.set_ylim(-0.05, 2.15)
    axes.set_xticks(range(0, 2 * largest + 1, max(1, largest // 5)))
    axes.set_xlabel("degree d")
    axes.set_ylabel("least loss ½E(g − f)² over degree-d polynomials g")
    axes.set_title("What degree d leaves")
    legend_under(axes)


def draw_degrees(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw which degree all juntas of p variables need, for several losses.

    Needs the table of the job `all_tables`.
    """
    table = tables["all_tables"]
    values = sorted(set(table["p"]))
    figure, panels = new_figure(1, len(values), width=10.0, height=3.8)
    feasible = sorted(set(table.loc[table["epsilon"] < 0.5, "epsilon"]))
    losses = sorted({feasible[0], feasible[len(feasible) // 2], feasible[-1]})
    width = 0.8 / len(losses)
    for panel, p in zip(panels, values, strict=True):
        for i, epsilon in enumerate(losses):
            group = table[(table["p"] == p) & (table["epsilon"] == epsilon)]
            share = group["juntas"] / group["juntas"].sum()
            text = f"at most {epsilon:.3g}" if epsilon else "0"
            panel.bar(
                group["degree"] + (i - (len(losses) - 1) / 2) * width,
                share,
                width,
                color=SERIES[i % len(SERIES)],
                hatch=("", "//", "..")[i],
                edgecolor="white",
                label=f"loss {text}",
            )
        panel.set_yscale("log")
        panel.set_ylim(1e-5, 2)
        panel.set_xticks(range(p + 1))
        panel.set_xlabel("degree needed")
        panel.set_title(f"p = {p}: {2 ** (2**p):,} juntas")
    panels[0].set_ylabel("share of all juntas")
    handles, labels = panels[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, columns=len(losses))
    p = values[-1]
    widest = table[table["p"] == p]
    full = [
        int(widest.loc[(widest["epsilon"] == e) & (widest["degree"] == p), "juntas"].sum())
        for e in (losses[0], losses[-1])
    ]
    total = int(widest.loc[widest["epsilon"] == losses[0], "juntas"].sum())
    set_title(
        figure,
        f"Of {total:,} juntas of {p} variables {full[0]:,} need degree {p} for the loss "
        f"{losses[0]:g}, and {full[1]:,} for {losses[-1]:.3g}",
    )
    return figure


def draw_five(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the paper's bound, ours and the truth for Lemmas 9, 10 and Theorems 8, 13, 19.

    The first three are of one network, Theorem B's with four neurons.

    Needs the table of the job `parity`, and of other topics' jobs `networks`, `noise`,
    `degrees` and `bounds`.
    """
    figure, panels = new_figure(2, 3, width=10.0, height=6.2)
    sensitivity = _four_neurons(tables["average_sensitivity/networks"]).sort_values("n")
    _draw_three(
        panels[0],
        sensitivity,
        "n",
        paper="lemma_9",
        ours="theorem_a_min",
        truth="average_sensitivity",
    )
    panels[0].set(title="Lemma 9", xlabel="n, number of inputs", ylabel="average sensitivity")
    panels[0].set_xscale("log", base=2)
    noise = _largest(_four_neurons(tables["noise_sensitivity/noise"]))
    noise = noise[noise["one_minus_rho"] <= 1].sort_values("one_minus_rho")
    _draw_three(
        panels[1], noise, "one_minus_rho",
        paper="paper_corrected", ours="theorem_d_min", truth="noise_sensitivity",
    )  # fmt: skip
    panels[1].set(title="Lemma 10", xlabel="1 − ρ", ylabel="noise sensitivity")
    panels[1].set_xscale("log", base=2)
    degrees = _largest(_four_neurons(tables["low_degree/degrees"])).sort_values("epsilon")
    _draw_three(panels[2], degrees, "epsilon", paper="paper", ours="theorem_c", truth="needed")
    panels[2].set(title="Theorem 8", xlabel="tail allowed, ε", ylabel="degree")
    panels[2].set_xscale("log", base=2)
    juntas = _parity_degrees(tables["parity"])
    _draw_three(panels[3], juntas, "p", paper="printed", ours="theorem_c", truth="needed")
    panels[3].set(title="Theorem 13", xlabel="p = log₂ s", ylabel="degree for loss ¼")
    bounds = tables["rademacher/bounds"]
    neurons = bounds[(bounds["sweep"] == "neurons") & (bounds["k"] == 1)].sort_values("s")
    _draw_three(panels[4], neurons, "s", paper="eq_15", ours="proved", truth="upper")
    panels[4].set(title="Theorem 19", xlabel="s, neurons", ylabel="Rademacher complexity")
    panels[4].set_xscale("log", base=2)
    legend_beside(figure, panels, 5, columns=3)
    times = [
        number((bound / truth).max())
        for truth, bounds in (
            (sensitivity["average_sensitivity"], sensitivity[["lemma_9", "theorem_a_min"]]),
            (noise["noise_sensitivity"], noise[["paper_corrected", "theorem_d_min"]]),
        )
        for _, bound in bounds.items()
    ]
    set_title(
        figure,
        f"On one network the paper’s bounds in Lemmas 9 and 10 are up to {times[0]} and {times[2]} "
        f"times the truth, ours up to {times[1]} and {times[3]} times",
    )
    return figure


#: The loss at which the degrees of Theorem 13 are drawn.
_JUNTA_LOSS = 0.25


def _four_neurons(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of Theorem B's network with four neurons, k = 1 and W² = 2."""
    extremal = table[table["family"] == "extremal"]
    return extremal[
        (extremal["s"] == 4) & (extremal["k"] == 1) & np.isclose(extremal["W"] ** 2, 2)
    ].drop_duplicates(subset=[c for c in ("n", "rho", "fraction") if c in table])


def _largest(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the largest n."""
    return table[table["n"] == table["n"].max()]


def _parity_degrees(table: pd.DataFrame) -> pd.DataFrame:
    """Return p with the least degree that a parity of p bits needs, and what bounds it."""
    parities = table[(table["function"] == "parity") & (table["least_loss"] <= _JUNTA_LOSS)]
    needed = parities.groupby("p", as_index=False)["degree"].min()
    upper = np.ceil(2 * needed["p"] / _JUNTA_LOSS) - 1
    return needed.assign(needed=needed["degree"], printed=needed["p"], theorem_c=upper)


def _draw_three(
    panel: Axes, table: pd.DataFrame, x: str, *, paper: str, ours: str, truth: str
) -> None:
    """Draw the paper's bound, ours and the truth against a column, on a logarithmic scale."""
    for column, colour, style, text in (
        (paper, "paper", "--", "the paper’s bound, constant 1 where it names none"),
        (ours, "sharp", "-", "ours, proved"),
        (truth, "measured", "", "the truth, computed"),
    ):
        panel.plot(
            table[x],
            table[column],
            color=COLOURS[colour],
            linestyle=style or "none",
            marker="" if style else "o",
            label=text,
        )
    panel.set_yscale("log")
