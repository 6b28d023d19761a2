# %% [markdown]
# # How large the weights of a lifted parity are
#
# The introduction gives the weight vectors norm O(k) on k bits, and §4 gives them norm O(m^1.5). A
# factor can be moved between w and u, so the scale W = ‖u‖·max ‖w‖ is what can be compared. This
# job computes it for the corrected network, for an economical one, for random ones of the same
# symmetry, and for one that is wrong at few y.

# %% tags=["parameters"]
seed = 1
sizes = [4, 5]
constants = [3]
evaluated = 3
searched = 1
epsilons = [0.1]
records = "norms.jsonl"
table = "norms.csv"
job_hash = ""

# %%
import pandas as pd

from sparseact import bounds
from sparseact.checks import parities
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.quadratic_lift import lifted_parity
from sparseact.recorder import Recorder, progress

# %% [markdown]
# ## One instance
#
# Two networks of the parity of all m bits.

# %%
m = sizes[0]
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
# W² against its least value among the networks whose neurons depend on the sum of the bits alone.

# %%
least = bounds.parity_symmetric(m)
record = Recorder("sec4-parity", {})
for name, network in networks.items():
    record.on(m=m, network=name).exact("symmetric", network.scale_squared[0], ">=", least)
rows(record.records)

# %% [markdown]
# ## The whole run
#
# The job itself. While it runs, its log tells how many records there are. The table counts them
# when it is done.

# %%
with progress():
    found = parities.measure_norms(
        seed=seed,
        sizes=sizes,
        constants=constants,
        evaluated=evaluated,
        searched=searched,
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
scatter(found.table, "m", ["W", "B", "largest_norm"], log="xy")
