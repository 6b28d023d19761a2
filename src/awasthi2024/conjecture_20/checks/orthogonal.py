"""The complexity on orthogonal points without a bias, by Theorem F."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from awasthi2024.bounds import section_5
from awasthi2024.conjecture_20.parameters import Sparsity
from balls import between, exact
from paperclaims.checks.decorator import check
from paperclaims.checks.parameters import NonEmpty, Positive
from paperclaims.checks.recorder import Recorder


@check("conj-20")
def orthogonal(at: Recorder, *, sizes: NonEmpty[Positive], classes: NonEmpty[Sparsity]) -> None:
    """Compare the complexity on m orthogonal points at B = 0 with Theorem F's lower bound.

    `sizes` are numbers m of points. `classes` are pairs (s, k) with s/k even. The complexity is
    Theorem F's mean over the number of positive signs; the lower bound is its closed form. The
    table has a row for each: both numbers.
    """
    for m, (s, k) in product(sizes, classes):
        bound = max(section_5.theorem_f_closed(exact(s), k, exact(m), 1, 1), Fraction(0))
        value = section_5.theorem_f(s, k, m, 1, 1)
        instance_recorder = at(points="orthogonal", m=m, n=m, s=s, k=k, B=0.0)
        error = section_5.theorem_f_error * value
        instance_recorder.compare("theorem-f", between(value - error, value + error), ">=", bound)
        at.rows.append({"m": m, "s": s, "k": k, "complexity": value, "bound": float(bound)})
