# %% [markdown]
# # What one statistical query excludes
#
# Theorem 14 rests on two counts. A query with tolerance τ can tell at most ⌈τ⁻²⌉ − 1 parities from
# a coin, by Parseval; and a hypothesis can be near to only a few parities at once. This job checks
# both counts, on random queries, on majority votes and on bent functions, at which the first is
# attained. Queries are in multiples of 2⁻²⁰, so every comparison is exact.

# %% tags=["parameters"]
seed = 1
dimensions = [2, 3]
repeats = 2
tolerances = [0.25]
blocks = [1]
exhaustive = 2
records = "counts.jsonl"
table = "counts.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact.checks.statistical_queries.counts import (
    check_query,
    measure_counts,
    queries_by_kind,
)
from sparseact.checks.statistical_queries.near_parities import all_characters
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.statistical_queries import excluded_per_query
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first random query φ(x, b) on {±1}^m: two values at each point, one for each label. They are
# drawn as the whole run draws them.

# %%
m = sorted(dimensions)[len(dimensions) // 2]
characters = all_characters(m)
kinds = queries_by_kind(m, generator(seed, "statistical_queries", "counts", m), repeats)
query = kinds["random"][0]
print("kinds of queries:", ", ".join(f"{name} ({len(many)})" for name, many in kinds.items()))
print("φ(x, +1):", query[0][:4].round(4).tolist(), "…  φ(x, −1):", query[1][:4].round(4).tolist())

# %% [markdown]
# ## One query
#
# What the query says of each parity is E φ(x, χ_S(x)). It differs from the answer for a coin by
# the coefficient of φ₁ = ½(φ(x, 1) − φ(x, −1)) at S. The checks of this query are records already.

# %%
record = Recorder("theorem-14", {})
here = record.on(m=m, query="random", repeat=0)
coefficients = check_query(here, query, characters)
direct = np.where(characters == 1, query[0], query[1]).mean(axis=1)
coin = query.mean()
shown = {"E φ(x, χ_S)": direct, "less the coin": direct - coin, "coefficient": coefficients}
pd.DataFrame(shown).head(8)

# %% [markdown]
# ## The comparison that becomes a record
#
# The parities that an answer as for a coin excludes are those with a coefficient above τ.

# %%
tolerance = tolerances[0]
for kind, queries in kinds.items():
    spectra = [check_query(Recorder("theorem-14", {}), one, characters) for one in queries]
    most = max(int(np.count_nonzero(np.abs(c) > tolerance)) for c in spectra)
    at = record.on(m=m, query=kind, tolerance=tolerance)
    at.exact("excluded", most, "<=", excluded_per_query(tolerance))
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_counts(
        seed=seed,
        dimensions=dimensions,
        repeats=repeats,
        tolerances=tolerances,
        blocks=blocks,
        exhaustive=exhaustive,
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
scatter(found.table, "tolerance", ["excluded", "limit"], log="xy")
