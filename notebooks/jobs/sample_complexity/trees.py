# %% [markdown]
# # How often the learner finds a planted tree
#
# This job plants decision trees, draws the inputs from a Markov chain, fits from eight samples for
# each weight, and counts how often the error on fresh points is below one per cent of the variance.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from awasthi2024.sample_complexity.checks import curves
from awasthi2024.shared.style import COLOURS
from awasthi2024.shared.targets import sized_target
from paperclaims.checks.job import Job, example
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(curves.measure_trees)

# %% [markdown]
# ## One instance
#
# The tree of a trial from the middle as a network, one neuron a leaf.

# %%
job = Job(curves.measure_trees, parameters)
given = job.values
cell = {"target": "forest", "n": given.n, "s": given.s, "k": 1}


def draws(trial):
    return generator(given.seed, *curves.label_of(cell), "pooled", trial)


tree = sized_target("forest", given.n, given.s, 1, draws(given.trials // 2))
m = curves.sample_size(cell, given.multiple)
print(f"{tree.s} leaves on {tree.n} inputs: {given.s * (given.n + 1)} parameters, {m} samples")
pd.DataFrame({"weights": tree.w.astype(int).tolist(), "bias": tree.b, "output": tree.u})

# %% [markdown]
# ## The comparison that becomes a record
#
# The one record of this job compares the share of all trials that are learned with a rate.

# %%
options = {"accuracy": given.accuracy, "tests": given.tests, "restarts": given.restarts}
errors = [
    curves.fit_planted(cell, given.multiple, draws(trial), **options)[1]
    for trial in range(given.trials)
]
curves.compare_trees(
    job.recorder.where(n=given.n, s=given.s, k=1, m=m, accuracy=given.accuracy),
    errors,
    given.rate,
    given.level,
)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The share of trials up to each test error: nearly all are below the accuracy asked."
ordered = np.sort(np.maximum(found.table["test"], 1e-6))
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
axes.plot(
    ordered, np.arange(1, given.trials + 1) / given.trials, "o", ls="-", drawstyle="steps-post",
    color=COLOURS["measured"], label="trials with at most this test error",
)  # fmt: skip
axes.axvline(given.accuracy, ls="--", color=COLOURS["muted"], label="accuracy asked")
axes.axhline(given.rate, color=COLOURS["sharp"], label="rate that is claimed")
axes.set_xscale("log")
axes.set_xlim(5e-7, 2)
axes.set_ylim(0, 1.05)
axes.set_xlabel("test error, share of the variance (10⁻⁶: that or less)")
axes.set_ylabel("share of the trials")
axes.set_title(f"From {given.multiple} samples for each weight the learner finds the planted trees")
axes.legend(loc="center")
plt.show()

# %%
learned = int((found.table["test"] <= given.accuracy).sum())
(verdict,) = (one.holds for one in found.records)
print(
    f"The learner finds {learned} of {given.trials} trees; that it finds a share of at least "
    f"{given.rate} "
    + {True: "holds", False: "fails", None: "is open"}[verdict]
    + f" at level {given.level:.2g}. The largest test error is {found.table['test'].max():.3g}."
)
