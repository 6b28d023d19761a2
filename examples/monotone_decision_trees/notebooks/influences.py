# %% [markdown]
# # Average sensitivity of monotone decision trees
#
# The degree-1 coefficients of a function that a decision tree computes sum to at most the root of
# the tree's mean depth Δ, and Δ is at most log₂ s, where s is the number of leaves. For a monotone
# function the sum is the average sensitivity I(f). Everything on this page is exact.

# %% tags=["parameters"]
results = "results"
figures = ""
seed = 1

# %%
from claimcheck.reporting.claim_notebook import Topic

topic = Topic("monotone_decision_trees", "influences", results, figures)
topic.claim("first-order")

# %%
topic.claim("monotone")

# %%
topic.figure("influence-size")

# %% [markdown]
# ## Without monotonicity
#
# A flip of x_i changes f only where the tree asks for x_i, so that I(f) ≤ Δ for every f. The parity
# of two signs shows that there is no better bound by Δ: it has I(f) = Δ = log₂ s = 2.

# %%
topic.claim("any-function")
