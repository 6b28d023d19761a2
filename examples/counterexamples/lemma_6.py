"""Four lines of the proof of Lemma 6 are wrong; the lemma is true.

Statement: Awasthi, Dikkala, Kamath and Meka, "Learning Neural Networks with Sparse Activations"
(COLT 2024), section 2.1, proof of Lemma 6. Let g(x) = 1 if <w, x> ≤ b and else 0 on {1, -1}^n,
w > 0. Let x^i be x with the bit i flipped. The proof says that g is non-decreasing and

    E[x_i g(x)] = (1/2) sum_x (x_i g(x) - x_i g(x^i)) = E[(g(x) - g(x^i))²],
    AS(g) = mean over x of sum_i (g(x) - g(x^i))²/4 = (1/4) E[g(x) sum_i x_i].

Instance: n = 1, w = 1, b = -1. So g(1) = 0 and g(-1) = 1.

Both sides: g falls. The three terms of the first line are -1/2, -1 and 1. The two sides of the
second are 1/4 and -1/8.

What remains true: the lemma, AS(g) = O(p √(n log(1/p))) for g of mean p, with the constant 1/√2.
The function g is non-increasing, the sum over x must be a mean, and

    E[x_i g(x)] = -(1/2) E[(g(x) - g(x^i))²],  AS(g) = -(1/2) E[g(x) sum_i x_i].

The script finds these for all w in {1, 2, 3}^n, n ≤ 3; docs/proofs.md and Coq have the proof.
"""

import sys
from fractions import Fraction
from itertools import product
from operator import mul

BIAS = -1  # of the counterexample
QUARTER = Fraction(1, 4)  # the paper's factor; -1/2 is right


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("No counterexample: " + what)


def terms(w, b):
    """Return the three terms of the first line for i = 0, AS(g), and E[g(x) sum_i x_i]."""
    n = len(w)
    g = {x: int(sum(map(mul, w, x)) <= b) for x in product((1, -1), repeat=n)}
    flipped = {(x, i): g[(*x[:i], -x[i], *x[i + 1 :])] for x in g for i in range(n)}
    squares = [Fraction(sum((g[x] - flipped[x, i]) ** 2 for x in g), 2**n) for i in range(n)]
    first = Fraction(sum(x[0] * g[x] for x in g), 2**n)
    middle = Fraction(sum(x[0] * (g[x] - flipped[x, 0]) for x in g), 2)
    mean = Fraction(sum(g[x] * sum(x) for x in g), 2**n)
    return first, middle, squares[0], sum(squares) / 4, mean


first, middle, last, sensitivity, mean = terms((1,), BIAS)
require(first < 0, "g does not fall")
require(first != middle and first != last and middle != last, "two of the terms are equal")
require(sensitivity != QUARTER * mean, "the last line holds")
for n in (1, 2, 3):
    for w in product((1, 2, 3), repeat=n):
        for b in range(-10, 10):
            one, _, three, four, five = terms(w, b)
            require(one == -three / 2 and four == -five / 2, "a corrected line fails")
print(f"First line: {first} = {middle} = {last}? Last line: {sensitivity} = {QUARTER * mean}?")
print("Four lines of the proof of Lemma 6 fail: a sign, a mean and two factors; the lemma holds.")
