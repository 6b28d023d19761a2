"""The first instance at which the false claim fails."""

from my_paper.harmonic.checks import logarithms


def test_the_upper_bound_fails_first_at_6():
    failing = [record for record in logarithms(largest=10).records if record.holds is False]
    assert (failing[0].claim, failing[0].instance) == ("upper", {"n": 6})
