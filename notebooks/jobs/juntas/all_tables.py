# %% [markdown]
# # Every junta of few variables as a 1-sparse network
#
# Theorem 13 says that every p-junta with p ≤ log₂ s is a 1-sparse network of s neurons, and
# Conjecture 12 that juntas are hard to learn. This job visits every truth table of p variables. It
# evaluates the network of each at every input, and it computes from the spectrum which degree each
# needs for a given loss. Everything is exact, in integers.

# %% tags=["parameters"]
variables = [0, 1, 2]
extra = 1
sizes = [1, 2, 3, 4]
losses = [0.25, 0.5]
records = "all_tables.jsonl"
table = "all_tables.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact.checks import juntas
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# All tables of p variables share one network up to the outer weights u: neuron j spells one input
# of the junta in its weights, and u_j is the value of the table there.

# %%
p = sorted(variables)[len(variables) // 2]
n = max(p + extra, 1)
tables = juntas.all_tables(p)
shared = juntas.shared_network(p, n)
print(f"p = {p}: {len(tables)} tables; the network has {n} inputs and {shared.network.s} neurons")
print("weights:", shared.network.w.astype(int).tolist(), " biases:", shared.network.b.tolist())

# %% [markdown]
# ## One evaluation
#
# The ReLUs at the inputs: exactly one neuron is active at each, and it has the value 1. So the
# network has there the value that the table has.

# %%
number = len(tables) // 3
u = tables[number, shared.pattern]
pd.DataFrame(
    {
        "x": [str(tuple(row)) for row in points(n).tolist()],
        "ReLUs": [str(row.astype(int).tolist()) for row in shared.relus],
        "network": shared.relus @ u,
        "junta": tables[number, shared.seen],
    }
).head(8)

# %% [markdown]
# How many of the tables of p variables each degree leaves at which least loss, which is ½Σ f̂(T)²
# over |T| > d:

# %%
losses_left = pd.DataFrame(juntas.best_losses(tables) / (2 * 4**p))
losses_left.apply(pd.Series.value_counts).fillna(0).astype(int).rename_axis("least loss")

# %% [markdown]
# ## The comparison that becomes a record
#
# One number stands for all tables: how many of them have a wrong value at some input.

# %%
values = tables[:, shared.pattern].astype(np.float64) @ shared.relus.T
wrong = int(np.any(values != tables[:, shared.seen], axis=1).sum())
record = Recorder("theorem-13", {"p": p, "n": n, "s": 2**p, "tables": len(tables)})
record.on(quantity="tables with a wrong value").exact("corrected", wrong, "==", 0)
most = int((shared.relus > 0).sum(axis=1).max())
record.on(quantity="active neurons").exact("corrected", most, "<=", 1)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = juntas.measure_all_tables(variables=variables, extra=extra, sizes=sizes, losses=losses)
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
scatter(found.table[found.table["epsilon"] == 0], "degree", ["juntas"], log="y")
