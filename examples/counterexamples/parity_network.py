"""Every parity of m bits is a 1-sparse network on m² coordinates, with the paper's sizes.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 4, "Hardness Under Arbitrary Distributions". For y in {1, -1}^m let x(y) in
{1, -1}^(m × m) have the entries y_i at (i, i) and y_i y_j at (i, j). For each S in [m] some network

    h(x) = sum_a 2 max(<w_a, x> - b_a, 0) with at most 2m neurons, ‖w_a‖ = O(m^1.5), |b_a| = O(m²)

computes the parity of y on S at x(y), with at most one active neuron. (The paper's centres a and
weights are corrected here: see parity_construction.py.)

Instance: all m ≤ 6, all S and all y. The centres are a ≡ |S| (mod 4), |a| ≤ |S|; the weights are
2a at (i, i) and -1 at (i, j), for i and j in S; and the bias is |S| + a² - 1/2.

Both sides: with t = sum_{i in S} y_i the neuron a is at 1/2 - (t - a)², which is 1/2 if t = a, and
at most -1/2 else. If S has r -1s, t = |S| - 2r, which is ≡ |S| (mod 4) if and only if r is even. So
h(x(y)) is 1 if r is even, and else 0. The script finds this, and ‖w_a‖² ≤ 5m³, |b_a| < 2m², at most
m/2 + 1 neurons. It also shows that no neuron can be dropped.

For all m: docs/proofs-parities.md, and in Coq. Run `python -I parity_network.py`.
"""

import sys
from itertools import product

M = 6
STEP = 4
CONSTANT = 5  # ‖w_a‖² ≤ CONSTANT m³


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not a parity: " + what)


networks = 0
for m in range(1, M + 1):
    for inside in ([i for i in range(m) if c[i]] for c in product((0, 1), repeat=m)):
        size, used = len(inside), set()
        neurons = []  # twice the weights and twice the bias, so that all numbers are integers
        for a in (a for a in range(-size, size + 1) if (a - size) % STEP == 0):
            w = {(i, j): 4 * a if i == j else -2 for i in inside for j in inside}
            neurons.append((w, 2 * size + 2 * a * a - 1))
            require(sum(v * v for v in w.values()) <= 4 * CONSTANT * m**3, "a norm is too large")
            require(abs(neurons[-1][1]) < 4 * m * m, "a bias is too large")
        require(len(neurons) <= m // 2 + 1, "there are too many neurons")
        for y in product((1, -1), repeat=m):
            x = {(i, j): y[i] if i == j else y[i] * y[j] for i in inside for j in inside}
            inputs = [sum(v * x[ij] for ij, v in w.items()) - b for w, b in neurons]
            active = [j for j, z in enumerate(inputs) if z > 0]
            require(len(active) <= 1, "two neurons are active")
            used.update(active)
            even = sum(y[i] == -1 for i in inside) % 2 == 0
            require(sum(max(z, 0) for z in inputs) == even, "a value is wrong")
        require(len(used) == len(neurons), "a neuron is never active")
        networks += 1
print(f"Checked: {networks} networks, for all subsets of [m], m <= {M}.")
print("Every parity of m bits is a 1-sparse network on m^2 coordinates: all m <= 6 were checked.")
