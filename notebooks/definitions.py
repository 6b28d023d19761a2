# %% [markdown]
# # Definitions 1 and 2, and sensitivity at a point
#
# The paper's words in numbers: when a network is $k$-sparse, its scale, and when
# $\mathrm{sen}_f(x)$ counts coordinates. Every network in this notebook has the guaranteed sparsity
# and scale. Two readings are tested, since later proofs depend on them: active means *strictly*
# positive, and $\mathrm{sen}_f(x)$ counts coordinates only for values $\pm 1$. Everything on this
# page is exact.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "definitions", results, figures, jobs)

# %%
topic.run("sparsity", "sensitivity")

# %%
topic.answer()

# %%
topic.claim("def-1")

# %% [markdown]
# ## One network, by hand
#
# The extremal network on two variables has a neuron for each pattern $\alpha$, with $w = \alpha$
# and $b = 0$. Below are the pre-activations on all four inputs: one of them is positive in each
# row, two are exactly 0.

# %% tags=["show-input"]
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.definitions import checks as definitions
from sparseact.cube import points

network = constructions.extremal(2)
x = points(2)
pd.DataFrame(
    x @ network.w.T.astype(int) - network.b.astype(int),
    index=[f"x = {tuple(row)}" for row in x.tolist()],
    columns=[f"α = {tuple(row)}" for row in network.w.astype(int).tolist()],
)

# %%
signs = definitions.preactivations(network, x)
print("most neurons with pre-activation > 0:", int((signs > 0).sum(axis=1).max()))
print("most neurons with pre-activation ≥ 0:", int((signs >= 0).sum(axis=1).max()))

# %%
topic.figure("def-1-active")

# %%
topic.figure("def-1-pattern")

# %%
topic.claim("def-2")

# %%
topic.claim("sen-def")

# %%
import numpy as np

f = np.array([1, 1, 1, -1])  # −1 only where both coordinates are −1
g = (1 + f) // 2
print("sensitive coordinates of f, and of g:", definitions.sensitive_coordinates(f))
print("sen_f:", definitions.squared_differences(f) / 4)
print("sen_g:", definitions.squared_differences(g) / 4)

# %% [markdown]
# The table counts all functions on $n$ coordinates by their largest sensitivity:

# %%
counts = topic.table("sensitivity").set_index(["n", "largest_sensitivity"])["functions"]
counts.unstack(fill_value=0)

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
