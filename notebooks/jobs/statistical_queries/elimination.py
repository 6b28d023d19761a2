# %% [markdown]
# # Parities from samples, by elimination over GF(2)
#
# Elimination over $\mathrm{GF}(2)$ finds a parity from few more than $m$ noiseless samples, at $m$
# in the hundreds. One label in ten that is flipped breaks it. This job measures both, against the
# exact probability that a random matrix has full rank.

# %%
from itertools import islice

import numpy as np

from awasthi2024.statistical_queries.checks import elimination
from awasthi2024.statistical_queries.figures import draw_elimination
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(elimination.measure_elimination)

# %% [markdown]
# ## One instance
#
# Samples of a parity without noise: points, a random subset of the coordinates, and the parity of
# each point on it. There are a few more samples than bits.

# %%
job = Job(elimination.measure_elimination, parameters)
given = job.values
planned = elimination.plan(
    given.extra,
    given.curves,
    given.surpluses,
    given.large,
    given.trials,
    given.noise,
    given.noisy,
    given.likeliest,
)
m, more = min(given.curves), given.surpluses[len(given.surpluses) // 2]
here = next(one for one in planned if one.m == m and one.samples == m + more and not one.noise)
first = list(islice(here.draws(given.seed), 12))
y, subset, labels = first[0]
print(
    f"{here.samples} samples of {m} bits; the first parity is on {np.flatnonzero(subset).tolist()}"
)

# %% [markdown]
# ## The comparison that becomes a record
#
# All $k \times m$ matrices of one size are counted; each label in turn is flipped; and the success
# rate of the experiment above is compared with the probability that $k$ samples determine the
# parity.

# %%
recorder = job.recorder
elimination.count_full_rank(recorder, *given.counted[len(given.counted) // 2])
elimination.compare_flips(recorder, given.seed, given.fragile[0], given.fragile[0] + given.extra)
share = elimination.level_of_each(given.level, planned)
row = elimination.compare_rate(recorder, given.seed, here, share, given.slack)
print(f"{row['successes']} of {row['trials']} trials succeed, a rate of", end=" ")
print(f"{row['successes'] / row['trials']:.4f}; the probability is {row['exact']:.4f}")
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Left, successes against extra samples; right, with noise, against m."
table = found.table
job.figure(draw_elimination)

# %%
job.worst_instance(
    "off",
    "room",
    says=f"The rate of elimination is within {given.slack:g} of its exact probability",
    at=["m", "samples", "noise"],
    table=table.assign(
        off=(table["successes"] / table["trials"] - table["exact"]).abs(), room=given.slack
    ),
)
