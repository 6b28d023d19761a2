# %% [markdown]
# # Other inputs: product distributions, and Gaussian ones
#
# The paper's learner and bounds are for uniform inputs. Under every product distribution two of
# Theorem A's three bounds hold with the same constant, and so does the learner that follows. Under
# Gaussian inputs 1-sparsity needs large biases, as the paper says; here their size is computed.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

from awasthi2024.input_distributions.checks import moments, one_bit, total_variance
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "input_distributions", results, figures, jobs)
topic.run()
topic.answer()

# %%
topic.figure("intro-gaussian-share")

# %%
topic.claim("theorem-product")

# %% [markdown]
# ## The bound is attained: three neurons that see +1, and five that see −1
#
# At $q = 3/8$ the sum of the variances is $4W^2\,\mathbb{E} \lvert R_x\rvert^2$, with $W = 1$.

# %% tags=["show-input"]
network, q = one_bit(3, 5), [Fraction(3, 8)]
print(total_variance(network.values(), q), "=", 4 * moments(network, q)[1])

# %% [markdown]
# ## The low-degree learner's success under three product distributions
#
# A tree of depth $d + 1 = 3$ is learned by polynomials of degree $d$ from $m$ samples, the number
# that the theorem proves to be enough with probability $1 - \delta$, $\delta = 1/4$. Regression and
# averages of $y\varphi_T$ succeed at each distribution. Averages of $y\chi_T$, the paper's
# learner, succeed only under the uniform one.

# %%
learner = topic.table("product_learner")
learner["success"] = (100 * learner["successes"] / learner["trials"]).map("{:.0f} %".format)
names = {"averages": "averages of yφ", "characters": "averages of yχ"}
learner["method"] = learner["method"].replace(names)
learner = learner.rename(columns={"m": "samples m"})
learner.set_index(["q", "method"])[["samples m", "trials", "success"]]

# %%
topic.claim("intro-gaussian")

# %%
topic.checks()
