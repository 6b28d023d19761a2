"""The questions of Section 6.

`average_case` has networks that are sparse on average, `rare` networks that are rarely active,
`greedy` a learner that selects monomials, and `memoriser` a learner for every distribution.
"""
