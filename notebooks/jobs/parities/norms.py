# %% [markdown]
# # How large the weights of a lifted parity are
#
# A factor can be moved between $w$ and $u$, so the scale
# $W = \lVert u\rVert \cdot \max \lVert w\rVert$ is what can be compared. This job computes it for
# the corrected network, for an economical one, for random ones of the same symmetry, and for one
# that is wrong at few $y$.

# %%
from claimcheck.checks.job import Job, example
from sparse_activations.parities import checks as parities
from sparse_activations.parities.figures import draw_norms
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lifted_parity

# %% tags=["parameters"]
parameters = example(parities.measure_norms)

# %% [markdown]
# ## One instance
#
# Two networks of the parity of all $m$ bits, with an $m$ from the middle of the job’s list.

# %%
job = Job(parities.measure_norms, parameters)
given = job.values
m = given.sizes[len(given.sizes) // 2]
networks = {"corrected": lifted_parity(range(m), m), "economical": parities.economical_parity(m)}
for name, network in networks.items():
    print(f"m = {m}, {name}: {network.s} neurons on {network.n} inputs, u = {network.u.tolist()}")

# %% [markdown]
# ## The comparison that becomes a record
#
# $W^2$ against its least value among the networks whose neurons depend on the sum of the bits
# alone, which the economical network has from $m = 5$ on. Networks that may be wrong at a share
# $\varepsilon$ of the $y$ leave out the neurons that few $y$ reach.

# %%
parities.compare_norms(job.recorder, m, given.epsilons)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="W and B against the bits: corrected networks along the bound, others far below."
job.figure(draw_norms)

# %%
# W² is a multiple of 1/16, which rounding to nine digits gives back from W.
whole = found.table[~found.table["network"].str.startswith("truncated")]
whole = whole.assign(
    squared=(whole["W"] ** 2).round(9),
    least=[float(section_4.parity_symmetric(one)) for one in whole["m"]],
)
job.worst_instance(
    "least",
    "squared",
    says="W² is at least the least value for neurons that see the sum alone",
    at=["network", "m"],
    table=whole.sort_values("m", ascending=False, kind="stable"),
)
