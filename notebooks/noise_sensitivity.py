# %% [markdown]
# # Noise sensitivity
#
# Lemma 10 derives a bound on noise sensitivity from the bound on average sensitivity (Lemma 9), by
# an argument that goes back to Peres: divide the coordinates at random into $r$ buckets, and view a
# noisy copy of $x$ as one flipped coordinate of a function of $r$ bits. Here both sides of the
# lemma, and of every line of its proof in Appendix B, are evaluated exactly on networks of each
# family. They are compared with Theorem D,
# $\mathrm{NS}_\rho \le \tfrac{1}{2}(1 - \rho)\min(2k, s)^2W^2$. Proofs:
# `docs/proofs-noise_sensitivity.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%

from fractions import Fraction

import numpy as np
import pandas as pd

from awasthi2024 import constructions
from awasthi2024.bounds import section_3
from awasthi2024.noise_sensitivity.checks.coupling import (
    bucket_rho,
    bucketed_network,
    buckets,
    enumerate_coupling,
    joint_counts,
    noise_probability,
)
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact, degree_weights_exact, noise_of_weights

topic = Topic("awasthi2024", "noise_sensitivity", results, figures, jobs)

# %%
topic.run("noise", "coupling", "appendix_b", "concentration")

# %%
topic.answer()

# %%
topic.claim("lemma-10")

# %% [markdown]
# ## The lemma, live
#
# $\mathrm{NS}_\rho$ of three small networks next to three right-hand sides: Lemma 10 with the
# constant 1, the corrected Lemma 10, and Theorem D. The first row is the smallest counterexample.

# %% tags=["show-input"]
small = {
    "σ(x)": SparseReLUNetwork(np.array([[1.0]]), np.zeros(1), np.ones(1)),
    "extremal, p = 1": constructions.extremal(1),
    "parity of 3": constructions.junta([(-1.0) ** t.bit_count() for t in range(8)], range(3), 3),
}
rows = []
for name, network in small.items():
    W, B = (sqrt(Fraction(square)) for square in network.scale_squared)
    weights = degree_weights_exact(network.values())
    for rho in (Fraction(0), Fraction(1, 2), Fraction(63, 64)):
        stated = bounds.lemma_10(network.n, network.s, 1, W, B, rho)
        corrected = section_3.lemma_10_constant * stated if network.n * network.s >= 2 else np.nan
        rows.append(
            {
                "network": name,
                "ρ": str(rho),
                "NS_ρ": str(noise_of_weights(weights, rho)),
                "Lemma 10, constant 1": stated,
                "corrected": corrected,
                "Theorem D": str(bounds.theorem_d_min(network.s, 1, W, rho)),
            }
        )
pd.DataFrame(rows)

# %%
topic.figure("lemma-10-noise")

# %% [markdown]
# For each network family the table lists the largest ratio of $\mathrm{NS}_\rho$ to Theorem D's
# bound, $\tfrac{1}{2}(1 - \rho)\min(2k, s)^2W^2$, and to Lemma 10's corrected bound. It also lists
# the slopes of $\ln \mathrm{NS}_\rho$ in $\ln(1 - \rho)$ between the two values of $\rho$ nearest
# to 1. The lemma's root would imply a slope of $\tfrac{1}{2}$.

# %%
rows = []
for name, table in topic.table("noise").groupby("family", sort=False):
    table = table[table["noise_sensitivity"] > 0]
    valid = table[(table["n"] * table["s"] >= 2) & (table["one_minus_rho"] <= 1)]
    last = table[table["one_minus_rho"] == table["one_minus_rho"].min()]
    rows.append(
        {
            "family": name,
            "networks": table["network"].nunique(),
            "n": f"{table['n'].min()}–{table['n'].max()}",
            "s": f"{table['s'].min()}–{table['s'].max()}",
            "of Theorem D": (table["noise_sensitivity"] / table["theorem_d_min"]).max(),
            "of Lemma 10": (valid["noise_sensitivity"] / valid["paper_corrected"]).max(),
            "least slope": last["slope"].min(),
            "largest slope": last["slope"].max(),
        }
    )
pd.DataFrame(rows)

# %% [markdown]
# ## The coupling, live
#
# For $n = 2$ the table lists the probability of each set of flipped coordinates. It is computed
# over all $z$, all partitions into $r$ buckets, all $v$ and all $b$. Next to it is the probability
# under $N_\rho$. At $\rho = 1/3$ the two agree; at $\rho = 1/4$ there are $r = 2$ buckets, and each
# coordinate flips with probability 1/2 instead of 3/8.

# %% tags=["show-input"]
rows = []
for rho in (Fraction(1, 3), Fraction(1, 4), Fraction(-1, 2)):
    r = buckets(rho)
    counts = joint_counts(2, r)
    for flipped, text in enumerate(["neither", "x_1", "x_2", "both"]):
        given = sum(int(counts[x, x ^ flipped]) for x in range(4))
        wanted = 4 * noise_probability(2, flipped.bit_count(), rho)
        rows.append(
            {
                "ρ": str(rho),
                "r": r,
                "flipped": text,
                "coupling": str(Fraction(given, int(counts.sum()))),
                "N_ρ": str(wanted),
            }
        )
pd.DataFrame(rows)

# %%
topic.figure("lemma-10-coupling")

# %% [markdown]
# ## The lines of (17), live
#
# The parity of two bits at $\rho = 0$ ($r = 2$, so the coupling is the claimed one), at
# $\rho = 1/4$ ($r = 2$: it is not), and at $\rho = -1/2$ ($r = 1$). The four columns are the four
# expressions of (17); by the paper's text they are equal. The first and the last are equal
# where the coupling is right; at $\rho = -1/2$ the last is even smaller than the first.

# %% tags=["show-input"]
network = constructions.junta([1, -1, -1, 1], [0, 1], 2)
weights = degree_weights_exact(network.values())
rows = []
for rho in (Fraction(0), Fraction(1, 4), Fraction(-1, 2)):
    r = buckets(rho)
    coupling = enumerate_coupling(network, r)
    rows.append(
        {
            "ρ": str(rho),
            "r": r,
            "NS_ρ(h)": str(noise_of_weights(weights, rho)),
            "E (h(x)−h(y))²": str(coupling.pairs),
            "(1/r) E Σ_b E_v (H_z(v)−H_z(v^b))²": str(coupling.differences),
            "(1/r) E AS(H_z)": str(coupling.average / r),
            "NS at ρ′ = 1−2/r": str(noise_of_weights(weights, bucket_rho(r))),
        }
    )
pd.DataFrame(rows)

# %% [markdown]
# ## $w$ and $w'$, live
#
# The example is the function $x_1 + \dots + x_n$, as a 1-sparse network of two neurons. With
# $z = (1, \dots, 1)$ and all coordinates in one bucket, $H_z(v) = n \cdot v_1$. Lemma 9 with the
# paper's $W' = \max_j \lvert u_j\rvert\lVert w_j\rVert$ grows as $n$ and $\mathrm{AS}(H_z)$ as
# $n^2$, so no constant helps; with $w_j'$ it holds.

# %% tags=["show-input"]
rows = []
for n in (5, 12, 100, 1000):
    ones = np.ones(n)
    network = SparseReLUNetwork(np.array([ones, -ones]), np.zeros(2), np.array([1.0, -1.0]))
    H = bucketed_network(network, ones, [0] * n, 2)
    sides = {}
    for text, weights_of in (("W′ with w", network), ("W′ with w′", H)):
        W, B = (sqrt(Fraction(square)) for square in weights_of.scale_squared)
        sides[text] = bounds.lemma_9(2, 2, 1, W, B, constant=section_3.lemma_9_constant)
    rows.append({"n": n, "AS(H_z)": float(average_sensitivity_exact(H.values())), **sides})
pd.DataFrame(rows)

# %% [markdown]
# ## How large is the largest $\lVert w_j'\rVert^2$?
#
# The table lists exact means of the largest $\lVert w_j'\rVert^2$, in units of
# $\lVert w_j\rVert^2$, for neurons on the same coordinates, or on a block each. Next to them is the
# bound by Appendix B's route. The probabilities in the tail bounds are exact too; most of them are
# far below the bounds.

# %% tags=["show-input"]
columns = ["n", "s", "r", "weights", "support", "partition", "mean_max_over_norm"]
columns += ["max_norm_corrected", "bucket_tail", "bucket_tail_bound"]
topic.table("concentration")[[*columns, "norm_tail", "norm_tail_bound"]]

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
