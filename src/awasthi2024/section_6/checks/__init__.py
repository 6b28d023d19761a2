"""The questions of Section 6, and the introduction's observation on trained networks.

`average_case` has networks that are sparse on average, `rare` networks that are rarely active,
`greedy` a learner that selects monomials, `memoriser` a learner for every distribution, and
`activity` dense networks that are trained on digits.
"""
