# %% [markdown]
# # Learning curves of the low-degree algorithm
#
# How the excess loss over half the tail falls with the samples, for one network of each kind, at
# several degrees. Next to it is what theory predicts: exactly in the mean for averages, and as for
# Gaussian columns for regression. The second is a heuristic, so this job makes a table and no
# records.

# %%
import pandas as pd

from awasthi2024.low_degree.checks.curves import (
    curve_networks,
    mean_excess,
    measure_curves,
    predicted_excess,
)
from awasthi2024.low_degree.figures import draw_curves
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_2
from sparseact.cube import popcounts, walsh_transform

# %% tags=["parameters"]
parameters = example(measure_curves)

# %% [markdown]
# ## One instance
#
# A random network with its spectrum: what a polynomial of degree $d$ can have of it, and the tail.
# The degree is from the middle of the job’s list.

# %%
job = Job(measure_curves, parameters)
given = job.values
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

# %% alt="Mean excess loss against samples, a panel for each family: points along falling lines."
job.figure(draw_curves)

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
