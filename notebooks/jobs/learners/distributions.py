# %% [markdown]
# # Learners on uniform, general and correlated inputs
#
# This job plants decision trees under several distributions and gives the same samples to three
# learners: the sparse learner, regression on monomials of low degree, and averages. Markov chains
# of growing correlation are for the sparse learner alone. It also computes exactly how dependent
# the activations of a junta’s neurons are.

# %%
from fractions import Fraction

import numpy as np
import pandas as pd

from awasthi2024.learners.checks import distributions
from awasthi2024.learners.figures import draw_distributions
from awasthi2024.shared import tasks
from awasthi2024.shared.active_sets import chain_masses, joint_activity
from awasthi2024.shared.tasks import draw_task
from paperclaims.checks.job import Job, example
from sparseact import constructions
from sparseact.bounds import section_2
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(distributions.measure_distributions)

# %% [markdown]
# ## One instance
#
# The first tree under a distribution from the middle of the list, with the most samples.

# %%
job = Job(distributions.measure_distributions, parameters)
given = job.values
distribution = given.named[len(given.named) // 2]
m = max(given.samples) * tasks.parameters(given.n, given.neurons)
rng = generator(given.seed, "learners", "distributions", distribution, 0)
task = draw_task("tree", distribution, given.n, given.neurons, m, rng)
print(f"a tree with {given.neurons} leaves on {given.n} inputs; {m} samples of the {distribution}")
print("mean of each input:", task.x.mean(axis=0).round(2).tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The joint probabilities that two neurons of a junta are active, under a chain, in fractions.
# Independence would make the gap 0; that no two are active together makes them 0. The rates of the
# fits are compared by the run.

# %%
degree = given.neurons.bit_length() - 1
p = given.dimensions[len(given.dimensions) // 2]
chains = [*given.correlations, *given.strong_correlations]
# One bit has no neighbour, and is looked at under the first chain alone.
correlation = chains[len(chains) // 2 if p > 1 else 0]
network = constructions.junta(np.ones(2**p), range(p), p)
joint = joint_activity(network, chain_masses(p, Fraction(correlation)))
pd.DataFrame([[str(share) for share in row] for row in joint])

# %%
distributions.compare_independence(job.recorder.for_claim("digest-correlated"), p, correlation)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Shares of trials that learn, against samples and correlation, and median errors."
count = section_2.n_monomials(given.n, degree)
job.figure(draw_distributions)

# %%
below = found.table[
    (found.table["m"] < count) & found.table["distribution"].isin(["uniform", *given.named])
]
below = below[below["m"] == below.loc[below["learner"] == "regression", "m"].max()]
learned = below.groupby("learner")[["learned", "trials"]].sum()
least = below[below["learner"] == "sparse"].sort_values("learned").iloc[0]
print(
    f"From {below['m'].iloc[0]} samples, fewer than the {count} monomials, the sparse learner "
    f"learns {learned.at['sparse', 'learned']} of {learned.at['sparse', 'trials']} trees and "
    f"regression {learned.at['regression', 'learned']} of {learned.at['regression', 'trials']}; "
    f"the sparse learner finds fewest on {least['distribution']} inputs, {least['learned']} of "
    f"{least['trials']}."
)
