# %% [markdown]
# # What a polynomial of low degree knows of a parity
#
# Theorem C gives a degree of order p for a 1-sparse network of W² = p. A parity of p bits, which
# is such a network, needs degree p: the two sides meet up to a factor. This job computes, from the
# exact spectrum of the network, the least loss of each degree, for the parity and for a random
# junta beside it.

# %% tags=["parameters"]
seed = 1
variables = [2, 3]
extra = 1
losses = [0.25]
records = "parity.jsonl"
table = "parity.csv"
job_hash = ""

# %%
from fractions import Fraction

import numpy as np
import pandas as pd

from sparseact import bounds, constructions
from sparseact.bounds import Root
from sparseact.checks import juntas
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress
from sparseact.spectrum import degree_weights_exact

# %% [markdown]
# ## One instance
#
# The parity of p of n variables as the network of Theorem 13. The run draws the random junta
# before the variables, and so does this cell.

# %%
p = sorted(variables)[len(variables) // 2]
n = p + extra
rng = generator(seed, "juntas", "parity", p)
parity = np.array([(-1.0) ** t.bit_count() for t in range(2**p)])
other = rng.choice([-1.0, 1.0], size=2**p)
network = constructions.junta(parity, rng.permutation(n)[:p].tolist(), n)
print(f"p = {p}, n = {n}: {network.s} neurons, W² = {network.scale_squared[0]}")

# %% [markdown]
# ## One spectrum
#
# The weight Σ f̂(T)² of each degree, as exact fractions. All of a parity’s weight is at degree p.
# The least loss of degree d is half of what lies above d.

# %%
weights = degree_weights_exact(network.values())
tails = [sum(weights[d + 1 :], Fraction(0)) / 2 for d in range(p + 1)]
W = Root(network.scale_squared[0])
pd.DataFrame(
    {
        "weight": [str(weight) for weight in weights[: p + 1]],
        "least loss": [str(tail) for tail in tails],
        "Theorem C": [float(bounds.theorem_c_tail(1, W, d) / 2) for d in range(p + 1)],
    }
).rename_axis("degree")

# %% [markdown]
# ## The comparison that becomes a record
#
# Below degree p the least loss is that of the predictor 0, and at degree p it is 0.

# %%
record = Recorder("theorem-13", {"p": p, "n": n, "s": network.s})
for d, loss in enumerate(tails):
    expected = Fraction(1, 2) if d < p else Fraction(0)
    at = record.on(degree=d, quantity="least loss of degree d")
    at.exact("parity-population", loss, "==", expected)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = juntas.measure_parity(seed=seed, variables=variables, extra=extra, losses=losses)
tally(found.records)

# %% [markdown]
# The records that were made above, one by one, are among those of the run:

# %%
all(one in found.records for one in record.records)

# %% [markdown]
# ## What is written
#
# The records as JSON lines and the table as CSV, under the hash of the parameters; the first of
# each.

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)
print(f"{len(found.records)} records, {len(found.table)} rows of the table")
rows(found.records[:5])

# %%
found.table.head()

# %%
scatter(found.table, "degree", ["least_loss", "theorem_c"])
