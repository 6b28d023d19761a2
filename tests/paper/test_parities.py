"""The checks of lifted parities, against loops and fractions."""

from itertools import product

import numpy as np
import pytest

from awasthi2024.constructions.quadratic_lift import lift
from awasthi2024.parities import checks
from awasthi2024.shared.exact_networks import require_exact
from sparseact.cube import InexactError, points
from sparseact.network import SparseReLUNetwork


def test_subsets_returns_the_failing_instances():
    records = checks.subsets(max_m=2).records
    failing = {}
    for record in records:
        if not record.holds:
            failing.setdefault(record.statement, []).append(record)
    assert {r.instance["S"] for r in failing["printed"]} == {"1", "2", "1 2"}
    assert (failing["printed"][0].left, failing["printed"][0].right) == (0, 2)
    # At S = {} the stated pre-activation is 2ay − a² + 1/2: right for a = 0 alone.
    assert dict(failing["weights"][0].instance) == {"m": 1, "S": "empty"}
    assert (failing["weights"][0].left, failing["weights"][0].right) == (2, 6)
    # The stated weights do not depend on S, so they are right at S = [m] alone.
    assert [dict(r.instance) for r in records if r.statement == "weights" and r.holds] == [
        {"m": 1, "S": "1"}, {"m": 2, "S": "1 2"}
    ]  # fmt: skip


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_stated_weights_give_the_square_at_all_of_m(m):
    for y in points(m).astype(int).tolist():
        x = lift(np.array(y)).reshape(m, m).tolist()
        for a in range(-m, m + 1):
            terms = ((2 * a if i == j else -1) * x[i][j] for i, j in product(range(m), repeat=2))
            assert sum(terms) - (m + a * a - 0.5) == 0.5 - (sum(y) - a) ** 2


def test_require_exact_rejects_a_sum_that_rounds():
    with pytest.raises(InexactError, match="does not add exactly"):
        require_exact(SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0]))
