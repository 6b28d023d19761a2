# %% [markdown]
# # Lifted parities are hard for statistical queries
#
# A parity of $m$ bits is a 1-sparse network on the lift, and a query on the lift says no more than
# a query on the bits. This job checks the reduction for every $S$ and every $y$, the transfer of
# queries, and the count of queries at the critical tolerance.

# %%
from awasthi2024.shared.style import one_panel
from awasthi2024.statistical_queries.checks import networks
from awasthi2024.statistical_queries.checks.games import run_game, runs
from awasthi2024.statistical_queries.figures import draw_lifted_queries
from paperclaims.checks.job import Job, example
from sparseact.cube import points
from sparseact.quadratic_lift import lift, lifted_parity

# %% tags=["parameters"]
parameters = example(networks.measure_lifted)

# %% [markdown]
# ## One instance
#
# The parity of the first three of $m$ bits, as a network on the $m^2$ products of the bits. A
# neuron is active where the sum of these bits has one certain value $a$, with
# $a \equiv 3~(\mathrm{mod}~4)$.

# %%
job = Job(networks.measure_lifted, parameters)
given = job.values
m = (given.max_m + 1) // 2
y = points(m)
x = lift(y)
mask = min(7, 2**m - 1)
network = lifted_parity(networks.subset_of(mask, m), m)
print(
    f"the parity of the bits {networks.subset_of(mask, m)} of {m}; the lift has {m * m} coordinates"
)
print(f"neurons: {network.s}, biases {network.b.tolist()}, u: {network.u.tolist()}")

# %% [markdown]
# ## The comparison that becomes a record
#
# The networks of all $S$ at all $y$; one query of a tolerance so small that the answer tells which
# parity it is; and a game against the adversary at the critical tolerance, a little above
# $2^{-m/3}$, whose last parity must agree with all answers.

# %%
recorder = job.recorder
networks.compare_reduction(recorder, m)
bits = min(m, given.one_query)
if bits:
    row = networks.compare_one_query(recorder.where(m=bits, n=bits * bits), "introduction", bits)
    print(f"m = {bits}, tolerance {row['tolerance']:g}: found after {row['queries']} query")
game = given.games[0]
bits, tolerance, repeat = runs(game)[len(runs(game)) // 2]
run = run_game(given.seed, game, bits, tolerance, repeat, given.limit, bits <= given.witnessed)
row = networks.compare_lifted_run(recorder, run, given.limit)
print(f"m = {bits}, tolerance {tolerance:g}: found after {row['queries']} queries", end=", ")
print(f"of which each excludes at most {row['excluded']} of {2**bits} parities")
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Queries against m: all learners above both bounds."
played = found.table[found.table["learner"] != "one query"]
job.figure(one_panel(draw_lifted_queries))

# %%
spoken = played[played["succeeded"] & (played["m"] >= 4)]
job.worst_instance(
    "bound",
    "queries",
    says="The queries of a learner that succeeds exceed ⅝·2^(√n/3)",
    at=["m", "learner", "tolerance"],
    table=spoken.assign(bound=5 / 8 * 2 ** (spoken["m"] / 3)),
)
once = found.table[found.table["learner"] == "one query"]
print(
    f"With the tolerance 2^(−2m−1) one query was enough for {(once['queries'] == 1).sum()} "
    f"of {len(once)} values of m."
)
