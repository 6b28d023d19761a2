# %% [markdown]
# # The low-degree algorithm, and Theorems 4 and 8
#
# Theorem 8 holds: under uniform inputs a polynomial of degree $4k^2W^2/\varepsilon$ learns every
# sparse network. This page reports which degree and how many samples that takes, and what noise in
# the labels changes. The polynomial has one coefficient for each of the $N$ monomials of degree at
# most $d$, and the loss is $\tfrac{1}{2}(\hat y - y)^2$, so that the smallest loss of degree $d$ is
# half the tail $\sum_{\lvert T\rvert > d} \hat h(T)^2$.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import pandas as pd

from awasthi2024.low_degree.figures import needed_samples
from awasthi2024.shared.style import family_style
from paperclaims.topic import Topic
from sparseact.learning.low_degree import LowDegreeRegressor
from sparseact.randomness import generator

topic = Topic("awasthi2024", "low_degree", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("theorem-8-exponents")

# %%
topic.claim("lemma-7")

# %% [markdown]
# ## The low-degree learner's success against the number of samples
#
# *Averages* estimate each coefficient $\hat h(T)$, $\lvert T\rvert\le d$, by the mean of
# $y\chi_T(x)$ over the samples. *Regression* fits all $N$ coefficients at once by least squares.
# Each trial draws a member of the class and its samples, and succeeds if the loss over the whole
# cube is at most $\varepsilon$. The classes are networks, with the $\varepsilon$ for which Theorem
# C allows the degree $d$, and juntas of $d$ variables.

# %%
topic.figure("lemma-7-success")

# %% [markdown]
# The smallest number of samples from which on at least $1-\delta$ of the trials succeed, the number
# that is proved to suffice, and Lemma 7's number with the constant 1:

# %%
success, classes = topic.table("success"), ["class", "n", "d", "s", "k", "monomials"]
curves = success.query("size == 'curve'").groupby([*classes, "method"])
numbers = {
    "measured": curves.apply(needed_samples, include_groups=False).unstack(),
    "by theory": success.query("size != 'curve'").pivot(index=classes, columns="size", values="m"),
}
pd.concat(numbers, axis=1).rename(columns={"printed": "Lemma 7, constant 1"})

# %%
topic.claim("theorem-8")

# %% [markdown]
# ## The degree that networks need, and the degree of the theorems
#
# On every network of every family the tail was computed exactly. Here are the degrees for a tail of
# a quarter of the variance: the largest over each family, and the largest of each theorem.

# %%
names = {"theorem_c": "Theorem C", "paper": "Theorem 8, constant 1", "n": "all monomials, n"}
degrees = topic.table("degrees").query("fraction == 0.25")
degrees = degrees.assign(family=[family_style(name).label for name in degrees["family"]])
degrees = degrees.groupby("family")[["needed", *names]].max().rename(columns=names)
degrees.map("{:,.3g}".format)

# %%
topic.figure("theorem-8-degrees")

# %% [markdown]
# ## Lemma 10 does not give $\mathrm{NS}\le\varepsilon/3$ at the paper's $\rho$
#
# Lemma 10's bound over the $\varepsilon/3$ that it should be, as $\varepsilon = 2^{-j}$ falls
# ($n = 1$, $s = 2$, $k = W = B = 1$), with the paper's unknown constant $c$ at the head of each
# column. A smaller $c$ only delays the growth.

# %%
ratios = topic.table("steps").query("exponent in (1, 10, 50, 100, 400)")
ratios = ratios.pivot(index="exponent", columns="c", values="ratio").rename_axis("j")
ratios.rename(columns="c = {:g}".format).map("{:.3g}".format)

# %%
topic.claim("theorem-4")

# %%
topic.claim("intro-agnostic")

# %% [markdown]
# ## The learner's excess with noisy labels
#
# The excess of averages over the best polynomial of degree 2 on 8 variables, the largest of all
# trials, as a fraction of the bound that is proved:

# %%
topic.figure("intro-agnostic-excess")

# %%
topic.claim("theorem-r")

# %% [markdown]
# ## Centred averages at the sizes of Theorem R
#
# The targets are parities, with and without a large constant, and neurons that are seldom active.
# The learner subtracts the samples' mean label first, and chooses among its results on blocks.

# %%
names = {"mean_square_active": "E|R|²", "m": "samples"}
centred = topic.table("centred").rename(columns=names)
centred.set_index("kind")[["n", "k", "bias", "d", *names.values(), "successes", "trials"]]

# %% [markdown]
# A constant of 1000 beside a parity, from 40,000 samples, with averages as in Lemma 7 and with
# centred ones:

# %% tags=["show-input"]
x = generator(1, "notebook", "low_degree").choice([-1, 1], size=(40_000, 4))
y = 2 * x[:, 0] * x[:, 1] + 1000
for method in ("averages", "centred"):
    c = LowDegreeRegressor(4, method).fit(x, y)
    truth = 2.0 * (c.masks_ == 3) + 1000 * (c.masks_ == 0)
    print(f"{method}: loss {((c.coefficients_ - truth) ** 2).sum() / 2:.3g}")

# %%
topic.checks()
