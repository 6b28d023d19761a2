# %% [markdown]
# # Dense networks compute parities too
#
# The introduction says that networks of $n$ neurons without sparsity are hard for statistical
# queries. They compute the parities of all $n$ bits directly, and networks of $s$ neurons those of
# at most $s$ bits. This job checks the networks for every subset, and counts the queries of a
# learner against the adversary that starts with these parities.

# %%
import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.statistical_queries.checks import networks
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_4
from sparseact.cube import points

# %% tags=["parameters"]
parameters = example(networks.measure_dense)

# %%
job = Job(networks.measure_dense, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The parity of some of $n$ bits as a network with a neuron for each of them. All neurons see the
# same sum of these bits, and their biases differ.

# %%
n = (given.max_n + 1) // 2
size = max(n - 1, 1)
subset = list(range(size))
network = networks.dense_parity_of(subset, n)
print(f"the parity of the bits {subset} of {n}")
print("weights:", network.w.tolist())
print("biases:", network.b.tolist(), " u:", network.u.tolist())

# %% [markdown]
# ## One evaluation
#
# The value depends on the number of −1s among these bits alone. Nothing here is sparse: up to all
# neurons are active at once.

# %%
x = points(n)
negative = (x[:, subset] == -1).sum(axis=1)
pd.DataFrame(
    {
        "bits that are −1": negative,
        "their number is odd": negative % 2,
        "network": network.values(),
        "active neurons": network.active_counts(),
    }
).drop_duplicates().sort_values("bits that are −1").reset_index(drop=True)

# %% [markdown]
# ## The comparison that becomes a record
#
# The values and the neurons of the networks of all subsets of this size. Then a game: the
# low-degree algorithm asks until its hypothesis is near to every parity of at most $s$ of $n$ bits
# that the answers leave. If one query may have the tolerance $2^{-2n - 1}$, one is enough, so the
# sentence of the introduction needs a tolerance.

# %%
recorder = Recorder("intro-dense-sq", {})
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
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% [markdown]
# The bound is from all parities that are possible:
# $(\sum_{t \le s} \binom{n}{t} - L_n)/(\lceil\tau^{-2}\rceil - 1)$, where $L_n$ is how many
# parities one hypothesis is near to.

# %% alt="Queries against s, one series for each n, above the bounds; both level off at s = n."
table = found.table[found.table["succeeded"]]
near = table["n"].map(section_4.near_limit)
table = table.assign(needed=(table["parities"] - near) / table["excluded"])
shown = table[table["tolerance"] == table["tolerance"].max()].sort_values("s")
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, (n, group) in enumerate(shown.groupby("n")):
    axes.plot(group["s"], group["queries"], MARKERS[i], color=SERIES[i], label=f"queries, n = {n}")
    bounded = group[group["needed"] >= 0.5]
    style = {"color": COLOURS["sharp"], "linestyle": "--", "marker": MARKERS[i], "ms": 3}
    axes.plot(bounded["s"], bounded["needed"], **style, label=f"bound, n = {n}")
claimed = group[group["bits"] >= 4]
axes.plot(
    claimed["s"],
    5 / 8 * 2 ** (claimed["bits"] / 3),
    color=COLOURS["paper"],
    label=f"⅝·2^(min(n, s)/3), n = {n}",
)
axes.set_yscale("log", base=2)
axes.set_xlabel("neurons s of the dense network")
axes.set_ylabel("queries until success")
axes.set_title(
    f"The queries grow with the parities of at most s bits (τ = {shown.iloc[0]['tolerance']:.3g})"
)
figure.legend(loc="outside lower center", ncols=4)
plt.show()

# %%
print(
    job.worst_instance(
        "needed",
        "queries",
        says="The queries are at least the bound from all parities of at most s of n bits",
        at=["n", "s", "tolerance"],
        table=table,
    )
)
