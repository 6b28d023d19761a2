# %% [markdown]
# # Exact recovery from little more samples than monomials
#
# Regression on N monomials cannot have a unique answer from fewer than N samples. This job gives
# it targets of degree d with random integer coefficients and asks that rounding the fitted
# coefficients gives them back. Little more than N samples are enough.

# %% tags=["parameters"]
seed = 1
level = 0.001
cases = [{"n": 6, "d": 1}]
shares = [0.5, 2.0]
delta = 0.2
trials = 60
curve_trials = 4
records = "recovery.jsonl"
table = "recovery.csv"
job_hash = ""

# %%
import math

import numpy as np
import pandas as pd

from sparseact import bounds
from sparseact.checks.low_degree.recovery import measure_recovery
from sparseact.checks.low_degree.samples import sample
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The target of the first trial: integers at the monomials of degree at most d, and its values on
# the cube.

# %%
case = min(cases, key=lambda one: bounds.n_monomials(one["n"], one["d"]))
n, d = case["n"], case["d"]
cube, kept = points(n), popcounts(n) <= d
monomials = bounds.n_monomials(n, d)
m = math.ceil((1 + shares[-1]) * monomials)


def draw(trial):
    rng = generator(seed, "low_degree", "recovery", n, d, m, trial)
    spectrum = np.where(kept, rng.integers(-8, 9, size=2**n), 0).astype(float)
    values = walsh_transform(spectrum) * 2**n
    x, numbers = sample(rng, cube, m)
    return spectrum, x, values[numbers]


spectrum, x, y = draw(0)
print(f"n = {n}, d = {d}: {monomials} monomials, {m} samples")

# %% [markdown]
# ## One fit
#
# The fitted coefficients beside those of the target.

# %%
model = LowDegreeRegressor(d).fit(x, y)
pd.DataFrame({"target": spectrum[model.masks_], "fitted": model.coef_.round(6)}).head(8)

# %% [markdown]
# ## The comparison that becomes a record
#
# The share of all trials in which rounding gives every coefficient back.

# %%
successes = 0
for trial in range(trials):
    spectrum, x, y = draw(trial)
    model = LowDegreeRegressor(d).fit(x, y)
    successes += bool((np.rint(model.coef_) == spectrum[model.masks_]).all())
print(f"{successes} of {trials} trials")
record = Recorder("lemma-7", {"n": n, "d": d, "m": m, "delta": delta})
record.rate("recovery", successes, trials, ">=", 1 - delta, level=level / len(cases))
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_recovery(
        seed=seed,
        level=level,
        cases=cases,
        shares=shares,
        delta=delta,
        trials=trials,
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
rates = found.table.assign(rate=found.table["successes"] / found.table["trials"])
scatter(rates, "share", ["rate"])
