# %% [markdown]
# # What one statistical query excludes
#
# A query with tolerance $\tau$ can tell at most $\lceil\tau^{-2}\rceil - 1$ parities from a coin,
# and a hypothesis is near to only a few. This job checks both counts on random queries, on majority
# votes and on bent functions. Queries are in multiples of $2^{-20}$, so every comparison is exact.

# %%
import matplotlib.pyplot as plt
import numpy as np

from awasthi2024.shared.style import COLOURS, draw_groups
from awasthi2024.statistical_queries.checks import counts
from awasthi2024.statistical_queries.checks.near_parities import all_characters
from paperclaims.checks.job import Job, example
from sparseact.learning.statistical_queries import excluded_per_query
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(counts.measure_counts)

# %% [markdown]
# ## One instance
#
# A query $\varphi(x, b)$ on $\lbrace \pm 1\rbrace^m$ has two values at each point, one for each
# label $b$. The job has six kinds of them, drawn here as the whole run draws them. The last bent
# query is the correlation of the label with a function all of whose Fourier coefficients that are
# not 0 are equally large.

# %%
job = Job(counts.measure_counts, parameters)
given = job.values
m = sorted(given.dimensions)[len(given.dimensions) // 2]
characters = all_characters(m)
kinds = counts.queries_by_kind(
    m, generator(given.seed, "statistical_queries", "counts", m), given.repeats
)
query = kinds["bent"][-1]
print("kinds of queries:", ", ".join(f"{name} ({len(many)})" for name, many in kinds.items()))
print(f"the last bent query, m = {m}: φ(x, +1) = {query[0].astype(int).tolist()}")

# %% [markdown]
# ## The comparison that becomes a record
#
# All bent queries of $m$ bits: the gaps are the Fourier coefficients of
# $\varphi_1 = \tfrac{1}{2}(\varphi(x, 1) - \varphi(x, -1))$, and the parities with a coefficient
# above $\tau$ are at most $\lceil\tau^{-2}\rceil - 1$. A little below $\tau = 2^{-j}$ a bent
# function of $2j$ coordinates excludes that many.

# %%
recorder = job.recorder
here = recorder.where(m=m, query="bent")
counts.compare_queries(here, kinds["bent"], characters, given.tolerances)
counts.compare_bent(recorder, given.blocks[len(given.blocks) // 2])
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Parities that a query excludes against τ: no kind above the bound, bent functions on it."
sharp = [one for one in found.records if one.statement == "excluded-sharp"]
at = [one.instance["tolerance"] for one in sharp]
grid = np.geomspace(min(at + given.tolerances), max(at + given.tolerances), 400)
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
axes.plot(grid, [excluded_per_query(t) for t in grid], color=COLOURS["sharp"], label="⌈τ⁻²⌉ − 1")
style = {"color": COLOURS["sharp"], "ms": 11, "label": "bent, τ just below 2⁻ʲ"}
axes.plot(at, [one.left for one in sharp], "*", **style)
largest = found.table[found.table["m"] == max(given.dimensions)]
label = f"{{}}, m = {max(given.dimensions)}"
draw_groups(axes, largest, ["query"], "tolerance", "excluded", label, apart=2**0.1)
axes.set_xscale("log", base=2)
axes.set_yscale("symlog", base=2, linthresh=1)
axes.invert_xaxis()
axes.set_xlabel("tolerance τ, smaller to the right; kinds side by side")
axes.set_ylabel("parities that one query excludes")
axes.set_title("No query excludes more than ⌈τ⁻²⌉ − 1 parities, and bent functions exclude as many")
axes.set_ylim(-0.5, 2 * excluded_per_query(min(grid)))
figure.legend(loc="outside lower center", ncols=4)
plt.show()

# %%
job.worst_instance(
    "excluded",
    "limit",
    says="On the list of tolerances a query excludes at most ⌈τ⁻²⌉ − 1 parities",
    at=["m", "query", "tolerance"],
)
print(
    f"A little below τ = 2⁻ʲ bent functions exclude exactly as many for "
    f"{sum(one.holds is True for one in sharp)} of {len(sharp)} values of j."
)
