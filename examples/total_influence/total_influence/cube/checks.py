"""Every function on the cube of up to four dimensions, by its mean and its total influence."""

from collections import Counter
from fractions import Fraction
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from paperclaims.checks.decorator import check
from paperclaims.checks.recorder import Recorder


@check("edges")
def functions(at: Recorder, *, largest: Annotated[int, Ge(1), Le(4)]) -> None:
    """Compare the three inequalities; functions of equal n, a and B are one instance."""
    for n in range(1, largest + 1):
        points = 1 << n
        f = np.arange(1 << points)[:, None] >> np.arange(points) & 1  # row t: the function t
        changes = sum((f != f[:, np.arange(points) ^ 1 << i]).sum(axis=1) for i in range(n))
        kinds = Counter(zip(f.sum(axis=1).tolist(), changes.tolist(), strict=True))
        for (a, b), number in sorted(kinds.items()):
            mean, influence = Fraction(a, points), Fraction(b, points)
            here = at(n=n, a=a, B=b)
            here.of("poincare").compare("printed", 4 * mean * (1 - mean), "<=", influence)
            if 2 * a <= points:
                for claim, c in (("edges", 2), ("three", 3)):
                    needed = Fraction(2) ** (c * a * n - b)
                    here.of(claim).compare("printed", needed, "<=", a ** (c * a))
                here.row(mean=float(mean), influence=float(influence), functions=number)
