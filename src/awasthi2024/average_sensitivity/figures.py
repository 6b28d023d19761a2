"""Figures of Lemma 9 and Remark 11."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.bounds import section_3
from awasthi2024.shared.family_styles import family_style
from awasthi2024.shared.network_families import network_family
from awasthi2024.shared.style import (
    COLOURS,
    NEAR,
    SERIES,
    counted,
    label_ends,
    legend_below,
    new_figure,
    number,
    percent,
    set_title,
)
from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim, is_step

_MEASURED = (
    "W",
    "B",
    "average_sensitivity",
    "lemma_9",
    "theorem_a_min",
    "tightness",
    "per_unit",
    "paper",
)


def _over_scale(table: pd.DataFrame) -> pd.DataFrame:
    """Add AS and Lemma 9's bound, with its least constant, over Theorem A's; drop W = 0."""
    table = table[table["W"] > 0].copy()
    table["per_unit"] = table["average_sensitivity"] / table["theorem_a_min"]
    table["paper"] = float(section_3.lemma_9_constant) * table["lemma_9"] / table["theorem_a_min"]
    return table


def _by_family(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Split by network family, each with its own parameters; keep the order."""
    return {
        str(name): group.dropna(axis="columns", how="all")
        for name, group in table.groupby("family", sort=False)
    }


def draw_sweep(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS over min(2k, s)²W² of networks of which only n changes, with both bounds.

    Needs the table of the job `networks`.
    """
    figure, (axes,) = new_figure(1, 1, height=4.2)
    shown, papers = [], []
    for name, table in _by_family(tables["networks"]).items():
        series = _longest_series(_over_scale(table))
        measured = series[series["per_unit"] > 0]
        look, first = family_style(name), series.iloc[0]
        axes.plot(
            measured["n"],
            measured["per_unit"],
            color=COLOURS["measured"],
            marker=look.marker,
            linewidth=1.0,
            zorder=3,
            label=f"{look.label}, s = {first['s']}, k = {first['k']}",
        )
        paper = series[series["paper"] > 0]
        papers += axes.plot(
            paper["n"], paper["paper"], color=COLOURS["paper"], linestyle="--",
            label=look.label.removesuffix(" networks"),
        )  # fmt: skip
        shown.append(series)
    ours = axes.axhline(
        1, color=COLOURS["sharp"], linewidth=2, label="Theorem A, min(2k, s)²W²", zorder=1
    )
    drawn = pd.concat(shown)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = [n for n in (1, 2, 4, 8, 16, 32) if n <= 1.3 * drawn["n"].max()]
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.set_xlim(0.9, 1.1 * drawn["n"].max())
    axes.set_xlabel("n, number of inputs")
    axes.set_ylabel("average sensitivity / Theorem A’s bound")
    label_ends(axes, [*papers, ours])
    handles = [line for line in axes.get_lines() if line not in (*papers, ours)]
    labels = [str(line.get_label()) for line in handles]
    bound = f"the paper’s bound, constant {float(section_3.lemma_9_constant):.2f}"
    legend_below(figure, [*handles, papers[0]], [*labels, bound], columns=2)
    set_title(
        figure,
        counted(drawn["tightness"] > 1 + NEAR, "network exceeds", "networks exceed")
        + f" Theorem A’s bound; the paper’s is up to {number(drawn['paper'].max())} times it",
    )
    return figure


def _longest_series(table: pd.DataFrame) -> pd.DataFrame:
    """Return the longest series of networks whose parameters but n agree."""
    if "repeat" in table:  # random networks: one of each kind, of nearly one scale
        table = table[table["repeat"] == 0]
        table = table.assign(wide=table["W"].round(1), narrow=table["B"].round(1))
    fixed = [c for c in table.columns if c not in (*_MEASURED, "n", "q", "repeat", "smallest")]
    groups = [group.sort_values("n") for _, group in table.groupby(fixed, sort=True)]
    shown = [group for group in groups if (group["per_unit"] > 0).all()] or groups
    return max(shown, key=lambda group: (group["n"].nunique(), group["s"].max()))


def draw_tightness(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS/(min(2k, s)²W²) of every network, by network family, and what the search found.

    Needs the tables of the jobs `networks` and `search`.
    """
    import seaborn  # here, since most jobs draw without it and it takes half a second

    figure, (axes,) = new_figure(1, 1, height=5.2)
    shown: list[pd.DataFrame] = []
    for name, table in _by_family(tables["networks"]).items():
        if not network_family(name).theorem_b:
            shown.append(table.assign(group=family_style(name).label))
            continue
        for delta, group in table.groupby("delta", sort=True):
            shown.append(group.assign(group=f"extremal, δ = {delta:g}"))
    for (n, s), group in tables["search"].groupby(["n", "s"], sort=True):
        shown.append(group.assign(group=f"search, n = {n}, s = {s}"))
    rows = pd.concat(shown)[["group", "k", "tightness"]]
    seaborn.stripplot(
        rows, x="tightness", y="group", hue="k", palette=list(SERIES[: rows["k"].nunique()]),
        dodge=True, jitter=False, size=4.5, alpha=0.8, ax=axes,
    )  # fmt: skip
    axes.axvline(1, color=COLOURS["sharp"], linewidth=2, zorder=1)
    axes.annotate(
        "Theorem A", (1, 0), xytext=(-6, 0), textcoords="offset points",
        ha="right", va="center", color=COLOURS["sharp"],
    )  # fmt: skip
    axes.set_xlim(-0.02, 1.05)
    axes.set_xlabel("average sensitivity / Theorem A’s bound")
    axes.set_ylabel("")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend().remove()  # it would lie over the points
    legend_below(figure, handles, [f"k = {k}" for k in labels], columns=4)
    wide = tables["networks"][tables["networks"]["n"] > 1]
    reached = wide.groupby("family")["tightness"].max()
    found = tables["search"][tables["search"]["n"] > 1]
    extremal = [name for name in reached.index if network_family(name).theorem_b]
    verb = "attain" if reached[extremal].max() == 1 else "approach"
    set_title(
        figure,
        f"On several inputs extremal networks {verb} Theorem A’s bound, "
        f"searches reach {percent(found['tightness'].max())}, "
        f"others {percent(reached.drop(extremal).max())}",
    )
    return figure


class _Line(NamedTuple):
    """A line of the proof: what the figure calls it, and left/right over all its networks."""

    label: str
    corrects: bool
    relation: str
    low: float
    high: float

    @property
    def is_false(self) -> bool:
        return self.high > 1 or (self.relation == "==" and self.low < 1)

    @property
    def worst(self) -> float:
        return self.low if self.relation == "==" and self.high < 1 else self.high

    @property
    def mark(self) -> str:
        """Return the text next to the line's mark."""
        if self.relation == "==":
            if self.low == self.high:
                return "equal" if self.low == 1 else f"{self.low:.3g} throughout"
            return f"{self.low:.3g} to {self.high:.3g}"
        if np.isinf(self.high):
            return "∞"
        return f"{self.high:,.0f}" if self.high > 1000 else f"{self.high:.3g}"


def _lines(tables: Mapping[str, pd.DataFrame], claim: Claim) -> list[_Line]:
    """Return the statements that are steps, a correction below the last that it corrects."""
    steps = [statement for statement in claim.statements if is_step(statement.key)]
    last = {statement.instead: statement for statement in steps if statement.instead}
    ordered = []
    for statement in steps:
        if statement.key not in last:
            ordered.append(statement)
            if last.get(statement.instead) == statement:
                ordered.append(claim.statement(statement.instead))
    ratios = _ratios(tables)
    missing = [statement.key for statement in ordered if statement.key not in ratios]
    if missing:
        raise ClaimsError(
            f"{claim.id}: no row of the tables {', '.join(tables)} is of {', '.join(missing)}"
        )
    return [
        _Line(statement.label or statement.title, statement.key in last, *ratios[statement.key])
        for statement in ordered
    ]


def _ratios(tables: Mapping[str, pd.DataFrame]) -> dict[str, tuple[str, float, float]]:
    """Return, by statement, the relation and the smallest and the largest left/right.

    0/0 is left out, and a statement that is always 0/0 has equal sides.
    """
    lines = pd.concat([table for name, table in tables.items() if name != "last_line"])
    last = tables["last_line"]
    extra = [
        last.assign(statement=statement, left=last[left], right=last[right])
        for statement, left, right in (
            ("step-last-printed", "above", "below"),
            ("step-last-corrected", "above_corrected", "below_corrected"),
        )
    ]
    columns = ["statement", "left", "relation", "right"]
    lines = pd.concat([frame[columns] for frame in (lines, *extra)])
    # A positive left-hand side over a right-hand side ≤ 0 is beyond every factor.
    ratio = np.where(lines["right"] > 0, lines["left"] / lines["right"], np.inf)
    equal = (lines["left"] <= 0) & (lines["right"] == 0)
    lines = lines.assign(ratio=np.where(equal, np.nan, ratio))
    by_statement = {}
    for name, group in lines.groupby("statement"):
        (relation,) = group["relation"].unique()
        ratios = group["ratio"].dropna()
        low, high = (ratios.min(), ratios.max()) if len(ratios) else (1.0, 1.0)
        by_statement[str(name)] = relation, float(low), float(high)
    return by_statement


def draw_steps(tables: Mapping[str, pd.DataFrame], claim: Claim) -> Figure:
    """Draw the largest left/right of every line of the proof, as stated and corrected.

    Needs the tables of the jobs `proof`, `smallest`, `examples`, `tail` and `last_line`.
    """
    lines = _lines(tables, claim)
    figure, (axes,) = new_figure(1, 1, height=0.25 * len(lines))
    least, most = 1e-6, 1e9
    infinite = 1e11  # where an infinite ratio is drawn, beyond the axis
    for y, line in enumerate(lines):
        role = "sharp" if line.corrects else "paper" if line.is_false else "measured"
        x = infinite if np.isinf(line.worst) else float(np.clip(line.worst, least, most))
        marker = {"sharp": "D", "paper": "X", "measured": "o"}[role]
        axes.plot([min(1.0, x), max(1.0, x)], [y, y], color=COLOURS[role], linewidth=1, alpha=0.5)
        axes.plot(x, y, color=COLOURS[role], marker=marker, markersize=7, linestyle="")
        if not np.isinf(line.worst):
            axes.annotate(
                line.mark, (x, y), xytext=(7 if x >= 1 else -7, 0), textcoords="offset points",
                va="center", ha="left" if x >= 1 else "right", fontsize=9,
            )  # fmt: skip
    for role, marker, text in (
        ("measured", "o", "as stated, true"),
        ("paper", "X", "as stated, false"),
        ("sharp", "D", "corrected"),
    ):
        axes.plot([], [], color=COLOURS[role], marker=marker, linestyle="", label=text)
    axes.axvline(1, color=COLOURS["muted"], linewidth=1.5, zorder=1)
    axes.axvspan(1, infinite * 10, color=COLOURS["paper"], alpha=0.06, zorder=0)
    axes.axvline(most, color=COLOURS["muted"], linewidth=0.8, linestyle=":")
    for x, text, role in ((1.25, "false", "paper"), (0.8, "true", "measured")):
        side = "left" if x > 1 else "right"
        axes.text(x, -0.95, text, color=COLOURS[role], fontsize=9, ha=side)
    axes.set_xscale("log")
    axes.set_xlim(least / 1000, infinite * 10)
    ticks = [1e-4, 1, 1e4, 1e8]
    texts = [f"$10^{{{round(np.log10(x))}}}$" if x != 1 else "1" for x in ticks]
    axes.set_xticks([*ticks, infinite], [*texts, "∞"])
    axes.minorticks_off()
    axes.set_ylim(len(lines) - 0.4, -1.5)
    axes.tick_params(axis="y", length=0)
    names = [f"\u2003{line.label}" if line.corrects else line.label for line in lines]
    axes.set_yticks(range(len(lines)), names, ha="left")
    axes.tick_params(axis="y", pad=222)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("largest left / right side (∞: right side ≤ 0 < left)")
    legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    printed = [line.is_false for line in lines if not line.corrects]
    corrected = [not line.is_false for line in lines if line.corrects]
    set_title(
        figure,
        f"{sum(printed)} of {len(printed)} lines of Lemma 9's proof are false; "
        + counted(corrected, "correction holds", "corrections hold").lower(),
    )
    return figure


def draw_gap(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the second last line of (V) over the last, against n, as stated and corrected.

    Needs the table of the job `last_line`.
    """
    table = tables["last_line"]
    figure, (axes,) = new_figure(1, 1, height=4.4)
    terms = {"weights": ("o", "the term in W²"), "biases": ("s", "the term in B²")}
    short = []
    for term, (marker, text) in terms.items():
        rows = table[table["term"] == term].sort_values("n")
        ratio = rows["above"] / rows["below"]
        axes.plot(
            rows["n"], ratio, color=COLOURS["paper"], marker=marker, label=f"{text}, as stated"
        )
        axes.plot(
            rows["n"], rows["above_corrected"] / rows["below_corrected"], color=COLOURS["sharp"],
            marker=marker, label=f"{text}, corrected",
        )  # fmt: skip
        short.append(float(ratio.iloc[-1]))
    axes.axhline(1, color=COLOURS["muted"], linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("n, number of inputs")
    axes.set_ylabel("second last line / last line")
    axes.annotate(
        "above: the last line does not follow", (0.85, 1), color=COLOURS["muted"],
        xycoords=("axes fraction", "data"), xytext=(0, 4), textcoords="offset points",
        ha="right", fontsize=9,
    )  # fmt: skip
    label_ends(axes)
    set_title(
        figure,
        f"The proof’s last line is {number(max(short))} times too small at n = "
        f"{number(table['n'].max())}",
    )
    return figure
