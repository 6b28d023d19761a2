# %% [markdown]
# # The steps of Theorems M and N: learning without knowing the support
#
# Theorem M's learner is told neither the distribution nor its support. Theorem N is about every
# clipped empirical risk minimiser that is sparse on further points. This job computes each step of
# the proofs on small instances, in fractions where it can, and compares the constants along axes.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.sample_complexity.checks import separated, unknown_support
from sparse_activations.style import COLOURS, MARKERS
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(unknown_support.measure_unknown_support)

# %%
job = Job(unknown_support.measure_unknown_support, parameters)
given = job.values

# %% [markdown]
# ## One greedy code
#
# A neuron $v$ at four points, by its products with them. A multiple $\eta$ of a point is added to
# $p$ while some product is off by more than $\eta$. There are at most $1/\eta^2$ additions.

# %%
products = [Fraction(3, 5), Fraction(-4, 5), Fraction(0), Fraction(2, 5)]
gram = [[Fraction(int(i == j)) for j in range(4)] for i in range(4)]
table = []
for eta in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)):
    steps, code = unknown_support.greedy_code(products, gram, eta)
    table.append(
        {"η": str(eta), "additions": steps, "1/η²": str(1 / eta**2), "code": [str(p) for p in code]}
    )
pd.DataFrame(table)

# %% [markdown]
# ## One family of separated vectors
#
# Any two members differ by 2 or more at some index. An object is a set of indices with a pair of
# values for each, two or more apart; it is shattered if each choice of values occurs.

# %%
family = separated.drawn_family(3, 3, generator(given.seed, "sample_complexity", "notebook"))
print("members:", family)
print("objects that are shattered:", separated.n_shattered([family], 3))

# %% [markdown]
# ## The comparison that becomes a record
#
# Each neuron of a drawn network is replaced by its code. The most additions are compared with
# $1/\eta^2$, and the largest error of the network with $t$.

# %%
recorder = Recorder("theorem-5", {})
rng = generator(given.seed, "sample_complexity", "unknown_support", "network", 0)
unknown_support.compare_code(recorder, 0, rng)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Sizes against n on logarithmic axes: labels with slope 1, points in all with slope 3/2."
figure, ax = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
shown = found.table[found.table["axis"] == "growth"].sort_values("n")
for i, (column, colour, text) in enumerate(
    (
        ("points", "second", "points in all that are enough for every clipped ERM"),
        ("labels", "sharp", "labels that are enough for it"),
        ("learner", "third", "samples of Theorem M's learner"),
        ("worst", "measured", "points that the worst clipped ERM needs"),
        ("many", "muted", "labels that every learner needs"),
    )
):
    ax.plot(shown["n"], shown[column], MARKERS[i], ls="-", color=COLOURS[colour], label=text)
ax.set_xscale("log", base=2)
ax.set_yscale("log")
ax.set_xlabel("dimension n")
ax.set_ylabel("samples, with all constants and logarithms")
ax.set_title("With its logarithms each bound has nearly the slope of what is needed")
figure.legend(loc="outside lower center", ncols=1)
plt.show()

# %%
print(
    job.worst_instance(
        "needed",
        "learner",
        says="What every learner needs is at most what Theorem M's learner is given",
        at=["n", "s", "k", "W", "B", "inverse_loss", "exponent"],
        table=found.table[found.table["needed"] > 0],
    )
)
