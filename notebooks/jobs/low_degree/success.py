# %% [markdown]
# # How often the low-degree algorithm succeeds
#
# In every trial this job draws new members of a class and new samples, and fits. It computes the
# loss over the whole cube from the spectrum. At the proved numbers of samples the job tests
# $1 - \delta$. At smaller numbers the rates show how far the proved numbers are from the necessary
# numbers.

# %%
from awasthi2024.low_degree.checks.success import (
    compare_success,
    measure_success,
    member,
    setting_of,
)
from awasthi2024.low_degree.figures import draw_success
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_2
from sparseact.cube import walsh_transform
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(measure_success)

# %% [markdown]
# ## One instance
#
# A member of the class with the smallest $\varepsilon$, as the first trial draws it, and the
# samples that are proved to be enough.

# %%
job = Job(measure_success, parameters)
given = job.values
setting = min(
    (setting_of(**sizes) for sizes in given.settings), key=lambda setting: setting.epsilon
)
n, d, C, epsilon = setting.n, setting.d, setting.C, setting.epsilon
rng = generator(given.seed, "low_degree", "success", "proved", *setting, 0)
values = member(setting, rng)
spectrum = walsh_transform(values)
proved = section_2.lemma_7_proved_samples(n, d, C, epsilon, given.delta)
print(setting.parameters)
print(f"values from {values.min():g} to {values.max():g}; monomials: {section_2.n_monomials(n, d)}")
print("samples, averages:", proved, " regression:", section_2.regression_samples(n, d, given.delta))

# %% [markdown]
# ## The comparison that becomes a record
#
# How often averages succeed at their proved size, over all trials: statistical records, each at its
# part of the error budget. A class of networks has one record more than a class of juntas, the
# record of Theorem 8.

# %%
level = given.level / sum(
    2 if setting_of(**sizes).kind == "network" else 1 for sizes in given.settings
)
table = compare_success(
    job.recorder, setting, given.delta, seed=given.seed, trials=given.trials, level=level
)
job.rows()

# %% [markdown]
# ## The complete run

# %%
measurement = job.run()
job.tally()

# %% [markdown]
# The figure shows the class above; the intervals have 95% each.

# %% alt="The fraction of successes against samples, rising to 1 before the proved sizes."
job.figure(draw_success)

# %%
at_sizes = measurement.table[measurement.table["size"] != "curve"]
job.worst_instance(
    "required",
    "rate",
    says="At these sizes the loss is at most ε in a fraction of at least 1 − δ of the trials",
    columns=["class", "n", "d", "size"],
    table=at_sizes.assign(
        required=1 - given.delta, rate=at_sizes["successes"] / at_sizes["trials"]
    ),
)
