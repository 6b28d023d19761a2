"""The checks of lifted parities, against loops and fractions."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from awasthi2024.parities import checks
from awasthi2024.shared.exact_networks import require_exact
from paperclaims.checks.recorder import Recorder
from sparseact import bounds
from sparseact.cube import InexactError, points
from sparseact.network import SparseReLUNetwork
from sparseact.quadratic_lift import lift, lifted_parity


def test_smallest_counterexamples():
    records = checks.measure_subsets(max_m=2).records
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


def test_least_scale_by_hand():
    # m = 5: t0 = -3, 5*9/4 + 20/16; m = 8: t0 = ±4, 8*16/4 + 56/16.
    assert bounds.parity_symmetric(5) == Fraction(25, 2)
    assert bounds.parity_symmetric(8) == Fraction(71, 2)


@pytest.mark.parametrize("m", range(3, 9))
def test_no_grid_neuron_beats_the_least_scale(m):
    """Search quadratics of t on a grid: none that drops by 1 at both neighbours has less norm."""
    inner = max(abs(t) for t in range(m - 4, -m + 1, -4))
    best = None
    for eighths, sixteenths in product(range(-4 * m, 8 * m), range(-16, 1)):
        slope, curve = Fraction(eighths, 8), Fraction(sixteenths, 16)
        gains = [slope * (inner - t) + curve * (inner**2 - t**2) for t in (inner - 2, inner + 2)]
        if min(gains) >= 1:
            norm = m * slope**2 + m * (m - 1) * curve**2
            best = norm if best is None else min(best, norm)
    assert best == bounds.parity_symmetric(m)


@pytest.mark.parametrize("size", range(5))
def test_several_active_by_enumeration(size):
    counts = lifted_parity(range(size), 4).active_counts()
    assert checks.several_active(size, 4) == ((counts >= 2).sum(), counts.max())


def test_truncated_share_by_enumeration():
    recorder = Recorder("sec4-parity", {})
    row = checks._compare_truncated(recorder, 9, 0.3)
    share, _ = recorder.records
    network = checks.economical_parity(9, np.sqrt(18 * np.log(2 / 0.3)))
    y = points(9)
    wrong = (network(lift(y)) != checks.parity(y, range(9))).sum()
    assert Fraction(share.left) == Fraction(int(wrong), 512)
    assert 0 < row["wrong_share"] <= 0.3


def test_an_inexact_network_is_refused():
    with pytest.raises(InexactError, match="does not add exactly"):
        require_exact(SparseReLUNetwork([[1.0, 2.0**-60]], [0.0], [1.0]))
