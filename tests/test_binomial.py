"""Exact binomial intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from claimcheck.binomial import clopper_pearson


@given(st.integers(1, 60), st.data(), st.floats(0.001, 0.2))
def test_clopper_pearson_covers(trials, data, level):
    successes = data.draw(st.integers(0, trials))
    low, high = clopper_pearson(successes, trials, level)
    # By another route: at an end, the tail beyond what was seen has that level.
    if successes:
        assert binom.sf(successes - 1, trials, low) == pytest.approx(level, rel=1e-6)
    if successes < trials:
        assert binom.cdf(successes, trials, high) == pytest.approx(level, rel=1e-6)
    assert low <= successes / trials <= high
