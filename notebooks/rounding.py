# %% [markdown]
# # Learning with rounding
#
# If learning with rounding (LWR) is hard, so is learning 1-sparse networks under arbitrary
# distributions: samples of LWR are labelled by a 1-sparse network on $r^2$ coordinates,
# $r = m\lceil \log_2 q\rceil$. This reduction is right; its definition of LWR has a fault. No
# computation can decide whether LWR is hard.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import numpy as np
import pandas as pd

from awasthi2024.constructions import quadratic_lift as lifts
from awasthi2024.rounding.checks.reduction import all_vectors
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "rounding", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("sec4-lwr-size")

# %% [markdown]
# ## When the paper's function is a rounding
#
# The number of affine maps of $\mathbb{Z}_q$ that change rounding into the paper's function, up to
# the names of its values. Where it is 0, as for $q = 4$ and $p = 2$, the function is not a
# rounding.

# %%
maps = topic.table("definition").query("q <= 10")
maps.pivot(index="q", columns="p", values="maps").map(lambda v: "" if pd.isna(v) else f"{v:.0f}")

# %%
topic.claim("def-15")

# %% [markdown]
# ## Two polynomial-time learners of easy pairs
#
# From labels $f_w(y)$ at random $y$, elimination finds $w$ modulo a prime $p$ that divides $q$.
# Linearisation finds, for $p = 2$ and an odd prime $q$, the polynomial
# $\prod_v (1 - \langle w, y\rangle/v)$ over the odd $v$ below $q$, which vanishes where the label
# is 1. The table counts the trials in which this is exactly what they find.

# %%
topic.table("easy").set_index(["learner", "q", "p", "m"])

# %%
topic.claim("conj-16")

# %% [markdown]
# ## The network of a secret
#
# For $q = 3$, $p = 2$ and $w = (2, 1)$: all nine $y$, their bits $z(y)$, the affine form
# $\langle v, z\rangle + \kappa$, and the network at $x(y)$.

# %%
q, p, w = 3, 2, np.array([2, 1])
y = all_vectors(q, 2)
z, (v, kappa), network = lifts.binary_code(y, q), lifts.affine_form(w, q), lifts.lwr(w, q, p)
pd.DataFrame(
    {
        "z(y)": [" ".join("−+"[int(bit > 0)] for bit in row) for row in z],
        "⟨w, y⟩": y @ w,
        "⟨v, z⟩": z @ v,
        "⟨v, z⟩ + κ": z @ v + kappa,
        "f_w(y)": lifts.lwr_labels(w, y, q, p),
        "F_w(x(y))": network(lifts.lwr_lift(y, q)).astype(int),
        "active": network.active(lifts.lwr_lift(y, q)).sum(axis=1),
    },
    index=pd.Index([str(tuple(row)) for row in y.tolist()], name="y"),
)

# %%
topic.claim("sec4-lwr")

# %%
topic.claim("theorem-3b")

# %%
topic.checks()
