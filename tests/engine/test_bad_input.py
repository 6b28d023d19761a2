"""Files that are damaged or made up: each is read, or refused in one sentence."""

import copy
import io
import json
import pickle
import sys
import tracemalloc
import warnings
import zipfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_records import claim, record, statement
from made_up import COQ

from paperclaims.checks.files import (
    check_table,
    read_records,
    read_table,
    write_records,
    write_table,
)
from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import (
    CheckedProofs,
    CheckedTheorem,
    read_checked,
    read_theorems,
    write_checked,
)
from paperclaims.judging.statuses import Status, read_statuses, write_statuses
from paperclaims.judging.summary import read_summary, summarize, write_summary
from paperclaims.judging.verdicts import judge, read_verdicts, write_verdicts
from sparseact.inspector.cli import main as sparseact
from sparseact.inspector.measured import read_points
from sparseact.network import SparseReLUNetwork

sys.path.append(str(Path(__file__).resolve().parents[2] / "proofs"))
import check_proofs

#: A test's folder serves all examples.
FUZZ = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
#: Numbers that an array of a file may have, and bytes that reading it may take.
MOST, MEMORY = 1000, 10_000_000


@contextmanager
def refused_in_a_sentence(kind=ValueError):
    """Let through a refusal that is one line, and nothing else that goes wrong."""
    said = None
    try:
        yield
    except kind as error:
        said = [] if isinstance(error, UnicodeError) else str(error).strip().splitlines()
    assert said is None or len(said) == 1, said


def damaged(whole):
    """Return a strategy for bytes that differ from these in a few places, or are cut short."""
    place = st.integers(0, len(whole) - 1)

    def damage(changes, end, inserted):
        data = bytearray(whole)
        for where, byte in changes:
            data[where] = byte
        return bytes(data[:end]) + inserted

    changes = st.lists(st.tuples(place, st.integers(0, 255)), max_size=6)
    return st.builds(damage, changes, st.none() | place, st.binary(max_size=12))


class Boom:
    """What runs code when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return (Path.touch, (self.trace,))


# ----------------------------------------------------------------- networks


def network_file():
    stream = io.BytesIO()
    np.savez_compressed(stream, w=np.eye(3), b=np.zeros(3), u=np.ones(3))
    return stream.getvalue()


@contextmanager
def in_little_memory():
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


def test_one_bit_of_a_network_is_told_of_or_changes_no_number(tmp_path):
    network = SparseReLUNetwork([[1.0, -2.0]], [0.5], [3.0], c=0.25)
    path = tmp_path / "net.npz"
    network.save(path)
    data = path.read_bytes()
    refused = 0
    for place in range(len(data)):
        other = bytearray(data)
        other[place] ^= 1 << place % 8
        path.write_bytes(other)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                loaded = SparseReLUNetwork.load(path)
            for name in "wbuc":
                assert repr(getattr(loaded, name)) == repr(getattr(network, name))
        except (ValueError, UserWarning):
            refused += 1
    assert refused > 8 * 5  # the five numbers, eight bytes each


HEADERS = st.fixed_dictionaries(
    {
        "descr": st.sampled_from(["<f8", "|O", "<c16", "<U7", "|V3", "<M8[s]", "|b1", "[('a', 1)]"])
        | st.text(max_size=8),
        "fortran_order": st.booleans() | st.none(),
        "shape": st.lists(st.integers(-2, 10**13), max_size=3).map(tuple)
        | st.integers()
        | st.none(),
    }
)


def header(fields):
    text = (str(fields) + "\n").encode("utf-8")
    return b"\x93NUMPY\x02\x00" + len(text).to_bytes(4, "little") + text


@FUZZ
@given(HEADERS, st.binary(max_size=100), st.none() | damaged(network_file()))
def test_a_network_or_points_whose_header_promises_anything(tmp_path, fields, body, data):
    array = header(fields) + body
    (tmp_path / "x.npy").write_bytes(array)
    with zipfile.ZipFile(tmp_path / "net.npz", "w") as archive:
        for name in "wbu":
            archive.writestr(f"{name}.npy", array)
    if data is not None:
        (tmp_path / "net.npz").write_bytes(data)
    with warnings.catch_warnings(), in_little_memory():
        warnings.simplefilter("ignore")
        with refused_in_a_sentence():
            read_points(tmp_path / "x.npy", 3)
        with refused_in_a_sentence():
            assert SparseReLUNetwork.load(tmp_path / "net.npz", MOST).w.size <= MOST


def test_nothing_in_a_file_of_arrays_is_run(tmp_path):
    trace = tmp_path / "it-ran"
    payload = np.array([Boom(trace)], dtype=object)
    np.savez(tmp_path / "net.npz", w=payload, b=payload, u=payload)
    np.save(tmp_path / "x.npy", payload)
    pickle.loads(pickle.dumps(Boom(trace)))
    assert trace.exists()
    trace.unlink()
    with pytest.raises(ValueError, match="real numbers"):
        SparseReLUNetwork.load(tmp_path / "net.npz")
    with pytest.raises(ValueError, match=r"x\.npy"):
        read_points(tmp_path / "x.npy", 3)
    assert not trace.exists()


# ------------------------------------------------------- records and tables


def records_file(folder):
    write_records(folder / "r.jsonl", [record(1, n=n) for n in range(3)], "abc")
    return folder / "r.jsonl"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def test_a_hash_that_breaks_the_line_is_shown_in_one(tmp_path):
    records = tmp_path / "r.jsonl"
    write_records(records, [], "\n")
    with refused_in_a_sentence(ClaimsError):
        read_records(records, "abc")
    with pytest.raises(ClaimsError, match="other parameters"):
        read_records(records, "abc")


def test_damaged_records_are_refused_whatever_was_changed(tmp_path):
    """A cut at the end of a line, and one other bit, leave records that can be read."""
    path = records_file(tmp_path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for bad in (b"".join(lines[:-1]), whole.replace(b'"n": 2', b'"n": 3')):
        assert bad != whole
        path.write_bytes(bad)
        with pytest.raises(ClaimsError, match=r"r\.jsonl is damaged"):
            read_records(path, "abc")


def test_a_table_is_the_one_that_was_written_with_its_records(tmp_path):
    table, path = tmp_path / "t.csv", tmp_path / "r.jsonl"
    write_table(table, pd.DataFrame({"n": [1, 2]}), "abc")
    write_records(path, [], "abc", table)
    check_table(table, path, "abc")
    for bad in (b"# parameters: abc\nn\n1\n", b"# parameters: abc\nn\n1\n3\n", b""):
        table.write_bytes(bad)
        with pytest.raises(ClaimsError, match=r"t\.csv is damaged"):
            check_table(table, path, "abc")
    with pytest.raises(ClaimsError, match=r"t\.csv is not a table: it is empty"):
        read_table(table)
    table.write_bytes(b"# parameters: abc\n\n")
    assert read_table(table).empty


# ------------------------------ verdicts, statuses, summaries, proofs


def whole_file(kind, path):
    """Write a file of this kind, and return what reads it."""
    if kind == "verdicts":
        write_verdicts(path, judge([claim(statement())], [record(), record(3, n=2)]))
        return read_verdicts
    if kind == "statuses":
        row = Status("a", "§1, “x”", True, "claim", "holds", "", "", "", "It is.", "", "")
        write_statuses(path, [row])
        return read_statuses
    if kind == "summary":
        write_summary(path, {"a/b": summarize([record(1)], "", "")}, [])
        return read_summary
    if kind == "records":
        records_file(path.parent).replace(path)
        return partial(read_records, parameters="abc")
    if kind == "table":
        write_table(path, pd.DataFrame({"n": [1, 2], "name": ["é", "b"], "x": [0.5, 1.0]}), "abc")
        return read_table
    one = CheckedTheorem(axioms=("an.axiom",), says=("forall n,", "n = n"))
    write_checked(path, CheckedProofs(coq="8.16.1", sources="abc", theorems={"one": one}))
    return read_checked


KINDS = ("records", "table", "verdicts", "statuses", "summary", "proofs")


def places(value, here=()):
    """Yield the path of each value in a nest of mappings and lists."""
    yield here
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*here, key))


def changed(value, place, new):
    if not place:
        return new
    whole = copy.deepcopy(value)
    at = whole
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = new
    return whole


MADE_UP = JSON.map(json.dumps) | st.sampled_from(["[" * 100_000, "{}", "[]", "a,b\n1\n", "\0\n"])


@pytest.mark.parametrize("kind", KINDS)
@FUZZ
@given(st.data())
def test_damaged_and_made_up_files_of_a_run(tmp_path, kind, data):
    path = tmp_path / "file"
    read = whole_file(kind, path)
    read(path)
    content = damaged(path.read_bytes()) | MADE_UP.map(str.encode)
    if kind in ("summary", "proofs"):  # any value anywhere
        whole = json.loads(path.read_text("utf-8"))
        other = st.builds(changed, st.just(whole), st.sampled_from(list(places(whole))), JSON)
        content |= other.map(lambda value: json.dumps(value).encode())
    path.write_bytes(data.draw(content))
    with in_little_memory(), refused_in_a_sentence(ClaimsError):
        read(path)


ANSWERS = st.sampled_from(
    ["Closed under the global context\n", "Axioms:\n", "an.axiom : T\n", "  : T\n", "Error\n", "\n"]
)


@FUZZ
@given(st.lists(ANSWERS | st.text(max_size=9), max_size=6).map("".join), st.integers(0, 3))
def test_any_answer_of_coq(answers, number):
    """An answer without axioms is one that says so."""
    with refused_in_a_sentence(ClaimsError):
        found = check_proofs.axioms(answers, number)
        assert len(found) == number
        lines = answers.split("\n")[:-1]
        assert found.count(()) == lines.count("Closed under the global context")
    with refused_in_a_sentence(ClaimsError):
        check_proofs.coq_version(answers)


@FUZZ
@given(damaged(COQ.encode()))
def test_damaged_coq_sources(tmp_path, data):
    (tmp_path / "_CoqProject").write_text("statements_a.v\n", encoding="utf-8")
    (tmp_path / "statements_a.v").write_bytes(data)
    with refused_in_a_sentence(ClaimsError):
        read_theorems(tmp_path)


# ------------------------------------------------------------ command lines

WORDS = st.sampled_from(
    ["inspect", "simplify", "net.npz", "--json", "--epsilon", "--seed", "-1",
     "nan", "1e999", "--data", "--plot", "x.svg", "", "-", "--", "--n", "é", "\0"]
)  # fmt: skip


@FUZZ
@given(st.lists(WORDS, max_size=6))
def test_any_command_line(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    try:
        code = sparseact(words)
    except SystemExit as stop:
        code = stop.code
    said = capsys.readouterr().err
    assert code in (0, 2)
    assert (code == 0) or said.splitlines()[-1].startswith("sparseact")
    assert "Traceback" not in said
