# %% [markdown]
# # The smallest instances at which a printed sample size is too small
#
# Lemma 18 and Theorem 17 give sample sizes with a constant that the paper leaves open. For each
# constant this job finds an instance on which the printed number of samples leaves every learner
# with a probability of failing above $\delta$. The failure is that of two points: a target cannot
# be told from 0 while the sample has missed one of them.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt

from claimcheck.job import Job, example
from sparse_activations.sample_complexity.checks import counterexamples
from sparse_activations.style import COLOURS, MARKERS, SERIES

# %% tags=["parameters"]
parameters = example(counterexamples.measure_counterexamples)

# %%
job = Job(counterexamples.measure_counterexamples, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The class $\lbrace 0, -\lambda\sigma(x)\rbrace$ on the points 1 and −1, with $c$ and $\varepsilon$
# from the middle of the lists. Its supremum is 0, so the sample size of Lemma 18 does not depend on
# $\lambda$. The larger $\lambda$ is, the smaller a mass at the point 1 already makes a loss above
# $\varepsilon$.

# %%
c, epsilon = given.constants[len(given.constants) // 2], given.losses[len(given.losses) // 2]
record, row = counterexamples.lemma_two_functions(c, epsilon)
instance = record.records[0].instance
print("W = λ, and the point 1 has the mass 1/q:", dict(instance))
print("the printed sample size, with C_H = 0:", instance["m"])

# %% [markdown]
# ## One failure
#
# With probability $(1 - 1/q)^m$ the sample misses the point of mass $1/q$. Then the learner does
# not know which of the two functions labels it, and is wrong on one of them with probability at
# least one half.

# %%
q = int(instance["mass"].partition("/")[2])
loss = Fraction(instance["W"]) ** 2 / 8 / q
missed = (1 - 1 / q) ** instance["m"]
print(f"a wrong guess costs at least λ²/(8q) = {float(loss):.6g}, and ε = {epsilon}")
print(f"the sample misses the point with probability {missed:.6g}, so failure is {missed / 2:.6g}")
print("δ =", instance["delta"], "=", 2.0 ** -int(instance["delta"].rpartition("-")[2]))

# %% [markdown]
# ## The comparison that becomes a record
#
# The probability of failing against $\delta$: above it, the statement fails. Where $m$ is large,
# the two are compared by their logarithms, $\ln(1/\cdot)$, and then the smaller one is the failure.

# %%
print("ln(1/failure) =", row["nats_failure"], " ln(1/δ) =", row["nats_delta"])
job.rows(record.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in record.records)
job.tally()

# %% alt="For every constant each printed size leaves a failure above δ: exponents below 1."
failures = found.table.dropna(subset=["nats_failure"])
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
statements = failures.groupby("statement", sort=False)
for i, (statement, group) in enumerate(statements):
    # Side by side, since they would hide one another.
    axes.plot(
        group["c"] * 1.12 ** (i - (len(statements) - 1) / 2),
        group["nats_failure"] / group["nats_delta"],
        MARKERS[i],
        color=SERIES[i],
        label=statement,
    )
axes.axhline(1, ls="--", color=COLOURS["paper"], label="promised: 1 or more")
axes.set_xscale("log")
axes.set_ylim(0, 1.1)
axes.set_xlabel("constant c of the printed sample size (drawn side by side)")
axes.set_ylabel("exponent y of a failure δ^y none avoids")
axes.set_title("At the printed sample sizes every learner fails with probability above δ")
axes.legend(loc="lower left", ncols=2)
plt.show()

# %%
exponent = failures["nats_failure"] / failures["nats_delta"]
nearest = failures.loc[exponent.idxmax()]
print(
    f"That the printed samples leave a failure of at most δ fails in {int((exponent < 1).sum())} "
    f"of {len(failures)} rows; it is nearest to the truth at "
    f"{nearest['statement']}, c = {nearest['c']}, ε = {nearest['epsilon']}, "
    f"where failure is at least δ^{exponent.max():.4f}."
)
