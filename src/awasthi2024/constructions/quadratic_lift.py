"""The quadratic lift of Section 4, and the networks that compute parities and LWR through it.

On x(y) with x_ii = y_i and x_ij = y_i·y_j (i ≠ j) a linear function of x is a quadratic
one of y. So for v in R^r and a centre c the neuron with w_ij = −v_i·v_j (i ≠ j),
w_ii = 2c·v_i and b = ‖v‖² + c² − ½ has pre-activation ½ − (⟨v, y⟩ − c)². A function raises a
ValueError for an argument outside the range that it states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sparseact.arguments import integer
from sparseact.network import SparseReLUNetwork, require_weights

#: Sums of w_i·y_i, their squares and a factor of 4 stay far below 2^53.
_LARGEST_MODULUS = 2**16


def lift(y: ArrayLike) -> NDArray[np.int8]:
    """Return the quadratic lift `x(y)`: `y_i` on the diagonal and `y_i·y_j` off it.

    For y (..., m) of ±1, `m ≥ 1`, it has the shape (..., m²), with x_ij at `i·m + j`.

    Examples
    --------
    >>> from awasthi2024.constructions import lift
    >>> lift([1, -1])
    array([ 1, -1, -1, -1], dtype=int8)
    """
    signs = np.asarray(y)
    if signs.ndim < 1 or signs.shape[-1] < 1:
        raise ValueError(f"lift: y must have shape (..., m) with m >= 1, got {signs.shape}")
    if signs.dtype.kind not in "iuf" or not np.all(np.abs(signs) == 1):
        raise ValueError("lift: y holds a value other than +1 and -1")
    z = signs.astype(np.int8)
    m = z.shape[-1]
    x = z[..., :, None] * z[..., None, :]
    x[..., np.arange(m), np.arange(m)] = z
    return x.reshape(*z.shape[:-1], m * m)


def square_neurons(v: ArrayLike, centres: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return weights (s, r²) and biases (s,) of the neurons `½ − (⟨v, y⟩ − c)²` on the lift.

    There is one neuron for each of the centres c (s,): `⟨w, lift(y)⟩ − b = ½ − (⟨v, y⟩ − c)²` for
    every y in `{±1}^r`.
    """
    vector = np.asarray(v, dtype=np.float64)
    centre = np.asarray(centres, dtype=np.float64)
    r = len(vector)
    w = np.empty((len(centre), r, r))
    w[:] = -np.outer(vector, vector)
    w[:, np.arange(r), np.arange(r)] = 2 * centre[:, None] * vector
    return w.reshape(len(centre), r * r), vector @ vector + centre**2 - 0.5


def lifted_parity(subset: Sequence[int], m: int, as_printed: bool = False) -> SparseReLUNetwork:
    """Return the parity of y on a subset, as a network on the `m²` coordinates of `lift(y)`.

    The value at lift(y) is 1 if the number of −1s among the `y_i`, i in the
    subset S, is even, else 0: `Σ_a 2σ(½ − (Σ_{i∈S} y_i − a)²)` over the a with
    `a ≡ |S| (mod 4)` and `|a| ≤ |S|`. These are `⌊|S|/2⌋ + 1` neurons, and at most one
    is active at any lift(y); elsewhere on the cube nothing is guaranteed.

    Parameters
    ----------
    subset : sequence of distinct int
        In 0..m−1; may be empty.
    m : int
        At least 1.
    as_printed : bool
        True: the sum over the even a in −m..m, as the paper, §4, prints it.
        Since `Σ_{i∈S} y_i` has the parity of `|S|`, that network is constant on
        the lift: 1 for even `|S|` and 0 for odd `|S|`.

    Examples
    --------
    >>> from awasthi2024.constructions import lift, lifted_parity
    >>> network = lifted_parity([0, 2], m=3)
    >>> network(lift([[1, 1, 1], [-1, 1, 1], [-1, 1, -1]]))
    array([1., 0., 1.])
    """
    m = integer("lifted_parity: m", m, 1)
    chosen = [integer("lifted_parity: an element of the subset", i, 0) for i in subset]
    size = len(chosen)
    if len({*chosen} & {*range(m)}) != size:
        raise ValueError(f"lifted_parity: subset must be distinct in 0..{m - 1}, got {chosen}")
    even = np.arange(-(m // 2) * 2, m + 1, 2)
    centres = even if as_printed else np.arange(size, -size - 1, -4)
    require_weights("lifted_parity", len(centres), m * m)
    indicator = np.zeros(m)
    indicator[chosen] = 1.0
    w, b = square_neurons(indicator, centres)
    return SparseReLUNetwork(w, b, np.full(len(centres), 2.0))


def code_length(q: int) -> int:
    """Return `⌈log₂ q⌉`, the number of bits of a residue modulo q, in `2..2^16`."""
    return (integer("learning with rounding: q", q, 2, _LARGEST_MODULUS) - 1).bit_length()


def binary_code(y: ArrayLike, q: int) -> NDArray[np.int8]:
    """Return `z(y)`: the bits of the entries of y, lowest first, as +1 for 1 and −1 for 0.

    The entries of y (..., m), `m ≥ 1`, are residues 0..q−1, q in `2..2^16`; bit j of `y_i` is at
    `i·⌈log₂ q⌉ + j` of `m·⌈log₂ q⌉`.
    """
    bits = code_length(q)
    residues = _residues("y", y, q)
    z = 2 * (residues[..., None] >> np.arange(bits) & 1) - 1
    return z.astype(np.int8).reshape(*residues.shape[:-1], residues.shape[-1] * bits)


def lwr_lift(y: ArrayLike, q: int) -> NDArray[np.int8]:
    """Return `x(y) = lift(z(y))`, the embedding of `Z_q^m` in `{±1}^(r²)` of the paper, §4.

    The entries of y (..., m), `m ≥ 1`, are residues 0..q−1, q in `2..2^16`; `r = m·⌈log₂ q⌉`.

    Examples
    --------
    >>> from awasthi2024.constructions import lwr_lift
    >>> lwr_lift([[0, 0], [1, 2]], q=4).shape
    (2, 16)
    """
    return lift(binary_code(y, q))


def lwr_labels(secret: ArrayLike, y: ArrayLike, q: int, p: int) -> NDArray[np.int64]:
    """Return `f_w(y) = (⟨w, y⟩ mod q) mod p`, the paper's Definition 15, at y (..., m).

    Entries of w and y are residues 0..q−1; q is in `2..2^16`, `p ≥ 1`.
    """
    w, p = _secret(secret, q, p)
    residues = _residues("y", y, q)
    if residues.shape[-1] != len(w):
        got = f"got {residues.shape[-1]} and {len(w)} entries"
        raise ValueError(f"learning with rounding: rows of y and the secret must agree, {got}")
    return (residues @ w) % q % p


def affine_form(secret: ArrayLike, q: int) -> tuple[NDArray[np.float64], float]:
    """Return v and κ with `⟨w, y⟩ = ⟨v, z(y)⟩ + κ` for every y in `Z_q^m`, q in `2..2^16`.

    A bit is `(1 + z)/2`, so `v = w_i·2^j/2` at bit j of entry i, and `κ = Σ v`.
    """
    w, _ = _secret(secret, q, 1)
    v = np.outer(w, 2.0 ** np.arange(-1, code_length(q) - 1)).ravel()
    return v, float(v.sum())


def lwr(secret: ArrayLike, q: int, p: int) -> SparseReLUNetwork:
    """Return `f_w(y) = (⟨w, y⟩ mod q) mod p` as a network on `lwr_lift(y, q)`.

    With `λ(a) = (a mod q) mod p` it is `Σ_a 2λ(a)·σ(½ − (⟨v, z(y)⟩ + κ − a)²)`
    over the `a ≤ (q − 1)·Σ w_i` with `λ(a) ≠ 0`, with v and κ from `affine_form`.
    At most one neuron is active at any `lwr_lift(y, q)`: the one of `a = ⟨w, y⟩`.
    If λ vanishes on all of them there is one neuron, of weight 0, never active. Entries of
    w (m,) are residues 0..q−1; q is in `2..2^16`, `p ≥ 1`.

    Examples
    --------
    >>> from awasthi2024.constructions import lwr, lwr_lift
    >>> network = lwr([1, 3], q=4, p=2)
    >>> network(lwr_lift([[0, 0], [1, 2], [2, 3]], q=4))  # 0, 1 + 6 and 2 + 9 modulo 4, then 2
    array([0., 1., 1.])
    """
    w, p = _secret(secret, q, p)
    q = integer("lwr: q", q)
    v, shift = affine_form(w, q)
    r = len(v)
    values = (q - 1) * int(w.sum()) + 1
    require_weights("lwr", values, r * r)  # also where λ vanishes on many of them
    labels = np.arange(values) % q % p
    a = np.flatnonzero(labels)
    if not len(a):
        return SparseReLUNetwork(np.zeros((1, r * r)), np.zeros(1), np.zeros(1))
    weights, biases = square_neurons(v, a - shift)
    return SparseReLUNetwork(weights, biases, 2.0 * labels[a])


def _residues(name: str, values: ArrayLike, q: int) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.ndim < 1 or array.shape[-1] < 1:
        shape = f"shape (..., m) with m >= 1, got {array.shape}"
        raise ValueError(f"learning with rounding: {name} must have {shape}")
    if array.dtype.kind not in "iu" or np.any(array < 0) or np.any(array >= q):
        raise ValueError(f"learning with rounding: {name} must have integers in 0..{q - 1}")
    return array.astype(np.int64)


def _secret(secret: ArrayLike, q: int, p: int) -> tuple[NDArray[np.int64], int]:
    code_length(q)
    p = integer("learning with rounding: p", p, 1)
    w = _residues("secret", secret, q)
    if w.ndim != 1:
        raise ValueError(f"learning with rounding: the secret must have shape (m,), got {w.shape}")
    return w, p
