# %% [markdown]
# # Whether a handwritten digit is even
#
# The digest speaks of real data; the paper has none. This job learns from 64 thresholded pixels
# whether a digit is even, by cross-validation, with the sparse learner at several k and with other
# methods beside it. The sparsity of the network is guaranteed at the training points alone, which
# is what the records compare.

# %% tags=["parameters"]
seed = 1
level = 0.001
neurons = 2
sparsities = [1]
folds = 2
images = 100
steps = 20
starts = 1
others = False
records = "digits.jsonl"
table = "digits.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact.checks.learners.real_data import digits, measure_digits
from sparseact.checks.learners.tasks import Effort, fit_sparse
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The images of the first fold, those held out and those to fit, as the run shuffles them.

# %%
data = digits()
order = generator(seed, "learners", "digits", "order").permutation(len(data.y))[:images]
held = np.array_split(order, folds)[0]
train = np.setdiff1d(order, held)
print(f"{len(train)} images to fit, {len(held)} held out; even: {np.mean(data.y[train] > 0):.3f}")
for row in data.x[train[0]].reshape(8, 8):
    print("".join("█" if pixel > 0 else "·" for pixel in row))

# %% [markdown]
# ## One fit
#
# The sparse learner with the first k: how many neurons are active at the images, and how often the
# sign is right.

# %%
k = sparsities[0]
rng = generator(seed, "learners", "digits", 0, k)
model = fit_sparse(data.x[train], data.y[train], neurons, k, Effort(steps, starts), rng)
accuracy = np.mean((model.predict(data.x[held]) > 0) == (data.y[held] > 0))
active = {
    name: model.network_.active(data.x[part]).sum(axis=1)
    for name, part in (("fitted", train), ("held out", held))
}
print(f"signs right on held-out images: {accuracy:.3f}")
pd.DataFrame({name: np.bincount(many, minlength=neurons + 1) for name, many in active.items()})

# %% [markdown]
# ## The comparison that becomes a record
#
# The most active neurons at the fitted images, which is guaranteed, and at those held out, which
# is not.

# %%
record = Recorder("digest-real-data", {"n": 64, "s": neurons, "m": len(train), "fold": 0, "k": k})
record.exact("guarantee", int(active["fitted"].max()), "<=", k)
record.exact("printed", int(active["held out"].max()), "<=", k)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_digits(
        seed=seed,
        level=level,
        neurons=neurons,
        sparsities=sparsities,
        folds=folds,
        images=images,
        steps=steps,
        starts=starts,
        others=others,
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
scatter(found.table, "fold", ["accuracy", "test_error"])
