"""The terms of Lemma 9's proof and of Remark 11, evaluated exactly over the whole cube."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from awasthi2024.shared.exact_networks import require_exact
from sparseact.cube import points
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity_exact


class Activity(NamedTuple):
    """Moments of |R_x| over the cube: E|R_x|, E|R_x|² and Pr[|R_x| > k]."""

    mean: Fraction
    mean_square: Fraction
    beyond: Fraction


def activity(network: SparseReLUNetwork, k: int) -> Activity:
    """Return the moments of |R_x|, exactly, from all points of the cube."""
    counts = network.active_counts().astype(np.int64)
    sums = counts.sum(), (counts**2).sum(), (counts > k).sum()
    return Activity(*(Fraction(int(total), len(counts)) for total in sums))


class Terms(NamedTuple):
    """Both sides of every displayed line of Lemma 9's proof, as fractions."""

    average_sensitivity: Fraction  # AS(h), from the differences of h
    u: Fraction  # the terms (U) and (V)
    v: Fraction
    u_affine: Fraction  # (U) with ℓ_{R_x} instead of h
    u_weights: Fraction  # E ‖w^{R_x}‖² over (U)'s pairs: Σ_i E (w_i^{R_x})²·1{R_x = R_{x^i}}
    weights: Fraction  # E ‖w^{R_x}‖²
    affine_gap: Fraction  # max_x |h(x) − ℓ_{R_x}(x)|
    norm: Fraction  # max_x of ‖w^{R_x}‖²/|R_x|² over R_x ≠ ∅, 0 if every R_x is empty
    bias: Fraction  # the same of (b^{R_x})²/|R_x|²
    v_halves: Fraction  # Σ_i E ½(h(x)² + h(x^i)²)·1{R_x ≠ R_{x^i}}
    v_symmetric: Fraction  # the same with only h(x)²
    changes: Fraction  # Pr_{x,i}[R_x ≠ R_{x^i}]
    gate_changes: Fraction  # (1/n) Σ_j Σ_i Pr[g_j(x) ≠ g_j(x^i)]
    gate_sensitivities: Fraction  # Σ_j AS(g_j), from the spectra's module
    means: tuple[Fraction, ...]  # p_j = E g_j
    largest: Fraction  # max_x |ℓ_{R_x}(x)|


def _unit(network: SparseReLUNetwork) -> int:
    """Return the power of two that makes every u_j·w_ji and u_j·b_j a whole number."""
    numbers = np.column_stack([network.w, network.b]) * network.u[:, None]
    return max(v.as_integer_ratio()[1] for v in numbers.ravel().tolist())


def terms(network: SparseReLUNetwork) -> Terms:
    """Evaluate Lemma 9's proof over the cube, n ≤ 16; ValueError if sums would not be exact."""
    if network.n > 16:
        raise ValueError(f"n = {network.n}: the proof's lines are evaluated for n up to 16")
    require_exact(network)
    x = points(network.n).astype(np.int64)
    size, n = x.shape
    active = network.active(x).astype(np.int64)
    numbers = np.column_stack([network.w * network.u[:, None], network.b * network.u])
    unit = _unit(network)
    integers = (numbers * unit).astype(np.int64)
    if (np.abs(numbers).sum() * unit) ** 2 * size * n >= 2.0**62:
        raise ValueError("the weights have too many bits for sums in int64")

    # h on the cube is another route (the library's kernel) than ℓ (these integers).
    h = (network.values() * unit).astype(np.int64)
    weights = active @ integers[:, :-1]
    biases = active @ integers[:, -1]
    affine = (weights * x).sum(axis=1) - biases
    count = active.sum(axis=1)
    norms = (weights**2).sum(axis=1)

    index = np.arange(size)
    u = v = u_affine = u_weights = v_halves = v_symmetric = changed = gates = 0
    for i in range(n):
        other = index ^ (1 << i)
        flipped = active != active[other]
        differs = flipped.any(axis=1)
        square = (h - h[other]) ** 2
        u += int(square[~differs].sum())
        v += int(square[differs].sum())
        opposite = affine - 2 * weights[:, i] * x[:, i]  # ℓ_{R_x}(x^{⊕i})
        u_affine += int(((affine - opposite)[~differs] ** 2).sum())
        u_weights += int((weights[~differs, i] ** 2).sum())
        v_halves += int((h**2 + h[other] ** 2)[differs].sum())
        v_symmetric += int((h[differs] ** 2).sum())
        changed += int(differs.sum())
        gates += int(flipped.sum())

    def mean(total: int) -> Fraction:
        return Fraction(total, size * unit * unit)

    def largest(squares: np.ndarray) -> Fraction:
        """Return max_x squares(x)/(unit·|R_x|)², over the x with an active neuron."""
        best = {c: int(squares[count == c].max()) for c in set(count.tolist()) - {0}}
        return max((Fraction(top, (unit * c) ** 2) for c, top in best.items()), default=Fraction(0))

    return Terms(
        average_sensitivity=average_sensitivity_exact(network.values()),
        u=mean(u) / 4,
        v=mean(v) / 4,
        u_affine=mean(u_affine) / 4,
        u_weights=mean(u_weights),
        weights=mean(int(norms.sum())),
        affine_gap=Fraction(int(np.abs(h - affine).max()), unit),
        norm=largest(norms),
        bias=largest(biases**2),
        v_halves=mean(v_halves) / 2,
        v_symmetric=mean(v_symmetric),
        changes=Fraction(changed, size * n),
        gate_changes=Fraction(gates, size * n),
        gate_sensitivities=sum(
            (average_sensitivity_exact(gate.astype(float)) for gate in active.T), Fraction(0)
        ),
        means=tuple(Fraction(int(total), size) for total in active.sum(axis=0)),
        largest=Fraction(int(np.abs(affine).max()), unit),
    )


def third_terms(network: SparseReLUNetwork) -> list[Fraction]:
    """Return, for k = 0, 1, …, s, the part of AS(h) from edges with an end where |R_x| > k.

    That is Remark 11's third term, E Σ_i ¼(h(x) − h(x^i))²·1{|R_x| > k or |R_{x^i}| > k}.
    ValueError if the sums would leave the exact integers of float64.
    """
    unit = _unit(network)
    h = network.values() * unit
    if float(np.abs(h).max()) ** 2 * 4 * h.size * network.n >= 2.0**53:
        raise ValueError("the network's values have too many bits for exact sums")
    counts = network.active_counts()
    index = np.arange(h.size)
    totals = np.zeros(network.s + 1)
    for i in range(network.n):
        other = index ^ (1 << i)
        totals += np.bincount(
            np.maximum(counts, counts[other]), (h - h[other]) ** 2, minlength=network.s + 1
        )
    beyond = np.cumsum(totals[::-1])[::-1] - totals  # strictly more than k
    return [Fraction(int(total), 4 * h.size * unit**2) for total in beyond]
