# %% [markdown]
# # Fourier facts: Claim 2.1 and Lemma 6
#
# Both tools of Section 2.1 hold. Noise sensitivity bounds the Fourier weight of high degree for
# $0 \le \rho < 1$, and a halfspace that is rarely 1 has a small average sensitivity. Four lines of
# the paper's proof of Lemma 6 have slips, none of which changes it.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
import pandas as pd

from awasthi2024.fourier import checks as fourier
from paperclaims.registry.claims import is_step
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "fourier", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("claim-2.1-tail")

# %%
topic.claim("claim-2.1")

# %%
topic.claim("lemma-6")

# %%
topic.figure("lemma-6-ratio")

# %% [markdown]
# The largest ratio $\mathrm{AS}(g)/(p\sqrt{n \ln(1/p)/2})$ of each kind, and its mean $p$. We know
# of no proof that symmetric thresholds are the extremal halfspaces.

# %%
table = topic.table("thresholds").eval("ratio = average_sensitivity / sharp")
nearest = table.loc[table.groupby(["kind", "n"])["ratio"].idxmax(), ["kind", "n", "mean", "ratio"]]
nearest.assign(mean=nearest["mean"].map("{:.1e}".format)).round(4).set_index(["kind", "n"])

# %% [markdown]
# ## The lines of the paper's proof of Lemma 6
#
# Both sides at $n = 1$, for $g = \mathbf{1}\lbrace x \le -1\rbrace$ and for the non-decreasing
# $g = \mathbf{1}\lbrace x \ge 1\rbrace$, which is $\mathbf{1}\lbrace -x \le -1\rbrace$.

# %%
lines = fourier.halfspaces(largest_weights=[1], steps=1).records
sides = pd.DataFrame(
    [
        (line.statement, line.instance["w"][0], line.left, line.right)
        for line in lines
        if is_step(line.statement) and line.instance["b"] == -1
    ],
    columns=["line", "w", "left side", "right side"],
)
sides["line"] = sides["line"].str.removeprefix("step-").str.replace("-", ", ")
sides.set_index(["line", "w"])

# %%
topic.checks()
