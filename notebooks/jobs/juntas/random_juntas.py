# %% [markdown]
# # Random juntas of random variables as 1-sparse networks
#
# Theorem 13 is checked on every junta of few variables by another job. Here are juntas of more
# variables, which stand anywhere among those of a larger cube: random truth tables of random
# variables. The network of each is evaluated at every point of the cube and compared with the
# table.

# %% tags=["parameters"]
seed = 1
variables = [1, 3]
extras = [1]
repeats = 1
records = "random_juntas.jsonl"
table = "random_juntas.csv"
job_hash = ""

# %%
import numpy as np

from sparseact import constructions
from sparseact.checks import juntas
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# A truth table and its variables, drawn as the whole run draws them, and the network of Theorem
# 13.

# %%
p = sorted(variables)[len(variables) // 2]
n = p + extras[0]
rng = generator(seed, "juntas", "random", p, n, 0)
table_of_f = rng.choice([-1.0, 1.0], size=2**p)
chosen = rng.permutation(n)[:p]
network = constructions.junta(table_of_f, chosen.tolist(), n)
W2, B2 = network.scale_squared
print(f"variables {chosen.tolist()} of {n}; the table begins {table_of_f[:8].astype(int).tolist()}")
print(f"the network has {network.s} neurons; W² = {W2}, B² = {B2}")

# %% [markdown]
# ## One evaluation
#
# The value of the network at a point is the entry of the table that the p variables point at. At
# most one neuron is active.

# %%
index = (points(n)[:, chosen] < 0).astype(np.int64) @ (1 << np.arange(p))
values = network.values()
for i in range(4):
    x = points(n)[i]
    active = int(network.active(x[None]).sum())
    print(f"x = {x.tolist()}: entry {index[i]}, value {values[i]:g}, active neurons {active}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The inputs at which the values differ are counted over the whole cube; beside them stand the size
# and the norms.

# %%
wrong = int(np.count_nonzero(values != table_of_f[index]))
record = Recorder("theorem-13", {"p": p, "n": n, "s": network.s, "repeat": 0})
record.on(quantity="inputs with another value").exact("corrected", wrong, "==", 0)
record.on(quantity="W²").exact("corrected", W2, "<=", p)
record.on(quantity="B²").exact("corrected", B2, "<=", (p - 1) ** 2)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = juntas.measure_random_juntas(
        seed=seed, variables=variables, extras=extras, repeats=repeats
    )
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
scatter(found.table, "p", ["W2", "B2"], log="y")
