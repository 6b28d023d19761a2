# %% [markdown]
# # Lifted parities from samples, by four learners
#
# From samples a lifted parity can be found by elimination on the bits, but not by least squares or
# a trained network on the lift. This job draws samples of lifted parities, all learners on the same
# ones, and counts whose hypothesis is near to the parity.

# %%
import numpy as np

from awasthi2024.shared.style import one_panel
from awasthi2024.statistical_queries.checks import samples
from awasthi2024.statistical_queries.figures import draw_success
from paperclaims.checks.job import Job, example
from sparseact.quadratic_lift import lift
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(samples.measure_samples)

# %% [markdown]
# ## One instance
#
# The samples of the largest dimension, of which the records speak, drawn as the whole run draws
# them. Each trial has its own parity.

# %%
job = Job(samples.measure_samples, parameters)
given = job.values
m = max(given.dimensions)
rng = generator(given.seed, "statistical_queries", "samples", m)
y, masks, labels = samples.draw_trials(m, given.ratio * m, given.trials, rng)
print(
    f"{given.trials} trials of {given.ratio * m} samples;",
    f"the lift has {lift(y[0]).shape[1]} coordinates",
)
print("the first parities are on", [[i for i in range(m) if s >> i & 1] for s in masks[:3]])

# %% [markdown]
# ## The comparison that becomes a record
#
# In how many trials the hypothesis is within a third. The two learners that know of the bits are to
# succeed with probability $\tfrac{3}{4}$ at least, and least squares with $\tfrac{1}{2}$ at most.

# %%
hypotheses = {one: samples.predict(one, y, labels) for one in samples.LEARNERS[:3]}
for learner, values in hypotheses.items():
    at = job.recorder.where(m=m, n=m * m, samples=given.ratio * m, learner=learner)
    samples.compare_learner(at, values, masks, np.nan, given.level / len(samples.LEARNERS))
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Success against m: elimination stays at 1, least squares and networks fall to near 0."
job.figure(one_panel(draw_success))

# %%
says = {True: "this holds", False: "this fails", None: "this is open"}
for one in found.records:
    print(
        f"At m = {m} the success rate of {one.instance['learner']} is to be {one.relation} "
        f"{one.right:g}; it is {one.left:.4g}: {says[one.holds]}."
    )
