# %% [markdown]
# # Whether the active sets of planted networks are recovered
#
# The digest says that the learner of Section 5 recovers the sparsity pattern. A function can have
# several patterns, so that much cannot be asked in general; what can be asked is how often the
# learner finds the function, and how often also the active sets. This job plants trees, juntas,
# forests and Appendix A’s networks, fits, and compares the active sets at fresh points.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations import tasks
from sparse_activations.active_sets import matched_share, same_functions
from sparse_activations.learners.checks import recovery
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparse_activations.tasks import (
    LEARNED,
    Effort,
    draw_task,
    fit_sparse,
)
from sparseact.cube import points
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(recovery.measure_recovery)

# %%
job = Job(recovery.measure_recovery, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# A planted network from the middle of the lists and its samples, as the run draws them.

# %%
target, distribution = (
    given.targets[len(given.targets) // 2],
    given.distributions[len(given.distributions) // 2],
)
rng = generator(given.seed, "learners", "recovery", target, given.neurons, False, distribution, 0)
m = given.samples * tasks.parameters(given.n, given.neurons)
task = draw_task(target, distribution, given.n, given.neurons, m, rng)
print(
    f"{target} with {given.neurons} neurons on {given.n} inputs, k = {task.k};",
    f"{m} samples, {distribution}",
)
print("the first neuron:", task.network.w[0].tolist(), " bias", task.network.b[0])

# %% [markdown]
# ## One fit
#
# The learner is given the number of neurons but not $k$. Its errors are shares of the variance; the
# active sets are compared after the neurons are matched at best.

# %%
model = fit_sparse(task.x, task.y, given.neurons, None, Effort(given.steps, given.starts), rng)
train, test = task.error(model.predict)
true, found_active = task.network.active(task.x_test), model.network_.active(task.x_test)
print(f"training error {train:.3g}, test error {test:.3g}")
print(
    f"active neurons on average: {true.sum(axis=1).mean():.3g} planted, "
    f"{found_active.sum(axis=1).mean():.3g} found"
)
print("share of points with the planted active set:", matched_share(true, found_active))

# %% [markdown]
# ## The comparison that becomes a record
#
# Two networks may compute one function with different active sets. Below is a pair of them, with
# the neurons that are active at each point. The share of points at which these agree is compared
# with 1; the rates of the fits are compared by the run.

# %%
p = min(given.max_bits, 2)
name, one, other = same_functions(p)[0]
corners = points(p)
columns = {"values": (one(corners), other(corners))}
columns["active"] = tuple(
    [np.flatnonzero(row).tolist() for row in network.active(corners)] for network in (one, other)
)
pd.DataFrame(
    {
        (which, key): pair[i]
        for i, which in enumerate(("one", "other"))
        for key, pair in columns.items()
    },
    index=[str(tuple(row)) for row in corners.tolist()],
)

# %%
recorder = Recorder("digest-recovery", {})
recovery.compare_patterns(recorder, p)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Right active sets against the test error of each fit: found functions, other active sets."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
shown = found.table.replace({"target": {"appendix_a": "Appendix A"}})
for i, target in enumerate([*given.targets, "Appendix A"]):
    for given in (False, True):
        group = shown[(shown["target"] == target) & (shown["k_given"] == given)]
        if len(group):
            axes.plot(
                np.maximum(group["test_error"], 1e-9), group["right_share"], MARKERS[i],
                color=SERIES[i], mfc=None if given else "none",
                label=f"{target}, k {'given' if given else 'free'}",
            )  # fmt: skip
axes.axvline(
    LEARNED,
    ls=":",
    color=COLOURS["muted"],
    label=f"function found (Appendix A: at {recovery.LEARNED_LINEAR:g})",
)
axes.axhline(recovery.RECOVERED, color=COLOURS["sharp"], label="active sets recovered")
axes.set_xscale("log")
axes.set_xlim(5e-10, 2)
axes.set_ylim(-0.05, 1.05)
axes.set_xlabel("test error, share of the variance (10⁻⁹: that or less)")
axes.set_ylabel("share of points with the planted active set")
axes.set_title("Most fits find the function; outside Appendix A few find its active sets")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
learned = shown[shown["learned"]].groupby("target", sort=False)["recovered"].agg(["sum", "count"])
parts = [f"{part['sum']} of {part['count']} ({target})" for target, part in learned.iterrows()]
print(
    "Of the fits that find the function these find the active sets, too, at a share of at least "
    f"{recovery.RECOVERED} of the points: {', '.join(parts)}."
)
