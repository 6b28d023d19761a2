# %% [markdown]
# # Lifted parities off the image of the lift
#
# The reduction’s distribution lives on the $2^m$ points $x(y)$, where at most one neuron is active.
# On the whole cube of $m^2$ coordinates the numbers $x_{ij}$ need not be products, and more neurons
# can be active. This job counts the points where two or more are: by enumeration of the whole cube
# for small $m$, and by binomials for larger $m$.

# %%
import matplotlib.pyplot as plt
import numpy as np

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.parities import checks as parities
from sparse_activations.style import COLOURS
from sparseact.cube import points
from sparseact.quadratic_lift import lift, lifted_parity

# %% tags=["parameters"]
parameters = example(parities.measure_cube)

# %%
job = Job(parities.measure_cube, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# The network of $S = [m]$ on the cube of $m^2$ coordinates. With $m = 3$, the smallest $m$ at which
# two neurons can be active, the cube has 512 points.

# %%
m = min(given.counted, 3)
subset = list(range(m))
network = lifted_parity(subset, m)
print(f"m = {m}: {network.s} neurons, {2**network.n} points of the cube, {2**m} of them lifts")
print("most active neurons at the lifts:", network.max_active(lift(points(m)))[1])

# %% [markdown]
# ## One count
#
# How many points of the cube have how many active neurons. Below is one point with the most, as a
# matrix, and the pre-activations there. It is no lift, since a lift $x_{ij} = y_i y_j$ has only 1
# on its diagonal.

# %%
counts = network.active_counts()
for number, many in enumerate(np.bincount(counts)):
    print(f"{many} points with {number} active neurons")
point = points(m * m)[int(np.argmax(counts))]
print(point.reshape(m, m))
print("pre-activations:", (network.w @ point - network.b).tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The count by enumeration against the count by binomials, and the most neurons at one point.

# %%
recorder = Recorder("sec4-parity", {"m": m, "subset": subset})
parities.compare_counts(recorder, subset, m)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Most active neurons and share of points with several, by m; above 1 and 0 from m = 3 on."
figure, (most, share) = plt.subplots(1, 2, figsize=(7.2, 4.2), layout="constrained")
most.axhline(1, ls="--", color=COLOURS["paper"], label="at the lifts: at most 1")
most.plot(found.table["m"], found.table["largest"], "o", color=COLOURS["measured"], label="cube")
most.set(ylim=(0, None))
most.locator_params(integer=True)
most.set_xlabel("bits of the parity, m")
most.set_ylabel("most neurons active at one point")
most.set_title("One neuron at the lifts, more off them")
most.legend()
share.plot(found.table["m"], found.table["share"], "o", color=COLOURS["measured"])
share.locator_params(axis="x", integer=True)
share.set_xlabel("bits of the parity, m")
share.set_ylabel("share of the cube with two or more")
share.set_title("Such points are not rare")
plt.show()

# %%
several = found.table[found.table["largest"] > 1]
widest = found.table.loc[found.table["share"].idxmax()]
print(
    f"At most one neuron is active: on the whole cube this fails for {len(several)} of the "
    f"{len(found.table)} values of m. It fails most at m = {widest['m']:.0f}, where two or more "
    f"are active at a share {widest['share']:.4g} of the points, and up to "
    f"{widest['largest']:.0f} at one."
)
