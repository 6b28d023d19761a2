"""Checks of the statistical-query lower bounds of §1 and §4, and of what breaks them.

b = χ_S(x) = ±1 is the label and φ_1(x) = ½(φ(x, 1) − φ(x, −1)) the part of a
query that it enters. Queries are in multiples of 2^−30, so every comparison
that decides a verdict is one of integers or fractions.

- `near_parities`: which parities a hypothesis is near to.
- `counts`: what one query excludes, and how many parities one hypothesis is near to.
- `games`: learners that play against oracles.
- `queries`: how many queries these learners need.
- `networks`: the same for parities as sparse networks on the lift, and as dense networks.
- `sparse_networks`: multiples of parities as sparse networks under the uniform distribution.
- `learning_with_errors`: dense networks that label samples of learning with errors.
- `elimination`: parities from samples, by elimination over GF(2) and by all 2^m correlations.
- `samples`: lifted parities from samples, by four learners.
"""
