"""Learners on planted and real data: tests of phrases in a digest of the paper.

None of these experiments is in the paper, which has no experiment. An error is a mean
square on fresh points divided by the variance of the target there, so that the
best constant has 1; a target counts as learned below `tasks.LEARNED`. Since the
planted network fits perfectly, a training error well above 0 is a failure to
optimise and says nothing of the number of samples.

- `recovery`: whether active sets are recovered.
- `distributions`: uniform, general and correlated inputs.
- `alternation`: alternating least squares.
- `sizes`: the effect of the number of neurons, by three learners.
- `real_data`: handwritten digits.
"""
