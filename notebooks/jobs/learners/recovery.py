# %% [markdown]
# # Whether the active sets of planted networks are recovered
#
# A function can have several patterns, so a learner may find the function and not its pattern. This
# job plants trees, juntas, forests and Appendix A’s networks and fits. It counts how often the
# function is found, and how often the active sets at fresh points are right, too.

# %%
import numpy as np
import pandas as pd

from awasthi2024.learners.checks import recovery
from awasthi2024.learners.figures import draw_recovery
from awasthi2024.shared import tasks
from awasthi2024.shared.active_sets import same_functions
from awasthi2024.shared.tasks import draw_task
from paperclaims.checks.job import Job, example
from sparseact.cube import points
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(recovery.measure_recovery)

# %% [markdown]
# ## One instance
#
# A planted network from the middle of the lists and its samples, as the run draws them.

# %%
job = Job(recovery.measure_recovery, parameters)
given = job.values
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
recovery.compare_patterns(job.recorder, p)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Share of right active sets, a panel for each target and a point for each fit."
shown = found.table.replace({"target": {"appendix_a": "Appendix A"}})
job.figure(draw_recovery)

# %%
learned = shown[shown["learned"]].groupby("target", sort=False)["recovered"].agg(["sum", "count"])
parts = [f"{part['sum']} of {part['count']} ({target})" for target, part in learned.iterrows()]
print(
    "Of the fits that find the function these find the active sets, too, at a share of at least "
    f"{recovery.RECOVERED} of the points: {', '.join(parts)}."
)
