"""Generators depend on the seed and the name alone."""

from sparseact.randomness import generator


def test_streams_belong_to_names():
    first = generator(1, "juntas", 3).integers(2**62, size=4).tolist()
    generator(1, "other").random()
    assert first == generator(1, "juntas", 3).integers(2**62, size=4).tolist()
    for other in [(2, "juntas", 3), (1, "juntas", 4), (1, "juntas3")]:
        assert first != generator(*other).integers(2**62, size=4).tolist()
