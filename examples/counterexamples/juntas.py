"""Every function of p bits is a 1-sparse network of 2^p neurons, none of which can be dropped.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 4, proof of Theorem 13. Each f from {1, -1}^n to {1, -1} that depends on the
first p bits only is

    f(x) = sum over α in {1, -1}^p of f(α) max(<α, x> - p + 1, 0),

a network of 2^p neurons with |u_j| ≤ 1, ‖w_j‖ = √p and |b_j| ≤ p, of which one is active at each x.

Instance: all functions of p = 1, 2 and 3 bits, on n = p + 1 bits.

Both sides: if x and α differ in t of the p bits, <α, x> - p + 1 = 1 - 2t. This is 1 for the one α
with t = 0, and negative for the others. So h(x) = f(x), and exactly one neuron is active. Without
the neuron α the value at α is 0 and not f(α) (section 1 says so: "removing any of the s neurons
will change the functionality"). The script finds all this for 4 + 16 + 256 functions.

The statement is right as it stands for p ≥ 1; for all p: docs/proofs-representations.md (Juntas)
and in Coq. Whether fewer neurons with other weights suffice is another question: for the parity of
p bits p + 1 neurons do, which are not sparse. Run `python -I juntas.py`.
"""

import sys
from itertools import product

SHIFT = 1  # the bias is p - SHIFT


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not a junta: " + what)


functions = 0
for p in (1, 2, 3):
    patterns = list(product((1, -1), repeat=p))
    require(all(sum(v * v for v in w) == p for w in patterns), "the norm is not the root of p")
    require(abs(p - SHIFT) <= p, "the bias exceeds p")
    inputs = {  # x → the neurons' inputs; the last bit of x has no weight
        x: [sum(w[i] * x[i] for i in range(p)) - p + SHIFT for w in patterns]
        for x in product((1, -1), repeat=p + 1)
    }
    for z in inputs.values():
        require(sum(v > 0 for v in z) == 1, "not exactly one neuron is active")
    for f in product((1, -1), repeat=2**p):
        for x, z in inputs.items():
            parts = [f[j] * max(z[j], 0) for j in range(2**p)]
            require(sum(parts) == f[patterns.index(x[:p])], "a value is wrong")
        functions += 1
    for j in range(2**p):
        require(any(z[j] > 0 for z in inputs.values()), "a neuron can be dropped")
    print(f"p = {p}: {2**p} neurons, one of which is active at each x.")
print(f"Every function of p bits is a 1-sparse network of 2^p neurons: all {functions}, p <= 3.")
