# %% [markdown]
# # Learning curves of the low-degree algorithm
#
# How the excess loss over half the tail falls with the samples, for one network of each kind, at
# several degrees. Beside it stands what theory predicts: exactly in the mean for averages, and as
# for Gaussian columns for regression. The second is a heuristic, so this job makes a table and no
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
from sparseact.experiment import scatter
from sparseact.files import write_records, write_table
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator

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
# There is none in this job, since the prediction for regression is not proved. What is compared is
# the mean excess with the prediction, and both stand in the table.

# %%
for m, excess in means.items():
    predicted = predicted_excess("averages", tail, low, monomials, m)
    print(f"{m} samples: {excess / predicted:.3f} of what is predicted")

# %% [markdown]
# ## The whole run
#
# The job itself.

# %%
found = measure_curves(seed=seed, n=n, degrees=degrees, sizes=sizes, repeats=repeats)
print(f"{len(found.table)} rows of the table")

# %% [markdown]
# The means that were found above are those of the table:

# %%
here = found.table.query("family == @family and d == @d and method == 'averages'")
bool(here.set_index("m")["excess"].to_dict() == means)

# %% [markdown]
# ## What is written
#
# The table as CSV, under the hash of the parameters, and a file of records that has none. The
# first rows:

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)

# %%
found.table.head()

# %%
scatter(here, "m", ["excess", "predicted"], log="xy")
