# %% [markdown]
# # The smallest instances at which a printed sample size is too small
#
# Lemma 18 and Theorem 17 give sample sizes with a constant that the paper leaves open. For each
# constant this job finds an instance on which the printed number of samples leaves every learner
# with a probability of failing above δ. The failure is that of two points: a target cannot be told
# from 0 while the sample has missed one of them.

# %% tags=["parameters"]
constants = [1]
losses = [0.5]
confident = [2]
records = "counterexamples.jsonl"
table = "counterexamples.csv"
job_hash = ""

# %%
from fractions import Fraction

from sparseact import bounds
from sparseact.checks.sample_complexity.counterexamples import (
    lemma_two_functions,
    measure_counterexamples,
)
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.recorder import progress

# %% [markdown]
# ## One instance
#
# The class {0, −λσ(x)} on the points 1 and −1. Its supremum is 0, so the sample size of Lemma 18
# does not depend on λ. The larger λ is, the smaller a mass at the point 1 already makes a loss
# above ε.

# %%
c = constants[0]
epsilon = 1.5 * c
(case, row) = lemma_two_functions(c, epsilon)
instance = case.instance
print(instance)
print("the printed sample size, with C_H = 0:", instance["m"])

# %% [markdown]
# ## One failure
#
# With probability (1 − 1/q)^m the sample misses the point of mass 1/q. Then the learner does not
# know which of the two functions labels it, and is wrong on one of them with probability at least
# one half.

# %%
q = int(instance["mass"].partition("/")[2])
size = Fraction(instance["W"])
loss = size**2 / 8 / q
missed = (1 - 1 / q) ** instance["m"]
print(f"a wrong guess costs at least λ²/(8q) = {float(loss):.6g}, and ε = {epsilon}")
print(f"the sample misses the point with probability {missed:.6g}, so failure is {missed / 2:.6g}")
print("δ =", instance["delta"], "=", 2.0 ** -int(instance["delta"].rpartition("-")[2]))

# %% [markdown]
# ## The comparison that becomes a record
#
# The probability of failing against δ: above it, the statement fails.

# %%
record = case
failure = bounds.two_point_failure(q, instance["m"]) if instance["m"] <= 12 else None
print("exactly:", failure, " in nats:", row["nats_failure"], "against", row["nats_delta"])
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_counterexamples(constants=constants, losses=losses, confident=confident)
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
shown = found.table.assign(number=range(len(found.table)))
scatter(shown, "number", ["nats_failure", "nats_delta"], log="y")
