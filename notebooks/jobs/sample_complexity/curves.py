# %% [markdown]
# # Learning curves of planted sparse and dense networks
#
# How many samples a learner needs for a planted network, as $s$, $n$ and $k$ vary: $k$-sparse
# forests, and dense networks beside them. Inputs come from a Markov chain. A fit that fails to
# optimise is not read as one that lacks samples. The curves illustrate; nothing follows from them
# for all learners, so this job makes a table and no records.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from pandas.testing import assert_frame_equal

from claimcheck.job import Job, example
from sparse_activations.sample_complexity.checks import curves
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(curves.measure_curves)

# %%
job = Job(curves.measure_curves, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# A cell from the middle of the list: its target, its parameters, and the sample sizes.

# %%
cell = given.cells[len(given.cells) // 2]
grid = sorted(given.multiples)
print(
    {key: cell[key] for key in ("target", "n", "s", "k")},
    f"{cell['s'] * (cell['n'] + 1)} parameters",
)
print("samples:", [curves.sample_size(cell, multiple) for multiple in grid])

# %% [markdown]
# ## One fit at each sample size
#
# The first target of the cell for each sample size, as the run draws them: errors as shares of the
# variance.

# %%
options = {"accuracy": given.accuracy, "tests": given.tests, "restarts": given.restarts}
fits = [
    curves.fit_planted(
        cell, multiple, generator(given.seed, *curves.label_of(cell), 0, j), **options
    )
    for j, multiple in enumerate(grid)
]
names = ["training error", "test error", "W", "B", "variance"]
pd.DataFrame(fits, columns=names, index=[curves.sample_size(cell, part) for part in grid])

# %% [markdown]
# ## The comparison that becomes a record
#
# There is none in this job. All targets of the cell give rows of the table: how many fits were
# optimised and learned, the samples needed, and beside them the sample sizes that are claimed and
# proved.

# %%
curve = pd.DataFrame(
    curves.learning_curve(given.seed, cell, given.multiples, given.repeats, **options)
)
curve

# %% [markdown]
# ## The whole run

# %%
found = job.run()
place = (len(given.cells) // 2) * len(given.multiples)
assert_frame_equal(curve, found.table.iloc[place : place + len(curve)].reset_index(drop=True))
print(f"{len(found.table)} rows of the table, the ones above among them")

# %% alt="Training and test errors against samples per unknown, for trees and for dense networks."
base = found.table[found.table["n"] == given.cells[0]["n"]]
figure, panels = plt.subplots(1, 2, figsize=(7.2, 4.2), layout="constrained", sharey=True)
for axes, target, sparsity in zip(panels, ("forest", "dense"), ("1", "s"), strict=True):
    chosen = base[(base["target"] == target) & ((base["k"] == 1) | (target == "dense"))]
    for i, (s, group) in enumerate(chosen.groupby("s")):
        # A size that has several cells is drawn once.
        group = group.drop_duplicates("m").sort_values("m")
        x = group["m"] / (s * (group["n"] + 1))
        axes.plot(
            x, np.maximum(group["test"], 1e-6), MARKERS[i % len(MARKERS)], ls="-",
            color=SERIES[i % len(SERIES)], label=f"s = {s}, test",
        )  # fmt: skip
        axes.plot(
            x, np.maximum(group["train"], 1e-6), MARKERS[i % len(MARKERS)], ls=":", mfc="none",
            color=SERIES[i % len(SERIES)], label=f"s = {s}, training",
        )  # fmt: skip
    axes.axhline(given.accuracy, ls="--", color=COLOURS["muted"], label="accuracy asked")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("samples per unknown, m/(s(n + 1))")
    axes.set_title(f"{'Trees' if target == 'forest' else 'Dense networks'}, k = {sparsity}")
panels[0].set_ylabel("median error over variance, 10⁻⁶ if less")
figure.suptitle(
    f"With a few samples per unknown the test error falls (n = {given.cells[0]['n']})", fontsize=11
)
figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=5)
plt.show()

# %% [markdown]
# The planted optimum is 0, so a training error above the accuracy marks a fit that failed to
# optimise, and says nothing of the samples. Theorem 17's size, with constant 1, lies far outside
# the figure.

# %%
needed = found.table.replace({"needed": np.inf}, np.nan)
print(
    job.worst_instance(
        "needed",
        "theorem_17",
        says="Half of these targets need at most as many samples as Theorem 17 with constant 1",
        at=["target", "n", "s", "k"],
        table=needed.drop_duplicates(["target", "n", "s", "k"]),
    )
)
