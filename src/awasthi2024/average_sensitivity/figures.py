"""Figures of Lemma 9."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import seaborn
from matplotlib.figure import Figure

from awasthi2024.bounds import section_3
from awasthi2024.shared import style
from awasthi2024.shared.network_families import network_family
from paperclaims.errors import ClaimsError
from paperclaims.registry.claims import Claim, is_step

_MEASURED = ("W", "B", "average_sensitivity", "lemma_9", "theorem_a_min", "tightness", "paper")


def draw_sweep(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS over min(2k, s)²W² of networks of which only n changes, with both bounds."""
    figure, (axes,) = style.new_figure(height=4.2)
    table, constant = tables["networks"], float(section_3.lemma_9_constant)
    blue = style.COLOURS["measured"]
    table = table[table["W"] > 0]
    table = table.assign(paper=constant * table["lemma_9"] / table["theorem_a_min"])
    shown, lines, papers = [], [], []
    for name, group in table.groupby("family", sort=False):
        series = _longest_series(group.dropna(axis="columns", how="all"))
        look = style.family_style(name)
        measured, paper = (series[key].where(series[key] > 0) for key in ("tightness", "paper"))
        label = f"{look.label}, s = {series['s'].iloc[0]}, k = {series['k'].iloc[0]}"
        lines += axes.plot(series["n"], measured, c=blue, marker=look.marker, lw=1, label=label)
        label = look.label.removesuffix(" networks")
        papers += axes.plot(series["n"], paper, "--", color=style.COLOURS["paper"], label=label)
        shown.append(series)
    label = "Theorem A, min(2k, s)²W²"
    sharp = axes.axhline(1, color=style.COLOURS["sharp"], linewidth=2, label=label, zorder=1)
    drawn = pd.concat(shown)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set(yscale="log", xlim=(0.9, 1.1 * drawn["n"].max()), xlabel="n, number of inputs")
    axes.set_ylabel("average sensitivity / Theorem A’s bound")
    style.label_ends(axes, [*papers, sharp])
    labels = [str(line.get_label()) for line in (*lines, papers[0])]
    labels[-1] = f"the paper’s bound, constant {constant:.4g}"
    style.legend_below(figure, [*lines, papers[0]], labels, columns=2)
    said = style.counted(drawn["tightness"] > 1 + style.NEAR, "network exceeds", "networks exceed")
    style.set_title(figure, f"{said} Theorem A’s bound as n grows")
    return figure


def _longest_series(table: pd.DataFrame) -> pd.DataFrame:
    """Return the longest series of networks whose parameters but n agree."""
    if "repeat" in table:  # random networks: one of each kind, of nearly one scale
        table = table[table["repeat"] == 0]
        table = table.assign(wide=table["W"].round(1), narrow=table["B"].round(1))
    fixed = [c for c in table.columns if c not in (*_MEASURED, "n", "q", "repeat", "smallest")]
    groups = [group.sort_values("n") for _, group in table.groupby(fixed, sort=True)]
    shown = [group for group in groups if (group["tightness"] > 0).all()] or groups
    return max(shown, key=lambda group: (group["n"].nunique(), group["s"].max()))


def draw_tightness(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw AS/(min(2k, s)²W²) of every network, by network family."""
    table = tables["networks"]
    labels = table["family"].map(lambda name: style.family_style(name).label)
    extremal = table["family"].map(lambda name: network_family(name).theorem_b)
    labels = labels.where(~extremal, labels + table["delta"].map(", δ = {:g}".format))
    counts = labels.value_counts(sort=False)
    figure, (axes,) = style.new_figure(height=0.7 + 0.4 * len(counts))
    blue = style.COLOURS["measured"]
    seaborn.stripplot(x=table["tightness"], y=labels, color=blue, alpha=0.5, jitter=False, ax=axes)
    axes.axvline(1, color=style.COLOURS["sharp"], linewidth=2, zorder=1)
    axes.set_yticks(range(len(counts)), [f"{name}: {count}" for name, count in counts.items()])
    axes.set(xlim=(-0.02, 1.05), ylabel="")
    axes.set_xlabel("average sensitivity / Theorem A’s bound, which is the green line")
    said = style.counted(table["tightness"] == 1, "network attains", "networks attain")
    style.set_title(figure, f"{said} Theorem A’s bound")
    return figure


def _ratios(tables: Mapping[str, pd.DataFrame]) -> dict[str, float]:
    """Return, by statement, the largest left/right; of an equation, of either side over the other.

    A positive left-hand side over a right-hand side ≤ 0 is infinite. 0/0 is left out, and a
    statement that is always 0/0 has equal sides.
    """
    last = tables["last_line"]
    lines = [table for name, table in tables.items() if name != "last_line"]
    for name, end in (("step-last-printed", ""), ("step-last-corrected", "_corrected")):
        sides = {"left": last[f"above{end}"], "right": last[f"below{end}"]}
        lines.append(last.assign(statement=name, **sides))
    table = pd.concat([frame[["statement", "left", "relation", "right"]] for frame in lines])
    found: dict[str, list[float]] = {str(name): [] for name in table["statement"]}
    for row in table.itertuples():
        left, right = row.left, row.right
        if row.relation == "==":
            left, right = max(left, right), min(left, right)
        if left > 0 or right != 0:
            found[row.statement].append(left / right if right > 0 else np.inf)
    return {name: max(ratios, default=1.0) for name, ratios in found.items()}


def _lines(tables: Mapping[str, pd.DataFrame], claim: Claim) -> list[tuple[str, float, float]]:
    """Return of each line of the proof its name, its ratio, and that of its correction or nan."""
    steps = [statement for statement in claim.statements if is_step(statement.key)]
    ratios, corrections = _ratios(tables), {step.instead for step in steps}
    if missing := [step.key for step in steps if step.key not in ratios]:
        raise ClaimsError(
            f"{claim.id}: no row of the tables {', '.join(tables)} is of {', '.join(missing)}"
        )
    return [
        (step.label or step.title, ratios[step.key], ratios.get(step.instead, np.nan))
        for step in steps
        if step.key not in corrections
    ]


def draw_steps(tables: Mapping[str, pd.DataFrame], claim: Claim) -> Figure:
    """Draw the largest left/right of every line of the proof, as stated and corrected."""
    names, *sides = zip(*_lines(tables, claim), strict=True)
    printed, corrected = (np.array(side, dtype=float) for side in sides)
    rows, least, most, infinite = np.arange(len(names)), 1e-3, 1e8, 1e10
    figure, (axes,) = style.new_figure(height=1.0 + 0.24 * len(names))
    for which, values, role, marker, label in (
        (printed <= 1, printed, "measured", "o", "as stated, true"),
        (printed > 1, printed, "paper", "X", "as stated, false"),
        (corrected >= 0, corrected, "sharp", "D", "corrected"),
    ):
        places = np.where(np.isinf(values), infinite, np.clip(values, least, most))
        axes.plot(places[which], rows[which], marker, color=style.COLOURS[role], ms=7, label=label)
    axes.axvspan(1, infinite * 10, color=style.COLOURS["paper"], alpha=0.06, zorder=0)
    axes.axvline(1, color=style.COLOURS["muted"], linewidth=1.5, zorder=1)
    axes.axvline(most * 10, color=style.COLOURS["muted"], linewidth=0.8, linestyle=":")
    axes.set(xscale="log", xlim=(least / 3, infinite * 10), ylim=(len(names) - 0.5, -0.5))
    axes.set_xticks([1e-3, 1, 1e4, 1e8, infinite], ["≤ 10⁻³", "1", "10⁴", "10⁸", "∞"])
    axes.minorticks_off()
    axes.set_yticks(rows, names)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel("largest left / right side")
    style.legend_below(figure, *axes.get_legend_handles_labels(), columns=3)
    false = f"{(printed > 1).sum()} of {len(names)} lines of the proof are false"
    also = int((corrected > 1).sum())
    style.set_title(figure, f"{false}, {f'{also} corrections too' if also else 'no correction is'}")
    return figure


def draw_gap(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the second last line of (V) over the last, against n, as stated and corrected."""
    table = tables["last_line"]
    figure, (axes,) = style.new_figure(height=4.4)
    short = []
    for term, marker, text in (("weights", "o", "in W²"), ("biases", "s", "in B²")):
        rows = table[table["term"] == term].sort_values("n")
        for end, role, said in (("", "paper", "as stated"), ("_corrected", "sharp", "corrected")):
            ratio = rows[f"above{end}"] / rows[f"below{end}"]
            label = f"the term {text}, {said}"
            axes.plot(rows["n"], ratio, marker=marker, color=style.COLOURS[role], label=label)
        short.append(float((rows["above"] / rows["below"]).iloc[-1]))
    axes.axhline(1, color=style.COLOURS["muted"], linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set(yscale="log", xlabel="n, number of inputs", ylabel="second last line / last line")
    axes.annotate(
        "above: the last line does not follow", (0.85, 1), color=style.COLOURS["muted"],
        xycoords=("axes fraction", "data"), xytext=(0, 4), textcoords="offset points",
        ha="right", fontsize=9,
    )  # fmt: skip
    style.label_ends(axes)
    factor, most = style.number(max(short)), style.number(table["n"].max())
    style.set_title(figure, f"The last line is {factor} times too small at n = {most}")
    return figure
