"""Corruptions that the checks of Conjecture 20 must reject."""

from __future__ import annotations

import math
from fractions import Fraction

from awasthi2024.conjecture_20.checks.exact import measure_exact
from awasthi2024.conjecture_20.checks.orthogonal import measure_orthogonal
from awasthi2024.conjecture_20.checks.rectangles import measure_rectangles
from awasthi2024.conjecture_20.checks.search import measure_climbs, measure_families
from paperclaims.mutation.mutants import mutants_of, run_of

HERE = "awasthi2024.conjecture_20.checks"
BOUNDS = "sparseact.bounds"


exact = run_of("exact", measure_exact, groups=[4, 16], clusters=[64])


def three_orthonormal():
    """Return the records of the three orthonormal points."""
    return [r for r in exact() if r.instance["points"] == "orthonormal"]


orthogonal = run_of("orthogonal", measure_orthogonal, sizes=[16, 64], classes=[[2, 1]])

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
    samples=[{"n": 5, "N": 1068, "h": 3, "a": 2, "b": 196, "above": 1},
             {"n": 28, "N": 5461, "h": 14, "a": 4, "b": 209, "above": 2}],
    halves=[{"N": 18586, "h": 24, "a": 6, "b": 208, "agreeing": 6, "above": 2.89}],
    growth=[2], constants=[{"squared": 1, "a": 140}],
    cube=[{"d": 140, "n": 2**77, "q": 65, "through": 15 * 10**12, "limit": 15_045 * 10**9,
           "share": 0.05}],
)  # fmt: skip

MUTANTS = [
    *mutants_of("conj-20", orthogonal, [
        ("theorem-f", "a lost square root: √(sk/m) is sk/√m", f"{BOUNDS}.theorem_f_closed",
         lambda original: lambda s, k, m, R, W: original(s, k, m, R, W) * math.sqrt(s * k)),
    ]),
    *mutants_of("conj-20", three_orthonormal, [
        ("printed", "without the bias there is no violation", f"{HERE}.exact.three_points",
         lambda original: lambda signs: [n._replace(b=Fraction(0)) for n in original(signs)]),
    ]),
]  # fmt: skip

#: What makes records of drawn instances, by seed; they change no verdict.
RUNS = (families, climbs, rectangles)
