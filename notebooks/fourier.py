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
from awasthi2024.fourier import checks as fourier
from paperclaims.registry.claims import is_step
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "fourier", results, figures, jobs)

# %%
topic.run("identities", "halfspaces", "thresholds")

# %%
topic.answer()

# %% [markdown]
# ## The tail against the paper's bound
#
# The bound holds for $0 \le \rho < 1$, which is the paper's case, and can fail for $\rho < 0$.

# %%
topic.figure("claim-2.1-tail")

# %% [markdown]
# The parity of two variables at $d = 1$, where the tail is 1:

# %%
rhos = [Fraction(-1, 2), Fraction(0), Fraction(1, 2)]
noise = fourier.noise_sensitivities(np.array([1, -1, -1, 1]), rhos)
bounds = [section_2.claim_2_1_tail(value, rho, 1) for value, rho in zip(noise, rhos, strict=True)]
pd.DataFrame({"ρ": rhos, "NS_ρ": noise, "paper's bound": bounds})

# %%
topic.claim("claim-2.1")

# %% [markdown]
# ## How close halfspaces come to the bound on their sensitivity
#
# We know of no proof that symmetric thresholds are the extremal halfspaces.

# %%
topic.figure("lemma-6-ratio")

# %% [markdown]
# The largest ratio $\mathrm{AS}(g)/(p\sqrt{n \ln(1/p)/2})$ of each kind, and its mean $p$:

# %%
table = topic.table("thresholds")
table["ratio"] = table["average_sensitivity"] / table["sharp"]
nearest = table.loc[table.groupby(["kind", "n"])["ratio"].idxmax(), ["kind", "n", "mean", "ratio"]]
nearest.assign(mean=nearest["mean"].map("{:.1e}".format)).round(4).reset_index(drop=True)

# %% [markdown]
# ## The lines of the paper's proof
#
# Both sides at $n = 1$, for $g = \mathbf{1}\lbrace x \le -1\rbrace$ and for the non-decreasing
# $g = \mathbf{1}\lbrace x \ge 1\rbrace$, which is $\mathbf{1}\lbrace -x \le -1\rbrace$.

# %%
lines = fourier.halfspaces(largest_weights=[1], steps=1).records
pd.DataFrame(
    [
        (line.statement, line.instance["w"][0], line.left, line.right)
        for line in lines
        if is_step(line.statement) and line.instance["b"] == -1
    ],
    columns=["line", "w", "left side", "right side"],
)

# %%
topic.claim("lemma-6")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
