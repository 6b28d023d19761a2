"""The checks of lifted parities, against loops and fractions."""

from itertools import product

import numpy as np
import pytest

from awasthi2024.constructions.quadratic_lift import lift
from awasthi2024.parities import checks
from awasthi2024.shared.exact_networks import require_exact
from sparseact.cube import InexactError, points
from sparseact.network import SparseReLUNetwork


def test_smallest_counterexamples():
    records = checks.subsets(max_m=2).records
    failing = {}
    for record in records:
        if record.holds is False:
            failing.setdefault(record.statement, record)
    assert dict(failing["printed"].instance) == {"m": 1, "size": 1, "subsets": 1}
    assert (failing["printed"].left, failing["printed"].right) == (0, 2)
    # At S = {} the printed pre-activation is 2ay - a^2 + 1/2: right for a = 0 alone.
    assert dict(failing["weights"].instance) == {"m": 1, "size": 0, "subsets": 1}
    assert (failing["weights"].left, failing["weights"].right) == (2, 6)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_formulas_by_loops(m):
    for mask in range(1 << m):
        subset = [i for i in range(m) if mask >> i & 1]
        for y in points(m).astype(int).tolist():
            row = np.array(y)
            total = sum(y[i] for i in subset)
            assert checks.printed_character(row, subset) == (total % 2 == 0)
            assert checks.parity(row, subset) == (np.prod([y[i] for i in subset]) == 1)
            for a in range(-m, m + 1):
                w, b = checks.printed_weights(subset, m, a)
                expected = sum(
                    (2 * a if i == j else -1) * x for (i, j), x in zip(
                        product(range(m), repeat=2), lift(row).tolist(), strict=True
                    )
                )  # fmt: skip
                assert w @ lift(row) == expected
                assert b == len(subset) + a * a - 0.5


def test_an_inexact_network_is_refused():
    with pytest.raises(InexactError, match="does not add exactly"):
        require_exact(SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0]))
