"""Planted targets: random sparse networks of a given size, for learners to find."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from awasthi2024.constructions import appendix_a, decision_tree, forest, junta
from awasthi2024.shared.distributions import uniform
from sparseact.network import SparseReLUNetwork
from sparseact.randomness import nearly_normal

#: A target that is constant on this many uniform points is drawn again.
_PROBES = 64


def planted(name: str, n: int, s: int, rng: np.random.Generator) -> tuple[SparseReLUNetwork, int]:
    """Return a random target with s neurons on n inputs, and its sparsity k; s is a power of two.

    Values are of order 1 and weights dyadic. A target that happens to be
    constant on 64 uniform points is drawn again.

    - "tree": a complete decision tree with s leaves of value ±1; k = 1.
    - "junta": a random ±1 function of log₂ s random coordinates; k = 1.
    - "forest": a sum of k = 2^⌊log₂(s)/2⌋ trees with s/k leaves each; s ≥ 4.
    - "appendix_a": log₂ s address bits (the first), then n − log₂ s others,
      of which address α gives σ(⟨w_α, y⟩), with w_α of length about √2 and
      entries that are multiples of 1/32; Γ = ½·max_α ‖w_α‖₁, so k = 1.
    """
    bits = s.bit_length() - 1
    if n < bits + 1:
        raise ValueError(f"planted: n={n}; s={s} neurons need n of at least {bits + 1}")
    while True:
        network, k = _TARGETS[name](n, bits, rng)
        values = network(uniform(_PROBES, n, rng))
        if values.min() < values.max():
            return network, k


def sized_target(name: str, n: int, s: int, k: int, rng: np.random.Generator) -> SparseReLUNetwork:
    """Return a random target with s neurons on n inputs, of which at most k are active at once.

    - "forest": a sum of k trees with s/k leaves each, a power of two.
    - "dense": all neurons may be active, k = s; weights are multiples of 1/64, so
      that values are exact.
    """
    if name == "forest":
        leaves, rest = divmod(s, k)
        if rest or leaves & (leaves - 1):
            raise ValueError(f"{k} trees have s = {s} leaves only if s/k is a power of two")
        return forest(k, leaves.bit_length() - 1, n, rng)
    if k != s:
        raise ValueError(f"a dense target has k = s, not s = {s}, k = {k}")
    w = np.rint(64 * nearly_normal(rng, (s, n)) / math.sqrt(n)) / 64
    b = np.rint(32 * nearly_normal(rng, (s,))) / 64
    return SparseReLUNetwork(w, b, rng.choice([-1.0, 1.0], size=s))


def _junta(n: int, bits: int, rng: np.random.Generator) -> tuple[SparseReLUNetwork, int]:
    variables = sorted(rng.choice(n, size=bits, replace=False).tolist())
    return junta(rng.choice([-1.0, 1.0], size=2**bits), variables, n), 1


def _forest(n: int, bits: int, rng: np.random.Generator) -> tuple[SparseReLUNetwork, int]:
    k = 2 ** (bits // 2)
    return sized_target("forest", n, 2**bits, k, rng), k


def _appendix_a(n: int, bits: int, rng: np.random.Generator) -> tuple[SparseReLUNetwork, int]:
    q = n - bits
    rows = np.rint(32 * math.sqrt(2 / q) * nearly_normal(rng, (2**bits, q))) / 32
    return appendix_a(rows, float(np.abs(rows).sum(axis=1).max()) / 2), 1


_TARGETS: dict[str, Callable[..., tuple[SparseReLUNetwork, int]]] = {
    "tree": lambda n, bits, rng: (decision_tree(bits, n, rng), 1),
    "junta": _junta,
    "forest": _forest,
    "appendix_a": _appendix_a,
}

#: The targets that `planted` knows.
NAMES = tuple(_TARGETS)
