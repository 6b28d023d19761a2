"""Every statement that can be tested has a mutant, written or derived, that its check rejects."""

from importlib import import_module
from pathlib import Path

import pytest
from read_yaml import read_configuration

from paperclaims.checks.configuration import check_parameters
from paperclaims.checks.files import read_table
from paperclaims.checks.paper import find_paper
from paperclaims.judging.verdicts import Outcome, read_verdicts
from paperclaims.mutation.derived import Change
from paperclaims.mutation.mutants import outcome, turn, uncorrupted
from paperclaims.mutation.table import JOB, job_runs, topic_runs, written_mutants
from paperclaims.registry.claims import read_registry

ROOT = Path(__file__).resolve().parents[2]
PAPER = find_paper("awasthi2024")
CONFIG = read_configuration("config")
REGISTRY = read_registry(PAPER.folder)
TOPICS = list(dict.fromkeys(claim.topic for claim in REGISTRY.values()))
WRITTEN = [mutant for topic in TOPICS for mutant in written_mutants(PAPER, topic)]
TABLE = read_table(ROOT / "results/reference/mutants.csv")
DERIVED = TABLE[TABLE["change"].notna()]
BEFORE = TABLE.set_index(["claim", "statement", "mutant"])["before"]


def keys(table):
    return list(zip(table["claim"], table["statement"], strict=True))


def test_every_testable_statement_has_a_mutant():
    testable = {
        (claim.id, statement.key)
        for claim in REGISTRY.values()
        for statement in claim.statements
        if not statement.untestable
    }
    assert set(keys(TABLE)) == testable
    assert {(mutant.claim, mutant.statement) for mutant in WRITTEN} <= testable


@pytest.mark.parametrize("claim", REGISTRY)
def test_every_claim_has_two_mutants(claim):
    assert (TABLE["claim"] == claim).sum() >= 2


def test_the_committed_table_has_todays_written_mutants():
    rows = TABLE[TABLE["change"].isna()]
    assert set(zip(*(rows[name] for name in ("claim", "statement", "mutant")), strict=True)) == {
        (mutant.claim, mutant.statement, mutant.why) for mutant in WRITTEN
    }


@pytest.mark.parametrize(
    "mutant", WRITTEN, ids=lambda mutant: f"{mutant.claim}: {mutant.statement}: {mutant.why}"
)
def test_written_mutant_changes_the_committed_verdict(mutant):
    turned = turn(mutant)
    assert turned.before == BEFORE[mutant.claim, mutant.statement, mutant.why]
    assert turned.clear, f"{turned.before}, and with the mutant {turned.after}"


def test_statements_that_fail_without_a_mutant_fail_in_the_reference():
    committed = read_verdicts(ROOT / "results/reference")
    failing = {key for key, verdict in committed.items() if verdict.outcome is Outcome.FAILS}
    assert set(keys(TABLE[TABLE["before"] == "fails"])) <= failing
    assert set(TABLE["before"]) == {"holds", "fails"}


def derived_alone():
    """Return the first derived mutant of each statement that no written one has."""
    written = {(mutant.claim, mutant.statement) for mutant in WRITTEN}
    first = DERIVED.drop_duplicates(["claim", "statement"])
    return [row for row in first.itertuples() if (row.claim, row.statement) not in written]


@pytest.mark.parametrize("row", derived_alone(), ids=lambda row: f"{row.claim}: {row.statement}")
def test_derived_mutant_changes_the_committed_verdict(row):
    key = (row.claim, row.statement)
    change = Change.read(row.target, row.change)
    topic = REGISTRY[row.claim].topic
    runs = topic_runs(PAPER, topic)
    if row.run.startswith(JOB):
        name = row.run.removeprefix(JOB)
        given = check_parameters(CONFIG, topic, name, PAPER.checks(topic)[name])
        runs = job_runs(PAPER, topic, {name: given})
    run = next(run for run in runs if run.__name__ == row.run)
    turned = turn(change.mutant(*key, run))
    assert turned.before == row.before
    assert turned.clear


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
    [
        (topic, run)
        for topic in TOPICS
        for run in import_module(PAPER.module(topic, "mutants")).RUNS
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_honest_instances_turn_nothing(topic, run, seed):
    before, other = verdicts(uncorrupted(run)), verdicts(run(seed))
    assert {k: v for k, v in other.items() if k not in EITHER} == {
        k: v for k, v in before.items() if k not in EITHER
    }
