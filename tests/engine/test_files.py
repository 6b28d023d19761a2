"""Files of records and tables."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from made_records import record

from paperclaims.checks.files import (
    check_table,
    parameters_hash,
    read_records,
    read_table,
    write_records,
    write_table,
)
from paperclaims.errors import ClaimsError

ROOT = Path(__file__).resolve().parents[2]


def test_records_survive_a_file(tmp_path):
    path = tmp_path / "records.jsonl"
    written = [record(Fraction(1, 3)), record(0.1, error=0.5)]
    write_records(path, written, "abc")
    assert read_records(path, "abc") == written
    with pytest.raises(ClaimsError, match="other parameters"):
        read_records(path, "abd")
    whole = path.read_bytes()
    for damaged in (b"".join(whole.splitlines(True)[:-1]), whole.replace(b'"n": 1', b'"n": 3', 1)):
        path.write_bytes(damaged)
        with pytest.raises(ClaimsError, match="is damaged"):
            read_records(path, "abc")


def test_a_job_and_what_it_starts_read_and_write_fractions_of_any_length(tmp_path):
    code = """
import subprocess, sys
from fractions import Fraction
from _job import run_as_job
from paperclaims.checks.comparison import compare
from paperclaims.checks.files import read_records, write_records
with run_as_job("log", "a job"):
    made = [compare("a", "b", {}, Fraction(10**6000 + 1, 7), ">", 10**5500)]
    made += [compare("a", "b", {}, 10**5000, "<=", Fraction(1, 10**5000))]
    write_records("r", made, "p")
    assert read_records("r", "p") == made and len(made[0].left) == 6003
    assert [one.holds for one in made] == [True, False]
    subprocess.run([sys.executable, "-c", "print(10**6000)"], check=True)
"""
    paths = [str(ROOT / "workflow/scripts"), str(ROOT / "src")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, check=True)


def test_tables_keep_every_digit_and_their_parameters(tmp_path):
    path = tmp_path / "table.csv"
    table = pd.DataFrame({"a": [0.1 + 0.2, 1e-300], "b": ["x", "y"]})
    write_table(path, table, "abc")
    pd.testing.assert_frame_equal(read_table(path), table, check_exact=True)
    write_records(tmp_path / "records", [], "abc", path)
    check_table(path, tmp_path / "records", "abc")
    with pytest.raises(ClaimsError, match="other parameters"):
        check_table(path, tmp_path / "records", "abd")
    for other in (b"# parameters: abc\na\n1\n", b""):
        path.write_bytes(other)
        with pytest.raises(ClaimsError, match="is damaged"):
            check_table(path, tmp_path / "records", "abc")
    with pytest.raises(ClaimsError, match="is not a table: it is empty"):
        read_table(path)
    path.write_bytes(b"# parameters: abc\n\n")
    assert read_table(path).empty
    with pytest.raises(ClaimsError, match="the table has the column 'n' twice"):
        write_table(path, pd.DataFrame([[1, 2]], columns=["n", "n"]), "")


def test_parameters_hash_ignores_order_and_sees_values():
    first = parameters_hash({"a": 1, "b": [1, 2]})
    assert first == parameters_hash({"b": [1, 2], "a": 1})
    assert first != parameters_hash({"a": 1, "b": [2, 1]})
