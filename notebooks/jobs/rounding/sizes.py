# %% [markdown]
# # Neurons, norms and biases of the rounding networks
#
# The scale of the networks $F_w$ decides which class they belong to. The secret
# $(q - 1, \dots, q - 1)$ has the largest norms, and the two outermost of its neurons have the
# largest of these. This job computes them exactly over a grid of $q$ and $m$, and compares them
# with the bounds of §4.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.rounding.checks import networks
from sparse_activations.rounding.checks.vectors import label
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_4
from sparseact.quadratic_lift import affine_form, square_neurons

# %% tags=["parameters"]
parameters = example(networks.measure_sizes)

# %%
job = Job(networks.measure_sizes, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The secret $(q - 1, \dots, q - 1)$ as an affine form of the code, with $q$ and $m$ from the middle
# of the lists, and the values $a$ that have a neuron.

# %%
q, m = given.moduli[len(given.moduli) // 2], given.lengths[len(given.lengths) // 2]
v, shift = affine_form(np.full(m, q - 1), q)
a = np.arange(section_4.lwr_largest_product(q, m) + 1)
a = a[label(a, q, given.p) != 0]
print(f"q = {q}, m = {m}: v = {v.tolist()}, shift = {shift}")
print(f"{len(a)} neurons, for a from {a[0]} to {a[-1]}")

# %% [markdown]
# ## One pair of neurons
#
# The neurons of the smallest and the largest $a$: their weights are on pairs of bits.

# %%
weights, biases = square_neurons(v, a[[0, -1]] - shift)
pd.DataFrame(
    {
        "a": a[[0, -1]],
        "‖w‖²": [str(networks.largest_square(row[None])) for row in weights],
        "bias": biases,
        "largest weight": np.abs(weights).max(axis=1),
    }
)

# %% [markdown]
# ## The comparison that becomes a record
#
# The larger norm and the larger bias against the bounds, the number of neurons, and from a shift
# of 2 on the norm against one that is reached.

# %%
recorder = Recorder("sec4-lwr", {"q": q, "m": m, "p": given.p})
networks.compare_sizes(recorder)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="The largest norm as a share of its bound, against q: below 1, above what is reached."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, (length, group) in enumerate(found.table.groupby("m")):
    axes.plot(
        group["q"], group["largest_norm"] / group["norm_bound"], MARKERS[i % len(MARKERS)],
        color=SERIES[i % len(SERIES)], mfc="none", label=f"m = {length}",
    )  # fmt: skip
axes.axhline(1, color=COLOURS["sharp"], label="the bound")
axes.axhline(
    np.sqrt(9 / 13 / 48), ls="--", color=COLOURS["sharp"], label="reached, for a shift of 2 or more"
)
axes.set_xscale("log", base=2)
axes.set_ylim(0, 1.05)
axes.set_xlabel("modulus q")
axes.set_ylabel("largest norm of a neuron's weights, over its bound")
axes.set_title("The bound on the lifted weights is right up to a constant factor")
axes.legend(ncols=2)
plt.show()

# %%
print(
    job.worst_instance(
        "largest_norm",
        "norm_bound",
        says="The norms of the lifted weights are at most √(13m³)(q − 1)⁴/3",
        at=["q", "m"],
    )
)
