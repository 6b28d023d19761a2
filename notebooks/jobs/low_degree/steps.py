# %% [markdown]
# # The lines of Theorem 8’s proof, of Lemma 7 and of the agnostic case
#
# This job evaluates the lines one after another on networks with exact spectra, and the
# inequalities that hold no network over a grid. The lines that fail as printed are those that the
# corrected proofs avoid.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt

from claimcheck.checks.job import Job, example
from sparse_activations.low_degree.checks.steps import compare_lines, measure_steps, networks_of
from sparse_activations.shared.network_families import is_theorem_b
from sparse_activations.shared.style import COLOURS, draw_groups
from sparse_activations.shared.tails import described

# %% tags=["parameters"]
parameters = example(measure_steps)

# %% [markdown]
# ## One instance
#
# One of Theorem B’s networks of four variables. All of its weight is at degree 4.

# %%
job = Job(measure_steps, parameters)
given = job.values
networks = networks_of(given.seed, given.dimensions)
hardest = [one for one in networks if is_theorem_b(one)]
instance = max(hardest, key=lambda one: one.parameters["p"])
print(described(instance), " largest |h|:", abs(instance.network.values()).max())

# %% [markdown]
# ## The comparison that becomes a record
#
# Every line that says something of this network is compared; below are the records of the tail at
# this $\rho$, and how all of them came out.

# %%
fractions = [Fraction(rho) for rho in given.rhos]
rho = fractions[len(fractions) // 2]
recorder = job.recorder.where(**described(instance))
compare_lines(recorder, given.seed, instance, fractions, given.epsilons)
job.rows([one for one in recorder.records if one.instance.get("rho") == float(rho)])

# %%
job.tally(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% [markdown]
# The proof takes a $\rho = 1 - c \cdot (\dots)$ and says that Lemma 10 bounds the noise sensitivity
# there by $\varepsilon/3$. The table has Lemma 10’s bound at that $\rho$ as a multiple of
# $\varepsilon/3$, for $\varepsilon = 2^{-1}$, $2^{-2}$ and so on.

# %% alt="Lemma 10’s bound over ε/3 as ε falls: for each constant c it grows and passes 1."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
draw_groups(axes, found.table, ["c"], "exponent", "ratio", "c = {:g}", ls="-", marker="")
axes.axhline(1, ls="--", color=COLOURS["paper"], label="the proof needs: at most 1")
axes.set(yscale="log")
axes.set_xlabel("log₂(1/ε)")
axes.set_ylabel("Lemma 10’s bound over ε/3")
axes.set_title("At the printed ρ Lemma 10 does not give ε/3 if ε is small, whatever c is")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
job.worst_instance(
    "ratio",
    "needed",
    says="At the printed ρ Lemma 10’s bound is at most 1 times ε/3",
    at=["c", "log₂(1/ε)"],
    table=found.table.assign(needed=1.0).rename(columns={"exponent": "log₂(1/ε)"}),
)
