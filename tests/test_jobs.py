"""Jobs that are notebooks: each one's records are those of a direct call, and twice the same."""

import ast
import inspect
import re
import sys
from importlib import import_module
from pathlib import Path

import jupytext
import nbformat
import pandas as pd
import pytest
from read_yaml import read_yaml

from sparseact.comparison import compare
from sparseact.configuration import job_parameters
from sparseact.errors import ClaimsError
from sparseact.executed import read_executed
from sparseact.experiment import rows, scatter, tally
from sparseact.files import write_records, write_table
from sparseact.instances import load_instances, save_instances
from sparseact.network_families import network_family
from sparseact.recorder import Recorder, progress

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "workflow/scripts"))

from _notebook import execute, parameter_names, read_job, same_bytes  # noqa: E402

JOBS = ROOT / "notebooks/jobs"
NOTEBOOKS = sorted(JOBS.rglob("*.py"))
CONFIG = read_yaml(ROOT / "config/quick.yaml")
FAMILIES = sorted(path.name for path in JOBS.iterdir() if path.is_dir())


def measure_of(path):
    return getattr(import_module(f"sparseact.checks.{path.parent.name}"), f"measure_{path.stem}")


def defaults(path):
    """Return the parameters that a notebook has on its own."""
    (cell,) = [c for c in jupytext.read(path).cells if "parameters" in c.metadata.get("tags", [])]
    assigned = [node for node in ast.parse(cell.source).body if isinstance(node, ast.Assign)]
    return {node.targets[0].id: ast.literal_eval(node.value) for node in assigned}


def networks(folder):
    """Write a few networks into folders, as the workflow does."""
    paths = []
    for name in ("junta", "random"):
        arguments = CONFIG["networks"][name]
        made = network_family(name).generate(seed=1, **arguments)
        save_instances(folder / name, made[:2])
        paths.append(str(folder / name))
    return paths


def executed(path, folder):
    """Execute a notebook with its own parameters in `folder`; return it and its arguments."""
    parameters = {**defaults(path), "job_hash": "0" * 16}
    if "networks" in parameters:
        parameters["networks"] = networks(folder)
    notebook, given = read_job(path, parameters)
    found = execute(notebook, given, folder / "log.ipynb", folder)
    return found, {
        key: value for key, value in given.items() if key not in ("records", "table", "job_hash")
    }


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_notebook_writes_what_a_direct_call_yields(path, tmp_path):
    notebook, arguments = executed(path, tmp_path)
    if "networks" in arguments:
        folders = arguments["networks"]
        arguments["networks"] = [one for folder in folders for one in load_instances(folder)]
    found = measure_of(path)(**arguments)
    write_records(tmp_path / "direct.jsonl", found.records, "0" * 16)
    write_table(tmp_path / "direct.csv", found.table, "0" * 16)
    for suffix in (".jsonl", ".csv"):
        written = (tmp_path / f"{path.stem}{suffix}").read_bytes()
        assert written == (tmp_path / f"direct{suffix}").read_bytes()
    # What is made step by step is in what the run makes.
    titles = [number for number, cell in enumerate(notebook.cells) if "## " in cell.source]
    last = notebook.cells[titles[-1] - 1]
    assert last.outputs[0]["data"]["text/plain"] == "True"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_notebook_has_the_parameters_of_its_check(path):
    known = parameter_names(path, jupytext.read(path))
    arguments = set(inspect.signature(measure_of(path)).parameters)
    assert known - {"seed"} == arguments - {"seed"} | {"records", "table", "job_hash"}
    assert "seed" in known or "seed" not in arguments


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_notebook_shows_each_step(path):
    text = path.read_text("utf-8")
    titles = re.findall(r"^# ## (.*)$", text, flags=re.MULTILINE)
    assert titles[0].startswith("One ")
    assert titles[1].startswith("One ")
    assert titles[2:] == [
        "The comparison that becomes a record",
        "The whole run",
        "What is written",
    ]


def test_every_job_of_these_families_has_a_notebook():
    for family in FAMILIES:
        checks = {section.get("check", job) for job, section in CONFIG[family].items()}
        assert checks == {path.stem for path in (JOBS / family).glob("*.py")}


# ------------------------------------------------------------ a made-up job

MADE_UP = """# %% [markdown]
# # A made-up job

# %% tags=["parameters"]
seed = 1
count = 2
records = ""
table = ""
job_hash = ""

# %%
import sys

print("count is", count)
print("a warning of this machine", file=sys.stderr)

# %%
numbers = list(range(count))
numbers
"""


@pytest.fixture
def made_up(tmp_path):
    path = tmp_path / "made_up.py"
    path.write_text(MADE_UP, encoding="utf-8")
    return path


def given(**more):
    return {"count": 3, "records": "r", "table": "t", "job_hash": "h", **more}


def page(path, folder, parameters):
    notebook, parameters = read_job(path, parameters)
    found = same_bytes(execute(notebook, parameters, folder / "log.ipynb", folder))
    nbformat.write(found, folder / "out.ipynb")
    return (folder / "out.ipynb").read_bytes()


def test_the_executed_notebook_has_the_same_bytes_twice(made_up, tmp_path):
    first, second = (page(made_up, tmp_path, given(seed=7)) for _ in range(2))
    assert first == second
    shown = read_executed(tmp_path / "out.ipynb")
    assert shown.title == "A made-up job"
    text = shown.cells
    assert "count is 3" in text
    assert "[0, 1, 2]" in text
    assert text.count("a warning") == 1  # in the code, and not in the output
    # The parameters of the job are shown, and not those that the notebook has on its own.
    assert re.search(r"seed\D*?</span> <span[^>]*>=</span> <span[^>]*>7", text)
    assert not re.search(r"seed\D*?</span> <span[^>]*>=</span> <span[^>]*>1", text)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        (given(cuont=3), "has no parameter cuont; it has count, job_hash, records, seed, table"),
        ({"count": 3, "seed": 1}, "has job_hash, records, table, and the job gives no such"),
    ],
)
def test_a_mistyped_parameter_is_one_sentence(made_up, parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        read_job(made_up, {"seed": 1, **parameters})


def test_a_job_without_a_seed_is_given_none(made_up):
    made_up.write_text(MADE_UP.replace("seed = 1\n", ""), encoding="utf-8")
    assert "seed" not in read_job(made_up, given(seed=7))[1]


def test_a_failing_job_keeps_its_traceback(made_up, tmp_path):
    made_up.write_text(MADE_UP + "\n# %%\nprint('so far')\nraise ClaimsError('told')\n", "utf-8")
    text = made_up.read_text("utf-8").replace("import sys", "from sparseact.errors import *")
    made_up.write_text(text.replace(", file=sys.stderr", ""), "utf-8")
    notebook, parameters = read_job(made_up, given(seed=1))
    with pytest.raises(ClaimsError, match="told"):
        execute(notebook, parameters, tmp_path / "log.ipynb", tmp_path)
    *_, last = nbformat.read(tmp_path / "log.ipynb", as_version=4).cells
    assert last.outputs[0].text == "so far\n"
    assert any("raise ClaimsError('told')" in line for line in last.outputs[1].traceback)
    assert "raise ClaimsError" in read_executed(tmp_path / "log.ipynb").cells


@pytest.mark.parametrize("text", ["", "{}", '{"cells": []}', '{"cells": [{"source": 1}]}'])
def test_what_is_no_notebook_is_refused(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text, "utf-8")
    with pytest.raises(ClaimsError, match="is not a notebook"):
        read_executed(path)


# ---------------------------------------------------- what a notebook shows


def test_records_are_counted_by_statement():
    found = [
        compare("lemma-9", "printed", {"n": 1}, 2, "<=", 1),
        compare("lemma-9", "printed", {"n": 2}, 1, "<=", 1),
        compare("lemma-9", "sharp", {"n": 2}, 1, "==", 1, error=1),
    ]
    assert tally(found).reset_index().values.tolist() == [
        ["lemma-9", "printed", 1, 1, 0],
        ["lemma-9", "sharp", 0, 0, 1],
    ]
    shown = repr(rows(found)) + rows(found)._repr_html_()
    assert "n=2" in shown
    assert "2 &lt;= 1" in shown


def test_a_picture_marks_every_row_that_can_be_drawn():
    table = pd.DataFrame({"n": [1, 2, 4, 8], "a": [1, 10, 100, 0], "b": [1.0, None, 3, 4]})
    drawn = scatter(table, "n", ["a", "b"], log="xy")._repr_html_()
    # a has no logarithm at one row, b is missing at another; each has a key.
    assert drawn.count("<circle") == 3 + 1
    assert drawn.count("<polygon") == 3 + 1
    assert ">100</text>" in drawn
    across = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)][:3]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.2)


def test_a_picture_of_one_point_has_axes():
    drawn = scatter(pd.DataFrame({"n": [3], "a": [0]}), "n", ["a"])._repr_html_()
    assert drawn.count("<circle") == 2
    assert "nan" not in drawn


@pytest.mark.parametrize(
    ("x", "columns", "sentence"),
    [
        ("m", ["a"], "the table has no column m; it has n, a"),
        ("n", [], "0 columns to draw; allowed are 1 to 5"),
        ("n", ["a"], "no row has n and one of a to draw"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused(x, columns, sentence):
    table = pd.DataFrame({"n": [1.0], "a": [-1.0]})
    with pytest.raises(ClaimsError, match=sentence):
        scatter(table, x, columns, log="y")


def test_progress_tells_where_the_last_record_was_made(capsys):
    record = Recorder("lemma-9", {"n": 3})
    with progress(seconds=0.0):
        record.exact("printed", 1, "<=", 2)
        record.of("lemma-10").on(k=2).exact("printed", 1, "<=", 2)
    record.exact("printed", 1, "<=", 2)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "0 s: 1 records, the last of lemma-9 at n=3",
        "0 s: 2 records, the last of lemma-10 at n=3, k=2",
    ]
    with progress(seconds=60.0):
        record.exact("printed", 1, "<=", 2)
    assert capsys.readouterr().err == ""


def test_the_quick_configuration_fits_the_notebooks():
    for family in FAMILIES:
        for job, section in CONFIG[family].items():
            path = JOBS / family / f"{section.get('check', job)}.py"
            said = job_parameters(CONFIG, family, job)
            fixed = dict.fromkeys(("records", "table", "job_hash"), "")
            read_job(path, {"seed": said["seed"], **said["arguments"], **fixed})
