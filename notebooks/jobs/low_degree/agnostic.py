# %% [markdown]
# # The low-degree algorithm on noisy labels
#
# The introduction says that the algorithm also learns where labels are noisy: its loss exceeds the
# best loss of degree d by little. This job draws labels with flipped signs, with additive noise,
# and without any structure, and counts how often the excess stays within its bound.

# %% tags=["parameters"]
seed = 1
level = 0.001
n = 6
degree = 1
noises = [{"kind": "flipped", "amount": 0.1}]
factors = [0.25, 1]
delta = 0.2
trials = 40
records = "agnostic.jsonl"
table = "agnostic.csv"
job_hash = ""

# %%
import math

from sparseact import bounds
from sparseact.checks.low_degree.agnostic import labels_of, measure_agnostic
from sparseact.checks.low_degree.samples import estimation_error, sample
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The labels of the first trial with the first kind of noise: their mean at each point, and the
# best loss of degree d.

# %%
kind, amount = noises[0]["kind"], float(noises[0]["amount"])
cube = points(n)
m = math.ceil(factors[0] * bounds.regression_samples(n, degree, delta))


def draw(trial):
    rng = generator(seed, "low_degree", "agnostic", kind, amount, n, degree, trial)
    return rng, labels_of(kind, amount, n, rng)


rng, labels = draw(0)
population = walsh_transform(labels.mean)
best = (labels.second - float((population[popcounts(n) <= degree] ** 2).sum())) / 2
print(f"{kind} labels, amount {amount}: E y² = {labels.second:.4g}, |y| ≤ {labels.largest:.4g}")
print(f"best loss of degree {degree}: {best:.4g}; {m} samples")

# %% [markdown]
# ## One fit
#
# Averages on one sample: the excess over the best loss, and what is allowed.


# %%
def excess_of(rng, labels):
    x, numbers = sample(rng, cube, m)
    model = LowDegreeRegressor(degree, "averages").fit(x, labels.draw(numbers, rng))
    return estimation_error(model, walsh_transform(labels.mean)) / 2


allowed = bounds.averages_excess(n, degree, labels.largest, m, delta)
print(f"excess {excess_of(rng, labels):.4g}, allowed {allowed:.4g}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The trials in which the excess is within its bound. Each is allowed to fail with probability δ.

# %%
successes = 0
for trial in range(trials):
    rng, labels = draw(trial)
    allowed = bounds.averages_excess(n, degree, labels.largest, m, delta)
    successes += bool(excess_of(rng, labels) <= allowed)
print(f"{successes} of {trials} trials")
runs = sum(1 if factor < 1 else 2 for factor in factors)
record = Recorder(
    "intro-agnostic",
    {"n": n, "d": degree, "noise": kind, "amount": amount, "delta": delta, "m": m},
)
share = level / (runs * len(noises))
record.rate("averages", successes, trials, ">=", 1 - delta, level=share)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_agnostic(
        seed=seed,
        level=level,
        n=n,
        degree=degree,
        noises=noises,
        factors=factors,
        delta=delta,
        trials=trials,
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
scatter(found.table, "m", ["excess", "largest_excess", "allowed"], log="xy")
