"""Figures of learning with rounding."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from awasthi2024.shared.style import (
    COLOURS,
    MARKERS,
    SERIES,
    counted,
    legend_under,
    new_figure,
    percent,
    set_title,
)
from paperclaims.checks.comparison import ROUNDING


def draw_size(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the largest norm and the number of neurons against q − 1, with their bounds."""
    table = tables["sizes"].sort_values("q")
    lengths = sorted(table["m"].unique())
    shown = lengths[:: max(1, (len(lengths) - 1) // 2)]
    figure, (left, right) = new_figure(2, 1, height=7.0)
    for m, colour, marker in zip(shown, SERIES, MARKERS, strict=False):
        rows = table[table["m"] == m]
        base = rows["q"] - 1
        left.plot(base, rows["largest_norm"], color=colour, marker=marker, ls="", label=f"$m={m}$")
        left.plot(base, rows["norm_bound"], color=colour, ls="--", lw=1)
        right.plot(base, rows["neurons"], color=colour, marker=marker, ls="", label=f"$m={m}$")
        right.plot(base, m * base**2, color=colour, ls="--", lw=1)
        right.plot(base, m * rows["q"] ** 2, color=colour, ls=":", lw=1)
    grey = COLOURS["muted"]
    left.plot([], [], ls="--", label=r"bound $(√13/3)\,m^{1.5}(q-1)^4$", color=grey, lw=1)
    right.plot([], [], ls="--", label=r"sharper bound $m(q-1)^2$", color=grey, lw=1)
    right.plot([], [], ls=":", label=r"the paper's $q^2m$", color=grey, lw=1)
    p = int(table["p"].iloc[0])
    left.set_ylabel(r"largest $\Vert W_{w,a}\Vert_2$")
    left.set_title("Norm of the lifted weights")
    right.set_ylabel("neurons $s$")
    right.set_title(f"Number of neurons, $p={p}$")
    for ax in (left, right):
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("$q-1$  (the largest entry of $w$ and $y$)")
        legend_under(ax)
    size = table["neurons"] / (table["m"] * (table["q"] - 1) ** 2)
    norm = table["largest_norm"] / table["norm_bound"]
    set_title(
        figure,
        counted((size <= 1 + ROUNDING) & (norm <= 1 + ROUNDING), "network is", "networks are")
        + f" within both bounds; norms reach {percent(norm.max())} of them, sizes "
        f"{percent(size.max())}",
    )
    return figure


def draw_learners(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the learners' errors against m, and what the exact methods pay."""
    errors, easy = tables["learners"], tables["easy"]
    q = int(errors["q"].iloc[0])
    figure, (left, right) = new_figure(2, 1, height=7.0)
    draw_errors(left, errors)
    m = np.arange(2, int(max(easy["m"].max(), 16)) + 1)
    searched = sorted(errors[errors["learner"] == "brute force"]["m"].unique())
    right.plot(m, float(q) ** m, color=COLOURS["muted"], ls="--", lw=1)
    right.plot(
        searched, float(q) ** np.array(searched), color=COLOURS["muted"], marker=MARKERS[3], ls="",
        label=f"brute force, $q={q}$: $q^m$ secrets",
    )  # fmt: skip
    polynomial = easy[easy["learner"] == "vanishing polynomial"]
    colours = (COLOURS["fourth"], COLOURS["sharp"], COLOURS["second"])
    for (modulus, rows), colour, marker in zip(
        polynomial.groupby("q"), colours, MARKERS, strict=False
    ):
        degree = (modulus - 1) // 2
        unknowns = [math.comb(int(value) + degree, degree) - 1 for value in m]
        right.plot(m, unknowns, color=colour, ls="--", lw=1)
        right.plot(
            rows["m"], rows["unknowns"], color=colour, marker=marker, ls="",
            label=f"linearisation, $p=2$, $q={modulus}$: unknowns",
        )  # fmt: skip
    linear = easy[easy["learner"] == "elimination"]
    right.plot(
        linear["m"], linear["unknowns"], color=COLOURS["paper"], marker=MARKERS[5], ls="",
        markersize=8, fillstyle="none", label=r"elimination, $p\mid q$: unknowns",
    )  # fmt: skip
    solved = int(easy["solved"].sum()), int(easy["trials"].sum())
    right.set_xscale("log", base=2)
    right.set_yscale("log")
    right.set_ylim(1, 1e12)
    right.set_xlabel("length of the secret $m$")
    right.set_ylabel("secrets tried, or unknowns")
    right.set_title("Cost of exact methods")
    legend_under(right, columns=1)
    trained = errors[errors["learner"].isin(["low degree", "network", "network on bits"])]
    last = trained[trained["m"] == trained["m"].max()].groupby("learner")["error"].mean()
    set_title(
        figure,
        "Algebra finds "
        + ("every secret" if solved[0] == solved[1] else f"{percent(solved[0] / solved[1])}")
        + f"; the best trained learner errs on {percent(last.min())}, m = {trained['m'].max()}",
    )
    return figure


def draw_errors(axes: Axes, errors: pd.DataFrame) -> None:
    """Draw the share of wrong labels of each learner, against the length of the secret."""
    q, p, samples = (int(errors[key].iloc[0]) for key in ("q", "p", "samples"))
    series = [
        ("low degree", "degree 2 on the bits", COLOURS["measured"]),
        ("network", "network on the lift", COLOURS["third"]),
        ("network on bits", "network on the bits", COLOURS["second"]),
        ("brute force", "brute force over secrets", COLOURS["muted"]),
        ("vanishing polynomial", "linearisation", COLOURS["sharp"]),
    ]
    for place, ((name, label, colour), marker) in enumerate(zip(series, MARKERS, strict=False)):
        groups = errors[errors["learner"] == name].groupby("m")["error"]
        mean, low, high = groups.mean(), groups.min(), groups.max()
        shift = (place - 2) * 0.07
        axes.errorbar(
            mean.index + shift, mean, yerr=[mean - low, high - mean], color=colour, marker=marker,
            capsize=2, lw=1.2, label=label, ls="-" if place < 3 else ":",
        )  # fmt: skip
    ones = float(np.mean(np.arange(q) % p))
    axes.axhline(min(ones, 1 - ones), color=COLOURS["paper"], ls="--", lw=1, label="best constant")
    axes.set_xlabel("length of the secret $m$")
    axes.set_ylabel("share of wrong labels")
    axes.set_title(f"$q={q}$, $p={p}$, {samples} samples")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-0.03, 0.55)
    legend_under(axes)
