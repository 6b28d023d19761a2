"""Right-hand sides: the paper's, with their constant as an argument, and sharp ones.

There is one function for each statement, by section of the paper. W and B are the scale of
Definition 2, k the number of active neurons, `constant` the one hidden in the
paper's O(·). Logarithms are natural. Arguments are ints, floats, Fractions or
`Root`; where no logarithm and no root enters and no argument is a float, the
result is an exact Fraction.

Arguments mean the same wherever they have the same name: sizes, numbers of
samples and degrees (n, s, k, m, d), scales (W, B, R, C) and ε are finite and at
least 0, k is at most s, δ is in (0, 1] and ρ in [−1, 1] (`domain` has them all).
One that is none of this is a ValueError, and what is no number a TypeError.
ValueError is raised besides where the expression is undefined (the logarithm of
a number ≤ 0, the root of a negative one, a division by zero). The modules of the
package have the formulas alone, without these checks.
"""

from inspect import isfunction
from typing import Any

import lazy_loader

from sparseact.bounds.domain import checked

_find, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    """Return a public name; a function refuses arguments that have no meaning."""
    found = _find(name)
    if isfunction(found):
        found = globals()[name] = checked(found)
    return found
