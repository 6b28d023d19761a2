# %% [markdown]
# # When (z mod q) mod p is a rounding
#
# Definition 15 calls λ(z) = (z mod q) mod p a rounding of Z_q to p values. Learning with rounding
# usually means z → ⌊pz/q⌋. Where p and q are coprime the one is the other after an affine map of
# Z_q; where they are not, no such map exists. This job tries all affine maps for all pairs of
# moduli.

# %% tags=["parameters"]
largest = 6
vectors_up_to = 3
records = "definition.jsonl"
table = "definition.csv"
job_hash = ""

# %%
import math

import numpy as np
import pandas as pd

from sparseact.checks.rounding.definition import measure_definition, rounding_maps
from sparseact.checks.rounding.vectors import label
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# A modulus q and two values of p, one coprime to q and one not. The two functions on Z_q:

# %%
q = min(largest, 8)
pair = (q - 1, 2) if q % 2 == 0 else (2, q)
z = np.arange(q)
pd.DataFrame(
    {
        (f"p = {p}", name): values
        for p in pair
        for name, values in (("(z mod q) mod p", label(z, q, p)), ("⌊pz/q⌋", p * z // q))
    }
).rename_axis("z")

# %% [markdown]
# ## One search
#
# How many of the maps z → cz + d, with c a unit of Z_q, make the two functions split Z_q alike.

# %%
for p in pair:
    print(f"q = {q}, p = {p}, gcd {math.gcd(p, q)}: {rounding_maps(q, p)} maps")

# %% [markdown]
# ## The comparison that becomes a record
#
# As printed, each pair of moduli needs at least one map. Corrected, the coprime pairs and p = q
# have one, and the others have none.

# %%
record = Recorder("def-15", {})
for p in pair:
    maps, at = rounding_maps(q, p), record.on(q=q, p=p)
    at.exact("printed", maps, ">=", 1)
    if math.gcd(p, q) == 1 or p == q:
        at.exact("corrected", maps, ">=", 1)
    else:
        at.exact("not-coprime", maps, "==", 0)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_definition(largest=largest, vectors_up_to=vectors_up_to)
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
scatter(found.table, "q", ["p", "gcd", "maps"])
