# %% [markdown]
# # Lifted parities from samples, by four learners
#
# The lower bound of Theorem 3 is on statistical queries. From samples a lifted parity can be found
# by elimination on the bits, but not by the methods one would try first on the lift: least squares
# and a trained network. This job draws samples of lifted parities, all learners on the same ones,
# and counts whose hypothesis is near to the parity.

# %% tags=["parameters"]
seed = 1
level = 0.001
dimensions = [3, 4]
ratio = 8
trials = 60
steps = 20
rate = 0.01
records = "samples.jsonl"
table = "samples.csv"
job_hash = ""

# %%

from sparseact.checks.statistical_queries.elimination import draw_samples, eliminate
from sparseact.checks.statistical_queries.near_parities import near_parities
from sparseact.checks.statistical_queries.samples import measure_samples
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.parity import full_rank_probability
from sparseact.learning.statistical_queries import character
from sparseact.quadratic_lift import lift
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The samples of the largest dimension, drawn as the whole run draws them; each trial has a parity
# of its own.

# %%
m = max(dimensions)
samples = ratio * m
rng = generator(seed, "statistical_queries", "samples", m)
drawn = [draw_samples(m, samples, 0.0, rng) for _ in range(trials)]
y, subset, labels = drawn[0]
print(f"{trials} trials of {samples} samples; the lift has {lift(y).shape[1]} coordinates")
print("the first parity is on", subset.nonzero()[0].tolist())

# %% [markdown]
# ## One fit
#
# Elimination on the bits of the first trial; and how near the hypothesis that it yields is to the
# parities.

# %%
found_subset = eliminate(y, labels)
found_mask = 0 if found_subset is None else int((1 << found_subset.nonzero()[0]).sum())
near = near_parities(character(found_mask, m))
print("elimination finds", found_subset.nonzero()[0].tolist() if found_subset is not None else None)
print("its hypothesis is near to", int(near.sum()), "of", len(near), "parities")

# %% [markdown]
# ## The comparison that becomes a record
#
# Elimination over all trials: its success rate against ¾. The equations determine the parity with
# a probability that is known exactly.

# %%
successes = 0
for y, subset, labels in drawn:
    one = eliminate(y, labels)
    mask = 0 if one is None else int((1 << one.nonzero()[0]).sum())
    successes += bool(near_parities(character(mask, m))[int((1 << subset.nonzero()[0]).sum())])
exact = float(full_rank_probability(samples, m))
print(f"{successes} of {trials} trials; full rank with probability {exact:.9f}")
instance = {"m": m, "n": m * m, "samples": samples, "learner": "elimination"}
record = Recorder("theorem-3a", instance)
proved = (exact, 1.0)
record.rate("samples", successes, trials, ">=", 0.75, level=level / 4, proved=proved)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_samples(
        seed=seed,
        level=level,
        dimensions=dimensions,
        ratio=ratio,
        trials=trials,
        steps=steps,
        rate=rate,
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
by_learner = found.table.pivot(index="m", columns="learner", values="successes").reset_index()
scatter(by_learner, "m", [name for name in by_learner.columns if name != "m"])
