"""Exponents of the Rademacher complexity, read off the tables of its sweeps."""

from __future__ import annotations

import numpy as np
import pandas as pd

#: Sweeps: what varies, and its exponent in (15) and in Conjecture 20 (logarithms apart);
#: for W and B, where the one is large compared with the other.
EXPONENTS = {
    "samples": ("m", -0.5, -0.5),
    "certified samples": ("m", -0.5, -0.5),
    "neurons": ("s", 0.5, 0.5),
    "certified neurons": ("s", 0.5, 0.5),
    "sparsity": ("k", 0.5, 0.5),
    "certified sparsity": ("k", 0.5, 0.5),
    "dimension": ("n", 0.5, 0.0),
    "weight": ("W", 1.0, 1.0),
    "bias": ("B", 1.0, 1.0),
}


def log_slopes(table: pd.DataFrame) -> pd.DataFrame:
    """Return the range of the successive slopes of log 𝓡 along each sweep of a table.

    The complexity is the mean over the clouds of a class.

    Parameters
    ----------
    table : DataFrame
        That of `measure_bounds` or of `measure_sweeps`.

    Returns
    -------
    DataFrame
        A row per sweep and class: what varies, the smallest and the largest
        slope between neighbours, and the exponents of (15) and Conjecture 20.
    """
    rows = []
    for sweep, (column, printed, conjectured) in EXPONENTS.items():
        chosen = table[table["sweep"] == sweep]
        fixed = [name for name in ("n", "s", "k", "m") if name != column]
        if column == "m":  # n = m on orthonormal points
            fixed.remove("n")
        for key, group in chosen.groupby(fixed):
            middle = ((group["lower"] + group["upper"]) / 2).groupby(group[column]).mean()
            if len(middle) > 1:
                x = np.log(middle.index.to_numpy(dtype=float))
                y = np.log(middle.to_numpy())
                slopes = np.diff(y) / np.diff(x)
                where = ", ".join(f"{name} = {v}" for name, v in zip(fixed, key, strict=True))
                rows.append(
                    {
                        "sweep": sweep,
                        "varies": column,
                        "at": where,
                        "from": group[column].min(),
                        "to": group[column].max(),
                        "smallest slope": slopes.min(),
                        "largest slope": slopes.max(),
                        "in (15)": printed,
                        "in Conjecture 20": conjectured,
                    }
                )
    return pd.DataFrame(rows)
