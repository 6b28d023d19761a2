"""Statistical jobs count the same with another BLAS kernel, and with BLAS's results disturbed.

tests/statistical_tables.py is run as it is; with OpenBLAS's kernels for another processor,
and NumPy, numba and libm for an old one; and with each result of BLAS and LAPACK changed
by a random relative 10⁻¹³ (tests/blas_shim.c). Tables are compared as by `make compare`.
"""

import shutil
from pathlib import Path

import pytest
import test_same_bits
from test_same_bits import masked, output, shim, start  # noqa: F401 (`shim` is a fixture)
from threadpoolctl import threadpool_info

from paperclaims.judging.reference import compare_runs

TESTS = Path(__file__).resolve().parents[1]
REFERENCE = TESTS.parent / "results" / "reference"
pytestmark = test_same_bits.pytestmark

#: Kernels that nearly every x86-64 processor can run.
KERNELS = ("Nehalem", "Prescott")

#: Jobs whose products are of dyadic numbers, exact in every kernel: if disturbed, they err.
EXACT = ("representations/probability",)


def tables(folder, environment, *arguments):
    return start([TESTS / "statistical_tables.py", folder, *arguments], environment)


def other_kernel():
    """Return one that is not in use."""
    used = {library["architecture"] for library in threadpool_info() if "architecture" in library}
    return next(kernel for kernel in KERNELS if kernel not in used)


@pytest.fixture(scope="module")
def folders(shim, tmp_path_factory):  # noqa: F811
    """Return folders of tables from the quick configuration, by how they were made."""
    kernel = other_kernel()
    others = {name: value for name, value in masked(shim).items() if name != "LD_PRELOAD"}
    environments = {
        "plain": {},
        "kernel": {**others, "OPENBLAS_CORETYPE": kernel},
        "disturbed": {"LD_PRELOAD": str(shim)},
    }
    made = {name: tmp_path_factory.mktemp(name) for name in environments}
    running = {name: tables(made[name], environments[name], "quick") for name in made}
    said = {name: output(process) for name, process in running.items()}
    assert said["kernel"] != said["plain"] == said["disturbed"]
    assert len(said["kernel"].split()) == 1  # NumPy's library and SciPy's
    return made


def differing(folder, reference):
    """Return what differs beyond rounding; that something is compared is certain."""
    comparison = compare_runs(folder, reference, {})
    assert comparison.files
    return [found for found in comparison.differences if found.kind != "rounding"]


def test_another_kernel(folders):
    assert differing(folders["kernel"], folders["plain"]) == []


def test_disturbed_results(folders):
    """A tie with a limit that is itself of rounding's size moves by more than the tolerance."""
    exact = {f"tables/{job}.csv" for job in EXACT}
    found = differing(folders["disturbed"], folders["plain"])
    assert [
        difference
        for difference in found
        if difference.file not in exact and "column nearest_tie:" not in difference.text
    ] == []


def test_the_disturbance_shows_in_the_tables(folders):
    """Without it the test above could not fail."""
    files = {d.file for d in compare_runs(folders["disturbed"], folders["plain"], {}).differences}
    assert len(files) >= 8


def test_selection_has_the_counts_of_the_reference(tmp_path):
    """Of all choices of a learner those of `greedy` tie most often."""
    run, reference = tmp_path / "run", tmp_path / "reference"
    table = Path("tables", "section_6", "greedy.csv")
    (reference / table).parent.mkdir(parents=True)
    shutil.copy(REFERENCE / table, reference / table)
    kernel = {"OPENBLAS_CORETYPE": other_kernel()}
    output(tables(run, kernel, "config", "section_6/greedy"))
    assert differing(run, reference) == []
