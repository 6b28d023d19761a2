# %% [markdown]
# # Learners of rounded products, next to brute force
#
# That no learner is polynomial cannot be computed. This job shows how some fare as $m$ grows:
# regression of degree 2 on the bits, networks trained on the lift and on the bits, and two methods
# that must find the secret. A secret counts as found if the hypothesis errs on at most a tenth of
# the vectors.

# %%
import pandas as pd

from awasthi2024.rounding.checks import learning
from awasthi2024.rounding.figures import draw_errors
from awasthi2024.shared.style import one_panel
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lwr_labels
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(learning.measure_learners)

# %% [markdown]
# ## One instance
#
# A secret of a length from the middle of the list, and a sample with its labels.

# %%
job = Job(learning.measure_learners, parameters)
given = job.values
m = given.lengths[len(given.lengths) // 2]
rng = generator(given.seed, "rounding", "learners", given.q, given.p, m, 0)
secret = rng.integers(0, given.q, size=m)
y = rng.integers(0, given.q, size=(given.samples, m))
labels = lwr_labels(secret, y, given.q, given.p)
print(
    f"q = {given.q}, p = {given.p}: the secret is {secret.tolist()},",
    f"the sample has {given.samples} vectors",
)
pd.DataFrame({"y": [str(tuple(row)) for row in y[:8].tolist()], "label": labels[:8]})

# %% [markdown]
# ## The comparison that becomes a record
#
# How often brute force finds the secret, against $\tfrac{2}{3}$. The probability is also bounded by
# a proof, so the record cannot hang on the seed where the proof decides.

# %%
outcomes = list(
    learning.run_trials(
        given.seed, "brute force", given.q, given.p, m, given.samples, given.searches
    )
)
print(
    "found:",
    sum(outcome.high <= learning.SMALL_ERROR for outcome in outcomes),
    "of",
    given.searches,
)
level = learning.level_of_one(
    given.level, len(given.learners) + 2 * len(given.lengths), max(given.trials, given.searches)
)
learning.compare_learner(
    job.recorder.where(q=given.q, p=given.p, m=m, samples=given.samples, learner="brute force"),
    outcomes,
    level,
)
job.rows()

# %% [markdown]
# ## The complete run

# %%
measurement = job.run()
job.tally()

# %% alt="The fraction of wrong labels against m: none for the searches, more for the learners."
rates = (
    (measurement.table["high"] <= learning.SMALL_ERROR)
    .groupby([measurement.table["learner"], measurement.table["m"]], sort=False)
    .mean()
)
job.figure(one_panel(draw_errors))

# %%
rate = section_4.CONJ_16_RATE
above = [name for name in given.learners if rates[name, max(given.lengths)] > rate]
best = max(given.learners, key=lambda name: rates[name, max(given.lengths)])
searched = rates.drop(given.learners, level="learner")
print(
    f"At the largest m = {max(given.lengths)} that a learner finds at most ⅔ of the secrets holds "
    f"for {len(given.learners) - len(above)} of {len(given.learners)} learners; the best is "
    f"{best}, with {rates[best, max(given.lengths)]:.3g}. The searches find at least "
    f"{searched.min():.3g} at every m."
)
