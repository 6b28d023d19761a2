# %% [markdown]
# # The lower bounds on the number of samples, and their networks
#
# This job builds the networks of the lower bounds: two that differ at one point, and many whose
# labels at orthogonal points are free. It verifies that they belong to the class, and compares the
# failure of every learner below the bound with what is claimed.

# %%
import matplotlib.pyplot as plt
import numpy as np

from awasthi2024.sample_complexity.checks import lower
from awasthi2024.shared.style import COLOURS, draw_groups
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(lower.measure_lower)

# %% [markdown]
# ## One instance
#
# The pair: this network has the value $k(WR + B)$ at $(1, \dots, 1)$ and 0 at the opposite point,
# as the zero network has.

# %%
job = Job(lower.measure_lower, parameters)
given = job.values
s, B = max(given.neurons), max(given.biases)
k = max(size for size in given.sparsities if size <= s)
n = max(B, 2)
network = lower.pair_network(n, s, k, B)
x = np.array([np.ones(n), -np.ones(n)])
print("weights:", network.w.tolist(), " biases:", network.b.tolist())
print("values at (1, …, 1) and at its opposite:", network(x).tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The values and the membership of the pair; the values and the membership of the networks with free
# labels; and at the largest $m$ below the bound, $-m \ln(1 - p)$ against $\ln(1/(2\delta))$.

# %%
d = max(given.free)
records = [
    *lower.compare_pair(n, s, k, B),
    *lower.compare_free_networks(d, k),
    *lower.compare_confidence(
        given.losses[len(given.losses) // 2], given.exponents[len(given.exponents) // 2]
    ),
]
job.rows(records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The s from which a 1-sparse class needs fewer samples than the dense one, far above n."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
label = "proved from here on, δ = {:.2g}"
draw_groups(axes, found.table, ["delta"], "n", "s", label, ls="-")
style = {"color": COLOURS["paper"], "label": "s = kn, for the paper’s s ≫ kn"}
axes.plot(sorted(given.sizes), sorted(given.sizes), "--", **style)
axes.set_xscale("log", base=2)
axes.set_yscale("log", base=2)
axes.set_xlabel("dimension n")
axes.set_ylabel("number of neurons s, of both classes")
axes.set_title("From some s on a 1-sparse class needs fewer samples than the dense one")
axes.legend()
plt.show()

# %%
job.worst_instance(
    "sparse_enough",
    "dense_too_few",
    says="Samples that are enough for the 1-sparse class are too few for the dense one",
    at=["n", "s", "delta"],
)
