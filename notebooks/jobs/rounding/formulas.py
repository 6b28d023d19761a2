# %% [markdown]
# # The displayed formulas of the reduction from rounding
#
# The reduction writes (⟨w, y⟩ mod q) mod p as a sum of ReLUs of the bits of y, one neuron for each
# value a of the product. This job checks each displayed formula for all secrets w and all vectors
# y. The printed sum has the square in the wrong place; the corrected one is right.

# %% tags=["parameters"]
cases = [{"q": 3, "m": 1, "p": [2]}]
records = "formulas.jsonl"
table = "formulas.csv"
job_hash = ""

# %%
import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.rounding.formulas import corrected_sum, measure_formulas, printed_sum
from sparseact.checks.rounding.vectors import all_vectors, label
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import affine_form, binary_code
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The vectors of the first case, their codes of ±1, and one secret as an affine form of the code.

# %%
q, m, p = cases[0]["q"], cases[0]["m"], cases[0]["p"][0]
y = all_vectors(q, m)
z = binary_code(y, q)
w = y[-1]
v, shift = affine_form(w, q)
print(f"q = {q}, m = {m}, p = {p}: {len(y)} vectors; w = {w.tolist()}")
print("y and its code:", y[-1].tolist(), z[-1].tolist())
print("v =", v.tolist(), " shift =", shift, " ⟨v, z(y)⟩ + shift =", float(z[-1] @ v + shift))

# %% [markdown]
# ## One sum
#
# Both sums at every value t that a product ⟨w, y⟩ can have, beside the label that is wanted.

# %%
t = np.arange(bounds.lwr_largest_product(q, m) + 1)
printed, corrected = printed_sum(t, q, p, m), corrected_sum(t, q, p, m)
wanted = label(t, q, p)
pd.DataFrame(
    {
        "label": wanted,
        "corrected sum": [str(total) for total in corrected],
        "printed sum": [str(total) for total in printed],
    }
).rename_axis("t").head(12)

# %% [markdown]
# ## The comparison that becomes a record
#
# The values of t at which each sum is the label are counted.

# %%
record = Recorder("sec4-lwr", {"q": q, "m": m})
at = record.on(p=p)
right = {
    "sum": sum(total == int(value) for total, value in zip(printed, wanted, strict=True)),
    "sum-corrected": sum(
        total == int(value) for total, value in zip(corrected, wanted, strict=True)
    ),
}
for statement, count in right.items():
    at.exact(statement, count, "==", len(t))
affine = 0
for secret in y:
    form, constant = affine_form(secret, q)
    affine += int((z @ form + constant == y @ secret).sum())
record.exact("affine", affine, "==", len(y) ** 2)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_formulas(cases=cases)
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
scatter(found.table, "q", ["values", "printed_sum_right"], log="y")
