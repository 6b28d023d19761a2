# %% [markdown]
# # The lower bounds on the number of samples, and their networks
#
# A lower bound needs networks: two that differ at one point, and many whose labels at orthogonal
# points are free. This job builds them, verifies that they belong to the class, and compares the
# failure of every learner below the bound with what is claimed.

# %% tags=["parameters"]
neurons = [2]
sparsities = [1]
biases = [1]
losses = [100]
exponents = [2, 4]
free = [2]
sizes = [1]
records = "lower.jsonl"
table = "lower.csv"
job_hash = ""

# %%
import math

import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.sample_complexity.lower import (
    free_network,
    hadamard,
    measure_lower,
    pair_network,
)
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The pair: this network has the value k(WR + B) at (1, …, 1) and 0 at the opposite point, as the
# zero network has.

# %%
s, k, B = max(neurons), min(sparsities), min(biases)
n = max(B, 2)
network = pair_network(n, s, k, B)
x = np.array([np.ones(n), -np.ones(n)])
print("weights:", network.w.tolist(), " biases:", network.b.tolist())
print("values at (1, …, 1) and at its opposite:", network(x).tolist())

# %% [markdown]
# ## One network with free labels
#
# At the rows of a Hadamard matrix a network can have any labels in {0, k·n}, with k neurons for
# each label that is not 0.

# %%
d = max(free)
size = 1 << (d - 1).bit_length()
labels = [i % 2 for i in range(d)]
chosen = free_network(labels, size, k)
values = chosen(hadamard(size)[:d])
pd.DataFrame(
    {
        "row": [str(row.astype(int).tolist()) for row in hadamard(size)[:d]],
        "label": labels,
        "value": values,
    }
).head(8)

# %% [markdown]
# ## The comparison that becomes a record
#
# The values and the membership of the pair; and at the largest m below the bound, −m·ln(1 − p)
# against ln(1/(2δ)).

# %%
w2, b2 = network.scale_squared
record = Recorder("theorem-17", {})
at = record.on(n=n, s=s, k=k, W2=n, B=B)
at.exact("members", float(network(x)[0]), "==", k * (n + B))
at.exact("members", float(network(x)[1]), "==", 0)
at.exact("members", int(w2 <= n and b2 <= B * B and network.max_active(x)[1] <= k), "==", 1)
ratio, exponent = losses[0], exponents[0]
delta = 0.5**exponent
m = math.floor(bounds.confidence_lower(math.sqrt(ratio), 1.0, delta))
at = record.on(ratio=ratio, m=m, delta=delta)
left = -m * math.log1p(-8 / ratio)
at.rounded("lower-confidence", left, "<=", (exponent - 1) * math.log(2))
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_lower(
        neurons=neurons,
        sparsities=sparsities,
        biases=biases,
        losses=losses,
        exponents=exponents,
        free=free,
        sizes=sizes,
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
scatter(found.table, "s", ["sparse_enough", "dense_too_few"], log="xy")
