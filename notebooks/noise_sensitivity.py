# %% [markdown]
# # Noise sensitivity
#
# Lemma 10 holds, and Theorem D is sharper:
# $\mathrm{NS}_\rho \le \tfrac{1}{2}(1 - \rho)\min(2k, s)^2W^2$. The paper's proof follows Peres:
# divide the coordinates at random into $r$ buckets, and view a noisy copy of $x$ as one flipped
# coordinate of a function of $r$ bits. This coupling gives another noise than $\rho$, so that an
# equality of the proof must be an inequality.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

import pandas as pd

from awasthi2024 import constructions
from awasthi2024.noise_sensitivity.checks import appendix_b
from awasthi2024.shared.style import family_style
from paperclaims.topic import Topic
from sparseact.spectrum import degree_weights_exact, noise_of_weights

topic = Topic("awasthi2024", "noise_sensitivity", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("lemma-10-noise")

# %%
topic.claim("lemma-10")

# %% [markdown]
# ## How near the networks of each family come to the two bounds
#
# The largest ratio of $\mathrm{NS}_\rho$ to Theorem D's bound, and to Lemma 10's with its least
# constant, over $0 \le \rho < 1$ and $ns \ge 2$.

# %%
table = topic.table("noise").query("n * s >= 2 and one_minus_rho <= 1 and noise_sensitivity > 0")
table["of Theorem D"] = table["noise_sensitivity"] / table["theorem_d_min"]
table["of Lemma 10"] = table["noise_sensitivity"] / table["paper_corrected"]
table = table.assign(family=[family_style(name).label for name in table["family"]])
table.groupby("family")[["of Theorem D", "of Lemma 10"]].max().round(4)

# %% [markdown]
# ## The coupling flips coordinates with another probability
#
# For $n = 2$ the table lists the probability of each set of flipped coordinates, over all $z$,
# partitions into $r$ buckets, $v$ and $b$, and that under $N_\rho$. At $\rho = 1/3$ the two agree.

# %% tags=["show-input"]
rows = []
for rho in (Fraction(1, 3), Fraction(1, 4), Fraction(-1, 2)):
    counts = appendix_b.joint_counts(2, appendix_b.buckets(rho))
    for flipped, text in enumerate(["neither", "x₁", "x₂", "both"]):
        given = sum(Fraction(int(counts[x, x ^ flipped]), int(counts.sum())) for x in range(4))
        claimed = 4 * appendix_b.noise_probability(2, flipped.bit_count(), rho)
        rows.append((rho, appendix_b.buckets(rho), text, given, claimed))
table = pd.DataFrame(rows, columns=["ρ", "r", "flipped", "coupling", "N_ρ"]).astype(str)
table.set_index(["ρ", "r", "flipped"])

# %%
topic.figure("lemma-10-coupling")

# %% [markdown]
# ## The four expressions of (17) differ, on the parity of two bits
#
# By the paper's text they are equal. The first and the last are equal where the coupling gives
# $\rho$, as at $\rho = 0$. At $\rho = -1/2$ the last is even smaller than the first.

# %% tags=["show-input"]
network, rows = constructions.junta([1, -1, -1, 1], [0, 1], 2), []
weights = degree_weights_exact(network.values())
for rho in (Fraction(0), Fraction(1, 4), Fraction(-1, 2)):
    r = appendix_b.buckets(rho)
    found = appendix_b.enumerate_coupling(network, r)
    noise, given = (noise_of_weights(weights, value) for value in (rho, appendix_b.bucket_rho(r)))
    rows.append((rho, noise, found.pairs, found.differences, found.average / r, given))
columns = ["ρ", "NS_ρ(h)", "E (h(x) − h(y))²", "second line", "E AS(H_z)/r", "NS at 1 − 2/r"]
pd.DataFrame(rows, columns=columns).astype(str).set_index("ρ")

# %%
topic.checks()
