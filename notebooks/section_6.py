# %% [markdown]
# # The questions of Section 6
#
# The paper ends with questions. This page has partial answers to three of them. Proofs:
# `docs/proofs-section_6.md`.

# %% tags=["parameters"]
results = ""  # a run's folder; by itself the notebook reads the committed reference
figures = ""  # where figures are saved; by itself it saves nothing
seed = 1

# %%
from paperclaims.reporting.claim_notebook import Topic

topic = Topic("awasthi2024", "section_6", results, figures)

# %% [markdown]
# ## sec6-average-case: Networks that are sparsely activated with high probability
#
# For the uniform distribution Theorem A answers the question: $\mathbb{E} \lvert R_x\rvert^2$ takes
# the place of $k^2$, and with it the degree. Two warnings belong to it. The average is over
# *uniform* inputs: networks that were trained to be $k$-sparse on images are far from it there. And
# not everything survives: the values and the Rademacher complexity of a network that is sparse on
# average can be larger.

# %%
topic.claim("sec6-average-case")

# %% [markdown]
# The trained networks: $\mathrm{AS}$, the bound, the degree that it gives, and the degree that is
# needed for $\varepsilon$ at a fraction of the network's variance. `data_mean_square` is
# $\mathbb{E} \lvert R_x\rvert^2$ on the training data.

# %%
topic.table("trained")

# %% [markdown]
# The same for networks that were trained on full images, where there are too many inputs to visit.
# $\mathbb{E} \lvert R_x\rvert^2$ over uniform inputs is an interval from samples; it is several
# times the value on the images.

# %%
topic.table("images")

# %%
topic.figure("sec6-average-case")

# %% [markdown]
# With high probability *no* neuron is active here, and yet the Rademacher complexity of a few
# samples is, up to a constant, the complexity of dense networks: a neuron in the direction of
# the samples' signed sum is active on many of them. `value` is its contribution in the mean over
# all signs, `lower` and `dense` are the bounds, `limit` is the number $m_0$ of samples up to which
# they have one order, and `active` is the largest probability that the neuron is active.

# %%
topic.table("rare")

# %%
topic.figure("sec6-rare")

# %% [markdown]
# ## sec6-practical: Practical algorithms that use sparsity
#
# The low-degree learner pays for all $N$ monomials. Where the target has few of them, a learner
# that selects monomials one by one gets by with far fewer samples, and their number hardly grows
# with $n$. This is sparsity of the spectrum and not of the activity: a 1-sparse network can have a
# flat spectrum of $s$ monomials, or all of it above every degree below $\log_2 s$, and then such a
# learner is not enough.

# %%
topic.claim("sec6-practical")

# %% [markdown]
# How often each learner finds the target: the greedy one selects monomials one by one, regression
# uses all of them. With 64 samples the greedy learner nearly always succeeds on forests, whatever
# $n$ is; on a target with a flat spectrum it does not.

# %%
topic.table("greedy")

# %%
topic.figure("sec6-practical")

# %% [markdown]
# ## sec6-goel: Learning under every distribution in time $(ns)^n$
#
# The paper seeks algorithms under arbitrary distributions that are better than the $(ns)^n$-time
# algorithms for general networks. On the cube, where its inputs are, a table of all $2^n$ points is
# such an algorithm, and better as soon as $ns > 2$; the question that remains there is for less. An
# exhaustive search over the neurons' active sets, run at tiny $n$, is more expensive than $(ns)^n$.

# %%
topic.claim("sec6-goel")

# %% [markdown]
# How many linear programmes the search solves, of how many candidates, next to $(ns)^n$ (the column
# `power`) and the $2^n$ cells of a table that does the same.

# %%
topic.table("exhaustive")

# %% [markdown]
# Live: the search for a network of two neurons with the values of $x_1x_2 + 1$ on four points.

# %%
import numpy as np

from awasthi2024.section_6.checks import exhaustive

result = exhaustive.search(np.array([2.0, 0.0, 0.0, 2.0]), n=2, s=2)
print("programmes solved:", result.solved, "of", result.candidates)
print("values:", result.network.values().round(9))
