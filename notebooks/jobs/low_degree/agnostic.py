# %% [markdown]
# # The low-degree algorithm on noisy labels
#
# This job draws labels with flipped signs, with additive noise, and without any structure. It
# counts how often the algorithm’s excess over the best loss of degree $d$ stays within its bound.

# %%
from awasthi2024.low_degree.checks.agnostic import (
    best_loss,
    compare_excess,
    labels_of,
    measure_agnostic,
    runs_of,
)
from awasthi2024.low_degree.figures import draw_agnostic
from paperclaims.checks.job import Job, example
from sparseact.cube import walsh_transform
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(measure_agnostic)

# %% [markdown]
# ## One instance
#
# The labels of the first trial with the first kind of noise, and the best loss of degree $d$. No
# learner gets below it, since it is what the noise and the target’s tail cost.

# %%
job = Job(measure_agnostic, parameters)
given = job.values
kind, amount = given.noises[0]["kind"], float(given.noises[0]["amount"])
rng = generator(given.seed, "low_degree", "agnostic", kind, amount, given.n, given.degree, 0)
labels = labels_of(kind, amount, given.n, rng)
population = walsh_transform(labels.mean)
best = best_loss(labels, population, given.degree)
print(f"{kind} labels, amount {amount}: E y² = {labels.second:.4g}, |y| ≤ {labels.largest:.4g}")
print(
    f"best loss of degree {given.degree}: {best:.4g}, of the predictor 0: {labels.second / 2:.4g}"
)

# %% [markdown]
# ## The comparison that becomes a record
#
# In how many trials the excess is within its bound. Each is allowed to fail with probability
# $\delta$; the level, which bounds the probability that some record is wrong, is shared among all
# of them.

# %%
runs = runs_of(given.n, given.degree, given.delta, given.factors)
share = given.level / (len(runs) * len(given.noises))
table = compare_excess(
    job.recorder.where(n=given.n, d=given.degree, noise=kind, amount=amount, delta=given.delta),
    runs,
    seed=given.seed,
    trials=given.trials,
    level=share,
)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Excess loss against samples, a panel for each noise: points below falling bounds."
job.figure(draw_agnostic)

# %%
job.worst_instance(
    "largest_excess",
    "allowed",
    says="The largest excess of all trials is at most the mean of what is allowed",
    at=["noise", "amount", "method", "m"],
)
