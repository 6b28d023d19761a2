"""Where numba keeps compiled kernels, in a project of two files with kernels."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INNER = "from numba import njit\n\n@njit(cache=True)\ndef inner():\n    return 1\n"
OUTER = """from numba import njit
from sparseact.inner import inner

@njit(cache=True)
def outer():
    return 10 * inner()
"""


@pytest.fixture
def project(tmp_path):
    package = tmp_path / "src/sparseact"
    package.mkdir(parents=True)
    for name in ("__init__.py", "__init__.pyi", "kernel_folder.py"):
        shutil.copy(ROOT / "src/sparseact" / name, package)
    (package / "inner.py").write_text(INNER)
    (package / "outer.py").write_text(OUTER)
    return tmp_path


NAMED = "from sparseact.kernel_folder import name_kernel_folder as name; name()\n"


def run(code, source=ROOT / "src", setting=None):
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    env["PYTHONPATH"] = str(source)
    if setting:
        env["NUMBA_CACHE_DIR"] = str(setting)
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def folder(project, setting=None):
    code = NAMED + "import os; print(os.environ['NUMBA_CACHE_DIR'])"
    return run(code, project / "src", setting).strip()


@pytest.mark.tools
def test_a_kernel_is_compiled_anew_when_what_it_uses_has_changed(project):
    code = "from sparseact.outer import outer; print(outer(), dict(outer.stats.cache_hits) != {})"
    assert run(NAMED + code, project / "src") == "10 False\n"
    assert run(NAMED + code, project / "src") == "10 True\n"
    (project / "src/sparseact/inner.py").write_text(INNER.replace("return 1", "return 2"))
    assert run(NAMED + code, project / "src") == "20 False\n"
    assert not list((project / "src").rglob("*.nb?"))


def test_the_name_is_of_the_files_with_kernels_alone(project):
    before = folder(project)
    assert Path(before).parent == project / ".numba_cache"
    (project / "src/sparseact/plain.py").write_text("x = 1\n")
    assert folder(project) == before
    (project / "src/sparseact/outer.py").rename(project / "src/sparseact/other.py")
    assert folder(project) != before


def test_a_setting_of_the_users_own_is_kept(project, tmp_path):
    assert folder(project, tmp_path / "mine") == str(tmp_path / "mine")


def test_the_import_sets_nothing():
    run("import os; before = dict(os.environ); import sparseact; assert os.environ == before")


def test_where_nothing_can_be_written_kernels_go_with_the_process():
    """As in a folder of another's and without a home: numba found no place for them."""
    value, folder = run(
        "import os; os.access = lambda *_: False; "
        "from sparseact import SparseReLUNetwork as N; print(N([[1, 1]], [0], [1]).values()[0]); "
        "print(os.environ['NUMBA_CACHE_DIR'])"
    ).split()
    assert Path(folder).name.startswith("sparseact-")
    assert value == "2.0"
    assert not Path(folder).exists()
