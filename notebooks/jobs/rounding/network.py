# %% [markdown]
# # The networks of learning with rounding, evaluated
#
# This job evaluates the networks $F_w$ at the lifts of all vectors, or of a sample where there are
# too many. It compares values, activity, size and norms with what is claimed. It also rounds
# hypotheses of small loss and counts how often the label is wrong.

# %%
import matplotlib.pyplot as plt

from awasthi2024.rounding.checks import networks
from awasthi2024.rounding.checks.vectors import all_vectors
from awasthi2024.shared.style import COLOURS
from paperclaims.checks.job import Job, example
from sparseact.quadratic_lift import lwr

# %% tags=["parameters"]
parameters = example(networks.measure_network)

# %% [markdown]
# ## One instance
#
# A case from the middle of the list, and the network of its last secret.

# %%
job = Job(networks.measure_network, parameters)
given = job.values
case = given.exhaustive[len(given.exhaustive) // 2]
q, m, p = case["q"], case["m"], case["p"][-1]
y = all_vectors(q, m)
w = y[-1]
network = lwr(w, q, p)
W2, B2 = network.scale_squared
print(f"q = {q}, m = {m}, p = {p}, w = {w.tolist()}: {network.n} inputs, {network.s} neurons")
print("u =", network.u.tolist(), f" W² = {W2}, B² = {B2}")

# %% [markdown]
# ## The comparison that becomes a record
#
# One record stands for all secrets: it counts the pairs $(w, y)$ at which the value is right, or
# has the largest of the norms.

# %%
networks.compare_networks(job.recorder.where(q=q, p=p, m=m), y, y)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The largest norm of a neuron's weights against the bound on it, always below it."
table = found.table
every = table["secrets"] == table["vectors"]
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for part, marker, colour, label in (
    (table[every], "o", COLOURS["measured"], "all secrets, all vectors"),
    (table[~every], "s", COLOURS["third"], "some secrets, all vectors or a sample"),
):
    axes.plot(part["norm_bound"], part["largest_norm"], marker, color=colour, label=label)
line = table["norm_bound"].sort_values()
axes.plot(line, line, color=COLOURS["sharp"], label="the bound, (√13/3)·m^1.5·(q − 1)⁴")
axes.set(xscale="log", yscale="log")
axes.set_xlabel("bound on the norm")
axes.set_ylabel("largest norm of a neuron's weights")
axes.set_title("The lifted weights grow as their bound does, and stay below it")
axes.legend()
plt.show()

# %%
right = int((table["right"] == table["secrets"] * table["vectors"]).sum())
print(f"In {right} of {len(table)} rows the networks have the right value at every vector.")
job.worst_instance(
    "largest_norm",
    "norm_bound",
    says="The norms of the lifted weights are at most √(13m³)(q − 1)⁴/3",
    at=["q", "p", "m"],
    table=table,
)
