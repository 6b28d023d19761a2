"""Figures of the parities through the quadratic lift."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter

from awasthi2024.shared.style import COLOURS, label_ends, new_figure, number, set_title


def draw_norms(tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw W of the corrected network for S = [m] against m, and both of the paper's orders."""
    table = tables["norms"].sort_values("m")
    m, W = table["m"].to_numpy(dtype=float), table["W"].to_numpy()
    figure, (axes,) = new_figure(height=3.6)
    axes.plot(m, 2 * np.sqrt(5) * m**1.5, "--", color=COLOURS["paper"], label="§4: $2√5\\,m^{1.5}$")
    axes.plot(m, W, "o-", color=COLOURS["measured"], label="the network")
    axes.plot(m, W[0] * m / m[0], ":", color=COLOURS["second"], label="§1: order $m$")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlim(m[0] / 1.1, 2.6 * m[-1])
    axes.set_xticks([2**i for i in range(2, 1 + int(np.log2(m[-1])))])
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("number of bits $m$  (the network has $n=m^2$ inputs)")
    axes.set_ylabel(r"$W=\Vert u\Vert_\infty\,\max_j\Vert w_j\Vert_2$")
    label_ends(axes)
    slope = np.polyfit(np.log(m), np.log(W), 1)[0]
    set_title(figure, f"W of the corrected networks grows like m to the {number(slope)}")
    return figure
