# %% [markdown]
# # What the low-degree algorithm pays for a parity
#
# Theorem 13 makes every junta of p variables a 1-sparse network, and Theorem C then says that the
# low-degree algorithm learns it at a degree of order p. A parity of p of n bits is the hardest
# case: no polynomial of degree p − 1 knows anything of it. This job finds the fewest samples with
# which the algorithm of degree p recovers the parity exactly, and compares them with the number
# that is proved to be enough.
#
# The least-norm solution of the regression is the projection of the target on the span of the
# rows, which grows with the samples. So recovery stays once it is there, and bisection finds where
# it begins.

# %% tags=["parameters"]
seed = 1
delta = 0.01
sweeps = [{"p": 2, "dimensions": [4, 6]}]
repeats = 1
records = "cost.jsonl"
table = "cost.csv"
job_hash = ""

# %%
import numpy as np

from sparseact import bounds
from sparseact.checks import juntas
from sparseact.cube import points
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.randomness import generator
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# The first instance of the job: p of n variables, and samples of the whole cube. They are drawn as
# the whole run draws them, so that its records can be compared with the ones made here.

# %%
p, n = sweeps[0]["p"], sweeps[0]["dimensions"][0]
rng = generator(seed, "juntas", "cost", p, n, 0)
chosen = np.sort(rng.permutation(n)[:p])
monomials = bounds.n_monomials(n, p)
x = 1 - 2 * rng.integers(0, 2, size=(4 * monomials + 64, n), dtype=np.int8)
y = x[:, chosen].astype(np.float64).prod(axis=1)
print(f"the parity of the variables {chosen.tolist()} of {n}; monomials of degree ≤ p: {monomials}")
print("samples that are drawn:", len(x))

# %% [markdown]
# ## One fit
#
# The algorithm of degree p on more and more samples. The error is E(g − χ)² over the cube, by
# Parseval from the coefficients; the predictor 0 has error 1.

# %%
fewest = juntas.fewest_samples(x, y, chosen)
for m in sorted({1, fewest // 2, fewest - 1, fewest, len(x)} - {0}):
    model, error = juntas.fit_parity(x[:m], y[:m], p, chosen)
    print(f"{m} samples: {len(model.coef_)} coefficients, error {error:.3g}")
below, blind = juntas.fit_parity(x, y, p - 1, chosen)
print(f"degree {p - 1} on all {len(x)} samples: {len(below.coef_)} coefficients, error {blind:.3g}")

# %% [markdown]
# The same error without Parseval, from the predictions at all points of the cube:

# %%
everywhere = points(n)
model, error = juntas.fit_parity(x[:fewest], y[:fewest], p, chosen)
truth = everywhere[:, chosen].prod(axis=1)
print("from the predictions:", round(float(np.mean((model.predict(everywhere) - truth) ** 2)), 12))
print("from the coefficients:", error)

# %% [markdown]
# ## The comparison that becomes a record
#
# An error of at most 2⁻³⁰ counts as exact recovery; rounding leaves far less. The samples are
# compared with those proved to be enough.

# %%
record = Recorder("theorem-13", {"p": p, "n": n, "s": 2**p, "repeat": 0})
at = record.on(degree=p, samples=fewest, quantity="squared error")
at.certified("parity-samples", error, "<=", juntas.RECOVERED, error=juntas.ERROR_ROUNDING)
proved = bounds.regression_samples(n, p, delta)
at = record.on(quantity="samples needed against those proved to be enough")
at.exact("cost", fewest, "<=", proved)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = juntas.measure_cost(seed=seed, delta=delta, sweeps=sweeps, repeats=repeats)
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
scatter(found.table, "monomials", ["samples", "proved"], log="xy")
