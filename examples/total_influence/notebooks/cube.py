# %% [markdown]
# # Total influence
#
# The total influence of every function of few variables is compared with its variance and mean.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("total_influence", "cube", results, figures, jobs)
topic.run()

# %%
topic.claim("poincare")

# %%
topic.claim("edges")

# %%
topic.figure("influence-mean")

# %%
topic.claim("three")
