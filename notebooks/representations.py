# %% [markdown]
# # Functions of sparsely activated networks
#
# The paper's three examples are right. *Index* is 1-sparse, with few weights in each neuron;
# *dense* networks of the same size compute parities; and Appendix A has 1-sparse networks in which
# no weight vector is sparse, if the norms of its vectors are bounded. Each is rebuilt here and
# compared, input by input, with its function.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import numpy as np
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.bounds import appendices
from paperclaims.topic import Topic
from sparseact.cube import points

topic = Topic("awasthi2024", "representations", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("app-A-sparsity")

# %% [markdown]
# ## Index on one address bit
#
# The address $x$ selects a data bit, and only the addressed neuron can be active.

# %%
network, z = constructions.index_function(1), points(3)
columns = {"address": z[:, 0], "data bit 0": z[:, 1], "data bit 1": z[:, 2]}
active = {f"neuron {j} active": network.active(z)[:, j] for j in range(2)}
table = pd.DataFrame({**columns, **active, "network": network.values().astype(int)})
table.set_index(list(columns))

# %%
topic.claim("intro-index")

# %% [markdown]
# ## A dense network of three neurons that computes a parity

# %%
zigzag = constructions.dense_parity(3)
pd.DataFrame(
    {
        "number of −1s": (points(3) < 0).sum(axis=1),
        "network": zigzag.values().astype(int),
        "active neurons": zigzag.active_counts(),
    },
    index=["".join("−+"[int(v > 0)] for v in row) for row in points(3)],
)

# %%
topic.claim("intro-contrast")

# %% [markdown]
# ## Appendix A: which Γ makes the network sparse
#
# The smallest counterexample has $w_\alpha = 3$: the active neurons at each input, for the paper's
# Γ and for half the largest $\lVert w_\alpha\rVert_1$.

# %%
weights = np.array([[3.0], [3.0]])
gammas = (1.0, float(appendices.appendix_a_gamma(weights)))
counts = {f"Γ = {g}": constructions.appendix_a(weights, g).active_counts() for g in gammas}
pd.DataFrame(counts, index=[f"(x, y) = {tuple(row)}" for row in points(2).tolist()])

# %%
topic.claim("app-A")

# %%
topic.claim("theorem-v")

# %%
topic.checks()
