"""Set-up: what pyproject.toml, the lock, environment.yml and the sources say agrees."""

import ast
import itertools
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, TOOLS = WHOLE["project"], WHOLE["tool"]
#: What the extra slurm has beyond the set-up has a lock of its own.
FILES = ("requirements.lock", "requirements-slurm.lock")
LOCK = "".join((ROOT / name).read_text("utf-8") for name in FILES)
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))

#: What is imported under another name than it is installed by.
IMPORTS = {
    "fonttools": "fontTools",
    "ipython": "IPython",
    "markdown-it-py": "markdown_it",
    "pillow": "PIL",
    "python-flint": "flint",
    "pyyaml": "yaml",
    "scikit-learn": "sklearn",
}


def direct(*names):
    """Return the requirements of the package and of these extras, by default of the set-up's."""
    extras = PROJECT["optional-dependencies"] | WHOLE["dependency-groups"]
    wanted = [extras[name] for name in names or ("plot", "workflow", "dev")]
    requirements = itertools.chain(PROJECT["dependencies"], *wanted)
    return {canonicalize_name(r.name): r for r in map(Requirement, requirements)}


def locked_versions(python):
    """Return name → version of what the lock installs on Linux with this Python."""
    marked = {"python_version": ".".join(python.split(".")[:2]), "python_full_version": python}
    marked |= {"sys_platform": "linux", "platform_machine": "x86_64"}
    marked |= {"platform_python_implementation": "CPython", "implementation_name": "cpython"}
    lines = re.findall(r"^(\w.*?)[\s\\]*$", LOCK, re.MULTILINE)
    return {
        canonicalize_name(requirement.name): str(requirement.specifier).removeprefix("==")
        for requirement in map(Requirement, lines)
        if requirement.marker is None or requirement.marker.evaluate(marked)
    }


def test_the_lock_names_no_address_and_no_path():
    assert not re.search(r"://|^-|\s@\s|file:|(^|\s)[./~]", LOCK, flags=re.MULTILINE)


@pytest.mark.parametrize("python", ["3.11.2", "3.12.0", "3.13.0"])
def test_the_lock_holds_every_direct_dependency(python):
    versions = locked_versions(python)
    for name, requirement in direct(*PROJECT["optional-dependencies"], "dev").items():
        assert name in versions, f"{name} is not in the lock; run make lock"
        assert requirement.specifier.contains(versions[name]), name
        assert [bound.operator for bound in requirement.specifier] == [">="], str(requirement)


def test_conda_gets_what_the_rules_need_in_the_locked_versions():
    python, *dependencies = ENVIRONMENT["dependencies"]
    assert python.startswith("python=")
    from_pip = dependencies.pop()["pip"]
    pinned = dict(dependency.split("=") for dependency in dependencies)
    pinned |= dict(dependency.split("==") for dependency in from_pip)
    versions = locked_versions(python.removeprefix("python=") + ".0")
    assert pinned == {name: versions[name] for name in ["pip", *direct("plot", "workflow")]}


def test_each_rule_declares_the_conda_environment():
    for path in ROOT.glob("workflow/*/*.smk"):
        keys = re.findall(r"^ +(script|conda):$", path.read_text("utf-8"), re.MULTILINE)
        assert keys.count("script") == keys.count("conda"), path.name


def test_a_wheel_leaves_no_build_folder(tmp_path):
    for name in ("README.md", "LICENSE", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src/sparseact").mkdir(parents=True)
    (tmp_path / "src/sparseact/__init__.py").touch()
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", tmp_path / "made", tmp_path], check=True)
    assert list((tmp_path / "made").glob("sparseact-*.whl"))
    assert not (tmp_path / "build").exists()


def imported_in(*folders):
    """Return the top-level packages that the Python files of folders import."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module.partition(".")[0])
    return found


def import_names(requirements):
    """Return the names by which installed packages are imported."""
    return {IMPORTS.get(name, name.replace("-", "_")) for name in requirements}


#: Read files of their own kind where a user has them; too large for the lock.
READERS = {"onnx", "torch"}
#: What benchmarks compare with where it is installed.
PEERS = {"boofun", "fht_cpu", "gurobipy", "highspy", "interpret", "jax", "lightgbm"}
PEERS |= {"pyfwht", "shapiq"}


def test_each_import_is_a_direct_dependency():
    own = {path.stem for path in ROOT.glob("proofs/*.py")}
    own |= {path.stem for path in ROOT.glob("tests/**/*.py")}
    own |= {path.stem for path in ROOT.glob("benchmarks/*.py")}
    own |= {path.stem for path in ROOT.glob("workflow/scripts/*.py")}
    own |= {path.parent.name for path in ROOT.glob("src/*/__init__.py")}
    own |= {path.parent.name for path in ROOT.glob("examples/*/*/paper.yaml")}
    found = imported_in("src", "workflow", "notebooks", "tests", "benchmarks", "examples")
    found -= {"my_paper"}  # of src/paperclaims/new_paper
    known = own | import_names(direct()) | READERS | PEERS
    assert found <= known | set(sys.stdlib_module_names)
    assert "snakemake" in known  # by the rules, which are not Python


def test_the_library_needs_what_it_imports_and_no_more():
    """Matplotlib is an extra, and the balls of Arb are another."""
    found = imported_in("src/sparseact", "src/balls") - {"balls", "sparseact"} - READERS
    assert import_names(direct("exact", "plot")) == found - set(sys.stdlib_module_names)
    assert import_names(direct("exact", "plot").keys() - direct("plot")) == {"flint"}
    assert import_names(direct("exact", "plot").keys() - direct("exact")) == {"matplotlib"}


def test_the_package_takes_along_what_is_not_python():
    # Python itself and what Numba caches beside it.
    passing = {".py", ".pyc", ".nbi", ".nbc"}
    for name, patterns in TOOLS["setuptools"]["package-data"].items():
        package = ROOT / "src" / name
        taken = {path for pattern in patterns for path in package.glob(pattern)}
        files = {p for p in package.rglob("*") if p.is_file() and p.suffix not in passing}
        if name == "paperclaims":  # here Python is data too, and the workflow is a link
            rules = ("Snakefile", "report/*", "rules/*", "scripts/*.py")
            files |= {p for part in rules for p in (package / "workflow").glob(part)}
            files |= set((package / "new_paper").rglob("*.py"))
        assert {path for path in taken if path.is_file()} == files, name


def test_the_citation_has_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == PROJECT["version"]


def make(*arguments):
    # `make test` starts the tests, and a make below it prints the folders that it enters.
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("target", ["lock", "reseed"])  # `.ci/run` makes the others
def test_make_names_the_commands_of_a_target(target):
    run = make("-n", target, f"VENV={ROOT / 'no-environment'}")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(".ci/set-up python3 ")


def test_an_old_python_is_refused_in_one_sentence(tmp_path):
    run = make("setup", "PYTHON=false", f"VENV={tmp_path}/venv")
    assert run.returncode != 0
    assert run.stderr.startswith("make needs Python 3.11 or later, and false is not that")
    assert not (tmp_path / "venv").exists()


def test_paperclaims_without_its_packages_says_what_to_install():
    code = "import sys; sys.modules['yaml'] = None; from paperclaims.__main__ import program; "
    command = [sys.executable, "-c", code + "sys.exit(program())", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "paperclaims needs yaml, which is not installed: "
        "pip install 'sparseact[workflow]' installs all that the workflow needs\n"
    )


def test_lint_bans_each_name_that_the_library_loads_when_it_is_used():
    """No graph of imports sees where such a name comes from, so that its edits rerun nothing."""
    lint = TOOLS["ruff"]["lint"]
    lazy = {
        f"{stub.parent.relative_to(ROOT / 'src').as_posix().replace('/', '.')}.{alias.name}"
        for stub in (ROOT / "src/sparseact").rglob("__init__.pyi")
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert lint["flake8-tidy-imports"]["banned-api"].keys() == lazy
    assert "TID251" in lint["select"]
