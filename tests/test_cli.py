"""What a user sees on the command line."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from sparseact.cli import main
from sparseact.network import SparseReLUNetwork


@pytest.fixture
def parity(tmp_path):
    """The parity of two of four inputs, with one neuron for each pattern."""
    path = tmp_path / "parity.npz"
    w = np.array([[1, 0, 1, 0], [1, 0, -1, 0], [-1, 0, 1, 0], [-1, 0, -1, 0]])
    SparseReLUNetwork(w, np.full(4, 1.0), [1, -1, -1, 1]).save(path)
    return str(path)


def row(output, start):
    (line,) = [line for line in output.splitlines() if line.strip().startswith(start)]
    return line.strip()[len(start) :].split()


def test_inspect(parity, capsys):
    assert main(["inspect", parity, "--epsilon", "0.5"]) == 0
    output = capsys.readouterr().out
    assert row(output, "most neurons active on one input, k") == ["1", "(exact)"]
    assert row(output, "neurons that are never active") == ["0"]
    assert row(output, "W = max|u| max‖w‖₂") == ["1.41421", "(W²", "=", "2)"]
    assert row(output, "B = max|u| max|b|") == ["1", "(B²", "=", "1)"]
    # AS = 2 of at most 4·1²·2; NS = (1 − ρ²)/2 of at most 2(1 − ρ)·2.
    assert row(output, "average sensitivity")[:2] == ["2", "8"]
    assert row(output, "noise sensitivity, rho = 0.5")[:2] == ["0.375", "2"]
    assert row(output, "noise sensitivity, rho = 0.9 ")[:2] == ["0.095", "0.4"]
    # All weight has degree 2; Theorem C: 8/(d+1) ≤ ½ from d = 15 on.
    assert row(output, "degree that leaves at most 0.5")[:2] == ["2", "15"]
    assert row(output, "2  ") == ["1", "0", "2.66667"]
    assert row(output, "sparsely activated: k < s (Definition 1)") == ["yes"]
    assert row(output, "1-sparse: k ≤ 1 (§4)") == ["yes"]
    assert row(output, "W ≤ √log₂ s and B ≤ log₂ s (Theorem 13)") == ["yes"]
    assert row(output, "Theorem C's degree is below n, so it says something") == ["no"]
    assert "measured: exact" in output


def test_a_dense_network_with_a_dead_neuron(tmp_path, capsys):
    path = tmp_path / "dense.npz"
    SparseReLUNetwork([[1, 0], [0, 1], [1, 1]], [0, 0, 2], [1, 0.3, 1]).save(path)
    assert main(["inspect", str(path)]) == 0
    output = capsys.readouterr().out
    assert row(output, "most neurons active on one input, k") == ["2", "(exact)"]
    assert row(output, "neurons that are never active") == ["1"]
    assert row(output, "no dead sparsity: each neuron is active somewhere (§1)") == ["no"]
    assert row(output, "1-sparse: k ≤ 1 (§4)") == ["no"]


def test_the_smallest_network_shows_where_lemma_9_fails(tmp_path, capsys):
    """σ(x+2) at n = s = 1: AS = 1, and Lemma 9's right side is 0."""
    path = tmp_path / "net.npz"
    SparseReLUNetwork([[1]], [-2], [1]).save(path)
    assert main(["inspect", str(path)]) == 0
    output = capsys.readouterr().out
    assert row(output, "average sensitivity") == ["1", "1", "0"]
    assert row(output, "ns ≥ 2, without which Lemma 9 is false") == ["no"]


def test_more_inputs_than_the_spectrum_is_computed_for(tmp_path, capsys):
    path = tmp_path / "wide.npz"
    SparseReLUNetwork(np.ones((2, 30)), [29, 40], [1, 1]).save(path)
    assert main(["inspect", str(path), "--time-limit", "5"]) == 0
    output = capsys.readouterr().out
    assert row(output, "most neurons active on one input, k") == ["1", "(exact)"]
    assert "here 30 have one" in output
    assert "average sensitivity" not in output


def test_weights_that_are_not_dyadic_are_said_to_be_rounded(tmp_path, capsys):
    path = tmp_path / "net.npz"
    rng = np.random.default_rng(0)
    SparseReLUNetwork(rng.standard_normal((3, 4)), rng.standard_normal(3), [1, 2, 3]).save(path)
    assert main(["inspect", str(path)]) == 0
    assert "measured: rounded" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and then nothing", b"n = 3"])
def test_a_bad_file_is_one_sentence_and_exit_code_2(tmp_path, capsys, data):
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    assert main(["inspect", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"sparseact inspect: {path} is no network file")
    assert captured.err.count("\n") == 1


def test_a_missing_file(tmp_path, capsys):
    assert main(["inspect", str(tmp_path / "none.npz")]) == 2
    assert capsys.readouterr().err.endswith("none.npz: No such file or directory\n")


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "much"])
@pytest.mark.parametrize("option", ["--epsilon", "--time-limit"])
def test_bad_options(parity, capsys, option, value):
    with pytest.raises(SystemExit) as caught:
        main(["inspect", parity, option, value])
    assert caught.value.code == 2
    assert f"argument {option}: must be a positive number" in capsys.readouterr().err


def test_no_command(capsys):
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2
    assert "command" in capsys.readouterr().err


PROGRAM = [sys.executable, "-m", "sparseact.cli"]


def test_as_a_program(parity):
    done = subprocess.run([*PROGRAM, "inspect", parity], capture_output=True, text=True, check=True)
    assert "average sensitivity" in done.stdout
    assert done.stderr == ""


def test_a_reader_that_has_gone_ends_the_program_without_a_word(parity):
    reader, writer = os.pipe()
    os.close(reader)
    command = [*PROGRAM, "inspect", parity]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_report_that_cannot_be_written_is_one_sentence(parity):
    with open("/dev/full", "wb") as full:
        command = [*PROGRAM, "inspect", parity]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "sparseact inspect: standard output: No space left on device\n"


@pytest.mark.parametrize("moment", ["import", "work"])
def test_an_interruption_is_one_line(tmp_path, moment):
    """While libraries are imported, and in a search that would take its minute."""
    path = tmp_path / "wide.npz"
    rng = np.random.default_rng(0)
    SparseReLUNetwork(rng.standard_normal((60, 60)), np.full(60, 3.0), np.ones(60)).save(path)
    running = subprocess.Popen(
        [sys.executable, "-X", "importtime", *PROGRAM[1:], "inspect", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        imported = {"import": "numpy._core", "work": "sparseact.inspection"}[moment]
        for line in running.stderr:
            if imported in line:
                break
        if moment == "work":
            time.sleep(1)
        running.send_signal(signal.SIGINT)
        told = [line for line in running.stderr if not line.startswith("import time:")]
        assert running.stdout.read() == ""
    assert told == ["sparseact inspect: interrupted\n"]
    # A shell tells 130 in both cases: Python may raise the signal once more as it ends.
    assert running.returncode in (130, -signal.SIGINT)


def test_an_ascii_terminal_gets_the_report_in_ascii(parity):
    told = {}
    for encoding in ("ascii", "latin-1", "utf-8"):
        done = subprocess.run(
            [*PROGRAM, "inspect", parity],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        told[encoding] = done.stdout.decode(encoding)
    assert "‖w‖₂" in told["utf-8"]
    assert "(W² = 2)" in told["latin-1"]
    # In columns still: the cells of a section begin or end where those of another row do.
    scale = told["ascii"].splitlines()[1:6]
    assert scale[2].startswith("  W = max|u| max||w||_2 ")
    assert scale[2].endswith("   1.41421 (W^2 = 2)")
    assert len({line.rindex("   ") for line in scale}) == 1
    assert "W <= sqrt log_2 s" in told["ascii"]


def test_the_verdicts_in_ascii(capsys, monkeypatch):
    def summary(*_):
        return "AS(h) ≤ 4k²W², ρ ≠ 1"

    monkeypatch.setattr("sparseact.documents.run_summary", summary)
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert main(["verdicts", "results"]) == 0
    assert sys.stdout.buffer.getvalue() == b"AS(h) <= 4k^2W^2, rho ? 1\n"


def test_an_interruption_in_process(parity, capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(SparseReLUNetwork, "load", interrupted)
    assert main(["inspect", parity]) == 130
    assert capsys.readouterr().err == "sparseact inspect: interrupted\n"


def test_help_needs_no_library():
    code = "import sys, sparseact.cli; print({'numpy', 'numba', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_network_too_large_to_inspect(tmp_path, capsys):
    path = tmp_path / "net.npz"
    np.savez_compressed(path, w=np.zeros((2**11, 2**11 + 1)), b=np.zeros(2**11), u=np.zeros(2**11))
    assert main(["inspect", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"sparseact inspect: {path} is too large: w has 4196352 numbers; "
        "at most 4194304 are read from a file\n"
    )
