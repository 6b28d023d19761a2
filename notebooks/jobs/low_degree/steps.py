# %% [markdown]
# # The lines of Theorem 8’s proof, of Lemma 7 and of the agnostic case
#
# A theorem can hold while a line of its proof does not. This job evaluates the lines one after
# another on networks with exact spectra, and the inequalities that hold no network over a grid.
# The lines that fail as printed are those that the corrected proofs avoid.

# %% tags=["parameters"]
seed = 1
dimensions = [2, 4]
rhos = ["0", "1/2"]
largest_degree = 4
constants = [1, 1.0e-3]
scales = [1, 10]
epsilons = [0.5, 0.25]
records = "steps.jsonl"
table = "steps.csv"
job_hash = ""

# %%
from fractions import Fraction

import pandas as pd

from sparseact import bounds
from sparseact.checks.low_degree.steps import measure_steps
from sparseact.checks.low_degree.tails import described, exact_weights, tails_of
from sparseact.checks.low_degree.theorem_8 import check_supremum, check_tail_lines
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.network_families import network_family
from sparseact.recorder import Recorder, progress
from sparseact.spectrum import noise_of_weights

# %% [markdown]
# ## One instance
#
# A random network, drawn as the whole run draws it: eight neurons, two of which may be active.

# %%
made = network_family("random").generate(
    seed=seed,
    dimensions=dimensions,
    neurons=[8],
    sparsities=[2],
    weight_bounds=[1],
    bias_bounds=[1],
    repeats=1,
)
instance = made[0]
print(described(instance), " largest |h|:", abs(instance.network.values()).max())

# %% [markdown]
# ## One line
#
# The proof bounds the tail above d by the noise sensitivity divided by 1 − ρ^d. Corrected, the
# bound is what Claim 2.1 gives. Below are both, for the first ρ that is positive.

# %%
weights = exact_weights(instance)
tails = tails_of(weights)
fractions = [Fraction(rho) for rho in rhos]
rho = next((one for one in fractions if one), Fraction(1, 2))
noise = noise_of_weights(weights, rho)
degrees = range(1, instance.network.n + 1)
pd.DataFrame(
    {
        "tail above d": [float(tails[d]) for d in degrees],
        "as printed": [float(noise / (1 - rho**d)) for d in degrees],
        "corrected": [float(bounds.claim_2_1_tail(noise, rho, d)) for d in degrees],
    },
    index=pd.Index(degrees, name="d"),
)

# %% [markdown]
# ## The comparison that becomes a record
#
# The checks of the tail’s line and of the supremum on this network are records already.

# %%
record = Recorder("theorem-8", described(instance))
check_tail_lines(record, instance, weights, fractions)
check_supremum(record, instance)
rows(record.records[:8])

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = measure_steps(
        seed=seed,
        dimensions=dimensions,
        rhos=rhos,
        largest_degree=largest_degree,
        constants=constants,
        scales=scales,
        epsilons=epsilons,
    )
tally(found.records)

# %% [markdown]
# The records that were made above, one by one, are among those of the run:

# %%
all(one in found.records for one in record.records)

# %% [markdown]
# ## What is written
#
# The records as JSON lines and the table as CSV, under the hash of the parameters; the first of
# each.

# %%
write_records(records, found.records, job_hash)
write_table(table, found.table, job_hash)
print(f"{len(found.records)} records, {len(found.table)} rows of the table")
rows(found.records[:5])

# %%
found.table.head()

# %%
scatter(found.table, found.table.columns[0], [found.table.columns[-1]], log="xy")
