# %% [markdown]
# # Functions of sparsely activated networks
#
# The introduction and Appendix A give three examples. *Index* is 1-sparse, and each of its neurons
# has few weights other than 0. *Dense* networks of the same size compute parities, so they cannot
# be learned by statistical queries. Appendix A has 1-sparse networks in which no weight vector is
# sparse. Each is rebuilt here and compared, input by input, with its function. Proofs:
# `docs/proofs-representations.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import numpy as np
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.bounds import appendices
from awasthi2024.representations import checks as representations
from awasthi2024.shared.network_families import network_family
from paperclaims.topic import Topic
from sparseact.cube import points

topic = Topic("awasthi2024", "representations", results, figures, jobs)

# %%
topic.run(
    "index", "contrast", "appendix_a", "average_case", "threshold", "probability", "few_neurons"
)

# %%
topic.answer()

# %%
topic.claim("intro-index")

# %% [markdown]
# Live, $b = 1$: address $x$, data bits $(y_0, y_1)$, the three pre-activations' signs, and the
# output.

# %% tags=["show-input"]
network = constructions.index_function(1)
x = points(3)
pd.DataFrame(
    {
        "x": x[:, 0],
        "y_0": x[:, 1],
        "y_1": x[:, 2],
        "neuron 0 active": network.active(x)[:, 0],
        "neuron 1 active": network.active(x)[:, 1],
        "network": network.values(),
        "Index_1": representations.index_values(1),
    }
)

# %%
topic.table("index")

# %%
topic.claim("intro-contrast")

# %% [markdown]
# Live: the zigzag on three bits, and the smallest distance from the $\pm 1$-valued parity over all
# networks of $m$ neurons. Its lower end comes from a linear programme for each choice of active
# sets and is verified in fractions; a constant attains the upper end. With one neuron more the
# lower end is 0, and the zigzag less a constant attains that.

# %% tags=["show-input"]
zigzag = constructions.dense_parity(3)
print("values:         ", zigzag.values().astype(int).tolist())
print("parity of −1s:  ", [t.bit_count() % 2 for t in range(8)])
print("most active neurons:", zigzag.max_active()[1], "of", zigzag.s)
for neurons in (1, 2):
    low, high = representations.distance_to_parity(1, neurons)
    print(f"m = 1, s = {neurons}: distance from {low} to {high}")

# %%
topic.table("contrast").query("what == 'dropping'")[["function", "n", "s", "inputs", "changed"]]

# %%
topic.claim("app-A")

# %% [markdown]
# Live: the smallest counterexample, and the same network at the threshold.

# %% tags=["show-input"]
weights = np.array([[3.0], [3.0]])
for gamma in (1.0, float(appendices.appendix_a_gamma(weights))):
    network = constructions.appendix_a(weights, gamma)
    print(f"Γ = {gamma}: active neurons on (x, y):")
    counts = network.active(points(2)).sum(axis=1)
    for point, active in zip(points(2).tolist(), counts, strict=True):
        print("  ", point, int(active))

# %% [markdown]
# Live: both sides of Theorem A on a network that is far from 1-sparse.

# %% tags=["show-input"]
small = network_family("average_case").generate(
    seed=seed, address_bits=[4], data_bits=[4], factors=[0.25, 0.5]
)
shown = ["gamma", "most_active", "mean_square_active", "average_sensitivity", "theorem_a_average"]
representations.appendix_a(networks=small).table[shown]

# %%
topic.figure("app-A-sparsity")

# %%
topic.table("average_case").drop(columns=["name"])

# %%
topic.claim("theorem-v")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
