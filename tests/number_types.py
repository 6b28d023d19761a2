"""Calls with numbers of every type, and with every source of randomness."""

import numpy as np
import pytest

from sparseact.network import SparseReLUNetwork

INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATS = [np.float16, np.float32, np.float64, np.longdouble]


def plain(found):
    """Return all numbers of a result."""
    if isinstance(found, SparseReLUNetwork):
        return [found.w.tolist(), found.b.tolist(), found.u.tolist(), found.c]
    if isinstance(found, tuple):
        return [np.asarray(part).tolist() for part in found]
    return np.asarray(found).tolist()


def assert_takes_every_source_of_randomness(draw):
    """Draw from a seed, None and a generator, whose stream goes on, and reject all else."""
    rng = np.random.default_rng(7)
    expected = draw(rng)
    assert rng.bit_generator.state != np.random.default_rng(7).bit_generator.state
    for seed in (7, np.int64(7), np.random.SeedSequence(7)):
        np.testing.assert_array_equal(draw(seed), expected)
    assert draw(None).shape == expected.shape
    for wrong in (-1, 0.5, "seven"):
        with pytest.raises(ValueError, match="rng must be a seed of at least 0, None or a numpy"):
            draw(wrong)
