# %% [markdown]
# # Average sensitivity of sparsely activated networks
#
# Lemma 9, the heart of the paper's upper bound, holds: a $k$-sparse network changes little when
# one input bit is flipped. The paper's proof does not prove it; Theorem A does, with a shorter and
# sharper bound. Both sides of every line are computed here, as fractions where no logarithm occurs.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

from awasthi2024.average_sensitivity.checks.terms import activity, terms
from awasthi2024.bounds import section_3
from balls import sqrt
from paperclaims.topic import Topic
from sparseact import bounds
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact

topic = Topic("awasthi2024", "average_sensitivity", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("lemma-9-sweep")

# %%
topic.claim("lemma-9")

# %% [markdown]
# ## The smallest network that exceeds the lemma and the bound on (U)
#
# $h(x) = \sigma(x + 2)$, with $n = s = k = 1$: its neuron is active on both inputs, so that $h$ is
# affine and $(V) = 0$. The logarithms in the lemma are 0.

# %% tags=["show-input"]
t = terms(SparseReLUNetwork([[1.0]], [-2.0], [1.0]))
W, B = Fraction(1), Fraction(2)
print("AS =", t.average_sensitivity, "  (U) =", t.u, "  (V) =", t.v)
print("the paper's bound on (U):", section_3.lemma_9_step_u_printed(1, W))
print("Lemma 9, any constant:", bounds.lemma_9(1, 1, 1, W, B), "  Theorem A:", 4 * W**2)

# %%
topic.figure("lemma-9-tightness")

# %%
topic.figure("lemma-9-steps")

# %%
topic.figure("lemma-9-gap")

# %%
topic.claim("intro-sensitivity")

# %%
topic.claim("remark-11")

# %% [markdown]
# ## Theorem A with $\mathbb E\lvert R_x\rvert^2$, on networks that are sparse on average
#
# Appendix A's networks with a small $\Gamma$, the largest of each size: several neurons are active
# on few inputs.

# %%
columns = {
    "n": "n", "s": "s", "k": "largest k", "mean_square_active": "E|R|²",
    "average_sensitivity": "AS", "theorem_a_average": "4W² E|R|²", "theorem_a_min": "min(2k, s)²W²",
}  # fmt: skip
largest = topic.table("average_case").groupby("s").last().reset_index()
largest[[*columns]].rename(columns=columns).round(3).set_index("n")

# %% [markdown]
# ## The probability $1/s$ instead of $1/s^2$ is not enough
#
# Eight equal neurons, active on one of eight inputs: $\mathrm{AS}$ exceeds $4W^2(k^2 + 1)$ at
# $k = 1$.

# %% tags=["show-input"]
many = SparseReLUNetwork([[1.0] * 3] * 8, [1.0] * 8, [1.0] * 8)
W, found = sqrt(Fraction(many.scale_squared[0])), activity(many, 1)
print("Pr[|R_x| > 1] =", found.beyond, "  AS =", average_sensitivity_exact(many.values()))
print("4W²(k² + 1) =", bounds.theorem_a_average(W, 2))
print("4W² E|R_x|² =", bounds.theorem_a_average(W, found.mean_square))

# %%
topic.checks()
