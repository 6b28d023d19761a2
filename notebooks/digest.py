# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Polynomials for ReLU, queries, and depth
#
# A digest of the paper, written by a machine, says that its algorithms use polynomial
# approximations of ReLU and careful queries, and asks for depth 2 and 3. The paper has none of
# these. Each phrase is put to the test here all the same. Proofs: `docs/proofs-digest.md`.

# %% tags=["parameters"]
registry = "config/claims"
verdicts = ""
tables: dict[str, str] = {}
figures: dict[str, str] = {}
seed = 1

# %%
from sparseact import bounds
from sparseact.checks.digest.neurons import equal_weights_spectrum
from sparseact.checks.digest.uniform_approximation import uniform_error
from sparseact.report import Family

family = Family("digest", registry, verdicts, tables, figures)

# %% [markdown]
# ## digest-polynomial: polynomials for ReLU
#
# **The digest.** "The algorithms leverage techniques such as solving linear systems, iterative
# least squares, and polynomial approximations of ReLU activations."
#
# **The paper.** It approximates no activation. Theorem 8 bounds the noise sensitivity of the whole
# network, and takes the low-degree part of its Fourier expansion.

# %%
family.claim("digest-polynomial")

# %% [markdown]
# ### Two ways to a polynomial
#
# A polynomial p that is near |t| on [−1, 1] gives one that is near the neuron
# σ(⟨w, x⟩ − b), by ½(ℓ + M p(ℓ/M)) with ℓ = ⟨w, x⟩ − b in [−M, M]. Chebyshev's series and the
# best p have an error of order 1/d:

# %%
for d in (2, 4, 8, 16, 32):
    series = 2 / (3.141592653589793 * (d + 1))
    print(f"d = {d:2d}: best error {float(uniform_error(d)):.6f}, Chebyshev's series {series:.6f}")

# %% [markdown]
# The range M grows with the dimension: M = W√n for equal weights. But most points of the cube
# have a pre-activation of order W, and the mean square error sees that. The spectrum shows how
# little is left above degree d, and that n plays no part:

# %%
for n in (4, 16, 64, 256):
    weights = equal_weights_spectrum(n)
    for d in (2, 8):
        left = float(sum(weights[d + 1 :]) / n)
        uniform = n * float(uniform_error(d)) ** 2 / 4
        proved = float(bounds.neuron_tail(1, d))
        print(f"n = {n:3d}, d = {d}: exact {left:.5f}, uniform {uniform:.5f}, proved {proved:.5f}")

# %%
family.figure("digest-polynomial")

# %% [markdown]
# The derivative of a neuron in the direction of a coordinate is an average of halfspaces, and
# Peres' theorem bounds the weight of a halfspace above degree d by a multiple of 1/√d. So the
# weight of one neuron above degree d is at most 0.4464·W²/((d + 1)√d). Theorem C has
# 4k²W²/(d + 1), which networks of many neurons attain: what needs a high degree there is not
# ReLU, but the pattern of the active neurons.
