# %% [markdown]
# # Learners of rounded products, beside brute force
#
# Conjecture 16 says that no learner finds the secret of (⟨w, y⟩ mod q) mod p in polynomial time.
# That cannot be computed. What can be seen is how some learners fare as m grows: regression of
# degree 2 on the bits, networks trained on the lift and on the bits, and beside them two methods
# that must find the secret, brute force over all q^m secrets and a vanishing polynomial. A secret
# counts as found if the hypothesis errs on at most a tenth of the vectors.

# %% tags=["parameters"]
seed = 1
level = 0.001
q = 3
p = 2
lengths = [2]
learners = ["low degree"]
samples = 100
trials = 30
curve_trials = 2
searches = 30
records = "learners.jsonl"
table = "learners.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact.checks.rounding.algorithms import LEARNERS, success_bounds
from sparseact.checks.rounding.learning import (
    ERROR_LEVEL,
    SMALL_ERROR,
    compare_success,
    measure_learners,
    outcome_of,
    run_trials,
)
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import lwr_labels
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# A secret of the first length and a sample with its labels.

# %%
m = lengths[0]
rng = generator(seed, "rounding", "learners", q, p, m, 0)
secret = rng.integers(0, q, size=m)
y = rng.integers(0, q, size=(samples, m))
labels = lwr_labels(secret, y, q, p)
print(f"q = {q}, p = {p}: the secret is {secret.tolist()}, the sample has {samples} vectors")
pd.DataFrame({"y": [str(tuple(row)) for row in y[:5].tolist()], "label": labels[:5]})

# %% [markdown]
# ## One fit of each kind
#
# The regression and brute force on this sample, with the error on all vectors.

# %%
state = int(rng.integers(2**31))
for name in ("low degree", "brute force"):
    hypothesis = LEARNERS[name](y, labels, q, p, state)
    outcome = outcome_of(hypothesis, secret, q, p, rng)
    print(f"{name}: predicts {hypothesis(y[:5]).round(3).tolist()}, error {outcome.error:.3f}")

# %% [markdown]
# ## The comparison that becomes a record
#
# How often brute force finds the secret, against ⅔. The probability is also bounded by a proof, so
# the record cannot hang on the seed where the proof decides.

# %%
outcomes = list(run_trials(seed, "brute force", q, p, m, samples, searches))
tests = len(learners) + 2 * len(lengths)
share = level / tests - 2 * ERROR_LEVEL * max(trials, searches)
print("found:", sum(one.high <= SMALL_ERROR for one in outcomes), "of", searches)
record = Recorder("conj-16", {"q": q, "p": p, "m": m, "samples": samples, "learner": "brute force"})
proved = success_bounds("brute force", q, p, m, samples)
compare_success(record, "brute-force", outcomes, ">=", share, proved)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_learners(
        seed=seed,
        level=level,
        q=q,
        p=p,
        lengths=lengths,
        learners=learners,
        samples=samples,
        trials=trials,
        curve_trials=curve_trials,
        searches=searches,
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
errors = found.table.pivot_table(index="m", columns="learner", values="error").reset_index()
scatter(errors, "m", [name for name in errors.columns if name != "m"])
