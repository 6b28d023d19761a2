# %% [markdown]
# # How many queries learners of parities need
#
# Four learners play against an oracle that has no parity until its answers leave one. This job
# counts their queries until the hypothesis is near to every parity that is still possible.

# %%
from awasthi2024.statistical_queries.checks import queries
from awasthi2024.statistical_queries.checks.games import (
    make_learner,
    run_game,
    runs,
)
from awasthi2024.statistical_queries.figures import draw_queries
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_4
from sparseact.learning.statistical_queries import AdversarialOracle, excluded_per_query
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(queries.measure_queries)

# %% [markdown]
# ## One instance
#
# A run from the middle of the job's list: a learner, and the oracle that has not chosen a parity.

# %%
job = Job(queries.measure_queries, parameters)
given = job.values
every = [(game, *run) for game in given.games for run in runs(game)]
game, m, tolerance, repeat = every[len(every) // 2]
loss = game.get("loss", "classification")
drawn = ("game", m, tolerance, game["learner"], repeat)
learner = make_learner(game, m, tolerance, generator(given.seed, "statistical_queries", *drawn))
oracle = AdversarialOracle(m, tolerance)
print(f"{learner.name}, m = {m}, τ = {tolerance}: {oracle.consistent.sum()} parities possible")
print("one query excludes at most", excluded_per_query(tolerance), "of them")

# %% [markdown]
# ## The comparison that becomes a record
#
# The queries until success, times the parities that one excludes, are compared with the number of
# parities less those near one hypothesis; and the queries with Theorem 14, as $2^m\tau^2/4$.

# %%
run = run_game(given.seed, game, m, tolerance, repeat, given.limit)
queries.compare_run(job.recorder, run, game)
job.rows()

# %% [markdown]
# ## The complete run

# %%
measurement = job.run()
job.tally()

# %% [markdown]
# The bound that is proved is $(2^m - L)/(\lceil\tau^{-2}\rceil - 1)$, where $L$ is how many
# parities one hypothesis is near to: at most 6 in classification error and 3 in the squared loss.

# %% alt="Queries until success over m and over 1/τ: none below the line of the bound."
table = measurement.table
near = table["m"].map(section_4.near_limit)
near = near.where(table["loss"] != "squared", section_4.NEAR_LIMIT_SQUARED)
table = table.assign(proved=(2.0 ** table["m"] - near) / table["excluded"])
job.figure(draw_queries)

# %%
job.worst_instance(
    "proved",
    "queries",
    says="A learner that succeeds makes at least (2^m − L)/(⌈τ⁻²⌉ − 1) queries",
    columns=["learner", "m", "tolerance", "loss"],
    table=table[table["succeeded"]],
)
