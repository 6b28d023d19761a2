"""Exact binomial intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from paperclaims.checks.binomial import clopper_pearson, rate_columns
from paperclaims.checks.comparison import compare_rate


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


def test_the_columns_of_a_rate_are_a_95_percent_interval():
    columns = rate_columns(3, 10)
    assert list(columns) == ["trials", "successes", "low", "high"]
    assert (columns["trials"], columns["successes"]) == (10, 3)
    assert binom.sf(2, 10, columns["low"]) == pytest.approx(0.025)
    assert binom.cdf(3, 10, columns["high"]) == pytest.approx(0.025)


@pytest.mark.parametrize("relation", [">=", "<="])
@pytest.mark.parametrize(("trials", "rate", "level"), [(30, 0.5, 0.01), (17, 0.8, 0.1)])
def test_either_word_is_wrong_with_at_most_its_level(trials, rate, level, relation):
    """At the edge, where a wrong word is likeliest."""
    chances = {True: 0.0, False: 0.0, None: 0.0}
    for successes in range(trials + 1):
        record = compare_rate("c", "s", {}, successes, trials, relation, rate, level=level)
        chances[record.holds] += binom.pmf(successes, trials, rate)
    assert 0 < max(chances[True], chances[False]) <= level
