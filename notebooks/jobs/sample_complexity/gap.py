# %% [markdown]
# # Deviations of the class of all networks, against its complexity
#
# Symmetrisation bounds $\mathbb{E} \sup (\mathbb{E}_D h - \mathbb{E}_S h)$ by twice the Rademacher
# complexity. On the vertices of a small cube a certified solver encloses the supremum over all
# networks of a class. This job does so for every sample and every choice of signs.

# %%
import matplotlib.pyplot as plt

from awasthi2024.sample_complexity.checks import whole_class
from awasthi2024.shared.style import COLOURS, draw_groups
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(whole_class.measure_gap)

# %% [markdown]
# ## One instance
#
# A class and a sample size from the middle of the lists, and the class's masses.

# %%
job = Job(whole_class.measure_gap, parameters)
given = job.values
entry, m = given.classes[len(given.classes) // 2], given.samples[len(given.samples) // 2]
masses = whole_class.masses_of(entry)
n, s, k = (int(entry[key]) for key in ("n", "s", "k"))
solve = whole_class.Supremum(n, s, k, float(entry["W"]), float(entry["B"]))
print(entry, " masses:", [str(mass) for mass in masses], " m =", m)

# %% [markdown]
# ## The comparison that becomes a record
#
# Both sides with their enclosures; the record holds if the ends leave no doubt.

# %%
row = whole_class.compare_gap(job.recorder.where(**entry, m=m), solve, masses)
print("E sup (E_D h − E_S h) is between", row["gap_lower"], "and", row["gap_upper"])
print("twice the complexity is between", row["twice_lower"], "and", row["twice_upper"])
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The largest deviation as a share of twice the complexity, against m: below 1."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
shares = found.table.assign(share=found.table["gap_upper"] / found.table["twice_lower"])
label = "n = {}, s = {}, k = {}, W = {}, B = {}, {}"
draw_groups(axes, shares, ["n", "s", "k", "W", "B", "masses"], "m", "share", label, ls="-")
axes.axhline(1, color=COLOURS["sharp"], label="the bound by symmetrisation")
axes.axhline(0.5, ls=":", color=COLOURS["muted"], label="the complexity itself")
axes.set_xticks(given.samples)
axes.set_ylim(0, 1.05)
axes.set_xlabel("sample size m")
axes.set_ylabel("deviation over twice the complexity")
axes.set_title("The largest deviation of a whole class stays below twice its complexity")
figure.legend(loc="outside lower center", ncols=2)
plt.show()

# %%
job.worst_instance(
    "gap_upper",
    "twice_lower",
    says="The mean of the largest deviation is at most twice the complexity",
    at=["n", "s", "k", "W", "B", "masses", "m"],
)
