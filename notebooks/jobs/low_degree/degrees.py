# %% [markdown]
# # The degree that a network needs
#
# Theorem 8 gives a degree at which a sparse network’s Fourier tail is at most $\varepsilon$, and
# Theorem C a smaller one. The degree that a network really needs can be read from its exact
# spectrum. This job does so for every network, at several $\varepsilon$, and compares.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.low_degree.checks.degrees import compare_degrees, measure_degrees
from sparse_activations.network_families import is_theorem_b
from sparse_activations.style import COLOURS
from sparse_activations.tails import described, exact_weights, tails_of
from sparseact.bounds import section_3
from sparseact.bounds.arithmetic import Root

# %% tags=["parameters"]
parameters = example(measure_degrees)

# %%
job = Job(measure_degrees, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The largest of Theorem B’s networks, whose tail is as large as Theorem C allows. Its weights are
# dyadic, so its values are exact.

# %%
instances = given.networks
instance = max(instances, key=lambda one: (is_theorem_b(one), one.network.s))
W = Root(instance.network.scale_squared[0])
print(f"{len(instances)} networks; this one is {instance.name}, with k = {instance.k}, W² = {W**2}")

# %% [markdown]
# ## One spectrum
#
# The weight $\sum \hat h(T)^2$ of each degree, the tail that it leaves above, and Theorem C’s bound
# on that tail, $4k^2W^2/(d + 1)$.

# %%
weights = exact_weights(instance)
tails = tails_of(weights)
pd.DataFrame(
    {
        "weight": [str(weight) for weight in weights],
        "tail": [str(tail) for tail in tails],
        "Theorem C": [str(section_3.theorem_c_tail(instance.k, W, d)) for d in range(len(tails))],
    }
).rename_axis("degree")

# %% [markdown]
# ## The comparison that becomes a record
#
# The tail against Theorem C’s bound, and the degree needed for each $\varepsilon$, a share of the
# variance, against Theorem C’s. Theorems 4 and 8 are compared by the tail at their degrees.

# %%
recorder = Recorder("theorem-8", described(instance))
table = compare_degrees(recorder, instance, given.fractions)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Theorem C’s and Theorem 8’s degree against the one needed; Theorem 8’s are far larger."
needed = found.table["needed"]
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for column, marker, colour, label in (
    ("paper", "^", "paper", "Theorem 8, with 1 for its constant"),
    ("theorem_c", "o", "sharp", "Theorem C"),
):
    style = {"color": COLOURS[colour], "alpha": 0.5, "label": label}
    axes.plot(needed, found.table[column], marker, **style)
line = np.arange(1, max(needed.max(), 1) + 1)
axes.plot(line, line, color=COLOURS["muted"], label="needed")
axes.set(yscale="log")
axes.locator_params(axis="x", integer=True)
axes.set_xlabel("degree that is needed for a tail of ε")
axes.set_ylabel("degree that is proved to be enough")
axes.set_title("Theorem 8’s degree is orders of magnitude above the one that is needed")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
print(
    job.worst_instance(
        "needed",
        "theorem_c",
        says="The degree that is needed is at most Theorem C’s",
        at=["network", "fraction"],
    )
)
