# %% [markdown]
# # The sample sizes side by side
#
# Theorem 17’s sample size as printed, as its derivation gives it, as corrected, that of Theorem G,
# and the lower bounds: each is a formula in n, s, k, W, B, ε and δ. This job evaluates them along
# each axis from a common base, and compares them where one implies another.

# %% tags=["parameters"]
base = {"n": 16, "s": 64, "k": 1, "W": 1, "B": 0, "inverse_loss": 4, "exponent": 10}
axes = {"s": [16, 64]}
records = "sizes.jsonl"
table = "sizes.csv"
job_hash = ""

# %%
import math

import pandas as pd

from sparseact import bounds
from sparseact.checks.sample_complexity.sizes import measure_sizes, sizes_at
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The last point of the first axis, with the other sizes as in the base.

# %%
axis = next(iter(axes))
point = {**base, axis: axes[axis][-1]}
print(f"along {axis}:", point)

# %% [markdown]
# ## One evaluation
#
# The formulas there. M = WR + B with R = √n.

# %%
more, row = sizes_at(point)
epsilon, delta = 1 / point["inverse_loss"], 0.5 ** point["exponent"]
R = math.sqrt(point["n"])
sizes = (point["n"], point["s"], point["k"], R, point["W"], point["B"], epsilon, delta)
print("M =", point["W"] * R + point["B"], " ε =", epsilon, " δ =", delta)
print("as printed, by the formula itself:", bounds.theorem_17(*sizes))
pd.DataFrame([row]).T.rename(columns={0: "samples"})

# %% [markdown]
# ## The comparison that becomes a record
#
# Where one size implies another the two are compared, with an allowance for the rounding of
# logarithms.

# %%
record = Recorder("theorem-17", {})
record.records += more
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_sizes(base=base, axes=axes)
tally(found.records)

# %% [markdown]
# The records that were made above, one by one, are among those of the run:

# %%
all(one in found.records for one in record.records)

# %% [markdown]
# ## What is written
#
# The records as JSON lines and the table as CSV, under the hash of the parameters; the first of
# each.

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)
print(f"{len(found.records)} records, {len(found.table)} rows of the table")
rows(found.records[:5])

# %%
found.table.head()

# %%
along = found.table[found.table["axis"] == axis]
scatter(along, "value", ["printed", "corrected", "smooth", "lower_confidence"], log="xy")
