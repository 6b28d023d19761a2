# %% [markdown]
# # Lifted parities off the image of the lift
#
# The reduction’s distribution lives on the 2^m points x(y), where at most one neuron is active. On
# the whole cube of m² coordinates the numbers x_ij need not be products, and more neurons can be
# active. This job counts the points where two or more are: by enumeration of the whole cube for
# small m, and by binomials for larger m.

# %% tags=["parameters"]
counted = 2
maximised = 3
tabulated = 4
records = "cube.jsonl"
table = "cube.csv"
job_hash = ""

# %%
import numpy as np

from sparseact.checks import parities
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import lift, lifted_parity
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The network of S = [m] on the cube of m² coordinates.

# %%
m = min(counted, 3)
subset = list(range(m))
network = lifted_parity(subset, m)
print(f"m = {m}: {network.s} neurons, {2**network.n} points of the cube, {2**m} of them lifts")
print("most active neurons at the lifts:", network.max_active(lift(points(m)))[1])

# %% [markdown]
# ## One count
#
# How many points of the cube have how many active neurons. Below is one point with the most, as a
# matrix, and the pre-activations there.

# %%
counts = network.active_counts()
for number, many in enumerate(np.bincount(counts)):
    print(f"{many} points with {number} active neurons")
point = points(m * m)[int(np.argmax(counts))]
print(point.reshape(m, m).tolist(), (network.w @ point - network.b).tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The count by enumeration against the count by binomials.

# %%
several = int((counts >= 2).sum())
expected, most = parities.several_active(m, m)
record = Recorder("sec4-parity", {"m": m, "subset": subset})
record.exact("off-support-count", several, "==", expected)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = parities.measure_cube(counted=counted, maximised=maximised, tabulated=tabulated)
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
scatter(found.table, "m", ["share", "largest"])
