# %% [markdown]
# # How many queries learners of parities need
#
# Theorem 14 bounds from below the queries of any learner of parities. This job lets four learners
# play against an oracle that has no parity until its answers leave one, and counts their queries
# until the hypothesis is near to every parity that is still possible. While m is small every
# answer is checked for every parity, so that the oracle is seen not to lie.

# %% tags=["parameters"]
seed = 1
games = [{"learner": "characters", "dimensions": [2, 3], "tolerances": [0.25]}]
limit = 100
witnessed = 3
records = "queries.jsonl"
table = "queries.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact import bounds
from sparseact.checks.statistical_queries.games import run_game, runs
from sparseact.checks.statistical_queries.queries import check_bound, measure_queries
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.statistical_queries import (
    AdversarialOracle,
    character,
    correlation,
    excluded_per_query,
)
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The last run of the first game, and its oracle.

# %%
game = games[0]
m, tolerance, repeat = runs(game)[-1]
oracle = AdversarialOracle(m, tolerance)
print(f"{game['learner']}, m = {m}, τ = {tolerance}: {oracle.consistent.sum()} parities possible")
print("one query excludes at most", excluded_per_query(tolerance), "of them")

# %% [markdown]
# ## One sequence of queries
#
# The correlations of the label with the first characters, and the parities that the oracle’s
# answers leave.

# %%
answers = []
for mask in range(min(6, 2**m)):
    answer = oracle.answer(correlation(character(mask, m)))
    left = int(oracle.consistent.sum())
    answers.append({"asked for": f"{mask:0{m}b}", "answer": answer, "parities left": left})
pd.DataFrame(answers)

# %% [markdown]
# ## The comparison that becomes a record
#
# The run until success: its queries, times what one excludes, against the number of parities less
# those that one hypothesis is near to.

# %%
run = run_game(seed, game, m, tolerance, repeat, limit, m <= witnessed)
print("queries until success:", run.used, " lies:", run.lies)
loss = game.get("loss", "classification")
near = bounds.NEAR_LIMIT_SQUARED if loss == "squared" else bounds.near_limit(m)
instance = {**run.instance, "loss": loss, "six": bool(game.get("six"))}
record = Recorder("theorem-14", instance)
if run.lies is not None:
    record.exact("truthful", run.lies, "==", 0)
if run.used is not None:
    check_bound(record, run.used, loss, near)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_queries(seed=seed, games=games, limit=limit, witnessed=witnessed)
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
scatter(found.table[found.table["succeeded"]], "m", ["queries", "needed"], log="y")
