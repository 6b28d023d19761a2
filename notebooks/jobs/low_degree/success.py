# %% [markdown]
# # How often the low-degree algorithm succeeds
#
# Lemma 7 and Theorem 8 promise success with probability 1 − δ from a number of samples. This job
# draws members of a class and samples afresh in every trial, fits, and takes the loss over the
# whole cube from the spectrum. At the proved numbers of samples it is a test; at smaller numbers
# the rates show how far these are from what is needed.

# %% tags=["parameters"]
seed = 1
level = 0.001
settings = [{"n": 5, "d": 2, "epsilon": 0.0625}]
delta = 0.2
trials = 30
sizes = [16, 64]
curve_trials = 4
records = "success.jsonl"
table = "success.csv"
job_hash = ""

# %%

from sparseact import bounds
from sparseact.checks.low_degree.samples import estimation_error, sample
from sparseact.checks.low_degree.success import (
    count_successes,
    measure_success,
    member,
    setting_of,
)
from sparseact.cube import points, walsh_transform
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# A member of the first class, as the first trial draws it, and the samples that are proved to be
# enough.

# %%
setting = setting_of(**settings[0])
n, d, C, epsilon = setting.n, setting.d, setting.C, setting.epsilon
rng = generator(seed, "low_degree", "success", "proved", *setting, 0)
values = member(setting, rng)
spectrum = walsh_transform(values)
proved = bounds.lemma_7_proved_samples(n, d, C, epsilon, delta)
print(setting.parameters)
print(f"values from {values.min():g} to {values.max():g}; monomials: {bounds.n_monomials(n, d)}")
print("samples, averages:", proved, " regression:", bounds.regression_samples(n, d, delta))

# %% [markdown]
# ## One fit
#
# Averages and regression on the same samples: the loss is half of the tail and of the squared
# error of the coefficients.

# %%
cube = points(n)
for m in (*sizes[:2], proved):
    x, numbers = sample(rng, cube, m)
    for method in ("averages", "regression"):
        model = LowDegreeRegressor(d, method).fit(x, values[numbers])
        tail = float((spectrum**2).sum()) - float((spectrum[model.masks_] ** 2).sum())
        loss = (tail + estimation_error(model, spectrum)) / 2
        print(f"{m} samples, {method}: loss {loss:.3g}, allowed {float(epsilon):.3g}")

# %% [markdown]
# ## The comparison that becomes a record
#
# How often averages succeed at the proved size, over all trials: a statistical record at its share
# of the error budget.

# %%
(count,) = count_successes(seed, "proved", setting, [("averages", proved)], trials)
print(f"{count.below} of {trials} trials")
share = level / sum(5 if setting_of(**one).kind == "network" else 3 for one in settings)
record = Recorder("lemma-7", {**setting.parameters, "delta": delta, "m": proved})
record.rate("averages", count.below, trials, ">=", 1 - delta, level=share)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_success(
        seed=seed,
        level=level,
        settings=settings,
        delta=delta,
        trials=trials,
        sizes=sizes,
        curve_trials=curve_trials,
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
first = found.table[found.table["n"] == n].assign(rate=lambda t: t["successes"] / t["trials"])
scatter(first, "m", ["rate"], log="x")
