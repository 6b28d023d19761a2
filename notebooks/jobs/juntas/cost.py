# %% [markdown]
# # What the low-degree algorithm pays for a parity
#
# A parity of $p$ of $n$ bits is the hardest junta. This job finds the fewest samples from which the
# algorithm of degree $p$ recovers it exactly, and compares them with the number proved to be
# enough. The least-norm solution is a projection on the span of the rows, which grows with the
# samples. So recovery stays once it is there, and bisection finds where it begins.

# %%
import numpy as np

from awasthi2024.juntas import checks as juntas
from awasthi2024.juntas.figures import draw_samples
from awasthi2024.shared.style import one_panel
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_2
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(juntas.measure_cost)

# %% [markdown]
# ## One instance
#
# A parity of $p$ of $n$ variables from the middle of the job's list, and samples of the whole cube.
# They are drawn as the whole run draws them, so that its records can be compared with the ones made
# here.

# %%
job = Job(juntas.measure_cost, parameters)
given = job.values
sweep = given.sweeps[len(given.sweeps) // 2]
p, n = sweep["p"], sweep["dimensions"][len(sweep["dimensions"]) // 2]
rng = generator(given.seed, "juntas", "cost", p, n, 0)
chosen = np.sort(rng.permutation(n)[:p])
monomials = section_2.n_monomials(n, p)
x = 1 - 2 * rng.integers(0, 2, size=(4 * monomials + 64, n), dtype=np.int8)
y = x[:, chosen].astype(np.float64).prod(axis=1)
print(f"the parity of the variables {chosen.tolist()} of {n}; monomials of degree ≤ p: {monomials}")
print("samples that are drawn:", len(x))

# %% [markdown]
# ## The comparison that becomes a record
#
# An error of at most $2^{-30}$ counts as exact recovery; rounding leaves far less. The samples are
# compared with those proved to be enough.

# %%
row = juntas.compare_cost(job.recorder.where(p=p, n=n, s=2**p, repeat=0), x, y, chosen, given.delta)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Samples until recovery against n, for each p: on the line of the monomials."
job.figure(one_panel(draw_samples))

# %%
job.worst_instance(
    "samples",
    "proved",
    says="The samples needed are at most those proved to be enough",
    at=["p", "n", "repeat"],
)
