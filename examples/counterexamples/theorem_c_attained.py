"""The bound 4 k² W²/(d + 1) of Theorem C on the tail above degree d is attained.

Statement: this project's Theorem C, in the place of the degree of Theorem 8 of Awasthi, Dikkala,
Kamath and Meka, "Learning Neural Networks with Sparse Activations" (COLT 2024), section 3. Let
h(x) = sum_j u_j max(<w_j, x> - b_j, 0) on {1, -1}^n with |u_j| ‖w_j‖ ≤ W and at most k active
neurons at each x, and let h^(T) be its Fourier coefficients. Then for each d ≥ 0

    sum over |T| > d of h^(T)² ≤ 4 k² W²/(d + 1).

So the degree d ≥ 4 k² W²/ε - 1 suffices for a tail of at most ε. Theorem 8 has a degree of order
(k⁸ W⁴ log(ns)⁴ + k⁶ B⁴ log s)/ε² instead.

Instance: p = d + 1. For each α in {1, -1}^p take k neurons with w = (α, 0, ..., 0), b = p - 2 and
u = α_1 ··· α_p. So s = k 2^p and W² = p, and h(x) = 2k x_1 ··· x_p.

Both sides: the only coefficient is 2k, on T = {1, ..., p}. So the tail above degree d is 4 k², and
the bound is 4 k² p/(d + 1) = 4 k². The script computes all coefficients, for d ≤ 3 and k ≤ 3, with
n = p and n = p + 1. So no degree below 4 k² W²/ε - 1 suffices, for the whole class. The proof for
all d, k and n > d, and of the bound for all networks, is in docs/proofs.md (Theorem C) and in Coq.
Run `python -I theorem_c_attained.py`.
"""

import sys
from fractions import Fraction
from itertools import product
from math import prod

SHIFT = 2  # the bias is p - SHIFT
CONSTANT = 4


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not attained: " + what)


cases = 0
for d, k, free in product(range(4), range(1, 4), (0, 1)):
    p, n = d + 1, d + 1 + free
    neurons = [(prod(a), a, p - SHIFT) for a in product((1, -1), repeat=p)] * k
    value = {}
    for x in product((1, -1), repeat=n):
        inputs = [(u, sum(w[i] * x[i] for i in range(p)) - b) for u, w, b in neurons]
        require(sum(z > 0 for _, z in inputs) <= k, "more than k neurons are active")
        value[x] = sum(u * max(z, 0) for u, z in inputs)
    tail = Fraction(0)
    for t in product((0, 1), repeat=n):
        total = sum(h * prod(x[i] for i in range(n) if t[i]) for x, h in value.items())
        tail += Fraction(total, 2**n) ** 2 if sum(t) > d else 0
    bound = Fraction(CONSTANT * k**2 * p, d + 1)  # W² = p, the square of each norm
    require(tail == bound, f"{tail} is not {bound}")
    cases += 1
print(f"The last network: n = {n}, s = {len(neurons)}, k = {k}, d = {d}, the tail is {tail}.")
print(f"Theorem C is attained: the tail above d is 4 k^2 W^2/(d + 1) for all {cases} networks.")
