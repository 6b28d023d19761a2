# %% [markdown]
# # The steps of Theorems M and N: learning without knowing the support
#
# This job computes each step of the proofs on small instances, in fractions where it can, and
# compares the constants along axes. Theorem M's learner is told neither the distribution nor its
# support.

# %%
from fractions import Fraction

import pandas as pd

from claimcheck.checks.job import Job, example
from sparse_activations.sample_complexity.checks import unknown_support
from sparse_activations.sample_complexity.figures import draw_growth
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(unknown_support.measure_unknown_support)

# %% [markdown]
# ## One greedy code
#
# A neuron $v$ at four points, by its products with them. A multiple $\eta$ of a point is added to
# $p$ while some product is off by more than $\eta$. There are at most $1/\eta^2$ additions.

# %%
job = Job(unknown_support.measure_unknown_support, parameters)
given = job.values
products = [Fraction(3, 5), Fraction(-4, 5), Fraction(0), Fraction(2, 5)]
gram = [[Fraction(int(i == j)) for j in range(4)] for i in range(4)]
table = []
for eta in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)):
    steps, code = unknown_support.greedy_code(products, gram, eta)
    table.append(
        {"η": str(eta), "additions": steps, "1/η²": str(1 / eta**2), "code": [str(p) for p in code]}
    )
pd.DataFrame(table)

# %% [markdown]
# ## The comparison that becomes a record
#
# Each neuron of a drawn network is replaced by its code. The most additions are compared with
# $1/\eta^2$, and the largest error of the network with $t$.

# %%
rng = generator(given.seed, "sample_complexity", "unknown_support", "network", 0)
unknown_support.compare_code(job.recorder, 0, rng)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Sizes against n: slope 1 for labels, 3/2 for points in all, 2 for Theorem 17."
job.figure(draw_growth)

# %%
job.worst_instance(
    "needed",
    "learner",
    says="What every learner needs is at most what Theorem M's learner is given",
    at=["n", "s", "k", "W", "B", "inverse_loss", "exponent"],
    table=found.table[found.table["needed"] > 0],
)
