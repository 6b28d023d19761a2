# %% [markdown]
# # Neurons, norms and biases of the rounding networks
#
# The scale of the networks F_w decides which class they belong to. The secret (q − 1, …, q − 1)
# has the largest norms, and the two outermost of its neurons have the largest of these. This job
# computes them exactly over a grid of q and m, and compares them with the bounds of §4.

# %% tags=["parameters"]
moduli = [3, 4]
lengths = [1, 2]
p = 2
records = "sizes.jsonl"
table = "sizes.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.rounding.networks import largest_square, measure_sizes
from sparseact.checks.rounding.vectors import label
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import affine_form, square_neurons
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The secret as an affine form of the code, and the values a that have a neuron.

# %%
q, m = moduli[-1], lengths[0]
v, shift = affine_form(np.full(m, q - 1), q)
a = np.arange(bounds.lwr_largest_product(q, m) + 1)
a = a[label(a, q, p) != 0]
print(f"q = {q}, m = {m}: v = {v.tolist()}, shift = {shift}")
print(f"{len(a)} neurons, for a from {a[0]} to {a[-1]}")

# %% [markdown]
# ## One pair of neurons
#
# The neurons of the smallest and the largest a: their weights are on pairs of bits.

# %%
weights, biases = square_neurons(v, a[[0, -1]] - shift)
pd.DataFrame(
    {
        "a": a[[0, -1]],
        "‖w‖²": [str(largest_square(row[None])) for row in weights],
        "bias": biases,
        "largest weight": np.abs(weights).max(axis=1),
    }
)

# %% [markdown]
# ## The comparison that becomes a record
#
# The larger norm and the larger bias against the bounds, and the number of neurons.

# %%
record = Recorder("sec4-lwr", {"q": q, "m": m, "p": p})
record.exact("norms", largest_square(weights), "<=", bounds.lwr_norm(q, m))
record.exact("norms", float(np.abs(biases).max()), "<=", bounds.lwr_bias(q, m))
record.exact("size", len(a), "<=", q * q * m)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_sizes(moduli=moduli, lengths=lengths, p=p)
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
scatter(found.table, "m", ["largest_norm", "norm_bound", "neurons"], log="xy")
