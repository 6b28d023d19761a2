# %% [markdown]
# # Dense networks compute parities too
#
# The introduction says that networks of n neurons without sparsity are hard for statistical
# queries. They compute the parities of all n bits directly, and networks of s neurons those of at
# most s bits. This job checks the networks for every subset, and counts the queries of a learner
# against the adversary that starts with these parities.

# %% tags=["parameters"]
seed = 1
largest = 2
one_query = 2
dimensions = [4]
sizes = [2, 4]
games = [{"learner": "low degree", "tolerances": [0.25]}]
limit = 100
witnessed = 4
records = "dense.jsonl"
table = "dense.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact.checks.statistical_queries.games import ask_once
from sparseact.checks.statistical_queries.networks import dense_parity_of, measure_dense
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.query_learners import SpectrumLearner
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The parity of all of n bits, as a network with n neurons of the sum of the bits.

# %%
n = min(largest, 4)
x = points(n)
network = dense_parity_of(range(n), n)
print("weights:", network.w.astype(int).tolist())
print("biases:", network.b.tolist(), " u:", network.u.tolist())

# %% [markdown]
# ## One evaluation
#
# The value at each input, and how many neurons are active there: up to all of them.

# %%
odd = (x == -1).sum(axis=1) % 2
pd.DataFrame(
    {
        "x": [str(tuple(row)) for row in x.tolist()],
        "network": network.values(),
        "number of −1s is odd": odd,
        "active neurons": network.active_counts(),
    }
).head(8)

# %% [markdown]
# ## The comparison that becomes a record
#
# The inputs at which it is right, its size, and the queries that a learner with a fine enough
# tolerance needs.

# %%
record = Recorder("intro-dense-sq", {})
at = record.on(n=n, size=n, subsets=1)
right = int(np.count_nonzero(network.values() == odd))
at.on(quantity="right values").exact("parities", right, "==", 1 << n)
at.on(quantity="neurons").exact("parities", network.s, "<=", max(1, n))
tolerance, used = ask_once(1)
at = record.on(n=1, s=1, tolerance=tolerance, learner=SpectrumLearner.name)
at.exact("printed", used, ">=", 2)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_dense(
        seed=seed,
        largest=largest,
        one_query=one_query,
        dimensions=dimensions,
        sizes=sizes,
        games=games,
        limit=limit,
        witnessed=witnessed,
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
scatter(found.table, "s", ["queries", "needed"], log="y")
