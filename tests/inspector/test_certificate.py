"""Certificates of k, against enumeration, and the program of one page that checks them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sparseact import SparseReLUNetwork
from sparseact.inspector.certificate import certificate
from sparseact.inspector.cli import main

ROOT = Path(__file__).resolve().parents[2]
CHECKER = ROOT / "examples/certificates/check.py"


def network(n, s, seed):
    rng = np.random.default_rng(seed)
    w, b = rng.integers(-4, 5, (s, n)), rng.integers(0, n, s)
    return SparseReLUNetwork(w.astype(float), b.astype(float), np.ones(s))


def checked(file):
    run = [sys.executable, "-I", CHECKER, file]
    return subprocess.run(run, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made():
    """Return a certificate with a tree of several leaves."""
    found = network(8, 10, 2)
    return certificate(found.neurons, found.max_active()[1], time_limit=60)


@pytest.mark.parametrize("seed", range(6))
def test_certificate_proves_the_largest_count_and_no_smaller_one(seed, tmp_path):
    found = network(3 + seed, 8, seed)
    k = found.max_active()[1]  # by enumeration
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(certificate(found.neurons, k, time_limit=60)))
    done = checked(file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"Proved: at most {k} rows hold at a point (")
    with pytest.raises(ValueError, match=r"is too small|was found in"):
        certificate(found.neurons, k - 1, time_limit=5)


def leaves(tree):
    return [tree] if "unit" in tree else [*leaves(tree["0"]), *leaves(tree["1"])]


def times(tree, factor):
    """Return a tree with all multipliers times a factor."""
    if "unit" in tree:
        return tree | {"multipliers": {j: factor * v for j, v in tree["multipliers"].items()}}
    return tree | {side: times(tree[side], factor) for side in "01"}


FALSE = {
    "smaller k": lambda proof: {"k": proof["k"] - 1},
    "half the tree": lambda proof: {"tree": proof["tree"]["0"]},
    "easier rows": lambda proof: {"r": [least - 100 for least in proof["r"]]},
    "no multipliers": lambda proof: {"tree": times(proof["tree"], 0)},
    "negative multipliers": lambda proof: {"tree": times(proof["tree"], -1)},
    "one coordinate twice": lambda proof: {"tree": proof["tree"] | {"0": proof["tree"]}},
    "floats": lambda proof: {"a": [[float(v) for v in row] for row in proof["a"]]},
}


@pytest.mark.parametrize("change", FALSE)
def test_the_checker_rejects_a_false_proof(change, made, tmp_path):
    assert len(leaves(made["tree"])) > 3
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(made | FALSE[change](made)))
    done = checked(file)
    assert done.returncode == 1
    assert done.stderr.startswith("Not proved: ")


def test_inspect_writes_a_certificate_of_its_k(tmp_path, capsys):
    network(7, 9, 1).save(tmp_path / "net.npz")
    file = tmp_path / "proof.json"
    assert main(["inspect", str(tmp_path / "net.npz"), "--json", "--certificate", str(file)]) == 0
    k = json.loads(file.read_text())["k"]
    assert k == network(7, 9, 1).max_active()[1]
    assert checked(file).returncode == 0
