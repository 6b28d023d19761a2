# %% [markdown]
# # Deviations of the class of all networks, against its complexity
#
# Symmetrisation bounds E sup (E_D h − E_S h) by twice the Rademacher complexity. For all networks
# of a class this is a supremum over infinitely many functions. On the vertices of a small cube a
# certified solver encloses it. This job does so for every sample and every choice of signs, and
# compares the two ends.

# %% tags=["parameters"]
classes = [{"n": 1, "s": 1, "k": 1, "W": 1, "B": 0, "masses": "uniform"}]
samples = [1, 2]
records = "gap.jsonl"
table = "gap.csv"
job_hash = ""

# %%
from fractions import Fraction

from sparseact.checks.sample_complexity.finite_classes import compositions, multinomial
from sparseact.checks.sample_complexity.whole_class import (
    Supremum,
    both_sides,
    masses_of,
    measure_gap,
)
from sparseact.comparison import ROUNDING
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.rademacher import outwards
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first class, its masses, and the smallest sample size.

# %%
entry, m = classes[0], min(samples)
masses = masses_of(entry)
n, s, k = (int(entry[key]) for key in ("n", "s", "k"))
solve = Supremum(n, s, k, float(entry["W"]), float(entry["B"]))
print(entry, " masses:", [str(mass) for mass in masses], " m =", m)

# %% [markdown]
# ## One supremum
#
# For each sample, by how often it has which vertex, the largest Σ_x a_x·h(x) with a = the masses
# less the sample’s, between a lower and an upper end.

# %%
for counts in compositions(m, len(masses)):
    weights = [mass - Fraction(count, m) for mass, count in zip(masses, counts, strict=True)]
    low, high = solve(weights)
    chance = multinomial(counts, masses)
    print(f"{counts}: probability {chance}, between {float(low):.6f} and {float(high):.6f}")

# %% [markdown]
# ## The comparison that becomes a record
#
# Both sides with their enclosures; the record holds if the ends leave no doubt.

# %%
gap, twice = (outwards(float(low), float(high)) for low, high in both_sides(solve, masses, m))
print("E sup (E_D h − E_S h) in", gap, " twice the complexity in", twice)
middle = [(low + high) / 2 for low, high in (gap, twice)]
error = (gap[1] - gap[0] + twice[1] - twice[0]) / 2 + ROUNDING * sum(middle)
record = Recorder("theorem-17", {**entry, "m": m})
record.certified("deviation", middle[0], "<=", middle[1], error=error)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_gap(classes=classes, samples=samples)
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
scatter(found.table, "m", ["gap_upper", "twice_lower"])
