"""Checks of phrases of a digest of the paper: polynomials, queries, depth. None is the paper's.

- `neurons`: the error that degree d leaves of one ReLU neuron.
- `uniform_approximation`: the error of the best uniform approximation of |t|.
- `goldreich_levin`: the search for large coefficients, a learner.
- `queries`: this search on members of the class, with estimates.
- `exact_queries`: what can be said of queries without estimates.
- `deep_networks`: networks of several hidden layers, and the extremal ones.
- `depth`: their average sensitivity, line by line, and a search.
"""
