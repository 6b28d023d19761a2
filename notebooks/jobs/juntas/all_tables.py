# %% [markdown]
# # Every junta of few variables as a 1-sparse network
#
# Theorem 13 says that every $p$-junta with $p \le \log_2 s$ is a 1-sparse network of $s$ neurons,
# and Conjecture 12 that juntas are hard to learn. This job visits every truth table of $p$
# variables. It evaluates the network of each at every input, and it computes from the spectrum
# which degree each needs for a given loss. Everything is exact, in integers.

# %%
import math

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.juntas import checks as juntas
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.cube import points

# %% tags=["parameters"]
parameters = example(juntas.measure_all_tables)

# %%
job = Job(juntas.measure_all_tables, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# All tables of $p$ variables share one network up to the outer weights $u$: neuron $j$ spells one
# input of the junta in its weights, and $u_j$ is the value of the table there. The $p$ is from the
# middle of the job's list.

# %%
p = sorted(given.variables)[len(given.variables) // 2]
n = max(p + given.extra, 1)
tables = juntas.all_truth_tables(p)
shared = juntas.shared_network(p, n)
print(f"p = {p}: {len(tables)} tables; the network has {n} inputs and {shared.network.s} neurons")
print("weights:", shared.network.w.astype(int).tolist(), " biases:", shared.network.b.tolist())

# %% [markdown]
# ## One evaluation
#
# The ReLUs at the inputs: exactly one neuron is active at each, and it has the value 1. So the
# network has there the value that the table has. The junta below is −1 where all $p$ variables are
# −1, and 1 elsewhere.

# %%
number = len(tables) // 2
u = tables[number, shared.pattern]
pd.DataFrame(
    {
        "x": [str(tuple(row)) for row in points(n).tolist()],
        "ReLUs": [str(row.astype(int).tolist()) for row in shared.relus],
        "network": shared.relus @ u,
        "junta": tables[number, shared.seen],
    }
)

# %% [markdown]
# How many of the tables of $p$ variables each degree leaves at which least loss, which is
# $\tfrac{1}{2}\sum \hat f(T)^2$ over $\lvert T\rvert > d$:

# %%
losses_left = pd.DataFrame(juntas.best_losses(tables) / (2 * 4**p)).rename_axis("degree", axis=1)
losses_left.apply(pd.Series.value_counts).fillna(0).astype(int).rename_axis("least loss")

# %% [markdown]
# ## The comparison that becomes a record
#
# One number stands for all tables of $p$ variables: how many of them have a wrong value at some
# input, how many need degree $p$. Theorem 13 is compared as it is printed and as it is corrected
# for $p = 0$.

# %%
recorder = Recorder("theorem-13", {})
juntas.compare_inclusion(recorder, p, tables, n)
juntas.compare_degrees(recorder.for_claim("conj-12"), p, tables, given.losses)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% [markdown]
# The figure counts the juntas that need the full degree $p$. For loss 0 these are all but the
# tables with as many values 1 at an even number of −1s as at an odd one, $\binom{2^p}{2^{p - 1}}$
# tables. For every loss below $\tfrac{1}{2}$ there remain at least two, the parity of all $p$
# variables and its negative.

# %% alt="Juntas that need degree p against p, for each loss; all lie on or above the line at 2."
full = found.table.query("degree == p and epsilon < 0.5").assign(parities=2)
sizes_seen = np.array(sorted(full["p"].unique()))
every = [2 ** (2 ** int(q)) for q in sizes_seen]
none = [math.comb(2 ** int(q), 2 ** (int(q) - 1)) for q in sizes_seen]
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
axes.plot(sizes_seen, every, ":", color=COLOURS["muted"], label="all juntas")
axes.plot(
    sizes_seen, np.subtract(every, none), color=COLOURS["muted"], label="all but C(2^p, 2^(p−1))"
)
for i, (epsilon, group) in enumerate(full.groupby("epsilon")):
    axes.plot(
        group["p"],
        group["juntas"],
        MARKERS[i % len(MARKERS)],
        color=SERIES[i % len(SERIES)],
        label=f"measured, loss {epsilon:.4g}",
    )
axes.axhline(2, ls="--", color=COLOURS["sharp"], label="proved: at least 2, the parities")
axes.set(yscale="log", xticks=sizes_seen)
axes.set_xlabel("variables of the junta, p")
axes.set_ylabel("juntas that need degree p")
axes.set_title("Some juntas need the full degree for every loss below ½: at least the parities")
axes.legend()
plt.show()

# %%
print(
    job.worst_instance(
        "parities",
        "juntas",
        says="At least two juntas of p variables need degree p for a loss below ½",
        at=["p", "epsilon"],
        table=full.sort_values(["p", "epsilon"], ascending=False),
    )
)
