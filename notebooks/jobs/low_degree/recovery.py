# %% [markdown]
# # Exact recovery from little more samples than monomials
#
# This job gives regression on $N$ monomials targets of degree $d$ with random integer coefficients,
# and asks that rounding the fitted coefficients gives them back. Fewer than $N$ samples leave the
# answer open.

# %%
import math

import matplotlib.pyplot as plt

from awasthi2024.low_degree.checks.recovery import (
    compare_recovery,
    count_recoveries,
    draw_target,
    measure_recovery,
)
from awasthi2024.shared.style import COLOURS, draw_groups
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_2

# %% tags=["parameters"]
parameters = example(measure_recovery)

# %% [markdown]
# ## One instance
#
# The target of the first trial of the smallest case: integers at the monomials of degree at most
# $d$, and its values at the samples.

# %%
job = Job(measure_recovery, parameters)
given = job.values
case = min(given.cases, key=lambda one: section_2.n_monomials(one["n"], one["d"]))
n, d = case["n"], case["d"]
monomials = section_2.n_monomials(n, d)
m = math.ceil((1 + given.shares[-1]) * monomials)
spectrum, x, y = draw_target(given.seed, n, d, m, 0)
print(f"n = {n}, d = {d}: {monomials} monomials, {m} samples")
print("the first values:", y[:8].astype(int).tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The number of trials in which rounding gives every coefficient back, from the most samples that
# the job takes for this case.

# %%
row = count_recoveries(given.seed, n, d, given.shares[-1], given.trials)
compare_recovery(job.recorder, row, given.delta, given.level / len(given.cases))
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Share of the targets that are recovered, by samples for each monomial; it rises to 1."
rates = found.table.assign(
    rate=found.table["successes"] / found.table["trials"], ratio=1 + found.table["share"]
)
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
label = "n = {}, d = {}: N = {}"
draw_groups(axes, rates, ["n", "d", "monomials"], "ratio", "rate", label, ls="-")
style = {"color": COLOURS["sharp"], "label": "asked for: 1 − δ"}
axes.plot([1 + given.shares[-1]], [1 - given.delta], "_", ms=24, mew=2, **style)
axes.set(ylim=(-0.05, 1.05))
axes.set_xlabel("samples for each monomial, m/N")
axes.set_ylabel("share of the targets that are recovered")
axes.set_title("Little more samples than monomials recover every target")
axes.legend(loc="lower right")
plt.show()

# %%
job.worst_instance(
    "asked",
    "rate",
    says=f"From {1 + given.shares[-1]:g}·N samples at least a share 1 − δ is recovered",
    at=["n", "d"],
    table=rates[rates["share"] == given.shares[-1]].assign(asked=1 - given.delta),
)
