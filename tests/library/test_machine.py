"""The library on systems whose Python lacks functions that Linux has."""

import os

import numpy as np

from sparseact import cube, machine, rademacher
from sparseact.inspector import report
from sparseact.learning.sparse_relu import SparseReLURegressor
from sparseact.network import SparseReLUNetwork


def test_macos_and_windows_lack_functions_of_linux(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert machine.cores() == os.cpu_count()
    assert machine.memory() == machine.ASSUMED_MEMORY
    assert cube.memory_limit() == machine.ASSUMED_MEMORY // 2
    draw = np.random.default_rng(0)
    network = SparseReLUNetwork(draw.choice([-1.0, 1.0], (1, 25)), [20.0], [1.0])
    assert "25" in str(report.inspect(network, samples=128))
    x = draw.choice([-1.0, 1.0], (40, 5))
    fit = SparseReLURegressor(max_iter=2, random_state=0).fit(x, x[:, 0])
    assert np.isfinite(fit.predict(x)).all()
    low, high = rademacher.rademacher_interval(x[:6], s=2, k=1, W=1.0, B=1.0)[:2]
    assert 0 <= low <= high
