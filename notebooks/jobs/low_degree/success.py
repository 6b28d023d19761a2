# %% [markdown]
# # How often the low-degree algorithm succeeds
#
# Lemma 7 and Theorem 8 promise success with probability $1 - \delta$ from a number of samples. This
# job draws members of a class and samples afresh in every trial, fits, and takes the loss over the
# whole cube from the spectrum. At the proved numbers of samples it is a test; at smaller numbers
# the rates show how far these are from what is needed.

# %%
import warnings

import matplotlib.pyplot as plt
import numpy as np

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.low_degree.checks.samples import estimation_error, sample
from sparse_activations.low_degree.checks.success import (
    compare_success,
    measure_success,
    member,
    setting_of,
)
from sparse_activations.style import COLOURS, draw_rates
from sparseact.bounds import section_2
from sparseact.cube import points, walsh_transform
from sparseact.learning.low_degree import FewSamplesWarning, LowDegreeRegressor
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(measure_success)

# %%
job = Job(measure_success, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# A member of the class with the least $\varepsilon$, as the first trial draws it, and the samples
# that are proved to be enough.

# %%
setting = min((setting_of(**one) for one in given.settings), key=lambda one: one.epsilon)
n, d, C, epsilon = setting.n, setting.d, setting.C, setting.epsilon
rng = generator(given.seed, "low_degree", "success", "proved", *setting, 0)
values = member(setting, rng)
spectrum = walsh_transform(values)
proved = section_2.lemma_7_proved_samples(n, d, C, epsilon, given.delta)
print(setting.parameters)
print(f"values from {values.min():g} to {values.max():g}; monomials: {section_2.n_monomials(n, d)}")
print("samples, averages:", proved, " regression:", section_2.regression_samples(n, d, given.delta))

# %% [markdown]
# ## One fit
#
# Averages and regression on the same samples: the loss is half of the tail and of the squared
# error of the coefficients.

# %%
for m in (given.sizes[0], given.sizes[len(given.sizes) // 2], proved):
    x, numbers = sample(rng, points(n), m)
    for method in ("averages", "regression"):
        with warnings.catch_warnings():
            # The question is how few samples are enough.
            warnings.simplefilter("ignore", FewSamplesWarning)
            model = LowDegreeRegressor(d, method).fit(x, values[numbers])
        tail = float((spectrum**2).sum()) - float((spectrum[model.masks_] ** 2).sum())
        loss = (tail + estimation_error(model, spectrum)) / 2
        print(f"{m} samples, {method}: loss {loss:.3g}, allowed {float(epsilon):.3g}")

# %% [markdown]
# ## The comparison that becomes a record
#
# How often each method succeeds at its proved size, and at the paper’s, over all trials:
# statistical records, each at its share of the error budget. A class of networks has two records
# more than a class of juntas, those of Theorem 8.

# %%
recorder = Recorder("lemma-7", {})
share = given.level / sum(5 if setting_of(**one).kind == "network" else 3 for one in given.settings)
table = compare_success(
    recorder, setting, given.delta, seed=given.seed, trials=given.trials, level=share
)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% [markdown]
# The figure shows the class above; the intervals have 95% each.

# %% alt="Success rates by samples: both methods pass 1 − δ far below the sizes that are proved."
own = setting.parameters | {"epsilon": float(epsilon)}
shown = found.table[np.all([found.table[key] == value for key, value in own.items()], axis=0)]
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for method, marker, colour in (("averages", "s", "third"), ("regression", "o", "measured")):
    group = shown[(shown["method"] == method) & (shown["size"] == "curve")]
    draw_rates(axes, group["m"], group, fmt=f"{marker}-", color=COLOURS[colour], label=method)
sized = shown.set_index("size")["m"]
axes.axhline(1 - given.delta, color=COLOURS["muted"], lw=1, label="1 − δ")
axes.axvline(sized["averages"], ls="--", color=COLOURS["sharp"], label="proved for averages")
axes.axvline(sized["regression"], ls=":", color=COLOURS["sharp"], label="proved for regression")
axes.axvline(sized["printed"], ls="--", color=COLOURS["paper"], label="Lemma 7, constant 1")
axes.set(xscale="log", ylim=(-0.05, 1.05))
axes.set_xlabel("samples")
axes.set_ylabel("share of the trials with a loss of at most ε")
axes.set_title("Both methods succeed from far fewer samples than are proved to be enough")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
at_sizes = found.table[found.table["size"] != "curve"]
print(
    job.worst_instance(
        "asked",
        "rate",
        says="At these sizes the loss is at most ε in a share of at least 1 − δ of the trials",
        at=["class", "n", "d", "size"],
        table=at_sizes.assign(
            asked=1 - given.delta, rate=at_sizes["successes"] / at_sizes["trials"]
        ),
    )
)
