# %% [markdown]
# # A job of a check
#
# The workflow executes this notebook for a job that learns, or that bounds learning from below,
# unless its check has its own notebook in `notebooks/jobs`.

# %% tags=["parameters"]
check = "awasthi2024.low_degree.checks.degrees:measure_degrees"
parameters = None  # by itself, those of the quick configuration
# of the topic's figures, those that show this job's table alone
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
# What the check compares on the first of its instances; each comparison is a record.

# %%
measurement = job.run()
job.first_instance()

# %% [markdown]
# ## The whole run
#
# How many records of each statement hold, fail and are open, and the table.

# %%
job.tally()

# %%
measurement.table

# %% alt="The figure of this table; its title says what is found."
job.show_figures(figures)
