# %% [markdown]
# # Parities from samples, by elimination over GF(2)
#
# That statistical queries do not learn parities says nothing of learners that see samples:
# elimination over GF(2) finds a parity from few more than m noiseless samples, at m in the
# hundreds. One label in ten that is flipped breaks it. This job measures both, against the exact
# probability that a random matrix has full rank.

# %% tags=["parameters"]
seed = 1
level = 0.001
counted = [[2, 2]]
fragile = [20]
extra = 10
curves = [8]
surpluses = [0, 5]
large = [32]
trials = 100
slack = 0.2
noise = 0.1
noisy = [4]
likeliest = [4]
records = "elimination.jsonl"
table = "elimination.csv"
job_hash = ""

# %%
import numpy as np

from sparseact.checks.statistical_queries.elimination import (
    count_full_rank,
    draw_samples,
    eliminate,
    likeliest_parity,
    measure_elimination,
)
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.parity import full_rank_probability, solve_parity
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# Points, a random subset of the coordinates, and the parity of each point on it.

# %%
m = min(curves)
k = m + max(surpluses)
rng = generator(seed, "statistical_queries", "elimination", m, k, 0.0)
y, subset, labels = draw_samples(m, k, 0.0, rng)
print(f"{k} samples of {m} bits; the parity is on {np.flatnonzero(subset).tolist()}")

# %% [markdown]
# ## One elimination
#
# The rank of the equations and their solution. Then the same with one label flipped, by
# elimination and by the parity that agrees with the most labels.

# %%
solution = solve_parity(y, labels)
print("rank:", solution.rank, " found:", np.flatnonzero(solution.subset).tolist())
flipped = labels.copy()
flipped[0] *= -1
wrong = eliminate(y, flipped)
print("with a flipped label:", None if wrong is None else np.flatnonzero(wrong).tolist())
few = min(m, 12)
y, subset, labels = draw_samples(few, 8 * few, noise, rng)
agreed = likeliest_parity(y, labels)
print(f"by agreement, with noise {noise}, {few} bits:", np.array_equal(agreed, subset))

# %% [markdown]
# ## The comparison that becomes a record
#
# All k × m matrices of the first size are eliminated, and those of full rank counted, against the
# product formula.

# %%
record = Recorder("theorem-14", {})
for rows_of, columns in counted[:2]:
    count_full_rank(record, rows_of, columns)
    exact = full_rank_probability(rows_of, columns)
    print(f"{rows_of} × {columns}: full rank with probability {exact}")
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_elimination(
        seed=seed,
        level=level,
        counted=counted,
        fragile=fragile,
        extra=extra,
        curves=curves,
        surpluses=surpluses,
        large=large,
        trials=trials,
        slack=slack,
        noise=noise,
        noisy=noisy,
        likeliest=likeliest,
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
scatter(found.table, "m", ["successes", "trials"], log="x")
