"""Corruptions that the checks of the digest's phrases must reject."""

import pytest
from mutation import Mutant, assert_turns

from sparseact.checks import digest as checks

HERE = "sparseact.checks.digest"


def neurons():
    return checks.measure_neurons(
        seed=0, exhaustive=[1, 2], largest_weight=1, random=[3], repeats=1, equal=[2, 16],
        largest_degree=8, errors=[1, 2],
    ).records  # fmt: skip


def mutant(claim, statement, why, target, replacement, run):
    return Mutant(f"digest-{claim}", statement, why, f"{HERE}.{target}", replacement, run)


def times(factor):
    """Return a replacement of a function that multiplies its value."""
    return lambda original: lambda *a: original(*a) * factor


MUTANTS = [
    mutant("polynomial", "printed", "the error is that of twice the degree",
           "neurons.uniform_error", lambda original: lambda d: original(2 * d), neurons),
    mutant("polynomial", "printed", "the error does not grow with the range",
           "neurons._check_tails",
           lambda original: lambda at, weights, W2, reach, largest: original(
               at, weights, W2, min(reach, 1), largest), neurons),
    mutant("polynomial", "chebyshev", "the range does not count", "neurons.bounds.chebyshev_tail",
           lambda original: lambda reach, d: original(1, d), neurons),
    mutant("polynomial", "uniform-lower", "the degree is larger by 2",
           "neurons.uniform_error", lambda original: lambda d: original(d + 2), neurons),
    mutant("polynomial", "neuron", "the constant is halved", "neurons.bounds.neuron_tail",
           times(0.5), neurons),
    mutant("polynomial", "neuron-power", "the power is d^-2", "neurons.bounds.neuron_tail_power",
           lambda original: lambda W2, d: original(W2, d) / d**0.5 / 4, neurons),
    mutant("polynomial", "reached", "the power is d^-1", "neurons.bounds.neuron_tail_lower",
           lambda original: lambda n, d: original(n, d) * (d + 2) ** 0.5, neurons),
    mutant("polynomial", "reached", "the spectrum is that of half the sum",
           "neurons.equal_weights_spectrum",
           lambda original: lambda n: [w / 4 for w in original(n)], neurons),
    mutant("polynomial", "equal-weights", "one central binomial is left out",
           "neurons.equal_weight",
           lambda original: lambda n, t: original(n, t) * 2, neurons),
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.claim}, {m.statement}: {m.why}")
def test_mutant_turns_its_verdict(mutant, monkeypatch):
    assert_turns(mutant, monkeypatch)
