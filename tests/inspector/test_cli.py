"""What a user sees on the command line."""

from __future__ import annotations

import fcntl
import importlib.metadata
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import in_fractions
import jsonschema
import numpy as np
import pytest

import sparseact
from sparseact.cube import points
from sparseact.inspector.cli import main
from sparseact.inspector.inspection import as_text
from sparseact.inspector.measured import RHOS, measure
from sparseact.inspector.report import Report
from sparseact.inspector.terminal import Progress
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


def report(network, epsilon):
    return str(Report(measure(network), epsilon, None))


@pytest.mark.parametrize(
    ("w", "u"),
    [(2.0**190, 1), (2.0**-199, 1), (2.0**190, 2.0**-180), (2.0**-150, 2.0**-40)],
)
def test_the_report_near_the_ends_of_the_domain(w, u):
    """It is that of the parity, with every square times (wu)²; in decimals of 40 digits."""
    patterns = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    plain, scaled = (
        report(SparseReLUNetwork(v * patterns, np.full(4, v), t * np.array([1, -1, -1, 1])), 0.5)
        for v, t in ((1.0, 1.0), (w, u))
    )
    assert "measured: exact" in scaled
    size = Decimal(w) * Decimal(u)
    epsilon = "degree that leaves at most 0.5"
    for name, power, cells in [
        ("B = max|u| max|b|", 1, [0]),
        ("average sensitivity", 2, [0, 1, 2]),
        ("2  ", 2, [0, 2]),  # the weight of degree 2
        (epsilon, 4, [2]),  # as W⁴, of which half a unit may be left
    ]:
        for cell in cells if size > 1 or name != epsilon else []:
            expected = Decimal(row(plain, name)[cell]) * size**power
            found = Decimal(row(scaled, name)[cell])
            assert abs(found - expected) <= Decimal("2e-5") * abs(expected)
    assert row(scaled, epsilon)[0] == ("2" if size > 1 else "0")
    assert as_text(3 * Fraction(10) ** 400) == "3e+400"


def test_inputs_without_a_weight_have_no_rows():
    told = report(SparseReLUNetwork([[1.0] + [0.0] * 100_000], [0.0], [1.0]), 0.1)
    assert "Fourier weight by degree (none above 1: the other inputs have no weight)" in told
    assert told.count("\n") < 40


def test_many_neurons_are_inspected_in_little_memory():
    """Neurons that are never active were found in an array of s × s."""
    network = SparseReLUNetwork(np.ones((9000, 1)), np.full(9000, 2.0), np.ones(9000))
    tracemalloc.start()
    told = report(network, 0.1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert row(told, "neurons that are never active") == ["9000"]
    assert peak < 7e7  # less than a byte for each pair of neurons


def test_the_smallest_network_shows_where_lemma_9_fails():
    """σ(x+2) at n = s = 1: AS = 1, and Lemma 9's right side is 0."""
    told = report(SparseReLUNetwork([[1]], [-2], [1]), 0.1)
    assert row(told, "average sensitivity") == ["1", "1", "0"]
    assert row(told, "ns ≥ 2, without which Lemma 9 is false") == ["no"]


def test_more_inputs_than_the_spectrum_is_computed_for():
    told = report(SparseReLUNetwork(np.ones((2, 31)), [29, 40], [1, 1]), 0.1)
    assert row(told, "most neurons active on one input, k") == ["1", "(exact)"]
    assert "here 31 inputs have one" in told
    exact, sampled = told.split("From 100000 random points, seed 0")
    # Theorem A: 4·1²·31, or (s·W)² for s = 2; it is known without the spectrum.
    assert row(exact, "average sensitivity")[:2] == ["-", "124"]
    assert row(exact, "of n = 31 inputs") == ["says", "nothing", "says", "nothing"]
    assert len(row(sampled, "average sensitivity")) == 3


def test_an_interval_for_k_is_certified():
    rng = np.random.default_rng(0)
    network = SparseReLUNetwork(rng.normal(size=(30, 40)), np.full(30, 3.0), np.ones(30))
    found = Report(measure(network, 1e-9), 0.1, None)
    assert re.search(r"between \d+ and 30 \(certified\)", str(found))
    assert re.match(r"Report\(n=40, s=30, k=between \d+ and 30, average sens", repr(found))


def test_weights_that_are_not_dyadic_are_said_to_be_rounded():
    rng = np.random.default_rng(0)
    w, b = rng.standard_normal((3, 4)), rng.standard_normal(3)
    told = report(SparseReLUNetwork(w, b, [1, 2, 3], 0.25), 0.1)
    assert "measured: rounded" in told
    assert row(told, "output bias c")[-1] == "0.25"


@pytest.mark.parametrize("value", ["0", "nan"])
@pytest.mark.parametrize("option", ["--epsilon", "--time-limit"])
def test_bad_options(parity, tmp_path, capsys, option, value):
    assert main(["inspect", parity, option, value]) == 2
    assert re.search(r"(epsilon|time_limit) must be a .*number", capsys.readouterr().err)
    if option == "--time-limit":
        assert main(["simplify", parity, str(tmp_path / "out.npz"), option, value]) == 2
        assert "--time-limit must be a positive number" in capsys.readouterr().err


PROGRAM = [sys.executable, "-m", "sparseact"]


def test_the_version():
    done = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"sparseact {importlib.metadata.version('sparseact')}\n"
    assert sparseact.__version__ == importlib.metadata.version("sparseact")


def test_a_mean_that_is_no_float_is_exact():
    """The sum of all values was rounded, beside an error of 0."""
    w = [2**50 + 1, 2**50 + 7, 2**50 + 11, 2**49 + 5, 2**49 + 9]
    network = SparseReLUNetwork([w], [4], [1], 0.5)
    mean = sum(in_fractions.values(network, points(5))) / 32
    found = measure(network).uniform
    assert found.exact
    assert found.weights[0] == mean**2 != Fraction(float(mean)) ** 2


def test_unused_arrays_of_a_file_are_named_in_one_line(tmp_path, capsys):
    path = tmp_path / "net.npz"
    np.savez(path, w=[[1.0]], b=[0.0], u=[1.0], bias=[2.0])
    assert main(["inspect", str(path)]) == 0
    captured = capsys.readouterr()
    said = f"sparseact inspect: {path} also holds bias: not read (w, b, u and c are)\n"
    assert captured.err == said


def test_a_reader_that_has_gone_ends_the_program_without_a_word(parity):
    reader, writer = os.pipe()
    os.close(reader)
    command = [*PROGRAM, "inspect", parity]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["inspect", "--help"], ["--version"], ["inspect", "NETWORK"]]
)
def test_output_that_cannot_be_written_is_one_sentence(parity, arguments):
    given = [parity if one == "NETWORK" else one for one in arguments]
    with open("/dev/full", "w") as full:
        command = [*PROGRAM, *given]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    program = "sparseact inspect" if parity in given else "sparseact"
    assert done.stderr == f"{program}: standard output: No space left on device\n"


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
        # What runs in the background of a script is started with interrupts ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    with running:
        # So small that the program waits here for a busy reader. The search imports SciPy's.
        fcntl.fcntl(running.stderr, fcntl.F_SETPIPE_SZ, 4096)
        imported = {"import": "numpy._core", "work": "scipy.optimize._milp"}[moment]
        for line in running.stderr:
            if imported in line:
                break
        running.send_signal(signal.SIGINT)
        told = [line for line in running.stderr if not line.startswith("import time:")]
        assert running.stdout.read() == ""
    (line,) = told
    phrase = {"import": "loading libraries", "work": r"the sparsity k, certified in \[.*, .*\]"}
    assert re.fullmatch(rf"sparseact inspect: interrupted \({phrase[moment]}\)\n", line)
    assert running.returncode == 130


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
        assert done.stderr == b""
    assert "‖w‖₂" in told["utf-8"]
    assert "(W² = 2)" in told["latin-1"]
    # In columns still: the cells of a section begin or end where those of another row do.
    scale = told["ascii"].splitlines()[1:6]
    assert scale[2].startswith("  W = max|u| max||w||_2 ")
    assert scale[2].endswith("   1.41421 (W^2 = 2)")
    assert len({line.rindex("   ") for line in scale}) == 1
    assert "W <= sqrt log_2 s" in told["ascii"]


def test_main_returns_130_to_a_program_that_is_interrupted_in_it(parity, capsys, monkeypatch):
    """A notebook's kernel, for example, does not end."""

    def interrupted(*_):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SparseReLUNetwork, "load", interrupted)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored in the background
    assert main(["inspect", parity]) == 130
    assert capsys.readouterr().err == "sparseact inspect: interrupted\n"


def test_an_interruption_ends_the_command_if_nobody_reads_its_messages(monkeypatch):
    monkeypatch.setattr(os, "_exit", sys.exit)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored in the background
    with (
        open(os.devnull) as unwritable,
        pytest.raises(SystemExit, match="130"),
        Progress("", unwritable, is_command=True),
    ):
        signal.raise_signal(signal.SIGINT)


def loaded(code):
    """Return which libraries that take long to load a process has loaded at its end."""
    slow = [
        "importlib.metadata",
        "matplotlib",
        "numba",
        "numpy",
        "pandas",
        "scipy.special",
        "sklearn",
    ]
    told = f"lambda: print(*set({slow}) & set(sys.modules), file=sys.stderr)"
    code = f"import atexit, sys; atexit.register({told}); {code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stderr.split()


def test_help_needs_no_library():
    assert loaded("import sparseact") == []
    assert loaded("import sparseact.inspector.cli") == []
    assert loaded("from sparseact.inspector.cli import main; main(['--help'])") == []


def test_a_report_on_the_whole_cube_loads_what_it_needs(tmp_path):
    path = tmp_path / "net.npz"
    SparseReLUNetwork(np.eye(3), np.zeros(3), np.ones(3)).save(path)
    code = f"from sparseact.inspector.cli import main; main(['inspect', {str(path)!r}])"
    assert set(loaded(code)) - {"importlib.metadata"} == {"numba", "numpy"}  # which numba loads


def test_a_network_too_large_to_inspect(tmp_path, capsys):
    path = tmp_path / "net.npz"
    np.savez_compressed(path, w=np.zeros((2**11, 2**11 + 1)), b=np.zeros(2**11), u=np.zeros(2**11))
    assert main(["inspect", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"sparseact inspect: {path} is too large: w has 4196352 numbers; "
        "at most 4194304 are read from a file\n"
    )


# --------------------------------------------------------------------- JSON


SCHEMA = json.loads(
    (Path(sparseact.__file__).parent / "inspector/inspection.schema.json").read_text("utf-8")
)


def inspected(path, capsys, *options):
    assert main(["inspect", str(path), "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_json_says_what_fractions_say(tmp_path, capsys):
    """A random network on 6 inputs, whose neuron 3 is dead, by sums over its 64 points."""
    rng = np.random.default_rng(2)
    w, b, u = rng.standard_normal((5, 6)), rng.standard_normal(5), rng.standard_normal(5)
    b[3] = 100
    path = tmp_path / "net.npz"
    network = SparseReLUNetwork(w, b, u, 0.75)
    network.save(path)
    weights = [Fraction(0)] * 7
    for chosen, value in in_fractions.coefficients(in_fractions.values(network, points(6))).items():
        weights[len(chosen)] += value**2
    counts = np.array(in_fractions.counts(w, b, points(6)))
    k, mean_square = counts.max(), np.mean(counts**2.0)
    W, B = np.abs(u).max() * np.linalg.norm(w, axis=1).max(), np.abs(u).max() * np.abs(b).max()

    found = inspected(path, capsys, "--epsilon", "0.05")
    assert (found["n"], found["s"], found["c"], found["epsilon"]) == (6, 5, 0.75, 0.05)
    assert found["k"] == {"lower": k, "upper": k, "exact": True}
    assert found["dead_neurons"] == [3]
    assert [found["W"], found["B"]] == pytest.approx([W, B])
    assert float(Fraction(found["W_squared"])) == pytest.approx(W**2)
    uniform, sharp = found["uniform"], found["bounds"]["sharp"]
    for one, error, weight in zip(
        uniform["weights"], uniform["weight_errors"], weights, strict=True
    ):
        assert abs(Fraction(one) - weight) <= Fraction(error) < 1e-10
    expected = float(sum(t * weight for t, weight in enumerate(weights)))
    assert uniform["average_sensitivity"] == pytest.approx(expected)
    assert uniform["mean_square_active"] == mean_square
    assert uniform["degree"] == next(d for d in range(7) if sum(weights[d + 1 :]) <= 0.05)
    assert sharp["average_sensitivity"] == pytest.approx(min(2 * k, 5) ** 2 * W**2)
    by_mean = sharp["average_sensitivity_by_mean_square_active"]
    assert by_mean == pytest.approx(4 * W**2 * mean_square)
    assert (found["sampled"], found["data"]) == (None, None)


def test_samples_are_made_when_asked_and_depend_on_the_seed(parity, capsys):
    first, again, other = (
        inspected(parity, capsys, "--samples", "500", "--seed", seed)["sampled"]
        for seed in ("1", "1", "2")
    )
    assert first == again
    assert first["noise_sensitivity"] != other["noise_sensitivity"]
    assert (first["samples"], first["seed"], first["level"]) == (500, 1, 0.99)
    assert [found["rho"] for found in first["noise_sensitivity"]] == [float(rho) for rho in RHOS]


def test_the_report_goes_to_a_file(parity, tmp_path, capsys):
    for options in ([], ["--json"]):
        main(["inspect", parity, *options])
        printed = capsys.readouterr().out
        assert main(["inspect", parity, *options, "-o", str(tmp_path / "out")]) == 0
        assert capsys.readouterr().out == ""
        assert (tmp_path / "out").read_text("utf-8") == printed


def test_the_report_goes_to_a_pipe(parity, tmp_path, capsys):
    assert main(["inspect", parity]) == 0
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [*PROGRAM, "inspect", parity, "-o", pipe]
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, encoding="utf-8") as reader:
        assert subprocess.run(command, timeout=60, check=False).returncode == 0
        assert reader.stdout.read() == capsys.readouterr().out


@pytest.mark.parametrize("option", ["-o", "--plot", "--certificate"])
def test_a_file_is_replaced_when_the_new_one_is_complete(
    parity, tmp_path, capsys, monkeypatch, option
):
    (tmp_path / "new").mkdir()
    file = tmp_path / "new/out.svg"
    file.write_text("old")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", interrupted)
        assert main(["inspect", parity, option, str(file)]) == 130
    assert [one.read_text() for one in file.parent.iterdir()] == ["old"]
    file.unlink()
    file.symlink_to("/dev/full")
    capsys.readouterr()
    assert main(["inspect", parity, option, str(file)]) == 2
    assert capsys.readouterr().err == f"sparseact inspect: {file}: No space left on device\n"


@pytest.mark.parametrize(
    "options", [["-o", "net.npz"], ["-o", "./x.npy"], ["-o", "a.svg", "--plot", "a.svg"]]
)
def test_rejects_output_over_a_file_of_the_command(parity, tmp_path, capsys, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    network = Path(parity).rename("net.npz")
    np.save("x.npy", np.ones((1, 4)))
    before = network.read_bytes()
    for command in ("inspect", "activations"):
        assert main([command, "net.npz", "--data", "x.npy", *options]) == 2
        assert "must be a new file, got one that this command also uses" in capsys.readouterr().err
    assert network.read_bytes() == before


def test_wrong_options_are_reported_before_any_work(parity, tmp_path, capsys, monkeypatch):
    """And is one sentence each, with exit code 2."""

    def worked(*_, **__):
        raise AssertionError("work has begun")

    monkeypatch.setattr("sparseact.inspector.report.measure", worked)
    monkeypatch.setattr("sparseact.inspector.simplify.simplify_in_time", worked)
    (tmp_path / "file").touch()
    none, in_file = str(tmp_path / "none/out.svg"), str(tmp_path / "file/out.svg")
    size = "samples must be an integer of at least 128 and at most 10000000, got"
    for arguments, said in [
        (["inspect", parity, "--samples", "127", "-o", str(tmp_path / "new")], f"{size} 127"),
        (["inspect", parity, "--samples", f"{10**12}"], f"{size} 1000000000000"),
        (["inspect", parity, "-o", none], f"{none}: No such file or directory"),
        (["inspect", parity, "-o", in_file], f"{in_file}: Not a directory"),
        (["inspect", parity, "-o", str(tmp_path)], f"{tmp_path}: Is a directory"),
        (["inspect", parity, "--plot", none], f"{none}: No such file or directory"),
        (["simplify", parity, none], f"{none}: No such file or directory"),
        (["inspect", parity, "--plot", "a.gif"], "--plot writes .svg, .pdf, .png, and no a.gif"),
    ]:
        assert main(arguments) == 2
        assert capsys.readouterr().err == f"sparseact {arguments[0]}: {said}\n"
    assert not (tmp_path / "new").exists()
    network = SparseReLUNetwork.load(parity)
    for options, said in [
        ({"samples": 128.0}, f"{size} 128.0"),
        ({"seed": -3}, "seed must be an integer of at least 0, got -3"),
        ({"feature_names": "abcd"}, "feature_names must be a list of names, got 'abcd'"),
        ({"feature_names": list("abcde")}, "feature_names must have 4 names, got 5"),
        ({"feature_names": 4, "top": 1}, "feature_names must be a list of names, got 4"),
        ({"top": -1}, "top must be an integer of at least 0"),
        ({"epsilon": 0}, "epsilon must be a number from 2^-500 to 2^500, got 0"),
        ({"time_limit": "9"}, "time_limit must be a positive number of seconds, got '9'"),
    ]:
        with pytest.raises(ValueError, match=re.escape(said)):
            sparseact.inspect(network, **options)
    with pytest.raises(ValueError, match="time_limit must be a positive number of seconds"):
        network.max_active(np.ones((1, 4)), time_limit=-2)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError, 2, "there is too little memory for this network and these options"),
        (ZeroDivisionError, 3, "a mistake of the program: ZeroDivisionError; please report it"),
    ],
)
def test_no_error_of_the_program_is_exit_code_1(parity, capsys, monkeypatch, error, code, said):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr("sparseact.inspector.report.measure", fails)
    assert main(["inspect", parity]) == code
    told = capsys.readouterr().err
    assert told.endswith(f"sparseact inspect: {said}\n")
    assert ("Traceback" in told) == (code == 3)


# --------------------------------------------------------------------- data


def test_data_of_plus_and_minus_one_or_of_0_and_1(parity, tmp_path, capsys):
    """The parity's neuron of the pattern (+, +) and that of (+, −) are met, in 3 rows and 1."""
    x = np.ones((4, 4), dtype=int)
    x[3, 2] = -1
    found = []
    for name, rows in [("signs", x), ("bits", (x + 1) / 2), ("bools", x > 0)]:
        np.save(tmp_path / f"{name}.npy", rows)
        found.append(inspected(parity, capsys, "--data", str(tmp_path / f"{name}.npy"))["data"])
    assert found == [{"rows": 4, "k": 1, "active": [1, 1, 1, 1], "dead_neurons": [2, 3]}] * 3
    assert main(["inspect", parity, "--data", str(tmp_path / "bits.npy")]) == 0
    output = capsys.readouterr().out
    assert row(output, "most neurons active in one row, k on the data") == ["1"]
    assert row(output, "neurons active in no row") == ["2"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (np.ones((2, 3)), "rows of 4 inputs each, got the shape (2, 3)"),
        (np.array([[1, 0, -1, 1]]), "±1, or 0 and 1; row 0 has 0 in column 1"),
        (np.full((1, 4), None), "is not an .npy file of numbers"),
    ],
)
def test_bad_data(parity, tmp_path, capsys, rows, said):
    np.save(tmp_path / "x.npy", rows)
    assert main(["inspect", parity, "--data", str(tmp_path / "x.npy")]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


# --------------------------------------------------------------------- plots


@pytest.mark.parametrize("n", [3, 31])
def test_a_plot_is_drawn(tmp_path, capsys, n):
    SparseReLUNetwork(np.ones((2, n)), [n - 1.5, n - 4.0], [1, 1]).save(tmp_path / "net.npz")
    plot = tmp_path / "net.svg"
    assert main(["inspect", str(tmp_path / "net.npz"), "--plot", str(plot)]) == 0
    assert "<svg" in plot.read_text("utf-8")


def test_without_matplotlib_a_plot_is_one_sentence(parity):
    code = (
        "import sys; sys.modules['matplotlib'] = None; from sparseact.inspector.cli import main; "
        f"sys.exit(main(['inspect', {parity!r}, '--plot', 'net.svg']))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    said = "--plot needs Matplotlib: pip install 'sparseact[plot]'"
    assert done.stderr == f"sparseact inspect: {said}\n"


# ------------------------------------------------------------------ progress


def test_progress_is_told_on_a_terminal_alone():
    reader, writer = pty.openpty()
    with (
        open(writer, "w", encoding="utf-8") as terminal,
        open(reader, "rb") as read,
        Progress("sparseact", terminal, first=0.01) as progress,
    ):
        assert re.fullmatch(rb"sparseact: at work for \d+ s: loading .*\r\n", read.readline())
        progress("second")
        while b"second" not in read.readline():
            pass
    stream = io.StringIO()
    with Progress("sparseact", stream, first=0.0):
        time.sleep(0.05)
    assert stream.getvalue() == ""


def without_stream(number, *arguments):
    """Run the program after a stream of the system was closed."""
    command = [*PROGRAM, *arguments]
    code = f"import os; os.close({number}); os.execv({sys.executable!r}, {command!r})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_closed_standard_output_is_one_sentence_and_a_closed_error_changes_nothing(parity):
    run = without_stream(1, "--version")
    assert run.returncode == 2
    assert run.stderr.endswith("standard output is closed\n")
    assert "Traceback" not in run.stderr
    run = without_stream(2, "inspect", parity)
    assert run.returncode == 0
    assert "1 (exact)" in run.stdout
    run = without_stream(2, "inspect", "")
    assert (run.returncode, run.stdout) == (2, "")
