"""§5, General Distributions: Theorem 19 with the displays of its proof, (15), the dense bound.

𝓡 is the empirical Rademacher complexity, E_ζ max_h (1/m) Σ ζ_i h(x_i). On the line
(n = 1) it is a rational number, computed exactly; on orthogonal points at B = 0 it
has a closed form (docs/proofs-rademacher.md, 4); elsewhere it lies in a certified
interval. ζ and −ζ give the same maximum, so half of the sign vectors are enough.

`line` evaluates networks on the line, `neurons` the sets of the proof;
`halfspaces` has the sets on which a neuron can be active. `steps`
compares the displays on the line and runs the separate displays of `displays`. `complexities`
compares complexities with (1), (15) and what is proved (`shapes`), `dense` with the bound without
sparsity; `clouds` makes the points.
"""
