# %% [markdown]
# # The displayed formulas of the reduction from rounding
#
# This job checks each displayed formula for all secrets $w$ and all vectors $y$. The printed sum
# has the square in the wrong place; the corrected one is right.

# %%
import matplotlib.pyplot as plt
import numpy as np

from claimcheck.checks.job import Job, example
from sparse_activations.rounding.checks import formulas
from sparse_activations.rounding.checks.vectors import all_vectors, label
from sparse_activations.shared.style import COLOURS
from sparseact.bounds import section_4
from sparseact.quadratic_lift import affine_form, binary_code

# %% tags=["parameters"]
parameters = example(formulas.measure_formulas)

# %% [markdown]
# ## One instance
#
# The vectors of a case from the middle of the list, their codes of $\pm 1$, and one secret as an
# affine form of the code.

# %%
job = Job(formulas.measure_formulas, parameters)
given = job.values
case = given.cases[len(given.cases) // 2]
q, m, p = case["q"], case["m"], case["p"][len(case["p"]) // 2]
y = all_vectors(q, m)
z = binary_code(y, q)
w = y[-1]
v, shift = affine_form(w, q)
print(f"q = {q}, m = {m}, p = {p}: {len(y)} vectors; w = {w.tolist()}")
print("y and its code:", y[-1].tolist(), z[-1].tolist())
print("v =", v.tolist(), " shift =", shift, " ⟨v, z(y)⟩ + shift =", float(z[-1] @ v + shift))

# %% [markdown]
# ## The comparison that becomes a record
#
# For each formula the instances at which it is right are counted: secrets and vectors, or values of
# $t$ for the two sums. Where the lift has at most four coordinates, the signs that could be the
# lifted weights are counted too, one record for each neuron.

# %%
t = np.arange(section_4.lwr_largest_product(q, m) + 1)
formulas.compare_formulas(job.recorder.where(q=q, m=m), y, case["p"])
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The printed sum grows far above the labels; the corrected sum has the labels."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for sums, style, colour, text in (
    (formulas.printed_sum(t, q, p, m), "s", COLOURS["paper"], "the printed sum"),
    (formulas.corrected_sum(t, q, p, m), "o", COLOURS["sharp"], "the corrected sum"),
):
    axes.plot(t, [float(total) for total in sums], style, color=colour, label=text)
style = {"color": COLOURS["measured"], "label": "the label that is wanted"}
axes.plot(t, label(t, q, p), "o", mfc="none", ms=10, **style)
axes.set_yscale("symlog")
axes.set_ylim(bottom=-0.1)
axes.set_xlabel(f"product ⟨w, y⟩, for q = {q}, m = {m}, p = {p}")
axes.set_ylabel("sum, linear up to 1 and logarithmic above")
axes.set_title("The printed sum leaves the label far behind; the corrected one is the label")
axes.legend()
plt.show()

# %%
right = found.table[found.table["printed_sum_right"] == found.table["values"]]
corrected = [one.holds for one in found.records if one.statement == "sum-corrected"]
print(
    f"The printed sum is the label at every value in {len(right)} of {len(found.table)} cases"
    + (f", which have p = {sorted(set(right['p']))}" if len(right) else "")
    + f"; the corrected sum is in {sum(corrected)} of {len(corrected)}."
)
