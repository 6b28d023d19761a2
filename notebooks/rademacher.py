# %% [markdown]
# # Rademacher complexity of sparsely activated networks
#
# Section 5 of the paper. The complexity of a class on a sample $S$ of $m$ points is a mean over
# random signs $\zeta$. It is the mean of the largest correlation
# $\tfrac{1}{m} \sum_i \zeta_i h(x_i)$ that a network of the class attains. Here $R$ is the largest
# norm of a point, and $M = WR + B$ bounds one neuron. Theorem 19 bounds the complexity of 1-sparse
# networks, and display (15) of $k$-sparse networks. Both are compared with a bound $sM/\sqrt{m}$
# without sparsity. On the line all quantities are rational numbers and computed as such; elsewhere
# they lie in a certified interval.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.dense import dense
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "rademacher", results, figures, jobs)

# %%
topic.run("steps", "bounds", "sweeps", "dense")

# %%
topic.answer()

# %%
topic.claim("theorem-19")

# %% [markdown]
# ## Two points on a line
#
# $S = \lbrace 1, -1\rbrace$, two neurons, $W = 1$, $B = 0$. Whatever the signs are, one neuron
# reaches the point 1 and the other the point −1, each with the right sign of $u$. So the maximum is
# 1 for every $\zeta$, and the complexity is 1.

# %% tags=["show-input"]
import pandas as pd

from awasthi2024.rademacher.checks.complexities import compare_rescaled
from awasthi2024.rademacher.checks.line import half_the_signs, line, line_values
from paperclaims.checks.recorder import Recorder

case = line([1, -1], 2, 1, 1, 0)
values = line_values(case)
print("complexity, exactly:", values.complexity)
print("right side of (1):  ", round(section_5.theorem_19(1, 2, 2, 1, 1, 0), 4))
print("proved form:        ", round(section_5.theorem_19_closed(1, 2, 1, 2, 1, 1, 0), 4))

# %% [markdown]
# ## The same class in other units
#
# Points $R$ and $-R$ with $W = 1/R$: the functions on the sample are the same for every $R$. The
# paper's right-hand side is not, and at $R = \tfrac{1}{2}$ it is 0. So a constant $C$ in front does
# not help.

# %% tags=["show-input"]
rows = []
for constant in (1, 10, 100):
    recorder = Recorder("theorem-19", {})
    compare_rescaled(recorder, constant, 1)
    record, _ = recorder.records  # the other is of the paper's bound, C = 1
    rows.append(
        {"C": constant, "points": record.instance["points"], "W": record.instance["W"],
         "complexity": record.left, "C times the right side of (1)": record.right}
    )  # fmt: skip
pd.DataFrame(rows).round(4)

# %% [markdown]
# ## The sets that a neuron can be active on
#
# $S = \lbrace 1, 2\rbrace$, one neuron, $W = B = 1$. Its sets and, for each sign vector,
# $\lvert \sum_{i \in I} \zeta_i x_i\rvert$. The largest entry of a row depends on the row: the mean
# of the largest is more than the largest of the means, which (12) overlooks.

# %% tags=["show-input"]
case = line([1, 2], 1, 1, 1, 1)
values = line_values(case)
sums = pd.DataFrame(
    {
        "{" + ", ".join(str(case.points[i]) for i in sorted(cell.members)) + "}": {
            str(signs): float(abs(sum(signs[i] * case.points[i] for i in cell.members)))
            for signs in half_the_signs(2)
        }
        for cell in values.cells
    }
)
print("mean of the largest:", sums.max(axis=1).mean(), " largest of the means:", sums.mean().max())
print("left side of (12):", values.first, " right side, W/m times the above:", values.exchanged)
sums

# %%
topic.claim("eq-15")

# %%
topic.figure("eq-15-sweeps")

# %% [markdown]
# Points to look for in the figure:
#
# - On orthonormal points without biases the complexity has a closed form
#   (docs/proofs-rademacher.md, 4). Compare it with Conjecture 20 with constant 1, and look where it
#   meets the trivial bound or, in $k$, the dense case.
# - Against the dimension, look whether the complexity grows with $\sqrt{n}$; the means are
#   below. The proved form grows only up to $n = 3$; the paper's bound continues to grow.
# - Theorem J does not contain $n$; the first $m$ at which it is below the trivial bound is
#   shown below. From $n = 3$ on it is smaller than the bound with $\sqrt{n}$.

# %%
pd.DataFrame(
    [{"s/k": ratio, "first m": section_5.theorem_j_first(ratio)} for ratio in (1, 2, 4, 16, 64)]
)

# %% [markdown]
# The table lists the mean complexity over the clouds against the dimension, with $\sqrt{n}$ scaled
# to the first value.

# %%
dimensions = topic.table("sweeps").query("sweep == 'dimension'")
means = dimensions.groupby(["m", "s", "k", "n"])[["lower", "upper"]].mean()
start = means["lower"].groupby(level=["m", "s", "k"]).transform("first")
dimension = means.index.get_level_values("n").to_series(index=means.index)
first = dimension.groupby(level=["m", "s", "k"]).transform("first")
means.assign(**{"if it grew as √n": start * (dimension / first) ** 0.5}).round(3)

# %%
topic.claim("sec5-dense")

# %%
dense(
    seed=seed, lines=[], repeated=[1, 2, 3], kinds=["equicorrelated"], points=[2, 3, 4, 5],
    neurons=[1], bias_bounds=[0.0], dimension=6,
).table.round(4)  # fmt: skip

# %%
ratios = topic.table("dense")
ratios[ratios["m"] > 1].groupby("kind")[["low", "high"]].max().sort_values("high").round(4)

# %%
topic.figure("sec5-dense-ratio")

# %%
topic.figure("sec5-dense-range")

# %%
topic.claim("sec6-dimension")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
