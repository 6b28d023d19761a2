# %% [markdown]
# # Rademacher complexity of sparsely activated networks
#
# The complexity of a class on a sample of $m$ points is the mean, over random signs $\zeta$, of the
# largest correlation $\tfrac{1}{m} \sum_i \zeta_i h(x_i)$ that a network of the class attains. On
# the cube Theorem 19 and display (15) hold with the constant 3.22, and on all points with
# $\ln(2m)$ as their logarithm. Here $R$ is the largest norm of a point, and $M = WR + B$ bounds one
# neuron. On the line all quantities are fractions; elsewhere they lie in a certified interval.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

import pandas as pd

from awasthi2024.bounds import section_5
from awasthi2024.rademacher.checks.cells import half_the_signs, line, line_values
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "rademacher", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("theorem-19-cube")

# %%
topic.claim("theorem-19")

# %% [markdown]
# ## Two points on a line refute display (1), whatever its constant is
#
# At $S = \lbrace R, -R\rbrace$, with two neurons, $W = 1/R$ and $B = 0$, one neuron reaches $R$ and
# the other $-R$, each with the right sign. So the complexity is 1 at each $R$, but the right-hand
# side falls to 0 as $R$ comes down to $1/2$.

# %% tags=["show-input"]
rows = []
for R in (Fraction(2), Fraction(1), Fraction(3, 4), Fraction(33, 64), Fraction(1, 2)):
    complexity = line_values(line([R, -R], 2, 1, 1 / R, 0)).complexity
    right = float(section_5.eq_15(1, 2, 1, 2, R, 1 / R, 0))
    proved = float(section_5.theorem_19_closed(1, 2, 1, 2, R, 1 / R, 0))
    rows.append((str(R), str(complexity), right, proved))
table = pd.DataFrame(rows, columns=["R", "complexity", "display (1)", "corrected"])
table.round(3).set_index("R")

# %% [markdown]
# ## The maximum does not leave the mean in display (12)
#
# For $S = \lbrace 1, 2\rbrace$ and one neuron, $W = B = 1$, the table has
# $\lvert \sum_{i \in I} \zeta_i x_i\rvert$ for each set $I$ and each sign vector. The mean of the
# largest entry of a row is more than the largest mean of a column, which (12) overlooks.

# %% tags=["show-input"]
case = line([1, 2], 1, 1, 1, 1)
values = line_values(case)
sums = {
    "I = {" + ", ".join(str(case.points[i]) for i in cell.members) + "}": {
        str(signs): float(abs(sum(signs[i] * case.points[i] for i in cell.members)))
        for signs in half_the_signs(2)
    }
    for cell in values.cells
}
print("T₁ =", values.first, " right-hand side of (12) =", values.exchanged)
pd.DataFrame(sums)

# %%
topic.claim("eq-15")

# %%
topic.figure("eq-15-sweeps")

# %% [markdown]
# ## From which sample size Theorem J says more than the trivial bound $k(WR + B)$

# %%
ratios = (1, 2, 4, 16, 64)
pd.DataFrame({"s/k": ratios, "first m": map(section_5.theorem_j_first, ratios)}).set_index("s/k")

# %%
topic.claim("sec5-dense")

# %% [markdown]
# The largest ratio of the complexity to the dense bound $sM/\sqrt m$, for each kind of points:

# %%
dense = topic.table("dense").query("m > 1")
dense.groupby("kind")["high"].max().sort_values().round(4).to_frame("largest ratio")

# %%
topic.figure("sec5-dense-range")

# %%
topic.claim("sec6-dimension")

# %%
topic.checks()
