# %% [markdown]
# # Statistical queries
#
# A statistical query is for the mean of a function $\varphi(x, \text{label})$ of one sample. Any
# number within a tolerance $\tau$ of this mean is a valid answer. Section 4 derives the hardness of
# sparsely activated networks under arbitrary distributions from a classical theorem about such
# queries and parities. This notebook states the theorem with an explicit constant, and builds an
# adversarial oracle from its proof. It counts the queries that learners need against this oracle.
# Labels are $b = \chi_S = \pm 1$ throughout; the paper's 0/1-valued parity is $(1 + b)/2$ and a
# dense network's is $(1 - b)/2$, which changes no query. Proofs:
# `docs/proofs-statistical_queries.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import numpy as np
import pandas as pd

from awasthi2024.constructions.quadratic_lift import lift, lifted_parity
from awasthi2024.constructions.query_learners import BlockLearner, SpectrumLearner, play
from awasthi2024.statistical_queries.checks.games import finest_block
from awasthi2024.statistical_queries.checks.near_parities import near_parities
from awasthi2024.statistical_queries.checks.networks import dense_parity_of
from paperclaims.topic import Topic
from sparseact.cube import points
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.learning.statistical_queries import (
    AdversarialOracle,
    HonestOracle,
    character,
    correlation,
    queries_needed,
)

topic = Topic("awasthi2024", "statistical_queries", results, figures, jobs)

# %%
topic.run("counts", "queries", "lifted", "dense", "errors", "sparse_networks", "least_cost")

# %%
topic.answer()

# %%
topic.claim("theorem-14")

# %% [markdown]
# **The limits.** This is not a lower bound for algorithms that look at samples: elimination
# over $\mathrm{GF}(2)$ finds $S$ from $m + O(1)$ of them. It is not a statistical-query
# algorithm.

# %% [markdown]
# Live: the adversarial oracle on four bits. It answers 0 to "how does the label correlate with
# $\chi_T$", as if the labels were fair coins. It does so while 0 is a valid answer for some
# remaining parity. The last remaining parity is then the target, and every answer was valid.

# %% tags=["show-input"]
m, tolerance = 4, 0.5
oracle = AdversarialOracle(m, tolerance)
print("still possible before any query:", int(oracle.consistent.sum()))
for mask in range(2**m):
    answer = oracle.answer(correlation(character(mask, m)))
    if mask < 3 or answer:
        print(f"T = {mask:04b}: answer {answer:+.2f}, still possible: {oracle.consistent.sum()}")
print("lower bound on the queries of any learner:", queries_needed(2**m, tolerance, 6))
print(f"the target turned out to be S = {oracle.target:04b}")

# %% [markdown]
# Live: three learners, at $m = 10$ and $\tau$ a little below 1/8. The learner by blocks queries
# 16 parities at a time through a bent function of four bits. The last row shows why the theorem
# must name the tolerance: at the tolerance $2^{-2m - 1}$ a single query whose coefficients are all
# different reveals $S$.

# %% tags=["show-input"]
m, tolerance = 10, 0.124755859375
rows = []
for name, tau, learner in (
    ("every character", tolerance, BlockLearner(m, tolerance)),
    ("blocks", tolerance, BlockLearner(m, tolerance, finest_block(m, tolerance))),
    ("one query", 2.0 ** (-2 * m - 1), SpectrumLearner(m, 2.0 ** (-2 * m - 1))),
):
    oracle = AdversarialOracle(m, tau)

    def done(learner=learner, oracle=oracle):
        return bool(near_parities(learner.hypothesis())[oracle.consistent].all())

    used = play(learner, oracle.answer, done, 2**m)
    rows.append((name, tau, used, queries_needed(2**m, tau, 6)))
pd.DataFrame(rows, columns=["learner", "τ", "queries used", "lower bound"])

# %%
topic.figure("theorem-14-queries")

# %%
topic.claim("theorem-3a")

# %% [markdown]
# **The limits.** This is not a statement about the uniform distribution on
# $\lbrace \pm 1\rbrace^n$, or about learners that use samples in other ways.

# %% [markdown]
# Live: a query about the lifted network is a query about the parity.
# $\varphi(x, l) = l \cdot x_{12}$ on $n = 9$ coordinates, for the network of each $S$, against one
# Walsh transform.

# %% tags=["show-input"]
m = 3
x = lift(points(m))
rows = []
for mask in range(2**m):
    subset = [i for i in range(m) if mask >> i & 1]
    h = lifted_parity(subset, m)(x)
    oracle = HonestOracle(character(mask, m), 0.25)
    answer = oracle.answer(np.stack([x[:, 1], 0.0 * x[:, 1]]))
    rows.append((subset, float(np.mean(h * x[:, 1])), answer))
pd.DataFrame(rows, columns=["S", "E h(x)·x_12 from the network", "from the oracle"])

# %%
topic.figure("theorem-3a-learners")

# %%
topic.claim("intro-dense-sq")

# %% [markdown]
# Live: the contrast with the sparse class. The parity of 5 of 8 bits is a dense network of 5
# neurons; a polynomial of degree 2, such as the low-degree algorithm finds, has no correlation with
# it.

# %% tags=["show-input"]
network = dense_parity_of([0, 2, 3, 5, 7], 8)
values = network.values()
fit = LowDegreeRegressor(degree=2).fit(points(8), values)
print("neurons:", network.s, "  most active at once:", network.max_active()[1])
print("variance of the target:", np.var(values))
print(
    "left by the best quadratic:", round(float(np.mean((fit.predict(points(8)) - values) ** 2)), 9)
)

# %%
topic.figure("intro-dense-sq-queries")

# %%
dense = topic.table("dense")
dense.pivot_table(index=["n", "tolerance"], columns="s", values="queries", aggfunc="max")

# %%
topic.claim("intro-dense-crypto")

# %%
topic.table("errors")

# %%
topic.claim("theorem-q")

# %% [markdown]
# Live: the queries of a learner against the oracle of the proof, and the bound.

# %% tags=["show-input"]
topic.table("sparse_networks")

# %%
topic.claim("theorem-x")

# %%
topic.table("least_cost")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
