# %% [markdown]
# # Statistical queries
#
# A statistical query is for the mean of a function $\varphi(x, b)$ of one sample with label $b$.
# Any number within a tolerance $\tau$ of this mean is a valid answer. Few queries of a moderate
# tolerance learn neither parities nor sparse networks under arbitrary distributions, as the paper
# says; for uniform inputs the least cost is found here. Labels are $b = \chi_S = \pm 1$; the
# paper's $(1 + b)/2$ and a dense network's $(1 - b)/2$ change no query.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic
from sparseact.learning.statistical_queries import AdversarialOracle, character, correlation

topic = Topic("awasthi2024", "statistical_queries", results, figures, jobs)
topic.run()
topic.answer()

# %% [markdown]
# ## Learners of parities against an adversary, and the lower bound
#
# The adversary answers each query as if labels were fair coins, while some parity allows it. Four
# learners play against it: correlation with every character, blocks of parities through bent
# functions, the low-degree algorithm, and gradient descent on the lift. No learner by statistical
# queries takes fewer than $(2^m - L_m)/(\lceil\tau^{-2}\rceil - 1)$ queries. Elimination over
# $\mathrm{GF}(2)$, which is not by statistical queries, finds $S$ from $m + O(1)$ samples.

# %%
topic.figure("theorem-14-queries")

# %% [markdown]
# On four bits: the last parity that is left is the target, and every answer was valid.

# %% tags=["show-input"]
m, tolerance = 4, 0.5
oracle = AdversarialOracle(m, tolerance)
for mask in range(2**m):
    answer = oracle.answer(correlation(character(mask, m)))
    if mask < 3 or answer:
        print(f"T = {mask:04b}: answer {answer:+.2f}, still possible: {oracle.consistent.sum()}")
print(f"the target is S = {oracle.target:04b}")

# %%
topic.claim("theorem-14")

# %% [markdown]
# ## The same learners on the lift, where parities are 1-sparse networks
#
# The lift has $n = m^2$ coordinates, and a query about the network is a query about the parity. So
# Theorem 3 is about a distribution on $2^m$ points, and not about uniform inputs.

# %%
topic.figure("theorem-3a-learners")

# %%
topic.claim("theorem-3a")

# %% [markdown]
# ## The low-degree algorithm on dense networks
#
# The parity of at most $s$ of $n$ bits is a dense network of $s$ neurons. The low-degree algorithm
# of degree $s$ queries all coefficients up to that degree.

# %%
topic.figure("intro-dense-sq-queries")

# %%
topic.claim("intro-dense-sq")

# %% [markdown]
# ## Dense networks and learning with errors
#
# The highest bit of $\langle w, y\rangle \bmod q$ needs at most $4\beta m - 1$ neurons, whatever
# the power of two $q$ is. The secret $w$ has $m$ entries, of absolute value at most $\beta$.

# %%
errors = topic.table("errors").dropna(subset="beta").rename(columns={"beta": "β"})
errors.set_index(["q", "m", "β"])[["neurons", "W", "B"]].round(2)

# %%
topic.claim("intro-dense-crypto")

# %% [markdown]
# ## A learner of sparse networks under uniform inputs, and the lower bound of Theorem Q
#
# The targets are multiples of the parities of $p$ of $n$ bits. The learner queries through
# functions of four variables and through characters, until one hypothesis is near all targets that
# are left.

# %%
columns = {"p": "variables p", "tolerance": "τ", "used": "queries used", "bound": "lower bound"}
table = topic.table("sparse_networks")[["n", *columns]].rename(columns=columns)
table.set_index(["n", "variables p", "τ"])

# %%
topic.claim("theorem-q")

# %% [markdown]
# ## Queries of two tolerances in turn, and the lower bound of Theorem X
#
# The sum of $\lceil\tau_i^{-2}\rceil - 1$ over the queries, against the number of parities less
# those to which one hypothesis is near.

# %%
columns = {"p": "variables p", "sum": "sum over queries", "targets": "parities", "left": "left"}
table = topic.table("least_cost")[["n", *columns]].rename(columns=columns)
table.set_index(["n", "variables p"])

# %%
topic.claim("theorem-x")

# %%
topic.checks()
