"""Training has the same bits with other BLAS and LAPACK, numba, NumPy and libm.

tests/trained_hashes.py is run as it is, and again with all results of BLAS and LAPACK
disturbed (tests/blas_shim.c), numba compiling for a generic x86-64, and the variants of
NumPy's and glibc's functions for newer processors masked. OPENBLAS_* is as it is found.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from trained_hashes import CELLS, TRAINED

TESTS = Path(__file__).resolve().parents[1]
#: glibc's functions for processors that have these are masked.
GLIBC = ("AVX", "AVX2", "FMA", "FMA4", "AVX512F", "AVX512VL", "AVX512BW", "AVX512DQ", "ERMS")

pytestmark = [
    pytest.mark.skipif(
        sys.platform != "linux" or platform.machine() != "x86_64",
        reason="the promise is tested on x86-64 Linux alone",
    ),
    pytest.mark.skipif(
        not (shutil.which("cc") and shutil.which("nm")), reason="needs a C compiler and nm"
    ),
]


def bundled(package):
    """Return the BLAS that the package's wheel brings along."""
    folder = Path(package.__file__).parents[1] / f"{package.__name__}.libs"
    found = list(folder.glob("libscipy_openblas*.so"))
    if len(found) != 1:
        pytest.skip(f"{package.__name__} is not from a wheel with OpenBLAS in it")
    return found[0]


def routines_of(library):
    """Return the names of the routines that a library defines, without its settings."""
    command = ["nm", "-D", "--defined-only", library]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = sorted({line.split()[-1] for line in out.splitlines() if line})
    settings = re.compile("openblas_|set_num_threads")
    return [name for name in names if name.startswith("scipy_") and not settings.search(name)]


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    """Compile the shim, which stands before every routine of both libraries."""
    folder = tmp_path_factory.mktemp("shim")
    libraries = {"SCIPY_BLAS": bundled(scipy), "NUMPY_BLAS": bundled(np)}
    routines = [
        (number, name)
        for number, library in enumerate(libraries.values())
        for name in routines_of(library)
    ]
    header = folder / "routines.h"
    header.write_text(
        "".join(f"ROUTINE({i}, {n}, {name})\n" for i, (n, name) in enumerate(routines))
    )
    paths = [f'-D{name}="{path}"' for name, path in libraries.items()]
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-fno-strict-aliasing", "-shared", "-fPIC",
         "-o", folder / "shim.so", TESTS / "blas_shim.c", f'-DROUTINES="{header}"', *paths, "-ldl"],
        check=True,
    )  # fmt: skip
    return folder / "shim.so"


def masked(shim):
    """Return the environment in which nothing but IEEE 754 is as on this machine."""
    features = " ".join(name for name in __cpu_dispatch__ if __cpu_features__.get(name))
    return {
        "LD_PRELOAD": str(shim),
        "NUMBA_CPU_NAME": "x86-64",
        "NUMBA_CPU_FEATURES": "",
        "NPY_DISABLE_CPU_FEATURES": features,
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in GLIBC),
    }


def start(command, extra):
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", *map(str, command)],
        env={**os.environ, **extra},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(process):
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out


def run(command, extra):
    return output(start(command, extra))


def hashes(shim, *arguments):
    """Return what the jobs print as it is, and disturbed."""
    command = [TESTS / "trained_hashes.py", *arguments]
    return [output(p) for p in [start(command, {}), start(command, masked(shim))]]


# ------------------------------------------------------------- the shim is at work

#: Prints a JSON object: what → its bytes.
REGRESSIONS = """
import json, math
import numpy as np, scipy.linalg
from numba import njit
from sklearn.linear_model import LinearRegression
from sparseact.learning import LowDegreeRegressor

rng = np.random.default_rng(0)
x, y, square = rng.random((60, 5)), rng.random(60), 0.1 * rng.random((5, 5)) + np.eye(5)
signs = rng.choice([-1, 1], size=(60, 5))
gram = x.T @ x
dot = njit(lambda a, b: np.dot(a, b))
results = {
    "matmul": x @ square, "float32": x.astype("f") @ square.astype("f"), "syrk": gram,
    "float32 dot": y.astype("f") @ y.astype("f"),
    "gemv": x @ square[0], "dot": y @ y, "numba": dot(x, square),
    "norm": scipy.linalg.norm(y), "lstsq": np.linalg.lstsq(x, y, rcond=None)[0],
    "solve": np.linalg.solve(square, y[:5]), "inverse": np.linalg.inv(square),
    "cholesky": np.linalg.cholesky(gram), "singular": np.linalg.svd(x)[2],
    "eigen": np.linalg.eigh(gram)[1], "qr": np.linalg.qr(x)[0],
    "cho_factor": scipy.linalg.cho_factor(gram)[0],
    "cho_solve": scipy.linalg.cho_solve((np.eye(5), True), y[:5]),
    "scipy lstsq": scipy.linalg.lstsq(x, y)[0], "scipy eigen": scipy.linalg.eigh(gram)[1],
    "linear regression": LinearRegression().fit(x, y).coef_,
    "low degree": LowDegreeRegressor(2).fit(signs, y).predict(signs),
}
print(json.dumps({name: np.asarray(value).tolist() for name, value in results.items()}))
"""


def test_every_result_of_blas_and_lapack_is_disturbed_and_hardly(shim):
    plain = json.loads(run(["-c", REGRESSIONS], {}))
    shaken = json.loads(run(["-c", REGRESSIONS], {"LD_PRELOAD": str(shim)}))
    for name, value in plain.items():
        assert value != shaken[name], name
        within = 1e-5 if "float32" in name else 1e-9
        np.testing.assert_allclose(
            np.abs(shaken[name]), np.abs(value), rtol=within, atol=within, err_msg=name
        )


#: libm's, NumPy's and numba's results, which depend on the processor.
DEPENDENT = """
import json, math
import numpy as np
from numba import njit, config
from numba.core.registry import cpu_target

t = np.random.default_rng(0).uniform(-20, 20, 20000)
umath = np._core._multiarray_umath
print(json.dumps({
    "libm": [math.exp(v) for v in t] + [math.sin(v) for v in t],
    "numpy": [name for name in umath.__cpu_dispatch__ if umath.__cpu_features__[name]],
    "numba": cpu_target.target_context.codegen().magic_tuple()[1:],
}))
"""


def test_the_masks_take_effect(shim):
    plain = json.loads(run(["-c", DEPENDENT], {}))
    other = json.loads(run(["-c", DEPENDENT], masked(shim)))
    assert other["numpy"] == []
    assert other["numba"] == ["x86-64", ""]
    if not __cpu_features__["FMA3"]:
        pytest.skip("this processor has nothing to mask")
    assert plain["numpy"] != []
    assert plain["numba"] != other["numba"]
    assert plain["libm"] != other["libm"]


# --------------------------------------------------------------------- the promise


def test_the_trained_jobs_of_the_quick_configuration(shim):
    plain, other = hashes(shim)
    assert len(plain.splitlines()) == 11
    assert plain == other


def test_the_largest_cells_of_the_trained_jobs(shim):
    plain, other = hashes(shim, "--largest")
    assert len(plain.splitlines()) == len(TRAINED) + len(CELLS)
    assert plain == other


def test_one_product_of_blas_in_the_learner_changes_its_bits(shim):
    plain, other = hashes(shim, "--blas", "section_6/trained")
    assert plain.startswith("section_6/trained ")
    assert plain != other
