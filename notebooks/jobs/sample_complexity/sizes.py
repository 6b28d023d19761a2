# %% [markdown]
# # The sample sizes side by side
#
# This job evaluates Theorem 17’s sample size as printed, as derived and as corrected, that of
# Theorem G, and the lower bounds. It does so along each axis from a common base, and compares them
# where one implies another.

# %%
from claimcheck.checks.job import Job, example
from sparse_activations.sample_complexity.checks import sizes
from sparse_activations.sample_complexity.figures import draw_sizes

# %% tags=["parameters"]
parameters = example(sizes.measure_sizes)

# %% [markdown]
# ## One instance
#
# A point from the middle of an axis: $1/\varepsilon$ if it is among the axes, else the one in the
# middle of the list. The other sizes are those of the base.

# %%
job = Job(sizes.measure_sizes, parameters)
given = job.values
axis = "inverse_loss" if "inverse_loss" in given.axes else list(given.axes)[len(given.axes) // 2]
point = {**given.base, axis: given.axes[axis][len(given.axes[axis]) // 2]}
print(f"along {axis}:", point)

# %% [markdown]
# ## The comparison that becomes a record
#
# Where one size implies another the two are compared, with an allowance for the rounding of
# logarithms.

# %%
more, row = sizes.sizes_at(point)
job.rows(more)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %%
table = found.table.assign(lower=found.table[["lower_confidence", "lower_dimension"]].max(axis=1))
table[["axis", "value", "lower", "printed", "corrected"]]

# %% [markdown]
# The figure has the same formulas at one point, against $\log_2(1/\delta)$.

# %% alt="Theorem 17's size and ours against log2(1/δ), above an area that is not enough."
job.figure(draw_sizes)

# %%
job.worst_instance(
    "lower",
    "corrected",
    says="No number of samples that is excluded is as large as the corrected Theorem 17’s",
    at=["axis", "value"],
    table=table,
)
