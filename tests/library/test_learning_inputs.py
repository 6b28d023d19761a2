"""What both learners take alike: 0 and 1, sparse matrices, and names."""

import numpy as np
import pytest
from scipy import sparse

from sparseact.learning import LowDegreeRegressor, SparseReLURegressor

RNG = np.random.default_rng(12)
BITS = RNG.choice([0, 1], (120, 5))
SIGNS = 2 * BITS - 1
Y = np.maximum(SIGNS[:, 0] + SIGNS[:, 1] - 1, 0) + 0.5 * SIGNS[:, 2]


def learners(**options):
    yield LowDegreeRegressor(2, **options)
    yield SparseReLURegressor(3, max_iter=100, n_restarts=1, random_state=0, **options)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_0_and_1_and_sparse_matrices_are_what_signs_are():
    for plain, coded in zip(learners(), learners(inputs="01"), strict=True):
        expected = plain.fit(SIGNS, Y).predict(SIGNS)
        np.testing.assert_array_equal(coded.fit(BITS, Y).predict(BITS), expected)
        for kind in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array):
            again = coded.fit(kind(BITS.astype(float)), Y).predict(kind(BITS))
            np.testing.assert_array_equal(again, expected)
            np.testing.assert_array_equal(plain.fit(kind(SIGNS), Y).predict(SIGNS), expected)
        with pytest.raises(ValueError, match=r"row 0 holds -?2.* in column 1"):
            coded.predict([[0, 2, 1, 1, 1]])
        with pytest.raises(ValueError, match="inputs must be one of pm1, 01, got 'bits'"):
            plain.set_params(inputs="bits").fit(BITS, Y)
    assert coded.network_.max_active(SIGNS)[1] <= 3
