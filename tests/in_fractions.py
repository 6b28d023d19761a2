"""Networks, Fourier coefficients and statistical queries by their definitions, in fractions."""

from fractions import Fraction
from itertools import chain, combinations

import numpy as np

from sparseact.cube import points


def exact(array):
    """Return the numbers of an array of one or two dimensions as fractions, in lists."""
    rows = np.asarray(array).tolist()
    return [exact(row) if isinstance(row, list) else Fraction(row) for row in rows]


def preactivations(w, b, x):
    """Return all ⟨w_j, x⟩ − b_j: a row for each point."""
    neurons = list(zip(exact(w), exact(b), strict=True))
    return [
        [sum((v * a for v, a in zip(row, point, strict=True)), -bias) for row, bias in neurons]
        for point in exact(x)
    ]


def values(network, x):
    """Return h at each point."""
    u, c = exact(network.u), Fraction(network.c)
    rows = preactivations(network.w, network.b, x)
    return [sum((v * max(z, 0) for v, z in zip(u, row, strict=True)), c) for row in rows]


def counts(w, b, x):
    """Return how many neurons are active at each point."""
    return [sum(z > 0 for z in row) for row in preactivations(w, b, x)]


def correlation(network, signs, x, *, s, k, W, B, rows=None):
    """Return Σ ζ_i h(x_i) of a network of the class, k-sparse on the rows, or else the points."""
    w2, b2 = network.scale_squared
    assert network.s == s
    assert w2 <= Fraction(W) ** 2
    assert b2 <= Fraction(B) ** 2
    assert max(counts(network.w, network.b, x if rows is None else rows)) <= k
    return sum(int(sign) * value for sign, value in zip(signs, values(network, x), strict=True))


def coefficients(values):
    """Return set of coordinates → Fourier coefficient, of values at the cube's points in order."""
    n = len(values).bit_length() - 1
    sets = chain.from_iterable(combinations(range(n), size) for size in range(n + 1))
    masks = {chosen: sum(1 << i for i in chosen) for chosen in sets}
    return {
        chosen: sum((-1) ** (mask & t).bit_count() * v for t, v in enumerate(values)) / len(values)
        for chosen, mask in masks.items()
    }


def parity_labels(mask, m):
    """Return the parity of the bits in `mask` at the 2^m points of the cube."""
    chosen = [i for i in range(m) if mask >> i & 1]
    return points(m)[:, chosen].astype(int).prod(axis=1)


def expectation(query, labels):
    """Return E φ(x, f(x)), by its definition."""
    answers = np.where(labels == 1, query[0], query[1])
    return sum((Fraction(float(v)) for v in answers), Fraction(0)) / len(answers)
