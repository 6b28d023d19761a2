# %% [markdown]
# # Learning curves of the low-degree algorithm
#
# How the excess loss over half the tail falls with the samples, for one network of each kind, at
# several degrees. Beside it stands what theory predicts: exactly in the mean for averages, and as
# for Gaussian columns for regression. The second is a heuristic, so this job makes a table and no
# records.

# %%
import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job import Job, example
from sparse_activations.low_degree.checks.curves import (
    curve_networks,
    mean_excess,
    measure_curves,
    predicted_excess,
)
from sparse_activations.low_degree.checks.samples import estimation_error, sample
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_2
from sparseact.cube import points, popcounts, walsh_transform
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(measure_curves)

# %%
job = Job(measure_curves, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# A random network with its spectrum: what a polynomial of degree $d$ can have of it, and the tail.
# The degree is from the middle of the job’s list.

# %%
family = "random"
network = curve_networks(given.seed, given.n)[family]
values = network.values()
spectrum = walsh_transform(values)
d = given.degrees[len(given.degrees) // 2]
kept = popcounts(given.n) <= d
low, tail = (float((spectrum[part] ** 2).sum()) for part in (kept, ~kept))
monomials = section_2.n_monomials(given.n, d)
print(f"{family}: {network.s} neurons; degree {d}: {monomials} monomials")
print(f"Σ ĥ(T)² up to degree {d}: {low:.4g}, the tail above it: {tail:.4g}")

# %% [markdown]
# ## One fit
#
# Averages on the first sample of each size: the excess of this one fit, beside the prediction for
# the mean.

# %%
for m in given.sizes:
    rng = generator(given.seed, "low_degree", "curves", family, d, "averages", m, 0)
    x, numbers = sample(rng, points(given.n), m)
    model = LowDegreeRegressor(d, "averages").fit(x, values[numbers])
    predicted = predicted_excess("averages", tail, low, monomials, m)
    print(f"{m} samples: {estimation_error(model, spectrum) / 2:.4g}, predicted {predicted:.4g}")

# %% [markdown]
# ## The comparison that becomes a record
#
# There is none in this job, since the prediction for regression is not proved. What is compared is
# the mean excess of all repeats with the prediction, and both stand in the table. For regression
# from fewer samples than monomials nothing is predicted.

# %%
means = {
    (method, m): mean_excess(family, network, d, method, m, given.seed, given.repeats)
    for method in ("averages", "regression")
    for m in given.sizes
}
pd.DataFrame(
    {
        "excess": means,
        "predicted": {
            (method, m): predicted_excess(method, tail, low, monomials, m) for method, m in means
        },
    }
).rename_axis(["method", "samples"])

# %% [markdown]
# ## The whole run

# %%
found = job.run()
here = found.table[(found.table["family"] == family) & (found.table["d"] == d)]
assert here.set_index(["method", "m"])["excess"].to_dict() == means
print(f"{len(found.table)} rows of the table")

# %% alt="Excess loss by samples and degree: the measured points follow the predicted lines."
of_family = found.table[found.table["family"] == family]
figure, panels = plt.subplots(1, 2, figsize=(7.2, 4.2), sharey=True, layout="constrained")
for method, axes in zip(("averages", "regression"), panels, strict=True):
    part = of_family[of_family["method"] == method]
    for i, (degree, group) in enumerate(part.groupby("d")):
        style = {"color": SERIES[i % len(SERIES)]}
        marker = MARKERS[i % len(MARKERS)]
        axes.plot(group["m"], group["excess"], marker, label=f"d = {degree}", **style)
        axes.plot(group["m"], group["predicted"], "--", lw=1, **style)
    axes.set(xscale="log", yscale="log")
    axes.set_xlabel("samples")
    axes.plot([], [], "--", color=COLOURS["muted"], label="predicted")
panels[0].set_title("Averages: as predicted")
panels[1].set_title("Regression: nearly as Gaussian columns")
panels[0].set_ylabel("mean excess loss over half the tail")
panels[0].legend()
plt.show()

# %%
# Without the rows of regression in which nothing, or no loss but rounding, is predicted.
kept_rows = found.table[found.table["predicted"] > 1e-12]
for method, group in kept_rows.groupby("method"):
    ratio = group["excess"] / group["predicted"]
    far = group.loc[abs(ratio - 1).idxmax()]
    print(
        f"The mean excess of {method} is {ratio.min():.3g} to {ratio.max():.3g} times what is "
        f"predicted, in {len(group)} rows; it is farthest from it for {far['family']}, d = "
        f"{far['d']}, m = {far['m']}, with {far['excess']:.4g} against {far['predicted']:.4g}."
    )
