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
n = 6
neurons = 4
samples = 20
targets = ["tree", "junta"]
distributions = ["uniform", "mixture"]
trials = 4
linear_neurons = [2]
linear_trials = 8
steps = 300
starts = 2
max_bits = 2

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job_notebook import rows, run_check, tally
from claimcheck.recorder import Recorder
from sparse_activations.active_sets import matched_share, same_functions
from sparse_activations.learners.checks import recovery
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparse_activations.tasks import (
    LEARNED,
    Effort,
    draw_task,
    fit_sparse,
    parameters,
)
from sparseact.cube import points
from sparseact.randomness import generator

# %% [markdown]
# ## One instance
#
# A planted network from the middle of the lists and its samples, as the run draws them.

# %%
target, distribution = targets[len(targets) // 2], distributions[len(distributions) // 2]
rng = generator(seed, "learners", "recovery", target, neurons, False, distribution, 0)
m = samples * parameters(n, neurons)
task = draw_task(target, distribution, n, neurons, m, rng)
print(f"{target} with {neurons} neurons on {n} inputs, k = {task.k}; {m} samples, {distribution}")
print("the first neuron:", task.network.w[0].tolist(), " bias", task.network.b[0])

# %% [markdown]
# ## One fit
#
# The learner is given the number of neurons but not $k$. Its errors are shares of the variance; the
# active sets are compared after the neurons are matched at best.

# %%
model = fit_sparse(task.x, task.y, neurons, None, Effort(steps, starts), rng)
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
p = min(max_bits, 2)
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
rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = run_check(
    recovery.measure_recovery,
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
    max_bits=max_bits,
)
assert all(one in found.records for one in recorder.records)
tally(found.records)

# %% alt="Right active sets against the test error of each fit: found functions, other active sets."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
shown = found.table.replace({"target": {"appendix_a": "Appendix A"}})
for i, target in enumerate([*targets, "Appendix A"]):
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
