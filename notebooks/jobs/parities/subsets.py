# %% [markdown]
# # Every lifted parity, at every input
#
# This job evaluates every displayed formula for every subset $S$ of $[m]$ and every $y$. The
# printed sum takes the wrong index set; all numbers are integers or dyadic.

# %%
import matplotlib.pyplot as plt
import numpy as np

from awasthi2024.parities import checks as parities
from awasthi2024.shared.style import COLOURS
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_4
from sparseact.cube import points
from sparseact.quadratic_lift import lift, lifted_parity

# %% tags=["parameters"]
parameters = example(parities.measure_subsets)

# %% [markdown]
# ## One instance
#
# A subset $S$ of $m$ bits and its two networks on the lift, as printed and corrected. Both have one
# neuron for each $a$ of an index set; the corrected one takes the $a$ that are $\lvert S\rvert$
# modulo 4.

# %%
job = Job(parities.measure_subsets, parameters)
given = job.values
m = min(given.max_m, 3)
subset = list(range(0, m, 2))
y = points(m)
x = lift(y)
corrected, printed = lifted_parity(subset, m), lifted_parity(subset, m, as_printed=True)
print("S =", subset, " the lift of", y[1].tolist(), "is", x[1].astype(int).tolist())
first = corrected.w[0].astype(int).tolist()
print("first neuron of the corrected network:", first, " bias", corrected.b[0])

# %% [markdown]
# ## The comparison that becomes a record
#
# One record stands for all subsets of the size of $S$: it counts the pairs $(S, y)$ at which a
# formula is right, or compares the largest of their norms, biases and numbers of neurons with its
# bound.

# %%
row = parities.compare_subsets(job.recorder, m, len(subset))
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Left: the printed network is right at half of the pairs. Right: norms below their bound."
longest = found.table[found.table["m"] == found.table["m"].max()]
worst = found.table.groupby("m")["largest_norm"].max()
figure, (right, norm) = plt.subplots(1, 2, figsize=(7.2, 4.2), layout="constrained")
for column, marker, colour, name in (
    ("right", "o", "measured", "corrected"),
    ("right_printed", "s", "third", "printed"),
):
    share = longest[column] / longest["points"]
    right.plot(longest["size"], share, marker, color=COLOURS[colour], label=name)
right.axhline(1, ls="--", color=COLOURS["paper"], label="asked for")
right.set(ylim=(0, 1.05))
right.locator_params(axis="x", integer=True)
right.set_xlabel(f"size of S, of m = {longest['m'].max()} bits")
right.set_ylabel("share of the pairs (S, y) that are right")
right.set_title("As printed, half of the values are wrong")
right.legend(loc="lower left")
norm.plot(worst.index, worst, "o", color=COLOURS["measured"], label="largest")
line = np.sqrt([section_4.parity_norm(int(one)) for one in worst.index])
norm.plot(worst.index, line, "--", color=COLOURS["sharp"], label="proved: at most √5·m^1.5")
norm.locator_params(axis="x", integer=True)
norm.set_xlabel("bits, m")
norm.set_ylabel("norm of a neuron’s weights")
norm.set_title("The norms are within their bound")
norm.legend()
plt.show()

# %%
allowed = np.sqrt([section_4.parity_norm(one) for one in found.table["m"]])
wrong = found.table["points"] - found.table["right_printed"]
print(f"The printed network is wrong in {(wrong > 0).sum()} of {len(found.table)} rows.")
job.worst_instance(
    "largest_norm",
    "allowed",
    says="The norm of a neuron is at most √5·m^1.5",
    at=["m", "size"],
    table=found.table.assign(allowed=allowed),
)
