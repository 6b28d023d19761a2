# %% [markdown]
# # The questions of Section 6
#
# The paper ends with questions. This page gives partial answers to three of these questions.
# Proofs: `docs/proofs-section_6.md`.

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
# For the uniform distribution Theorem A answers the question: the bounds on sensitivity and degree
# hold with $\mathbb{E} \lvert R_x\rvert^2$ instead of $k^2$. But two limits apply. The average is
# over *uniform* inputs, and networks that were trained to be $k$-sparse on images are far from
# sparse there. And if a network is sparse only on average, its values and the Rademacher complexity
# can be larger.

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
# With high probability *no* neuron is active here. But on few samples the Rademacher complexity is,
# up to a constant, the complexity of dense networks: a neuron in the direction of the samples'
# signed sum is active on many of them. `value` is its contribution in the mean over all signs, and
# `lower` and `dense` are the bounds. Up to `limit`, a number $m_0$ of samples, the bounds have the
# same order. `active` is the largest probability that the neuron is active.

# %%
topic.table("rare")

# %%
topic.figure("sec6-rare")

# %% [markdown]
# ## sec6-practical: Practical algorithms that use sparsity
#
# The low-degree learner pays for all $N$ monomials. If the target has few monomials, a learner that
# selects monomials one by one needs far fewer samples, and their number hardly grows with $n$. This
# is sparsity of the spectrum, not of the activity. The spectrum of a 1-sparse network can be flat,
# with $s$ monomials, or can lie above every degree below $\log_2 s$. For such networks this learner
# does not suffice.

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
# The table lists the number of candidates, and the number of linear programmes that the search
# solves. Next to them are $(ns)^n$ (the column `power`), and the $2^n$ cells of a table that does
# the same.

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
