# %% [markdown]
# # Juntas, and the lower bound under the uniform distribution
#
# Section 4 argues that quasi-polynomial time is the best one can do under the uniform distribution:
# juntas of $\log_2 s$ variables are 1-sparse networks, and juntas are believed to be hard. Here the
# inclusion is checked on every junta of few variables. The conjecture is divided into a part that
# can be computed and a part that cannot. Proofs: `docs/proofs-representations.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%

from fractions import Fraction

import numpy as np
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.bounds import section_3
from awasthi2024.juntas import checks as juntas
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds
from sparseact.cube import points
from sparseact.randomness import generator

topic = Topic("awasthi2024", "juntas", results, figures, jobs)

# %%
topic.run("all_tables", "random_juntas")

# %%
topic.answer()

# %%
topic.claim("conj-12")

# %% [markdown]
# **The limits.** This is not evidence of hardness. The low-degree algorithm needs degree $p$
# for a parity, yet noiseless parities are learned by Gaussian elimination in polynomial time. The
# conjecture is about the class and not about each junta.

# %% [markdown]
# Live, for $p = 2$: the table counts all sixteen juntas by the smallest loss for each degree.

# %% tags=["show-input"]
everything = juntas.all_truth_tables(2)
degrees = ["degree 0", "degree 1", "degree 2"]
losses = pd.DataFrame(juntas.best_losses(everything) / (2 * 4**2), columns=degrees)
losses["juntas"] = ["".join("+" if v > 0 else "−" for v in row) for row in everything]
losses.groupby(degrees)["juntas"].agg(["count", " ".join]).reset_index()

# %%
topic.figure("conj-12-degrees")

# %%
topic.claim("theorem-13")

# %% [markdown]
# Live: one junta of three of five variables, and its network.

# %% tags=["show-input"]
rng = generator(seed, "notebook", "juntas")
table, variables = rng.choice([-1, 1], size=8), [4, 0, 2]
network = constructions.junta(table, variables, 5)
index = (points(5)[:, variables] < 0) @ np.array([1, 2, 4])
W2, B2 = network.scale_squared
print("truth table:", table.tolist())
print("network equals the junta on all 32 inputs:", bool(np.all(network.values() == table[index])))
print("most active neurons:", network.max_active()[1], "  W² =", W2, "  B² =", B2)

# %%
topic.claim("intro-optimal")

# %% [markdown]
# Live: the exponents on this class at $\varepsilon = \tfrac{1}{4}$, for $s = 2^p$.

# %% tags=["show-input"]
pd.DataFrame(
    {
        "log2 s": p,
        "Theorem C": bounds.theorem_c_degree(1, sqrt(Fraction(p)), 0.25),
        "the paper, n = 64": round(
            section_3.theorem_8_constant
            * bounds.theorem_8_degree(64, 2**p, 1, sqrt(Fraction(p)), p, 0.25)
        ),
    }
    for p in (1, 2, 4, 6)
)

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
