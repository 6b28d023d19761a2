# %% [markdown]
# # How large the weights of a lifted parity are
#
# The introduction gives the weight vectors norm $O(k)$ on $k$ bits, and §4 gives them norm
# $O(m^{1.5})$. A factor can be moved between $w$ and $u$, so the scale
# $W = \lVert u\rVert \cdot \max \lVert w\rVert$ is what can be compared. This job computes it for
# the corrected network, for an economical one, for random ones of the same symmetry, and for one
# that is wrong at few $y$.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.job import Job, example
from claimcheck.recorder import Recorder
from sparse_activations.parities import checks as parities
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lifted_parity

# %% tags=["parameters"]
parameters = example(parities.measure_norms)

# %%
job = Job(parities.measure_norms, parameters)
given = job.values

# %% [markdown]
# ## One instance
#
# Two networks of the parity of all $m$ bits, with an $m$ from the middle of the job’s list.

# %%
m = given.sizes[len(given.sizes) // 2]
networks = {"corrected": lifted_parity(range(m), m), "economical": parities.economical_parity(m)}
for name, network in networks.items():
    print(f"m = {m}, {name}: {network.s} neurons on {network.n} inputs, u = {network.u.tolist()}")

# %% [markdown]
# ## One measurement
#
# The norm of each neuron and its bias, and the scale of the networks. The economical network uses
# that the sum moves in steps of 2.

# %%
pd.DataFrame(
    {
        name: {
            "largest ‖w‖²": float((network.w**2).sum(axis=1).max()),
            "largest |b|": float(abs(network.b).max()),
            "largest |u|": float(abs(network.u).max()),
            "W²": float(network.scale_squared[0]),
            "B²": float(network.scale_squared[1]),
        }
        for name, network in networks.items()
    }
)

# %% [markdown]
# ## The comparison that becomes a record
#
# $W^2$ against its least value among the networks whose neurons depend on the sum of the bits
# alone, which the economical network has from $m = 5$ on. Networks that may be wrong at a share
# $\varepsilon$ of the $y$ leave out the neurons that few $y$ reach.

# %%
recorder = Recorder("sec4-parity", {})
parities.compare_norms(recorder, m, given.epsilons)
job.rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = job.run()
assert all(one in found.records for one in recorder.records)
job.tally()

# %% alt="Scale W of each network against m: it grows as m^1.5 unless few y may be wrong."
line = np.array(sorted(set(given.sizes)))
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
axes.plot(
    line,
    [2 * np.sqrt(section_4.parity_norm(int(one))) for one in line],
    "--",
    color=COLOURS["paper"],
    label="§4’s order, 2·√5·m^1.5",
)
axes.plot(
    line,
    [np.sqrt(float(section_4.parity_symmetric(int(one)))) for one in line],
    "--",
    color=COLOURS["sharp"],
    label="least W if neurons see the sum alone",
)
axes.plot(line, line, ":", color=COLOURS["muted"], label="the introduction’s order, m")
for i, (name, group) in enumerate(found.table.groupby("network", sort=False)):
    axes.plot(group["m"], group["W"], MARKERS[i], color=SERIES[i % len(SERIES)], label=name)
axes.set(xscale="log", yscale="log", xticks=line, xticklabels=line)
axes.minorticks_off()
axes.set_xlabel("bits of the parity, m")
axes.set_ylabel("scale of the network, W")
axes.set_title("The scale of a parity grows as m^1.5, unless few y may be wrong")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
# W² is a multiple of 1/16, which rounding to nine digits gives back from W.
whole = found.table[~found.table["network"].str.startswith("truncated")]
whole = whole.assign(
    squared=(whole["W"] ** 2).round(9),
    least=[float(section_4.parity_symmetric(one)) for one in whole["m"]],
)
print(
    job.worst_instance(
        "least",
        "squared",
        says="W² is at least the least value for neurons that see the sum alone",
        at=["network", "m"],
        table=whole.sort_values("m", ascending=False, kind="stable"),
    )
)
