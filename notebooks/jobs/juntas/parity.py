# %% [markdown]
# # What a polynomial of low degree knows of a parity
#
# A parity of $p$ bits needs degree $p$, and Theorem C gives it a degree of that order. This job
# computes from the exact spectrum the least loss of each degree, for the parity and for a random
# junta next to it.

# %%
import numpy as np

from awasthi2024.juntas import checks as juntas
from awasthi2024.juntas.figures import draw_losses
from awasthi2024.shared.style import one_panel
from paperclaims.checks.job import Job, example
from sparseact import constructions
from sparseact.bounds.arithmetic import Root
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(juntas.measure_parity)

# %% [markdown]
# ## One instance
#
# The parity of $p$ of $n$ variables as the network of Theorem 13, with a $p$ from the middle of the
# job's list. The run draws the random junta before the variables, and so does this cell.

# %%
job = Job(juntas.measure_parity, parameters)
given = job.values
p = sorted(given.variables)[len(given.variables) // 2]
n = p + given.extra
rng = generator(given.seed, "juntas", "parity", p)
parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
other = rng.choice([-1.0, 1.0], size=2**p)
network = constructions.junta(parity, rng.permutation(n)[:p].tolist(), n)
W = Root(network.scale_squared[0])
print(f"p = {p}, n = {n}: {network.s} neurons, W² = {network.scale_squared[0]}")

# %% [markdown]
# ## The comparison that becomes a record
#
# Below degree $p$ the least loss is that of the predictor 0, and at degree $p$ it is 0. So $p$ is
# the degree that is needed for every loss $\varepsilon$ below $\tfrac{1}{2}$. Theorem C’s degree
# for $\varepsilon$ is not smaller, and it is at most $2p/\varepsilon$.

# %%
least = juntas.least_losses(network, p)
juntas.compare_parity(job.recorder.where(p=p, n=n, s=network.s), W, least, given.losses)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Least loss by degree: the parity stays at ½ up to degree p − 1, below Theorem C’s bound."
job.figure(one_panel(draw_losses))

# %%
job.worst_instance(
    "least_loss",
    "theorem_c",
    says="The least loss of degree d is at most half of Theorem C’s bound on the tail",
    at=["function", "p", "degree"],
    table=found.table.sort_values("p", ascending=False, kind="stable"),
)
