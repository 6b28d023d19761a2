"""Notebooks: each runs by itself, a job's runs its check, and executed twice they are the same."""

import re
import sys
from pathlib import Path
from pkgutil import resolve_name

import jupytext
import nbformat
import pandas as pd
import pytest
from jupytext.cli import jupytext as run_jupytext
from read_yaml import read_configuration

from paperclaims.checks.comparison import Measurement, compare, compare_within
from paperclaims.checks.configuration import job_data
from paperclaims.checks.decorator import check
from paperclaims.checks.job import Job, example, found_check, rows
from paperclaims.checks.paper import find_paper
from paperclaims.checks.recorder import Recorder, progress
from paperclaims.errors import ClaimsError
from paperclaims.reporting.notebooks import _page, read_executed

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "workflow/scripts"
sys.path.append(str(SCRIPTS))

from _notebook import (  # noqa: E402
    check_parameters,
    execute,
    read_source,
    same_bytes,
)

JOBS = ROOT / "notebooks/jobs"
NOTEBOOKS = sorted(JOBS.rglob("*.py"))  # each of one check
EVERY_NOTEBOOK = sorted((ROOT / "notebooks").rglob("*.py"))
CONFIG = read_configuration("quick")


def named(path):
    return str(path.relative_to(ROOT / "notebooks").with_suffix(""))


def saved():
    """Return what a notebook might save, with its time."""
    return {
        path: path.stat().st_mtime_ns
        for folder in ("figures", "notebooks", "results/reference")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }


#: Notebooks that are run in their own folder, as an editor does.
OWN = {"juntas", "job", "jobs/low_degree/success"}


@pytest.mark.parametrize(
    "path",
    # The quick run executes all of them, with the same parameters.
    [pytest.param(p, marks=[] if named(p) in OWN else pytest.mark.tools) for p in EVERY_NOTEBOOK],
    ids=named,
)
def test_a_notebook_runs_by_itself(path, tmp_path, monkeypatch):
    """As `jupytext --execute` does in the top folder, and in the notebook's own for three."""
    folder = path.parent if named(path) in OWN else ROOT
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    before = saved()
    executed = tmp_path / "executed.ipynb"
    arguments = ["--execute", "--run-path", str(folder), "--quiet", "--output", str(executed)]
    assert run_jupytext([*arguments, str(path)]) == 0
    assert saved() == before
    cells = nbformat.read(executed, as_version=4).cells
    told = [output for cell in cells for output in cell.get("outputs", [])]
    assert not [output for output in told if output.output_type == "error"]
    if path.stem == "job" or path in NOTEBOOKS:
        assert any("image/png" in output.get("data", {}) for output in told)


def code(path):
    """Yield the cells of a notebook that are code."""
    return [cell for cell in jupytext.read(path).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_a_notebook_runs_its_check_on_its_parameters(path):
    """What the workflow saves is `measurement`, so it must be what the check yields."""
    topic, name = path.parent.name, path.stem
    check = rf"(?:\w+\.)?{find_paper('awasthi2024').checks(topic)[name].__name__}"
    sources = [cell.source for cell in code(path)]
    (given,) = [cell.source for cell in code(path) if "parameters" in cell.metadata.get("tags", [])]
    assert re.fullmatch(rf"parameters = example\({check}\)", given)
    text = "\n".join(sources)
    assert len(re.findall(rf"^job = Job\({check}, parameters\)$", text, re.MULTILINE)) == 1
    assert re.findall(r"^measurement\b.*", text, re.MULTILINE) == ["measurement = job.run()"]


def test_a_job_is_told_of_a_wrong_parameter_in_one_sentence():
    check = find_paper("awasthi2024").checks("low_degree")["agnostic"]
    parameters = example(check)
    del parameters["delta"]
    with pytest.raises(ClaimsError, match=r"^low_degree/agnostic lacks the key delta$"):
        Job(check, parameters)
    with pytest.raises(
        ClaimsError, match=r"^low_degree/agnostic has the unknown key delat; known keys"
    ):
        Job(check, {**parameters, "delat": 0.1})
    with pytest.raises(ClaimsError, match=r"\(nearest: delta\)$"):
        Job(check, {**parameters, "delat": 0.1})


def test_the_example_is_the_quick_configuration():
    check = find_paper("awasthi2024").checks("low_degree")["degrees"]
    parameters = example(check)
    section = CONFIG["low_degree"]["degrees"]
    assert parameters["fractions"] == section["fractions"]
    kinds = job_data(CONFIG, "low_degree", "degrees")
    assert parameters["networks"] == {kind: CONFIG["networks"][kind] for kind in kinds}
    small = {"extremal": parameters["networks"]["extremal"]}
    job = Job(check, {**parameters, "networks": small})
    assert {instance.family for instance in job.values.networks} == {"extremal"}


def made_up_job():
    made = check("made_up", claim="lemma-9")(lambda recorder: recorder.exact("printed", 1, "<=", 2))
    made.module = "awasthi2024.average_sensitivity.checks"
    return Job(made, {})


def test_a_job_finds_what_is_shown_of_one_instance():
    job = made_up_job()
    job.recorder.exact("printed", 1, "<=", 2)
    assert job.run().records == job.recorder.records
    job.recorder.exact("printed", 1, "<=", 3)
    with pytest.raises(ClaimsError, match="does not make the records"):
        job.run()


def test_the_first_instance_and_the_code_of_a_check_are_shown():
    name = "awasthi2024.parities.checks:measure_subsets"
    job = found_check(name, None)
    found = job.run()
    first = job.first_instance()
    assert len(first) == sum(one.instance == found.records[0].instance for one in found.records)
    assert "def compare_subsets(" in job.code().data  # which the check calls
    assert "def measure_norms(" not in job.code().data
    assert list(job.given().index) == list(example(resolve_name(name)))
    job.measurement = found._replace(records=[])
    assert "no records" in job.first_instance().data


# ------------------------------------------------------------ a made-up job

MADE_UP = """# %% [markdown]
# # A made-up job

# %% tags=["parameters"]
seed = 1
count = 2

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


def page(path, folder, parameters):
    found = same_bytes(execute(read_source(path), parameters, folder / "log.ipynb", folder))
    nbformat.write(found, folder / "out.ipynb")
    return (folder / "out.ipynb").read_bytes()


def test_the_executed_notebook_has_the_same_bytes_twice(made_up, tmp_path, capsys):
    plotted = '\n# %% alt="A line."\nimport matplotlib.pyplot as plt\n\nplt.plot([1, 2]);\n'
    made_up.write_text(MADE_UP + plotted, "utf-8")
    first, second = (page(made_up, tmp_path, {"count": 3, "seed": 7}) for _ in range(2))
    assert first == second
    assert capsys.readouterr().err.count("a warning of this machine") == 2
    text = _page("a.ipynb", read_executed(tmp_path / "out.ipynb"), "Why.")["a.ipynb"]
    assert '"# A made-up job\\n"' in text
    assert "count is 3" in text
    assert "[0, 1, 2]" in text
    assert text.count("a warning") == 1  # in the code, and not in the output
    assert ":alt: A line." in text
    # The parameters of the job are shown, and not those that the notebook has on its own.
    assert "seed = 7" in text
    assert "seed = 1" not in text


def test_a_long_temporary_folder_still_holds_sockets(made_up, tmp_path, monkeypatch):
    long = tmp_path / ("folder" * 15)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    page(made_up, tmp_path, {"count": 3, "seed": 7})


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"cuont": 3, "seed": 1}, "has no parameter cuont; it has count, seed"),
        ({"count": 3}, "has seed, and the job gives no such parameter"),
    ],
)
def test_a_mistyped_parameter_is_one_sentence(made_up, parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        check_parameters(made_up, read_source(made_up), parameters, all_of_them=True)


def test_a_failing_job_keeps_its_traceback(made_up, tmp_path):
    raising = "\n# %%\nprint('so far')\nraise ClaimsError('told')\n"
    made_up.write_text(
        MADE_UP.replace("import sys", "import sys\nfrom paperclaims.errors import *") + raising,
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match=r"\Atold\Z"):
        execute(read_source(made_up), {"seed": 1}, tmp_path / "log.ipynb", tmp_path)
    *_, last = nbformat.read(tmp_path / "log.ipynb", as_version=4).cells
    assert last.outputs[0].text == "so far\n"
    assert (last.outputs[1].ename, last.outputs[1].evalue) == ("ClaimsError", "told")


def test_only_the_user_can_reach_a_kernel(made_up, tmp_path):
    asking = "import ipykernel\n\nipykernel.get_connection_info(unpack=True)\n"
    made_up.write_text(f"{MADE_UP}\n# %%\n{asking}", "utf-8")
    found = execute(read_source(made_up), {}, tmp_path / "log.ipynb", tmp_path)
    text = found.cells[-1].outputs[0].data["text/plain"]
    assert "'transport': 'ipc'" in text
    assert "/paperclaims-" in text  # a folder of its own


@pytest.mark.parametrize("text", ["", "{}", '{"cells": []}', '{"cells": [{"source": 1}]}'])
def test_rejects_files_that_are_not_notebooks(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text, "utf-8")
    with pytest.raises(ClaimsError, match="is not a notebook"):
        read_executed(path)


# ---------------------------------------------------- what a notebook shows


def test_records_are_counted_by_statement():
    found = [
        compare("lemma-9", "printed", {"n": 1}, 2, "<=", 1),
        compare("lemma-9", "printed", {"n": 2}, 1, "<=", 1),
        compare_within("lemma-9", "sharp", {"n": 2}, 1, "==", 1, error=1),
    ]
    job = made_up_job()
    job.measurement = Measurement(found, pd.DataFrame())
    assert job.tally().reset_index().values.tolist() == [
        ["lemma-9", "printed", 1, 1, 0],
        ["lemma-9", "sharp", 0, 0, 1],
    ]
    shown = rows(found)
    assert rows([]).empty
    assert shown["instance"].tolist() == ["n=1", "n=2", "n=2"]
    assert shown["comparison"].tolist() == ["2 <= 1", "1 <= 1", "1 == 1"]


def test_the_tightest_row_is_named(capsys):
    table = pd.DataFrame(
        {"n": [1, 2, 4, 8], "seen": [1.0, 3.0, None, 2.0], "bound": [2.0, 4.0, 1.0, 0.0]}
    )
    job = made_up_job()
    job.measurement = Measurement([], table)
    job.worst_instance("seen", "bound", says="seen ≤ bound", columns=["n"], table=table.iloc[:3])
    assert capsys.readouterr().out == (
        "seen ≤ bound: this holds in all 2 rows, most tightly at n = 2, with 3 against 4.\n"
    )
    job.worst_instance("seen", "bound", says="seen ≤ bound", columns=["n"])
    assert "fails in 1 of 3 rows" in capsys.readouterr().out
    with pytest.raises(ClaimsError, match="no row of the table has both seen and bound"):
        job.worst_instance("seen", "bound", says="", columns=["n"], table=table.iloc[2:3])


def test_progress_tells_where_the_last_record_was_made(capsys):
    recorder = Recorder("lemma-9", {"n": 3})
    with progress(seconds=0.0):
        recorder.exact("printed", 1, "<=", 2)
        recorder.for_claim("lemma-10").where(k=2).exact("printed", 1, "<=", 2)
    recorder.exact("printed", 1, "<=", 2)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "0 s: 1 records, the last of lemma-9 at n=3",
        "0 s: 2 records, the last of lemma-10 at n=3, k=2",
    ]
    with progress(seconds=60.0):
        for _ in range(3):
            recorder.exact("printed", 1, "<=", 2)
    assert capsys.readouterr().err.splitlines() == lines[:1]
