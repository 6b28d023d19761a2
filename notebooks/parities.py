# %% [markdown]
# # Parities through the quadratic lift
#
# A parity of $m$ bits is a 1-sparse network of the $m^2$ numbers $y_i$ and $y_i y_j$. So learning
# 1-sparse networks under arbitrary distributions is at least as hard as learning parities. The
# paper's sum has a slip: for $y_i = \pm 1$ it is constant, and the corrected sum is the parity.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import pandas as pd

from awasthi2024.constructions import lift, lifted_parity
from paperclaims.topic import Topic
from sparseact.cube import points

topic = Topic("awasthi2024", "parities", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("sec4-parity-norms")

# %% [markdown]
# ## The paper's sum is constant, and the corrected sum is the parity
#
# All $y$ for $m = 3$, and two subsets $S$, one of an odd and one of an even number of elements. The
# sum over $S$ always has the parity of $\lvert S\rvert$, so the paper's network is constant.

# %%
y, rows = points(3), {}
for name, subset in (("S = {1, 2, 3}", [0, 1, 2]), ("S = {1, 3}", [0, 2])):
    rows[name, "sum over S"] = y[:, subset].sum(axis=1)
    rows[name, "the paper's network"] = lifted_parity(subset, 3, as_printed=True)(lift(y))
    rows[name, "−1s in S"] = (y[:, subset] == -1).sum(axis=1)
    rows[name, "corrected network"] = lifted_parity(subset, 3)(lift(y))
pd.DataFrame(rows, index=["".join("−+"[int(v > 0)] for v in row) for row in y]).astype(int)

# %% [markdown]
# At most one neuron is active on the $2^m$ points $x(y)$, where the distribution of the reduction
# lives. At other points of the cube $x_{ij}$ need not be a product, and two neurons can be active.

# %%
topic.claim("sec4-parity")

# %%
topic.checks()
