"""Networks written down in closed form: the paper's, the extremal ones, random members.

A function raises a ValueError for an argument outside the range that it states. A network of
more than `sparseact.network.MOST_WEIGHTS` weights is rejected before it is made, by a
`sparseact.cube.MemoryBoundError`, which is a ValueError.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from awasthi2024.constructions.quadratic_lift import lift, lifted_parity, lwr, lwr_lift  # noqa: F401
from sparseact.arguments import finite, floats, integer
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork, require_weights
from sparseact.randomness import Randomness, as_generator

Array = NDArray[np.float64]

#: Up to this dimension a perturbed random network is verified over the whole cube.
_VERIFIED_DIMENSION = 22

_PERTURBATION_ROUNDS = 12
_GRAIN = 0.125  # perturbations are multiples of it, so that weights stay dyadic


def junta(truth_table: ArrayLike, variables: Sequence[int], n: int) -> SparseReLUNetwork:
    """Return the 1-sparse network of a junta (the paper, proof of Theorem 13).

    Neuron j tests whether the variables take their j-th pattern:
    w = the pattern, `b = p − 1`, u = the function's value there. On every input
    exactly one neuron is active, with pre-activation 1.

    Parameters
    ----------
    truth_table : array of shape (2**p,)
        Values ±1 in cube order over `variables`: bit i of the index is set
        where ``x[variables[i]] == -1``.
    variables : sequence of p distinct int
        The coordinates the function reads; none `(p = 0)` gives a constant, as
        one neuron with `w = 0` and `b = −1`.
    n : int
        Dimension of the cube, at least 1.

    Examples
    --------
    >>> from awasthi2024.constructions import junta
    >>> parity = junta([1, -1, -1, 1], variables=[0, 2], n=3)
    >>> parity([[1, 1, -1], [-1, 1, -1]])
    array([-1.,  1.])
    >>> parity.max_active()
    (1, 1)
    """
    n = integer("junta: n", n, 1)
    chosen = [integer("junta: a variable", variable, 0) for variable in variables]
    p = len(chosen)
    if len(set(chosen)) != p or any(v >= n for v in chosen):
        raise ValueError(f"junta: variables {chosen} are not distinct coordinates in 0..{n - 1}")
    table = floats("junta: truth_table", truth_table)
    if table.shape != (2**p,):
        raise ValueError(
            f"junta: truth_table must have shape ({2**p},) for {p} variables, got {table.shape}"
        )
    if not np.all(np.abs(table) == 1):
        raise ValueError("junta: truth_table holds a value other than +1 and -1")
    require_weights("junta", len(table), n)
    return _patterns(table, chosen, n, bias=p - 1)


def extremal(p: int, delta: float = 0, copies: int = 1, n: int | None = None) -> SparseReLUNetwork:
    """Return a network that attains Theorem A's bound `AS(h) ≤ 4k²W²` at delta = 0.

    `copies` times the `2^p` neurons `w = α ∈ {±1}^p`, `b = p − 2 + delta`,
    `u = Π_i α_i`. On x only the neurons with `α = (x_1..x_p)` are active, so that
    `h = copies·(2 − delta)·χ_[p]`, with `W = √p` and `AS(h) = copies²(2 − delta)²p`
    (docs/proofs.md, Theorem B).

    Parameters
    ----------
    p : int
        Number of variables, at least 1.
    delta : float
        In [0, 1]; the pre-activation at a neighbour of α is −delta.
    copies : int
        The sparsity k.
    n : int, optional
        Dimension of the cube, at least `p`; default `p`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from balls import sqrt
    >>> from sparseact import bounds
    >>> from awasthi2024.constructions import extremal
    >>> from sparseact.spectrum import average_sensitivity
    >>> network = extremal(p=3, copies=2)
    >>> average_sensitivity(network.values()), bounds.theorem_a(2, sqrt(Fraction(3)))
    (48.0, Fraction(48, 1))
    """
    p = integer("extremal: p", p, 1)
    copies = integer("extremal: copies", copies, 1)
    n = integer("extremal: n", p if n is None else n, 1)
    delta = float(finite("extremal: delta", delta))
    if n < p:
        raise ValueError(f"extremal: n={n} is below p={p}; n must be at least p")
    if not 0 <= delta <= 1:
        raise ValueError(f"extremal: delta must lie in [0, 1], got {delta}")
    require_weights("extremal", copies * 2 ** min(p, 64), n)
    copy = _patterns(points(p).prod(axis=1), range(p), n, bias=p - 2 + delta)
    return SparseReLUNetwork(
        np.tile(copy.w, (copies, 1)), np.tile(copy.b, copies), np.tile(copy.u, copies)
    )


def two_sided(s: int, k: int, n: int = 1) -> SparseReLUNetwork:
    """Return a network that attains `AS(h) ≤ min(2k, s)²W²`, with `W = B = 1`.

    With `M = min(2k, s)`, `⌈M/2⌉` neurons `σ(x_1 + 1)`, `⌊M/2⌋` neurons `−σ(−x_1 + 1)`
    and s − M neurons that are 0: `h = 2⌈M/2⌉` at `x_1 = 1` and `−2⌊M/2⌋` at
    `x_1 = −1`, and at most `⌈M/2⌉ ≤ k` neurons are active (docs/proofs.md,
    Theorem B).

    Parameters
    ----------
    s : int
        Number of neurons, at least 1.
    k : int
        The sparsity, from 1 to `s`.
    n : int
        Dimension of the cube, at least 1.

    Examples
    --------
    >>> from awasthi2024.constructions import two_sided
    >>> network = two_sided(s=5, k=2)
    >>> network.max_active(), network.values()
    ((2, 2), array([ 4., -4.]))
    """
    s = integer("two_sided: s", s, 1)
    k = integer("two_sided: k", k, 1)
    if k > s:
        raise ValueError(f"two_sided: k={k} is above s={s}; k must be at most s")
    n = integer("two_sided: n", n, 1)
    require_weights("two_sided", s, n)
    used = min(2 * k, s)
    signs = np.zeros(s)
    signs[:used] = np.where(np.arange(used) % 2 == 0, 1, -1)
    w = np.zeros((s, n))
    w[:, 0] = signs
    return SparseReLUNetwork(w, -np.abs(signs), signs)


def index_function(b: int) -> SparseReLUNetwork:
    """Return Index_b on `b + 2^b` coordinates as a 1-sparse network (the paper, §1).

    The address is `Σ_i 2^i·[x_i = +1]` over the first b coordinates; the output
    is 1 if the addressed one of the other `2^b` coordinates is +1, else 0.
    Neuron α has w = (α, ½ at the addressed coordinate) and bias `b − ½`.

    Parameters
    ----------
    b : int
        Number of address bits, from 0 to 13.

    Examples
    --------
    >>> from awasthi2024.constructions import index_function
    >>> network = index_function(1)  # the first coordinate is the address
    >>> network([[-1, 1, -1], [1, 1, -1]])
    array([1., 0.])
    """
    b = integer("index_function: b", b, 0)
    require_weights("index_function", 2 ** min(b, 64), b + 2 ** min(b, 64))
    size = 2**b
    w = np.zeros((size, b + size))
    w[:, :b] = -points(b)  # the α in the order of their addresses
    w[np.arange(size), b + np.arange(size)] = 0.5
    return SparseReLUNetwork(w, np.full(size, b - 0.5), np.ones(size))


def appendix_a(weights: ArrayLike, gamma: float) -> SparseReLUNetwork:
    """Return the network of Appendix A, whose weight vectors need not be sparse.

    `F(x, y) = Σ_α σ(⟨w_α, y⟩ + gamma·(⟨x, α⟩ − b))` over b + q coordinates.

    Parameters
    ----------
    weights : array of shape (2**b, q)
        Row a is `w_α` for the α of address `a = Σ_i 2^i·[α_i = +1]`; `q ≥ 1`.
    gamma : float
        `Γ ≥ 0`. The network is 1-sparse on every input if
        `Γ ≥ ½·max_α ‖w_α‖₁` (docs/proofs-representations.md).

    Examples
    --------
    >>> from awasthi2024.constructions import appendix_a
    >>> network = appendix_a([[1, 1], [1, -1]], gamma=1)
    >>> network.n, network.s, network.max_active()
    (3, 2, (1, 1))
    """
    rows = floats("appendix_a: weights", weights)
    size = rows.size and len(rows)
    b = size.bit_length() - 1
    if rows.ndim != 2 or size != 2**b:
        raise ValueError(f"appendix_a: weights must have shape (2**b, q), q >= 1, got {rows.shape}")
    gamma = float(finite("appendix_a: gamma", gamma, 0))
    w = np.hstack([-gamma * points(b), rows])
    return SparseReLUNetwork(w, np.full(size, gamma * b), np.ones(size))


def decision_tree(depth: int, n: int, rng: Randomness) -> SparseReLUNetwork:
    """Return a random complete decision tree as a 1-sparse network: a `forest` of one tree.

    Examples
    --------
    >>> from awasthi2024.constructions import decision_tree
    >>> network = decision_tree(depth=2, n=5, rng=0)
    >>> network.s, network.max_active()
    (4, (1, 1))
    """
    return forest(1, depth, n, rng)


def forest(trees: int, depth: int, n: int, rng: Randomness) -> SparseReLUNetwork:
    """Return a sum of random complete decision trees: on every input `trees` neurons are active.

    Every inner node reads a coordinate drawn uniformly from the coordinates not read
    above it; each of a tree's 2^depth leaves has a random value ±1. A leaf's neuron
    has its path's literals as w, b = depth − 1 and its value as u, so that the
    network's value on x is the sum of the values of the leaves that x reaches.

    Parameters
    ----------
    trees : int
        The number of trees, and so the sparsity k; at least 1.
    depth : int
        In 0..n; 0 is a constant.
    n : int
        Dimension of the cube, at least 1.
    rng : int, numpy.random.Generator or None
        Source of the coordinates and the values (see `sparseact.randomness.as_generator`).

    Examples
    --------
    >>> from awasthi2024.constructions import forest
    >>> network = forest(trees=3, depth=2, n=8, rng=0)
    >>> network.s, network.max_active()
    (12, (3, 3))
    """
    trees = integer("forest: trees", trees, 1)
    depth = integer("forest: depth", depth, 0)
    n = integer("forest: n", n, 1)
    if depth > n:
        raise ValueError(f"forest: depth={depth} is above n={n}; a path reads distinct coordinates")
    require_weights("forest", trees * 2 ** min(depth, 64), n)
    rng = as_generator(rng)
    leaves = np.vstack([_grow(2**depth, depth, n, rng, balanced=True) for _ in range(trees)])
    values = rng.choice([-1.0, 1.0], size=len(leaves))
    return SparseReLUNetwork(leaves, np.full(len(leaves), depth - 1.0), values)


def halfspace(w: Sequence[int], b: int) -> SparseReLUNetwork:
    """Return the 0/1-valued halfspace `1{⟨w, x⟩ ≤ b}` over the cube (the paper, Lemma 6).

    For integers `w_i` the sum `⟨w, x⟩` has the parity of `Σ w_i`. With c the greatest
    integer of this parity that is at most b, the function is
    `(σ(c + 2 − ⟨w, x⟩) − σ(c − ⟨w, x⟩))/2` on the cube: two neurons. Off the cube the
    network is a ramp.

    Parameters
    ----------
    w : sequence of n ≥ 1 int
        With `|w_1| + … + |w_n| + |b|` at most `2^50`, so that values are exact.
    b : int
        The threshold.

    Examples
    --------
    >>> from awasthi2024.constructions import halfspace
    >>> majority = halfspace([-1, -1, -1], b=-1)
    >>> majority([[1, 1, -1], [1, -1, -1]])
    array([1., 0.])
    """
    weights = [integer("halfspace: a weight", weight) for weight in w]
    b, total = integer("halfspace: b", b), sum(weights)
    if sum(map(abs, weights)) + abs(b) > 2**50:
        raise ValueError("halfspace: |w_1| + … + |w_n| + |b| must be at most 2^50 to be exact")
    c = total + 2 * ((b - total) // 2)
    return SparseReLUNetwork(-np.array([weights, weights]), [-c - 2, -c], [0.5, -0.5])


def dense_parity(n: int, variables: Sequence[int] | None = None) -> SparseReLUNetwork:
    """Return the 0/1-valued parity of the number of −1s, as a dense network of p neurons.

    With `m = (p − Σ_i x_i)/2` the number of −1s among p variables, the network is
    `σ(m) + 2·Σ_{j=1}^{p−1} (−1)^j σ(m − j)`: all neurons have one direction.
    On x = (−1, …, −1) all p are active.

    Parameters
    ----------
    n : int
        Dimension of the cube, at least 1.
    variables : sequence of p ≥ 1 distinct int, optional
        The coordinates that count; by default all n.

    Examples
    --------
    >>> from awasthi2024.constructions import dense_parity
    >>> network = dense_parity(3)
    >>> network([[1, 1, 1], [-1, 1, 1], [-1, -1, 1]])
    array([0., 1., 0.])
    >>> network.max_active()
    (3, 3)
    """
    n = integer("dense_parity: n", n, 1)
    require_weights("dense_parity", n, n)
    chosen = list(range(n) if variables is None else variables)
    p = len(chosen)
    if not 1 <= p == len({*chosen} & {*range(n)}):
        raise ValueError(f"dense_parity: variables must be distinct in 0..{n - 1}, got {chosen}")
    w, u = np.zeros((p, n)), np.where(np.arange(p) % 2 == 0, 2.0, -2.0)
    w[:, chosen], u[0] = -0.5, 1.0
    return SparseReLUNetwork(w, np.arange(p) - p / 2, u)


def random_network(
    n: int, s: int, k: int, W: float, B: float, rng: Randomness
) -> SparseReLUNetwork:
    """Return a random member of `H_{n,s,k}^{W,B}` with dyadic weights.

    The neurons are dealt into k groups; a group's neurons live on the disjoint
    subcubes of a random tree and have small weights on further coordinates.
    Then rounds of random perturbations, dense ones among them, are tried, and
    kept where the network is still k-sparse, which `max_active` verifies
    exactly (above dimension 22 none is tried). Last, each neuron is scaled
    until `‖w_j‖₂ ≤ W` or `|b_j| ≤ B` all but binds, so W and B are upper bounds
    that need not be met; `‖u‖_∞ = 1`. Neurons without room (s
    above `k·2^n`, or above 4k at B = 0) have `w = 0`, `b = 0` and are never active.

    Parameters
    ----------
    n, s : int
        Dimension and number of neurons, at least 1.
    k : int
        Sparsity, in 1..s.
    W, B : float
        Bounds of the scale (the paper, Definition 2), at least 0.
    rng : int, numpy.random.Generator or None
        Source of everything random (see `sparseact.randomness.as_generator`).

    Examples
    --------
    >>> from awasthi2024.constructions import random_network
    >>> network = random_network(n=6, s=8, k=2, W=1, B=0.5, rng=0)
    >>> W, B = network.scale
    >>> network.max_active()[1] <= 2, W <= 1, B <= 0.5
    (True, True, True)
    """
    n = integer("random_network: n", n, 1)
    s = integer("random_network: s", s, 1)
    k = integer("random_network: k", k, 1)
    require_weights("random_network", s, n)
    if k > s:
        raise ValueError(f"random_network: k={k} is above s={s}; k must be in 1..s")
    W, B = (float(finite(f"random_network: {name}", v, 0)) for name, v in (("W", W), ("B", B)))

    rng = as_generator(rng)
    deepest = n if B > 0 else min(n, 2)  # deeper subcubes need a positive bias
    w = np.zeros((s, n))
    b = np.zeros(s)
    room = 2 ** min(deepest, 40)
    for group in range(k):
        members = np.arange(group, s, k)[:room]
        leaves = _grow(len(members), deepest, n, rng, balanced=False)
        for j, leaf in zip(members, leaves, strict=True):
            w[j], b[j] = _perturbed_leaf(leaf, rng, biased=B > 0)
    u = rng.choice([-1.0, 1.0], size=s) * rng.choice([0.5, 0.75, 1.0], size=s)
    u[rng.integers(s)] = 1.0

    if n <= _VERIFIED_DIMENSION:
        for attempt in range(_PERTURBATION_ROUNDS):
            moved_w, moved_b = _perturb(w, b, attempt, rng, biased=B > 0)
            if SparseReLUNetwork(moved_w, moved_b, u).max_active()[1] <= k:
                w, b = moved_w, moved_b
    for j in range(s):
        factor = _scale_within(w[j], b[j], W, B)
        w[j] *= factor
        b[j] *= factor
    return SparseReLUNetwork(w, b, u)


def _patterns(values: Array, variables: Sequence[int], n: int, bias: float) -> SparseReLUNetwork:
    """Return Σ_α values(α)·σ(⟨α, x_variables⟩ − bias)."""
    p = len(variables)
    w = np.zeros((2**p, n))
    w[:, list(variables)] = points(p)
    return SparseReLUNetwork(w, np.full(2**p, float(bias)), values)


def _grow(leaves: int, depth: int, n: int, rng: np.random.Generator, *, balanced: bool) -> Array:
    """Return the literals of the leaves of a random tree, shape (leaves, n), in {−1, 0, 1}.

    Leaves are split one by one, the shallowest first if balanced, else at
    random, each at a random coordinate that its path has not read yet.
    """
    grown = [np.zeros(n)]
    depths = [0]
    while len(grown) < leaves:
        open_leaves = [i for i, length in enumerate(depths) if length < depth]
        if balanced:
            i = min(open_leaves, key=depths.__getitem__)
        else:
            i = open_leaves[rng.integers(len(open_leaves))]
        leaf = grown[i]
        coordinate = rng.choice(np.flatnonzero(leaf == 0))
        other = leaf.copy()
        leaf[coordinate], other[coordinate] = 1.0, -1.0
        depths[i] += 1
        grown.append(other)
        depths.append(depths[i])
    return np.array(grown, dtype=np.float64)


def _perturbed_leaf(leaf: Array, rng: np.random.Generator, *, biased: bool) -> tuple[Array, float]:
    """Return a neuron that is active on no point outside the leaf's subcube.

    With ℓ literals and weights of total size η elsewhere, pre-activations
    outside the subcube are at most ℓ − 2 + η − b.
    """
    length = int(np.abs(leaf).sum())
    w = leaf.copy()
    free = np.flatnonzero(leaf == 0)
    room = 14 if biased else 8 * max(0, 2 - length)  # in grains, so η < 2
    grains = int(rng.integers(room)) + 1 if room and free.size else 0
    for coordinate in rng.choice(free, size=grains) if grains else ():
        w[coordinate] += _GRAIN if rng.random() < 0.5 else -_GRAIN
    eta = float(np.abs(w - leaf).sum())
    return w, length - 2 + eta if biased else 0.0


def _perturb(
    w: Array, b: Array, attempt: int, rng: np.random.Generator, *, biased: bool
) -> tuple[Array, Array]:
    """Return the neurons with random grains added: to ever fewer of them, attempt by attempt.

    Those that are active somewhere stay so (‖w‖₁ > b); the others stay as they are.
    """
    moved_w, moved_b = w.copy(), b.copy()
    s, n = w.shape
    alive = np.flatnonzero(np.abs(w).sum(axis=1) > b)
    chosen = rng.permutation(alive)[: max(1, s >> (attempt // 2))]
    for j in chosen:
        reach = int(rng.integers(1, 4))
        moved_w[j] += _GRAIN * rng.integers(-reach, reach + 1, size=n)
        if biased:
            shifted = moved_b[j] + _GRAIN * rng.integers(-4, 9)
            moved_b[j] = min(shifted, np.abs(moved_w[j]).sum() - _GRAIN)
    return moved_w, moved_b


def _scale_within(w: Array, b: float, W: float, B: float) -> float:
    """Return a factor of few bits that takes (w, b) into ‖w‖₂ ≤ W, |b| ≤ B, exactly."""
    norm_squared = sum((Fraction(value) ** 2 for value in w.tolist()), Fraction(0))
    size = abs(Fraction(b))
    limits = [W / math.sqrt(norm_squared)] if norm_squared else []
    limits += [B / float(size)] if size else []
    mantissa, exponent = math.frexp(min(limits, default=0.0))
    factor = Fraction(math.floor(mantissa * 64), 64) * Fraction(2) ** exponent
    while norm_squared * factor**2 > Fraction(W) ** 2 or size * factor > Fraction(B):
        factor *= Fraction(63, 64)  # a rounding above put it a hair too high
    return float(factor)
