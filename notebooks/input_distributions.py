# %% [markdown]
# # Other inputs: product distributions, and Gaussian ones
#
# The paper's learner and its bounds are for the uniform distribution on the cube. Here two other
# kinds of input are examined. Under product distributions two of Theorem A's three bounds, and
# their consequences, hold with the same constant. Under Gaussian inputs the paper states that
# 1-sparsity "likely" needs very large biases, and here this size is computed. Proofs:
# `docs/proofs-input_distributions.md`.

# %% tags=["parameters"]
results = ""  # folders of a run; by itself the notebook writes nothing
figures = ""
seed = 1
jobs = {}  # the parameters of each check; by itself those of config/config.yaml

# %%
from fractions import Fraction

from awasthi2024.bounds import other_inputs
from awasthi2024.input_distributions.checks import biased
from awasthi2024.input_distributions.checks.product import one_bit
from paperclaims.topic import Topic

topic = Topic("awasthi2024", "input_distributions", results, figures, jobs)

# %%
topic.run("product", "product_search", "product_learner", "gaussian", "gaussian_sampled")

# %%
topic.answer()

# %%
topic.claim("theorem-product")

# %% [markdown]
# Live: three neurons that see +1 and five that see −1, at $q = 3/8$. The sum of the variances and
# $4W^2\,\mathbb{E} \lvert R_x\rvert^2$, with $W = 1$.

# %% tags=["show-input"]
biases = [Fraction(3, 8)]
network = one_bit(3, 5)
mean, mean_square = biased.moments(network, biases)
print("variance:", biased.total_variance(network.values(), biases), " bound:", 4 * mean_square)
print("weights by degree:", *biased.degree_weights(network.values(), biases))

# %%
topic.table("product_learner")

# %%
topic.claim("intro-gaussian")

# %% [markdown]
# Live: the largest fraction of 1-sparse inputs that the bound allows 16 neurons at each bias, and
# the fraction of orthogonal neurons.

# %% tags=["show-input"]
import pandas as pd

from awasthi2024.input_distributions.checks.gaussian import orthogonal_share

pd.DataFrame(
    [
        {
            "bias": t,
            "at most": min(1.0, other_inputs.gaussian_share(16, t)),
            "orthogonal": orthogonal_share(16, t),
        }
        for t in (0, 1, 2, 3)
    ]
)

# %%
topic.figure("intro-gaussian-share")

# %% [markdown]
# ## The checks of this page

# %%
topic.checks()
