# %% [markdown]
# # Juntas, and the lower bound under the uniform distribution
#
# Section 4 argues that quasi-polynomial time is the best one can do under the uniform distribution:
# juntas of $\log_2 s$ variables are 1-sparse networks, and juntas are believed to be hard to learn.
# The inclusion is compared for every junta of few variables.
# Proofs: `docs/proofs-representations.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

import pandas as pd

from awasthi2024 import constructions
from awasthi2024.bounds import section_3
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds
from sparseact.cube import points

topic = Topic("awasthi2024", "juntas", results, figures, jobs)

# %%
topic.run("all_tables", "random_juntas")

# %%
topic.answer()

# %% [markdown]
# ## The network of a junta, and the degree that juntas need

# %%
topic.figure("theorem-13-construction")

# %% [markdown]
# An example: a junta of three of five variables, and its network.

# %% tags=["show-input"]
table, variables = [1, -1, -1, 1, 1, 1, -1, 1], [4, 0, 2]
network = constructions.junta(table, variables, 5)
index = (points(5)[:, variables] < 0) @ [1, 2, 4]
print("equal on all 32 inputs:", all(network.values() == [table[i] for i in index]))
print("most active neurons:", network.max_active()[1], "  (W², B²):", network.scale_squared)

# %%
topic.claim("theorem-13")

# %% [markdown]
# ## The conjecture
#
# The low-degree algorithm needs degree $p$ for a parity, yet Gaussian elimination learns noiseless
# parities in polynomial time. So the degrees are no evidence of hardness: the conjecture is about
# the class, and not about each junta.

# %%
topic.claim("conj-12")

# %% [markdown]
# ## The upper bound on the same class
#
# The exponent of $n$ in the run time, on the class of Theorem 13 with $s = 2^p$, at
# $\varepsilon = \tfrac{1}{4}$. Conjecture 12 excludes every exponent $o(\log s)$.

# %%
pd.DataFrame(
    {
        "log₂ s": p,
        "Theorem C": bounds.theorem_c_degree(1, sqrt(Fraction(p)), 0.25),
        "Theorem 8, n = 64": round(
            section_3.theorem_8_constant
            * bounds.theorem_8_degree(64, 2**p, 1, sqrt(Fraction(p)), p, 0.25)
        ),
    }
    for p in (1, 2, 4, 6)
)

# %%
topic.claim("intro-optimal")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
