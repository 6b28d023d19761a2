# %% [markdown]
# # Parities through the quadratic lift
#
# Section 4 of the paper, "Hardness Under Arbitrary Distributions": a parity of $m$ bits is not a
# 1-sparse network of $y$, but it is one of the $m^2$ numbers $y_i$ and $y_i y_j$. Learning 1-sparse
# networks on arbitrary distributions is then at least as hard as learning parities. Everything on
# this page is exact.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "parities", results, figures, jobs)

# %%
topic.run("subsets", "norms")

# %%
topic.answer()

# %%
topic.claim("sec4-parity")

# %% [markdown]
# ## The definition, by hand
#
# The table lists all $y$ for $m = 3$, with the sum over $S$ and the paper's claim about this sum.
# One $S$ has an odd number of elements, the other an even number.

# %% tags=["show-input"]
import numpy as np
import pandas as pd

from awasthi2024.constructions.quadratic_lift import lift, lifted_parity
from awasthi2024.parities import checks as parities
from sparseact.cube import points

y = points(3)
rows = {}
for subset in ([0, 1, 2], [0, 2]):
    name = "S = {" + ", ".join(str(i + 1) for i in subset) + "}"
    rows[name, "sum over S"] = y[:, subset].sum(axis=1)
    rows[name, "sum is even"] = parities.printed_character(y, subset).astype(int)
    rows[name, "the paper's network"] = lifted_parity(subset, 3, as_printed=True)(lift(y)).astype(
        int
    )
    rows[name, "−1s in S"] = (y[:, subset] == -1).sum(axis=1)
    rows[name, "corrected network"] = lifted_parity(subset, 3)(lift(y)).astype(int)
pd.DataFrame(rows, index=[str(tuple(row)) for row in y.tolist()])

# %% [markdown]
# The smallest counterexample is one bit: $m = 1$ and $S = \lbrace 1\rbrace$, where the paper's
# function is 0 at both inputs.
#
# ## One neuron on the lift
#
# The square in the neuron of $a$ becomes linear in $x(y)$. For $m = 3$, $S = \lbrace 1, 3\rbrace$
# and $a = 2$, the weights are shown below as a matrix, as stated in the paper and restricted to
# $S$. The values of both versions at each $y$ are next to the square.

# %% tags=["show-input"]
subset, a = [0, 2], 2
stated, bias = parities.printed_weights(subset, 3, a)
(restricted,), (same,) = parities.square_neurons(np.isin(np.arange(3), subset), [a])
print("the paper's weights:", stated.reshape(3, 3).astype(int).tolist(), " bias:", bias)
print("restricted to S:    ", restricted.reshape(3, 3).astype(int).tolist(), " bias:", same)
pd.DataFrame(
    {
        "½ − (sum − a)²": 0.5 - (y[:, subset].sum(axis=1) - a) ** 2.0,
        "restricted": lift(y) @ restricted - same,
        "the paper": lift(y) @ stated - bias,
    },
    index=[str(tuple(row)) for row in y.tolist()],
)

# %% [markdown]
# ## On the image of the lift
#
# The distribution of the reduction lives on the $2^m$ points $x(y)$. There at most one neuron is
# active. Definition 1 requires sparsity on the support of the distribution, so the construction is
# right. At other points of the cube $x_{ij}$ need not be a product, and two neurons can be active.

# %% [markdown]
# ## How large the weights are
#
# The norm of $w$ by itself means little, since a factor can be moved between $w$ and $u$. The table
# therefore has $W = \lVert u\rVert \cdot \max \lVert w\rVert$ and
# $B = \lVert u\rVert \cdot \max \lvert b\rvert$ of Definition 2 (maximum norm of $u$), for the
# corrected network, which has $u = 2$. So these weights do not attain the introduction's $O(k)$.

# %% tags=["show-input"]
measured = parities.norms(sizes=[4], constants=[3])
topic.table("norms").round(2)

# %%
for record in measured.records:
    if record.statement == "norm-introduction":
        print(f"m = {record.instance['m']}: ‖w‖² = {record.left}, and (3m)² = {record.right}")

# %%
topic.figure("sec4-parity-norms")

# %% [markdown]
# The table shows how large the norms, the biases and the networks are for the subsets of each size:

# %%
sizes = topic.table("subsets")
sizes[sizes["m"] == sizes["m"].max()].round(3)

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
