# %% [markdown]
# # Rademacher complexity of sparsely activated networks
#
# Upper bounds are compared with certified intervals, lower bounds with exact sums.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("nearly_tight_rademacher", "complexity", results, figures, jobs)
topic.run()

# %%
topic.claim("theorem-2")

# %%
topic.figure("useful")

# %%
topic.claim("logarithm-free")

# %%
topic.claim("theorem-3")

# %%
topic.claim("proposition-7")

# %%
topic.claim("lemma-8")

# %%
topic.claim("lemma-9")

# %%
topic.claim("proposition-10")

# %%
topic.claim("theorem-12")

# %%
topic.claim("threshold")

# %%
topic.claim("theorem-14")
