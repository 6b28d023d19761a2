"""Figures of Claim 2.1 and Lemma 6."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import log_ndtr, ndtri

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    NEAR,
    SERIES,
    counted,
    legend_under,
    new_figure,
    number,
    percent,
    set_title,
)


def draw_tail(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the tail and its bounds against d, and the ratios against ρ."""
    table = tables["identities"]
    figure, (left, right) = new_figure(2, 1, height=7.0)

    random = table[table["function"] == "random 0"]
    n = random["n"].max()
    rho = 0.5
    rows = random[(random["n"] == n) & (random["rho"] == rho)].sort_values("d")
    left.plot(rows["d"], rows["tail"], color=COLOURS["measured"], marker="o", label="tail, exact")
    left.plot(
        rows["d"],
        rows["printed"],
        color=COLOURS["paper"],
        marker="s",
        ls="--",
        label=r"as stated, $2\,\mathrm{NS}_\rho/(1-\rho^d)$ (undefined at $d=0$)",
    )
    left.set_xlabel("degree $d$")
    left.set_ylabel(r"Fourier weight above $d$")
    left.set_title(rf"A random integer-valued $f$, $n={n}$, $\rho={rho:g}$")
    left.set_ylim(bottom=0)
    legend_under(left, columns=1)

    pure = table[table["function"].str.startswith("character") & (table["n"] == table["d"] + 1)]
    pure = pure[(pure["function"] == "character on " + pure["n"].astype(str))]
    for d, colour, marker in zip((1, 2, 3), SERIES, MARKERS, strict=False):
        rows = pure[pure["d"] == d].sort_values("rho")
        printed = rows[rows["printed"].notna() & (rows["printed"] > 0)]
        right.plot(
            printed["rho"],
            printed["tail"] / printed["printed"],
            color=colour,
            marker=marker,
            ls="--",
            label=f"as stated, $d={d}$",
        )
    right.axhline(1, color=COLOURS["muted"], lw=1)
    right.set_yscale("log", base=2)
    right.yaxis.set_major_formatter("{x:g}")
    right.set_xlabel(r"correlation $\rho$")
    right.set_ylabel("tail / bound (above 1: false)")
    right.set_title(r"A character $\chi_T$ with $|T|=d+1$")
    legend_under(right)
    shown = pure[pure["d"].isin((1, 2, 3)) & (pure["rho"] < 0) & (pure["printed"] > 0)]
    most = (shown["tail"] / shown["printed"]).max()
    set_title(
        figure,
        f"For negative ρ the tail is up to {number(most)} times the paper’s bound",
    )
    return figure


def _gaussian_ratio(mean: np.ndarray) -> np.ndarray:
    """Return φ(t)/(p√(2 ln(1/p))), p = Φ(t): the limit of the ratio (docs/proofs.md, Lemma 6)."""
    t = ndtri(mean)
    log_ratio = -t * t / 2 - np.log(2 * np.pi) / 2 - log_ndtr(t)
    return np.exp(log_ratio) / np.sqrt(-2 * np.log(mean))


def draw_halfspaces(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS over the sharp bound by mean, and AS against n."""
    small, large = tables["halfspaces"], tables["thresholds"]
    figure, (left, right) = new_figure(2, 1, height=7.0)

    # −log₁₀ p is linear far out and shows p near 1 as well.
    def place(mean: pd.Series | np.ndarray) -> pd.Series | np.ndarray:
        return -np.log10(mean)

    symmetric = large[large["kind"] == "symmetric"]
    sizes = sorted(symmetric["n"].unique())
    shown = sizes[:: max(1, (len(sizes) - 1) // 3)]
    for n, colour, marker in zip(shown, SERIES, MARKERS, strict=False):
        rows = symmetric[symmetric["n"] == n].sort_values("mean")
        left.plot(
            place(rows["mean"]),
            rows["average_sensitivity"] / rows["sharp"],
            color=colour,
            marker=marker,
            ms=3.5,
            lw=1,
            label=f"symmetric, $n={n}$",
        )
    proper = small[small["mean"] < 1]
    left.scatter(
        place(proper["mean"]),
        proper["average_sensitivity"] / proper["sharp"],
        s=10,
        color=COLOURS["muted"],
        label=rf"every halfspace, $n \leq {small['n'].max()}$",
    )
    for kind, marker, size in (("random", "x", 22), ("search", "*", 60)):
        rows = large[large["kind"] == kind]
        left.scatter(
            place(rows["mean"]),
            rows["average_sensitivity"] / rows["sharp"],
            marker=marker,
            s=size,
            color=COLOURS["second"] if kind == "random" else "black",
            zorder=3,
            label={"random": "random weights", "search": "found by the search"}[kind]
            + f", $n \\leq {rows['n'].max()}$",
        )
    exponents = np.concatenate([np.linspace(1e-3, 1, 60), np.linspace(1, 60, 240)])
    left.plot(
        exponents,
        _gaussian_ratio(10.0**-exponents),
        color="black",
        ls="-.",
        lw=1.2,
        label=r"limit $n\to\infty$ (Gaussian)",
    )
    left.axhline(1, color=COLOURS["sharp"], label=r"sharp bound, $p√(n\ln(1/p)/2)$")
    left.axhline(np.sqrt(2), color=COLOURS["paper"], ls="--", label="paper's bound, constant 1")
    left.set_xscale("symlog", linthresh=1, linscale=1)
    ticks = [0, 0.301, 1, 2, 4, 10, 20, 60]
    left.set_xticks(ticks, ["1", "½"] + [f"$10^{{-{t}}}$" for t in ticks[2:]])
    left.set_xlim(-0.02, 75)
    left.set_ylim(0, 1.5)
    left.set_xlabel("mean $p$ (small means to the right)")
    left.set_ylabel("sensitivity / sharp bound")
    left.set_title("How close halfspaces come to the bound")
    legend_under(left, columns=2)

    for target, text, colour, marker in (
        (0.5, "½", SERIES[0], MARKERS[0]),
        (1e-6, "10^{-6}", SERIES[1], MARKERS[1]),
    ):
        near = symmetric[symmetric["mean"] <= target]
        rows = near.loc[near.groupby("n")["mean"].idxmax()].sort_values("n")
        right.plot(
            rows["n"],
            rows["average_sensitivity"] / rows["mean"],
            color=colour,
            marker=marker,
            ls="",
            label=f"symmetric, largest $p \\leq {text}$",
        )
        right.plot(rows["n"], rows["sharp"] / rows["mean"], color=COLOURS["sharp"], lw=1.2)
        right.plot(
            rows["n"], rows["printed"] / rows["mean"], color=COLOURS["paper"], ls="--", lw=1.2
        )
    right.plot([], [], color=COLOURS["sharp"], lw=1.2, label="sharp bound")
    right.plot([], [], color=COLOURS["paper"], ls="--", lw=1.2, label="paper's bound, constant 1")
    right.set_xscale("log", base=2)
    right.set_yscale("log")
    right.set_xlabel("variables $n$")
    right.set_ylabel(r"$\mathrm{AS}(g)/p$")
    right.set_title(r"Growth in $n$")
    legend_under(right, columns=1)
    others = large[large["kind"] != "symmetric"]
    drawn = pd.concat([symmetric[symmetric["n"].isin(shown)], proper, others])
    ratio = drawn["average_sensitivity"] / drawn["sharp"]
    set_title(
        figure,
        counted(ratio <= 1 + NEAR, "halfspace lies", "halfspaces lie")
        + f" under the sharp bound; the nearest reaches {percent(ratio.max())} of it",
    )
    return figure
