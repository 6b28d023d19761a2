# %% [markdown]
# # Fourier facts: Claim 2.1 and Lemma 6
#
# The two tools of Section 2.1: noise sensitivity bounds the Fourier weight of high degree, and a
# halfspace that is rarely 1 has a small average sensitivity. Both sides are computed in integers
# and fractions; where a logarithm occurs, the right-hand side has a certified error. Proofs:
# `docs/proofs.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

import numpy as np
import pandas as pd

from awasthi2024.bounds import section_2
from awasthi2024.constructions import halfspace
from awasthi2024.fourier import checks as fourier
from paperclaims.registry.claims import is_step
from paperclaims.topic import Topic
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact

topic = Topic("awasthi2024", "fourier", results, figures, jobs)

# %%
topic.run("identities", "halfspaces", "thresholds")

# %%
topic.answer()

# %%
topic.claim("claim-2.1")

# %% [markdown]
# Live: the parity of two variables at $d = 1$, where the tail is 1. $\mathrm{NS}_\rho$ is added up
# over all pairs of points.

# %% tags=["show-input"]
parity = np.array([1, -1, -1, 1])
sums = fourier.difference_sums(parity)
rows = []
for rho in (Fraction(-1, 2), Fraction(0), Fraction(1, 2)):
    noise = fourier.noise_sensitivity_enumerated(sums, rho)
    tail = sum(degree_weights_exact(parity)[2:])
    stated = section_2.claim_2_1_tail(noise, rho, 1)
    rows.append((rho, noise, tail, stated, tail <= stated))
columns = ["ρ", "NS_ρ", "tail", "paper's bound", "holds"]
pd.DataFrame(rows, columns=columns)

# %%
topic.figure("claim-2.1-tail")

# %%
topic.claim("lemma-6")

# %% [markdown]
# Live: the paper's lines at $n = 1$, for $g = \mathbf{1}\lbrace x \le -1\rbrace$ and for the
# non-decreasing $g = \mathbf{1}\lbrace x \ge 1\rbrace$, which is
# $\mathbf{1}\lbrace -x \le -1\rbrace$.

# %% tags=["show-input"]
lines = fourier.halfspaces(largest_weights=[1], steps=1).records
pd.DataFrame(
    [
        (line.statement, str(line.instance["w"]), line.instance["b"], line.left, line.right)
        for line in lines
        if is_step(line.statement) and line.instance["b"] == -1
    ],
    columns=["line", "w", "b", "left side", "right side"],
)

# %% [markdown]
# Live: one halfspace with random integer weights.

# %% tags=["show-input"]
rng = generator(seed, "notebook", "halfspace")
w = rng.integers(1, 10, size=12).tolist()
b = -sum(w) // 3
g = halfspace(w, b).values()
p = Fraction(int(g.sum()), g.size)
print("w =", w, " b =", b, " p =", p)
print("AS(g)                     =", float(average_sensitivity_exact(g)))
print("sharp bound, constant 1/√2 =", section_2.lemma_6_sharp(12, p))
print("paper's bound, constant 1  =", section_2.lemma_6(12, p))

# %%
topic.figure("lemma-6-ratio")

# %% [markdown]
# The table shows how close the bound is: it has the largest ratio
# $\mathrm{AS}(g)/(p\sqrt{n \ln(1/p)/2})$ of each kind. The search varies integer weights and starts
# from random ones; the best symmetric threshold of as many variables is listed next to it, to show
# whether the search found a larger ratio. We know of no proof that symmetric thresholds are the
# extremal halfspaces.


# %%
def best_symmetric(n: int) -> float | None:
    """Return the largest ratio of symmetric thresholds of mean below ½; None for large n."""
    if n > 20:
        return None
    return max(
        float(sensitivity) / section_2.lemma_6_sharp(n, mean)
        for _, mean, sensitivity in fourier.symmetric_thresholds(n)
        if mean < Fraction(1, 2)
    )


def nearest(table: pd.DataFrame) -> pd.DataFrame:
    table = table.assign(ratio=table["average_sensitivity"] / table["sharp"])
    best = table.loc[table.groupby(["kind", "n"])["ratio"].idxmax()]
    best = best.assign(best_symmetric=best["n"].map(best_symmetric))
    return best[["kind", "n", "mean", "ratio", "best_symmetric"]].reset_index(drop=True)


nearest(topic.table("thresholds"))

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
