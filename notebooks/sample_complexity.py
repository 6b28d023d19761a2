# %% [markdown]
# # How many samples are needed
#
# Theorem 17, a number of samples that suffices under any distribution, is false for small $\delta$,
# and so is Lemma 18, the step from Rademacher complexity to learning. Both hold with a further
# factor at $\ln(1/\delta)$. Theorem 5 holds, by another proof. Throughout $M = WR + B$, labels come
# from a network of the class, and the loss is half the squared error.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import pandas as pd

from awasthi2024.bounds import section_5
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "sample_complexity", results, figures, jobs)
topic.run()
topic.answer()

# %% [markdown]
# ## Theorem 17's number of samples, and what is not enough for any learner
#
# Two networks differ by $kM$ at a point of small probability, and a sample without this point is
# the same for both. So every learner fails on one of them, if it has too few samples.

# %%
topic.figure("theorem-17-sizes")

# %%
topic.claim("theorem-17")

# %% [markdown]
# ## A learner of planted networks: success against the number of samples
#
# The targets are trees, forests and dense networks, and the inputs come from a Markov chain. The
# learner minimises the training error over networks of the target's size. It needs a small multiple
# of the number of unknowns, far below every bound. These targets need not be the worst case, so the
# gap between sparse and dense networks that the theorems prove does not appear here.

# %%
topic.figure("theorem-17-curves")

# %%
topic.claim("lemma-18")

# %% [markdown]
# ## Learners under Theorem P's distribution: loss against the number of samples
#
# A network of Theorem P is inactive on all of the sample, and active at the points of its blocks
# that are not in it. A minimiser that is drawn at random loses at least 0.6 times as much as the
# worst one. Theorem M's learner predicts by a mean over minimisers on parts of the sample.

# %%
topic.figure("theorem-5-learners")

# %%
topic.figure("theorem-5-growth")

# %%
topic.claim("theorem-5")

# %% [markdown]
# ## Dense networks on the square: what suffices, and what is not enough
#
# $n = 2$, $s = 4$, $M = 1$. Learning by heart suffices; the lower bound grows like $1/\varepsilon$.

# %%
rows = []
for exponent in (2, 6, 10, 14):
    by_heart = section_5.memorising_samples(4, 4.0, 0.5**exponent, 0.25)
    lower = round(section_5.confidence_lower(4.0, 0.5**exponent, 1 / 8))
    rows.append((2**exponent, by_heart, lower, 16 * 4**exponent))
table = pd.DataFrame(rows, columns=["1/ε", "enough (by heart)", "not enough", "s²/ε²"])
table.map("{:.4g}".format).set_index("1/ε")

# %%
topic.claim("intro-dense-lower")

# %% [markdown]
# ## Sparse against dense networks: what suffices, and what is needed
#
# At the smallest $s = 2^j$ that the condition $s$ of order $k^2n \cdot \log$ allows.

# %%
names = {"sparse_enough": "sparse: enough", "dense_too_few": "dense: not enough"}
lower = topic.table("lower").iloc[::4].rename(columns=names | {"delta": "δ"})
lower.map("{:.3g}".format).set_index(["n", "k", "δ"])

# %%
topic.claim("intro-fewer-samples")

# %%
topic.claim("theorem-y")

# %%
topic.checks()
