# %% [markdown]
# # The worst empirical risk minimiser that is sparse on the sample
#
# For each sample Theorem P has a network that is inactive on all of it and still has a large loss.
# This job draws samples, builds these networks, and compares in fractions what the proof says of
# them. It does the same without clipping, and for the vertices with which every learner fails.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from awasthi2024.sample_complexity.checks import worst_erm
from awasthi2024.shared.style import COLOURS, draw_groups
from paperclaims.checks.job import Job, example
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(worst_erm.measure_worst_erm)

# %% [markdown]
# ## One block
#
# The points of a block, with the pre-activation of a neuron for the points that were not seen, here
# the first half, over $\beta q$: it is 1 there and 0 at the others.

# %%
job = Job(worst_erm.measure_worst_erm, parameters)
given = job.values
family = worst_erm.Family(min(given.dimensions), max(given.sparsities), 1, 1)
unseen = np.arange(family.q // 2)
v, bias = worst_erm.block_neuron(family, 0, unseen)
x = family.points()
pd.DataFrame(
    {
        "point": [str(row.tolist()) for row in x],
        "seen": [i not in unseen for i in range(len(x))],
        "pre-activation": (x @ v - bias) / family.q,
    }
)

# %% [markdown]
# ## The comparison that becomes a record
#
# The mass of the points, the norm and bias of the neurons, their activity on the sample, the
# largest value of the network, what each block adds to the loss, and the loss.

# %%
n, k, g, share = min(given.dimensions), given.sparsities[0], given.blocks[0], given.shares[0]
rng = generator(given.seed, "sample_complexity", "worst_erm", n, k, g, share)
worst_erm.compare_worst(job.recorder, worst_erm.Family(n, k, g, share), given.enumerated, rng)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The loss of the worst ERM over ε against the number of samples: all above 1."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
ratios = found.table.assign(ratio=found.table["loss"] / found.table["epsilon"])
draw_groups(axes, ratios, ["n"], "m", "ratio", "n = {}")
axes.axhline(1, color=COLOURS["sharp"], label="what the theorem says")
axes.set_xscale("log")
axes.set_ylim(bottom=0)
axes.set_xlabel("samples, the most below the bound")
axes.set_ylabel("loss of the network over ε")
axes.set_title("Each network that is inactive on the sample loses more than ε")
axes.legend()
plt.show()

# %%
job.worst_instance(
    "epsilon",
    "loss",
    says="The loss that is allowed is below that of the worst network",
    at=["n", "k", "g", "m"],
)
