"""Corruptions that the checks of Conjecture 20 must reject."""

from __future__ import annotations

import math

import numpy as np

from awasthi2024.conjecture_20.checks.codes import measure_codes
from awasthi2024.conjecture_20.checks.exact import measure_exact
from awasthi2024.conjecture_20.checks.orthogonal import measure_orthogonal
from awasthi2024.conjecture_20.checks.rectangles import measure_rectangles
from awasthi2024.conjecture_20.checks.search import measure_climbs, measure_families
from paperclaims.mutation.mutants import mutants_of, run_of
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


def orthogonal_points():
    """Return the records of orthogonal points, without those of the equicorrelated."""
    return [r for r in orthogonal() if r.instance["points"] == "orthogonal"]


families = run_of(
    "families", measure_families, sizes=[4], classes=[[2, 1], [2, 2]], biases=[0.0, 0.3], repeats=1
)


climbs = run_of(
    "climbs", measure_climbs,
    climbs=[{"m": 3, "n": 3, "starts": 1, "steps": 10, "s": 2, "k": k, "sparsity": sparsity}
            for k, sparsity in ((1, "sample"), (2, "sample"), (1, "cube"))],
)  # fmt: skip

rectangles = run_of(
    "rectangles", measure_rectangles,
    samples=[{"n": 5, "N": 1068, "h": 3, "a": 2, "b": 196, "above": 1, "built": 2},
             {"n": 28, "N": 5461, "h": 14, "a": 4, "b": 209, "above": 2, "built": 0}],
    halves=[{"N": 18586, "h": 24, "a": 6, "b": 208, "agreeing": 6, "above": 2.89}],
    built=[{"N": 20, "h": 4, "a": 4, "b": 1, "agreeing": 4, "draws": 5}],
    growth=[2], constants=[{"squared": 1, "a": 140}],
    cube=[{"d": 140, "n": 2**77, "q": 65, "through": 15 * 10**12, "limit": 15_045 * 10**9,
           "share": 0.05}],
)  # fmt: skip

codes = run_of(
    "codes", measure_codes,
    codes=[{"m": 6, "d": 3, "penalty": 0.3, "q": 0.8, "w": 0.75, "last": 5}],
    questions=[{"m": 6, "d": 3, "penalty": 0.3, "kappa": 6.0, "alpha": 0.25}],
)  # fmt: skip


MUTANTS = [
    *mutants_of("conj-20", orthogonal_points, [
        ("printed", "without the bias there is no violation", f"{HERE}.orthogonal.orthogonal_gain",
         lambda original: lambda m, W, B: original(m, W, 0.0)),
        ("theorem-f", "a lost square root: √(sk/m) is sk/√m", f"{BOUNDS}.theorem_f_closed",
         lambda original: lambda s, k, m, R, W: original(s, k, m, R, W) * math.sqrt(s * k)),
    ]),
    *mutants_of("conj-20", exact, [
        ("closed-form", "the correlation has the wrong sign", f"{HERE}.exact.equicorrelated",
         lambda original: lambda m, r: original(m, -r / m)),
        ("no-bias", "W′ is W", f"{HERE}.exact.fold",
         lambda original: lambda x, W, B: (original(x, W, B)[0], W)),
    ]),
    *mutants_of("conj-20", families, [
        ("gram", "λ is the smallest eigenvalue", f"{BOUNDS}.conj_20_gram",
         lambda _: lambda x, s, k, W, B: rademacher.conj_20_root_two(
             s, k, len(x), math.sqrt(max(float(np.linalg.eigvalsh(x @ x.T)[0]), 0.0)), W, B)),
    ]),
    *mutants_of("conj-20", codes, [
        ("theorem-j-sums", "the signs are taken for independent of the code",
         f"{HERE}.codes.tilts", lambda original: lambda *a: 0 * original(*a)),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (exact, codes, families, climbs, rectangles)
