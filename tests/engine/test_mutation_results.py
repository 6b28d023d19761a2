"""What a mutant turned, and the numbers of all mutants."""

from fractions import Fraction

import pandas as pd
import pytest
from made_up import registry

from paperclaims.checks.comparison import compare, compare_rate, compare_rounded, compare_within
from paperclaims.mutation.mutants import Mutant, corrupted, outcome, turn
from paperclaims.mutation.results import count_rejections, without_mutant
from paperclaims.registry.claims import read_registry
from sparseact.bounds import section_3


def mutant(factor, run):
    def replacement(original):
        return lambda k, W: factor * original(k, W)

    return Mutant("lemma-9", "sharp", "", "sparseact.bounds.theorem_a", replacement, run)


def bound(left=3):
    """Make two records, of 4k²W² at k = 1 and 2."""
    return [compare("lemma-9", "sharp", {}, left, "<=", section_3.theorem_a(k, 1)) for k in (1, 2)]


def test_a_bound_is_turned_by_its_worst_record():
    turned = turn(mutant(Fraction(1, 2), bound))
    assert turned == ("holds", "fails", "bound", 1, 2)
    assert turned.clear
    assert not turn(mutant(Fraction(3, 4), bound)).clear


def test_a_statement_that_fails_is_repaired():
    turned = turn(mutant(2, lambda: bound(5)))
    assert turned == ("fails", "holds", "repaired", 1, 2)


def test_equalities_and_rates_are_kinds():
    def four():
        return [compare("lemma-9", "sharp", {}, 4, "==", section_3.theorem_a(1, 1))]

    assert turn(mutant(2, four)) == ("holds", "fails", "equality", 1, 1)

    def rate():
        share = float(section_3.theorem_a(1, 1)) / 8
        return [compare_rate("lemma-9", "sharp", {}, 90, 100, ">=", share, level=0.01)]

    assert turn(mutant(2, rate)) == ("holds", "fails", "rate", 1, 1)


def test_a_mutant_is_taken_away_even_after_an_error():
    before, found = section_3.theorem_a, []

    def fail():
        found.append(section_3.theorem_a)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), corrupted(mutant(2, bound)):
        fail()
    assert found != [before]
    assert section_3.theorem_a is before


def test_open_comparisons_are_not_failures():
    near = compare_within("lemma-9", "sharp", {}, 1, "<=", 1.0, error=0.1)
    assert outcome([near]) == "undecided"
    assert outcome([compare_rounded("lemma-9", "sharp", {}, 1.0, "<=", 1.0)]) == "undecided"
    assert outcome([compare_rounded("lemma-9", "sharp", {}, 2.0, "<=", 1.0)]) == "seems to fail"
    few = compare_rate("lemma-9", "sharp", {}, 1, 2, ">=", 0.5, level=0.01)
    assert outcome([few]) == "no longer shown"


def made_up():
    return pd.DataFrame(
        [
            ("lemma-9", "corrected", "a", "holds", "fails", "bound", 1, 2, "×9"),
            ("lemma-9", "corrected", "b", "holds", "fails", "bound", 1, 2, None),
            ("def-1", "printed", "c", "holds", "fails", "bound", 1, 2, "×1/5"),
            ("lemma-9", "printed", "e", "fails", "holds", "repaired", 1, 2, None),
        ],
        columns=["claim", "statement", "mutant", "before", "after", "kind", "failing", "records",
                 "change"],
    )  # fmt: skip


def test_the_numbers_of_the_table():
    found = count_rejections(made_up())
    assert (found.statements, found.derived) == (3, 2)
    assert [row["mutant"] for row in found.mutants] == ["a", "b", "c", "e"]


def test_a_statement_without_a_mutant_is_named(tmp_path):
    claims = read_registry(registry(tmp_path / "claims"))
    table = pd.DataFrame({"claim": ["lemma-9", "lemma-9"], "statement": ["printed", "other"]})
    named = [line.partition(" has no mutant")[0] for line in without_mutant(claims, table)]
    assert named == ["lemma-9 (corrected)", "lemma-7 (printed)"]  # one more cannot be tested
