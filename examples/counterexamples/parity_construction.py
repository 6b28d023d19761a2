"""The paper's sum over even a is constant for inputs ±1; over a ≡ |S| (mod 4) it is the parity.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 4, "Hardness Under Arbitrary Distributions". For S in [m] and y in {1, -1}^m
let χ_S(y) = 1 if t = sum_{i in S} y_i is even, and else 0. Then

    χ_S(y) = sum over the even a in {-m, ..., m} of 2 max(1/2 - (t - a)², 0).

Learning this χ_S is said to imply "learning parities over {1, -1}^m".

Instance: all m ≤ 7, all S and all y.

Both sides: a parity on S changes with the sign of each y_i, i in S. But t is a sum of |S| odd
numbers, which is even if and only if |S| is. So the sum is the same for all y. (The displayed
equation is true: both of its sides are this constant. For y_i in {0, 1} both are the parity.)

What remains true: the claim, that parities of m bits are 1-sparse networks on m² coordinates. Over
a ≡ |S| (mod 4), |a| ≤ |S|, the sum is 1 if the number of -1s on S is even, and else 0, and at most
one of its terms is not 0. parity_network.py builds the network. For all m: docs/proofs-parities.md.
Run `python -I parity_construction.py`.
"""

import sys
from itertools import product

M = 7
PAPER = 2  # the a of the paper are the multiples of this number
STEP = 4  # the a of the corrected sum are congruent to |S| modulo this number


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


def terms(t, centres):
    """Return the terms of the sum, which are integers."""
    return [max(1 - 2 * (t - a) ** 2, 0) for a in centres]


for m in range(1, M + 1):
    even = [a for a in range(-m, m + 1) if a % PAPER == 0]
    for choice in product((0, 1), repeat=m):
        inside = [i for i in range(m) if choice[i]]
        size, values = len(inside), set()
        right = [a for a in range(-size, size + 1) if (a - size) % STEP == 0]
        for y in product((1, -1), repeat=m):
            t = sum(y[i] for i in inside)
            values.add(sum(terms(t, even)))
            parity = int(sum(y[i] == -1 for i in inside) % 2 == 0)
            require(sum(terms(t, right)) == parity, "the corrected sum is no parity")
            require(sum(v > 0 for v in terms(t, right)) <= 1, "two terms are not 0")
        require(values == {(size + 1) % 2}, "the paper's sum is not constant, 1 for even |S|")
print(f"Checked for all subsets of [m], m <= {M}.")
print("The sum over even a is constant; the claim itself holds, by the sum over a = |S| mod 4.")
