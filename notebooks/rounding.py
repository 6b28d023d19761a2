# %% [markdown]
# # Learning with rounding
#
# Section 4 of the paper, "Cryptographic Hardness": samples of learning with rounding (LWR) are
# labelled by a 1-sparse network on $r^2$ coordinates, $r = m\lceil \log_2 q\rceil$. If LWR is hard,
# so is learning 1-sparse networks on arbitrary distributions. The reduction is checked exactly. No
# computation can decide the conjecture itself.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from awasthi2024.rounding.checks.definition import definition
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "rounding", results, figures, jobs)

# %%
topic.run("definition", "formulas", "network", "sizes", "easy")

# %%
topic.answer()

# %%
topic.claim("def-15")

# %% [markdown]
# Below are both functions on $\mathbb{Z}_q$, for $p = 2$. For $q = 5$ the residues of one label
# form an interval after multiplication by the inverse of 2; for $q = 4$ no affine map does that.

# %%
import numpy as np
import pandas as pd

from awasthi2024.rounding.checks.algorithms import (
    fit_elimination,
    fit_vanishing,
    sample_size,
)
from awasthi2024.rounding.checks.decoding import compare_decoding
from awasthi2024.rounding.checks.definition import rounding_maps
from awasthi2024.rounding.checks.formulas import corrected_sum, printed_sum
from awasthi2024.rounding.checks.vectors import all_vectors, label

for q in (5, 4):
    z = np.arange(q)
    print(f"q = {q}: z mod 2:", label(z, q, 2), " ⌊2z/q⌋:", 2 * z // q, end="  ")
    print("affine maps from one to the other:", rounding_maps(q, 2))

# %% [markdown]
# The table counts such maps for each pair of moduli; without such a map, the paper's function is
# not rounding:

# %%
maps = definition(max_modulus=10).table
table = maps.pivot(index="q", columns="p", values="maps")
print(table.to_string(na_rep="", float_format="{:.0f}".format))

# %%
topic.claim("conj-16")

# %% [markdown]
# ## Two polynomial-time methods, live
#
# A secret of 12 residues with $p = 2$ is found, first modulo $q = 4$ by elimination, then modulo
# $q = 5$ by linearisation.

# %% tags=["show-input"]
from awasthi2024.constructions.quadratic_lift import lwr_labels
from sparseact.randomness import generator

rng = generator(seed, "rounding", "notebook")
for q, fit in ((4, fit_elimination), (5, fit_vanishing)):
    secret = rng.integers(0, q, size=12)
    unknowns, samples = sample_size(q, 2, 12)
    y, fresh = rng.integers(0, q, size=(samples, 12)), rng.integers(0, q, size=(4096, 12))
    predict = fit(y, lwr_labels(secret, y, q, 2), q, 2)
    wrong = int((predict(fresh) != lwr_labels(secret, fresh, q, 2)).sum())
    print(f"q = {q}: {q}^12 = {q**12} secrets, {unknowns} unknowns, {samples} samples;", end=" ")
    print(f"wrong labels on {len(fresh)} fresh vectors: {wrong}")

# %%
topic.claim("sec4-lwr")

# %% [markdown]
# ## Bit by bit
#
# For $q = 3$, $p = 2$ and $w = (2, 1)$, the table lists all nine $y$, their bits $z(y)$, the affine
# form, and the network at $x(y)$.

# %% tags=["show-input"]
from awasthi2024.constructions.quadratic_lift import affine_form, binary_code, lwr, lwr_lift

q, p, w = 3, 2, np.array([2, 1])
y = all_vectors(q, 2)
v, shift = affine_form(w, q)
network = lwr(w, q, p)
print("v =", v.tolist(), " κ =", shift, " neurons:", network.s, " n =", network.n)
pd.DataFrame(
    {
        "y": [tuple(row) for row in y.tolist()],
        "z(y)": [tuple(row) for row in binary_code(y, q).tolist()],
        "⟨w, y⟩": y @ w,
        "⟨v, z⟩": binary_code(y, q) @ v,
        "⟨v, z⟩ + κ": binary_code(y, q) @ v + shift,
        "f_w(y)": lwr_labels(w, y, q, p),
        "F_w(x(y))": network(lwr_lift(y, q)).astype(int),
        "active": network.active(lwr_lift(y, q)).sum(axis=1),
    }
)

# %% [markdown]
# The table lists the displayed sum at every value $t$ of $\langle w, y\rangle$, with the square in
# the paper's place and in its correct place:

# %%
t = np.arange(2 * (q - 1) ** 2 + 1)
pd.DataFrame(
    {
        "λ(t)": label(t, q, p),
        "square outside σ": [str(value) for value in printed_sum(t, q, p, 2)],
        "square inside σ": [str(value) for value in corrected_sum(t, q, p, 2)],
    },
    index=pd.Index(t, name="t"),
)

# %% [markdown]
# ## Size
#
# "$\mathrm{poly}(q, m)$" is $m^{1.5} q^4$ for the norm of the lifted weights and $m^2 q^4$ for the
# biases.

# %% tags=["show-input"]
topic.figure("sec4-lwr-size")

# %%
sizes = topic.table("network")
sizes[["q", "p", "m", "secrets", "vectors", "n", "neurons", "active", "W", "B"]].round(1)

# %%
topic.claim("theorem-3b")

# %%
from fractions import Fraction

from paperclaims.checks.recorder import Recorder

recorder = Recorder("theorem-3b", {})
compare_decoding(recorder, seed=seed, cases=[(5, 3, 3)], count=3)
for record in recorder.records:
    if record.statement == "decoding":
        error, bound = float(Fraction(record.left)), float(Fraction(record.right))
        print(f"{record.instance['hypothesis']}: error {error:.3f}, 8 × loss {bound:.3f}")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
