# %% [markdown]
# # Whether the active sets of planted networks are recovered
#
# The digest says that the learner of Section 5 recovers the sparsity pattern. A function can have
# several patterns, so that much cannot be asked in general; what can be asked is how often the
# learner finds the function, and how often also the active sets. This job plants trees, juntas,
# forests and Appendix A’s networks, fits, and compares the active sets at fresh points.

# %% tags=["parameters"]
seed = 1
level = 0.001
rate = 0.5
n = 4
neurons = 4
samples = 10
targets = ["tree"]
distributions = ["uniform"]
trials = 2
linear_neurons = [2]
linear_trials = 4
steps = 60
starts = 1
largest = 1
records = "recovery.jsonl"
table = "recovery.csv"
job_hash = ""

# %%
import numpy as np

from sparseact.checks.active_sets import matched_share, same_functions
from sparseact.checks.learners.recovery import measure_recovery
from sparseact.checks.learners.tasks import Effort, draw_task, fit_sparse, parameters
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first fit of the run: a planted network and its samples.

# %%
target, distribution, k_given = targets[0], distributions[0], False
rng = generator(seed, "learners", "recovery", target, neurons, k_given, distribution, 0)
m = samples * parameters(n, neurons)
task = draw_task(target, distribution, n, neurons, m, rng)
print(f"{target} with {neurons} neurons on {n} inputs, k = {task.k}; {m} samples, {distribution}")
print("the first neuron:", task.network.w[0].tolist(), " bias", task.network.b[0])

# %% [markdown]
# ## One fit
#
# The learner is given the number of neurons but not k. Its errors are shares of the variance; the
# active sets are compared after the neurons are matched at best.

# %%
model = fit_sparse(task.x, task.y, neurons, None, Effort(steps, starts), rng)
train, test = task.error(model.predict)
true, found_active = task.network.active(task.x_test), model.network_.active(task.x_test)
print(f"training error {train:.3g}, test error {test:.3g}")
print(
    "active neurons, planted and found:", true.sum(axis=1).mean(), found_active.sum(axis=1).mean()
)
print("share of points with the planted active set:", matched_share(true, found_active))

# %% [markdown]
# ## The comparison that becomes a record
#
# Two networks may compute one function with different active sets. The share of points at which
# these agree is compared with 1; the rates of the fits are compared by the run.

# %%
record = Recorder("digest-recovery", {})
for p in range(1, largest + 1):
    x = points(p)
    for name, one, other in same_functions(p):
        print(name, p, "bits: equal values:", bool(np.array_equal(one(x), other(x))))
        share = matched_share(one.active(x), other.active(x))
        record.on(pair=name, n=p, s=one.s, k=1).exact("printed", share, "==", 1)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_recovery(
        seed=seed,
        level=level,
        rate=rate,
        n=n,
        neurons=neurons,
        samples=samples,
        targets=targets,
        distributions=distributions,
        trials=trials,
        linear_neurons=linear_neurons,
        linear_trials=linear_trials,
        steps=steps,
        starts=starts,
        largest=largest,
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
scatter(found.table, "test_error", ["right_share"])
