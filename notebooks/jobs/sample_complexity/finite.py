# %% [markdown]
# # The corrected Lemma 18 and its steps, on classes of a few networks
#
# On a class of finitely many functions on finitely many points everything in Lemma 18 can be
# computed without sampling: expectations over all samples, complexities over all signs, and the
# probability that empirical risk minimisation fails. This job does so for classes of random
# networks, in fractions, and compares every step of the proof.

# %% tags=["parameters"]
seed = 1
classes = 1
samples = {"1": 4, "2": 2}
exponents = [1]
factors = [1]
records = "finite.jsonl"
table = "finite.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact.checks.sample_complexity.finite import check_steps, measure_finite, random_class
from sparseact.checks.sample_complexity.finite_classes import (
    complexity,
    compositions,
    deviation,
    erm_failure,
    multinomial,
)
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import progress

# %% [markdown]
# ## One instance
#
# The first class: the zero function, two networks on the vertices of the cube and their negatives.

# %%
rng = generator(seed, "sample_complexity", "finite", 1, 0)
finite = random_class(1, 0, rng)
target = int(rng.integers(len(finite.values)))
m = samples["1"]
print(finite.name, " masses:", [str(mass) for mass in finite.masses])
print(f"values, over {finite.unit}:", finite.values, " the target is number", target)

# %% [markdown]
# ## One sum over all samples
#
# Each sample of m points, by how often it has which point: its probability, the supremum of E_D h
# − E_S h, and the complexity.

# %%
found_samples = [
    {
        "counts": str(counts),
        "probability": float(multinomial(counts, finite.masses)),
        "supremum": float(deviation(finite.values, counts, finite.masses) / finite.unit),
        "complexity": float(complexity(finite.values, counts) / finite.unit),
    }
    for counts in compositions(m, len(finite.masses))
]
pd.DataFrame(found_samples).head(10)

# %% [markdown]
# ## The comparison that becomes a record
#
# Symmetrisation, contraction and concentration, each side summed over all samples; and the
# probability that some function without training error has a loss above C²/2.

# %%
record, row = check_steps(finite, target, m, exponents)
print("failure:", float(erm_failure(finite, target, m, finite.bound**2 / 4)))
for name in ("gap", "twice_complexity", "gap_loss", "contracted"):
    print(f"{name}: {row[name]:.6f}")
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_finite(
        seed=seed, classes=classes, samples=samples, exponents=exponents, factors=factors
    )
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
scatter(found.table, "gap", ["twice_complexity"], log="xy")
