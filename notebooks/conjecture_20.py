# %% [markdown]
# # Conjecture 20: is the Rademacher complexity of sparse networks independent of the dimension?
#
# Theorem 19 bounds the Rademacher complexity of sparsely activated networks with an explicit
# $\sqrt{n}$. The paper believes that $n$ does not belong there, and conjectures
#
# $$\mathcal{R}_{\mathcal{H}}(S) \le \frac{(WR+B)\sqrt{sk}}{\sqrt{m}}.$$
#
# This page looks for the smallest factor that makes it true: in each reading of $k$-sparse, on
# samples of each kind, from below by constructions and from above by theorems.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%

from paperclaims.topic import Topic
from sparseact import bounds

topic = Topic("awasthi2024", "conjecture_20", results, figures, jobs)

# %%
topic.run("exact", "orthogonal", "families", "climbs", "rectangles")

# %%
topic.answer()

# %%
topic.claim("conj-20")

# %% [markdown]
# ## A violation to check by hand
#
# Three orthonormal points, $s = 2$, $k = 1$, $W = 1$, $B = 0.15$. Among three signs two are equal:
# one neuron is active on those two points, the other neuron on the third. All numbers below are
# exact.

# %% tags=["show-input"]
from fractions import Fraction
from itertools import product

from awasthi2024.conjecture_20.checks.gram import attained, equicorrelated_gram, three_points
from awasthi2024.conjecture_20.checks.point_sets import equicorrelated

bias = Fraction(3, 20)
gram = equicorrelated_gram(3, 1, Fraction(0))
values = []
for signs in product((1, -1), repeat=3):
    neurons = three_points(signs)
    values.append(attained(gram, signs, neurons, 1, bias))
for number, neuron in enumerate(three_points((1, 1, -1)), 1):
    w = [str(c) for c in neuron.alpha]
    square = float(sum(c * c for c in neuron.alpha))
    print(f"signs + + −, neuron {number}: w = {w}, b = {neuron.b}, u = {neuron.u}, ‖w‖² = {square}")
mean = sum(values) / 8
print(f"sum over the sample, all 8 sign vectors: {sorted(set(map(str, values)))}")
conjectured = bounds.conj_20(2, 1, 3, 1, 1, 0.15)
print(f"complexity at least {float(mean / 3):.6f}; the conjecture: {conjectured:.6f}")

# %% [markdown]
# The violation comes from the bias. Pre-activations $\pm t$ on the sample become $2t$ and 0 when
# $t$ is added: half of the points cost nothing, and the other half count twice. On $m$ orthogonal
# points $t$ is $WR/\sqrt{m}$, so a bias far below $WR$ is enough. So $k$ copies of
# $\sigma(\langle w,x\rangle + t)$ and of $-\sigma(-\langle w,x\rangle + t)$ have value $2kt\zeta_i$
# at every point, whatever the signs. The ratio to the conjectured bound is at least
# $\sqrt{2}/(1 + 1/\sqrt{m})$ (docs/proofs-conjecture_20.md, 4). On orthogonal points $\sqrt{2}$ is
# an upper bound for all $m$, $s$, $k$ and $B$ (section 5 there).
#
# ## Why no constant is enough
#
# Let each point belong to a row and a column, $x_{uv} = p \cdot e_u + q \cdot f_v$, and let the
# signs be drawn. Consider a neuron whose weights are $1/p$ on $a$ rows and $1/q$ on $b$ columns,
# with bias 1. Its pre-activation is 1 on the rectangle of these rows and columns, and 0 or −1
# elsewhere. Its squared norm is about $a + b$, but it is fully active on $ab$ points at once. For
# every set of $a$ rows there is a neuron of each sign. Its columns are the columns in which all of
# these rows have this sign, so the signs of the rectangle agree with the neuron's. At each point, a
# neuron can be active only if its rows have the point's sign in its column. Few neurons satisfy
# this condition.

# %% tags=["show-input"]
topic.figure("conj-20-rectangles")

# %% [markdown]
# The lower bound (H) is a closed form. Below are its certified values, rounded down.

# %%
table = topic.table("rectangles")
table = table[table["points"] == "rectangles"]
table[["m", "s", "k", "ratio"]].round(4)

# %%
topic.figure("conj-20-growth")

# %% [markdown]
# ## The search
#
# The table shows certified intervals on families of point sets, and hill climbing over the points
# and the bias. An interval contains the mean over all sign vectors. Its upper end is valid whatever
# the solver did, and given networks attain its lower end. A ratio above 1 in a column "low" proves
# a violation, but a search without a violation proves nothing.

# %% tags=["show-input"]
climbs = topic.table("climbs")
climbs[["sparsity", "s", "k", "m", "n", "B", "low", "high"]].sort_values(
    ["sparsity", "s", "k", "m", "n"]
)

# %% [markdown]
# The table shows how the ratio depends on $n$ for one $m$, $s$ and $k$: the largest ratio cannot
# decrease with $n$, and is constant from $n = m$ on, since only inner products count. But a climb
# may stop before it reaches the largest ratio. The largest lower end for each $n$, and the number
# of climbs that end above 1:

# %%
climbs.groupby(["sparsity", "n"])["low"].agg(
    **{"largest": "max", "above 1": lambda low: int((low > 1).sum()), "climbs": "size"}
)

# %% [markdown]
# One interval, live: three equicorrelated points without bias also violate the conjecture with
# constant 1. Next to it are the bound by the Gram matrix and Theorem J, which is far from tight at
# such sizes.

# %%
from sparseact.rademacher.interval import rademacher_interval

x = equicorrelated(3, 1 / 6)
interval = rademacher_interval(x, s=2, k=1, W=1.0, B=0.0)
print(f"three equicorrelated points, B = 0: [{interval.lower:.6f}, {interval.upper:.6f}]")
print(f"conjecture: {bounds.conj_20(2, 1, 3, 1, 1, 0):.6f}")
print(f"by the Gram matrix: {bounds.conj_20_gram(x, 2, 1, 1.0, 0.0):.6f}")
print(f"Theorem J: {bounds.theorem_j(2, 1, 3, 1, 1, 0):.4f}")

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
