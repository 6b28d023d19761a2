"""Every statement that can be tested has mutants that its check rejects."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from sparseact.registry import read_registry

REGISTRY = read_registry(Path(__file__).resolve().parents[1] / "config/claims")


@pytest.mark.parametrize("claim", REGISTRY.values(), ids=lambda claim: claim.id)
def test_every_claim_has_two_mutants(claim):
    mutants = import_module(f"test_mutants_{claim.family}").MUTANTS
    counts = Counter(mutant.claim for mutant in mutants)
    assert counts[claim.id] >= 2


@pytest.mark.parametrize("claim", REGISTRY.values(), ids=lambda claim: claim.id)
def test_every_testable_statement_has_a_mutant(claim):
    mutants = import_module(f"test_mutants_{claim.family}").MUTANTS
    testable = {statement.key for statement in claim.statements if not statement.untestable}
    assert {mutant.statement for mutant in mutants if mutant.claim == claim.id} == testable
