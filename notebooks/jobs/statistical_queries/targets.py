# %% [markdown]
# # Learners with oracles that know the parity
#
# An oracle that adapts to the learner is the worst case, but a lower bound should also speak of a
# fixed parity. Here every parity in turn is the target, and the oracle answers as for a coin
# wherever the tolerance allows. With fewer queries than are needed most parities cannot be found.
# With enough, the learner by blocks finds each, within a factor of the bound.

# %% tags=["parameters"]
seed = 1
games = [{"learner": "characters", "dimensions": [4], "tolerances": [0.75]}]
shares = [0.5, 1.0]
dimensions = [2, 3]
blocks = [0, 1]
targets = 4
records = "targets.jsonl"
table = "targets.csv"
job_hash = ""

# %%
from fractions import Fraction

from sparseact import bounds
from sparseact.checks.statistical_queries.games import make_learner, runs
from sparseact.checks.statistical_queries.near_parities import near_parities
from sparseact.checks.statistical_queries.queries import measure_targets
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.learning.query_learners import play
from sparseact.learning.statistical_queries import HonestOracle, character, excluded_per_query
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first game and share that leave the learner at least one query, and how many these are.

# %%
game, m, tolerance, repeat, budget = next(
    (game, m, tolerance, repeat, budget)
    for game in games
    for m, tolerance, repeat in runs(game)
    for share in shares
    for budget in [
        int((Fraction(share) * 2**m - bounds.near_limit(m)) // excluded_per_query(tolerance))
    ]
    if budget >= 1
)
print(f"{game['learner']}, m = {m}, τ = {tolerance}: {2**m} parities, {budget} queries")

# %% [markdown]
# ## One target
#
# The learner with the oracle that knows one parity: which parities its hypothesis is near to when
# the queries are used up.


# %%
def parities_found(mask):
    rng = generator(seed, "statistical_queries", "targets", m, mask, repeat)
    oracle = HonestOracle(character(mask, m), tolerance, "coin")
    learner = make_learner(game, m, tolerance, rng)
    play(learner, oracle.answer, lambda: False, budget)
    return near_parities(learner.hypothesis())


for mask in (0, 1, 2**m - 1):
    near = parities_found(mask)
    print(f"target {mask:0{m}b}: near to {near.sum()} parities, to the target: {near[mask]}")

# %% [markdown]
# ## The comparison that becomes a record
#
# Over all targets, the successes are at most the parities that the queries exclude and those that
# one hypothesis is near to.

# %%
successes = sum(bool(parities_found(mask)[mask]) for mask in range(1 << m))
instance = {"m": m, "tolerance": tolerance, "learner": game["learner"]}
record = Recorder("theorem-14", instance)
right = budget * excluded_per_query(tolerance) + bounds.near_limit(m)
record.on(repeat=repeat, queries=budget).exact("randomised", successes, "<=", right)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_targets(
        seed=seed, games=games, shares=shares, dimensions=dimensions, blocks=blocks, targets=targets
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
scatter(found.table, "m", ["queries", "successes", "targets"], log="y")
