# %% [markdown]
# # The low-degree algorithm on noisy labels
#
# The introduction says that the algorithm also learns where labels are noisy: its loss exceeds the
# best loss of degree $d$ by little. This job draws labels with flipped signs, with additive noise,
# and without any structure, and counts how often the excess stays within its bound.

# %%
import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.low_degree.checks.agnostic import (
    best_loss,
    compare_excess,
    labels_of,
    measure_agnostic,
    runs_of,
)
from sparse_activations.low_degree.checks.samples import estimation_error, sample
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_2
from sparseact.cube import points, walsh_transform
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(measure_agnostic)

# %%
job = Job(measure_agnostic, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The labels of the first trial with the first kind of noise, and the best loss of degree $d$. No
# learner gets below it, since it is what the noise and the target’s tail cost.

# %%
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
# ## One trial
#
# Averages and regression on one sample of each size: the excess over the best loss, and what is
# allowed with probability $1 - \delta$. For averages the bound grows with the largest label, for
# regression with the best loss; below the proved number of samples only averages have a bound.

# %%
runs = runs_of(given.n, given.degree, given.delta, given.factors)
fits = []
for method, m in runs:
    x, numbers = sample(rng, points(given.n), m)
    model = LowDegreeRegressor(given.degree, method).fit(x, labels.draw(numbers, rng))
    allowed = (
        section_2.averages_excess(given.n, given.degree, labels.largest, m, given.delta)
        if method == "averages"
        else section_2.regression_excess(given.n, given.degree, best, m, given.delta)
    )
    fits.append({"method": method, "samples": m, "allowed": allowed})
    fits[-1]["excess"] = estimation_error(model, population) / 2
pd.DataFrame(fits).set_index(["method", "samples"])

# %% [markdown]
# ## The comparison that becomes a record
#
# In how many trials the excess is within its bound. Each is allowed to fail with probability
# $\delta$; the level, which bounds the probability that some record is wrong, is shared among all
# of them.

# %%
recorder = Recorder(
    "intro-agnostic",
    {"n": given.n, "d": given.degree, "noise": kind, "amount": amount, "delta": given.delta},
)
share = given.level / (len(runs) * len(given.noises))
table = compare_excess(recorder, runs, seed=given.seed, trials=given.trials, level=share)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Largest excess loss by samples, for each noise: all points lie below the dashed bounds."
ticks = sorted(set(found.table["m"]))
figure, panels = plt.subplots(
    1, 2, figsize=(7.2, 4.2), sharex=True, sharey=True, layout="constrained"
)
for method, axes in zip(("averages", "regression"), panels, strict=True):
    part = found.table[found.table["method"] == method]
    for i, ((noise, size), group) in enumerate(part.groupby(["noise", "amount"], sort=False)):
        label = noise if noise == "arbitrary" else f"{noise}, {size:g}"
        style = {"color": SERIES[i % len(SERIES)], "label": label}
        axes.plot(group["m"], group["largest_excess"], MARKERS[i % len(MARKERS)], **style)
        axes.plot(group["m"], group["allowed"], "_--", color=COLOURS["sharp"], lw=1)
    axes.set(xscale="log", yscale="log", xticks=ticks, xticklabels=ticks)
    axes.minorticks_off()
    axes.set_xlabel("samples")
    axes.set_title(f"{method.capitalize()}: below the bound")
panels[0].plot([], [], "_--", color=COLOURS["sharp"], label="allowed, a line for each")
panels[0].set_ylabel(f"largest excess in {given.trials} trials")
figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
plt.show()

# %%
print(
    job.worst_instance(
        "largest_excess",
        "allowed",
        says="The largest excess of all trials is at most the mean of what is allowed",
        at=["noise", "amount", "method", "m"],
    )
)
