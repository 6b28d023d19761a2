"""Certificates of k, against enumeration, and the program of one page that checks them."""

import copy
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


def smaller_k(proof):
    proof["k"] -= 1


def half_is_missing(proof):
    proof["tree"]["1"] = proof["tree"]["0"]["0"]
    proof["tree"] = proof["tree"]["1"]


def easier_row(proof):
    proof["r"] = [least - 100 for least in proof["r"]]


def no_multipliers(proof):
    for leaf in leaves(proof["tree"]):
        leaf["multipliers"] = {}


def negative_multipliers(proof):
    for leaf in leaves(proof["tree"]):
        leaf["multipliers"] = {j: -v for j, v in leaf["multipliers"].items()}


def one_coordinate_twice(proof):
    proof["tree"] = {"split": proof["tree"]["split"], "0": proof["tree"], "1": proof["tree"]}


def floats(proof):
    proof["a"][0][0] = float(proof["a"][0][0])


@pytest.mark.parametrize(
    "change",
    [smaller_k, half_is_missing, easier_row, no_multipliers, negative_multipliers,
     one_coordinate_twice, floats],
)  # fmt: skip
def test_the_checker_rejects_a_false_proof(change, made, tmp_path):
    proof = copy.deepcopy(made)
    assert len(leaves(proof["tree"])) > 3
    change(proof)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
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
