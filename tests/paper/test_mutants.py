"""Every statement that can be tested has mutants, and its check rejects each of them."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from claimcheck.mutation.mutants import outcome, turn, uncorrupted
from claimcheck.registry.claims import read_registry

REGISTRY = read_registry(Path(__file__).resolve().parents[2] / "src/sparse_activations")
TOPICS = {
    topic: import_module(f"sparse_activations.{topic}.mutants")
    for topic in dict.fromkeys(claim.topic for claim in REGISTRY.values())
}


@pytest.mark.parametrize("claim", REGISTRY.values(), ids=lambda claim: claim.id)
def test_every_claim_has_two_mutants(claim):
    counts = Counter(mutant.claim for mutant in TOPICS[claim.topic].MUTANTS)
    assert counts[claim.id] >= 2


@pytest.mark.parametrize("claim", REGISTRY.values(), ids=lambda claim: claim.id)
def test_every_testable_statement_has_a_mutant(claim):
    mutants = TOPICS[claim.topic].MUTANTS
    testable = {statement.key for statement in claim.statements if not statement.untestable}
    assert {mutant.statement for mutant in mutants if mutant.claim == claim.id} == testable


@pytest.mark.parametrize(
    "mutant",
    [mutant for module in TOPICS.values() for mutant in module.MUTANTS],
    ids=lambda mutant: f"{mutant.claim}: {mutant.statement}: {mutant.why}",
)
def test_mutant_turns_its_verdict(mutant):
    turned = turn(mutant)
    assert turned.clear, f"{turned.before}, and with the mutant {turned.after}"


#: Bounds that hold and that no mutant turns closely (`Turned.close`), with the reason.
COARSE: dict[tuple[str, str], str] = {
    ("conj-20", "theorem-h-prime-pairs"): (
        "as θ falls, the most pairs above it at one point jump from one to three, never two"
    ),
}


@pytest.mark.parametrize("topic", TOPICS)
def test_every_bound_is_turned_closely(topic):
    """One that is said not to be must not be, or the list of exceptions would grow stale."""
    found = {}
    for mutant in TOPICS[topic].MUTANTS:
        found.setdefault((mutant.claim, mutant.statement), []).append(turn(mutant))
    bounds = {
        key: turned
        for key, turned in found.items()
        if all(one.before == "holds" for one in turned)
        and any(one.kind == "bound" for one in turned)
    }
    coarse = {key for key, turned in bounds.items() if not any(one.close for one in turned)}
    assert coarse == {key for key in COARSE if REGISTRY[key[0]].topic == topic}


def verdicts(records):
    by_statement = {}
    for record in records:
        by_statement.setdefault((record.claim, record.statement), []).append(record)
    return {key: outcome(mine) for key, mine in by_statement.items()}


#: Statements of which some instances fail and some do not, whatever is drawn.
EITHER = {("conj-20", "printed"), ("conj-20", "average")}


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize(
    ("topic", "run"),
    [(topic, run) for topic, module in TOPICS.items() for run in module.RUNS],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_honest_instances_turn_nothing(topic, run, seed):
    before, other = verdicts(uncorrupted(run)), verdicts(run(seed))
    if topic == "learners":
        # So few trials may fail to show a rate; they must not show the contrary.
        assert all({before[key], other[key]} != {"holds", "fails"} for key in before)
    else:
        assert {k: v for k, v in other.items() if k not in EITHER} == {
            k: v for k, v in before.items() if k not in EITHER
        }
