# %% [markdown]
# # The smallest instances at which a printed sample size is too small
#
# For each constant this job finds an instance on which the printed number of samples leaves every
# learner with a probability of failing above $\delta$. The failure is that of two points: a target
# cannot be told from 0 while the sample has missed one of them.

# %%
from awasthi2024.sample_complexity.checks import counterexamples
from awasthi2024.sample_complexity.figures import draw_failure
from paperclaims.checks.job import Job, example

# %% tags=["parameters"]
parameters = example(counterexamples.measure_counterexamples)

# %% [markdown]
# ## One instance
#
# The class $\lbrace 0, -\lambda\sigma(x)\rbrace$ on the points 1 and −1, with $c$ and $\varepsilon$
# from the middle of the lists. Its supremum is 0, so the sample size of Lemma 18 does not depend on
# $\lambda$. The larger $\lambda$ is, the smaller a mass at the point 1 already makes a loss above
# $\varepsilon$.

# %%
job = Job(counterexamples.measure_counterexamples, parameters)
given = job.values
c, epsilon = given.constants[len(given.constants) // 2], given.losses[len(given.losses) // 2]
record, row = counterexamples.lemma_two_functions(c, epsilon)
instance = record.records[0].instance
print("W = λ, and the point 1 has the mass 1/q:", dict(instance))
print("the printed sample size, with C_H = 0:", instance["m"])

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
job.tally()

# %% alt="How many percent of δ’s zeros the failure of every learner lacks, all above 0."
failures = found.table.dropna(subset=["nats_failure"])
job.figure(draw_failure)

# %%
exponent = failures["nats_failure"] / failures["nats_delta"]
nearest = failures.loc[exponent.idxmax()]
print(
    f"That the printed samples leave a failure of at most δ fails in {int((exponent < 1).sum())} "
    f"of {len(failures)} rows; it is nearest to the truth at "
    f"{nearest['statement']}, c = {nearest['c']}, ε = {nearest['epsilon']}, "
    f"where failure is at least δ^{exponent.max():.4f}."
)
