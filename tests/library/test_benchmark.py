"""The committed table of the benchmark, and the page that is made of it."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from sparseact.cube import walsh_transform
from sparseact.learning.least_squares import _kernel_table
from sparseact.network import SparseReLUNetwork
from sparseact.spectrum import average_sensitivity

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "results/reference/kernels.csv"


@pytest.fixture(scope="module")
def harness():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
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
    values = rng.standard_normal(2**10)
    w, b = rng.integers(-8, 9, (6, 14)), rng.integers(0, 9, 6)
    network = SparseReLUNetwork(w, b, rng.choice([-1, 1], 6))
    for make, given, expected in (
        (peers.fht_cpu, values, walsh_transform(values) * 2**10),
        (peers.pyfwht, values, walsh_transform(values) * 2**10),
        (harness.direct(peers.butterfly), values, walsh_transform(values)),
        (harness.direct(peers.differences), values, average_sensitivity(values)),
        (harness.direct(peers.values_by_blas), network, network.values()),
        (peers.milp, network, network.max_active()[0]),
    ):
        call = harness.made(make, given)
        if call is not None:
            np.testing.assert_allclose(np.ravel(call()), np.ravel(expected), atol=1e-9)


def test_the_dual_of_peers_predicts_the_same(harness):
    x, y = harness._sample(30, 60)
    found = harness.peers.dual(x, y - y.mean(), 2)()
    kernel = _kernel_table(30, 2)[(x[:, None] != x).sum(axis=2)]
    np.testing.assert_allclose(kernel @ found + found, y - y.mean(), atol=1e-9)
