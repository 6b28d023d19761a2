"""Networks that are examples in several topics."""

from sparseact.network import SparseReLUNetwork


def two_neurons(bias: float) -> SparseReLUNetwork:
    """Return σ(x + β) − σ(−x + β) on one bit, which is (1 + β)x for β ≤ 1: s = 2, k = 1."""
    return SparseReLUNetwork([[1], [-1]], [-bias, -bias], [1, -1])


def three_gates() -> SparseReLUNetwork:
    """Return a network with n = s = 3, k = 2 and all means 5/8 > e^(−1/2)."""
    return SparseReLUNetwork([[-2, -1, -1], [-1, -1, 2], [2, 1, -1]], [-1, -1, -1], [1, 1, 1])
