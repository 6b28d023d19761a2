"""Empirical risk minimisation with sparsity on the sample does not prove Theorem 5.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 1, Theorem 5. Networks with s neurons of scale W, B, of which at most k are
active on the support, are learned on {1, -1}^n from Õ(ksn/ε²) samples. The paper's learner is one
of least empirical risk (Lemma 18); if the support is unknown, it sees sparsity on the sample only.

Instance: the target 0; W = 1, B = 2, k = 1; q = n/2, and c_1, ..., c_q are the rows of Sylvester's
matrix. The points are (c_a, c_i) for a ≤ g, i ≤ q, each with the probability p, and -(c_1, c_1)
with the rest. Let U be the set of the i for which (c_a, c_i) is not in the sample.

Both sides: l = k√n/2 equal neurons with w = β (c_a, sum of c_i over U), b = βq, β² = 1/(q + q|U|)
have ‖w‖ = W. They are at βq at the points of U, and at 0 or below at all others. So the network is
0 on the sample, its values are at most k (W√n + B), and its loss is |U| p (lβq)²/2. If |U| ≥ q/4,
then |b| < B. The script finds this for n = 16, all a and U. At ε = 1/16, m = 15 and p = 1/(4m) the
loss exceeds ε. At most qmp points of a block are seen in the mean. By Markov's inequality |U| < q/4
has a probability of at most qmp/(q - 1) < 1/3. In general, with s = gl, skn^1.5/(256 ε) samples are
too few (Theorem P, docs/proofs-theorem_5.md): at ε = 1 √n/256 times ksn, above all powers of log n.

What remains true: Theorem 5, by another learner (Theorem M). Run `python -I theorem_5.py`.
"""

import sys
from fractions import Fraction
from itertools import product
from operator import mul

N, ROOT, K, W, B = 16, 4, 1, 1, 2
EPSILON, M = Fraction(1, 16), 15  # M < 16 = skn^1.5/(256 ε) for s = 4
LEVEL = 8  # b = β LEVEL, and LEVEL = q


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


q, copies, p = N // 2, K * ROOT // 2, Fraction(1, 4 * M)
c = [[1]]
while len(c) < q:
    c = [row + row for row in c] + [row + [-v for v in row] for row in c]
others = [c[a] + c[i] for a in range(q) for i in range(q)] + [[-1] * N]
require(ROOT**2 == N and Fraction(q * M * p, q - 1) < Fraction(1, 3), "too many points are seen")
for a, unseen in product(range(q), product((0, 1), repeat=q)):
    u = sum(unseen)
    if 4 * u < q:
        continue
    beta_squared = Fraction(W**2, q * (1 + u))
    w = c[a] + [sum(c[i][j] for i in range(q) if unseen[i]) for j in range(q)]  # w/β
    require(sum(map(mul, w, w)) * beta_squared == W**2, "the norm is not W")
    require(LEVEL**2 * beta_squared < B**2, "the bias exceeds B")
    inputs = [sum(map(mul, w, x)) - LEVEL for x in others]  # over β
    for j, z in enumerate(inputs):
        require(z == q if j // q == a and unseen[j % q] else z <= 0, "the network is wrong")
    square = (copies * q) ** 2 * beta_squared  # of the value at the points of U
    require(square <= (K * (W * ROOT + B)) ** 2, "clipping changes the network")
    require(u * p * square / 2 > EPSILON, "the loss does not exceed epsilon")
print(f"n = {N}: after {M} samples a network that is 0 on them has a loss above {EPSILON}.")
print("ERM with sparsity on the sample fails to prove Theorem 5: it needs sqrt(n)/256 times ksn.")
