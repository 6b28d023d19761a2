# %% [markdown]
# # Lifted parities off the image of the lift
#
# At the $2^m$ points of the lift at most one neuron is active; on the whole cube of $m^2$
# coordinates more can be. This job counts the points where two or more are: by enumeration for
# small $m$, and by binomials for larger $m$.

# %%
from claimcheck.checks.job import Job, example
from sparse_activations.parities import checks as parities
from sparse_activations.parities.figures import draw_cube
from sparseact.cube import points
from sparseact.quadratic_lift import lift, lifted_parity

# %% tags=["parameters"]
parameters = example(parities.measure_cube)

# %% [markdown]
# ## One instance
#
# The network of $S = [m]$ on the cube of $m^2$ coordinates. With $m = 3$, the smallest $m$ at which
# two neurons can be active, the cube has 512 points.

# %%
job = Job(parities.measure_cube, parameters)
given = job.values
m = min(given.counted, 3)
subset = list(range(m))
network = lifted_parity(subset, m)
print(f"m = {m}: {network.s} neurons, {2**network.n} points of the cube, {2**m} of them lifts")
print("most active neurons at the lifts:", network.max_active(lift(points(m)))[1])

# %% [markdown]
# ## The comparison that becomes a record
#
# The count by enumeration against the count by binomials, and the most neurons at one point.

# %%
parities.compare_counts(job.recorder.where(m=m, subset=subset), subset, m)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="Against the bits, the share of points with two or more active neurons, and the most."
job.figure(draw_cube)

# %%
several = found.table[found.table["largest"] > 1]
widest = found.table.loc[found.table["share"].idxmax()]
print(
    f"At most one neuron is active: on the whole cube this fails for {len(several)} of the "
    f"{len(found.table)} values of m. It fails most at m = {widest['m']:.0f}, where two or more "
    f"are active at a share {widest['share']:.4g} of the points, and up to "
    f"{widest['largest']:.0f} at one."
)
