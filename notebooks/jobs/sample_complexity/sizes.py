# %% [markdown]
# # The sample sizes side by side
#
# Theorem 17’s sample size as printed, as its derivation gives it, as corrected, that of Theorem G,
# and the lower bounds: each is a formula in $n$, $s$, $k$, $W$, $B$, $\varepsilon$ and $\delta$.
# This job evaluates them along each axis from a common base, and compares them where one implies
# another.

# %%
import math

import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job import Job, example
from sparse_activations.sample_complexity.checks import sizes
from sparse_activations.style import COLOURS
from sparseact.bounds import samples

# %% tags=["parameters"]
parameters = example(sizes.measure_sizes)

# %%
job = Job(sizes.measure_sizes, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# A point from the middle of an axis: $1/\varepsilon$ if it is among the axes, else the one in the
# middle of the list. The other sizes are those of the base.

# %%
axis = "inverse_loss" if "inverse_loss" in given.axes else list(given.axes)[len(given.axes) // 2]
point = {**given.base, axis: given.axes[axis][len(given.axes[axis]) // 2]}
print(f"along {axis}:", point)

# %% [markdown]
# ## One evaluation
#
# The formulas there. $M = WR + B$ with $R = \sqrt{n}$.

# %%
more, row = sizes.sizes_at(point)
epsilon, delta = 1 / point["inverse_loss"], 0.5 ** point["exponent"]
R = math.sqrt(point["n"])
given = (point["n"], point["s"], point["k"], R, point["W"], point["B"], epsilon, delta)
print("M =", point["W"] * R + point["B"], " ε =", epsilon, " δ =", delta)
print("as printed, by the formula itself:", samples.theorem_17(*given))
pd.DataFrame([row]).T.rename(columns={0: "samples"})

# %% [markdown]
# ## The comparison that becomes a record
#
# Where one size implies another the two are compared, with an allowance for the rounding of
# logarithms.

# %%
job.rows(more)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in more)
job.tally()

# %% alt="The printed, derived and corrected sample sizes along one axis, above the lower bounds."
table = found.table.assign(lower=found.table[["lower_confidence", "lower_dimension"]].max(axis=1))
along = table[table["axis"] == axis].sort_values("value")
figure, panel = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for column, style, colour, text in (
    ("derived", ":", COLOURS["second"], "what Lemma 18 and (15) as printed give"),
    ("printed", "--", COLOURS["paper"], "Theorem 17 as printed, with constant 1"),
    ("smooth", "-.", COLOURS["third"], "Theorem G, with constant 1"),
    ("corrected", "-", COLOURS["sharp"], "Theorem 17 corrected, constants proved"),
):
    panel.plot(
        along["value"], along[column].where(along[column] > 0), style,
        color=colour, marker=".", label=text,
    )  # fmt: skip
panel.fill_between(
    along["value"], 1, along["lower"].clip(lower=1), color=COLOURS["measured"], alpha=0.25,
    label="proved to be not enough",
)  # fmt: skip
panel.set(xscale="log", yscale="log")
panel.set_xlabel("1/ε" if axis == "inverse_loss" else axis)
panel.set_ylabel("samples m")
panel.set_title("What is proved to be enough lies far above what is excluded")
figure.legend(loc="outside lower center", ncols=2)
plt.show()

# %%
print(
    job.worst_instance(
        "lower",
        "corrected",
        says="No number of samples that is excluded is as large as the corrected Theorem 17’s",
        at=["axis", "value"],
        table=table,
    )
)
