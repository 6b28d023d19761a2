# %% [markdown]
# # The degree that a network needs
#
# The degree that a network really needs can be read from its exact spectrum. This job does so for
# every network, at several $\varepsilon$, and compares it with Theorem 8 and with Theorem C.

# %%
from awasthi2024.low_degree.checks.degrees import compare_degrees, measure_degrees
from awasthi2024.low_degree.figures import draw_degrees
from awasthi2024.shared.network_families import is_theorem_b
from awasthi2024.shared.tails import described
from paperclaims.checks.job import Job, example
from sparseact.bounds.arithmetic import Root

# %% tags=["parameters"]
parameters = example(measure_degrees)

# %% [markdown]
# ## One instance
#
# The largest of Theorem B’s networks, whose tail is as large as Theorem C allows. Its weights are
# dyadic, so its values are exact.

# %%
job = Job(measure_degrees, parameters)
given = job.values
instances = given.networks
instance = max(instances, key=lambda one: (is_theorem_b(one), one.network.s))
W = Root(instance.network.scale_squared[0])
print(f"{len(instances)} networks; this one is {instance.name}, with k = {instance.k}, W² = {W**2}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The tail against Theorem C’s bound, and the degree needed for each $\varepsilon$, a share of the
# variance, against Theorem C’s. Theorems 4 and 8 are compared by the tail at their degrees.

# %%
table = compare_degrees(job.recorder.where(**described(instance)), instance, given.fractions)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Left, needed degrees against n; right, to n = 10²⁴, the paper’s bound above Theorem C’s."
job.figure(draw_degrees)

# %%
job.worst_instance(
    "needed",
    "theorem_c",
    says="The degree that is needed is at most Theorem C’s",
    at=["network", "fraction"],
)
