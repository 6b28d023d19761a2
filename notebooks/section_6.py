# %% [markdown]
# # The questions of Section 6
#
# The paper ends with questions. What can be said of three of them is on this page. Proofs:
# `docs/proofs-section_6.md`.

# %% tags=["parameters"]
registry = "config/claims"
verdicts = ""
tables: dict[str, str] = {}
figures: dict[str, str] = {}
seed = 1

# %%
from sparseact.report import Family

family = Family("section_6", registry, verdicts, tables, figures)

# %% [markdown]
# ## sec6-average-case: Networks that are sparsely activated with high probability
#
# For the uniform distribution Theorem A answers the question: E|R_x|² takes the place of k², and
# with it the degree. Two warnings belong to it. The average is over *uniform* inputs: networks that
# were trained to be k-sparse on images are far from it there. And not everything survives: the
# values and the Rademacher complexity of a network that is sparse on average can be larger.

# %%
family.claim("sec6-average-case")

# %% [markdown]
# The trained networks: AS, the bound, the degree that it gives, and the degree that is needed for ε
# at a share of the network's variance. `data_mean_square` is E|R_x|² on the training data.

# %%
family.table("trained") if "trained" in tables else None

# %%
family.table("images") if "images" in tables else None

# %%
family.figure("sec6-average-case")
