"""One experiment for each phrase of a digest of the paper; the paper contains no such phrase.

An error is a mean square on fresh points divided by the variance of the target there, so that the
best constant has 1; a target counts as learned below `tasks.LEARNED`. Since the
planted network fits perfectly, a training error well above 0 is a failure to
optimise and says nothing of the number of samples.

- `patterns`: what a function tells of active sets, and what the digest's symbols say.
- `distributions`: uniform, general and correlated inputs.
- `alternation`, `sizes`: alternating least squares, and the effect of the number of neurons.
- `digits`: handwritten digits.
- `uniform_approximation`, `neurons`: the error that degree d leaves of one ReLU neuron.
- `goldreich_levin`, `queries`: the search for large coefficients by membership queries.
- `deep_networks`, `depth`: average sensitivity with several hidden layers.
"""
