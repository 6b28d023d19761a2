# %% [markdown]
# # A job of a check
#
# The workflow executes this notebook for a job that learns, or that bounds learning from below,
# unless its check has its own notebook in `notebooks/jobs`.

# %% tags=["parameters"]
check = "awasthi2024.low_degree.checks.degrees:measure_degrees"
parameters = None  # by itself, the parameters of the quick configuration
# the topic's figures that show only this job's table
figures = ["awasthi2024.low_degree.figures:draw_degrees"]

# %%
from paperclaims.checks.job import found_check

job = found_check(check, parameters)
job.docstring()

# %% [markdown]
# ## Parameters and code

# %%
job.given()

# %% [markdown]
# The check, and the functions of its file that it calls:

# %% tags=["hide-output"]
job.code()

# %% [markdown]
# ## The first instance
#
# The comparisons of the check on the first of its instances; each comparison is a record.

# %%
measurement = job.run()
job.first_instance()

# %% [markdown]
# ## The complete run
#
# How many records of each statement hold, fail and are open, and the table.

# %%
job.tally()

# %%
measurement.table

# %% alt="The figure of this table; its title states the result."
job.show_figures(figures)
