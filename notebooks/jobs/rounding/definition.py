# %% [markdown]
# # When (z mod q) mod p is a rounding
#
# Learning with rounding usually means $z \to \lfloor pz/q\rfloor$, and Definition 15 has
# $\lambda(z) = (z \bmod q) \bmod p$. Where $p$ and $q$ are coprime an affine map of $\mathbb{Z}_q$
# turns one into the other. This job tries all affine maps for all pairs of moduli.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from claimcheck.checks.job import Job, example
from sparse_activations.rounding.checks import definition
from sparse_activations.rounding.checks.vectors import label
from sparse_activations.shared.style import COLOURS

# %% tags=["parameters"]
parameters = example(definition.measure_definition)

# %% [markdown]
# ## One instance
#
# A modulus $q$ and two values of $p$: $q = 8$ with $p = 3$, which is coprime to it, and with
# $p = 4$, which divides it. These are the two functions on $\mathbb{Z}_q$.

# %%
job = Job(definition.measure_definition, parameters)
given = job.values
q = min(given.max_modulus, 8)
pair = (max(q // 2 - 1, 1), q // 2)
z = np.arange(q)
pd.DataFrame(
    {
        (f"p = {p}", name): values
        for p in pair
        for name, values in (("(z mod q) mod p", label(z, q, p)), ("⌊pz/q⌋", p * z // q))
    }
).rename_axis("z")

# %% [markdown]
# ## The comparison that becomes a record
#
# As printed, each pair of moduli needs at least one map. Corrected, the coprime pairs and $p = q$
# have one, and the others have none.

# %%
for p in pair:
    definition.compare_definition(job.recorder.where(q=q, p=p), lengths=())
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="A map exists at the pairs (q, p) that are coprime or equal, and at no others."
table = found.table
promised = table[(table["gcd"] == 1) | (table["p"] == table["q"])]
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
with_map, without = table[table["maps"] > 0], table[table["maps"] == 0]
axes.plot(with_map["q"], with_map["p"], ".", color=COLOURS["measured"], label="some map was found")
axes.plot(
    without["q"], without["p"], "x", color=COLOURS["paper"], label="none, against what is printed"
)
axes.plot(
    promised["q"], promised["p"], "o", mfc="none", ms=8, color=COLOURS["sharp"],
    label="a map is promised by the corrected statement",
)  # fmt: skip
axes.set_xlabel("modulus q")
axes.set_ylabel("modulus p")
axes.set_title("(z mod q) mod p is a rounding just where p and q are coprime or equal")
axes.legend(loc="upper left")
plt.show()

# %%
job.worst_instance(
    "one",
    "maps",
    says="Where p and q are coprime or equal at least one map makes a rounding of λ",
    at=["q", "p"],
    table=promised.assign(one=1),
)
