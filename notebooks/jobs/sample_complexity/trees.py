# %% [markdown]
# # How often the learner finds a planted tree
#
# Theorem 17 is on samples, not on algorithms. Whether a learner finds a planted 1-sparse network
# from eight samples for each weight can be tried: this job plants decision trees, draws the inputs
# from a Markov chain, fits, and counts how often the error on fresh points is below one per cent
# of the variance.

# %% tags=["parameters"]
seed = 1
level = 0.001
n = 4
s = 2
multiple = 8
trials = 4
rate = 0.2
accuracy = 0.01
tests = 100
restarts = 2
records = "trees.jsonl"
table = "trees.csv"
job_hash = ""

# %%
from sparseact.checks.sample_complexity.curves import (
    fit_planted,
    label_of,
    measure_trees,
    sample_size,
)
from sparseact.checks.targets import sized_target
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import progress

# %% [markdown]
# ## One instance
#
# The tree of the first trial as a network, one neuron a leaf.

# %%
cell = {"target": "forest", "n": n, "s": s, "k": 1}
tree = sized_target("forest", n, s, 1, generator(seed, *label_of(cell), "pooled", 0))
m = sample_size(cell, multiple)
print(f"{tree.s} leaves on {tree.n} inputs: {s * (n + 1)} parameters, {m} samples")
print("the first leaf has weights", tree.w[0].astype(int).tolist(), "and bias", tree.b[0])

# %% [markdown]
# ## One fit
#
# The learner on the samples of the first trial: errors as shares of the variance.

# %%
options = {"accuracy": accuracy, "tests": tests, "restarts": restarts}
rng = generator(seed, *label_of(cell), "pooled", 0)
train, test, W, B, variance = fit_planted(cell, multiple, rng, **options)
print(f"training error {train:.3g}, test error {test:.3g}; W = {W:.4g}, B = {B:.4g}")
print("learned:", test <= accuracy)

# %% [markdown]
# ## The comparison that becomes a record
#
# The one record of this job compares the share of all trials that are learned with a rate. It is
# made by the run below; to fit all trials twice would double the time. Here is what the first
# trial adds to it.

# %%
successes = int(test <= accuracy)
print(f"{successes} of 1 trial, of {trials}, to be compared with {rate} at level {level:.2g}")

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_trees(
        seed=seed,
        level=level,
        n=n,
        s=s,
        multiple=multiple,
        trials=trials,
        rate=rate,
        accuracy=accuracy,
        tests=tests,
        restarts=restarts,
    )
tally(found.records)

# %% [markdown]
# The first row of the table is the fit above:

# %%
first = found.table.iloc[0]
bool((first["train"], first["test"]) == (train, test))

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
scatter(found.table, "trial", ["train", "test"])
