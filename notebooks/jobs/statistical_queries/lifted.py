# %% [markdown]
# # Lifted parities are hard for statistical queries
#
# The first part of Theorem 3 carries the lower bound for parities over to 1-sparse networks: a
# parity of m bits is a network on the lift, and a query on the lift says no more than a query on
# the bits. This job checks the reduction for every S and every y, the transfer of queries, and the
# count of queries at the critical tolerance.

# %% tags=["parameters"]
seed = 1
largest = 2
transferred = 2
repeats = 1
one_query = 2
games = [{"learner": "characters", "dimensions": [3, 4]}]
limit = 100
witnessed = 3
records = "lifted.jsonl"
table = "lifted.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact.checks.statistical_queries.games import ask_once, run_game, runs
from sparseact.checks.statistical_queries.networks import measure_lifted
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.query_learners import SpectrumLearner
from sparseact.learning.statistical_queries import character
from sparseact.quadratic_lift import lift, lifted_parity
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The parities of m bits as networks on the m² products.

# %%
m = min(largest, 3)
y = points(m)
x = lift(y)
subsets = [[i for i in range(m) if mask >> i & 1] for mask in range(1 << m)]
networks = [lifted_parity(subset, m) for subset in subsets]
most = max(network.s for network in networks)
print(f"m = {m}, n = {m * m}: {len(networks)} networks of at most {most} neurons")

# %% [markdown]
# ## One reduction
#
# The values of one network on the lift beside the parity, and the answer to one query at the
# tolerance 2^(−2m−1), from which the parity can be read off.

# %%
tolerance, used = ask_once(m)
print(f"with tolerance {tolerance:g} the parity is found after {used} queries")
pd.DataFrame(
    {
        "y": [str(tuple(row)) for row in y.tolist()],
        "network": networks[-1](x),
        "(1 + χ_S)/2": (1 + character(2**m - 1, m)) / 2,
        "active": networks[-1].active(x).sum(axis=1),
    }
)

# %% [markdown]
# ## The comparison that becomes a record
#
# The pairs (S, y) at which the network is right; the query; and a game, whose last parity must
# agree with all answers.

# %%
record = Recorder("theorem-3a", {})
right = sum(
    int((network(x) == ((y[:, subset] == -1).sum(axis=1) % 2 == 0)).sum())
    for subset, network in zip(subsets, networks, strict=True)
)
at = record.on(m=m, n=m * m, subsets=1 << m)
at.on(quantity="right values").exact("reduction", right, "==", 4**m)
if m <= one_query:
    at = record.on(m=m, n=m * m, tolerance=tolerance, learner=SpectrumLearner.name)
    at.exact("introduction", used, ">=", 2)
bits, critical, repeat = runs(games[0])[0]
run = run_game(seed, games[0], bits, critical, repeat, limit, bits <= witnessed)
print(f"{games[0]['learner']}, m = {bits}, τ = {critical}: {run.used} queries, lies: {run.lies}")
if run.lies is not None:
    target = [i for i in range(bits) if run.target >> i & 1]
    values = lifted_parity(target, bits)(lift(points(bits)))
    unlike = int(np.count_nonzero(values != (1 + character(run.target, bits)) / 2))
    at = record.on(**run.instance, n=bits * bits)
    at.exact("consistent", run.lies + unlike, "==", 0)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_lifted(
        seed=seed,
        largest=largest,
        transferred=transferred,
        repeats=repeats,
        one_query=one_query,
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
scatter(found.table, "m", ["queries", "needed"], log="y")
