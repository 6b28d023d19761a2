# %% [markdown]
# # The questions of Section 6
#
# The paper ends with questions. This page gives partial answers to three of these questions.
# Proofs: `docs/proofs-section_6.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "section_6", results, figures, jobs)

# %%
topic.run("trained", "limits", "rare", "greedy", "hard", "memoriser", "activity")

# %%
topic.answer()

# %%
topic.claim("sec6-average-case")

# %% [markdown]
# The trained networks: $\mathrm{AS}$, the bound, the degree that it gives, and the degree that is
# needed for $\varepsilon$ at a fraction of the network's variance. `data_mean_square` is
# $\mathbb{E} \lvert R_x\rvert^2$ on the training data.

# %%
topic.table("trained")

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

# %%
topic.claim("sec6-practical")

# %% [markdown]
# How often greedy selection finds the target. With 64 samples it nearly always succeeds, for every
# $n$ in the table.

# %%
topic.table("greedy")

# %%
topic.figure("sec6-practical")

# %%
topic.claim("sec6-goel")

# %%
topic.claim("intro-observation")

# %%
topic.figure("intro-observation")

# %%
display(topic.table("activity").set_index(["s", "network"]))

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
