"""The comparison of a run with the reference sees what differs, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "workflow/scripts/compare_reference.py"
VERDICTS = "claim,evidence,worst_margin\nlemma-9,exact on 4 instances,0.1\n"
TABLE = "# parameters: 0a1b\nn,measured,name\n1,0.3,junta\n2,1e-3,forest\n"


def write(folder, verdicts=VERDICTS, table=TABLE):
    (folder / "tables/fourier").mkdir(parents=True)
    (folder / "verdicts.csv").write_text(verdicts, "utf-8")
    (folder / "tables/fourier/tail.csv").write_text(table, "utf-8")
    return folder


def compare(*arguments):
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("digits", ["0.3", "0.30000000000000004", "0.3000000002"])
def test_rounding_of_another_processor_is_no_difference(tmp_path, digits):
    ours = write(tmp_path / "ours", table=TABLE.replace("0.3", digits))
    run = compare(ours, write(tmp_path / "reference"))
    assert run.returncode == 0
    assert run.stdout == "2 files agree with the reference\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0.3", "0.3000000004", "column measured: 1 rows differ, first line 3: '0.3000000004'"),
        ("1e-3", "-1e-3", "column measured"),
        ("forest", "tree", "column name"),
        ("0a1b", "0a1c", "its head is"),
        ("n,measured", "n,taken", "its head is"),
        ("2,1e-3,forest\n", "", "it has 1 rows, the reference 2"),
    ],
)
def test_a_difference_is_told(tmp_path, old, new, said):
    ours = write(tmp_path / "ours", table=TABLE.replace(old, new))
    run = compare(ours, write(tmp_path / "reference"))
    assert run.returncode == 1
    assert said in run.stdout


def test_numbers_within_a_text_are_compared_as_numbers(tmp_path):
    ours = write(tmp_path / "ours", verdicts=VERDICTS.replace("4 inst", "5 inst"))
    assert "column evidence" in compare(ours, write(tmp_path / "reference")).stdout


def test_missing_files_are_told(tmp_path):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "tables/fourier/tail.csv").rename(ours / "tables/fourier/head.csv")
    run = compare(ours, reference)
    assert run.returncode == 1
    assert f"tables/fourier/tail.csv: only in {reference}" in run.stdout
    assert f"tables/fourier/head.csv: only in {ours}" in run.stdout
    empty = compare(tmp_path / "none", tmp_path / "none")
    assert empty.returncode == 1
    assert "holds no verdicts" in empty.stdout


def test_a_run_becomes_the_reference(tmp_path):
    ours, reference = write(tmp_path / "ours"), write(tmp_path / "reference")
    (ours / "verdicts.csv").write_text(VERDICTS.replace("4", "5"), "utf-8")
    (reference / "tables/fourier/stale.csv").write_text(TABLE, "utf-8")
    (reference / "grid.csv").write_text(TABLE, "utf-8")
    assert compare("--replace", ours, reference).returncode == 0
    assert not (reference / "tables/fourier/stale.csv").exists()
    assert (reference / "grid.csv").exists(), "it belongs to a target of its own"
    assert (reference / "verdicts.csv").read_text("utf-8") == VERDICTS.replace("4", "5")
