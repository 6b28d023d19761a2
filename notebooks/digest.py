# %% [markdown]
# # Phrases of a digest of the paper
#
# A machine-written summary (digest) of the paper contains phrases that are not in the paper. They
# are about recovered activation patterns, iterative least squares, correlated inputs, real data,
# polynomials for ReLU, queries and depth. The paper itself proves bounds, makes no queries and runs
# no experiment. Here one experiment tests each phrase.
#
# Errors are mean squares on fresh points, as a fraction of the target's variance. Proofs:
# `docs/proofs-digest.md`.

# %% tags=["parameters"]
results = ""  # a run's folder; by itself the notebook reads the committed reference
figures = ""  # where figures are saved; by itself it saves nothing
seed = 1

# %%
from paperclaims.reporting.claim_notebook import Topic

topic = Topic("awasthi2024", "digest", results, figures)

# %% [markdown]
# ## digest-recovery: are activation patterns recovered?
#
# **The digest.** "First identifying the sparse activation patterns through careful query design and
# then learning the parameters of active neurons".
#
# **The paper.** It does nothing of the kind: Theorem 8 uses polynomial regression and Theorem 17
# empirical risk minimisation, both from random samples. On one bit the constant 1 is two neurons
# that are active at one point each, or one neuron that is active at both.

# %%
topic.claim("digest-recovery")

# %% [markdown]
# ## digest-uniform-general: the uniform distribution and others
#
# **The digest.** Among its first experiments: "comparison of sample complexity under uniform vs.
# general distributions".
#
# **The paper.** It has two upper bounds, Theorem 8 (uniform) and Theorem 17 (any), by two
# algorithms, and does not compare them. A tree of depth $d$ is a polynomial of degree $d$ under
# every distribution, so regression works; averages of $y\chi_T$ do not, since the characters are
# orthogonal only under the uniform distribution.

# %%
topic.claim("digest-uniform-general")

# %%
topic.figure("digest-uniform-general")

# %% [markdown]
# ## digest-effect-s: the number of neurons
#
# **The digest.** It calls the number of active neurons $s$, the number of all neurons $n$, and a
# weight sparsity $k$. In the paper $s$ is the number of neurons, $n$ the number of inputs, $k$
# bounds the active neurons, and weight vectors may be dense.

# %%
topic.claim("digest-effect-s")

# %%
table = topic.table("sizes")
table["fraction learned"] = table["learned"] / table["trials"]
display(table.pivot(index="s", columns=["learner", "c"], values="fraction learned").round(3))

# %% [markdown]
# ## digest-least-squares: "iterative least squares"
#
# **The digest.** "The algorithms leverage techniques such as solving linear systems, iterative
# least squares, and polynomial approximations of ReLU activations."
#
# **The paper.** The paper does not contain these techniques. Here the natural reading is tested:
# fix the active sets, solve for the weights, compute the new active sets, and so on.

# %%
topic.claim("digest-least-squares")

# %% [markdown]
# ## digest-correlated: correlated inputs
#
# **The digest.** "The current analysis assumes independent sparsity per neuron."
#
# **The paper.** Section 5 is for any distribution, and nothing is assumed about neurons but that at
# most $k$ of them are active at a time. For $k = 1$ no two neurons that are ever active are
# independent. The figure's lower panel above shows the effect of correlated inputs on the learner.

# %%
topic.claim("digest-correlated")

# %% [markdown]
# ## digest-real-data: digits
#
# **The digest.** "Empirical validation of the learning algorithms on synthetic and real datasets."
#
# **The paper.** It has no experiment. The data here are scikit-learn's $8 \times 8$ digits, with
# pixels thresholded to $\pm 1$ and the label +1 for even digits and −1 for odd ones. If $k$ is
# given, at most $k$ neurons are active on every *training* image; on held-out images more can be.

# %%
topic.claim("digest-real-data")

# %%
topic.figure("digest-real-data")

# %% [markdown]
# ## digest-polynomial: polynomials for ReLU
#
# **The paper.** It approximates no activation. Theorem 8 bounds the noise sensitivity of the
# network, and uses the low-degree part of its Fourier expansion.
#
# A polynomial $p$ that is near $\lvert t\rvert$ on $[-1, 1]$ gives one that is near the neuron
# $\sigma(\langle w, x\rangle - b)$, by $\tfrac{1}{2}(\ell + M p(\ell/M))$ with
# $\ell = \langle w, x\rangle - b$ in $[-M, M]$. $M = W\sqrt{n}$ for equal weights, but most points
# have a pre-activation of order $W$, and the mean square error sees that.

# %%
topic.claim("digest-polynomial")

# %%
topic.figure("digest-polynomial")

# %% [markdown]
# ## digest-queries: queries
#
# **The paper.** No learner in it makes a query. Its learners see random examples, and Theorem 14
# is about statistical queries, which are means over the distribution. Membership queries, in which
# the learner chooses $x$ and is told $h(x)$, tell no activation pattern. They do tell which Fourier
# coefficients are large.

# %%
topic.claim("digest-queries")

# %%
display(topic.table("queries"))

# %% [markdown]
# ## digest-depth: depth 2 and 3
#
# **The digest.** "Extension of the theoretical analysis to depth-2 and depth-3 networks to assess
# scalability of the results."
#
# **The paper.** Its networks have one hidden layer, which the digest calls depth 1.

# %%
topic.claim("digest-depth")

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
