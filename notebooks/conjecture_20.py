# %% [markdown]
# # Conjecture 20: is the Rademacher complexity of sparse networks independent of the dimension?
#
# Theorem 19 has an explicit $\sqrt{n}$. The paper conjectures that it is unnecessary:
#
# $$\mathcal{R}_{\mathcal{H}}(S) \le \frac{(WR+B)\sqrt{sk}}{\sqrt{m}}.$$
#
# This page looks for the smallest factor that makes the bound true: from below by networks, and
# from above by theorems. Proofs: `docs/proofs-conjecture_20.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction
from itertools import product

from awasthi2024.conjecture_20.checks.exact import attained, three_points
from paperclaims.topic import Topic
from sparseact import bounds

topic = Topic("awasthi2024", "conjecture_20", results, figures, jobs)
topic.run("exact", "orthogonal", "families", "climbs", "rectangles")

# %%
topic.answer()

# %%
topic.figure("conj-20-growth")

# %%
topic.claim("conj-20")

# %% [markdown]
# ## A violation to check by hand
#
# Three orthonormal points, $s = 2$, $k = 1$, $W = 1$, $B = 0.15$. Among three signs two are equal:
# one neuron is active on those two points, the other neuron on the third. All numbers are exact.

# %% tags=["show-input"]
gram = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
for w, b, u in three_points((1, 1, -1)):
    print("signs + + −: w =", *map(str, w), " b =", b, " u =", u, " ‖w‖² =", sum(v * v for v in w))
signs = list(product((1, -1), repeat=3))
mean = sum(attained(gram, zeta, three_points(zeta), Fraction(3, 20)) for zeta in signs) / 8 / 3
print(f"complexity ≥ {float(mean):.6f} > {bounds.conj_20(2, 1, 3, 1, 1, 0.15):.6f} (conjectured)")

# %% [markdown]
# This violation comes from the bias; at other points the search below finds some with $B = 0$.
# Pre-activations $\pm t$ on the sample become $2t$ and 0 when $t$ is added: half of the points cost
# nothing, and the other half count twice. On $m$ orthogonal points $t$ is $WR/\sqrt{m}$, so a bias
# far below $WR$ is enough, and the ratio to the conjectured bound is at least
# $\sqrt{2}/(1 + 1/\sqrt{m})$. On orthogonal points $\sqrt{2}$ is the largest.
#
# ## The lower bound: why no constant is enough
#
# Let each point belong to a row and a column, $x_{uv} = p \cdot e_u + q \cdot f_v$, and let the
# signs be drawn. A neuron with the weights $1/p$ on $a$ rows, $1/q$ on $b$ columns and the bias 1
# is active only on the rectangle of these rows and columns. Its squared norm is about $a + b$, but
# it is active on $ab$ points at once. For every set of $a$ rows there is a neuron of each sign, in
# the columns in which all of these rows have this sign. So few neurons are active at a point.

# %%
topic.figure("conj-20-rectangles")

# %% [markdown]
# The lower bound (H) is a closed form, certified and rounded down. The smallest sizes that a search
# found to exceed seven constants, and two larger ones:

# %%
table = topic.table("rectangles").query("points == 'rectangles'")
table[["m", "s", "k", "ratio"]].map("{:.4g}".format)

# %% [markdown]
# ## The search: hill climbing over the points and the bias
#
# The largest ratios to the conjectured bound that were found, as certified intervals over all sign
# vectors. Given networks attain the lower end, and the upper end is valid whatever the solver did.
# A lower end above 1 proves a violation; a search without a violation proves nothing.

# %%
climbs = topic.table("climbs").sort_values("high", ascending=False)
climbs = climbs.groupby(["sparsity", "m", "s", "k"]).first()
climbs[["n", "B", "low", "high"]].round(4)

# %% [markdown]
# ## Settled and open bounds
#
# | bound on the largest ratio $C$ | holds for |
# |---|---|
# | $C\ge\sqrt{2\ln m}-O(\ln\ln m/\sqrt{\ln m})$ | sparsity on suitable samples of $m$ points (H*) |
# | $C \ge (0.1068 - o(1))\sqrt{\log_2 m}$ | sparsity on the whole cube (Theorem H′) |
# | $C \le \min(c\sqrt{\ln 2m},\sqrt{8\ln 8m}+c')$ | all samples, $c$ and $c'$ as in Theorem J |
# | $C \le \sqrt{2 \ln(s/k)} + 25(\ln 2m)^{1/4}$ | all samples, even on average (Theorem K) |
# | $C\le40\sqrt{\ln(s/k)+2\ln L+3.1}$ | $L=\lceil\tfrac12\log_2(km/s)\rceil+1$ (Theorem L) |
# | $C \le 1.5\sqrt{s/k}$ | all samples: for bounded $s/k$ the conjecture is true up to a constant |
# | $C \le \sqrt{2\lambda}/R$ | samples whose Gram matrix has largest eigenvalue $\lambda$ |
# | $C = \sqrt{2}$ | orthogonal points, $s = 2k$, $m \to \infty$ |
#
# Open are the next term after $\sqrt{2 \ln m}$, and the constant for moderate $m$; the constant on
# the whole cube, between 0.128 and $\sqrt{2}$; the $\ln \ln m$ of Theorem L; and whether the dense
# bound ($k = s$, a question about one neuron) holds with constant 1.

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
