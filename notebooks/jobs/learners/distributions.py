# %% [markdown]
# # Learners on uniform, general and correlated inputs
#
# The digest opposes the uniform distribution, where the low-degree algorithm works, to general
# ones. This job plants decision trees under several distributions and gives the same samples to
# three learners: the sparse learner, regression on monomials of low degree, and averages. Markov
# chains of growing correlation are for the sparse learner alone. It also computes exactly how
# dependent the activations of a junta’s neurons are.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations import tasks
from sparse_activations.active_sets import chain_masses, joint_activity
from sparse_activations.learners.checks import distributions
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparse_activations.tasks import (
    LEARNED,
    RATE,
    Effort,
    draw_task,
    fit_sparse,
)
from sparseact import constructions
from sparseact.bounds import section_2
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(distributions.measure_distributions)

# %%
job = Job(distributions.measure_distributions, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The first tree under a distribution from the middle of the list, with the most samples.

# %%
distribution = given.named[len(given.named) // 2]
m = max(given.samples) * tasks.parameters(given.n, given.neurons)
rng = generator(given.seed, "learners", "distributions", distribution, 0)
task = draw_task("tree", distribution, given.n, given.neurons, m, rng)
print(f"a tree with {given.neurons} leaves on {given.n} inputs; {m} samples of the {distribution}")
print("mean of each input:", task.x.mean(axis=0).round(2).tolist())

# %% [markdown]
# ## One fit of each learner
#
# The errors on the sample and on fresh points of the same distribution, as shares of the variance.

# %%
degree = given.neurons.bit_length() - 1
models = {
    "sparse": fit_sparse(
        task.x, task.y, given.neurons, None, Effort(given.steps, given.starts), rng
    ),
    "regression": LowDegreeRegressor(degree, "regression").fit(task.x, task.y),
    "averages": LowDegreeRegressor(degree, "averages").fit(task.x, task.y),
}
errors = {name: task.error(model.predict) for name, model in models.items()}
pd.DataFrame(errors, index=["training error", "test error"]).T.astype(float).round(4)

# %% [markdown]
# ## The comparison that becomes a record
#
# The joint probabilities that two neurons of a junta are active, under a chain, in fractions.
# Independence would make the gap 0; that no two are active together makes them 0. The rates of the
# fits are compared by the run.

# %%
p = given.dimensions[len(given.dimensions) // 2]
chains = [*given.correlations, *given.strong_correlations]
# One bit has no neighbour, and is looked at under the first chain alone.
correlation = chains[len(chains) // 2 if p > 1 else 0]
network = constructions.junta(np.ones(2**p), range(p), p)
joint = joint_activity(network, chain_masses(p, Fraction(correlation)))
pd.DataFrame([[str(share) for share in row] for row in joint])

# %%
recorder = Recorder("digest-correlated", {})
distributions.compare_independence(recorder, p, correlation)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="The share of trees learned against the samples: the sparse learner needs fewest."
count = section_2.n_monomials(given.n, degree)
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, name in enumerate(["uniform", *given.named]):
    for learner, style, face in (("sparse", "-", None), ("regression", "--", "none")):
        group = found.table[
            (found.table["distribution"] == name) & (found.table["learner"] == learner)
        ].sort_values("m")
        # Side by side, since they would hide one another.
        axes.plot(
            group["m"] * 1.03**i, group["learned"] / group["trials"], MARKERS[i], ls=style,
            mfc=face, color=SERIES[i],
            label=f"{'sparse learner' if learner == 'sparse' else learner}, {name}",
        )  # fmt: skip
axes.axvline(count, ls=":", color=COLOURS["muted"], label=f"{count} monomials")
axes.axhline(RATE, color=COLOURS["sharp"], label="one half, with which rates are compared")
axes.set_xscale("log", base=2)
axes.xaxis.set_major_formatter("{x:g}")
axes.set_ylim(-0.05, 1.05)
axes.set_xlabel("samples m")
axes.set_ylabel(f"share of trees with a test error below {LEARNED:g}")
axes.set_title("The sparse learner needs fewer samples than there are monomials")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

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
