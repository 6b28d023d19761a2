# %% [markdown]
# # Learners on uniform, general and correlated inputs
#
# The digest opposes the uniform distribution, where the low-degree algorithm works, to general
# ones. This job plants decision trees under several distributions and gives the same samples to
# three learners: the sparse learner, regression on monomials of low degree, and averages. Markov
# chains of growing correlation are for the sparse learner alone. It also computes exactly how
# dependent the activations of a junta’s neurons are.

# %% tags=["parameters"]
seed = 1
level = 0.001
n = 8
neurons = 4
samples = [1]
named = ["mixture"]
correlations = [0]
strong_correlations = []
trials = 2
chain_trials = 2
average_trials = 2
monomials = 4
dimensions = [1]
steps = 40
starts = 1
records = "distributions.jsonl"
table = "distributions.csv"
job_hash = ""

# %%
import itertools
from fractions import Fraction

import numpy as np
import pandas as pd

from sparseact import constructions
from sparseact.checks.active_sets import chain_masses, joint_activity
from sparseact.checks.learners.distributions import measure_distributions
from sparseact.checks.learners.tasks import Effort, draw_task, fit_sparse, parameters
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first tree under the last of the named distributions.

# %%
distribution = named[-1]
m = max(samples) * parameters(n, neurons)


def draw():
    rng = generator(seed, "learners", "distributions", distribution, 0)
    return draw_task("tree", distribution, n, neurons, m, rng), rng


task, rng = draw()
print(f"a tree with {neurons} leaves on {n} inputs; {m} samples of the {distribution}")
print("mean of each input:", task.x.mean(axis=0).round(2).tolist())

# %% [markdown]
# ## One fit of each learner
#
# The errors on fresh points of the same distribution, as shares of the variance.

# %%
degree = neurons.bit_length() - 1
models = {
    "sparse": fit_sparse(task.x, task.y, neurons, None, Effort(steps, starts), rng),
    "regression": LowDegreeRegressor(degree, "regression").fit(task.x, task.y),
    "averages": LowDegreeRegressor(degree, "averages").fit(task.x, task.y),
}
errors = {name: task.error(model.predict) for name, model in models.items()}
pd.DataFrame(errors, index=["training error", "test error"]).T.astype(float).round(4)

# %% [markdown]
# ## The comparison that becomes a record
#
# The joint probabilities that two neurons of a junta are active, under a chain, in fractions.
# Independence would make the gap 0; that no two are active together makes them 0.

# %%
p, correlation = dimensions[0], [*correlations, *strong_correlations][0]
network = constructions.junta(np.ones(2**p), range(p), p)
joint = joint_activity(network, chain_masses(p, Fraction(correlation)))
print([[str(share) for share in row] for row in joint])
pairs = list(itertools.combinations(range(network.s), 2))
record = Recorder("digest-correlated", {"n": p, "s": network.s, "k": 1})
at = record.on(correlation=correlation)
at.exact("printed", max(abs(joint[j][i] - joint[j][j] * joint[i][i]) for j, i in pairs), "==", 0)
at.exact("disjoint", max(joint[j][i] for j, i in pairs), "==", 0)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_distributions(
        seed=seed,
        level=level,
        n=n,
        neurons=neurons,
        samples=samples,
        named=named,
        correlations=correlations,
        strong_correlations=strong_correlations,
        trials=trials,
        chain_trials=chain_trials,
        average_trials=average_trials,
        monomials=monomials,
        dimensions=dimensions,
        steps=steps,
        starts=starts,
    )
tally(found.records)

# %% [markdown]
# The records that were made above, one by one, are among those of the run:

# %%
all(one in found.records for one in record.records)

# %% [markdown]
# ## What is written
#
# The records as JSON lines and the table as CSV, under the hash of the parameters; the first of
# each.

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)
print(f"{len(found.records)} records, {len(found.table)} rows of the table")
rows(found.records[:5])

# %%
found.table.head()

# %%
scatter(found.table, "m", ["learned", "useful", "trials"], log="x")
