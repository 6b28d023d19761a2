# %% [markdown]
# # Influences of decision trees
#
# The average sensitivity of the function of a decision tree is compared with its size and depth.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("monotone_decision_trees", "influences", results, figures, jobs)
topic.run("all_trees", "random_trees", "parities")

# %%
topic.claim("first-order")

# %%
topic.claim("monotone")

# %%
topic.figure("influence-size")

# %%
topic.claim("any-function")
