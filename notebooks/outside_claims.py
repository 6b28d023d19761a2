# %% [markdown]
# # Polynomials for ReLU, queries, and depth
#
# A digest of the paper, written by a machine, says that its algorithms use polynomial
# approximations of ReLU and careful queries, and asks for depth 2 and 3. The paper has none of
# these. Each phrase is put to the test here all the same.
#
# Proofs: `docs/proofs-outside_claims.md`.

# %% tags=["parameters"]
results = ""  # a run's folder; by itself the notebook reads the committed reference
figures = ""  # where figures are saved; by itself it saves nothing
seed = 1

# %%
import math

from awasthi2024.outside_claims.checks.deep_networks import deep_extremal, evaluate
from awasthi2024.outside_claims.checks.exact_queries import restricted_weights
from awasthi2024.outside_claims.checks.goldreich_levin import large_coefficients
from awasthi2024.outside_claims.checks.neurons import equal_weights_spectrum
from awasthi2024.outside_claims.checks.queries import draw_target
from awasthi2024.outside_claims.checks.uniform_approximation import uniform_error
from awasthi2024.shared.active_sets import matched_share, same_functions
from paperclaims.reporting.claim_notebook import Topic
from sparseact.bounds import digest, section_2
from sparseact.constructions import decision_tree
from sparseact.cube import points, walsh_transform
from sparseact.randomness import generator
from sparseact.spectrum import average_sensitivity_exact

topic = Topic("awasthi2024", "outside_claims", results, figures)

# %% [markdown]
# ## digest-polynomial: polynomials for ReLU
#
# **The digest.** "The algorithms leverage techniques such as solving linear systems, iterative
# least squares, and polynomial approximations of ReLU activations."
#
# **The paper.** It approximates no activation. Theorem 8 bounds the noise sensitivity of the whole
# network, and takes the low-degree part of its Fourier expansion.

# %%
topic.claim("digest-polynomial")

# %% [markdown]
# ### Two ways to a polynomial
#
# A polynomial $p$ that is near $\lvert t\rvert$ on $[-1, 1]$ gives one that is near the neuron
# $\sigma(\langle w, x\rangle - b)$, by $\tfrac{1}{2}(\ell + M p(\ell/M))$ with
# $\ell = \langle w, x\rangle - b$ in $[-M, M]$. Chebyshev's series and the best $p$ have an error
# of order $1/d$:

# %%
for d in (2, 4, 8, 16, 32):
    series = 2 / (math.pi * (d + 1))
    print(f"d = {d:2d}: best error {float(uniform_error(d)):.6f}, Chebyshev's series {series:.6f}")

# %% [markdown]
# The range $M$ grows with the dimension: $M = W\sqrt{n}$ for equal weights. But most points of the
# cube have a pre-activation of order $W$, and the mean square error sees that. The spectrum shows
# how little is left above degree $d$, and that $n$ plays no part:

# %%
for n in (4, 16, 64, 256):
    weights = equal_weights_spectrum(n)
    for d in (2, 8):
        left = float(sum(weights[d + 1 :]) / n)
        uniform = n * float(uniform_error(d)) ** 2 / 4
        proved = float(digest.neuron_tail(1, d))
        print(f"n = {n:3d}, d = {d}: exact {left:.5f}, uniform {uniform:.5f}, proved {proved:.5f}")

# %%
topic.figure("digest-polynomial")

# %% [markdown]
# The derivative of a neuron in the direction of a coordinate is an average of halfspaces, and
# Peres' theorem bounds the weight of a halfspace above degree $d$ by a multiple of $1/\sqrt{d}$. So
# the weight of one neuron above degree $d$ is at most $0.4464 \cdot W^2/((d + 1)\sqrt{d})$. Theorem
# C has $4k^2W^2/(d + 1)$, which networks of many neurons attain: what needs a high degree there is
# not ReLU, but the pattern of the active neurons.

# %% [markdown]
# ## digest-queries: queries
#
# **The digest.** "The algorithms exploit this structure by first identifying the sparse activation
# patterns through careful query design."
#
# **The paper.** No learner in it makes a query. Its learners see random examples, and Theorem 14
# is about statistical queries, which are means over the distribution.
#
# What could membership queries do, in which the learner chooses $x$ and is told $h(x)$?

# %%
topic.claim("digest-queries")

# %% [markdown]
# ### No query determines an activation pattern
#
# Two networks of one neuron for each pattern of two bits; no query tells them apart:

# %%
for name, one, other in same_functions(2):
    x = points(2)
    print(f"{name}: values {one(x).astype(int)} and {other(x).astype(int)}, share of the points")
    print("  with the same active set:", matched_share(one.active(x), other.active(x)))

# %% [markdown]
# ### The search, step by step
#
# Kushilevitz and Mansour's search follows the sets $T \cap [j]$ whose weight is at least
# $\theta^2$. With exact weights, on a tree of depth 2 and with $\theta = 1/2$:

# %%
tree = decision_tree(2, 5, generator(seed, "notebook", "tree"))
for j in range(1, 6):
    weights = restricted_weights(tree.values(), j)
    print(f"j = {j}:", {alpha: str(v) for alpha, v in enumerate(weights) if v >= 1 / 4})
print("coefficients:", {T: float(v) for T, v in enumerate(walsh_transform(tree.values())) if v})

# %% [markdown]
# With estimates in their place it asks for $h$ at pairs of points that agree outside $[j]$. A
# parity of 4 of 40 bits:

# %%
rng = generator(seed, "notebook", "parity")
target = draw_target("parity", 40, 4, 0.0, rng)
search = large_coefficients(target.query, 40, 1.0, digest.search_samples(40, 1, 1, 0.1), rng)
print(f"found {search.masks}, planted {list(target.coefficients)}, {search.queries} queries,")
print(f"monomials of degree at most 4: {section_2.n_monomials(40, 4)}")

# %%
topic.figure("digest-queries")

# %%
display(topic.table("queries"))
display(topic.table("exact_queries"))

# %% [markdown]
# The proved number of queries grows as $n \log n$, with the fourth power of $C/\theta$. A neuron
# with equal weights has no large coefficients besides the first few; the search misses a quarter of
# its variance, and degree 2 does not.

# %% [markdown]
# ## digest-depth: depth 2 and 3
#
# **The digest.** "Extension of the theoretical analysis to depth-2 and depth-3 networks to assess
# scalability of the results."
#
# **The paper.** Its networks have one hidden layer, which the digest calls depth 1.

# %%
topic.claim("digest-depth")

# %% [markdown]
# ### The smallest extremal network
#
# One variable, two hidden layers, one neuron active in each. The second layer has one neuron that
# takes the difference of the two outputs of the first, and one that takes the opposite. Both change
# when $x$ does, where Theorem A would allow for one:

# %%
network = deep_extremal(1, [1, 1])
run = evaluate(network, 1)
for (w, b), z in zip(network.layers, run.outputs, strict=True):
    print("weights", w.tolist(), "biases", b.tolist(), "outputs at x = 1, −1:", z.tolist())
print("h:", run.values.tolist(), " AS:", average_sensitivity_exact(run.values))
W2 = network.squared_norms
bound = digest.depth_sensitivity(1, run.most_active, W2)
print("bound:", bound, " Theorem A's shape:", 4 * W2[0] * W2[1])

# %%
for depth in (1, 2, 3, 4):
    for p in (1, 2, 3):
        network = deep_extremal(p, [1] * depth)
        run = evaluate(network, p)
        bound = digest.depth_sensitivity(1, run.most_active, network.squared_norms)
        share = average_sensitivity_exact(run.values) / bound
        print(f"L = {depth}, p = {p}: AS is {float(share):.4f} of the bound")

# %% [markdown]
# At $p = 1$ the bound is attained at every depth. For parities of more bits each layer after the
# first wins the factor $2^p/(2^p - 1)$ in the place of 2, and whether more is possible is open
# here.
