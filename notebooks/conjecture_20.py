# %% [markdown]
# # Conjecture 20: is the Rademacher complexity of sparse networks independent of the dimension?
#
# The paper conjectures that Theorem 19's $\sqrt n$ is unnecessary:
# $\mathcal{R}_{\mathcal{H}}(S) \le (WR+B)\sqrt{sk}/\sqrt{m}$. The $\sqrt n$ is unnecessary, but the
# bound is false for every constant. This page looks for the smallest factor $C$ that makes it
# true, from below by networks and from above by theorems (settled and open questions:
# `docs/proofs-conjecture_20.md`, section 7).

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction
from itertools import product

from awasthi2024.conjecture_20.checks.exact import attained, three_points
from paperclaims.topic import Topic
from sparseact import bounds

topic = Topic("awasthi2024", "conjecture_20", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("conj-20-growth")

# %%
topic.claim("conj-20")

# %% [markdown]
# ## A violation to check by hand
#
# Three orthonormal points, $s = 2$, $k = 1$, $W = 1$, $B = 0.15$. Among three signs two are equal:
# one neuron is active on those two points, the other neuron on the third.

# %% tags=["show-input"]
gram = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
for w, b, u in three_points((1, 1, -1)):
    print("signs + + −: w =", *map(str, w), " b =", b, " u =", u, " ‖w‖² =", sum(v * v for v in w))
signs = list(product((1, -1), repeat=3))
mean = sum(attained(gram, zeta, three_points(zeta), Fraction(3, 20)) for zeta in signs) / 8 / 3
print(f"complexity ≥ {float(mean):.6f} > {bounds.conj_20(2, 1, 3, 1, 1, 0.15):.6f} (conjectured)")

# %% [markdown]
# Pre-activations $\pm t$ on the sample become $2t$ and 0 when the bias adds $t$: half of the points
# cost nothing, and the other half count twice. On $m$ orthogonal points $t$ is $WR/\sqrt{m}$, and
# the ratio to the conjectured bound is at least $\sqrt{2}/(1 + 1/\sqrt{m})$.
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
table[["m", "s", "k", "ratio"]].map("{:.4g}".format).set_index("m")

# %% [markdown]
# ## The search: hill climbing over the points and the bias
#
# The largest ratios to the conjectured bound that were found, as certified intervals over all sign
# vectors. A lower end above 1 proves a violation; a search without a violation proves nothing.

# %%
climbs = topic.table("climbs").sort_values("high", ascending=False)
climbs = climbs.groupby(["sparsity", "m", "s", "k"]).first()
climbs[["n", "B", "low", "high"]].round(4)

# %%
topic.checks()
