# %% [markdown]
# # Learners with oracles that know the parity
#
# Every parity in turn is the target, and the oracle answers as for a coin wherever the tolerance
# allows. With fewer queries than are needed most parities cannot be found. With enough, the learner
# by blocks finds each, within a factor of the bound.

# %%
import matplotlib.pyplot as plt
import numpy as np

from awasthi2024.shared.style import COLOURS, draw_groups
from awasthi2024.statistical_queries.checks import queries
from awasthi2024.statistical_queries.checks.games import runs
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(queries.measure_targets)

# %% [markdown]
# ## One instance
#
# A run from the middle of the job's list, and the queries that are allowed. They can find at most
# the given share of all parities.

# %%
job = Job(queries.measure_targets, parameters)
given = job.values
every = [
    (game, *run, queries.too_few(*run[:2], share))
    for game in given.games
    for run in runs(game)
    for share in given.shares
    if queries.too_few(*run[:2], share) >= 1
]
game, m, tolerance, repeat, budget = every[len(every) // 2]
print(f"{game['learner']}, m = {m}, τ = {tolerance}: {2**m} parities, {budget} queries")

# %% [markdown]
# ## The comparison that becomes a record
#
# Over all targets, the successes are at most the parities that the queries exclude and those that
# one hypothesis is near to. Then the learner by blocks, with enough queries: it finds every target
# with at most $16 \cdot 2^m\tau^2 + 2j$ of them.

# %%
recorder = job.recorder
row = queries.compare_targets(recorder, given.seed, game, m, tolerance, repeat, budget)
print(f"{row['successes']} of {row['targets']} targets are found, at most {row['most_successes']}")
bits = sorted(given.dimensions)[len(given.dimensions) // 2]
j = max(j for j in given.blocks if 2 * j <= bits)
at = recorder.where(m=bits, j=j, tolerance=2.0 ** -(j + 2), oracle="coin")
row = queries.compare_blocks(at, given.seed, given.targets)
print(f"by blocks, m = {bits}, j = {j}: {row['successes']} of {row['targets']} are found", end=" ")
print(f"with {row['queries']} queries at most")
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Left: parities found below the line of the bound. Right: queries by blocks below theirs."
few = found.table[found.table["j"].isna()]
enough = found.table[found.table["j"].notna()]
figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.2), layout="constrained")
draw_groups(left, few, ["learner"], "most_successes", "successes", "{}")
ends = np.array([few["most_successes"].min(), few["most_successes"].max()])
left.plot(ends, ends, color=COLOURS["sharp"], label="the bound")
left.set_xscale("log", base=2)
left.set_yscale("symlog", base=2, linthresh=1)
left.set_ylim(bottom=-0.5)
left.set_xlabel("q(⌈τ⁻²⌉ − 1) + L_m for the q queries allowed")
left.set_ylabel("parities found, of all 2^m")
left.set_title("Too few queries: no more is found than the bound")
left.legend()
enough = enough.assign(
    bound=16 * 2.0 ** enough["m"] * enough["tolerance"] ** 2 + 2 * enough["j"],
)
lowest = enough.groupby(["j", "m"], as_index=False).agg({"queries": "max", "bound": "min"})
draw_groups(right, lowest, ["j"], "m", "queries", "j = {:g}")
for _, group in lowest.groupby("j"):
    (line,) = right.plot(group["m"], group["bound"], color=COLOURS["sharp"], linewidth=0.9)
line.set_label("16·2^m·τ² + 2j")
right.set_xticks(given.dimensions)
right.set_yscale("log", base=2)
right.set_xlabel("bits m")
right.set_ylabel("most queries until the target is found")
right.set_title("Enough queries: blocks find every target")
right.legend()
plt.show()

# %%
job.worst_instance(
    "successes",
    "most_successes",
    says="With too few queries at most q(⌈τ⁻²⌉ − 1) + L_m parities are found",
    at=["learner", "m", "tolerance", "queries"],
    table=few,
)
job.worst_instance(
    "queries",
    "bound",
    says="The learner by blocks finds every target with at most 16·2^m·τ² + 2j queries",
    at=["m", "j", "tolerance", "oracle"],
    table=enough,
)
