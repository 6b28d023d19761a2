# %% [markdown]
# # What the low-degree algorithm pays for a parity
#
# Theorem 13 makes every junta of $p$ variables a 1-sparse network, and Theorem C then says that the
# low-degree algorithm learns it at a degree of order $p$. A parity of $p$ of $n$ bits is the
# hardest case: no polynomial of degree $p - 1$ knows anything of it. This job finds the fewest
# samples with which the algorithm of degree $p$ recovers the parity exactly, and compares them with
# the number that is proved to be enough.
#
# The least-norm solution of the regression is the projection of the target on the span of the
# rows, which grows with the samples. So recovery stays once it is there, and bisection finds where
# it begins.

# %%
import matplotlib.pyplot as plt
import numpy as np

from claimcheck.checks.job import Job, example
from sparse_activations.juntas import checks as juntas
from sparse_activations.shared.style import COLOURS, MARKERS, SERIES
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

# %% alt="Samples until recovery against the number of monomials, below the line of what is proved."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, (size, group) in enumerate(found.table.groupby("p")):
    style = {"color": SERIES[i], "label": f"p = {size}"}
    axes.plot("monomials", "samples", MARKERS[i], data=group, **style)
line = found.table.sort_values("monomials")
style = {"color": COLOURS["muted"], "label": "as many as monomials"}
axes.plot("monomials", "monomials", data=line, **style)
style = {"color": COLOURS["sharp"], "label": "proved to be enough"}
axes.plot("monomials", "proved", "--", data=line, **style)
axes.set(xscale="log", yscale="log")
axes.set_xlabel("monomials of degree at most p")
axes.set_ylabel("samples until the parity is recovered")
axes.set_title("A parity is recovered from about as many samples as there are monomials")
axes.legend()
plt.show()

# %%
job.worst_instance(
    "samples",
    "proved",
    says="The samples needed are at most those proved to be enough",
    at=["p", "n", "repeat"],
)
