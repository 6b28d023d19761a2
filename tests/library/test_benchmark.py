"""The committed table of the benchmark, and the page that is made of it."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from sparseact.cube import walsh_transform
from sparseact.learning import solve_parity
from sparseact.network import SparseReLUNetwork
from sparseact.rademacher import supremum
from sparseact.spectrum import average_sensitivity, degree_weights

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


def test_every_kernel_has_a_rival_at_each_size(harness):
    with open(TABLE, newline="", encoding="utf-8") as stream:
        stream.readline()
        rows = list(csv.DictReader(stream))
    assert {row["size"] for row in rows if row["kernel"] == "transform_in_place"} == {
        f"n={n}" for n in harness.DIMENSIONS
    }
    for kernel, size in {(row["kernel"], row["size"]) for row in rows}:
        own = {row["by"] for row in rows if (row["kernel"], row["size"]) == (kernel, size)}
        assert "ours" in own
        assert own - {"ours", "copy", "one-pass read"}


def test_what_is_not_installed_is_a_row(harness, tmp_path):
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
    values = rng.standard_normal(2**10)
    w, b = rng.integers(-8, 9, (6, 14)), rng.integers(0, 9, 6)
    y = 1 - 2 * rng.integers(0, 2, (20, 9))
    labels, signs = np.prod(y[:, :4], axis=1), np.array([1, -1, 1, 1])
    network = SparseReLUNetwork(w, b, rng.choice([-1, 1], 6))
    for make, given, expected in (
        (peers.fht_cpu, values, walsh_transform(values) * 2**10),
        (peers.pyfwht, values, walsh_transform(values) * 2**10),
        (peers.jax_differences, values, average_sensitivity(values)),
        (peers.jax_jit, network, network.values()),
        (peers.torch_compile, network, network.values()),
        (peers.highs, network, network.max_active()[0]),
        (peers.scip, network, network.max_active()[0]),
    ):
        call = harness._peer(make, given)
        if call is not None:
            np.testing.assert_allclose(np.ravel(call()), np.ravel(expected), atol=1e-9)
    np.testing.assert_allclose(peers.butterfly(values), walsh_transform(values), atol=1e-12)
    np.testing.assert_allclose(peers.differences(values), average_sensitivity(values))
    np.testing.assert_allclose(peers.weights_by_bincount(values), degree_weights(values))
    np.testing.assert_allclose(peers.values_by_blas(network), network.values(), atol=1e-9)
    np.testing.assert_array_equal(peers.counts_by_blas(network), network.active_counts())
    np.testing.assert_array_equal(peers.elimination(y, labels), solve_parity(y, labels).subset)
    upper = peers.scip_supremum(y[:4, :3], signs, 2, 1, 0.3)()
    found = supremum(y[:4, :3], signs, s=2, k=1, W=1, B=0.3)
    assert upper == pytest.approx(found.upper, rel=1e-3)
