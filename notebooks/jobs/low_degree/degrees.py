# %% [markdown]
# # The degree that a network needs
#
# Theorem 8 gives a degree at which a sparse network’s Fourier tail is at most ε, and Theorem C a
# smaller one. The degree that a network really needs can be read from its exact spectrum. This job
# does so for every network, at several ε, and compares.

# %% tags=["parameters"]
networks = []
fractions = [0.5, 0.25]
records = "degrees.jsonl"
table = "degrees.csv"
job_hash = ""

# %%
from fractions import Fraction

import pandas as pd

from sparseact import bounds
from sparseact.bounds import Root
from sparseact.checks.low_degree.degrees import measure_degrees
from sparseact.checks.low_degree.tails import described, exact_weights, needed_degree, tails_of
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.instances import load_instances
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first of the networks. Its weights are dyadic, so its values are exact.

# %%
instances = [one for folder in networks for one in load_instances(folder)]
instance = instances[0]
W = Root(instance.network.scale_squared[0])
print(f"{len(instances)} networks; the first is {described(instance)}, with W² = {W**2}")

# %% [markdown]
# ## One spectrum
#
# The weight Σ ĥ(T)² of each degree, the tail that it leaves above, and Theorem C’s bound on that
# tail.

# %%
weights = exact_weights(instance)
tails = tails_of(weights)
pd.DataFrame(
    {
        "weight": [str(weight) for weight in weights],
        "tail": [str(tail) for tail in tails],
        "Theorem C": [float(bounds.theorem_c_tail(instance.k, W, d)) for d in range(len(tails))],
    }
).rename_axis("degree")

# %% [markdown]
# ## The comparison that becomes a record
#
# The degree needed for each ε, a share of the variance, against Theorem C’s.

# %%
record = Recorder("theorem-8", described(instance))
for fraction in fractions:
    epsilon = Fraction(fraction) * (tails[0] or 1)
    needed = needed_degree(tails, epsilon)
    sharp = bounds.theorem_c_degree(instance.k, W, epsilon)
    record.on(epsilon=epsilon).exact("degree", needed, "<=", sharp)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_degrees(networks=instances, fractions=fractions)
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
scatter(found.table, "needed", ["theorem_c", "paper"], log="y")
