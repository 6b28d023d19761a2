# %% [markdown]
# # How many queries learners of parities need
#
# Theorem 14 bounds from below the queries of any learner of parities. This job lets four learners
# play against an oracle that has no parity until its answers leave one, and counts their queries
# until the hypothesis is near to every parity that is still possible. While $m$ is small every
# answer is checked for every parity, so that the oracle is seen not to lie.

# %%
import matplotlib.pyplot as plt
import numpy as np

from claimcheck.checks.job import Job, example
from sparse_activations.shared.style import COLOURS, MARKERS, SERIES
from sparse_activations.statistical_queries.checks import queries
from sparse_activations.statistical_queries.checks.games import (
    make_learner,
    run_game,
    runs,
)
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
# The queries until success, times what one excludes, are compared with the number of parities less
# those that one hypothesis is near to; and the queries with Theorem 14, as $2^m\tau^2/4$.

# %%
run = run_game(given.seed, game, m, tolerance, repeat, given.limit, m <= given.witnessed)
queries.compare_run(job.recorder, run, game)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% [markdown]
# The bound that is proved is $(2^m - L)/(\lceil\tau^{-2}\rceil - 1)$, where $L$ is how many
# parities one hypothesis is near to: at most 6 in classification error and 3 in the squared loss.

# %% alt="Queries against 2^m·τ² on logarithmic axes: all runs above the line of Theorem 14."
table = found.table
near = table["m"].map(section_4.near_limit)
near = near.where(table["loss"] != "squared", section_4.NEAR_LIMIT_SQUARED)
size = 2.0 ** table["m"]
table = table.assign(rate=size * table["tolerance"] ** 2, proved=(size - near) / table["excluded"])
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, (learner, group) in enumerate(table.groupby("learner", sort=False)):
    done, stopped = group[group["succeeded"]], group[~group["succeeded"]]
    style = {"color": SERIES[i], "marker": MARKERS[i], "linestyle": ""}
    axes.plot(done["rate"], done["queries"], **style, label=learner)
    if len(stopped):
        label = f"{learner}, given up"
        axes.plot(stopped["rate"], stopped["queries"], **style, fillstyle="none", label=label)
axes.plot(
    table["rate"], table["proved"], "_", color=COLOURS["sharp"], ms=9, label="proved for each run"
)
grid = np.array([table["rate"].min(), table["rate"].max()])
axes.plot(grid, grid / 4, color=COLOURS["paper"], label="Theorem 14: 2^m·τ²/4")
axes.set_xscale("log", base=2)
axes.set_yscale("log", base=2)
axes.set_xlabel("2^m·τ²")
axes.set_ylabel("queries until success")
axes.set_title("No learner asks fewer queries than the bounds, and blocks follow their rate")
figure.legend(loc="outside lower center", ncols=4)
plt.show()

# %%
job.worst_instance(
    "proved",
    "queries",
    says="A learner that succeeds asks at least (2^m − L)/(⌈τ⁻²⌉ − 1) queries",
    at=["learner", "m", "tolerance", "loss"],
    table=table[table["succeeded"]],
)
