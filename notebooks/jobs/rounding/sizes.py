# %% [markdown]
# # Neurons, norms and biases of the rounding networks
#
# The secret $(q - 1, \dots, q - 1)$ has the largest norms, and the two outermost of its neurons
# have the largest of these. This job computes them exactly over a grid of $q$ and $m$, and compares
# them with the bounds of §4.

# %%
import numpy as np

from claimcheck.checks.job import Job, example
from sparse_activations.rounding.checks import networks
from sparse_activations.rounding.checks.vectors import label
from sparse_activations.rounding.figures import draw_size
from sparseact.bounds import section_4
from sparseact.quadratic_lift import affine_form

# %% tags=["parameters"]
parameters = example(networks.measure_sizes)

# %% [markdown]
# ## One instance
#
# The secret $(q - 1, \dots, q - 1)$ as an affine form of the code, with $q$ and $m$ from the middle
# of the lists, and the values $a$ that have a neuron.

# %%
job = Job(networks.measure_sizes, parameters)
given = job.values
q, m = given.moduli[len(given.moduli) // 2], given.lengths[len(given.lengths) // 2]
v, shift = affine_form(np.full(m, q - 1), q)
a = np.arange(section_4.lwr_largest_product(q, m) + 1)
a = a[label(a, q, given.p) != 0]
print(f"q = {q}, m = {m}: v = {v.tolist()}, shift = {shift}")
print(f"{len(a)} neurons, for a from {a[0]} to {a[-1]}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The larger norm and the larger bias against the bounds, the number of neurons, and from a shift
# of 2 on the norm against one that is reached.

# %%
networks.compare_sizes(job.recorder.where(q=q, m=m, p=given.p))
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Largest norm and number of neurons against q − 1, at or below dashed bounds."
job.figure(draw_size)

# %%
job.worst_instance(
    "largest_norm",
    "norm_bound",
    says="The norms of the lifted weights are at most √(13m³)(q − 1)⁴/3",
    at=["q", "m"],
)
