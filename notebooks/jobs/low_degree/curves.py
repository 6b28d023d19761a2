# %% [markdown]
# # Learning curves of the low-degree algorithm
#
# How the excess loss over half the tail falls with the samples, for one network of each kind, at
# several degrees. Beside it stands what theory predicts: exactly in the mean for averages, and as
# for Gaussian columns for regression. That is a heuristic, so this job makes a table and no
# records.

# %% tags=["parameters"]
seed = 1
n = 6
degrees = [1]
sizes = [32, 64]
repeats = 2
records = "curves.jsonl"
table = "curves.csv"
job_hash = ""

# %%
import math

from sparseact import bounds
from sparseact.checks.low_degree.curves import curve_networks, measure_curves, predicted_excess
from sparseact.checks.low_degree.samples import estimation_error, sample
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning import LowDegreeRegressor
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first network with its spectrum: what a polynomial of degree d can have of it, and the tail.

# %%
family, network = next(iter(curve_networks(seed, n).items()))
values = network.values()
spectrum = walsh_transform(values)
d = degrees[-1]
kept = popcounts(n) <= d
low, tail = (float((spectrum[part] ** 2).sum()) for part in (kept, ~kept))
monomials = bounds.n_monomials(n, d)
print(f"{family}: {network.s} neurons; degree {d}: {monomials} monomials, tail {tail:.4g}")

# %% [markdown]
# ## One fit
#
# Averages at each number of samples: the excess of each repeat, and their mean beside the
# prediction.

# %%
cube = points(n)
means = {}
for m in sizes:
    errors = []
    for repeat in range(repeats):
        rng = generator(seed, "low_degree", "curves", family, d, "averages", m, repeat)
        x, numbers = sample(rng, cube, m)
        model = LowDegreeRegressor(d, "averages").fit(x, values[numbers])
        errors.append(estimation_error(model, spectrum) / 2)
    means[m] = math.fsum(errors) / repeats
    predicted = predicted_excess("averages", tail, low, monomials, m)
    print(f"{m} samples: {means[m]:.4g}, predicted {predicted:.4g}")

# %% [markdown]
# ## The comparison that becomes a record
#
# There is none in this job. The means above are rows of its table instead, which is verified once
# the job has run.

# %%
record = Recorder("lemma-7", {})
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_curves(seed=seed, n=n, degrees=degrees, sizes=sizes, repeats=repeats)
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
here = found.table.query("family == @family and d == @d and method == 'averages'")
print("the means above are those of the table:", here.set_index("m")["excess"].to_dict() == means)
scatter(here, "m", ["excess", "predicted"], log="xy")
