# %% [markdown]
# # How many samples are needed
#
# Section 5 of the paper, "Learning under General Distributions", and Theorem 5 of the introduction.
# Theorem 17 states a number of samples that suffices to learn a $k$-sparse network under any
# distribution. Lemma 18 is the step from Rademacher complexity to learning. The introduction states
# that dense networks need more samples. Throughout $M = WR + B$, labels come from a network of the
# class (the paper's definition of PAC learning), and the loss is half the squared error.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from awasthi2024.bounds import section_5
from awasthi2024.sample_complexity.checks.sizes import sizes as check_sizes
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "sample_complexity", results, figures, jobs)

# %%
topic.run(
    "counterexamples",
    "finite",
    "lower",
    "sizes",
    "unknown_support",
    "worst_erm",
    "erm_curves",
    "curves",
    "windows",
    "uniform",
)

# %%
topic.answer()

# %%
topic.claim("lemma-18")

# %% [markdown]
# ## A learner that has not seen the point
#
# Two networks on the two points −1 and 1: the zero network, and $-\lambda\sigma(x)$. They differ
# only at the point 1. A sample without this point is the same for both networks. Then every
# prediction at 1 is wrong by $\lambda/2$ or more for one of the two. The table lists the paper's
# sample size, the mass of the point 1 and the unavoidable loss. It also lists the probability that
# every learner has this loss on one of the two networks.

# %% tags=["show-input"]
import math
from fractions import Fraction

import pandas as pd

from awasthi2024.sample_complexity.checks.curves import fit_planted, sample_size

rows = []
for c in (1, 10, 100):
    epsilon, delta = 1.5 * c, Fraction(1, 8)
    m = section_5.lemma_18_root(0.0, 0.0, epsilon, math.log(8), c)
    size = math.isqrt(math.floor(16 * m * epsilon)) + 1
    q = section_5.two_point_mass(Fraction(size), Fraction(epsilon))
    rows.append(
        {
            "constant c": c,
            "ε": epsilon,
            "the paper's m": m,
            "λ": size,
            "mass of 1": str(Fraction(1, q)),
            "unavoidable loss": float(Fraction(size * size, 8 * q)),
            "probability": str(section_5.two_point_failure(q, m)),
            "allowed δ": str(delta),
        }
    )
pd.DataFrame(rows)

# %% [markdown]
# ## The corrected lemma, on classes where everything can be computed
#
# Each class has a few networks on two or four points. All samples and all signs are enumerated, so
# the complexity and the probability of an error are exact. The table has $C$ and twice the mean
# complexity of each class.

# %% tags=["show-input"]
topic.table("finite").round(3)

# %%
topic.claim("theorem-17")

# %% [markdown]
# This is the smallest counterexample, computed by hand:

# %%
stated = section_5.theorem_17(1, 1, 1, 1, 6, 0, 1, Fraction(1, 4))
print(f"Theorem 17 at n = s = k = 1, R = 1, W = 6, B = 0, ε = 1, δ = 1/4: m = {stated:.4f}")
m = math.ceil(stated)
print("the networks 0 and 6σ(x), the point 1 with mass 1/4: unavoidable loss", 36 / 4 / 8)
print(f"every learner fails with probability at least {section_5.two_point_failure(4, m)} > 1/4")

# %% [markdown]
# The table compares, at one point, the paper's formulas, the proved sizes, and sizes that are not
# enough for any learner:

# %%
sizes = {"n": 16, "s": 64, "k": 2, "W": 1, "B": 0, "inverse_loss": 64, "exponent": 10}
row = check_sizes(base=sizes, axes={"s": [64]}).table.iloc[0]
names = {
    "printed": "Theorem 17 as stated in the paper, constant 1",
    "derived": "Lemma 18 and (15) as stated in the paper, constant 1",
    "corrected": "corrected Theorem 17, constants proved",
    "complexity": "corrected Lemma 18 and Theorem J, constants proved",
    "smooth": "Theorem G with constant 1",
    "lower_confidence": "not enough for any learner (δ)",
    "lower_dimension": "not enough for any learner (s, k)",
}
pd.DataFrame({"samples": {label: f"{row[key]:.3g}" for key, label in names.items()}})

# %%
topic.figure("theorem-17-sizes")

# %% [markdown]
# Theorem G has the best shape and the largest numbers, because of its six logarithms. The order of
# the curves in this figure is the order of their constants, not of their exponents.
#
# ## A learner
#
# The targets are planted trees, forests and dense networks, with inputs from a Markov chain. The
# optimum on the training data is 0, so a training error that is not small means that the search
# failed; such a fit does not count towards the samples needed. Here is one tree with growing
# numbers of samples:

# %% tags=["show-input"]
cell = {"axis": "s", "target": "forest", "n": 6, "s": 4, "k": 1}
fits = {}
from sparseact.randomness import generator

for multiple in (0.5, 1, 2, 6):
    rng = generator(seed, "sample_complexity", "notebook")
    train, test, *_ = fit_planted(cell, multiple, rng, accuracy=0.01, tests=2000, restarts=3)
    fits[sample_size(cell, multiple)] = {"training error": train, "test error": test}
pd.DataFrame(fits).T.rename_axis("samples")

# %%
topic.figure("theorem-17-curves")

# %% [markdown]
# The learner needs a small multiple of the number of unknowns, $s(n + 1)$, for sparse and for dense
# networks. This is far below every bound, and these random targets need not be the worst case. At
# equal size and about equal scale, dense targets here need no more than a few times as many samples
# as trees. The worst-case gap between sparse and dense networks, which the theorems prove, does not
# appear here.

# %%
topic.claim("theorem-5")

# %%
topic.figure("theorem-5-growth")

# %% [markdown]
# A network of Theorem P is inactive on all of the sample, and active at the points of its blocks
# that are not in it. A minimiser that is drawn at random is nearly as bad as the worst one.

# %%
topic.figure("theorem-5-learners")

# %%
topic.claim("intro-dense-lower")

# %%
rows = []
for exponent in (2, 6, 10, 14):
    epsilon = 0.5**exponent
    rows.append(
        {
            "1/ε": 2**exponent,
            "enough (by heart)": section_5.memorising_samples(4, 4.0, epsilon, 0.25),
            "not enough": round(section_5.confidence_lower(4.0, epsilon, 1 / 8)),
            "s²/ε²": 16 * 4**exponent,
        }
    )
print("dense networks on the square, n = 2, s = 4, M = 1")
pd.DataFrame(rows)

# %%
topic.claim("intro-fewer-samples")

# %% [markdown]
# At the smallest $s = 2^j$ that the condition $s$ of order $k^2n \cdot \log$ allows, the table
# lists a sufficient number for the sparse class, and a necessary number for the dense class.

# %%
topic.table("lower").round({"sparse_enough": 0, "dense_too_few": 0})

# %%
topic.claim("theorem-y")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
