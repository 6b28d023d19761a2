"""The alternatives of the benchmark, and its table at small sizes."""

import os
from pathlib import Path

import numpy as np
import pytest

from sparseact import cube, spectrum
from sparseact.network import SparseReLUNetwork


@pytest.fixture
def benchmark(monkeypatch):
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # which the import sets
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / "benchmarks")
    import benchmark

    return benchmark


def test_alternatives_return_what_the_library_does(benchmark):
    rng = np.random.default_rng(0)
    values = rng.standard_normal(2**10)
    transform = cube.walsh_transform(values)
    network = SparseReLUNetwork(
        rng.integers(-8, 9, (6, 14)), rng.integers(0, 9, 6), rng.choice([-1, 1], 6)
    )
    for found, expected in (
        (benchmark.butterfly(values), transform),
        (benchmark.differences(values), spectrum.average_sensitivity(values)),
        (benchmark.values_by_blas(network), network.values()),
        (benchmark.most_active_by_highs(network), network.max_active()[0]),
    ):
        np.testing.assert_allclose(found, expected, atol=1e-9)
    if benchmark.fht_cpu:
        np.testing.assert_allclose(benchmark.fht_cpu.fht(values) / 2**10, transform, atol=1e-9)
    if benchmark.pyfwht:
        found = benchmark.pyfwht.compute(values, backend=benchmark.pyfwht.Backend.CPU)
        np.testing.assert_allclose(found / 2**10, transform, atol=1e-9)


def test_main_writes_a_line_for_each_kernel_and_size(benchmark, monkeypatch, tmp_path):
    sizes = {"TABULATED": (13, 6), "ACTIVE": (9, 6), "REGRESSIONS": (6, 2, 90)}
    for name, size in {**sizes, "DIMENSIONS": 10, "SUPREMA": 3}.items():
        monkeypatch.setattr(benchmark, name, (size,))
    monkeypatch.setattr(benchmark, "pyfwht", None)
    monkeypatch.setattr(benchmark, "LONG", 0.0)
    benchmark.main(tmp_path / "kernels.md")
    lines = (tmp_path / "kernels.md").read_text("utf-8").splitlines()[4:]
    assert len(lines) == 7
    assert lines[0].startswith("| `walsh_transform` | n=10 | ")
    assert lines[0].endswith("; pyfwht: not installed |")
