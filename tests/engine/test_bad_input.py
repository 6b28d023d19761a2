"""Files that are damaged or made up: each is read, or refused in one sentence."""

import io
import json
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

from paperclaims.checks.files import read_records, read_table, write_records, write_table
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
from sparseact.inspector.measured import read_points
from sparseact.network import SparseReLUNetwork

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
    with pytest.raises(ValueError, match="real numbers"):
        SparseReLUNetwork.load(tmp_path / "net.npz")
    with pytest.raises(ValueError, match=r"x\.npy"):
        read_points(tmp_path / "x.npy", 3)
    assert not trace.exists()


# ------------------------------------------------------------ files of a run


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


STATUS = Status("a", "§1, “x”", True, "claim", "holds", "", "", "", "It is.", "", "")
TABLE = pd.DataFrame({"n": [1, 2], "name": ["é", "b"], "x": [0.5, 1.0]})
THEOREM = CheckedTheorem(axioms=("an.axiom",), says=("forall n,", "n = n"))
PROOFS = CheckedProofs(coq="8.16.1", sources="abc", theorems={"one": THEOREM})
SUMMARY = summarize([record()], "", "")
JUDGED = judge([claim(statement())], [record(), record(3, n=2)])
READ = partial(read_records, parameters="abc")
#: Kind of file -> what writes one, and what reads it.
FILES = {
    "verdicts": (lambda path: write_verdicts(path, JUDGED), read_verdicts),
    "statuses": (lambda path: write_statuses(path, [STATUS]), read_statuses),
    "summary": (lambda path: write_summary(path, {"a/b": SUMMARY}, []), read_summary),
    "records": (lambda path: write_records(path, [record(), record(n=2)], "abc"), READ),
    "table": (lambda path: write_table(path, TABLE, "abc"), read_table),
    "proofs": (lambda path: write_checked(path, PROOFS), read_checked),
}
MADE_UP = JSON.map(json.dumps) | st.sampled_from(["[" * 100_000, "{}", "[]", "a,b\n1\n", "\0\n"])


@pytest.mark.parametrize("kind", FILES)
@FUZZ
@given(st.data())
def test_damaged_and_made_up_files_of_a_run(tmp_path, kind, data):
    path = tmp_path / "file"
    write, read = FILES[kind]
    write(path)
    read(path)
    content = damaged(path.read_bytes()) | MADE_UP.map(str.encode)
    path.write_bytes(data.draw(content))
    with in_little_memory(), refused_in_a_sentence(ClaimsError):
        read(path)


@FUZZ
@given(damaged(COQ.encode()))
def test_damaged_coq_sources(tmp_path, data):
    (tmp_path / "_CoqProject").write_text("statements_a.v\n", encoding="utf-8")
    (tmp_path / "statements_a.v").write_bytes(data)
    with refused_in_a_sentence(ClaimsError):
        read_theorems(tmp_path)
