# %% [markdown]
# # Harmonic numbers
#
# The harmonic number of n is the sum of 1, 1/2, ..., 1/n. It is compared with logarithms.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from paperclaims.topic import Topic

topic = Topic("my_paper", "harmonic", results, figures, jobs)
topic.run()

# %%
topic.claim("lower")

# %%
topic.claim("upper")

# %%
topic.figure("gap")
