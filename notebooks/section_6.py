# %% [markdown]
# # The questions of Section 6
#
# The paper ends with questions. The third is answered here in part: for uniform inputs sparsity on
# average suffices. Two stay open. Greedy selection of monomials learns networks with few Fourier
# coefficients, and a table of the $2^n$ labels learns under every distribution.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "section_6", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("sec6-average-case")

# %%
topic.claim("sec6-average-case")

# %% [markdown]
# ## The degree of trained networks
#
# Networks learned a random decision tree or small digits. Under uniform inputs the network of
# digits activates more neurons than on its data. The table has $\mathrm{AS}(h)$ and its bound
# $4W^2\,\mathbb{E}\lvert R_x\rvert^2$. For a tail of a tenth of the variance it has the degree that
# is needed and the degree that the bound gives.

# %%
rows = topic.table("trained").query("share == 0.1")
names = {"sensitivity": "AS", "needed": "needed degree", "degree": "degree by the bound"}
rows = rows.set_index("data")[["n", "s", "k", *names, "bound"]].rename(columns=names)
rows.map("{:.4g}".format)

# %% [markdown]
# ## The Rademacher complexity under sparsity on average
#
# On $q$ orthogonal points, each $q$ times, sparsity at each point bounds the complexity by
# $WR\sqrt{sk/m}$. Sparsity on average does not: the complexity is larger by the factor below.

# %%
factors = topic.table("limits").set_index("q").round(3)
factors.rename(columns={"ratio": "complexity / WR√(sk/m), at least"})

# %% [markdown]
# ## A lower bound for networks that are rarely active
#
# With high probability *no* neuron of these networks is active. But a neuron in the direction of
# the samples' signed sum is active on many of few samples.

# %%
topic.figure("sec6-rare")

# %%
topic.claim("sec6-practical")

# %% [markdown]
# ## Greedy selection's success against the number of samples
#
# The learner takes one monomial of degree at most 2 after another, each time the one that is most
# correlated with what is left. The targets are sums of two decision trees of depth 2.

# %%
topic.figure("sec6-practical")

# %%
topic.claim("sec6-goel")

# %% [markdown]
# ## The learner that remembers its samples, under two distributions
#
# Its mean loss, exactly, over all samples of $m$ points, for one network of each size. The
# probabilities of the inputs are equal, or they halve from one input to the next:

# %%
topic.table("memoriser").query("n >= 3 and inverse_loss == 4").pivot(
    index=["n", "s", "m"], columns="distribution", values="loss"
).map("{:.2g}".format)

# %%
topic.claim("intro-observation")

# %%
topic.figure("intro-observation")

# %%
topic.checks()
