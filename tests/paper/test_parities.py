"""The checks of lifted parities, against loops and fractions."""

import pytest

from awasthi2024.parities import checks
from awasthi2024.shared.exact_networks import require_exact
from sparseact.cube import InexactError
from sparseact.network import SparseReLUNetwork


def test_subsets_returns_the_failing_instances():
    records = checks.subsets(max_m=2).records
    failing = {"printed": [], "weights": []}
    for r in records:
        if not r.holds:
            failing[r.statement].append((r.instance["m"], r.instance["S"], r.left, r.right))
    assert {S for _, S, *_ in failing["printed"]} == {"1", "2", "1 2"}
    assert failing["printed"][0] == (1, "1", 0, 2)
    # At S = {} the stated pre-activation is 2ay − a² + 1/2: right for a = 0 alone.
    assert failing["weights"][0] == (1, "empty", 2, 6)
    # The stated weights do not depend on S, so they are right at S = [m] alone.
    right = [r.instance["S"] for r in records if r.statement == "weights" and r.holds]
    assert right == ["1", "1 2"]


def test_require_exact_rejects_a_sum_that_rounds():
    with pytest.raises(InexactError, match="does not add exactly"):
        require_exact(SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0]))
