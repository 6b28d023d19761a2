# %% [markdown]
# # Whether a handwritten digit is even
#
# This job learns from 64 thresholded pixels whether a digit is even, by cross-validation, with the
# sparse learner at several $k$ and with other methods. The sparsity is guaranteed at the training
# points alone, which is what the records compare.

# %%
import numpy as np

from awasthi2024.learners.checks import real_data
from awasthi2024.learners.figures import draw_digits
from awasthi2024.shared.tasks import Effort, fit_sparse
from paperclaims.checks.job import Job, example
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(real_data.measure_digits)

# %% [markdown]
# ## One instance
#
# The images of a fold from the middle, those held out and those to fit, as the run shuffles them.
# One of them is shown.

# %%
job = Job(real_data.measure_digits, parameters)
given = job.values
data = real_data.digits()
order = generator(given.seed, "learners", "digits", "order").permutation(len(data.y))[
    : given.images
]
fold = given.folds // 2
held = np.array_split(order, given.folds)[fold]
train = np.setdiff1d(order, held)
fit, test = (data._replace(x=data.x[part], y=data.y[part]) for part in (train, held))
print(f"{len(train)} images to fit, {len(held)} held out; even: {np.mean(fit.y > 0):.3f}")
for row in fit.x[0].reshape(8, 8):
    print("".join("█" if pixel > 0 else "·" for pixel in row))

# %% [markdown]
# ## The comparison that becomes a record
#
# The most active neurons at the fitted images, which is guaranteed, and at those held out, which is
# not; and for the largest $k$ how many signs are right.

# %%
k = max(given.sparsities)
rng = generator(given.seed, "learners", "digits", fold, k)
model = fit_sparse(fit.x, fit.y, given.neurons, k, Effort(given.steps, given.starts), rng)
score = real_data.score_sparse(model, k, fit, test)
instance = {"n": data.x.shape[1], "s": given.neurons, "m": len(train), "fold": fold, "k": k}
recorder = job.recorder.where(**instance)
real_data.compare_activity(recorder, score)
real_data.compare_accuracy(recorder, score, len(held), given.level / given.folds)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Left, test errors of each method; right, the most active neurons, here and held out."
job.figure(draw_digits)

# %%
asked = {f"sparse, k = {k}": k for k in sorted(given.sparsities)}
told = found.table.assign(k=found.table["method"].map(asked)).dropna(subset=["k"])
at = ["method", "fold"]
job.worst_instance(
    "most_active_train",
    "k",
    says="At most k neurons are active at the images that were fitted",
    at=at,
    table=told,
)
job.worst_instance(
    "most_active_test",
    "k",
    says="At most k are active at the images held out",
    at=at,
    table=told,
)
