# %% [markdown]
# # The networks of learning with rounding, evaluated
#
# For each secret w the reduction gives a network F_w on a lift of the bits of y that computes (⟨w,
# y⟩ mod q) mod p with at most one active neuron. This job evaluates the networks at the lifts of
# all vectors, or of a sample where there are too many, and compares values, activity, size and
# norms with what is claimed. It also rounds hypotheses of small loss and counts how often the
# label is wrong.

# %% tags=["parameters"]
seed = 1
exhaustive = [{"q": 3, "m": 1, "p": [2]}]
single = [{"q": 3, "m": 2, "p": 2, "secrets": 1, "sample": 16}]
hypotheses = {"cases": [[3, 2, 2]], "count": 1}
records = "network.jsonl"
table = "network.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact import bounds
from sparseact.checks.rounding.networks import measure_network
from sparseact.checks.rounding.vectors import all_vectors
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import lwr, lwr_labels, lwr_lift
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The network of the last secret of the first case.

# %%
q, m, p = exhaustive[0]["q"], exhaustive[0]["m"], exhaustive[0]["p"][-1]
y = all_vectors(q, m)
w = y[-1]
network = lwr(w, q, p)
W2, B2 = network.scale_squared
print(f"q = {q}, m = {m}, p = {p}, w = {w.tolist()}: {network.n} inputs, {network.s} neurons")
print("u =", network.u.tolist(), f" W² = {W2}, B² = {B2}")

# %% [markdown]
# ## One evaluation
#
# The network at the lifts of the vectors, beside the labels.

# %%
x = lwr_lift(y, q)
pd.DataFrame(
    {
        "y": [str(tuple(row)) for row in y.tolist()],
        "⟨w, y⟩": y @ w,
        "network": network(x),
        "label": lwr_labels(w, y, q, p),
        "active neurons": network.active(x).sum(axis=1),
    }
).head(12)

# %% [markdown]
# ## The comparison that becomes a record
#
# One record stands for all secrets: it counts the pairs (w, y) at which the value is right.

# %%
networks = [(secret, lwr(secret, q, p)) for secret in y]
right = sum(int((one(x) == lwr_labels(secret, y, q, p)).sum()) for secret, one in networks)
active = max(one.max_active(x)[1] for _, one in networks)
neurons = max(one.s for _, one in networks)
instance = {"q": q, "p": p, "m": m, "secrets": len(y), "vectors": len(y)}
record = Recorder("sec4-lwr", instance)
record.exact("printed", right, "==", len(y) ** 2)
record.exact("sparse", active, "<=", 1)
record.exact("size-sharper", neurons, "<=", bounds.lwr_largest_product(q, m))
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_network(seed=seed, exhaustive=exhaustive, single=single, hypotheses=hypotheses)
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
scatter(found.table, "n", ["largest_norm", "norm_bound"], log="xy")
