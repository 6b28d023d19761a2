"""The one visual style of all figures.

The paper's bound, the sharp one and the measurement have the same colours everywhere. Each
figure's title is what it finds, computed from what is drawn.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation

from paperclaims.errors import ClaimsError

#: Relative: numbers of a table that are nearer count as equal in a figure's title.
NEAR = 1e-12

#: Okabe and Ito's colour-blind-safe palette, by role.
COLOURS = {
    "measured": "#0072B2",
    "paper": "#D55E00",
    "sharp": "#009E73",
    "second": "#CC79A7",
    "third": "#E69F00",
    "fourth": "#56B4E9",
    "muted": "#666666",
}

#: Colours for series that have no role, in order.
SERIES = ("#0072B2", "#E69F00", "#CC79A7", "#56B4E9", "#000000", "#F0E442")

#: One marker a series, so that colour is never the only difference.
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


class FamilyStyle(NamedTuple):
    """A family's name in figures, in the plural, with Matplotlib's colour and marker."""

    label: str
    colour: str
    marker: str


#: Network family → its style; no two have the same label, colour or marker.
FAMILY_STYLES = {
    "junta": FamilyStyle("juntas", "#0072B2", "o"),
    "forest": FamilyStyle("forests", "#E69F00", "s"),
    "appendix_a": FamilyStyle("Appendix A's networks", "#CC79A7", "^"),
    "random": FamilyStyle("random networks", "#56B4E9", "D"),
    "extremal": FamilyStyle("extremal networks", "#000000", "v"),
    "average_case": FamilyStyle("Appendix A's networks, sparse on average", "#F0E442", "P"),
}


def family_style(name: str) -> FamilyStyle:
    """Return the style of the network family of this name; ClaimsError if it has none."""
    if name not in FAMILY_STYLES:
        raise ClaimsError(
            f"figures have no style for the network family {name!r}; there are those of "
            f"{', '.join(FAMILY_STYLES)}"
        )
    return FAMILY_STYLES[name]


_SETTINGS: Any = {
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.labelsize": 9.5,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "font.size": 9,
    "grid.alpha": 0.3,
    "legend.fontsize": 9,
    "legend.framealpha": 0.9,
    "lines.linewidth": 1.5,
    "lines.markersize": 5,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "sparseact",
}

matplotlib.rcdefaults()  # whatever the user's own style is
matplotlib.rcParams.update(_SETTINGS)


_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

#: Inches: the width of a page's column, in which text keeps its size, and a line of a title.
_WIDTH, _TITLE_LINE = 6.4, 0.22


def new_figure(
    rows: int = 1, columns: int = 1, *, height: float = 3.8
) -> tuple[Figure, list[Axes]]:
    """Return a figure as wide as a page's column, and its axes, row by row; height in inches."""
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    axes = [figure.add_subplot(rows, columns, i + 1) for i in range(rows * columns)]
    return figure, axes


def set_title(figure: Figure, title: str) -> None:
    """Write what the figure finds above it, when all else is drawn."""
    lines = textwrap.wrap(title, int(_WIDTH * 9))
    figure.set_figheight(figure.get_figheight() + _TITLE_LINE * len(lines))
    figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=12, fontweight="bold")


def legend_below(
    figure: Figure, handles: Sequence[Any], labels: Sequence[str], *, columns: int
) -> None:
    """Put one legend below all panels."""
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


#: Points that the labels below a panel take.
_UNDER = 34


def legend_under(axes: Axes, *, columns: int) -> None:
    """Put a panel's legend under it."""
    below = axes.transAxes + ScaledTranslation(0, -_UNDER / 72, axes.figure.dpi_scale_trans)
    place: dict[str, Any] = {"bbox_to_anchor": (0.5, 0), "bbox_transform": below}
    axes.legend(loc="upper center", ncols=columns, **place)


#: The smallest distance of two names at the ends of lines, as a fraction of the panel's height.
_APART = 0.055

#: Names whose lines end within this fraction of the panel's width of the last one begin there.
_ALIGNED = 0.1


def label_ends(axes: Axes, lines: Sequence[Line2D] | None = None) -> None:
    """Name lines, or all that have a label, at their right ends, and keep the names apart.

    The limits of both axes must be final; a line outside of them gets no name.
    """
    named = lines or [line for line in axes.get_lines() if str(line.get_label())[:1] != "_"]
    to_panel = axes.transScale + axes.transLimits
    ends = []
    for line in named:
        x, y = (np.asarray(values, dtype=float) for values in line.get_data())
        if line.get_transform() != axes.transData:  # from edge to edge, in shares of the panel
            x = np.array(axes.get_xlim())
        places = to_panel.transform(np.column_stack([x, y]))
        seen = places[np.isfinite(places).all(axis=1) & (abs(places[:, 1] - 0.5) <= 0.5)]
        if len(seen):
            end, height = seen[np.argmax(seen[:, 0])].tolist()
            ends.append((height, min(end, 1.0), line))
    last, right = -1.0, max(end for _, end, _ in ends)
    for height, end, line in sorted(ends, key=lambda item: item[0]):
        last = max(height, last + _APART)
        end = right if right - end < _ALIGNED else end  # else a longer line would cross the name
        axes.annotate(
            str(line.get_label()),
            (end, last),
            xycoords="axes fraction",
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=[0.8 * part for part in to_rgb(line.get_color())],
            fontsize=9,
        )


def counted(holds: Any, single: str, many: str) -> str:
    """Return of how many something holds: "Every network lies", "3 of 7 networks lie".

    `single` and `many` are what is counted with its verb, such as "network lies".
    """
    of = [bool(value) for value in holds]
    if of and all(of):
        return f"Every {single}"
    return f"{sum(of):,} of {len(of):,} {many}" if any(of) else f"No {single}"


def number(value: float) -> str:
    """Return a number to three digits, whole from 100 on: "0.042", "3,420", "4.1·10⁸"."""
    if abs(value) >= 1e6 and np.isfinite(value):
        digits, _, exponent = f"{value:.1e}".partition("e")
        return f"{digits.removesuffix('.0')}·10{str(int(exponent)).translate(_RAISED)}"
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return text.replace("-", "−")


def percent(share: float) -> str:
    """Return a fraction as "29 %"; only 1 is "100 %", and only 0 is "0 %"."""
    if 0 < share <= 0.005 or 0.995 <= share < 1:
        ends = math.ceil(1e4 * share) if share < 0.5 else math.floor(1e4 * share)
        return f"{ends / 100:g}\u00a0%"
    return f"{100 * share:.0f}\u00a0%"


def draw_rates(axes: Axes, x: Any, rows: pd.DataFrame, **style: Any) -> None:
    """Draw rates against x with the table's intervals; `style` goes to `Axes.errorbar`.

    `rows` has the columns trials, successes, low and high.
    """
    rate = rows["successes"] / rows["trials"]
    spread = np.abs([rate - rows["low"], rows["high"] - rate])  # rounding may leave −0
    axes.errorbar(x, rate, yerr=spread, capsize=3, **style)
