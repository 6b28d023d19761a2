# %% [markdown]
# # The pairs of moduli that polynomial time is enough for
#
# Conjecture 16 is stated for every pair of p and q. Two kinds of pairs are easy: where the prime p
# divides q, elimination modulo p finds the secret, and for p = 2 and a fixed odd prime q linear
# equations for a vanishing polynomial do. This job runs both and counts how often they solve a
# random instance.

# %% tags=["parameters"]
seed = 1
level = 0.001
cases = [{"q": 4, "p": 2, "m": [3]}]
trials = 40
records = "easy.jsonl"
table = "easy.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact.checks.rounding.algorithms import LEARNERS, sample_size, success_bounds
from sparseact.checks.rounding.learning import (
    ERROR_LEVEL,
    SMALL_ERROR,
    compare_success,
    measure_easy,
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
# A secret of the first case, and as many samples as the algorithm uses.

# %%
q, p, m = cases[0]["q"], cases[0]["p"], cases[0]["m"][0]
name = "vanishing polynomial" if q % p else "elimination"
unknowns, samples = sample_size(q, p, m)
rng = generator(seed, "rounding", "learners", q, p, m, 0)
secret = rng.integers(0, q, size=m)
y = rng.integers(0, q, size=(samples, m))
labels = lwr_labels(secret, y, q, p)
print(f"q = {q}, p = {p}, m = {m}: {name} with {unknowns} unknowns and {samples} samples")
print("the secret begins", secret[:8].tolist(), "and modulo p", (secret % p)[:8].tolist())

# %% [markdown]
# ## One solution
#
# What the algorithm predicts at the first vectors, and its error.

# %%
hypothesis = LEARNERS[name](y, labels, q, p, int(rng.integers(2**31)))
outcome = outcome_of(hypothesis, secret, q, p, rng)
print("error:", outcome.error, "in the interval", (outcome.low, outcome.high))
pd.DataFrame({"predicted": hypothesis(y[:5]), "label": labels[:5]})

# %% [markdown]
# ## The comparison that becomes a record
#
# The share of the instances that are solved, against ⅔: the conjecture would have it below, for
# every pair.

# %%
outcomes = list(run_trials(seed, name, q, p, m, samples, trials))
pairs = sum(len(case["m"]) for case in cases)
share = level / (2 * pairs) - 2 * ERROR_LEVEL * trials
proved = success_bounds(name, q, p, m, samples) if name == "elimination" else None
print("solved:", sum(one.high <= SMALL_ERROR for one in outcomes), "of", trials)
record = Recorder("conj-16", {"q": q, "p": p, "m": m, "samples": samples, "learner": name})
compare_success(record, "every-pair", outcomes, "<=", share, proved)
statement = "divisor" if name == "elimination" else "fixed-modulus"
compare_success(record, statement, outcomes, ">=", share, proved)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_easy(seed=seed, level=level, cases=cases, trials=trials)
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
scatter(found.table, "m", ["unknowns", "samples"], log="xy")
