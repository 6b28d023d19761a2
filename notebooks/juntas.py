# %% [markdown]
# # Juntas, and the lower bound under the uniform distribution
#
# Quasi-polynomial time is the best one can do under the uniform distribution if juntas are hard to
# learn, up to a factor $1/\varepsilon$ in the exponent. Juntas of $\log_2 s$ variables are 1-sparse
# networks, which is proved; that they are hard to learn is Conjecture 12, which is open.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

import pandas as pd

from awasthi2024.bounds import section_3
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds

topic = Topic("awasthi2024", "juntas", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("theorem-13-construction")

# %%
topic.claim("theorem-13")

# %%
topic.claim("conj-12")

# %% [markdown]
# The low-degree algorithm needs degree $p$ for a parity, yet Gaussian elimination learns noiseless
# parities in polynomial time. So the degrees are no evidence of hardness: the conjecture is about
# the class, and not about each junta.

# %%
topic.claim("intro-optimal")

# %% [markdown]
# ## The upper bound on the same class
#
# The exponent of $n$ in the run time, on the class of Theorem 13 with $s = 2^p$, at
# $\varepsilon = \tfrac{1}{4}$. Conjecture 12 excludes every exponent $o(\log s)$.

# %%
p = [1, 2, 4, 6]
roots = [sqrt(Fraction(v)) for v in p]
degrees = [bounds.theorem_8_degree(64, 2**v, 1, W, v, 0.25) for v, W in zip(p, roots, strict=True)]
pd.DataFrame(
    {
        "Theorem C": [bounds.theorem_c_degree(1, W, 0.25) for W in roots],
        "Theorem 8, n = 64": [f"{section_3.theorem_8_constant * d:.3g}" for d in degrees],
    },
    index=pd.Index(p, name="log₂ s"),
)

# %%
topic.checks()
