# %% [markdown]
# # Random juntas of random variables as 1-sparse networks
#
# This job draws truth tables and their variables in a larger cube. It evaluates the network of each
# at every point and compares it with the table.

# %%
import matplotlib.pyplot as plt
import numpy as np

from claimcheck.checks.job import Job, example
from sparse_activations.juntas import checks as juntas
from sparse_activations.shared.style import COLOURS
from sparseact import constructions
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(juntas.measure_random_juntas)

# %% [markdown]
# ## One instance
#
# A truth table and its variables, drawn as the whole run draws them, and the network of Theorem 13.
# The $p$ is from the middle of the job’s list.

# %%
job = Job(juntas.measure_random_juntas, parameters)
given = job.values
p = sorted(given.variables)[len(given.variables) // 2]
n = p + given.extras[0]
rng = generator(given.seed, "juntas", "random", p, n, 0)
table = rng.choice([-1.0, 1.0], size=2**p)
chosen = rng.permutation(n)[:p]
network = constructions.junta(table, chosen.tolist(), n)
W2, B2 = network.scale_squared
print(f"variables {chosen.tolist()} of {n}; the table begins {table[:8].astype(int).tolist()}")
print(f"the network has {network.s} neurons; W² = {W2}, B² = {B2}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The inputs at which the values differ are counted over the whole cube; next to them are the
# active neurons, the size and the norms.

# %%
row = juntas.compare_junta(
    job.recorder.where(p=p, n=n, s=network.s, repeat=0), network, table, chosen
)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% [markdown]
# The norms do not depend on the table or on the variables, so all juntas of $p$ variables lie on
# one point of the figure.

# %% alt="W and B against p: W lies on the bound √p, B on p − 1, below the printed bound p."
line = np.array(sorted(set(given.variables)))
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
axes.plot(line, line, "--", color=COLOURS["paper"], label="printed: B ≤ p")
axes.plot(line, line - 1, "--", color=COLOURS["sharp"], label="corrected: B ≤ p − 1")
axes.plot(line, np.sqrt(line), ":", color=COLOURS["paper"], label="printed: W ≤ √p")
axes.plot(found.table["p"], np.sqrt(found.table["B2"]), "o", color=COLOURS["measured"], label="B")
axes.plot(found.table["p"], np.sqrt(found.table["W2"]), "s", color=COLOURS["third"], label="W")
axes.set(xticks=line)
axes.set_xlabel("variables of the junta, p")
axes.set_ylabel("scale of the network, W and B")
axes.set_title("The networks of all juntas have W = √p and B = p − 1")
axes.legend()
plt.show()

# %%
job.worst_instance(
    "B2",
    "allowed",
    says="B² is at most (p − 1)²",
    at=["p", "n", "repeat"],
    table=found.table.assign(allowed=(found.table["p"] - 1) ** 2).sort_values(
        "p", ascending=False, kind="stable"
    ),
)
