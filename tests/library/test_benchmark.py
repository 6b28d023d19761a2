"""The committed table of the benchmark, and the page that is made of it."""

import csv
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from sparseact.cube import walsh_transform
from sparseact.learning import LowDegreeRegressor
from sparseact.learning.low_degree import FewSamplesWarning
from sparseact.learning.monomial_products import adjoint
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.spectrum import average_sensitivity, degree_weights, degree_weights_exact

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "results/reference/kernels.csv"


@pytest.fixture(scope="module")
def harness():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "XLA_FLAGS"):
            patch.setenv(name, os.environ.get(name, ""))  # it sets what is not set
        patch.syspath_prepend(ROOT / "benchmarks")
        import benchmark

        yield benchmark


def test_the_page_is_that_of_the_table(harness):
    assert TABLE.with_suffix(".md").read_text("utf-8") == harness.page(TABLE)


def test_missing_packages_have_a_row(harness, tmp_path):
    case = harness.Case("twice", "n=1", {"ours": lambda: 2, "theirs": lambda: 2, "absent": None})
    rows = harness.rows_of(case, harness.measured(case))
    assert [row["by"] for row in rows] == ["ours", "theirs", "absent"]
    path = tmp_path / "table.csv"
    with open(path, "w", newline="", encoding="utf-8") as stream:
        stream.write("# a machine\n")
        writer = csv.DictWriter(stream, harness.COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    assert harness.page(path).rstrip().endswith("absent: not installed |")


def test_rivals_compute_the_same(harness):
    """Those of the benchmark that are installed, at its smallest size."""
    peers = harness.peers
    rng = np.random.default_rng(0)
    values, boolean = rng.standard_normal(2**10), 1 - 2 * rng.integers(0, 2, 2**8)
    w, b = rng.integers(-8, 9, (6, 14)), rng.integers(0, 9, 6)
    y = 1 - 2 * rng.integers(0, 2, (20, 9))
    signs = np.array([1, -1, 1, 1])
    network = SparseReLUNetwork(w, b, rng.choice([-1, 1], 6))
    for make, given, expected in (
        (peers.fht_cpu, values, walsh_transform(values) * 2**10),
        (peers.pyfwht, values, walsh_transform(values) * 2**10),
        (peers.jax_differences, values, average_sensitivity(values)),
        (peers.jax_jit, network, network.values()),
        (peers.torch_compile, network, network.values()),
        (partial(peers.most_active, peers.highs), network, network.max_active()[0]),
        (partial(peers.most_active, peers.scip), network, network.max_active()[0]),
        (partial(peers.most_active, peers.gurobi), network, network.max_active()[0]),
        (partial(peers.boofun, "fourier"), boolean, walsh_transform(boolean)),
        (partial(peers.boofun, "total_influence"), boolean, average_sensitivity(boolean)),
    ):
        call = harness.made(make, given)
        if call is not None:
            np.testing.assert_allclose(np.ravel(call()), np.ravel(expected), atol=1e-9)
    np.testing.assert_allclose(peers.butterfly(values), walsh_transform(values), atol=1e-12)
    np.testing.assert_allclose(peers.differences(values), average_sensitivity(values))
    np.testing.assert_allclose(peers.weights_by_bincount(values), degree_weights(values))
    np.testing.assert_allclose(peers.values_by_blas(network), network.values(), atol=1e-9)
    np.testing.assert_array_equal(peers.counts_by_blas(network), network.active_counts())
    found = supremum(y[:4, :3], signs, s=2, k=1, W=1, B=0.3)
    for solver in (peers.scip, peers.gurobi):
        call = harness.made(peers.supremum, solver, y[:4, :3], signs, 2, 1, 0.3)
        assert call is None or call() == pytest.approx(found.upper, rel=1e-3)
    if (call := harness.made(peers.flint, boolean)) is not None:
        assert [(int(w.p), int(w.q)) for w in call()] == [
            w.as_integer_ratio() for w in degree_weights_exact(boolean)
        ]
    if (call := harness.made(peers.shapiq, boolean)) is not None:
        two = call()
        sets = [[i for i in range(8) if mask >> i & 1] for mask in range(256)]
        expected = harness.interactions(boolean)
        found = [two[tuple(chosen)] for chosen in sets if len(chosen) <= 2]
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_the_dual_of_peers_is_that_of_the_coefficients(harness):
    x, y = harness._sample(30, 60)
    with pytest.warns(FewSamplesWarning):  # of least norm, as with a vanishing penalty
        expected = LowDegreeRegressor(2).fit(x, y).coefficients_
    for fit in (harness.peers.ridge_by_scipy, harness.peers.ridge_by_scikit_learn):
        (dual,) = harness.peers.dual(fit, x, y, 2, [1e-8])()
        np.testing.assert_allclose(adjoint(x, dual[None], 2)[0], expected, atol=1e-8)
