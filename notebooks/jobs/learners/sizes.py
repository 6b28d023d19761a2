# %% [markdown]
# # The effect of the number of neurons, by three learners
#
# This job learns decision trees with $s$ leaves from several sample sizes by the sparse learner, at
# the largest also by alternation and by least squares with the right patterns given. It evaluates
# the single step of the alternation exactly, where it can make the loss larger.

# %%
import math

import matplotlib.pyplot as plt
import pandas as pd

from awasthi2024.learners.checks import sizes as trees
from awasthi2024.learners.checks.alternation import step_losses
from awasthi2024.shared import tasks
from awasthi2024.shared.style import COLOURS, MARKERS, SERIES
from awasthi2024.shared.tasks import LEARNED, RATE, draw_task
from paperclaims.checks.job import Job, example
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(trees.measure_sizes)

# %% [markdown]
# ## One instance
#
# The first tree of a size from the middle of the list, with the largest sample.

# %%
job = Job(trees.measure_sizes, parameters)
given = job.values
s, c = given.sizes[len(given.sizes) // 2], max(given.samples)
m = math.ceil(c * tasks.parameters(given.n, s))
task = draw_task("tree", "uniform", given.n, s, m, generator(given.seed, "learners", "sizes", s, 0))
print(f"{s} leaves on {given.n} inputs: {tasks.parameters(given.n, s)} parameters, {m} samples")
print("the labels are", sorted(set(task.y.tolist())))

# %% [markdown]
# ## The comparison that becomes a record
#
# One step of the alternation on four points: the sum of squares before, after with the active set
# held, and after with the set that the new neuron has. The label at the point where the neuron is
# not active is 0. The rates of the fits are compared by the run.

# %%
three = [(0, 0, 1), (0, 0, 3), (1, 2, 3)]
pd.DataFrame(
    [step_losses(labels) for labels in three],
    index=pd.Index([str(labels) for labels in three], name="labels at the other points"),
    columns=["before", "after, set held", "after"],
)

# %%
for labels in three:
    trees.compare_step(job.recorder.for_claim("digest-least-squares"), labels)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The share of trees learned against samples per parameter, for each s and learner."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, size in enumerate(sorted(given.sizes)):
    for learner, style, face in (("sparse", "-", None), ("alternation", "none", "none")):
        group = found.table[(found.table["s"] == size) & (found.table["learner"] == learner)]
        group = group.sort_values("c")
        # Side by side, since they would hide one another.
        axes.plot(
            group["c"] * 1.03 ** (i - (len(given.sizes) - 1) / 2),
            group["learned"] / group["trials"],
            MARKERS[i], ls=style, mfc=face, color=SERIES[i],
            label=f"s = {size}, {'sparse learner' if learner == 'sparse' else learner}",
        )  # fmt: skip
axes.axhline(RATE, color=COLOURS["sharp"], label="one half, with which rates are compared")
axes.set_xscale("log", base=2)
axes.set_xticks(sorted(given.samples), [f"{c:g}" for c in sorted(given.samples)])
axes.set_ylim(-0.05, 1.05)
axes.set_xlabel("samples for each of the s(n + 1) parameters")
axes.set_ylabel(f"share of trees with a test error below {LEARNED:g}")
axes.set_title("The samples needed grow as the number of parameters does")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
row = found.table.iloc[0]
most = found.table[
    (found.table["s"] == max(given.sizes)) & (found.table["c"] == max(given.samples))
]
learned = {
    name: f"{a} of {b}"
    for name, a, b in zip(*most[["learner", "learned", "trials"]].T.values, strict=True)
}
print(
    f"The samples at which half of the trees are learned grow as s^{row['slope']:.3g}, between "
    f"{row['slope_low']:.3g} and {row['slope_high']:.3g} (95 % bootstrap). With "
    f"s = {max(given.sizes)} and {max(given.samples)} samples for each parameter the sparse "
    f"learner learns "
    f"{learned['sparse']} trees, alternation {learned['alternation']}, and least squares with the "
    f"patterns given {learned['given']}."
)
