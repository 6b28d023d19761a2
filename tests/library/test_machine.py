"""The library on systems whose Python lacks functions that Linux has."""

import os

from sparseact import SparseReLUNetwork, cube, inspect, machine


def test_macos_and_windows_lack_functions_of_linux(monkeypatch):
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert machine.memory() == machine.ASSUMED_MEMORY
    assert cube.memory_limit() == machine.ASSUMED_MEMORY // 2
    network = SparseReLUNetwork([[1.0] * 25], [20.0], [1.0])
    assert "25" in str(inspect(network, samples=128))
