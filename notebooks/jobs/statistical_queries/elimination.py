# %% [markdown]
# # Parities from samples, by elimination over GF(2)
#
# That statistical queries do not learn parities says nothing of learners that see samples:
# elimination over $\mathrm{GF}(2)$ finds a parity from few more than $m$ noiseless samples, at $m$
# in the hundreds. One label in ten that is flipped breaks it. This job measures both, against the
# exact probability that a random matrix has full rank.

# %%
from itertools import islice

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.statistical_queries.checks import elimination
from sparse_activations.style import COLOURS, MARKERS, SERIES, draw_rates
from sparseact.learning.parity import full_rank_probability, solve_parity

# %% tags=["parameters"]
parameters = example(elimination.measure_elimination)

# %%
job = Job(elimination.measure_elimination, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# Samples of a parity without noise: points, a random subset of the coordinates, and the parity of
# each point on it. There are a few more samples than bits.

# %%
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
# ## One elimination
#
# The first trials of this experiment. Where the rank is $m$ the solution is the parity; where it is
# less, several parities agree with all labels. With one label flipped, the equations contradict
# each other, or have another solution.


# %%
def told(answer, subset):
    return "nothing" if answer is None else "it" if np.array_equal(answer, subset) else "another"


shown = []
for y, subset, labels in first:
    flipped = labels.copy()
    flipped[0] *= -1
    solution = solve_parity(y, labels)
    shown.append(
        {
            "bits of the parity": int(subset.sum()),
            "rank": solution.rank,
            "elimination finds": told(elimination.eliminate(y, labels), subset),
            "with a flipped label": told(elimination.eliminate(y, flipped), subset),
            "equations consistent then": solve_parity(y, flipped).consistent,
        }
    )
pd.DataFrame(shown)

# %% [markdown]
# ## The comparison that becomes a record
#
# All $k \times m$ matrices of one size are counted; each label in turn is flipped; and the success
# rate of the experiment above is compared with the probability that $k$ samples determine the
# parity.

# %%
recorder = Recorder("theorem-14", {})
elimination.count_full_rank(recorder, *given.counted[len(given.counted) // 2])
elimination.compare_flips(recorder, given.seed, given.fragile[0], given.fragile[0] + given.extra)
share = elimination.level_of_each(given.level, planned)
row = elimination.compare_rate(recorder, given.seed, here, share, given.slack)
print(f"{row['successes']} of {row['trials']} trials succeed, a rate of", end=" ")
print(f"{row['successes'] / row['trials']:.4f}; the probability is {row['exact']:.4f}")
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Success rates of elimination on the exact curves: near 1 without noise, falling with it."
table = found.table
figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.2), sharey=True, layout="constrained")
clean = table[(table["noise"] == 0) & table["m"].isin(given.curves)]
for i, (m, group) in enumerate(clean.groupby("m")):
    beyond = group["samples"] - m + 0.15 * (i - (len(given.curves) - 1) / 2)
    style = {"fmt": MARKERS[i], "color": SERIES[i], "label": f"elimination, m = {m}"}
    draw_rates(left, beyond, group, **style)
exact = [float(full_rank_probability(m + more, m)) for more in range(max(given.surpluses) + 1)]
left.plot(exact, color=COLOURS["sharp"], label=f"exact probability, m = {m}")
left.set_xticks(range(len(exact)))
left.set_xlabel("samples beyond m")
left.set_ylabel("share of trials in which the parity is found")
left.set_title("Without noise m + O(1) samples are enough")
left.legend(loc="lower right")
named = {
    "elimination, no noise": (table["noise"] == 0) & (table["samples"] == table["m"] + given.extra),
    f"elimination, noise {given.noise:g}": (table["noise"] > 0)
    & (table["learner"] == "elimination"),
    f"likeliest parity, noise {given.noise:g}": table["learner"] == "likeliest parity",
}
for i, (label, chosen) in enumerate(named.items()):
    draw_rates(
        right, table["m"][chosen], table[chosen], fmt=MARKERS[i + 2], color=SERIES[i], label=label
    )
grid = np.geomspace(min(given.noisy), table["m"].max(), 200)
right.plot(grid, (1 - given.noise) ** grid, color=COLOURS["sharp"], label=f"{1 - given.noise:g}^m")
right.set_xscale("log", base=2)
right.set_xlabel("bits m")
right.set_title(f"A share {given.noise:g} of flipped labels breaks elimination")
right.legend(loc="center right")
plt.show()

# %%
print(
    job.worst_instance(
        "off",
        "room",
        says=f"The rate of elimination is within {given.slack:g} of its exact probability",
        at=["m", "samples", "noise"],
        table=table.assign(
            off=(table["successes"] / table["trials"] - table["exact"]).abs(), room=given.slack
        ),
    )
)
