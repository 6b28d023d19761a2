"""Corruptions that the checks of Conjecture 20 must reject."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from awasthi2024.conjecture_20.checks.codes import measure_codes
from awasthi2024.conjecture_20.checks.exact import measure_exact
from awasthi2024.conjecture_20.checks.orthogonal import measure_orthogonal
from awasthi2024.conjecture_20.checks.rectangles import measure_rectangles
from awasthi2024.conjecture_20.checks.search import measure_climbs, measure_families
from paperclaims.mutation.mutants import Mutant, run_of
from sparseact.bounds import rademacher

HERE = "awasthi2024.conjecture_20.checks"
BOUNDS = "sparseact.bounds"


exact = run_of(
    "exact", measure_exact, sizes=[9], blocks=[1], copies=[1, 2], compared=3, folded=6,
    groups=[4, 16], clusters=[64],
)  # fmt: skip

orthogonal = run_of(
    "orthogonal", measure_orthogonal, sizes=[16, 64], classes=[[1, 1], [2, 1]], steps=4, curves=[3]
)

families = run_of(
    "families", measure_families, sizes=[4], classes=[[2, 1], [2, 2]], biases=[0.0, 0.3], repeats=1
)


def climbs(seed=0):
    common = {"m": 3, "n": 3, "starts": 1, "steps": 10}
    return measure_climbs(
        seed=seed,
        climbs=[
            {**common, "s": 2, "k": 1, "sparsity": "sample"},
            {**common, "s": 2, "k": 2, "sparsity": "sample"},
            {**common, "s": 2, "k": 1, "sparsity": "cube"},
        ],
    ).records


def rectangles(seed=0):
    sample = {"n": 5, "N": 1068, "h": 3, "a": 2, "b": 196, "above": 1, "built": 2}
    large = {"n": 28, "N": 5461, "h": 14, "a": 4, "b": 209, "above": 2, "built": 0}
    halves = {"N": 18586, "h": 24, "a": 6, "b": 208, "agreeing": 6, "above": 2.89}
    built = {"N": 20, "h": 4, "a": 4, "b": 1, "agreeing": 4, "draws": 5}
    cube = {"d": 140, "n": 2**77, "q": 65, "through": 15 * 10**12, "limit": 15_045 * 10**9,
            "share": 0.05}  # fmt: skip
    return measure_rectangles(
        seed=seed, samples=[sample, large], halves=[halves], built=[built], growth=[2],
        constants=[{"squared": 1, "a": 140}], cube=[cube],
    ).records  # fmt: skip


def codes(seed=0):
    small = {"m": 6, "d": 3, "penalty": 0.3}
    return measure_codes(
        seed=seed, codes=[{**small, "q": 0.8, "w": 0.75, "last": 5}],
        questions=[{**small, "kappa": 6.0, "alpha": 0.25}],
    ).records  # fmt: skip


def mutant(statement, why, target, replacement, run):
    return Mutant("conj-20", statement, why, target, replacement, run)


def _one_row_more(original):
    return lambda sizes, signs, rng: original(replace(sizes, h=sizes.h + 1), signs, rng)


def _one_agrees_less(original):
    return lambda sizes, signs, rng: original(
        replace(sizes, agreeing=sizes.agreeing - 1), signs, rng
    )


RECTANGLES = "sparseact.rademacher.rectangles"
MUTANTS = [
    mutant("theorem-h-star-network", "one row fewer must agree",
           "sparseact.rademacher.sorted_halves.build_sorted_network", _one_agrees_less, rectangles),
    mutant("theorem-h-network", "a column's sets have one row more", f"{RECTANGLES}.build_network",
           _one_row_more, rectangles),
    mutant("theorem-h-prime-pairs", "θ is nine tenths of it", f"{HERE}.rectangles._largest_of_two",
           lambda original: lambda pairs: original(pairs) * 9 // 10, rectangles),
    mutant("printed", "without the bias there is no violation",
           f"{HERE}.orthogonal.orthogonal_gain",
           lambda original: lambda m, W, B: original(m, W, 0.0),
           lambda: [r for r in orthogonal() if r.instance["points"] == "orthogonal"]),
    mutant("cube", "√m is m", f"{BOUNDS}.conj_20",
           lambda original: lambda s, k, m, R, W, B: original(s, k, m, R, W, B) / math.sqrt(m),
           climbs),
    mutant("dense-proved", "√m is m", f"{BOUNDS}.dense_rademacher_sharp",
           lambda original: lambda s, m, R, W, B: original(s, m, R, W, B) / math.sqrt(m), families),
    mutant("forced", "one of the two neurons is missing", f"{HERE}.exact.pair_of_neurons",
           lambda original: lambda *a: original(*a)[:1], exact),
    mutant("closed-form", "the correlation has the wrong sign", f"{HERE}.exact.equicorrelated",
           lambda original: lambda m, r: original(m, -r / m), exact),
    mutant("gram", "λ is the smallest eigenvalue", f"{BOUNDS}.conj_20_gram",
           lambda _: lambda x, s, k, W, B: rademacher.conj_20_root_two(
               s, k, len(x), math.sqrt(max(float(np.linalg.eigvalsh(x @ x.T)[0]), 0.0)), W, B),
           families),
    mutant("no-bias", "W′ is W", f"{HERE}.exact.fold",
           lambda original: lambda x, W, B: (original(x, W, B)[0], W), exact),
    mutant("theorem-j-sums", "the signs are taken for independent of the code",
           f"{HERE}.codes.tilts", lambda original: lambda *a: 0 * original(*a), codes),
    mutant("clusters", "√m is m^{3/2}", f"{BOUNDS}.conj_20_clusters",
           lambda original: lambda s, k, m, R, W, B: original(s, k, m * m * m, R, W, B), families),
    mutant("theorem-f", "a lost square root: √(sk/m) is sk/√m", f"{BOUNDS}.theorem_f_closed",
           lambda original: lambda s, k, m, R, W: original(s, k, m, R, W) * math.sqrt(s * k),
           orthogonal),
    mutant("average", "one cluster, not the best of them", f"{HERE}.exact.largest_sum",
           lambda original: lambda groups, size: original(1, size), exact),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (exact, codes, families, climbs)
