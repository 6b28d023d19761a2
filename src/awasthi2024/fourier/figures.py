"""Figures of Claim 2.1 and Lemma 6."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import log_ndtr, ndtri

from awasthi2024.shared import style


def draw_tail(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the tail of a character over the paper's bound against ρ."""
    table = tables["identities"]
    figure, (axes,) = style.new_figure()
    full = (table["function"] == "character on " + table["n"].astype(str)) & (table["printed"] > 0)
    most = 0.0
    for d, colour, marker in zip((1, 2, 3), style.SERIES, style.MARKERS, strict=False):
        rows = table[full & (table["n"] == d + 1) & (table["d"] == d)].sort_values("rho")
        ratio = rows["tail"] / rows["printed"]
        axes.plot(rows["rho"], ratio, color=colour, marker=marker, label=f"$d={d}$")
        most = max(most, ratio[rows["rho"] < 0].max())
    axes.axhline(1, color=style.COLOURS["muted"], linestyle="--")
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("correlation $\\rho$")
    axes.set_ylabel("tail / bound (above 1: false)")
    axes.set_title("A character $\\chi_T$ with $|T|=d+1$")
    axes.legend()
    times = style.number(most)
    style.set_title(figure, f"For ρ < 0 the tail is up to {times} times the paper’s bound")
    return figure


def gaussian_ratio(mean: np.ndarray) -> np.ndarray:
    """Return φ(t)/(p√(2 ln(1/p))), p = Φ(t): the limit of the ratio (docs/proofs.md, Lemma 6)."""
    t = ndtri(mean)
    log_ratio = -t * t / 2 - np.log(2 * np.pi) / 2 - log_ndtr(t)
    return np.exp(log_ratio) / np.sqrt(-2 * np.log(mean))


def draw_halfspaces(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS over the sharp bound by mean; −log₁₀ p shows p near 1 as well as small p."""
    small, large = (t[t["mean"] < 1] for t in (tables["halfspaces"], tables["thresholds"]))
    figure, (axes,) = style.new_figure(height=4.6)
    groups = [(f"every halfspace, $n\\leq{small['n'].max()}$", small)]
    for n, rows in list(large[large["kind"] == "symmetric"].groupby("n"))[::4]:
        groups.append((f"symmetric, $n={n}$", rows.sort_values("mean")))
    groups.append(("random weights", large[large["kind"] == "random"]))
    for i, (label, rows) in enumerate(groups):
        mark = style.MARKERS[i] + ("-" if "symmetric" in label else "")
        x, y = -np.log10(rows["mean"]), rows["average_sensitivity"] / rows["sharp"]
        axes.plot(x, y, mark, color=style.SERIES[i], markersize=3.5, linewidth=1, label=label)
    exponents = np.concatenate([np.linspace(1e-3, 1, 60), np.linspace(1, 60, 240)])
    limit, label = gaussian_ratio(10.0**-exponents), "limit $n\\to\\infty$ (Gaussian)"
    axes.plot(exponents, limit, "-.", color=style.COLOURS["muted"], label=label)
    axes.axhline(1, color=style.COLOURS["sharp"], label="sharp bound, $p√(n\\ln(1/p)/2)$")
    axes.set_xscale("symlog", linthresh=1, linscale=1)
    ticks = [0, 0.301, 1, 2, 4, 10, 20, 60]
    axes.set_xticks(ticks, ["1", "½", *(f"$10^{{-{t}}}$" for t in ticks[2:])])
    axes.set(xlim=(-0.02, 75), ylim=(0, 1.1), ylabel="sensitivity / sharp bound")
    axes.set_xlabel("mean $p$ (small means to the right)")
    style.legend_under(axes, columns=2)
    ratio = pd.concat(rows["average_sensitivity"] / rows["sharp"] for _, rows in groups)
    lies = style.counted(ratio <= 1 + style.NEAR, "halfspace lies", "halfspaces lie")
    style.set_title(figure, f"{lies} below the bound, up to {style.percent(ratio.max())} of it")
    return figure
