# %% [markdown]
# # Definitions 1 and 2, and sensitivity at a point
#
# Active means *strictly* positive: with $\ge$ the constructions would be less sparse. Every bound
# holds with the smallest scale of all ways to write a network. $\mathrm{sen}_f(x)$ counts
# coordinates for values $\pm 1$; for values 0 and 1 it is a quarter of their number.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import numpy as np
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.definitions.checks import sensitive_coordinates, squared_differences
from paperclaims.topic import Topic
from sparseact.cube import points

topic = Topic("awasthi2024", "definitions", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("def-1-pattern")

# %%
topic.figure("def-1-active")

# %%
topic.claim("def-1")

# %% [markdown]
# ## Why activity is strict
#
# The extremal network on two variables has a neuron for each pattern $\alpha$, with $w = \alpha$
# and $b = 0$. Of its pre-activations one is positive on each input, and two are exactly 0.

# %%
network, x = constructions.extremal(2), points(2)
pd.DataFrame(
    (x @ network.w.T - network.b).astype(int),
    index=[f"x = {tuple(row)}" for row in x.tolist()],
    columns=[f"α = {tuple(row)}" for row in network.w.astype(int).tolist()],
)

# %%
topic.claim("def-2")

# %% [markdown]
# ## What the sensitivity counts
#
# On two coordinates $f$ is −1 only where both are −1, and $g = (1 + f)/2$.

# %%
f = np.array([1, 1, 1, -1])
pd.DataFrame(
    {
        "sensitive coordinates": sensitive_coordinates(f),
        "sen of f": squared_differences(f) / 4,
        "sen of g": squared_differences((1 + f) // 2) / 4,
    },
    index=[f"x = {tuple(row)}" for row in x.tolist()],
)

# %%
topic.claim("sen-def")

# %%
topic.checks()
