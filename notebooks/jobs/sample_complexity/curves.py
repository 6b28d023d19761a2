# %% [markdown]
# # Learning curves of planted sparse and dense networks
#
# How many samples a learner needs for a planted network, as s, n and k vary: k-sparse forests, and
# dense networks beside them. Inputs come from a Markov chain. A fit that fails to optimise is not
# read as one that lacks samples. The curves illustrate; nothing follows from them for all
# learners, so this job makes a table and no records.

# %% tags=["parameters"]
seed = 1
cells = [{"axis": "s", "target": "forest", "n": 4, "s": 2, "k": 1}]
multiples = [0.5, 2]
repeats = 1
accuracy = 0.01
tests = 100
restarts = 1
records = "curves.jsonl"
table = "curves.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.sample_complexity.curves import (
    fit_planted,
    label_of,
    measure_curves,
    sample_size,
)
from sparseact.experiment import scatter
from sparseact.files import write_records, write_table
from sparseact.randomness import generator

# %% [markdown]
# ## One instance
#
# The smallest cell: its target, its parameters, and the sample sizes.

# %%
cell = min(cells, key=lambda one: one["s"] * one["n"])
grid = sorted(multiples)
print(
    {key: cell[key] for key in ("target", "n", "s", "k")},
    f"{cell['s'] * (cell['n'] + 1)} parameters",
)
print("samples:", [sample_size(cell, multiple) for multiple in grid])

# %% [markdown]
# ## One fit at each sample size
#
# The first target of the cell for each sample size, as the run draws them: errors as shares of the
# variance.

# %%
options = {"accuracy": accuracy, "tests": tests, "restarts": restarts}
fits = [
    fit_planted(cell, multiple, generator(seed, *label_of(cell), 0, j), **options)
    for j, multiple in enumerate(grid)
]
names = ["training error", "test error", "W", "B", "variance"]
pd.DataFrame(fits, columns=names, index=[sample_size(cell, multiple) for multiple in grid])

# %% [markdown]
# ## The comparison that becomes a record
#
# There is none in this job. What is learned is read off by the two thresholds; its share among all
# targets stands in the table, beside the sample size of Theorem 17. Below are all targets of the
# cell at the smallest number of samples.

# %%
tried = [
    fit_planted(cell, grid[0], generator(seed, *label_of(cell), number, 0), **options)
    for number in range(repeats)
]
train, test = np.array(tried)[:, 0], np.array(tried)[:, 1]
print("learned:", (test <= accuracy).tolist(), " optimised:", (train <= accuracy / 10).tolist())
W, B, variance = (float(np.median([fit[i] for fit in fits])) for i in (2, 3, 4))
sizes = (cell["n"], cell["s"], cell["k"], cell["n"] ** 0.5, W, B, accuracy * variance / 2, 0.5)
print("Theorem 17 with constant 1:", round(bounds.theorem_17(*sizes)), "samples")

# %% [markdown]
# ## The whole run
#
# The job itself.

# %%
found = measure_curves(
    seed=seed,
    cells=cells,
    multiples=multiples,
    repeats=repeats,
    accuracy=accuracy,
    tests=tests,
    restarts=restarts,
)
print(f"{len(found.table)} rows of the table")

# %% [markdown]
# The shares of these targets that were learned and optimised are those of the table:

# %%
shape = {key: cell[key] for key in ("axis", "target", "n", "s", "k")}
row = found.table[(found.table[list(shape)] == pd.Series(shape)).all(axis=1)].iloc[0]
shares = (float((test <= accuracy).mean()), float((train <= accuracy / 10).mean()))
bool((row["learned"], row["optimised"]) == shares)

# %% [markdown]
# ## What is written
#
# The table as CSV, under the hash of the parameters, and a file of records that has none. The
# first rows:

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)

# %%
found.table.head()

# %%
scatter(found.table, "m", ["train", "test", "learned"], log="x")
