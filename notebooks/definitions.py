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

# %% [markdown]
# ## def-1: Sparsely activated networks
#
# A neuron is active on $x$ if its pre-activation $\langle w, x\rangle - b$ is strictly positive. A
# network is $k$-sparse on a set of inputs if no input in the set activates more than $k$ neurons.
#
# The paper promises a sparsity for each of its constructions. Each promise is checked here on every
# input of the cube. Activity is *strict*: the networks that attain the sharp bounds have
# pre-activations that are exactly 0. Definition 1 speaks of the support of the distribution, and a
# network can be sparse there and dense elsewhere.

# %%
topic.claim("def-1")

# %% [markdown]
# ### One network, by hand
#
# The extremal network on two variables has a neuron for each pattern $\alpha$, with $w = \alpha$
# and $b = 0$. Below are the pre-activations on all four inputs: one of them is positive in each
# row, two are exactly 0.

# %%
import pandas as pd

from awasthi2024.definitions import checks as definitions
from sparseact import constructions
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

# %% [markdown]
# ## def-2: The scale of a network
#
# $W$ and $B$ are products of two maxima, of $\lvert u\rvert$ over all neurons and of the norms (or
# biases) over all neurons. They depend on the way $h$ is written: moving a factor from $u_j$ into
# $w_j$ and $b_j$ leaves $h$ as it is and may change $W$ and $B$. The least scale is reached when
# all $\lvert u_j\rvert$ are 1. So a bound such as $\mathrm{AS}(h) \le 4k^2W^2$ may be read with
# $\max_j \lvert u_j\rvert \cdot \lVert w_j\rVert$ instead of $W$.

# %%
topic.claim("def-2")

# %% [markdown]
# ## sen-def: Sensitivity as a number of coordinates
#
# The factor $\tfrac{1}{4}$ makes $\mathrm{sen}_f(x)$ the number of coordinates whose flip changes
# $f(x)$, if $f$ takes the values $\pm 1$. The paper uses the same notation for halfspaces with
# values 0 and 1 (Lemma 6, and $g_j$ in the proof of Lemma 9): there the sum of the probabilities
# that a flip changes $g$ is four times $\mathrm{AS}(g)$.

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
