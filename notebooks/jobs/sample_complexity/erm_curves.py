# %% [markdown]
# # Four learners under Theorem P's distribution
#
# The target is 0, and a few vertices have small mass. The class is finite: for each block a set of
# its points, at which some neurons are active. The learners are the worst clipped empirical risk
# minimiser that is inactive on the sample, a random one, the worst one with more points without
# labels, and Theorem M's learner with the worst rule. All see the same samples.

# %%
import numpy as np
import pandas as pd

from awasthi2024.sample_complexity.checks import erm_curves
from awasthi2024.sample_complexity.checks.worst_erm import Family
from awasthi2024.sample_complexity.figures import draw_learners
from paperclaims.checks.job import Job, example
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(erm_curves.measure_erm_curves)

# %% [markdown]
# ## One class
#
# With $v$ active points in a block a network of $l$ neurons has the value $l\sqrt{q/(1 + v)}$ at
# each. What the block adds to the loss hardly depends on $v$, which is why a random minimiser is
# nearly as bad as the worst.

# %%
job = Job(erm_curves.measure_erm_curves, parameters)
given = job.values
family = Family(max(given.dimensions), given.sparsity, 1, 1)
print("q =", family.q, " l =", family.neurons, " m_0 =", family.m, " ε =", family.epsilon)
pd.DataFrame(
    {
        "active points": v,
        "value": family.neurons * np.sqrt(family.q / (1 + v)),
        "loss over ε": float(
            erm_curves.dense_loss(family, np.arange(family.q)[None, :] < v) / family.epsilon
        ),
    }
    for v in (1, 2, 4, family.q // 2, family.q)
)

# %% [markdown]
# ## The comparison that becomes a record
#
# Where the event of the proof occurs, the worst minimiser's loss is compared with $\varepsilon$ in
# fractions. The other losses go into the table.

# %%
n, multiple = given.dimensions[0], min(given.multiples)
one = Family(n, given.sparsity, min(given.blocks, n // 2), 1)
m = max(1, round(multiple * one.m))
rng = generator(given.seed, "sample_complexity", "erm_curves", n, m, 0)
losses = erm_curves.one_sample(one, m, given.unlabelled, given.draws, rng, job.recorder)
print({name: round(loss / float(one.epsilon), 3) for name, loss in losses.items()})
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Loss over ε against m, a panel for each n: Theorem M’s learner ends lowest."
largest = found.table[found.table["n"] == max(given.dimensions)]
job.figure(draw_learners)

# %%
at = largest[largest["multiple"] == 1].set_index("learner")
over = at["loss"] / at["epsilon"]
print(
    f"At n = {max(given.dimensions)} and as many samples as Theorem P's bound the worst ERM loses "
    f"{over['worst ERM']:.2f} ε, a random one {over['random ERM']:.2f} ε, and Theorem M's learner "
    f"{over['Theorem M']:.2f} ε."
)
