# %% [markdown]
# # Average sensitivity of sparsely activated networks
#
# Lemma 9 is the heart of the paper's upper bound: a $k$-sparse network changes little when one
# input bit is flipped. Theorem 8's degree comes from it. This notebook evaluates both sides of
# every displayed line of the paper's proof, and of Theorem A, whose bound is shorter and sharper.
# The networks have dyadic weights, so every average over the cube is a fraction. Proofs:
# `docs/proofs-average_sensitivity.md`, and Theorems A and B in `docs/proofs.md`.

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
from awasthi2024.average_sensitivity.checks.remark_11 import average_case
from awasthi2024.average_sensitivity.checks.small_networks import two_neurons
from awasthi2024.average_sensitivity.checks.terms import activity, terms
from awasthi2024.bounds import section_3
from awasthi2024.shared.network_families import network_family
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact

topic = Topic("awasthi2024", "average_sensitivity", results, figures, jobs)

# %%
topic.run(
    "networks",
    "proof",
    "smallest",
    "examples",
    "attained",
    "tail",
    "last_line",
    "search",
    "average_case",
)

# %%
topic.answer()

# %%
topic.claim("lemma-9")

# %% [markdown]
# Live: the smallest network on which (U) exceeds its bound, $h(x) = \sigma(x + 2)$ with
# $n = s = k = 1$. Its one neuron is active on both inputs, so that $h$ is affine and $(V) = 0$.

# %% tags=["show-input"]
relu = SparseReLUNetwork([[1.0]], [-2.0], [1.0])
t = terms(relu)
W2, B2 = relu.scale_squared
print("h =", relu.values().tolist(), "  W² =", W2, "  B² =", B2)
print("AS =", t.average_sensitivity, "  (U) =", t.u, "  (V) =", t.v)
print("the paper's bound on (U):", section_3.lemma_9_step_u_printed(1, sqrt(Fraction(W2))))
print("corrected:               ", section_3.lemma_9_step_u(1, sqrt(Fraction(W2))))
print(
    "Lemma 9's right side, any constant:",
    bounds.lemma_9(1, 1, 1, sqrt(Fraction(W2)), sqrt(Fraction(B2))),
)
print("Theorem A:", bounds.theorem_a_min(1, 1, sqrt(Fraction(W2))))

# %% [markdown]
# Live: the network that needs the constant, $h(x) = \sigma(x + \beta) - \sigma(-x + \beta)$ on one
# bit, $\beta$ near $\sqrt{\ln 2}$.

# %% tags=["show-input"]
for sixtyfourths in (32, 52, 53, 54, 64):
    beta = sixtyfourths / 64
    two = two_neurons(beta)
    W, B = (sqrt(Fraction(square)) for square in two.scale_squared)
    ratio = float(average_sensitivity_exact(two.values())) / bounds.lemma_9(1, 2, 1, W, B)
    print(f"β = {sixtyfourths}/64: AS / (k⁴W²√n ln(ns) + k³B²√ln s) = {ratio:.6f}")
print(f"1/ln 2 + 1/√ln 2 = {float(section_3.lemma_9_constant):.6f}")

# %% [markdown]
# Live: Theorem B's network for $p = 2$, $\delta = 0$, $k = 2$, in growing dimension. It attains
# Theorem A's bound, while the paper's bound grows.

# %% tags=["show-input"]
rows = []
for n in (2, 4, 8, 12):
    network = constructions.extremal(2, copies=2, n=n)
    W, B = (sqrt(Fraction(square)) for square in network.scale_squared)
    rows.append(
        {
            "n": n,
            "AS": average_sensitivity_exact(network.values()),
            "Theorem A": bounds.theorem_a_min(network.s, 2, W),
            "Lemma 9, least constant": bounds.lemma_9(
                n, network.s, 2, W, B, constant=section_3.lemma_9_constant
            ),
        }
    )
pd.DataFrame(rows)

# %%
topic.figure("lemma-9-sweep")

# %%
topic.figure("lemma-9-tightness")

# %% [markdown]
# The figure shows, for each line of the proof, the largest ratio of the two sides. The lowest cross
# is the gap: the ratio of the last two lines grows without bound, as the table shows.

# %%
topic.figure("lemma-9-steps")

# %%
last = topic.table("last_line")
last.assign(ratio=last["above"] / last["below"])

# %%
topic.figure("lemma-9-gap")

# %% [markdown]
# Live: concavity is not enough. One neuron on one bit, $p = \tfrac{1}{2}$: the pattern changes at
# every flip, and the paper's bound is 0.

# %% tags=["show-input"]
half = terms(SparseReLUNetwork([[1.0]], [0.0], [1.0]))
print("Pr[R changes] =", half.changes, "  means:", [str(p) for p in half.means])
print("the paper:", section_3.lemma_9_step_pr_printed(1, 1, 1))
print("corrected:", section_3.lemma_9_step_pr(1, 1, 1))

# %%
topic.claim("intro-sensitivity")

# %%
topic.claim("remark-11")

# %% [markdown]
# Live: networks of Appendix A with a small $\Gamma$, so that several neurons are active on few
# inputs.

# %% tags=["show-input"]
small = network_family("average_case").generate(
    seed=seed, address_bits=[2], data_bits=[4, 9], factors=[0.25, 0.5]
)
measured = average_case(networks=small, peaks=[])
columns = ["n", "s", "k", "mean_square_active", "average_sensitivity"]
measured.table[[*columns, "theorem_a_average", "theorem_a_min"]]

# %% [markdown]
# Live: two equal neurons, both active on one of four inputs: 1-sparse with probability $1 - 1/s^2$,
# and yet $\lvert h\rvert$ exceeds $W\sqrt{n} + B$ there. With eight equal neurons, active on one of
# eight inputs (probability $1/s$), $\mathrm{AS}$ itself exceeds the bound.

# %% tags=["show-input"]
peak = SparseReLUNetwork(np.ones((2, 2)), np.zeros(2), np.ones(2))
print("Pr[|R_x| > 1] =", activity(peak, 1).beyond, "  1/s² = 1 /", peak.s**2)
print("max |h| =", peak.values().max(), "  W√n + B =", bounds.sup_norm(2, 1, *peak.scale))
many = SparseReLUNetwork(np.ones((8, 3)), np.ones(8), np.ones(8))
print("Pr[|R_x| > 1] =", activity(many, 1).beyond, "  s =", many.s)
print(
    "AS =",
    average_sensitivity_exact(many.values()),
    "  4W²(k² + 1) =",
    bounds.theorem_a_average(sqrt(Fraction(many.scale_squared[0])), 2),
    "  4W²E|R_x|² =",
    bounds.theorem_a_average(sqrt(Fraction(many.scale_squared[0])), activity(many, 1).mean_square),
)

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
