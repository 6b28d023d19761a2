"""Drawn networks against Lemma 9 and Theorem A."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from sparseact import lemma_9_trials
from sparseact.bounds import section_3
from sparseact.cli import main
from sparseact.network import SparseReLUNetwork


def test_both_sides_of_a_network_against_brute_force():
    rng = np.random.default_rng(1)
    w, b, u = rng.integers(-3, 4, (5, 4)), rng.integers(-2, 3, 5), rng.integers(-2, 3, 5)
    trial = lemma_9_trials.judged("", SparseReLUNetwork(w, b, u))
    x = np.array(list(itertools.product([1, -1], repeat=4)))

    def h(points):
        return np.maximum(points @ w.T - b, 0) @ u

    k = (x @ w.T - b > 0).sum(axis=1).max()
    flips = (x * np.where(np.arange(4) == i, -1, 1) for i in range(4))
    total = sum(int(((h(x) - h(y)) ** 2).sum()) for y in flips)
    assert (trial.k, trial.sensitivity) == (k, Fraction(total, 4 * 16))
    W2 = int((u**2).max() * (w**2).sum(axis=1).max())
    B2 = int((u**2).max() * (b**2).max())
    assert trial.theorem_a == min(2 * k, 5) ** 2 * W2
    constant = 1 / math.log(2) + 1 / math.sqrt(math.log(2))
    right = k**4 * W2 * 2 * math.log(20) + k**3 * B2 * math.sqrt(math.log(5))
    assert trial.lemma_9 == pytest.approx(constant * right)


@pytest.mark.parametrize(("n", "s", "k"), [(2, 1, 1), (1, 2, 2), (6, 8, 2), (9, 5, 5)])
def test_no_network_violates_a_bound_and_extremal_ones_attain_it(n, s, k):
    found = list(lemma_9_trials.trials(n, s, k, 40, 3))
    assert {trial.kind for trial in found} == {"extremal", "two-sided", "random", "searched"}
    assert not any(trial.violates for trial in found)
    assert all(trial.k <= k for trial in found)
    assert any(trial.sensitivity == trial.theorem_a > 0 for trial in found)


def test_a_search_ends_no_looser_than_it_began():
    for seed in range(5):
        start = lemma_9_trials._random(6, 8, 2, np.random.default_rng(seed))
        found = lemma_9_trials._searched(6, 8, 2, np.random.default_rng(seed))
        before, after = (lemma_9_trials._tightness(net, 2) for net in (start, found))
        assert before < after <= 1


def test_the_command(capsys, monkeypatch):
    command = ["check", "lemma-9", "--n", "6", "--s", "8", "--trials", "12"]
    assert main(command) == 0
    assert capsys.readouterr().out.endswith("0 of 12 networks violate a bound\n")
    # A bound of half the size is violated by those that attain it.
    half = section_3.theorem_a_min
    monkeypatch.setattr(section_3, "theorem_a_min", lambda *sizes: half(*sizes) / 2)
    assert main(command) == 1
    told = capsys.readouterr().out.splitlines()[-1]
    assert int(told.split()[0]) >= 3
    monkeypatch.undo()
    monkeypatch.setattr(section_3, "lemma_9_constant", 0.001)
    assert main(command) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--n", "0"], "n must be at least 1, not 0"),
        (["--n", "19"], "n must be at most 18, not 19"),
        (["--s", "2", "--k", "3"], "k must be at most s = 2, not 3"),
        (["--n", "1", "--s", "1", "--k", "1"], "Lemma 9 is false at n = s = 1"),
    ],
)
def test_bad_sizes(options, said, capsys):
    assert main(["check", "lemma-9", *options]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert said in captured.err
