# %% [markdown]
# # Every lifted parity, at every input
#
# Section 4 writes the parity of the bits in S as a network on the m² products y_i·y_j, in which at
# most one neuron is active. The printed sum takes the wrong index set, and with another one it is
# right. This job evaluates every displayed formula for every subset S of [m] and every y; all
# numbers are integers or dyadic.

# %% tags=["parameters"]
largest = 3
records = "subsets.jsonl"
table = "subsets.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact.checks import parities
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import lift, lifted_parity
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# A subset S of m bits and its two networks on the lift, as printed and corrected. Both have one
# neuron for each a of an index set; the corrected one takes the a that are |S| modulo 4.

# %%
m = min(largest, 3)
subset = list(range(0, m, 2))
y = points(m)
x = lift(y)
corrected, printed = lifted_parity(subset, m), lifted_parity(subset, m, as_printed=True)
print("S =", subset, " the lift of", y[1].tolist(), "is", x[1].astype(int).tolist())
print("first neuron of the corrected network:", corrected.w[0].tolist(), " bias", corrected.b[0])

# %% [markdown]
# ## One evaluation
#
# What the sum over S is at each y, what the paper calls its parity, and what the networks say.

# %%
pd.DataFrame(
    {
        "sum over S": y[:, subset].sum(axis=1),
        "χ_S as printed": parities.printed_character(y, subset).astype(int),
        "printed network": printed(x).astype(int),
        "parity": parities.parity(y, subset).astype(int),
        "corrected network": corrected(x).astype(int),
        "active neurons": corrected.active(x).sum(axis=1),
    },
    index=[str(tuple(row)) for row in y.tolist()],
)

# %% [markdown]
# ## The comparison that becomes a record
#
# One record stands for all subsets of one size: it counts the pairs (S, y) at which a formula is
# right.

# %%
size = len(subset)
masks = [mask for mask in range(1 << m) if mask.bit_count() == size]
subsets = [[i for i in range(m) if mask >> i & 1] for mask in masks]
record = Recorder("sec4-parity", {"m": m, "size": size, "subsets": len(subsets)})
right = identity = 0
for one in subsets:
    right += int((lifted_parity(one, m)(x) == parities.parity(y, one)).sum())
    as_printed = lifted_parity(one, m, as_printed=True)(x)
    identity += int((as_printed == parities.printed_character(y, one)).sum())
record.exact("corrected", right, "==", len(subsets) << m)
record.exact("identity", identity, "==", len(subsets) << m)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = parities.measure_subsets(largest=largest)
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
scatter(found.table, "m", ["neurons", "largest_norm", "largest_bias"])
