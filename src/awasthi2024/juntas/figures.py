"""Figures of juntas."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from awasthi2024.constructions import junta
from awasthi2024.shared.style import MARKERS, SERIES, new_figure, set_title
from sparseact.cube import points


def draw_construction(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the network of a junta of three bits, and the degree that juntas of p bits need."""
    figure, (left, right) = new_figure(1, 2, height=3.8)
    network, x = junta(np.ones(8), range(3), 3), points(3)
    values = x @ network.w.T - network.b
    left.imshow(values.T > 0, cmap="Blues", vmax=2, aspect="auto")
    for (i, j), value in np.ndenumerate(values.T):
        left.text(j, i, f"{value:.0f}".replace("-", "−"), ha="center", va="center")
    left.set_xticks(range(8), ["\n".join("+" if v > 0 else "−" for v in row) for row in x])
    left.set_yticks(range(8), ["".join("+" if v > 0 else "−" for v in row) for row in x])
    left.set(xlabel="input $x$", ylabel="neuron $\\alpha$")
    left.set_title("$\\langle\\alpha,x\\rangle-p+1$ for $p=3$")
    left.grid(visible=False)
    table, p = tables["all_tables"], tables["all_tables"]["p"].max()
    losses = [0, 0.25, max(table["epsilon"][table["epsilon"] < 0.5])]
    offsets = (-40, 5), (9, -3), (9, -4)
    for i, epsilon in enumerate(losses):
        mine = table[(table["p"] == p) & (table["epsilon"] == epsilon)].sort_values("degree")
        fitted = mine["juntas"].cumsum() / mine["juntas"].sum()
        right.plot(mine["degree"], fitted, marker=MARKERS[i], color=SERIES[i])
        right.annotate(
            f"loss ≤ {epsilon:.3g}" if epsilon else "loss 0", (2 - i, fitted.iloc[2 - i]),
            xytext=offsets[i], textcoords="offset points", color=SERIES[i],
        )  # fmt: skip
    hardest = mine["juntas"].iloc[-1]
    right.text(p - 1, 1.04, f"all but {hardest}", ha="center", color=SERIES[2])
    right.set(xticks=range(p + 1), xlabel="degree", ylim=(-0.02, 1.12), ylabel="share fitted")
    right.set_title(f"All {mine['juntas'].sum():,} juntas of ${p}$ bits")
    set_title(figure, f"One neuron is active, but {hardest} juntas need the full degree")
    return figure
