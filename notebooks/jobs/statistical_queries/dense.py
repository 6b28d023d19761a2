# %% [markdown]
# # Dense networks compute parities too
#
# Networks of $s$ neurons compute the parities of at most $s$ bits. This job checks the networks for
# every subset, and counts the queries of a learner against the adversary that starts with these
# parities.

# %%
from awasthi2024.statistical_queries.checks import networks
from awasthi2024.statistical_queries.figures import draw_dense
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_4

# %% tags=["parameters"]
parameters = example(networks.measure_dense)

# %% [markdown]
# ## One instance
#
# The parity of some of $n$ bits as a network with a neuron for each of them. All neurons see the
# same sum of these bits, and their biases differ.

# %%
job = Job(networks.measure_dense, parameters)
given = job.values
n = (given.max_n + 1) // 2
size = max(n - 1, 1)
subset = list(range(size))
network = networks.dense_parity_of(subset, n)
print(f"the parity of the bits {subset} of {n}")
print("weights:", network.w.tolist())
print("biases:", network.b.tolist(), " u:", network.u.tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The values and the neurons of the networks of all subsets of this size. Then a game: the
# low-degree algorithm asks until its hypothesis is near to every parity of at most $s$ of $n$ bits
# that the answers leave. If one query may have the tolerance $2^{-2n - 1}$, one is enough, so the
# sentence of the introduction needs a tolerance.

# %%
recorder = job.recorder
networks.compare_dense(recorder, n, size)
if given.one_query:
    networks.compare_one_query(
        recorder.where(n=given.one_query, s=given.one_query), "printed", given.one_query
    )
game, bits, s = (
    given.games[0],
    given.dimensions[len(given.dimensions) // 2],
    given.sizes[len(given.sizes) // 2],
)
tolerance = game["tolerances"][0]
row = networks.compare_dense_game(
    recorder.where(n=bits, s=s, tolerance=tolerance, learner=game["learner"]),
    given.seed,
    game,
    given.limit,
    bits <= given.witnessed,
)
print(f"{row['parities']} parities of at most {s} of {bits} bits, tolerance {tolerance}")
print(f"one query excludes at most {row['excluded']}; the learner asked {row['queries']} queries")
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% [markdown]
# The bound is from all parities that are possible:
# $(\sum_{t \le s} \binom{n}{t} - L_n)/(\lceil\tau^{-2}\rceil - 1)$, where $L_n$ is how many
# parities one hypothesis is near to.

# %% alt="Queries used against s, for each n, above the curves of the lower bounds."
table = found.table[found.table["succeeded"]]
near = table["n"].map(section_4.near_limit)
table = table.assign(needed=(table["parities"] - near) / table["excluded"])
job.figure(draw_dense)

# %%
job.worst_instance(
    "needed",
    "queries",
    says="The queries are at least the bound from all parities of at most s of n bits",
    at=["n", "s", "tolerance"],
    table=table,
)
