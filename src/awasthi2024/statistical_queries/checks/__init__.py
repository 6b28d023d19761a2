"""Checks of the statistical-query lower bounds of §1 and §4, and of what breaks them.

b = χ_S(x) = ±1 is the label. Queries are in multiples of 2^−30, so every comparison that decides a
verdict is one of integers or fractions.

- `near_parities`: which parities a hypothesis is near to.
- `counts`: the constant 1/2 in the paper's own loss.
- `games`: learners that play against oracles.
- `queries`: how many queries these learners need.
- `networks`: the same for parities as sparse networks on the lift, and as dense networks.
- `sparse_networks`: multiples of parities as sparse networks under the uniform distribution.
- `least_cost`: queries of several tolerances, and the learner of Theorem X.
- `learning_with_errors`: dense networks that label samples of learning with errors.
"""
