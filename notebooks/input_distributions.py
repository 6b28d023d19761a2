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


# %% [markdown]
# ## theorem-product: Product distributions on the cube
#
# Let the coordinates be independent and $x_i = -1$ with probability $q_i$. The sum of the variances
# that the coordinates cause generalises the average sensitivity. Theorem A's proof charges each
# edge of the cube to its two ends, and under a product distribution the ends weigh differently;
# with the right weights the constant is the same. The bound with $\mathbb{E} \lvert R_x\rvert^2$ is
# even attained at every rational $q$, by networks on one bit. One constant does not carry over: the
# form with $\mathbb{E} \lvert R_x\rvert$ instead of $\mathbb{E} \lvert R_x\rvert^2$ loses a factor
# of up to 2.

# %%
topic.claim("theorem-product")

# %% [markdown]
# Live: three neurons that see +1 and five that see −1, at $q = 3/8$. The sum of the variances and
# $4W^2\,\mathbb{E} \lvert R_x\rvert^2$, with $W = 1$.

# %%
biases = [Fraction(3, 8)]
network = one_bit(3, 5)
mean, mean_square = biased.moments(network, biases)
print("variance:", biased.total_variance(network.values(), biases), " bound:", 4 * mean_square)
print("weights by degree:", *biased.degree_weights(network.values(), biases))

# %%
topic.table("product_learner")

# %% [markdown]
# ## intro-gaussian: Under Gaussian inputs 1-sparsity needs large biases
#
# The paper states that under Gaussian inputs "one likely needs the biases in the ReLU units to be
# very large to enforce 1-sparsity". This is right, in a sharper form. Two opposite neurons are
# 1-sparse without any bias. From three neurons on *no* bias is large enough for all inputs. For a
# fraction $1 - 1/(8s)$ of the inputs the biases must be at least about $\sqrt{2 \ln s}$ times the
# norm of the weights. If the weights are orthogonal, the factor $\sqrt{3 \ln s}$ suffices. The cube
# requires biases of the same order, $(p - 1)/\sqrt{p}$ with $p = \log_2 s$ for juntas; but there
# every input is 1-sparse.

# %%
topic.claim("intro-gaussian")

# %% [markdown]
# Live: the largest fraction of 1-sparse inputs that the bound allows 16 neurons at each bias, and
# the fraction of orthogonal neurons.

# %%
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
