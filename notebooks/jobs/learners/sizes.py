# %% [markdown]
# # The effect of the number of neurons, by three learners
#
# The digest speaks of the effect of s, and of alternating least squares as the natural algorithm.
# This job learns decision trees with s leaves from several sample sizes by the sparse learner, at
# the largest also by alternation and by least squares with the right patterns given. It evaluates
# the single step of the alternation exactly, where it can make the loss larger.

# %% tags=["parameters"]
seed = 1
level = 0.001
n = 4
sizes = [2, 4]
samples = [0.5, 4]
trials = 2
largest_trials = 2
bits = 1
steps = 60
starts = 1
records = "sizes.jsonl"
table = "sizes.csv"
job_hash = ""

# %%
import math

import pandas as pd

from sparseact.checks.learners.alternation import step_losses
from sparseact.checks.learners.sizes import learn_tree, measure_sizes
from sparseact.checks.learners.tasks import Effort, draw_task, parameters
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first tree of the smallest size, with the largest sample.

# %%
s, c = min(sizes), max(samples)
m = math.ceil(c * parameters(n, s))
task = draw_task("tree", "uniform", n, s, m, generator(seed, "learners", "sizes", s, 0))
print(f"{s} leaves on {n} inputs: {parameters(n, s)} parameters, {m} samples")
print("the labels are", sorted(set(task.y.tolist())))

# %% [markdown]
# ## One fit of each learner
#
# Training and test error on this tree, as shares of the variance.

# %%
errors = {
    learner: learn_tree(seed, learner, n, s, m, 0, Effort(steps, starts))
    for learner in ("sparse", "alternation", "given")
}
pd.DataFrame(errors, index=["training error", "test error"]).T.astype(float).round(6)

# %% [markdown]
# ## The comparison that becomes a record
#
# One step of the alternation on four points: the sum of squares before, after with the active set
# held, and after with the set that the new neuron has. The rates of the fits are compared by the
# run.

# %%
record = Recorder("digest-least-squares", {"n": 2, "s": 1, "k": 1, "m": 4})
for labels in ((0, 0, 1), (0, 0, 3), (1, 2, 3)):
    before, held, after = step_losses(labels)
    at = record.on(labels=list(labels))
    at.exact("monotone", after, "<=", before)
    at.exact("held", held, "<=", before)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_sizes(
        seed=seed,
        level=level,
        n=n,
        sizes=sizes,
        samples=samples,
        trials=trials,
        largest_trials=largest_trials,
        bits=bits,
        steps=steps,
        starts=starts,
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
scatter(found.table, "m", ["learned", "fitted", "trials"], log="x")
