# %% [markdown]
# # Learning curves of planted sparse and dense networks
#
# How many samples a learner needs for a planted network, as $s$, $n$ and $k$ vary: $k$-sparse
# forests, and dense networks next to them. Inputs come from a Markov chain. The curves illustrate;
# nothing follows from them for all learners, so this job makes a table and no records.

# %%
import numpy as np
import pandas as pd
from pandas.testing import assert_frame_equal

from awasthi2024.sample_complexity.checks import curves
from awasthi2024.sample_complexity.figures import draw_curves
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(curves.measure_curves)

# %% [markdown]
# ## One instance
#
# A cell from the middle of the list: its target, its parameters, and the sample sizes.

# %%
job = Job(curves.measure_curves, parameters)
given = job.values
cell = given.cells[len(given.cells) // 2]
grid = sorted(given.multiples)
print(
    {key: cell[key] for key in ("target", "n", "s", "k")},
    f"{cell['s'] * (cell['n'] + 1)} parameters",
)
print("samples:", [curves.sample_size(cell, multiple) for multiple in grid])

# %% [markdown]
# ## The comparison that becomes a record
#
# This job has no comparison. All targets of the cell give rows of the table: how many fits were
# optimised and learned, the samples needed, and next to them the sample sizes that are claimed and
# proved.

# %%
options = {"accuracy": given.accuracy, "tests": given.tests, "restarts": given.restarts}
curve = pd.DataFrame(
    curves.learning_curve(given.seed, cell, given.multiples, given.repeats, **options)
)
curve

# %% [markdown]
# ## The complete run

# %%
measurement = job.run()
place = (len(given.cells) // 2) * len(given.multiples)
assert_frame_equal(curve, measurement.table.iloc[place : place + len(curve)].reset_index(drop=True))
print(f"{len(measurement.table)} rows of the table, the ones above among them")

# %% alt="Samples for each unknown, needed and by both bounds, against the number of unknowns."
job.figure(draw_curves)

# %% [markdown]
# The planted optimum is 0, so a training error above the accuracy marks a fit that failed to
# optimise. Such a fit is no evidence on the number of samples. Theorem 17's size, with constant 1,
# is a million times larger.

# %%
needed = measurement.table.replace({"needed": np.inf}, np.nan)
job.worst_instance(
    "needed",
    "theorem_17",
    says="Half of these targets need at most as many samples as Theorem 17 with constant 1",
    columns=["target", "n", "s", "k"],
    table=needed.drop_duplicates(["target", "n", "s", "k"]),
)
