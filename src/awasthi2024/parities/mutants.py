"""Corruptions that the checks of lifted parities must reject."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from awasthi2024.parities import checks
from awasthi2024.shared.corruption import changed
from paperclaims.mutation.mutants import Mutant, run_of
from sparseact.network import SparseReLUNetwork

HERE = "awasthi2024.parities.checks"
PARITY = f"{HERE}.lifted_parity"


subsets = run_of("subsets", checks.measure_subsets, max_m=3)

norms = run_of(
    "norms", checks.measure_norms, sizes=[5, 8, 32], constants=[3, 10], evaluated=5, searched=3,
    epsilons=[0.1],
)  # fmt: skip

cube = run_of("cube", checks.measure_cube, counted=3, maximised=4, tabulated=3)


def mutant(statement, why, target, replacement, run):
    return Mutant("sec4-parity", statement, why, target, replacement, run)


MUTANTS = [
    mutant("printed", "the definition is read as the number of −1s", f"{HERE}.printed_character",
           lambda _: checks.parity, subsets),
    mutant("identity", "the definition is read as the number of −1s", f"{HERE}.printed_character",
           lambda _: checks.parity, subsets),
    mutant("identity", "the sum is the corrected one", PARITY,
           lambda original: lambda subset, m, as_printed=False: original(subset, m), subsets),
    mutant("corrected", "the sum is the printed one", PARITY,
           lambda original: lambda subset, m, as_printed=False: original(subset, m, True), subsets),
    mutant("corrected", "one neuron is missing", PARITY,
           changed(u=lambda u: np.append(u[:-1], 0.0)), subsets),
    mutant("corrected", "u is 1", PARITY, changed(u=lambda u: u / 2), subsets),
    mutant("corrected", "the parity is that of the +1s", f"{HERE}.parity",
           lambda original: lambda y, subset: original(-y, subset), subsets),
    mutant("weights", "the weights are those of S", f"{HERE}.printed_weights",
           lambda _: lambda subset, m, a: tuple(
               part[0] for part in checks.square_neurons(np.isin(np.arange(m), subset), [a])),
           subsets),
    mutant("weights-corrected", "the diagonal is a", f"{HERE}.square_neurons",
           lambda original: lambda v, c: original(v, np.asarray(c) / 2), subsets),
    mutant("weights-corrected", "the bias lacks ½", f"{HERE}.square_neurons",
           lambda original: lambda v, c: (original(v, c)[0], original(v, c)[1] + 0.5), subsets),
    mutant("sparse", "the bias is smaller by 4", PARITY, changed(b=lambda b: b - 4), subsets),
    mutant("sparse", "each neuron appears twice", PARITY, changed(rows=np.repeat(np.arange(1), 2)),
           subsets),
    mutant("off-support", "the bias is larger by 1", PARITY, changed(b=lambda b: b + 1), cube),
    mutant("off-support", "off-diagonal weights are halved", PARITY,
           changed(w=lambda w: np.where(w < 0, w / 2, w)), cube),
    mutant("off-support-count", "the bias is smaller by 4", PARITY, changed(b=lambda b: b - 4),
           cube),
    mutant("size", "three copies", PARITY,
           lambda original: lambda *a, **o: SparseReLUNetwork(
               *(np.concatenate([part] * 3)
                 for part in (original(*a, **o).w, original(*a, **o).b, original(*a, **o).u))),
           subsets),
    mutant("size-exact", "one neuron too many", PARITY, changed(rows=np.array([0, 0])), subsets),
    mutant("norm-exact", "a² is a", "sparseact.bounds.parity_squared_norm",
           lambda _: lambda size, a: size * (size - 1) + 4 * abs(a) * size, subsets),
    mutant("norm-exact", "4 is 2", "sparseact.bounds.parity_squared_norm",
           lambda _: lambda size, a: size * (size - 1) + 2 * a * a * size, subsets),
    mutant("norm-introduction", "the largest centre is √m", f"{HERE}.square_neurons",
           lambda original: lambda v, c: original(v, np.floor(np.sqrt(np.abs(c)) / 2)), norms),
    mutant("norm-section", "the order is m²", "sparseact.bounds.parity_norm",
           lambda _: lambda m: 5 * m**2, subsets),
    mutant("bias", "the order is m", "sparseact.bounds.parity_bias", lambda _: lambda m: 2 * m,
           subsets),
    mutant("symmetric", "t₀ = m", "sparseact.bounds.parity_symmetric",
           lambda _: lambda m: Fraction(m**3, 4) + Fraction(m * (m - 1), 16), norms),
    mutant("symmetric-attained", "the weights are the printed ones", f"{HERE}.economical_parity",
           lambda _: lambda m, reach=0: checks.lifted_parity(range(m), m), norms),
    mutant("symmetric-value", "a concave neuron is too wide", f"{HERE}.random_symmetric_parity",
           changed(w=lambda w: w / 2, b=lambda b: (b - 1) / 2), norms),
    mutant("symmetric-value", "neurons are active at their neighbours", f"{HERE}.economical_parity",
           changed(b=lambda b: b - 0.125), norms),
    mutant("truncated", "nothing is cut", f"{HERE}.economical_parity",
           lambda original: lambda m, reach=0: original(m), norms),
    mutant("truncated", "the weights are the printed ones", f"{HERE}.economical_parity",
           lambda _: lambda m, reach=0: checks.lifted_parity(range(m), m), norms),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they turn nothing.
RUNS = (subsets, norms, cube)
