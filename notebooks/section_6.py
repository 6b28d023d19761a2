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


# %% [markdown]
# ## sec6-average-case: Networks that are sparsely activated with high probability
#
# For the uniform distribution Theorem A answers the question: the bounds on sensitivity and degree
# hold with $\mathbb{E} \lvert R_x\rvert^2$ instead of $k^2$. But the average is over *uniform*
# inputs, which can activate more neurons than the data on which a network was trained. And if a
# network is sparse only on average, the Rademacher complexity can be larger.

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

# %% [markdown]
# ## sec6-practical: Practical algorithms that use sparsity
#
# The low-degree learner pays for all $N$ monomials. If the target has few monomials, a learner that
# selects monomials one by one needs far fewer samples, and their number hardly grows with $n$. This
# is sparsity of the spectrum, not of the activity. The spectrum of a 1-sparse network can be flat,
# with $s$ monomials of equal size. For such networks no learner by few monomials suffices.

# %%
topic.claim("sec6-practical")

# %% [markdown]
# How often greedy selection finds the target. With 64 samples it nearly always succeeds, for every
# $n$ in the table.

# %%
topic.table("greedy")

# %%
topic.figure("sec6-practical")

# %% [markdown]
# ## sec6-goel: Learning under every distribution in time $(ns)^n$
#
# The paper seeks algorithms under arbitrary distributions that are better than the $(ns)^n$-time
# algorithms for general networks. On the cube, where its inputs are, a table of all $2^n$ points is
# such an algorithm, and better as soon as $ns > 2$; the question that remains there is for less.

# %%
topic.claim("sec6-goel")

# %% [markdown]
# ## intro-observation: how few neurons are active
#
# **The paper.** It cites large transformers, of whose neurons each input activates as low as 3 %.
# They are not examined here. The networks below tell even digits from odd ones: how many of their
# neurons are active depends on the width, on the data and above all on how they were trained.

# %%
topic.claim("intro-observation")

# %%
topic.figure("intro-observation")

# %%
display(topic.table("activity").set_index(["s", "network"]))
